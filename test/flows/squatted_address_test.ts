/**
 * With sessions in tokens, which cannot be ended, an address that is not verified is not stored: the first user to register
 * with it does not lock the owner of the mailbox out.
 *
 * @module
 */

import assert from "node:assert/strict";
import { test } from "node:test";
import type { User } from "../../mod.ts";
import { Memory } from "../../src/adapters/memory.ts";
import type { AdapterUser } from "../../src/adapters/types.ts";
import { Passkey } from "../../src/providers/passkey.ts";
import { WebAuthn } from "../../src/providers/webauthn.ts";
import { createAuthenticator } from "./_authenticator.ts";
import { ADAPTERS, type DatabaseOptions, openDatabase } from "./_database.ts";
import { APP, oauth2 } from "./_world.ts";

const VICTIM = "victim@example.com";
const MALLORY = { sub: "mallory", name: "Mallory", email: VICTIM };

const openTokens = (options: DatabaseOptions = {}) =>
  openDatabase({
    session: { strategy: "jwt" },
    more: (idp) => [oauth2(idp, { id: "other", name: "Other", verifiedEmail: true })],
    ...options,
  });

type World = ReturnType<typeof openTokens>;

/** Signs in at a provider, in a browser of its own. */
async function comeBy(world: World, provider: string, user: Parameters<World["idp"]["login"]>[0]) {
  const browser = world.visitor();
  world.idp.login(user);
  const page = await (await browser.open(`${APP}/auth/signin?callbackUrl=/home`)).submit(
    `/auth/signin/${provider}`,
  );
  return { browser, page };
}

for (const [kind, adapter] of Object.entries(ADAPTERS)) {
  test(`the first user to register an address does not lock its owner out, ${kind} (AL-25)`, async () => {
    const world = openTokens({ adapter: adapter() });
    const { browser: squatter } = await comeBy(world, "idp", MALLORY);
    const [mallory] = await world.db.users();
    assert.deepEqual([mallory!.email, mallory!.emailVerified], [null, null]);
    await world.ask(VICTIM);
    assert.equal((await world.follow()).url, `${APP}/home`, world.log());
    const owner = (await world.session())!.user;
    assert.equal(owner.email, VICTIM);
    assert.notEqual(owner.id, mallory!.id);
    // By a provider that vouches for the address as well.
    const { page, browser } = await comeBy(world, "other", {
      sub: "owner",
      name: "Owner",
      email: "b@example.com",
    });
    assert.equal(page.url, `${APP}/home`, world.log());
    assert.equal((await world.sessionIn(browser))?.user.email, "b@example.com");
    // Mallory signs in as before, to her own user.
    const again = await comeBy(world, "idp", MALLORY);
    assert.equal((await world.sessionIn(again.browser))?.user.id, mallory!.id);
    assert.equal((await world.sessionIn(squatter))?.user.id, mallory!.id);
    assert.equal((await world.db.users()).filter(({ email }) => email === VICTIM).length, 1);
  });
}

test("a database that demands an address gets a message that says why it has none (AL-25)", async () => {
  const messages = [
    'null value in column "email" of relation "users" violates not-null constraint',
    "NOT NULL constraint failed: users.email",
    "Column 'email' cannot be null",
    "Null constraint violation on the fields: (`email`)",
    "User validation failed: email: Path `email` is required.",
  ];
  for (const message of messages) {
    for (const wrapped of [true, false]) {
      const memory = Memory();
      const err = wrapped
        ? new Error("Failed query: insert into users", { cause: new Error(message) })
        : new Error(message);
      const refuse = () => Promise.reject(err);
      const world = openTokens({ adapter: { ...memory, createUser: refuse, createUserWithAccount: refuse } });
      await comeBy(world, "idp", MALLORY);
      assert.match(world.log(), /AdapterError: Cannot create the user: the database demands an address/);
      assert.match(world.log(), /allow NULL in the column `email`, or store sessions in the database/);
      assert.ok(world.log().includes(message), "the error of the database stands in the log");
    }
  }
  // Another failure has its own message.
  const down = () => Promise.reject(new Error("insert into users (name, email) failed: connection reset"));
  const world = openTokens({ adapter: { ...Memory(), createUser: down, createUserWithAccount: down } });
  await comeBy(world, "idp", MALLORY);
  assert.match(world.log(), /AdapterError: Cannot ask the database: `createUserWithAccount` failed/);
  assert.doesNotMatch(world.log(), /demands an address/);
});

test("callbacks and sessions see the address that the provider sent, at each sign-in (AL-25)", async () => {
  const seen: (string | null | undefined)[] = [];
  const created: User[] = [];
  const world = openTokens({
    callbacks: {
      signIn: ({ user }) => (seen.push(user.email), user.email?.endsWith("@example.com") === true),
    },
    events: { createUser: ({ user }) => void created.push(user) },
  });
  for (let i = 0; i < 3; i++) {
    const { browser, page } = await comeBy(world, "idp", MALLORY);
    assert.equal(page.url, `${APP}/home`, world.log());
    assert.equal((await world.sessionIn(browser))?.user.email, VICTIM);
  }
  assert.deepEqual(seen, [VICTIM, VICTIM, VICTIM]);
  assert.deepEqual(created.map(({ email }) => email), [null], "the event has the stored user");
});

