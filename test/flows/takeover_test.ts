/**
 * A user whose address was never verified, and the owner of the mailbox who comes: nothing of a stranger works afterwards,
 * and nothing that hangs on the user is lost.
 *
 * @module
 */

import assert from "node:assert/strict";
import { test } from "node:test";
import { Memory } from "../../src/adapters/memory/memory.ts";
import type { Adapter, AdapterUser } from "../../src/adapters/contract/types.ts";
import { Passkey } from "../../src/providers/passkey.ts";
import type { Browser, Page } from "../../src/testing/mod.ts";
import { isNightly } from "../_nightly.ts";
import { withoutRows } from "../_with_rows.ts";
import { createAuthenticator } from "./_authenticator.ts";
import { callsForWay } from "./_calls.ts";
import {
  ADAPTERS,
  assertFailed,
  type DatabaseOptions,
  type DatabaseWorld,
  openDatabase,
  ReferenceAdapter,
  storeUser,
} from "./_database.ts";
import { type Interruptible, interruptible } from "./_interruptible.ts";
import { APP, oauth2 } from "./_world.ts";
import { chosen } from "../_short.ts";

const VICTIM = "ada@example.com";
const SQUATTER = { sub: "mallory", name: "Mallory", email: VICTIM };

/** A world in which Mallory has registered the address of Ada, by every way that there is. */
interface Squat {
  readonly world: DatabaseWorld;
  readonly db: Interruptible;
  readonly squatter: Browser;
  readonly authenticator: ReturnType<typeof createAuthenticator>;
  /** The user that both want. */
  readonly userId: string;
  /** Passwords of the application, by user. */
  readonly passwords: Map<string, string>;
}

async function squat(config: Pick<DatabaseOptions, "theme"> = {}): Promise<Squat> {
  const db = interruptible();
  const passwords = new Map<string, string>();
  const world = openDatabase({
    ...config,
    adapter: db.adapter,
    password: {
      authorize: async ({ password }) => {
        const [userId] = [...passwords].find(([, known]) => known === password) ?? [];
        return userId ? await db.adapter.getUser(userId) : null;
      },
      revoke: ({ id }) => passwords.delete(id),
    },
    more: (idp) => [oauth2(idp, { id: "other", name: "Other" }), Passkey()],
  });
  world.idp.login(SQUATTER);
  const squatter = world.visitor();
  await (await squatter.open(`${APP}/auth/signin`)).submit("/auth/signin/idp");
  const user = (await db.adapter.getUserByEmail(VICTIM))!;
  const authenticator = createAuthenticator(APP);
  passwords.set(user.id, "mallory's");
  const state = { world, db, squatter, authenticator, userId: user.id, passwords };
  await enrol(state);
  assert.equal((await db.adapter.listAuthenticatorsByUserId(user.id)).length, 1, world.log());
  return state;
}

async function post(browser: Browser, path: string, fields: Record<string, string>): Promise<Page> {
  const { csrfToken } = await (await browser.fetch(`${APP}/auth/csrf`)).json();
  const page = await browser.open(`${APP}/auth/signin?callbackUrl=/home`);
  const body = new URLSearchParams({ csrfToken, callbackUrl: "/home", ...fields });
  const response = await page.fetch(`${APP}/auth/${path}`, { method: "POST", body });
  return { ...page, url: response.url, status: response.status };
}

async function options({ squatter }: Squat, action: string): Promise<never> {
  const response = await squatter.fetch(`${APP}/auth/webauthn-options/passkey?action=${action}&link=true`);
  return (await response.json()).options as never;
}

async function enrol(state: Squat): Promise<void> {
  const created = await options(state, "register");
  if (!created) return;
  const data = JSON.stringify(await state.authenticator.create(created));
  await post(state.squatter, "callback/passkey", { action: "register", data, link: "true" });
}

/** A place between the calls of the database. */
type Moment = Pick<NonNullable<Interruptible["interrupt"]>, "call" | "moment">;

