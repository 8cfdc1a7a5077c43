/**
 * The specification's table *States and transitions*, row by row.
 *
 * @module
 */

import assert from "node:assert/strict";
import { test } from "node:test";
import type { JWTParams, SignInParams } from "../../mod.ts";
import type { Page } from "../../src/testing/mod.ts";
import {
  assertFailed,
  type DatabaseOptions,
  type DatabaseWorld,
  openDatabase,
  storeUser,
} from "./_database.ts";
import { APP } from "./_world.ts";
import { chosen } from "../_short.ts";

const DAY = 86_400;

/** Each kind of sign-in, from the sign-in page to where it ends. Ada is stored; her mailbox is `ada@example.com`. */
const WAYS: Readonly<Record<string, (world: DatabaseWorld) => Promise<Page>>> = {
  "an OAuth provider": (world) => world.signIn(),
  "a mailed link": async (world) => {
    await world.ask();
    return await world.follow();
  },
  "a mailed code": async (world) => {
    const page = await world.ask();
    return await page.submit("/auth/callback/email", { code: world.mails[0]!.code });
  },
  "a password": (world) => world.typePassword(),
};

const STRATEGIES = chosen(["database", "jwt"] as const);

/** A world that knows Ada, with a mailbox that is proven. */
async function openWithAda(options: DatabaseOptions = {}): Promise<DatabaseWorld> {
  const world = openDatabase({ oauth: { allowDangerousEmailAccountLinking: true }, ...options });
  await storeUser(world, { emailVerified: new Date(0) });
  return world;
}

/** When the one stored session ends, in seconds from now. */
async function secondsLeft({ db, platform }: DatabaseWorld): Promise<number> {
  const [session] = await db.sessions();
  return (session!.expires.getTime() - platform.now()) / 1000;
}

test("Stored session, accessed before `expires`: `expires` is extended by `maxAge`", async () => {
  for (const [session, age] of [[{}, 30 * DAY], [{ maxAge: 1000, updateAge: 10 }, 1000]] as const) {
    const world = await openWithAda({ session });
    await world.typePassword();
    world.platform.tick(age - 1);
    assert.ok(await world.session());
    assert.equal(await secondsLeft(world), age);
  }
});

test("Stored session, accessed before `expires`: extension happens at most once per `updateAge`", async () => {
  for (const [session, period] of [[{}, DAY], [{ maxAge: 1000, updateAge: 10 }, 10]] as const) {
    const world = await openWithAda({ session });
    await world.typePassword();
    const full = await secondsLeft(world);
    world.db.calls.length = 0;
    for (let time = 0; time < 20; time++) {
      world.platform.tick(period / 10);
      await world.session();
    }
    assert.equal(world.db.calls.filter((method) => method === "prolongSession").length, 2);
    assert.equal(await secondsLeft(world), full);
  }
});

test("Stored session, accessed after `expires`: it is removed from the database", async () => {
  const world = await openWithAda({ session: { maxAge: 1000, updateAge: 1000 } });
  await world.typePassword();
  const { name, value } = world.browser.cookies(APP).find(({ name }) => name.includes("session"))!;
  // Browsers drop the cookie in time; this one comes back with it.
  const request = new Request(`${APP}/auth/session`, { headers: { cookie: `${name}=${value}` } });
  const read = async () => await (await world.platform.sites[APP]!(request)).json();
  world.platform.tick(999);
  assert.ok(await read());
  assert.equal((await world.db.sessions()).length, 1);
  world.platform.tick(1);
  assert.equal(await read(), null);
  assert.deepEqual(await world.db.sessions(), []);
});

test("Verification token, email sign-in requested: the token is created, hashed, with an expiry", async () => {
  const world = await openWithAda();
  await world.ask();
  const { token, expires } = world.mails[0]!;
  const stored = world.db.tokens();
  assert.ok(
    stored.length > 0 && stored.every((row) => row.token !== token && /^[\da-f]{64}$/.test(row.token)),
  );
  assert.deepEqual(stored.map((row) => row.expires), stored.map(() => expires));
  assert.deepEqual(expires, new Date(world.platform.now() + 3_600_000));
});

test("Verification token, email sign-in requested: the link is sent, and it is stored by then", async () => {
  const stored: number[] = [];
  const world: DatabaseWorld = await openWithAda({
    email: { sendVerificationRequest: () => void stored.push(world.db.tokens().length) },
  });
  await world.ask();
  assert.equal(stored.length, 1);
  assert.ok(stored[0]! > 0);
});

test("Verification token, email sign-in requested: callbacks.signIn is called with `email.verificationRequest`", async () => {
  const seen: SignInParams["email"][] = [];
  const world = await openWithAda({ callbacks: { signIn: ({ email }) => seen.push(email) > 0 } });
  await world.ask();
  assert.deepEqual(seen, [{ verificationRequest: true }]);
});

test("Verification token, link followed: the user is signed in, and the token deleted", async () => {
  const world = await openWithAda();
  await world.ask();
  const before = world.db.tokens().length;
  const page = await world.follow();
  assert.equal(page.text, "Hello Ada Lovelace", world.log());
  assert.ok(world.db.tokens().length < before);
  const again = await (await world.visitor().open(world.mails[0]!.url)).submit("Sign in");
  assert.match(again.url, /error=Verification/);
});