test("a user gets the address once the provider, or a mail, verifies it (AL-25)", async () => {
  const adapter = Memory();
  const before = openTokens({ adapter });
  await comeBy(before, "idp", { sub: "ada", name: "Ada", email: "ada@example.com" });
  assert.equal(await adapter.getUserByEmail("ada@example.com"), null);
  const after = openTokens({ adapter, oauth: { verifiedEmail: true } });
  const { browser } = await comeBy(after, "idp", { sub: "ada", name: "Ada", email: "ada@example.com" });
  const ada = await adapter.getUserByEmail("ada@example.com");
  assert.ok(ada?.emailVerified);
  assert.equal((await after.sessionIn(browser))?.user.id, ada.id);
  // Another user has verified the address in the meantime: it stays there.
  const squat = openTokens();
  await comeBy(squat, "idp", MALLORY);
  await squat.ask(VICTIM);
  await squat.follow();
  const vouched = openTokens({ adapter: squat.db.adapter, oauth: { verifiedEmail: true } });
  const { page } = await comeBy(vouched, "idp", MALLORY);
  assert.equal(page.url, `${APP}/home`, vouched.log());
  assert.equal((await squat.db.users()).filter(({ email }) => email === VICTIM).length, 1);
});

test("a user without a stored address gets that of their session by mail, and no other mailbox (AL-25)", async () => {
  for (const link of [{}, { link: "true" }]) {
    const world = openTokens();
    await world.signIn();
    const [ada] = await world.db.users();
    assert.equal(ada!.email, null);
    await world.post("signin/email", { email: "new@example.com", callbackUrl: "/home", ...link });
    await world.follow();
    assert.equal((await world.session())?.user.email, "new@example.com", world.log());
    assert.equal((await world.db.adapter.getUser(ada!.id))?.email, null);
  }
  const world = openTokens();
  await world.signIn();
  const [ada] = await world.db.users();
  await world.ask("ada@example.com");
  assert.equal((await world.follow()).url, `${APP}/home`, world.log());
  const users: readonly AdapterUser[] = await world.db.users();
  assert.deepEqual(users.map(({ id, email }) => [id, email]), [[ada!.id, "ada@example.com"]]);
  assert.ok(users[0]!.emailVerified);
});

test("the verified address of a second account is not that of the user: it would stay when the account goes (AL-25)", async () => {
  const world = openTokens({
    more: (idp) => [oauth2(idp, { id: "work", name: "Work", verifiedEmail: true })],
  });
  await world.signIn();
  world.idp.login({ sub: "w", name: "Ada", email: "ada@employer.example" });
  await world.signIn({ provider: "work", link: true });
  const [ada] = await world.db.users();
  assert.deepEqual(await world.db.accounts(), [`idp/ada: ${ada!.id}`, `work/w: ${ada!.id}`], world.log());
  await world.post("signout");
  await world.signIn({ provider: "work" });
  assert.equal((await world.db.adapter.getUser(ada!.id))?.email, null);
  const employer = world.visitor();
  await world.ask("ada@employer.example", employer);
  await world.follow(employer);
  assert.notEqual((await world.sessionIn(employer))?.user.id, ada!.id);
});

test("allowDangerousEmailAccountLinking takes the word of the provider, also for a new user (AL-25)", async () => {
  const world = openTokens({ oauth: { allowDangerousEmailAccountLinking: true } });
  await world.signIn();
  assert.deepEqual((await world.db.users()).map(({ email }) => email), ["ada@example.com"]);
});

test("a passkey squats no address, and a passkey that needs the address registers no new user (AL-25)", async () => {
  const world = openTokens({
    more: () => [Passkey(), WebAuthn({ enableConditionalUI: false })],
    experimental: { enableWebAuthn: true },
  });
  const authenticator = createAuthenticator(APP);
  const ask = (id: string) =>
    world.browser.fetch(`${APP}/auth/webauthn-options/${id}?action=register&email=${VICTIM}&name=M`);
  const refused = await ask("webauthn");
  assert.equal(refused.status, 400, world.log());
  assert.match(world.log(), /sign-up-needs-stored-sessions/);
  const { options } = await (await ask("passkey")).json();
  const data = JSON.stringify(await authenticator.create(options, {}));
  const { headers } = await world.post("callback/passkey", {
    action: "register",
    data,
    callbackUrl: "/home",
  });
  assert.equal(headers.get("location"), `${APP}/home`, world.log());
  assert.deepEqual((await world.db.users()).map(({ email }) => email), [null]);
  const owner = world.visitor();
  await world.ask(VICTIM, owner);
  assert.equal((await world.follow(owner)).url, `${APP}/home`, world.log());
});

test("stored sessions keep the address, because a takeover ends them", async () => {
  const world = openDatabase();
  await world.signIn();
  assert.deepEqual((await world.db.users()).map(({ email }) => email), ["ada@example.com"]);
});
