import assert from "node:assert/strict";
import { test } from "node:test";
import { Memory } from "../../../src/adapters/memory/memory.ts";
import type { SetupProvider } from "../../../src/setup/setup.ts";
import { bindAdapter } from "../../../src/model/store.ts";
import type {
  AdapterAccount,
  AdapterAuthenticator,
  AdapterUser,
} from "../../../src/adapters/contract/types.ts";
import type { ProviderType } from "../../../src/values/types.ts";
import { findMailProvider, isEndable, keptBeside, toWays } from "../../../src/sign_in/ways/ways.ts";

const USER: AdapterUser = { id: "ada", email: "ada@example.com", emailVerified: new Date(0) };

/** Providers with these types, each with its type as id. */
function providersOf(...types: ProviderType[]): ReadonlyMap<string, SetupProvider> {
  return new Map(types.map((type) => [type, { id: type, name: type, type } as SetupProvider]));
}

/** A provider with the id of one type that has another type now. */
function otherType(id: ProviderType, type: ProviderType): ReadonlyMap<string, SetupProvider> {
  return new Map([[id, { id, name: id, type } as SetupProvider]]);
}

function account(type: ProviderType, id = "1"): AdapterAccount {
  return { userId: "ada", type, provider: type, providerAccountId: id };
}

const PASSKEY = { providerAccountId: "1", credentialID: "1" } as AdapterAuthenticator;
const ALL = providersOf("oauth", "oidc", "email", "credentials", "webauthn");

test("keptBeside() keeps the mailbox only if a provider sends mails to it", () => {
  const accounts = [account("oidc")];
  for (const [mail, expected] of [[ALL.get("email")!, "email"], [null, null]] as const) {
    const ways = toWays({ mail, accounts, authenticators: [] }, ALL);
    assert.equal(keptBeside(ways.list[0]!, ways), expected);
  }
});

test("findMailProvider() finds a provider only for a verified address, by which the database finds the user", async () => {
  const adapter = Memory();
  const store = bindAdapter(adapter);
  const find = (user: AdapterUser | null, providers = ALL) => findMailProvider(user, providers, store);
  assert.equal(await find(USER), null, "not stored");
  await adapter.createUser(USER);
  assert.equal((await find(USER))?.id, "email");
  assert.equal(await find({ ...USER, id: "grace" }), null, "the address of another user");
  assert.equal(await find({ ...USER, email: "ada @example.com" }), null, "not an address");
  assert.equal(await find({ ...USER, emailVerified: null }), null);
  assert.equal(await find({ ...USER, email: null }), null);
  assert.equal(await find(null), null);
  assert.equal(await find(USER, providersOf("oidc", "credentials")), null);
});

test("findMailProvider() passes over a provider that refuses the address, or changes it to that of another user", async () => {
  const adapter = Memory();
  await adapter.createUser(USER);
  await adapter.createUser({ ...USER, id: "grace", email: "grace@example.com" });
  const mailing = (id: string, normalizeIdentifier: (address: string) => string) =>
    [id, { id, type: "email", normalizeIdentifier } as SetupProvider] as const;
  const [refuses, changes, invents, keeps] = [
    mailing("refuses", () => {
      throw new Error("not a customer");
    }),
    mailing("changes", () => "grace@example.com"),
    mailing("invents", () => "no-one@example.com"),
    mailing("keeps", (address) => address),
  ];
  const find = (...providers: (typeof keeps)[]) =>
    findMailProvider(USER, new Map(providers), bindAdapter(adapter));
  assert.equal((await find(refuses, changes, invents, keeps))?.id, "keeps");
  assert.equal(await find(refuses, changes, invents), null);
});

test("findMailProvider() asks the database only for an address that a provider of mails accepts", async () => {
  const asked: unknown[] = [];
  const adapter = { ...Memory(), getUserByEmail: (email: string) => (asked.push(email), USER) };
  const refuses = { id: "refuses", type: "email", normalizeIdentifier: () => "" } as unknown as SetupProvider;
  const providers = new Map([["refuses", refuses], ...ALL]);
  assert.equal((await findMailProvider(USER, providers, bindAdapter(adapter)))?.id, "email");
  assert.deepEqual(asked, [USER.email]);
});

test("keptBeside() keeps an account that surely signs in, and never the one to be removed", () => {
  const cases: readonly [ProviderType, readonly AdapterAuthenticator[], typeof ALL, boolean][] = [
    ["oauth", [], ALL, true],
    ["oidc", [], ALL, true],
    ["credentials", [], ALL, true],
    ["webauthn", [PASSKEY], ALL, true],
    ["webauthn", [], ALL, false],
    ["webauthn", [{ ...PASSKEY, providerAccountId: "2" }], ALL, false],
    ["webauthn", [PASSKEY], providersOf("oidc"), false],
    ["oauth", [], providersOf("oidc"), false],
    ["email", [], ALL, false],
    // The config has given the id of its provider to one of another type.
    ["webauthn", [PASSKEY], otherType("webauthn", "oauth"), false],
    ["oauth", [], otherType("oauth", "webauthn"), false],
    ["oauth", [], otherType("oauth", "email"), false],
  ];
  for (const [type, authenticators, providers, isKept] of cases) {
    const accounts = [account("oidc", "removed"), account(type)];
    const ways = toWays({ mail: null, accounts, authenticators }, providers);
    const expected = isKept ? { provider: type, providerAccountId: "1" } : null;
    assert.deepEqual(keptBeside(ways.list[0]!, ways), expected, type);
    const alone = toWays({ mail: null, accounts: accounts.slice(1), authenticators }, providers);
    assert.equal(keptBeside(alone.list[0]!, alone), null, type);
  }
});

test("keptBeside() keeps no other password of the same provider, which goes with the one that is removed", () => {
  const [first, second] = [account("credentials"), account("credentials", "2")];
  const two = toWays({ mail: null, accounts: [first, second], authenticators: [] }, ALL);
  assert.deepEqual(two.list.map((way) => keptBeside(way, two)), [null, null]);
  const three = toWays({ mail: null, accounts: [first, second, account("oidc")], authenticators: [] }, ALL);
  assert.deepEqual(three.list.map((way) => keptBeside(way, three)), [
    { provider: "oidc", providerAccountId: "1" },
    { provider: "oidc", providerAccountId: "1" },
    { provider: "credentials", providerAccountId: "1" },
  ]);
});

test("toWays() pairs a passkey with its account, and no other account with it", () => {
  const accounts = [account("webauthn"), account("oidc"), account("webauthn", "2")];
  const { list } = toWays({ mail: null, accounts, authenticators: [PASSKEY] }, ALL);
  assert.deepEqual(list.map(({ authenticator }) => authenticator), [PASSKEY, undefined, undefined]);
});

test("isEndable() is false only for a password that its provider cannot revoke", () => {
  const revoking = new Map([["credentials", { type: "credentials", revoke: () => true } as never]]);
  const endable = (type: ProviderType, providers: ReadonlyMap<string, SetupProvider>) =>
    isEndable(toWays({ mail: null, accounts: [account(type)], authenticators: [] }, providers).list[0]!);
  assert.deepEqual([endable("credentials", ALL), endable("credentials", revoking)], [false, true]);
  assert.deepEqual([endable("credentials", new Map()), endable("oidc", new Map())], [false, true]);
});
