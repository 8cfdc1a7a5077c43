/**
 * The deletion of an account beside what else may happen: a database that fails, two processes, other capabilities.
 *
 * @module
 */

import assert from "node:assert/strict";
import { test } from "node:test";
import { Memory } from "../../src/adapters/memory/memory.ts";
import { outside } from "../../src/core/outside.ts";
import { AccountDeletion, type AccountDeletionFeature } from "../../src/entries/account_deletion.ts";
import { AccessTokens } from "../../src/features/provider_tokens/access_tokens.ts";
import type { AuthConfig } from "../../src/model/auth_config.ts";
import { securityOf } from "../../src/model/security_of.ts";
import { ADA, type DeletionWorld, GRACE, openDeletion } from "./_account_deletion.ts";
import { openDatabase, ReferenceAdapter, storeUser } from "./_database.ts";
import { interruptible } from "./_interruptible.ts";
import { BETTER } from "./_kept_passwords.ts";
import { openFactors } from "./_second_factor.ts";
import { send } from "./_send.ts";
import { APP, app, oauth2 } from "./_world.ts";

type Config = AuthConfig & { readonly features: readonly [AccountDeletionFeature] };

/** Does something with a database whose calls fail one after the other, before or after they have done their work. */
async function withEachFault(
  prepare: () => Promise<DeletionWorld>,
  { act, look }: {
    readonly act: (world: DeletionWorld) => Promise<unknown>;
    readonly look: (world: DeletionWorld) => Promise<void>;
  },
): Promise<number> {
  for (let call = 0;; call++) {
    for (const moment of ["before", "after"] as const) {
      const world = await prepare();
      world.db.calls.length = 0;
      world.db.fault = { call, moment, lasting: true };
      await act(world).catch(() => {});
      const isOver = world.db.calls.length <= call;
      world.db.fault = null;
      if (isOver) return call;
      await look(world);
    }
  }
}

test("A database that fails amid the request loses nothing, and a second one finishes it (AD-04)", async () => {
  const calls = await withEachFault(openDeletion, {
    act: (world) => world.change({ action: "delete-account", confirm: ADA }),
    async look(world) {
      const isPending = Boolean((await world.row())?.dueAt);
      if (await world.session()) {
        const { text } = await world.browser.open(`${APP}/auth/account`);
        assert.match(text, isPending ? /It will be deleted on .* Keep my account/ : /14 days to change/);
        // A thief may have asked for it.
        const secure = await world.browser.open(`${APP}/auth/account/secure`);
        assert.equal(/Keep my account/.test(secure.text), isPending);
        assert.doesNotMatch(secure.text, /14 days to change/);
        await world.request();
      } else if (!isPending) {
        assert.equal((await world.enter()).url, `${APP}/home`);
        return;
      }
      assert.equal(await world.session(), null);
      assert.match((await world.enter()).text, /Your account will be deleted/);
      assert.equal(await world.staff.cancel(world.id), true);
      assert.equal((await world.enter()).url, `${APP}/home`);
    },
  });
  assert.ok(calls > 10, String(calls));
});

test("A database that fails amid the deletion, or a process that ends, is followed up by the next run (AD-05)", async () => {
  const prepare = async () => {
    const world = await openDeletion();
    await storeUser(world, { id: "bob", email: "bob@example.com" });
    await world.request();
    world.platform.tick(GRACE + 1);
    return world;
  };
  const calls = await withEachFault(prepare, {
    act: (world) => world.staff.run(),
    async look(world) {
      assert.equal(await world.session(), null);
      world.platform.tick(901);
      await world.staff.run();
      assert.equal(await world.db.adapter.getUser(world.id), null);
      assert.equal(await world.row(), null);
      assert.deepEqual(
        await world.db.adapter.rows.find("security", { userId: `\u0001mailbox ${world.id}` }),
        null,
      );
      assert.ok(world.erased.length > 0 && world.erased.every((id) => id === world.id));
      assert.notEqual(await world.db.adapter.getUser("bob"), null);
    },
  });
  assert.ok(calls > 8, String(calls));
});

