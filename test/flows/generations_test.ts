/**
 * Sessions in tokens that end: all of a user's, when the user or the owner of the mailbox says so.
 *
 * @module
 */

import assert from "node:assert/strict";
import { test } from "node:test";
import { withRows } from "../_with_rows.ts";
import { DONE, openAccount, REFUSED } from "./_account_page.ts";
import { interruptible } from "./_interruptible.ts";
import { BETTER, GOOD, openPasswords } from "./_kept_passwords.ts";
import { testForms } from "./_password_forms.ts";
import { emptyRow } from "../../src/shapes/security.ts";
import { APP, app } from "./_world.ts";
import { Memory } from "../../src/adapters/memory/memory.ts";
import type { AuthConfig } from "../../mod.ts";
import { chosen } from "../_short.ts";

const TOKENS = { session: { strategy: "jwt" } } as const;

/** Ada in two browsers. */
async function twoBrowsers(options: Parameters<typeof openAccount>[0] = {}) {
  const world = await openAccount({ ...TOKENS, ...options });
  const other = await world.elsewhere();
  assert.ok(await world.sessionIn(other));
  return { world, other };
}

test("POST account signs out everywhere else, also with sessions in tokens (SE-25)", async () => {
  const { world, other } = await twoBrowsers();
  assert.deepEqual(await world.change({ action: "sign-out-others" }), DONE("signed-out-others"));
  assert.equal(await world.sessionIn(other), null);
  assert.equal((await world.session())?.user.name, "Ada Lovelace");
  // Neither a renewal nor a new sign-in revives the old generation.
  world.platform.tick(2 * 86_400);
  assert.equal(await world.sessionIn(other), null);
  assert.ok(await world.session());
  const again = await world.elsewhere();
  assert.ok(await world.sessionIn(again));
});

test("A session in a token keeps the time of its sign-in when all others are signed out", async () => {
  const { world } = await twoBrowsers({ session: { strategy: "jwt", freshAge: 600 } });
  world.platform.tick(601);
  assert.equal((await world.data()).isFresh, false);
  assert.deepEqual(await world.change({ action: "sign-out-others" }), DONE("signed-out-others"));
  assert.equal((await world.data()).isFresh, false);
});

test("A session in a token that was ended elsewhere cannot be used for a change, whatever a process remembers (SE-25)", async () => {
  const adapter = Memory();
  const { world, other } = await twoBrowsers({ adapter });
  await world.addOther();
  const [user] = await world.db.users();
  // As another process does it.
  await adapter.rows.store("security", { ...emptyRow(user!.id), generation: 1 }, null);
  assert.ok(await world.sessionIn(other), "within the delay, it can still be read");
  const page = await other.open(`${APP}/auth/account`);
  assert.match(page.url, /\/auth\/signin\?/);
  assert.equal(await world.sessionIn(other), null);
});

test("A session in a token that was ended elsewhere ends within session.revocationDelay (SE-25, KL-01)", async () => {
  for (const [revocationDelay, seconds] of [[undefined, 300], [20, 20], ["always", 0]] as const) {
    const adapter = Memory();
    const session = { strategy: "jwt", ...(revocationDelay !== undefined && { revocationDelay }) } as const;
    const { world, other } = await twoBrowsers({ adapter, session });
    const [user] = await world.db.users();
    await adapter.rows.store("security", { ...emptyRow(user!.id), generation: 1 }, null);
    if (seconds) assert.ok(await world.sessionIn(other));
    world.platform.tick(seconds);
    assert.equal(await world.sessionIn(other), null);
  }
});

for (const strategy of chosen(["jwt", "database"] as const)) {
  test(`A removed way to sign in ends the other sessions of the user, which may have begun with it (AC-15, ${strategy})`, async () => {
    const { world, other } = await twoBrowsers({ session: { strategy } });
    await world.addOther();
    const { accounts } = await world.data();
    const { id } = accounts!.find(({ provider }) => provider === "other")!;
    assert.deepEqual(await world.change({ action: "remove", id }), DONE("removed"));
    assert.equal(await world.sessionIn(other), null);
    assert.ok(await world.session());
  });

  test(`A sign-in with a way that is removed at the same time begins no session (AC-15, ${strategy})`, async () => {
    const memory = Memory();
    let remove: (() => Promise<unknown>) | undefined;
    const removals: unknown[] = [];
    const world = await openAccount({
      adapter: memory,
      session: { strategy },
      // Removed after the sign-in has found its user.
      callbacks: { signIn: async () => (removals.push(await remove?.()), true) },
    });
    await world.addOther();
    const { accounts } = await world.data();
    const { id } = accounts!.find(({ provider }) => provider === "idp")!;
    remove = () => {
      remove = undefined;
      return world.change({ action: "remove", id });
    };
    const thief = world.visitor();
    world.idp.login({ sub: "ada", name: "Ada Lovelace", email: "ada@example.com" });
    removals.length = 0;
    const page = await (await thief.open(`${APP}/auth/signin`)).submit("/auth/signin/idp");
    assert.deepEqual(removals, [DONE("removed")]);
    assert.match(page.url, /error=UserChanged/);
    assert.equal(await world.sessionIn(thief), null);
    assert.ok(await world.session());
    const [user] = await world.db.users();
    if (strategy === "database") assert.equal((await memory.listSessionsByUserId(user!.id)).length, 1);
  });
}

