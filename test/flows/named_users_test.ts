/**
 * Sessions in tokens in which `callbacks.jwt` names another user than the one who has signed in.
 *
 * @module
 */

import assert from "node:assert/strict";
import { test } from "node:test";
import type { AuthConfig, JWTParams } from "../../mod.ts";
import { Memory } from "../../src/adapters/memory/memory.ts";
import { openDatabase } from "./_database.ts";
import { BETTER, GOOD, openPasswords } from "./_kept_passwords.ts";
import { testForms } from "./_password_forms.ts";
import { openLogout } from "./_provider_logout.ts";
import type { FakeProvider } from "../../src/testing/mod.ts";
import { openFactors } from "./_second_factor.ts";
import { APP, oauth2, oidc } from "./_world.ts";

const SESSION = { strategy: "jwt", revocationDelay: "always" } as const;
const DAY = 86_400;
const MAIN = { id: "main", email: "main@example.com", emailVerified: new Date(0) };

/** Names another user at the sign-in by a provider. */
const naming = (provider: string, sub: () => unknown) => ({
  jwt: ({ token, account }: JWTParams) =>
    account?.provider === provider ? { ...token, sub: sub() as string } : token,
});

for (const sub of [MAIN.id, "crm-7"]) {
  for (const claims of [{ sid: "s1" }, { sub: "ada" }, { sid: "s1", sub: "ada" }]) {
    test(`A logout by ${Object.keys(claims)} ends a session that names ${sub} (LO-05)`, async () => {
      const adapter = Memory();
      await adapter.createUser(MAIN);
      const callbacks = naming("idp", () => sub);
      const world = await openLogout({ adapter, url: APP, session: SESSION, callbacks } as never);
      const { signInAs, logout, token, isSignedIn } = world;
      await signInAs("ada", "s1");
      assert.ok(await isSignedIn(), world.log());
      assert.equal((await logout(await token(claims))).status, 200);
      assert.equal(await isSignedIn(), false);
    });
  }
}

testForms(
  "A new password ends sessions that began with the old one, also one that names another user (SE-25)",
  async () => {
    const named: { id?: string } = {};
    const world = openPasswords({ session: SESSION, callbacks: naming("password", () => named.id) as never });
    await world.register();
    await world.db.adapter.createUser(MAIN);
    named.id = MAIN.id;
    const thief = world.visitor();
    await world.enter(GOOD, thief);
    assert.equal((await world.sessionIn(thief))?.user.id, MAIN.id, world.log());
    const owner = world.visitor();
    const page = await world.forget(owner);
    await page.submit("/auth/callback/password", { code: world.mails.at(-1)!.code!, password: BETTER });
    assert.equal(await world.sessionIn(thief), null);
    assert.ok(await world.sessionIn(owner), world.log());
  },
);

test("A session that names another user of the database ends with either, and goes on after its own change (SE-25, SE-42)", async () => {
  for (const gone of ["signer", "named"] as const) {
    const world = openDatabase({ session: SESSION, callbacks: naming("idp", () => MAIN.id) as never });
    await world.db.adapter.createUser(MAIN);
    await world.signIn();
    const [signer] = (await world.db.users()).filter(({ id }) => id !== MAIN.id);
    for (let times = 0; times < 2; times++) {
      const page = await world.browser.open(`${APP}/auth/account`);
      await page.submit("/auth/account", { action: "sign-out-others" });
      world.platform.tick(DAY);
      assert.equal((await world.session())?.user.id, MAIN.id, world.log());
    }
    await world.db.adapter.deleteUser(gone === "named" ? MAIN.id : signer!.id);
    assert.equal(await world.session(), null, gone);
  }
});

test("A sub that is a number is its text, in every database", async () => {
  const callbacks = naming("idp", () => 7) as never;
  const world = openDatabase({ session: SESSION, adapter: Memory(), callbacks });
  await world.db.adapter.createUser({ ...MAIN, id: "7" });
  await world.signIn();
  assert.equal((await world.session())?.user.id, "7", world.log());
  const page = await world.browser.open(`${APP}/auth/account`);
  assert.equal(page.url, `${APP}/auth/account`, world.log());
  await world.db.adapter.deleteUser("7");
  assert.equal(await world.session(), null);
});

testForms(
  "A session whose sub changes after the sign-in has no proof of the user whom it names then (SF-27)",
  async () => {
    for (const how of ["update", "callbacks.session"] as const) {
      const named: { id?: string } = {};
      const callbacks: AuthConfig["callbacks"] = how === "update"
        ? { jwt: ({ token }) => named.id === undefined ? token : { ...token, sub: named.id } }
        : {
          session: (
            { token, session }: never,
          ) => (Object.assign(token, named.id && { sub: named.id }), session),
        };
      const world = openFactors({ session: SESSION, callbacks: callbacks as never });
      await world.registerWithFactor();
      const [ada] = await world.db.users();
      const grace = world.visitor();
      await world.signUp({ email: "grace@example.com" }, grace);
      await (await grace.open(world.mails.at(-1)!.url)).submit("/auth/callback/password").catch(() => null);
      await world.enter(GOOD, grace, "grace@example.com");
      await world.turnOn(grace);
      assert.equal(
        (await world.sessionIn<{ user: { id: string } }>(grace))?.user.id === ada!.id,
        false,
        world.log(),
      );
      named.id = ada!.id;
      await world.sessionIn(grace);
      const form = {
        action: "off",
        csrfToken: (await (await grace.fetch(`${APP}/auth/csrf`)).json()).csrfToken,
      };
      await grace.fetch(`${APP}/auth/second-factor-setup`, {
        method: "POST",
        body: new URLSearchParams(form),
      });
      const row = await world.db.adapter.rows.find("secondFactors", { userId: ada!.id });
      assert.ok(row?.enabledAt, `${how}: Ada's second factor is off`);
    }
  },
);

