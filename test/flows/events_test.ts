/**
 * The specification's table *Events*, row by row, with exactly the fields that it names.
 *
 * @module
 */

import assert from "node:assert/strict";
import { test } from "node:test";
import type { Events } from "../../mod.ts";
import {
  ADAPTERS,
  assertFailed,
  type DatabaseOptions,
  type DatabaseWorld,
  openDatabase,
  storeUser,
} from "./_database.ts";
import { APP, oauth2 } from "./_world.ts";
import { chosen } from "../_short.ts";

type Told = readonly [event: keyof Events, message: Record<string, unknown>];

/** A world that writes down what the application is told. */
function openListening(options: DatabaseOptions = {}) {
  const told: Told[] = [];
  const listen = (event: keyof Events) => (message: object) =>
    void told.push([event, structuredClone(message) as Record<string, unknown>]);
  // Each event has a test of its fields: `unlinkAccount` in `account_changes_test.ts`, `limited` and `signInFailure`
  // in `limits_test.ts`, `providerSignOut` in `backchannel_logout_test.ts`, the others here.
  const events: Required<
    Omit<Events, "actAs" | "anonymousMerged" | "limited" | "providerSignOut" | "signInFailure">
  > = {
    createUser: listen("createUser"),
    updateUser: listen("updateUser"),
    linkAccount: listen("linkAccount"),
    unlinkAccount: listen("unlinkAccount"),
    session: listen("session"),
    signIn: listen("signIn"),
    signOut: listen("signOut"),
  };
  return { world: openDatabase({ ...options, events }), told, names: () => told.map(([event]) => event) };
}

/** The messages of one event. */
function of(told: readonly Told[], event: keyof Events): readonly Record<string, unknown>[] {
  return told.flatMap(([name, message]) => name === event ? [message] : []);
}

/** What a sign-in tells beside the reading of the session on the page where it ends. */
function ofSignIn(names: readonly (keyof Events)[]): readonly (keyof Events)[] {
  return names.filter((event) => event !== "session");
}

/** Signs in by a mailed link. */
async function byMail(world: DatabaseWorld): Promise<void> {
  await world.ask();
  await world.follow();
}

for (const [kind, adapter] of Object.entries(ADAPTERS)) {
  test(`createUser { user }: a user is created, by a provider or by mail, with ${kind}`, async () => {
    for (const go of [(world: DatabaseWorld) => world.signIn(), byMail]) {
      const { world, told } = openListening({ adapter: adapter() });
      await go(world);
      assert.deepEqual(of(told, "createUser"), [{ user: (await world.db.users())[0] }], world.log());
      await world.post("signout");
      await go(world);
      assert.equal(of(told, "createUser").length, 1, "but not at the second sign-in");
    }
  });

  test(`createUser { user }: is told of no user who was there before, with ${kind}`, async () => {
    const { world, names } = openListening({
      adapter: adapter(),
      oauth: { allowDangerousEmailAccountLinking: true },
    });
    await storeUser(world, { emailVerified: new Date(0) });
    await world.signIn();
    await byMail(world);
    await world.typePassword();
    assert.equal(names().includes("createUser"), false);
  });

  test(`updateUser { user }: a user is updated, who proves a mailbox, with ${kind}`, async () => {
    const { world, told } = openListening({ adapter: adapter() });
    await world.signIn();
    await byMail(world);
    const [user] = await world.db.users();
    assert.deepEqual(of(told, "updateUser"), [{ user }]);
    assert.ok(user!.emailVerified);
    await byMail(world);
    assert.equal(of(told, "updateUser").length, 1, "the second proof changes nothing");
  });

  test(`linkAccount { user, account, profile }: an account is linked to a new user, with ${kind}`, async () => {
    const { world, told, names } = openListening({ adapter: adapter() });
    await world.signIn();
    assert.deepEqual(ofSignIn(names()), ["createUser", "linkAccount", "signIn"]);
    const [user] = await world.db.users();
    const [{ account, profile, ...message }, ...others] = of(told, "linkAccount") as [
      Record<string, unknown>,
    ];
    assert.deepEqual([message, others], [{ user }, []]);
    const { access_token, ...rest } = account as Record<string, unknown>;
    assert.ok(access_token);
    assert.deepEqual(
      [rest.provider, rest.type, rest.providerAccountId, rest.userId, rest.expires_in],
      ["idp", "oauth", "ada", undefined, undefined],
    );
    const { id, ...mapped } = profile as Record<string, unknown>;
    assert.match(String(id), /^[\da-f-]{36}$/);
    assert.deepEqual(mapped, { name: "Ada Lovelace", email: "ada@example.com", image: null });
  });

  test(`linkAccount { user, account, profile }: an account is linked to the user who is signed in, with ${kind}`, async () => {
    const { world, told, names } = openListening({
      adapter: adapter(),
      more: (idp) => [oauth2(idp, { id: "other" })],
    });
    await world.signIn();
    const [user] = await world.db.users();
    told.length = 0;
    world.idp.login({ sub: "a2", name: "Ada at work", email: "ada@work.test" });
    await world.signIn({ provider: "other", link: true });
    assert.deepEqual(ofSignIn(names()), ["linkAccount", "signIn"], world.log());
    const [message] = of(told, "linkAccount") as Record<string, Record<string, unknown>>[];
    assert.deepEqual(message!.user, user);
    assert.equal(message!.account!.providerAccountId, "a2");
    assert.equal(message!.profile!.name, "Ada at work");
  });

  test(`session, signOut { session }: a stored session is checked, and ends, with ${kind}`, async () => {
    const { world, told } = openListening({ adapter: adapter() });
    await storeUser(world);
    await world.typePassword();
    const [stored] = await world.db.sessions();
    told.length = 0;
    const session = await world.session();
    assert.equal(session?.user.name, "Ada Lovelace");
    assert.deepEqual(JSON.parse(JSON.stringify(told)), [["session", { session }]]);
    await world.browser.open(`${APP}/`);
    assert.equal(told.length, 2, "also by the application itself");
    told.length = 0;
    await world.post("signout");
    assert.deepEqual(told, [["signOut", { session: stored }]]);
  });

  test(`signIn { user, account, profile, isNewUser }: a user signs in by a provider, with ${kind}`, async () => {
    const { world, told } = openListening({ adapter: adapter() });
    await world.signIn();
    await world.signIn();
    const [user] = await world.db.users();
    const messages = of(told, "signIn") as Record<string, Record<string, unknown>>[];
    assert.deepEqual(messages.map(({ isNewUser }) => isNewUser), [true, false]);
    for (const { account, profile, isNewUser: _, ...message } of messages) {
      assert.deepEqual(message, { user });
      assert.deepEqual([account!.provider, account!.type, account!.providerAccountId], [
        "idp",
        "oauth",
        "ada",
      ]);
      assert.ok(account!.access_token);
      assert.deepEqual(profile, {
        sub: "ada",
        name: "Ada Lovelace",
        email: "ada@example.com",
        email_verified: true,
      });
    }
  });

  test(`signIn { user, account, isNewUser }: a user signs in by mail, with ${kind}`, async () => {
    const { world, told, names } = openListening({ adapter: adapter() });
    await byMail(world);
    const [user] = await world.db.users();
    const account = { provider: "email", type: "email", providerAccountId: "ada@example.com" };
    assert.deepEqual(of(told, "signIn"), [{ user, account, isNewUser: true }]);
    assert.deepEqual(ofSignIn(names()), ["createUser", "signIn"]);
    await byMail(world);
    assert.deepEqual(of(told, "signIn")[1], { user, account, isNewUser: false });
  });
}

