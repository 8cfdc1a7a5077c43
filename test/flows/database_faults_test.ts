/**
 * The database fails before or after each of its calls in turn, once or from then on, in every flow. Then no one is
 * signed in by the failure, no session is without its row, a page says so, and the next try works.
 *
 * @module
 */

import assert from "node:assert/strict";
import { test } from "node:test";
import type { Adapter } from "../../src/adapters/contract/types.ts";
import type { Page } from "../../src/testing/mod.ts";
import { exceptAtNight, isNightly } from "../_nightly.ts";
import { callsForWay } from "./_calls.ts";
import { isRead } from "./_is_read.ts";
import {
  ADAPTERS,
  type DatabaseWorld,
  type Fault,
  openDatabase,
  ReferenceAdapter,
  sessionCookie,
  storeUser,
} from "./_database.ts";
import { APP, oauth2 } from "./_world.ts";

const DAY = 86_400;

/** A flow. */
interface Flow {
  /** What comes before it, while the database works. */
  prepare(world: DatabaseWorld): Promise<unknown>;
  /** The flow itself, as the browser of the world sees it. */
  run(world: DatabaseWorld): Promise<Page>;
  /** Whether it did what it should. */
  succeeded(world: DatabaseWorld, page: Page): Promise<boolean> | boolean;
  /** What makes the next try possible. Default: nothing. */
  again?(world: DatabaseWorld): Promise<unknown>;
  /** How many users and accounts there are in the end. */
  readonly ends: { readonly users: number; readonly accounts: number | ((adapter: Adapter) => number) };
}

const isHome = async ({ session }: DatabaseWorld, { url }: Page) =>
  url === `${APP}/home` && await session() !== null;

const FLOWS: Readonly<Record<string, Flow>> = {
  "a first sign-in": {
    prepare: () => Promise.resolve(),
    run: ({ signIn }) => signIn(),
    succeeded: isHome,
    ends: { users: 1, accounts: 1 },
  },
  "a later sign-in": {
    prepare: async ({ signIn, post }) => {
      await signIn();
      await post("signout");
    },
    run: ({ signIn }) => signIn(),
    succeeded: isHome,
    ends: { users: 1, accounts: 1 },
  },
  "the linking of an account": {
    prepare: ({ signIn }) => signIn(),
    run: async ({ browser }) => {
      const page = await browser.open(`${APP}/auth/signin?callbackUrl=/home&link=true`);
      return page.status === 503 ? page : await page.submit("/auth/signin/other");
    },
    succeeded: async (world, page) => await isHome(world, page) && (await world.db.accounts()).length === 2,
    ends: { users: 1, accounts: 2 },
  },
  "asking for a mail": {
    prepare: () => Promise.resolve(),
    run: ({ ask }) => ask(),
    succeeded: (_, { url }) => new URL(url).pathname === "/auth/verify-request",
    ends: { users: 0, accounts: 0 },
  },
  "a mailed link in the browser that asked": {
    prepare: ({ ask }) => ask(),
    run: ({ follow }) => follow(),
    succeeded: isHome,
    again: ({ ask }) => ask(),
    ends: { users: 1, accounts: 0 },
  },
  "a mailed link in another browser": {
    prepare: ({ ask, visitor }) => ask("ada@example.com", visitor()),
    async run({ follow }) {
      const page = await follow();
      // A user who is signed in already is not asked.
      return await (page.html.includes("<form") ? page.submit("Sign in") : page.follow("Continue"));
    },
    succeeded: isHome,
    again: ({ ask, visitor }) => ask("ada@example.com", visitor()),
    ends: { users: 1, accounts: 0 },
  },
  "a mailed code": {
    prepare: ({ ask }) => ask(),
    run: async ({ browser, mails }) => {
      const page = await browser.open(`${APP}/auth/verify-request`);
      return await page.submit("/auth/callback/email", { code: mails.at(-1)!.code });
    },
    succeeded: isHome,
    again: ({ ask }) => ask(),
    ends: { users: 1, accounts: 0 },
  },
  "a mailbox that another user has registered": {
    prepare: async ({ visitor, ask }) => {
      await (await visitor().open(`${APP}/auth/signin`)).submit("/auth/signin/idp");
      await ask();
    },
    run: ({ follow }) => follow(),
    succeeded: async ({ db, session }, { url }) => {
      const { pathname, searchParams } = new URL(url);
      const isRefused = pathname === "/auth/signin" && searchParams.get("error") === "UserNotVerified";
      if (!db.adapter.takeOverUser) return isRefused && (await db.accounts()).length === 1;
      // What a first try removed before it failed, the next has not to remove.
      const isDone = pathname === "/auth/taken-over" || url === `${APP}/home`;
      return isDone && await session() !== null && (await db.accounts()).length === 0;
    },
    again: ({ ask }) => ask(),
    ends: { users: 1, accounts: ({ takeOverUser }) => takeOverUser ? 0 : 1 },
  },
  "a password": {
    prepare: (world) => storeUser(world),
    run: ({ typePassword }) => typePassword(),
    succeeded: isHome,
    ends: { users: 1, accounts: 0 },
  },
  "a password in a browser that is signed in": {
    prepare: async (world) => {
      await storeUser(world);
      await world.typePassword();
    },
    run: ({ typePassword }) => typePassword(),
    succeeded: isHome,
    ends: { users: 1, accounts: 0 },
  },
  "the renewal of a session": {
    prepare: async (world) => {
      await storeUser(world);
      await world.typePassword();
      world.platform.tick(DAY);
    },
    run: ({ browser }) => browser.open(`${APP}/auth/session`),
    succeeded: (_, page) => page.json() !== null,
    ends: { users: 1, accounts: 0 },
  },
  "a sign-out": {
    prepare: async (world) => {
      await storeUser(world);
      await world.typePassword();
    },
    run: async ({ browser }) => await (await browser.open(`${APP}/auth/signout`)).submit(),
    succeeded: ({ browser }) => !sessionCookie(browser),
    again: ({ typePassword }) => typePassword(),
    ends: { users: 1, accounts: 0 },
  },
};