test("A session that names another user for a while, and then its own again, goes on after the changes of each (SE-25)", async () => {
  const named: { id?: string } = {};
  const world = openDatabase({
    session: SESSION,
    callbacks: {
      jwt: ({ token }: JWTParams) => named.id === undefined ? token : { ...token, sub: named.id },
    },
  });
  await world.db.adapter.createUser(MAIN);
  await world.signIn();
  const id = String((await world.session())!.user.id);
  for (const sub of [MAIN.id, id]) {
    named.id = sub;
    world.platform.tick(2 * DAY);
    assert.equal((await world.session())?.user.id, sub, world.log());
    const page = await world.browser.open(`${APP}/auth/account`);
    const done = await page.submit("/auth/account", { action: "sign-out-others" });
    assert.match(done.url, /\/auth\/account\?done=/, world.log());
    world.platform.tick(2 * DAY);
    assert.equal((await world.session())?.user.id, sub, world.log());
  }
});

test("A logout at the provider ends a session that names another user, also after an account was added to it (LO-05)", async () => {
  const adapter = Memory();
  await adapter.createUser(MAIN);
  const world = await openLogout(
    {
      adapter,
      url: APP,
      session: SESSION,
      callbacks: naming("idp", () => MAIN.id),
      providers: (idp: FakeProvider) => [oidc(idp), oauth2(idp, { id: "other", name: "Other" })],
    } as never,
  );
  const { signInAs, logout, token, isSignedIn } = world;
  await signInAs("ada", "s1");
  world.idp.login({ sub: "zoe", name: "Zoe", email: "zoe@example.com" });
  await world.signIn({ provider: "other", link: true });
  assert.ok(await adapter.getUserByAccount({ provider: "other", providerAccountId: "zoe" }), world.log());
  assert.ok(await isSignedIn(), world.log());
  assert.equal((await logout(await token({ sid: "s1", sub: "ada" }))).status, 200);
  assert.equal(await isSignedIn(), false);
});

for (const then of [MAIN.id, "second"]) {
  testForms(
    `A new password ends a session that began with the old one and names another user, also after an account was added, and it names ${then} (SE-25)`,
    async () => {
      const names: Record<string, string> = {};
      const world = openPasswords({
        session: SESSION,
        callbacks: {
          jwt: ({ token, account }: JWTParams) => {
            const sub = names[account?.provider ?? ""];
            return sub === undefined ? token : { ...token, sub };
          },
        },
        more: (idp) => [oauth2(idp, { id: "other", name: "Other" })],
      });
      await world.register();
      await world.db.adapter.createUser(MAIN);
      await world.db.adapter.createUser({ ...MAIN, id: "second", email: "second@example.com" });
      Object.assign(names, { password: MAIN.id, other: then });
      const thief = world.visitor();
      await world.enter(GOOD, thief);
      world.idp.login({ sub: "zoe", name: "Zoe", email: "zoe@example.com" });
      const page = await thief.open(`${APP}/auth/signin?link=true&callbackUrl=/home`);
      await page.submit("/auth/signin/other");
      assert.equal((await world.sessionIn(thief))?.user.id, then, world.log());
      assert.deepEqual(await world.db.accounts(), [`other/zoe: ${MAIN.id}`]);
      const reset = await world.forget(world.visitor());
      await reset.submit("/auth/callback/password", { code: world.mails.at(-1)!.code!, password: BETTER });
      assert.equal(await world.sessionIn(thief), null);
    },
  );
}

testForms(
  "A session that names another user goes on after it has confirmed a password of theirs",
  async () => {
    const world = openPasswords({ session: SESSION, callbacks: naming("idp", () => MAIN.id) as never });
    await world.db.adapter.createUser({ ...MAIN, emailVerified: null });
    world.idp.login({ sub: "zoe", name: "Zoe", email: "zoe@example.com" });
    await world.signIn();
    const asked = await (await world.browser.open(`${APP}/auth/password`)).submit("/auth/password", {
      password: GOOD,
    });
    await asked.submit("/auth/callback/password", { code: world.mails.at(-1)!.code! });
    assert.equal((await world.session())?.user.id, MAIN.id, world.log());
    assert.ok(await world.enter(GOOD, world.visitor()));
  },
);

test("A new sign-in that names the same user ends with its own provider's session, not with the one before (LO-05)", async () => {
  const adapter = Memory();
  await adapter.createUser(MAIN);
  const callbacks = naming("idp", () => MAIN.id);
  const world = await openLogout({ adapter, url: APP, session: SESSION, callbacks } as never);
  const { signInAs, logout, token, isSignedIn } = world;
  await signInAs("bob", "s0", world.visitor());
  await signInAs("ada", "s1");
  await signInAs("bob", "s2");
  assert.equal((await logout(await token({ sid: "s1", sub: "ada" }))).status, 200);
  assert.ok(await isSignedIn(), world.log());
  assert.equal((await logout(await token({ sid: "s2", sub: "bob" }))).status, 200);
  assert.equal(await isSignedIn(), false);
});
