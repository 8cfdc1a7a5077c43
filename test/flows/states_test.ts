/**
 * Sign-ins by each way, and what `callbacks.signIn` answers: rows of the specification's table *States and transitions*. The rows about
 * stored sessions are in `database_sessions_test.ts`, those about mailed tokens in `email_test.ts`.
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

test("Verification token, email sign-in requested: the link is sent, and it is stored by then", async () => {
  const stored: number[] = [];
  const world: DatabaseWorld = await openWithAda({
    email: { sendVerificationRequest: () => void stored.push(world.db.tokens().length) },
  });
  await world.ask();
  assert.equal(stored.length, 1);
  assert.ok(stored[0]! > 0);
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