test("signIn { user, account, isNewUser }: with a password, `user` is the result of `authorize`", async () => {
  for (const strategy of chosen(["jwt", "database"] as const)) {
    const answer = { id: "1", name: "Ada", roles: ["admin"], password: "hash" };
    const { world, told, names } = openListening({
      session: { strategy },
      password: { authorize: () => answer },
    });
    await storeUser(world);
    await world.typePassword();
    const account = { provider: "password", type: "credentials", providerAccountId: "1" };
    assert.deepEqual(of(told, "signIn"), [{ user: answer, account, isNewUser: false }], world.log());
    assert.deepEqual(ofSignIn(names()), ["signIn"]);
  }
});

test("session { session, token }, signOut { token }: a session in a token is checked, and ends", async () => {
  const { world, told } = openListening({ session: { strategy: "jwt" } });
  await storeUser(world);
  await world.typePassword();
  told.length = 0;
  const session = await world.session();
  const [{ token, ...message }] = of(told, "session") as [{ token: Record<string, unknown> }];
  assert.deepEqual(JSON.parse(JSON.stringify(message)), { session });
  assert.deepEqual([token.sub, token.name], ["1", "Ada Lovelace"]);
  told.length = 0;
  await world.post("signout");
  const [[event, { token: ended, ...rest }]] = told as [[string, { token: Record<string, unknown> }]];
  assert.deepEqual([event, rest, ended.sub], ["signOut", {}, "1"]);
});

test("signOut { session }: the session is null if it did not exist", async () => {
  const { world, told } = openListening();
  world.browser.setCookie(APP, "__Host-latchkey.session-token=unknown; Secure; Path=/");
  await world.post("signout");
  assert.deepEqual(told, [["signOut", { session: null }]]);
  await world.post("signout");
  assert.equal(told.length, 1, "and there is nothing to tell without a cookie");
});

test("events are not emitted for refusals and failures, and nothing is stored", async () => {
  const { world, names } = openListening({ callbacks: { signIn: () => false } });
  await storeUser(world);
  await assertFailed(world, await world.signIn(), ["error", "AccessDenied"]);
  await world.ask();
  await world.typePassword();
  await world.typePassword("wrong");
  assert.deepEqual(names(), []);
  assert.deepEqual([(await world.db.users()).length, await world.db.accounts()], [1, []]);
  assert.deepEqual(await world.db.sessions(), []);
  const { world: other, names: told } = openListening();
  await storeUser(other);
  await assertFailed(other, await other.signIn(), ["signin", "OAuthAccountNotLinked"]);
  assert.deepEqual(told(), []);
});

test("Events change nothing: a handler that throws is logged, and the sign-in goes on", async () => {
  const fail = () => Promise.reject(new Error("the queue is full"));
  const events = {
    createUser: fail,
    linkAccount: fail,
    signIn: fail,
    session: fail,
    signOut: fail,
    updateUser: fail,
  };
  const world = openDatabase({ events });
  assert.equal((await world.signIn()).text, "Hello Ada Lovelace", world.log());
  await byMail(world);
  assert.ok(await world.session());
  await world.post("signout");
  assert.equal(await world.session(), null);
  for (const event of Object.keys(events)) {
    assert.match(world.log(), new RegExp(`EventError: Cannot emit "${event}"`));
  }
});

test("Events are waited for", async () => {
  const done: string[] = [];
  const slowly = (event: string) => async () => {
    for (let turn = 0; turn < 50; turn++) await null;
    done.push(event);
  };
  const world = openDatabase({ events: { signIn: slowly("signIn"), signOut: slowly("signOut") } });
  await world.signIn();
  assert.deepEqual(done, ["signIn"]);
  await world.post("signout");
  assert.deepEqual(done, ["signIn", "signOut"]);
});