/** What adapters of Auth.js cannot promise: without a way to make both at once, a user may be left without account. */
const NOT_BY_AUTH_JS = new Set(["a first sign-in, and from then on"]);

/** A world in which a flow can begin. */
async function prepared(flow: Flow, adapter: Adapter): Promise<DatabaseWorld> {
  const world = openDatabase({ adapter, more: (idp) => [oauth2(idp, { id: "other", name: "Other" })] });
  await flow.prepare(world);
  world.db.calls.length = 0;
  world.platform.lines.length = 0;
  return world;
}

/** Runs a flow with a fault, and asserts that all is well, then and after another try. */
async function survive(flow: Flow, world: DatabaseWorld, fault: Fault): Promise<void> {
  const before = await world.session();
  world.db.calls.length = 0;
  world.db.fault = fault;
  const page = await flow.run(world);
  world.db.fault = null;
  const where = `${page.url} ${page.status}\n${world.log()}`;
  const session = await world.session();
  // No session without its row: what the browser holds, the database knows.
  assert.equal(sessionCookie(world.browser) !== undefined, session !== null, where);
  if (!await flow.succeeded(world, page)) {
    assertClear(page, where);
    assert.match(world.log(), /the connection was lost/, "the failure is in the log");
    if (session) assert.deepEqual(session.user, before?.user, "no one is signed in by a failure");
  }
  for (const row of await world.db.sessions()) {
    assert.ok(await world.db.adapter.getUser(row.userId), "no session without its user");
  }
  await flow.again?.(world);
  assert.ok(await flow.succeeded(world, await flow.run(world)), `the next try fails\n${world.log()}`);
  assert.equal((await world.db.users()).length, flow.ends.users);
  const { accounts } = flow.ends;
  const expected = typeof accounts === "number" ? accounts : accounts(world.db.adapter);
  assert.equal((await world.db.accounts()).length, expected);
}

