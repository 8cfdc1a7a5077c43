/**
 * A thief in an old session of Ada, with identities, a mailbox and passkeys of their own, does anything in any order. The
 * steps are random; a failure names the seed and the steps.
 *
 * @module
 */

import assert from "node:assert/strict";
import { test } from "node:test";
import { Passkey } from "../../src/providers/passkey.ts";
import { createAuthenticator } from "./_authenticator.ts";
import { chosenRounds } from "../_nightly.ts";
import type { Random } from "../_random.ts";
import { seeded } from "../_seeded.ts";
import { ADAPTERS, type DatabaseWorld, openDatabase } from "./_database.ts";
import { APP, oauth2 } from "./_world.ts";
import { chosen } from "../_short.ts";

const WALKS = chosenRounds({ here: 3, nightly: 60 });
const STEPS = 30;
const DAY = 24 * 3600;

const MALLORY = { sub: "mallory", name: "Mallory", email: "mallory@evil.example" };
/** An identity of the thief, with the address of Ada. */
const EVE = { sub: "eve", name: "Eve", email: "ada@example.com" };

type Fields = Readonly<Record<string, string>>;

interface Options {
  readonly kind: keyof typeof ADAPTERS;
  readonly strategy: "jwt" | "database";
  /** Whether the first provider has verified the address of Ada. */
  readonly isVerified: boolean;
}

/** A world in which Ada has signed in some days ago. */
async function open({ kind, strategy, isVerified }: Options): Promise<DatabaseWorld> {
  const adapter = ADAPTERS[kind]!();
  const hasPasskeys = typeof adapter.createAuthenticator === "function";
  const world = openDatabase({
    adapter,
    session: { strategy },
    oauth: { verifiedEmail: isVerified },
    more: (idp) => [
      oauth2(idp, { id: "other", name: "Other" }),
      oauth2(idp, { id: "vouching", name: "Vouching", verifiedEmail: true }),
      ...(hasPasskeys ? [Passkey()] : []),
    ],
  });
  await world.signIn();
  world.platform.tick(5 * DAY);
  await world.session();
  return world;
}

/** The steps that the thief can take, by name. */
function stepsIn(world: DatabaseWorld, { pick }: Random): Readonly<Record<string, () => unknown>> {
  const { browser, idp, mails, platform, post } = world;
  const thief = createAuthenticator(APP);
  const cookies = () => browser.cookies(APP).map(({ name, value }) => `${name}=${value}`);
  const put = (cookie: string) => browser.setCookie(APP, `${cookie}; Path=/; Secure; HttpOnly`);
  const old = cookies();
  const seen = new Set(old);
  const begun: string[] = [];
  const wish = (): Fields => pick<Fields>([{}, { link: "true" }]);
  /** Posts a form, and follows the answer. */
  const send = async (path: string, fields: Fields) => {
    for (const cookie of cookies()) seen.add(cookie);
    const to = (await post(path, fields)).headers.get("location");
    if (to) await browser.open(to);
  };
  const begin = async () => {
    const id = pick(["idp", "other", "vouching"]);
    const { headers } = await post(`signin/${id}`, { callbackUrl: "/settings", ...wish() });
    return headers.get("location")!;
  };
  const optionsOf = async (query: Fields) => {
    const url = `${APP}/auth/webauthn-options/passkey?${new URLSearchParams(query)}`;
    const response = await browser.fetch(url);
    return response.status === 200 ? (await response.json()).options : null;
  };
  return {
    async "sign in"() {
      idp.login(pick([MALLORY, EVE]));
      await browser.open(await begin());
    },
    begin: async () => void begun.push(await begin()),
    async "finish what was begun"() {
      idp.login(pick([MALLORY, EVE]));
      if (begun.length) await browser.open(pick(begun));
    },
    answer: () => send("link", { choice: pick(["link", "link", "switch", "cancel"]) }),
    async "register a passkey"() {
      const email = pick<Fields>([{}, { email: MALLORY.email }, { email: EVE.email }]);
      const options = await optionsOf({ action: "register", ...email, ...wish() });
      if (!options) return;
      const data = JSON.stringify(await thief.create(options, {}));
      await send("callback/passkey", { action: "register", data, ...wish() });
    },
    async "sign in with a passkey"() {
      const options = await optionsOf({ action: "authenticate" });
      const answer = options && await thief.get(options, {}).catch(() => null);
      if (!answer) return;
      await send("callback/passkey", { action: "authenticate", data: JSON.stringify(answer) });
    },
    async "sign in by mail"() {
      const before = mails.length;
      await post("signin/email", { email: MALLORY.email, callbackUrl: "/home", ...wish() });
      if (mails.length > before) await browser.open(mails.at(-1)!.url);
    },
    "take Ada's session": () => old.forEach(put),
    "bring an old cookie back": () => put(pick([...seen])),
    async "remove everything"() {
      const data = await (await browser.fetch(`${APP}/auth/account-data`)).json();
      for (const { id } of [...data.accounts ?? [], ...data.passkeys ?? []]) {
        await send("account", { action: "remove", id });
      }
    },
    "change the session": () => post("session", { data: { user: { email: MALLORY.email } } }, { json: true }),
    "sign out": () => send("signout", {}),
    wait: () => platform.tick(pick([1, 30, 300, 1000])),
  };
}

/** The rows of Ada in the database, and whether her session counts as fresh. */
async function lookAt(id: string, world: DatabaseWorld) {
  const user = await world.db.adapter.getUser(id);
  const response = await world.browser.fetch(`${APP}/auth/account-data`);
  const isHers = (await world.session<{ user: { id?: string } }>())?.user.id === id;
  return {
    address: user && [user.email, user.emailVerified],
    accounts: (await world.db.accounts()).filter((account) => account.endsWith(`: ${id}`)),
    isFresh: isHers && response.status === 200 && (await response.json()).isFresh,
  };
}

for (const kind of Object.keys(ADAPTERS)) {
  for (const strategy of chosen(["jwt", "database"] as const)) {
    for (const isVerified of [true, false]) {
      const how = `${kind}, ${strategy}, ${isVerified ? "verified" : "unverified"} address`;
      test(
        `a thief in an old session adds nothing, whatever they do in any order: ${how} (AC-13)`,
        seeded(async (random) => {
          for (let walk = 0; walk < WALKS; walk++) {
            const world = await open({ kind, strategy, isVerified });
            const { id } = (await world.db.users())[0]!;
            const before = await lookAt(id, world);
            assert.deepEqual([before.accounts.length, before.isFresh], [1, false]);
            const steps = Object.entries(stepsIn(world, random));
            const done: string[] = [];
            for (let i = 0; i < STEPS; i++) {
              const [name, run] = random.pick(steps);
              done.push(name);
              await run();
              assert.deepEqual(await lookAt(id, world), before, done.join(", "));
            }
          }
        }),
      );
    }
  }
}
