/**
 * Addresses, user ids, ids of passkeys and user names are four kinds of names: in limits, none of them passes for another.
 *
 * @module
 */

import assert from "node:assert/strict";
import { test } from "node:test";
import { setupOf } from "../../src/config/setup.ts";
import type { Incoming } from "../../src/http/types.ts";
import { Credentials } from "../../src/providers/credentials.ts";
import type { Browser } from "../../src/testing/mod.ts";
import { rememberBrowser } from "../../src/sign_in/known_browser.ts";
import { ADA, GOOD, openPasswords, type PasswordWorld } from "./_kept_passwords.ts";
import { testForms } from "./_password_forms.ts";
import { openFactors } from "./_second_factor.ts";
import { APP, open } from "./_world.ts";

const named = (id: string) =>
  Credentials({
    id,
    credentials: { name: {}, secret: { type: "password" } },
    authorize: ({ name, secret }) => secret === "mine" ? { id: `${id} ${name}` } : null,
  });

const byName = {
  session: { strategy: "jwt" },
  more: () => [named("ldap"), named("pam")],
  limits: { address: () => null, account: ({ name }: Readonly<Record<string, unknown>>) => String(name) },
} as const;

/** Signs in with a user name. Resolves to the status of the answer. */
async function signInAs(
  world: Pick<PasswordWorld, "visitor">,
  name: string,
  { browser = world.visitor(), id = "ldap", secret = "mine" } = {},
): Promise<number> {
  const page = await browser.open(`${APP}/auth/signin?callbackUrl=/home`);
  return (await page.submit(`/auth/callback/${id}`, { name, secret })).status;
}

/** A request with cookies. */
function incomingWith(...cookies: readonly (readonly [string, string])[]): Incoming {
  const request = { url: APP, method: "POST", headers: new Headers(), origin: APP };
  return { ...request, cookies: new Map(cookies) } as unknown as Incoming;
}

testForms(
  "A user name that is somebody's address makes no browser known for that address (LM-11)",
  async () => {
    const world = openPasswords(byName);
    await world.register();
    await world.post("signout");
    const guess = async (browser: Browser) => (await world.enter("wrong password", browser)).status;
    const statuses: number[] = [];
    for (let round = 0; round < 3; round++) {
      const browser = world.visitor();
      assert.equal(await signInAs(world, ADA, { browser }), 200, world.log());
      for (let time = 0; time < 10; time++) statuses.push(await guess(browser));
    }
    assert.deepEqual(statuses, [...Array(10).fill(200), ...Array(20).fill(429)]);
    assert.equal((await world.enter()).url, `${APP}/home`, "the owner is not locked out");
  },
);

test("A user name has limits of its own at each `Credentials`, and known browsers (LM-11)", async () => {
  const world = openPasswords(byName);
  const browser = world.visitor();
  assert.equal(await signInAs(world, "ada", { browser }), 200);
  for (let time = 0; time < 10; time++) await signInAs(world, "ada", { id: "pam", secret: "wrong" });
  assert.equal(await signInAs(world, "ada", { id: "pam" }), 429);
  assert.equal(await signInAs(world, "ada", { id: "pam", browser }), 429, "known at another provider");
  assert.equal(await signInAs(world, "ada", { id: "ldap" }), 200, "another Ada");
  for (let time = 0; time < 10; time++) await signInAs(world, "ada", { secret: "wrong" });
  assert.equal(await signInAs(world, "ada"), 429);
  assert.equal(await signInAs(world, "ada", { browser }), 200, "a browser that is known");
});

test("A browser is known by its passkey for the passkey alone, whatever id the device has chosen (LM-11)", async () => {
  const world = openFactors();
  await world.register();
  await world.turnOn();
  const ada = (await world.db.users())[0]!;
  const setup = setupOf(world.config, "https");
  let left = 10;
  const mallory = { id: "mallory", email: null };
  for (const chosen of [ada.id, ada.id.toLowerCase(), `user ${ada.id}`, ADA]) {
    const account = { provider: "passkey", type: "webauthn", providerAccountId: chosen } as const;
    const [cookie] = await rememberBrowser(
      { user: mallory, account, stored: {}, amr: [] },
      { user: mallory, isNewUser: true, isProof: true },
      { incoming: incomingWith(), returnTo: APP, intent: { userId: null, link: "none" } },
      setup,
    );
    const visitor = incomingWith([cookie!.name, cookie!.value]);
    assert.equal(await setup.limits.isKnownBrowser("mallory", visitor), true);
    assert.equal(await setup.limits.isKnownBrowser(ada.id, visitor), false, chosen);
    let runs = 0;
    for (let time = 0; time < 11; time++) {
      const attempted = { kind: "secondFactor", account: ada.id, provider: "second-factor" } as const;
      const fail = () => {
        runs++;
        return Promise.reject(new Error("wrong"));
      };
      await setup.limits.attempt(attempted, visitor, fail).catch(() => {});
    }
    assert.equal(runs, left, "those of a stranger");
    left = 0;
  }
});

testForms(
  "Ten wrong codes of strangers do not stop the second factor in a browser that is known (LM-03)",
  async () => {
    const world = openFactors();
    const kit = await world.registerWithFactor();
    for (const count of [4, 4, 2]) {
      const stranger = world.visitor();
      const page = await world.enter(GOOD, stranger);
      for (let time = 0; time < count; time++) await world.answer(page, { code: "000000" }, stranger);
    }
    const page = await world.enter();
    assert.equal((await world.answer(page, { code: world.nextCode(kit) })).url, `${APP}/home`, world.log());
  },
);

test("User ids that differ in case alone are two users (LM-11)", async () => {
  const world = openFactors();
  await world.post("signout");
  const { limits } = setupOf(world.config, "https");
  const incoming = incomingWith();
  const attempt = async (account: string) => {
    let hasRun = false;
    const attempted = { kind: "secondFactor", account, provider: "second-factor" } as const;
    await limits.attempt(attempted, incoming, () => {
      hasRun = true;
      return Promise.reject(new Error("wrong"));
    }).catch(() => {});
    return hasRun;
  };
  for (let time = 0; time < 10; time++) assert.equal(await attempt("AbCd"), true);
  assert.equal(await attempt("AbCd"), false);
  assert.equal(await attempt("aBcD"), true);
});

test("the page after too many attempts offers another way to sign in only where there is one", async () => {
  for (const [ids, isOffered] of [[["ldap"], false], [["ldap", "pam"], true]] as const) {
    const { browser } = open({ ...byName, providers: () => ids.map(named) });
    const guess = async () => {
      const page = await browser.open(`${APP}/auth/signin?callbackUrl=/home`);
      return await page.submit("/auth/callback/ldap", { name: "ada", secret: "wrong" });
    };
    let page = await guess();
    for (let time = 0; time < 10; time++) page = await guess();
    assert.equal(page.status, 429);
    assert.match(page.text, /There were too many attempts/);
    assert.match(page.text, /Time to wait: 15 minutes/);
    assert.equal(/another way/.test(page.text), isOffered, page.text);
  }
});