/** What Mallory does, again and again. */
const ATTACKS: Readonly<Record<string, (state: Squat) => Promise<unknown>>> = {
  "signs in by the provider": async ({ squatter }) =>
    await (await squatter.open(`${APP}/auth/signin`)).submit("/auth/signin/idp"),
  "links another account": async ({ squatter }) =>
    await (await squatter.open(`${APP}/auth/signin?link=true`)).submit("/auth/signin/other"),
  "enrols a passkey": enrol,
  "signs in with a passkey": async (state) => {
    const asked = await options(state, "authenticate");
    const data = JSON.stringify(await state.authenticator.get(asked));
    await post(state.squatter, "callback/passkey", { action: "authenticate", data });
  },
  "signs in with a password": async ({ squatter, world }) => {
    await world.typePassword("mallory's", squatter);
  },
  "uses the session": async ({ squatter, world }) => {
    world.platform.tick(86_400);
    await squatter.fetch(`${APP}/auth/session`);
  },
};

/**
 * The moments of a flow: before each call of the database and after the last. After a call, the database is as it is before
 * the next one; the nightly run tries both.
 *
 * @param attack The number of the attack.
 */
function momentsOf({ methods, count }: Interruptible, attack: number): readonly Moment[] {
  const calls = callsForWay(methods.slice(-count), attack);
  return [
    ...calls.map((call) => ({ call, moment: "before" as const })),
    ...(isNightly ? calls : [count - 1]).map((call) => ({ call, moment: "after" as const })),
  ];
}

/** Ada asks for a mail in a browser of her own, and follows its link. */
async function takeOver({ world }: Squat): Promise<void> {
  await world.ask(VICTIM);
  await world.follow();
}

/** The attacks that Mallory tries after a takeover: by day one, another one after each moment. All meet the same rows. */
function attacksAfter(turn: number): typeof ATTACKS {
  const all = Object.entries(ATTACKS);
  return Object.fromEntries(all.filter((_, i) => isNightly || i === turn % all.length));
}

/** Asserts that Ada has the user, whole, and Mallory has nothing. */
async function assertTakenOver(state: Squat, where: string, attacks = ATTACKS): Promise<void> {
  const { world, db, squatter, userId, passwords } = state;
  const session = await world.session();
  assert.equal(session?.user.id, userId, `${where}\n${world.log()}`);
  const user = await db.adapter.getUser(userId);
  assert.deepEqual([user?.email, user?.emailVerified !== null], [VICTIM, true], where);
  assert.deepEqual(await db.adapter.listAccountsByUserId(userId), [], where);
  assert.deepEqual(await db.adapter.listAuthenticatorsByUserId(userId), [], where);
  assert.equal((await db.adapter.listSessionsByUserId(userId)).length, 1, where);
  assert.equal(passwords.size, 0, where);
  const theirs = await world.sessionIn(squatter);
  assert.notEqual(theirs?.user.id, userId, where);
  for (const [what, attack] of Object.entries(attacks)) {
    await Promise.resolve(attack(state)).catch(() => {});
    const after = await world.sessionIn(squatter);
    assert.notEqual(after?.user.id, userId, `${where}, then Mallory ${what}`);
  }
  assert.deepEqual(await db.adapter.listAccountsByUserId(userId), [], where);
  assert.deepEqual(await db.adapter.listAuthenticatorsByUserId(userId), [], where);
}

test("Auth() gives a user to the owner of the mailbox, with the same id and without the attacker's credentials", async () => {
  const state = await squat();
  await takeOver(state);
  await assertTakenOver(state, "at once");
});

for (const [number, [what, attack]] of Object.entries(ATTACKS).entries()) {
  test(`Auth() removes all credentials of an attacker who ${what} while the owner takes the user over (AL-16)`, async () => {
    const rehearsal = await squat();
    rehearsal.db.count = 0;
    await attack(rehearsal);
    assert.ok(rehearsal.db.count > 0);
    for (const [turn, { call, moment }] of momentsOf(rehearsal.db, number).entries()) {
      const state = await squat();
      state.db.count = 0;
      state.db.interrupt = { call, moment, run: () => takeOver(state) };
      await attack(state);
      assert.equal(state.db.interrupt, null, "the attack was interrupted");
      await assertTakenOver(state, `${moment} call ${call}`, attacksAfter(number + turn));
    }
  });

  test(`Auth() removes all credentials of an attacker who ${what} between the steps of a takeover (AL-16)`, async () => {
    const rehearsal = await squat();
    await rehearsal.world.ask(VICTIM);
    rehearsal.db.count = 0;
    await rehearsal.world.follow();
    for (const [turn, { call, moment }] of momentsOf(rehearsal.db, number).entries()) {
      const state = await squat();
      await state.world.ask(VICTIM);
      state.db.count = 0;
      state.db.interrupt = { call, moment, run: () => attack(state) };
      await state.world.follow();
      const session = await state.world.session();
      // The stranger may have changed the user in between: then the sign-in is refused, and works the next time.
      if (!session) await takeOver(state);
      await assertTakenOver(state, `${moment} call ${call}`, attacksAfter(number + turn));
    }
  });
}

