/**
 * Users in one database and passwords in another, which have no common transaction: the process dies before or after each
 * write, in every flow of `Password()`.
 *
 * Take `testFaults()` for an adapter that has the functions of another one.
 *
 * @module
 */

import assert from "node:assert/strict";
import { test as define } from "node:test";
import type { Adapter } from "../../src/adapters/contract/types.ts";
import { hashPassword } from "../../src/crypto/password.ts";
import type { Browser, Page } from "../../src/testing/mod.ts";
import { isNightly } from "../_nightly.ts";
import { withInstantScrypt } from "../_quick_scrypt.ts";
import { chosenCalls } from "./_calls.ts";
import { isRead } from "./_is_read.ts";
import type { Fault } from "./_database.ts";
import { ADA, BETTER, GOOD, openPasswords, type PasswordWorld } from "./_kept_passwords.ts";
import { APP, oauth2 } from "./_world.ts";

/** Users in one database and passwords in another. */
export interface Stores {
  /** Where sessions are. */
  readonly strategy: "jwt" | "database";
  /** Opens both, without a row. */
  open(): Adapter | Promise<Adapter>;
}

/** A flow that sets, replaces or removes a password. */
interface Flow {
  /** What comes before it, while both databases work. */
  prepare(world: PasswordWorld): Promise<unknown>;
  /** The flow, which a mail begins anew when it is tried again. */
  run(world: PasswordWorld): Promise<Page>;
  /** The passwords that may work when it has failed, one at a time; `null` for none. */
  readonly between: readonly (string | null)[];
  /** The password that works in the end. */
  readonly end: string | null;
  /** Whether an adapter of Auth.js lacks what it needs. */
  readonly needsTakeover?: boolean;
}

const home = async (world: PasswordWorld) => await world.browser.open(`${APP}/home`);

const FLOWS: Readonly<Record<string, Flow>> = {
  "a sign-up": {
    prepare: () => Promise.resolve(),
    async run(world) {
      const page = await world.signUp();
      // Where the first try has stored the user, the mail says so, and has no code for a new account.
      if (world.lastPurpose() !== "confirm") return await resetTo(GOOD, world);
      return await submitCode(page, world);
    },
    between: [null, GOOD],
    end: GOOD,
  },
  "a new password for who has forgotten theirs": {
    prepare: (world) => world.register(),
    run: (world) => resetTo(BETTER, world),
    between: [GOOD, BETTER],
    end: BETTER,
  },
  "a change of the password": {
    prepare: (world) => world.register(),
    async run(world) {
      const page = await world.browser.open(`${APP}/auth/password`);
      // The first try has changed it, and this browser did not get its new token.
      if (!await world.session()) return await resetTo(BETTER, world);
      const after = await page.submit("/auth/password", { current: GOOD, password: BETTER });
      // The same, with a session that is stored.
      return after.url.includes("WrongPassword") ? await home(world) : after;
    },
    between: [GOOD, BETTER],
    end: BETTER,
  },
  "a first password": {
    prepare: async (world) => {
      await world.ask();
      await world.follow();
    },
    async run(world) {
      const page = await world.browser.open(`${APP}/auth/password`);
      if (!await world.session() || page.html.includes("current-password")) return await resetTo(GOOD, world);
      return await page.submit("/auth/password", { password: GOOD });
    },
    between: [null, GOOD],
    end: GOOD,
  },
  "a takeover from a stranger": {
    async prepare(world) {
      // What an application before has stored: a stranger signed up with the address of Ada, and never confirmed it.
      const { adapter } = world.db;
      const user = { id: "1", name: "Mallory", email: ADA, emailVerified: null };
      // Some adapters of Auth.js choose the id.
      const { id } = await adapter.createUser(user);
      await adapter.linkAccount({
        userId: id,
        provider: "idp",
        type: "oauth",
        providerAccountId: "mallory",
      });
      await adapter.rows.store("security", {
        userId: id,
        generation: 0,
        passwordHash: await hashPassword(GOOD),
        passwordIsProven: false,
        passwordSetAt: null,
      }, null);
      await world.ask();
    },
    async run(world) {
      const page = await denied(await world.follow());
      if (await world.session()) return page;
      await world.ask();
      return await denied(await world.follow());
    },
    // Until the owner is in, the password of the stranger is asked for, and the mail goes to the owner.
    between: [null],
    end: null,
    needsTakeover: true,
  },
};

/** Answers the page that asks for the password of before: the owner has never chosen one. */
async function denied(page: Page): Promise<Page> {
  return page.url.includes("/keep-password")
    ? await page.submit("/auth/keep-password", { choice: "never" })
    : page;
}

async function submitCode(page: Page, { mails }: PasswordWorld): Promise<Page> {
  return await page.submit("/auth/callback/password", { code: mails.at(-1)!.code });
}

async function resetTo(password: string, world: PasswordWorld): Promise<Page> {
  const page = await world.forget();
  return await page.submit("/auth/callback/password", { code: world.mails.at(-1)!.code, password });
}

/** When a call fails: one that writes, before or after it in turn; at night each call in both ways. */
function momentsOf(method: string, call: number): readonly Fault["moment"][] {
  if (isNightly) return ["before", "after"];
  if (isRead(method)) return [];
  return [call % 2 ? "before" : "after"];
}

