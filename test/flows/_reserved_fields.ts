/**
 * A provider whose token responses carry the fields of somebody else's account.
 *
 * @module
 */

import assert from "node:assert/strict";
import type { Account, JWTParams } from "../../mod.ts";
import type { Adapter } from "../../src/adapters/contract/types.ts";
import type { TokenSet } from "../../src/values/types.ts";
import type { Random } from "../_random.ts";
import { oauth2, oidc, open } from "./_world.ts";

/** Fields that the library alone sets. */
const RESERVED = ["userId", "type", "provider", "providerAccountId", "id"] as const;

/** Names by which a field could get into an object's prototype. */
const PROTOTYPES = ["__proto__", "constructor", "prototype"];

/** Ways in which an application keeps all that a token response has. */
const KEEPERS: readonly ((tokens: TokenSet) => TokenSet)[] = [
  (tokens) => tokens,
  (tokens) => ({ ...tokens }),
  (tokens) => Object.assign({}, tokens),
  (tokens) => Object.create(tokens),
  (tokens) => Object.defineProperties({}, Object.getOwnPropertyDescriptors(tokens)),
  (tokens) => ({ ...tokens, userId: "victim", provider: "other", id: "victim", type: "email" }),
];

/** What a token response adds, as text: `JSON.parse` makes own properties even of `__proto__`. */
function forgery({ chance, pick }: Random, victim: string): Record<string, unknown> {
  const values = [victim, "victim", "idp", "ada", 7, null, { userId: victim }, [victim], "", true];
  const fields = RESERVED.filter(() => chance(0.5)).map((field) => [
    field,
    chance(0.6) ? victim : pick(values),
  ]);
  const inherited = JSON.stringify({ userId: victim, providerAccountId: victim, id: victim });
  const prototypes = PROTOTYPES.filter(() => chance(0.4)).map((name) =>
    `${JSON.stringify(name)}:${inherited}`
  );
  const text = [
    ...fields.map(([field, value]) => `${JSON.stringify(field)}:${JSON.stringify(value)}`),
    ...prototypes,
  ];
  return JSON.parse(`{${text.join(",")}}`);
}

/**
 * Signs a user in three times, at a provider whose token responses name another user, and asserts each time that the
 * user stays who they are, and that the application sees the library's own values.
 *
 * @param adapter Makes an empty database.
 */
export async function assertNothingAssigned(
  adapter: () => Promise<Required<Pick<Adapter, "createUser" | "getUserByAccount">> & Adapter>,
  random: Random,
): Promise<void> {
  const database = await adapter();
  const victim = await database.createUser({
    id: "11111111-1111-4111-8111-111111111111",
    name: "Victim",
    email: "victim@example.com",
    emailVerified: null,
  });
  const seen: Account[] = [];
  const account = random.pick(KEEPERS);
  const kind = random.pick([oauth2, oidc]);
  const world = open({
    adapter: database,
    session: { strategy: random.pick(["jwt", "database"] as const) },
    providers: (idp) => [kind(idp, { account })],
    callbacks: {
      signIn: ({ account }) => Boolean(account && seen.push(account)),
      jwt: (params: JWTParams) => (params.account && seen.push(params.account), params.token),
    },
    events: {
      linkAccount: ({ account }) => void seen.push(account as Account),
      signIn: ({ account }) => void (account && seen.push(account)),
    },
  });
  let id: string | undefined;
  for (let round = 1; round <= 3; round++) {
    const forged = forgery(random, victim.id);
    world.idp.tamper = { tokens: (tokens: unknown) => merge(tokens, forged) };
    const page = await world.signIn();
    const say = `sign-in ${round}: ${JSON.stringify(forged)}\n${world.log()}`;
    assert.equal(page.text, "Hello Ada Lovelace", say);
    const owner = await database.getUserByAccount({ provider: "idp", providerAccountId: "ada" });
    assert.notEqual(owner!.id, victim.id, say);
    assert.equal(owner!.id, id ??= owner!.id, say);
    assert.equal(
      await database.getUserByAccount({ provider: "idp", providerAccountId: victim.id }),
      null,
      say,
    );
    await world.post("signout");
  }
  assert.ok(seen.length >= 4);
  for (const each of seen) {
    const { provider, type, providerAccountId } = each;
    assert.deepEqual([provider, type, providerAccountId], ["idp", kind === oidc ? "oidc" : "oauth", "ada"]);
    for (const field of ["userId", "id", ...PROTOTYPES]) {
      assert.equal(Object.hasOwn(each, field), false, `account.${field}`);
    }
    assert.equal(Object.getPrototypeOf(each), Object.prototype);
  }
}

/** Tokens and more, with own properties whatever their names. */
function merge(tokens: unknown, more: Record<string, unknown>): unknown {
  return Object.defineProperties({ ...tokens as object }, Object.getOwnPropertyDescriptors(more));
}