test("the page after a takeover lists the removed credentials, and links to the requested page", async () => {
  const { world } = await squat();
  await world.ask(VICTIM);
  const page = await world.follow();
  const { pathname, searchParams } = new URL(page.url);
  assert.equal(pathname, "/auth/taken-over");
  assert.deepEqual(searchParams.get("removed")!.split(",").toSorted(), ["idp", "passkey", "password"]);
  assert.match(page.text, /Your address is confirmed/);
  for (const name of ["Fake", "Passkey", "Password"]) assert.match(page.text, new RegExp(name));
  assert.equal((await page.follow("Continue")).url, `${APP}/home`);
});

test("the page after a takeover offers to set up again what has a page for it, and nothing else", async () => {
  for (const forgotPassword of [undefined, "/forgot"]) {
    const { world } = await squat({ theme: { links: { ...(forgotPassword && { forgotPassword }) } } });
    await world.ask(VICTIM);
    const page = await world.follow();
    const links = Object.fromEntries(
      [...page.html.matchAll(/<a href="([^"]*)">Set up again<span[^>]*> (\w+)</g)].map((
        [, url, name],
      ) => [name, url!.replaceAll("&#38;", "&")]),
    );
    const adding = `${APP}/auth/signin?link=true&callbackUrl=${encodeURIComponent(`${APP}/home`)}`;
    assert.deepEqual(links, {
      Fake: adding,
      Passkey: adding,
      ...(forgotPassword && { Password: forgotPassword }),
    });
    const again = await world.browser.open(adding);
    assert.match(again.html, /<h1>Add a way to sign in<\/h1>.*Add a passkey.*Continue with Fake/s);
    world.idp.login({ sub: "ada", name: "Ada", email: VICTIM });
    await again.submit("/auth/signin/idp");
    assert.equal((await world.db.accounts()).length, 1, "it is set up again");
  }
});

test("pages.takenOver replaces the page, and gets what it says", async () => {
  const world = openDatabase({ pages: { takenOver: "/welcome" } });
  world.idp.login(SQUATTER);
  await (await world.visitor().open(`${APP}/auth/signin`)).submit("/auth/signin/idp");
  await world.ask(VICTIM);
  const { url } = await world.follow();
  assert.equal(new URL(url).pathname, "/welcome");
  assert.deepEqual(Object.fromEntries(new URL(url).searchParams), {
    removed: "idp",
    callbackUrl: `${APP}/home`,
  });
});

test("A user who was only invited is their own, and no page says that anything was removed", async () => {
  const world = openDatabase();
  await storeUser(world, { id: "invited" });
  await world.ask(VICTIM);
  assert.equal((await world.follow()).url, `${APP}/home`);
  assert.equal((await world.session())?.user.id, "invited");
});