test("Verification token, link followed: `emailVerified` is the date of the first sign-in", async () => {
  const world = openDatabase();
  await world.ask();
  world.platform.tick(60);
  const first = new Date(world.platform.now());
  await world.follow();
  world.platform.tick(DAY);
  await world.ask();
  await world.follow();
  assert.deepEqual((await world.db.users()).map(({ emailVerified }) => emailVerified), [first]);
});

test("Verification token, link followed: nothing happens if token, address or time do not fit", async () => {
  const world = openDatabase();
  await world.ask();
  const url = new URL(world.mails[0]!.url);
  const altered = (name: string, value: string) => {
    const other = new URL(url);
    other.searchParams.set(name, value);
    return other.href;
  };
  for (const wrong of [altered("token", "0".repeat(64)), altered("email", "bob@example.com")]) {
    const page = await (await world.visitor().open(wrong)).submit("Sign in");
    assert.match(page.url, /error=Verification/);
  }
  world.platform.tick(3600);
  const page = await (await world.visitor().open(url.href)).submit("Sign in");
  assert.match(page.url, /error=Verification/);
  assert.deepEqual([await world.db.users(), await world.db.sessions()], [[], []]);
});

test("JWT, created at sign-in: callbacks.jwt is invoked with the trigger `signUp`, later `signIn`", async () => {
  const seen: JWTParams[] = [];
  const world = openDatabase({
    session: { strategy: "jwt" },
    callbacks: { jwt: (params) => (seen.push(structuredClone(params)), params.token) },
  });
  const isSignIn = ({ trigger }: JWTParams) => trigger !== undefined;
  await world.signIn();
  await world.signIn();
  const [user] = await world.db.users();
  const [first, second, ...others] = seen.filter(isSignIn);
  assert.deepEqual(others, []);
  assert.deepEqual([first!.trigger, first!.isNewUser], ["signUp", true]);
  assert.deepEqual([second!.trigger, second!.isNewUser], ["signIn", false]);
  for (const { token, user: given, account, profile } of [first!, second!]) {
    const shown = { ...user!, email: "ada@example.com" };
    assert.equal(user!.email, "ada@example.com");
    assert.deepEqual(token, { name: shown.name, email: shown.email, picture: shown.image, sub: shown.id });
    assert.deepEqual(given, shown);
    assert.deepEqual([account!.provider, account!.providerAccountId], ["idp", "ada"]);
    assert.ok(account!.access_token);
    assert.equal(profile!.sub, "ada");
  }
});

test("JWT, updated at session access: callbacks.jwt is invoked with the trigger `update`, or none", async () => {
  const seen: JWTParams[] = [];
  const world = await openWithAda({
    session: { strategy: "jwt" },
    callbacks: { jwt: (params) => (seen.push(params), params.token) },
  });
  await world.typePassword();
  seen.length = 0;
  await world.session();
  await world.post("session", { data: { theme: "dark" } }, { json: true });
  assert.deepEqual(
    seen.map(({ trigger, session, token, user, account }) => ({
      trigger,
      session,
      sub: token.sub,
      user,
      account,
    })),
    [
      { trigger: undefined, session: undefined, sub: "1", user: undefined, account: undefined },
      { trigger: "update", session: { theme: "dark" }, sub: "1", user: undefined, account: undefined },
    ],
  );
});

for (const strategy of STRATEGIES) {
  for (const [way, go] of Object.entries(WAYS)) {
    test(`Sign-in by ${way}, callbacks.signIn returns true: the flow continues (${strategy})`, async () => {
      const world = await openWithAda({ session: { strategy }, callbacks: { signIn: () => true } });
      const page = await go(world);
      assert.deepEqual([page.url, page.text], [`${APP}/home`, "Hello Ada Lovelace"], world.log());
    });

    test(`Sign-in by ${way}, callbacks.signIn returns false or throws: the error page (${strategy})`, async () => {
      const refusals = [
        () => false,
        () => undefined as never,
        () => Promise.reject(new Error("banned")),
        () => {
          throw new Error("banned");
        },
      ];
      for (const refuse of refusals) {
        const signIn = ({ email }: SignInParams) => email?.verificationRequest ? true : refuse();
        const world = await openWithAda({ session: { strategy }, callbacks: { signIn } });
        const page = await go(world);
        await assertFailed(world, page, ["error", "AccessDenied"]);
        assert.equal(page.status, 403);
        assert.deepEqual([await world.db.sessions(), await world.db.accounts()], [[], []]);
      }
    });

    test(`Sign-in by ${way}, callbacks.signIn returns a string: the user is sent there (${strategy})`, async () => {
      const signIn = ({ email }: SignInParams) => email?.verificationRequest ? true : "/terms?a=b";
      const world = await openWithAda({ session: { strategy }, callbacks: { signIn } });
      const page = await go(world);
      assert.deepEqual([page.url, page.text], [`${APP}/terms?a=b`, "Nobody is signed in"], world.log());
      assert.deepEqual([await world.db.sessions(), await world.db.accounts()], [[], []]);
    });
  }
}

test("Sign-in, callbacks.signIn returns false: the user is sent to pages.error", async () => {
  const world = await openWithAda({ pages: { error: "/oops?a=b" }, callbacks: { signIn: () => false } });
  assert.equal(
    (await world.typePassword()).url,
    `${APP}/oops?a=b&error=AccessDenied&callbackUrl=${encodeURIComponent(`${APP}/home`)}`,
  );
});