async function prepared(flow: Flow, { strategy, open }: Stores): Promise<PasswordWorld> {
  const world = openPasswords({
    adapter: await open(),
    session: { strategy, revocationDelay: "always" },
    more: (idp) => [oauth2(idp, { id: "other", name: "Other" })],
  });
  await flow.prepare(world);
  world.db.calls.length = 0;
  return world;
}

/** Which of the passwords signs somebody in who knows nothing else. */
async function working(world: PasswordWorld): Promise<string | null> {
  const found: string[] = [];
  for (const password of [GOOD, BETTER]) {
    const visitor = world.visitor();
    await world.enter(password, visitor);
    if (await world.sessionIn(visitor)) found.push(password);
  }
  assert.ok(found.length <= 1, "two passwords work");
  return found[0] ?? null;
}

async function survive(flow: Flow, world: PasswordWorld, fault: Pick<Fault, "call" | "moment">) {
  const thief = await thiefOf(world);
  world.db.calls.length = 0;
  world.db.fault = { ...fault, lasting: true };
  await flow.run(world).catch(() => null);
  world.db.fault = null;
  const between = await working(world);
  assert.ok(flow.between.includes(between), `"${between}" works in between\n${world.log()}`);
  for (const { id, email, emailVerified } of await world.db.users()) {
    const row = await world.db.adapter.rows.find("security", { userId: id });
    assert.ok(!row?.passwordHash || email === ADA, "a password belongs to somebody else");
    // A password that a stranger has set does not count beside a proven address.
    if (emailVerified && row?.passwordHash) assert.ok(row.passwordIsProven || between === null);
  }
  // A new password, once it works, has ended the session of who knew the old one.
  if (between === BETTER && thief) assert.equal(await world.sessionIn(thief), null, world.log());
  const page = await flow.run(world);
  assert.ok(await world.session(), `the next try fails: ${page.url}\n${world.log()}`);
  assert.equal(await working(world), flow.end, world.log());
  assert.equal((await world.db.users()).length, 1);
  if (thief) assert.equal(await world.sessionIn(thief), null);
  assert.deepEqual(await world.db.accounts(), [], "what the stranger had linked is gone");
}

/** Somebody who has signed in with the password that is right at first; `null` if there is none. */
async function thiefOf(world: PasswordWorld): Promise<Browser | null> {
  const thief = world.visitor();
  const mails = world.mails.length;
  await world.enter(GOOD, thief);
  const session = await world.sessionIn(thief);
  // A takeover goes on with the mail of the owner.
  world.mails.length = mails;
  return session ? thief : null;
}

/** Defines a test with hundreds of keys. */
function test(name: string, run: () => Promise<void>): void {
  define(name, () => withInstantScrypt(run));
}

/** Names of the flows. @param strategy Those that its stores can end. */
export function flowsWith(strategy: Stores["strategy"]): readonly string[] {
  return Object.keys(FLOWS).filter((name) => strategy === "database" || !FLOWS[name]!.needsTakeover);
}

/**
 * Tests that nobody is in without a proof, that no password works which its owner did not choose, and that the next try
 * succeeds.
 *
 * @param flows Names of the flows.
 */
export function testFaults(name: string, stores: Stores, flows = flowsWith(stores.strategy)): void {
  for (const each of flows) {
    const flow = FLOWS[each]!;
    test(`Password() survives a process that dies at each write of ${each}, with ${name} (PW-04)`, async () => {
      const rehearsal = await prepared(flow, stores);
      const thief = await thiefOf(rehearsal);
      rehearsal.db.calls.length = 0;
      const page = await flow.run(rehearsal);
      const calls = [...rehearsal.db.calls];
      assert.ok(await rehearsal.session(), `${page.url}\n${rehearsal.log()}`);
      if (thief) assert.equal(await rehearsal.sessionIn(thief), null);
      assert.ok(calls.includes("store security"));
      for (const call of chosenCalls(calls)) {
        const method = calls[call]!;
        for (const moment of momentsOf(method, call)) {
          try {
            await survive(flow, await prepared(flow, stores), { call, moment });
          } catch (error) {
            (error as Error).message = `${moment} call ${call}, ${method}: ${(error as Error).message}`;
            throw error;
          }
        }
      }
    });
  }
}

/** Tests that a password opens nothing after its user, whose database does not know it. */
export function testOrphans(name: string, stores: Stores): void {
  test(`A password that outlives its user opens nothing, with ${name}`, async () => {
    const world = await prepared(FLOWS["a sign-up"]!, stores);
    await world.register();
    const [user] = await world.db.users();
    const row = await world.db.adapter.rows.find("security", { userId: user!.id });
    await world.db.adapter.deleteUser(user!.id);
    // As Prisma does it: the other database hears nothing of it.
    if (!await world.db.adapter.rows.find("security", { userId: user!.id })) {
      await world.db.adapter.rows.store("security", row!, null);
    }
    // A token lasts until its generation ends, also without a user.
    if (stores.strategy === "database") assert.equal(await world.session(), null);
    assert.equal(await working(world), null);
    assert.equal(world.mails.length, 1);
    await (await world.signUp({ password: BETTER })).submit("/auth/callback/password", {
      code: world.mails.at(-1)!.code,
    });
    assert.equal(await working(world), BETTER, world.log());
  });
}