test("An account is kept or deleted, never half of each, whatever the clocks of two processes say (AD-06)", async () => {
  let isOver = false;
  for (let call = 0; !isOver; call++) {
    const database = interruptible();
    const world = await openDeletion({ adapter: database.adapter });
    await world.request();
    const token = new URL(world.mails.at(-1)!.url).searchParams.get("token")!;
    world.platform.tick(GRACE - 5);
    const ahead = { ...world.platform, now: () => world.platform.now() + 10_000 };
    let shown = "";
    const keep = async () => {
      const { headers } = await send(world.browser, "account-deletion", { token });
      shown = (await world.browser.open(headers.get("location")!)).text;
    };
    database.interrupt = { call: database.count + call, moment: "before", run: keep };
    const { deleted } = await outside({ ...world.config, platform: ahead } as unknown as Config)
      .accountDeletion.run();
    isOver = database.interrupt !== null;
    if (isOver) break;
    const isKept = deleted === 0;
    assert.equal(await world.db.adapter.getUser(world.id) !== null, isKept);
    assert.equal(world.erased.length, isKept ? 0 : 1);
    if (!isKept) continue;
    assert.match(shown, /You kept your account/);
  }
});

test("Several runs at once delete each account once", async () => {
  const world = await openDeletion({ deletion: { erase: () => new Promise((done) => setTimeout(done, 5)) } });
  await world.request();
  world.platform.tick(GRACE + 1);
  const runs = await Promise.all(Array.from({ length: 8 }, () => world.staff.run()));
  assert.equal(runs.reduce((sum, { deleted, failed }) => sum + deleted + failed, 0), 1);
  assert.deepEqual(world.erased, [world.id]);
});

test("A sign-in that runs while the deletion is asked for begins no session (AD-07)", async () => {
  let isOver = false;
  for (let call = 0; !isOver; call++) {
    const database = interruptible();
    const world = await openDeletion({ adapter: database.adapter });
    const other = world.visitor();
    const page = await other.open(`${APP}/auth/signin?callbackUrl=/home`);
    world.idp.login({ sub: "ada", name: "Ada Lovelace", email: ADA });
    database.interrupt = { call: database.count + call, moment: "before", run: () => world.request() };
    await page.submit("/auth/signin/idp");
    isOver = database.interrupt !== null;
    if (!isOver) assert.equal(await world.sessionIn(other), null, `${call}`);
  }
});

test("No one learns of a deletion, or undoes it, before the second factor (AD-08)", async () => {
  const world = openFactors({ url: APP, features: [AccountDeletion()] });
  const kit = await world.registerWithFactor();
  const [{ id } = { id: "" }] = await world.db.users();
  const { accountDeletion } = outside(world.config as Config);
  await accountDeletion.request(id);
  const asked = await world.enter();
  assert.match(asked.url, /\/auth\/second-factor/);
  assert.doesNotMatch(asked.text, /deleted/);
  const held = await world.answer(asked, { code: world.nextCode(kit) });
  assert.match(held.text, /Your account will be deleted/);
  assert.equal(await world.session(), null);
  await held.submit("/auth/account-deletion");
  const again = await world.enter();
  assert.equal((await world.answer(again, { code: world.nextCode(kit) })).url, `${APP}/home`);
});

test("A new password doesn't let anyone in, nor is it stored, while the account is to be deleted", async () => {
  const world = openFactors({ url: APP, secondFactor: false, features: [AccountDeletion()] });
  await world.register();
  const [{ id } = { id: "" }] = await world.db.users();
  const { accountDeletion } = outside(world.config as Config);
  await accountDeletion.request(id);
  const before = await world.db.adapter.rows.find("security", { userId: id });
  await world.forget();
  const choice = await world.follow();
  const held = await choice.submit("/auth/callback/password", { password: BETTER });
  assert.match(held.text, /Your account will be deleted/, world.log());
  assert.deepEqual(await world.db.adapter.rows.find("security", { userId: id }), before);
});

test("What a stranger has asked for goes when the owner of the mailbox takes the account over (AD-09)", async () => {
  const world = openDatabase({
    url: APP,
    features: [AccountDeletion()],
    more: (idp) => [oauth2(idp, { id: "other" })],
  });
  const mallory = world.visitor();
  world.idp.login({ sub: "mallory", name: "Mallory", email: ADA });
  await (await mallory.open(`${APP}/auth/signin`)).submit("/auth/signin/idp");
  const [{ id } = { id: "" }] = await world.db.users();
  await send(mallory, "account", { action: "delete-account", confirm: ADA });
  await outside(world.config as Config).accountDeletion.request(id);
  await world.ask();
  await world.follow();
  assert.equal((await world.session())?.user.email, ADA, world.log());
  world.platform.tick(GRACE + 1);
  assert.deepEqual(await outside(world.config as Config).accountDeletion.run(), { deleted: 0, failed: 0 });
});