/** The databases and strategies that cannot take a user over, and what a developer reads about each. */
const UNABLE: Readonly<Record<string, { readonly open: () => DatabaseWorld; readonly why: RegExp }>> = {
  "sessions are in tokens that no generation ends": {
    open: () => openDatabase({ session: { strategy: "jwt" }, adapter: withoutRows(Memory()) }),
    why: /sessions in tokens cannot be ended, because the adapter has no `rows` \(use one of/,
  },
  "the adapter is one of Auth.js": {
    open: () => openDatabase({ adapter: new ReferenceAdapter() }),
    why: /the adapter has no `takeOverUser`, no `addCredentials`/,
  },
  "a credentials provider has no `revoke`": {
    open: () => openDatabase({ password: { revoke: undefined } as never }),
    why: /the provider "password" has no `revoke`/,
  },
};

for (const [why, { open, why: message }] of Object.entries(UNABLE)) {
  test(`A mail is refused to a user whose address was not verified, and nothing is lost, when ${why} (AL-04)`, async () => {
    const world = open();
    const first = world.visitor();
    await (await first.open(`${APP}/auth/signin`)).submit("/auth/signin/idp");
    // With sessions in tokens, only an earlier version has stored it.
    const [stored] = await world.db.users();
    await world.db.adapter.updateUser({ id: stored!.id, email: VICTIM });
    const [before, accounts] = [await world.db.users(), await world.db.accounts()];
    await world.ask(VICTIM);
    const page = await world.follow();
    await assertFailed(world, page, ["signin", "UserNotVerified"]);
    assert.match(page.text, /An account with this address exists, but its address was never confirmed/);
    if (typeof world.db.adapter.listAccountsByUserId === "function") {
      assert.match(page.text, /Sign in with Fake, then ask for an email here again/);
    }
    assert.match(world.log(), message);
    assert.deepEqual([await world.db.users(), await world.db.accounts()], [before, accounts]);
    assert.equal((await world.sessionIn(first))?.user.email, VICTIM, "the session goes on");
  });

  test(`The log says at start that mail will be refused to some, when ${why}`, async () => {
    const world = open();
    await world.browser.open(`${APP}/auth/signin`);
    assert.match(world.platform.lines[0]!.text, message);
    assert.equal(world.platform.lines[0]!.level, "warn");
    await world.browser.open(`${APP}/auth/signin`);
    assert.equal(world.platform.lines.length, 1, "once");
  });

  test(`A user who signs in first proves the mailbox, keeps everything, and signs in by mail then, when ${why}`, async () => {
    const world = open();
    await world.signIn();
    const [before] = await world.db.users();
    await world.ask(VICTIM);
    assert.equal((await world.follow()).url, `${APP}/home`, world.log());
    const emailVerified = new Date(world.platform.now());
    assert.deepEqual(await world.db.users(), [{ ...before, email: VICTIM, emailVerified }]);
    assert.equal((await world.db.accounts()).length, 1);
    const other = world.visitor();
    await world.ask(VICTIM, other);
    await world.follow(other);
    assert.equal((await world.sessionIn(other))?.user.id, before!.id);
  });
}

test("Auth() does not warn about mail if a takeover is possible, or without mail", async () => {
  for (const world of [openDatabase(), openDatabase({ password: null })]) {
    await world.browser.open(`${APP}/auth/signin`);
    assert.deepEqual(world.platform.lines, []);
  }
});

for (const [kind, adapter] of Object.entries(ADAPTERS)) {
  for (const strategy of chosen(["jwt", "database"] as const)) {
    const how = `with ${kind} (${strategy})`;
    const VOUCHED = { oauth: { verifiedEmail: true } };

    test(`A provider that vouches for the address makes mail work beside it, ${how}`, async () => {
      const world = openDatabase({ adapter: adapter(), session: { strategy }, ...VOUCHED });
      await world.signIn();
      const [ada] = await world.db.users();
      assert.deepEqual(ada!.emailVerified, new Date(world.platform.now()));
      const other = world.visitor();
      await world.ask(VICTIM, other);
      assert.equal((await world.follow(other)).url, `${APP}/home`, world.log());
      assert.equal((await world.sessionIn(other))?.user.id, ada!.id);
      assert.deepEqual(await world.db.accounts(), [`idp/ada: ${ada!.id}`]);
    });

    test(`A provider that has come to vouch for the address verifies the user at the next sign-in, ${how}`, async () => {
      const memory = adapter();
      const before = openDatabase({ adapter: memory, session: { strategy } });
      await before.signIn();
      assert.equal((await before.db.users())[0]!.emailVerified, null);
      const world = openDatabase({ adapter: memory, session: { strategy }, ...VOUCHED });
      await world.signIn();
      const user = await memory.getUserByEmail!(VICTIM);
      assert.deepEqual(user!.emailVerified, new Date(world.platform.now()));
      // Another address of the same person is none of the user's.
      world.idp.login({ sub: "ada", name: "Ada", email: "other@example.com" });
      await world.signIn();
      assert.equal((await memory.getUserByEmail!(VICTIM))!.email, VICTIM);
    });

    test(`No user is ever removed or replaced by a sign-in, ${how} (AL-21)`, async () => {
      const inner = adapter();
      const removed: unknown[] = [];
      const deleteUser = inner.deleteUser!.bind(inner);
      const watched = Object.assign(Object.create(inner), {
        deleteUser: (id: string) => {
          removed.push(id);
          return deleteUser(id);
        },
      });
      for (const method of Object.getOwnPropertyNames(Object.getPrototypeOf(inner))) {
        const call = (inner as unknown as Record<string, unknown>)[method];
        if (typeof call === "function" && method !== "constructor" && method !== "deleteUser") {
          Object.assign(watched, { [method]: call.bind(inner) });
        }
      }
      const world = openDatabase({
        adapter: { ...inner, ...watched } as Adapter,
        session: { strategy },
        more: (idp) => [oauth2(idp, { id: "other", name: "Other", verifiedEmail: true })],
      });
      const created = await storeUser(world, { id: "old", emailVerified: null });
      for (const provider of ["idp", "other"]) {
        world.idp.login({ sub: provider, name: provider, email: VICTIM });
        await (await world.visitor().open(`${APP}/auth/signin`)).submit(`/auth/signin/${provider}`);
      }
      const other = world.visitor();
      await world.ask(VICTIM, other);
      await world.follow(other);
      const after = await world.db.adapter.getUser("old") as AdapterUser;
      assert.equal(after.email, created.email);
      assert.deepEqual(removed, []);
    });
  }
}

test("An address that was typed for a passkey does not keep its owner out who comes with a provider that vouches (AL-18)", async () => {
  const world = openDatabase({
    oauth: { verifiedEmail: true },
    more: () => [Passkey()],
  });
  const squatter = world.visitor();
  const query = new URLSearchParams({ action: "register", email: VICTIM });
  const response = await squatter.fetch(`${APP}/auth/webauthn-options/passkey?${query}`);
  const data = JSON.stringify(await createAuthenticator(APP).create((await response.json()).options));
  await post(squatter, "callback/passkey", { action: "register", data });
  const squatted = await world.sessionIn(squatter);
  assert.ok(squatted, world.log());
  const page = await world.signIn();
  assert.equal(new URL(page.url).pathname, "/auth/taken-over", world.log());
  assert.equal((await world.session())?.user.id, squatted.user.id, "the row stays");
  assert.equal(await world.sessionIn(squatter), null);
  const id = squatted.user.id as string;
  assert.deepEqual(await world.db.adapter.listAuthenticatorsByUserId(id), []);
  const accounts = await world.db.adapter.listAccountsByUserId(id);
  assert.deepEqual(accounts.map(({ provider }) => provider), ["idp"]);
});

test("A provider that vouches for an address opens no user who has an account at another provider (AL-19)", async () => {
  const world = openDatabase({
    more: (idp) => [oauth2(idp, { id: "other", name: "Other", verifiedEmail: true })],
  });
  const first = world.visitor();
  await (await first.open(`${APP}/auth/signin`)).submit("/auth/signin/idp");
  world.idp.login({ sub: "ada at other", name: "Ada", email: VICTIM });
  await assertFailed(world, await world.signIn({ provider: "other" }), ["signin", "OAuthAccountNotLinked"]);
  assert.equal((await world.sessionIn(first))?.user.email, VICTIM);
  assert.equal((await world.db.accounts()).length, 1);
});

test("An address that a user gets while another one is being verified is not verified with it", async () => {
  const MALLORY = "mallory@example.com";
  const prepare = async () => {
    const db = interruptible();
    const world = openDatabase({ adapter: db.adapter });
    world.idp.login({ sub: "mallory", name: "Mallory", email: MALLORY });
    await world.signIn();
    const { id } = (await db.adapter.getUserByEmail(MALLORY))!;
    await world.ask(MALLORY);
    db.count = 0;
    return { db, world, id };
  };
  const rehearsal = await prepare();
  await rehearsal.world.follow();
  const { count } = rehearsal.db;
  assert.ok(count > 0);
  // After a call is the same as before the next one.
  const moments: readonly Moment[] = [
    ...Array.from({ length: count }, (_, call) => ({ call, moment: "before" as const })),
    { call: count - 1, moment: "after" },
  ];
  for (const { call, moment } of moments) {
    const { db, world, id } = await prepare();
    const run = async () => await db.adapter.updateUser({ id, email: VICTIM, emailVerified: null });
    db.interrupt = { call, moment, run };
    await world.follow();
    assert.equal(db.interrupt, null, "the verification was interrupted");
    const user = await db.adapter.getUser(id);
    assert.ok(user!.email === MALLORY || user!.emailVerified === null, `${moment} call ${call}`);
  }
});