for (const strategy of chosen(["jwt", "database"] as const)) {
  test(`A form that signs out everywhere else, and is sent twice at once, keeps its session (SE-25, ${strategy})`, async () => {
    const { world, other } = await twoBrowsers({ session: { strategy } });
    const change = () => world.change({ action: "sign-out-others" });
    assert.deepEqual(await Promise.all([change(), change()]), Array(2).fill(DONE("signed-out-others")));
    assert.ok(await world.session());
    assert.equal(await world.sessionIn(other), null);
  });

  for (const action of ["sign-out-others", "remove"]) {
    test(`A session that ends during its own "${action}" does not go on in the new generation (SE-25, ${strategy})`, async () => {
      const openRace = async () => {
        const db = interruptible();
        const { world, other } = await twoBrowsers({ adapter: db.adapter, session: { strategy } });
        await world.addOther();
        const { accounts } = await world.data(other);
        const { id } = accounts!.find(({ provider }) => provider === "other")!;
        db.count = 0;
        return { db, world, other, change: () => world.change({ action, id }, other) };
      };
      const rehearsal = await openRace();
      await rehearsal.change();
      for (let call = 0; call < rehearsal.db.count; call++) {
        const { db, world, other, change } = await openRace();
        const ended: unknown[] = [];
        const run = async () => void ended.push(await world.change({ action: "sign-out-others" }));
        db.interrupt = { call, moment: "before", run };
        await change();
        // Either the owner was faster, or the session of the other browser has ended theirs before.
        const isEnded = JSON.stringify(ended) === JSON.stringify([DONE("signed-out-others")]);
        if (isEnded) assert.equal(await world.sessionIn(other), null, `before call ${call}\n${world.log()}`);
        else assert.equal(await world.session(), null, `before call ${call}`);
        // A session that has ended ends no newer one. The removal of a way ends them all: see AC-15.
        const isSpared = isEnded && strategy === "jwt" && action === "sign-out-others";
        if (isSpared) assert.ok(await world.session(), `before call ${call}\n${world.log()}`);
      }
    });
  }
}

for (const strategy of chosen(["jwt", "database"] as const)) {
  for (const what of ["sign-out-others", "remove"]) {
    test(`Ending the other sessions of a user ends those of a config with the other strategy, too (AC-07, ${strategy}, ${what})`, async () => {
      const session = { strategy, revocationDelay: "always" } as const;
      const { world, other } = await twoBrowsers({ session });
      await world.addOther();
      const { id = "" } = (await world.data()).accounts!.find(({ provider }) => provider === "other") ?? {};
      const own = world.platform.sites[APP]!;
      const beside = { ...session, strategy: strategy === "jwt" ? "database" : "jwt" } as const;
      const config = { ...world.config, session: beside } as AuthConfig;
      world.platform.sites[APP] = (request) => app(request, config);
      world.idp.login({ sub: "ada", name: "Ada Lovelace", email: "ada@example.com" });
      await (await other.open(`${APP}/auth/signin`)).submit("/auth/signin/idp");
      assert.ok(await world.sessionIn(other), world.log());
      world.platform.sites[APP] = own;
      assert.match((await world.change({ action: what, id })).params.done!, /^(signed-out-others|removed)$/);
      assert.ok(await world.session());
      world.platform.sites[APP] = (request) => app(request, config);
      assert.equal(await world.sessionIn(other), null);
    });
  }
}

test("GET session answers 503 while the generation of a user cannot be read, and the session goes on afterwards", async () => {
  let isDown = false;
  const adapter = withRows(Memory(), "security", (sound) => ({
    find: (key) => isDown ? Promise.reject(new Error("down")) : sound.find(key),
  }));
  const { world } = await twoBrowsers({ adapter });
  world.platform.tick(301);
  isDown = true;
  assert.equal((await world.browser.fetch(`${APP}/auth/session`)).status, 503);
  isDown = false;
  assert.ok(await world.session());
});

test("Sessions in tokens go on while the tables are those of version 1, and the log says what to do (SE-25)", async () => {
  const missing = Object.assign(new Error('Cannot find the table "auth_security": run it'), {
    name: "MissingTableError",
  });
  const fails = () => Promise.reject(missing);
  const { world, other } = await twoBrowsers({
    adapter: withRows(Memory(), "security", { find: fails, store: fails }),
  });
  world.platform.tick(301);
  assert.ok(await world.session());
  assert.ok(await world.sessionIn(other));
  assert.match(world.log(), /missing-table: .*Cannot find the table "auth_security"/);
  assert.doesNotMatch(world.log(), /^error/m);
  // What cannot be done is not claimed.
  assert.deepEqual(await world.change({ action: "sign-out-others" }), REFUSED("NotAvailable"));
  assert.ok(await world.sessionIn(other));
});

for (const strategy of chosen(["jwt", "database"] as const)) {
  for (
    const [how, lost] of [["a backup has brought back an older row", 1], ["the row is gone", 0]] as const
  ) {
    testForms(
      `A user whose generation is lower signs in, and sets a new password by mail: ${how} (${strategy})`,
      async () => {
        const world = openPasswords({ session: { strategy, revocationDelay: "always" } });
        await world.register();
        for (const [current, password] of [[GOOD, BETTER], [BETTER, GOOD]] as const) {
          const page = await world.browser.open(`${APP}/auth/password`);
          assert.match((await page.submit("/auth/password", { current, password })).url, /done=/);
        }
        const { rows } = world.db.adapter;
        const [{ id: userId } = { id: "" }] = await world.db.users();
        const row = (await rows.find("security", { userId }))!;
        await rows.remove("security", { userId });
        if (lost) await rows.store("security", { ...row, generation: row.generation - lost }, null);
        world.platform.tick(61);
        const [old, browser] = [world.visitor(), world.visitor()];
        await world.enter(GOOD, old);
        assert.equal(await world.sessionIn(old) !== null, lost > 0, "the password is there");
        const page = await world.forget(browser);
        const { code } = world.mails.at(-1)!;
        await page.submit("/auth/callback/password", { code, password: "third purple teapots" });
        assert.ok(await world.sessionIn(browser), world.log());
      },
    );
  }
}