/** Asserts that a page says that something went wrong, and nothing of what. */
function assertClear({ url, status, text, html }: Page, where: string): void {
  const { origin, pathname, searchParams } = new URL(url);
  assert.equal(origin, APP, where);
  assert.doesNotMatch(html, /connection|adapter|database/i);
  if (pathname === "/auth/session") return;
  // Attempts cannot be counted, or the page needs the database: it leads back.
  if (status === 503) return assert.match(text, /Wait a few seconds, then try again|Try again/);
  // The application's own page, where the database fails after the sign-in.
  if (pathname === "/home") return void assert.equal(status, 503, where);
  const { length } = searchParams.get("error") ?? "";
  assert.ok(["/auth/error", "/auth/signin"].includes(pathname) && length > 0, where);
  assert.ok(status < 500 || pathname === "/auth/error", where);
  assert.match(text, /try again|Sign in again|no longer works/i);
}

for (const [at, [kind, adapter]] of Object.entries(ADAPTERS).entries()) {
  const isOfAuthJs = kind === "an adapter of Auth.js";
  for (const [name, flow] of Object.entries(FLOWS)) {
    for (const lasting of [false, true]) {
      for (const moment of ["before", "after"] as const) {
        const end = lasting ? "and from then on" : "once";
        if (isOfAuthJs && NOT_BY_AUTH_JS.has(`${name}, ${end}`)) continue;
        const skip = isOfAuthJs && lasting && exceptAtNight;
        test(`Auth() survives a database that fails ${moment} each call of ${name}, ${end}, with ${kind}`, {
          skip,
        }, async () => {
          const rehearsal = await prepared(flow, adapter());
          assert.ok(await flow.succeeded(rehearsal, await flow.run(rehearsal)), rehearsal.log());
          const calls = [...rehearsal.db.calls];
          assert.ok(calls.length > 0);
          const way = at + Number(lasting) + Number(moment === "after");
          for (const call of callsForWay(calls, way)) {
            const method = calls[call]!;
            if (moment === "after" && isRead(method) && !isNightly) continue;
            const world = await prepared(flow, adapter());
            try {
              await survive(flow, world, { call, moment, lasting });
            } catch (error) {
              (error as Error).message = `${moment} call ${call}, ${method}: ${(error as Error).message}`;
              throw error;
            }
          }
        });
      }
    }
  }
}

test("Auth() lets the owner of a mailbox in whose user the database left without account, once the application removes that user or verifies the address", async () => {
  const rehearsal = await prepared(FLOWS["a first sign-in"]!, new ReferenceAdapter());
  await rehearsal.signIn();
  const call = rehearsal.db.calls.indexOf("linkAccount");
  for (const remedy of ["deleteUser", "updateUser"] as const) {
    const world = await prepared(FLOWS["a first sign-in"]!, new ReferenceAdapter());
    world.db.fault = { call, moment: "before", lasting: true };
    await world.signIn();
    world.db.fault = null;
    const [half, ...others] = await world.db.users();
    assert.deepEqual(others, []);
    await world.ask();
    assert.equal(new URL((await world.follow()).url).searchParams.get("error"), "UserNotVerified");
    assert.match(world.log(), new RegExp(`UserNotVerified: .*user "${half!.id}"`));
    if (remedy === "deleteUser") await world.db.adapter.deleteUser(half!.id);
    else await world.db.adapter.updateUser({ id: half!.id, emailVerified: new Date(0) });
    await world.ask();
    assert.ok(await isHome(world, await world.follow()), world.log());
    assert.ok(await isHome(world, await world.signIn({ link: true })), world.log());
    assert.deepEqual([(await world.db.users()).length, (await world.db.accounts()).length], [1, 1]);
  }
});