test("An owner who takes the account over while a process deletes it loses nothing of theirs (AD-09)", async () => {
  let amid = (): Promise<unknown> => Promise.resolve();
  const world = openDatabase({ url: APP, features: [AccountDeletion({ erase: () => amid() })] });
  const mallory = world.visitor();
  world.idp.login({ sub: "mallory", name: "Mallory", email: ADA });
  await (await mallory.open(`${APP}/auth/signin`)).submit("/auth/signin/idp");
  const [{ id } = { id: "" }] = await world.db.users();
  const { accountDeletion } = outside(world.config as Config);
  await accountDeletion.request(id);
  world.platform.tick(GRACE + 1);
  await world.ask();
  let shown = "";
  amid = async () => shown = (await world.follow()).text;
  assert.deepEqual(await accountDeletion.run(), { deleted: 1, failed: 0 }, world.log());
  assert.match(shown, /Your account was deleted/);
  await world.ask();
  await world.follow();
  const { user } = (await world.session())!;
  assert.notEqual(user.id, id, "she has an account of her own");
});

test("A session that ends while it asks for the deletion asks for nothing (AD-10)", async () => {
  for (const gracePeriod of [0, GRACE]) {
    let isOver = false;
    for (let call = 0; !isOver; call++) {
      const database = interruptible();
      const world = await openDeletion({ adapter: database.adapter, deletion: { gracePeriod } });
      const owner = await world.elsewhere();
      const signOut = () => world.change({ action: "sign-out-others" }, owner);
      let isOut = false;
      const run = async () => void (isOut = (await signOut()).params.done === "signed-out-others");
      database.interrupt = { call: database.count + call, moment: "before", run };
      await world.change({ action: "delete-account", confirm: ADA });
      isOver = database.interrupt !== null;
      const left = await world.row();
      // Either the thief was faster, and the owner is told, or nothing has happened.
      if (!isOver && isOut && await world.sessionIn(owner)) {
        assert.equal(left?.dueAt ?? null, null, `call ${call}`);
      }
    }
  }
});

test("An account that was used while the feature was off stays (AD-11)", async () => {
  const world = await openDeletion();
  await world.request();
  const { features: _, ...without } = world.config;
  const { platform } = world;
  platform.sites[APP] = (request) => app(request, { ...without, features: [] } as never);
  platform.tick(3600);
  await world.enter();
  assert.notEqual(await world.session(), null);
  platform.tick(GRACE + 1);
  assert.deepEqual(await world.staff.run(), { deleted: 0, failed: 0 });
  assert.notEqual(await world.db.adapter.getUser(world.id), null);
  assert.match(world.log(), /deletion-dropped: user "[^"]+" has signed in since/);
});

test("Tokens are revoked at the provider before the account is deleted, and a provider that is down holds nothing up", async () => {
  for (const isDown of [false, true]) {
    const world = await openDeletion({
      features: [AccessTokens()],
      idp: { refreshTokens: "rotated" },
      oauth: { revocation: "https://idp.test/revoke" },
    });
    const { idp } = world;
    const revoked = () => idp.requests.filter(({ endpoint }) => endpoint === "revocation").length;
    if (isDown) {
      const refusal = () => Promise.resolve(Response.json({ error: "server_error" }, { status: 500 }));
      idp.tamper = { respond: { revocation: refusal } };
    }
    await world.request();
    assert.equal(revoked(), 0, "they may still be of use");
    world.platform.tick(GRACE + 1);
    assert.deepEqual(await world.staff.run(), { deleted: 1, failed: 0 }, world.log());
    assert.ok(revoked() > 0, JSON.stringify(idp.requests.map(({ endpoint }) => endpoint)));
    if (isDown) assert.match(world.log(), /Cannot take back at providers what `accessTokens` has of user/);
  }
});

test("An adapter of Auth.js with rows beside it loses what the library stores about the user, too", async () => {
  const reference = Object.assign(new ReferenceAdapter(), securityOf(Memory()));
  const world = await openDeletion({ adapter: reference, more: () => [], session: { strategy: "jwt" } });
  await world.request();
  world.platform.tick(GRACE + 1);
  assert.deepEqual(await world.staff.run(), { deleted: 1, failed: 0 }, world.log());
  assert.deepEqual([await reference.getUser(world.id), await world.row()], [null, null]);
});
