/**
 * The log of what staff does.
 *
 * @module
 */

import assert from "node:assert/strict";
import { ActivityLog } from "../../src/entries/activity_log.ts";
import type { StaffAction } from "../../src/entries/administration.ts";
import { STORES } from "./_account_page.ts";
import { openActing } from "./_acting.ts";
import { GRACE, openAdministration } from "./_administration.ts";
import { ADA } from "./_kept_passwords.ts";
import { testForms } from "./_password_forms.ts";
import { send } from "./_send.ts";
import { APP } from "./_world.ts";

const PAGE = `${APP}/auth/admin`;

/** A world in which Ada is a user, and Grace an administrator who is signed in. */
async function openLog(options: Parameters<typeof openAdministration>[0] = {}) {
  const world = openAdministration({ session: { strategy: "database" }, ...options });
  const grace = world.visitor();
  const [ada, graceId] = [await world.join(), await world.join(GRACE, grace)];
  const listed = async (query = {}) => (await world.administration.listActions(query)).actions;
  return { ...world, grace, ada, graceId, listed };
}

const shown = ({ action, actorId, userId, reason, changes, error }: StaffAction) =>
  [action, actorId, userId, reason, changes, error] as const;

for (const [how, adapter] of Object.entries(STORES)) {
  testForms(
    `The log of staff has who did what to whom, and why, also once they are gone, ${how} (ADM-18)`,
    async () => {
      const { grace, ada, graceId, listed, ...world } = await openLog({
        adapter: await adapter(),
        location: () => "Bern",
      });
      const { administration, platform } = world;
      const next = () => platform.tick(1);
      await world.call(grace, "updateUser", ada, { name: "Ada L." }, { reason: " She asked " });
      next();
      const until = new Date(platform.now() + 86_400_000);
      await world.call(grace, "banUser", ada, { reason: "Spam", until });
      next();
      await administration.banUser(ada, { reason: "For good" });
      next();
      await world.call(grace, "unbanUser", ada, { reason: "Appeal" });
      next();
      assert.equal(await administration.unbanUser(ada), false);
      next();
      const made = await world.call(grace, "createUser", { email: "joan@example.com" }, {
        reason: "New here",
      });
      const joan = String((made as { id: string }).id);
      next();
      await assert.rejects(async () => await world.call(grace, "removeUser", graceId), {
        type: "AccessDenied",
      });
      next();
      await world.call(grace, "removeUser", ada, { reason: "GDPR" });
      const iso = until.toISOString();
      const [last, refused, created, vain, unbanned, ...first] = await listed();
      assert.deepEqual([last, refused, created].map((action) => shown(action!)), [
        ["removeUser", graceId, ada, "GDPR", null, null],
        ["removeUser", graceId, graceId, null, null, "AccessDenied"],
        ["createUser", graceId, joan, "New here", null, null],
      ]);
      assert.deepEqual([vain, unbanned, ...first].map((action) => shown(action!)), [
        ["unbanUser", null, ada, null, null, "NotDone"],
        ["unbanUser", graceId, ada, "Appeal", null, null],
        ["banUser", null, ada, "For good", { until: [iso, null] }, null],
        ["banUser", graceId, ada, "Spam", { until: [null, iso] }, null],
        ["updateUser", graceId, ada, "She asked", { name: null }, null],
      ]);
      assert.deepEqual([last!.location, vain!.location, last!.createdAt], [
        "Bern",
        null,
        new Date(platform.now()).toISOString(),
      ]);
      assert.equal((await listed({ userId: ada })).length, 6);
      assert.deepEqual((await listed({ userId: joan })).map(({ action }) => action), ["createUser"]);
      assert.equal((await listed({ actorId: graceId })).length, 6);
      assert.deepEqual((await listed({ actorId: graceId, userId: joan })).length, 1);
      assert.deepEqual(await listed({ userId: "nobody" }), []);
      // Who has done it may be gone as well.
      await world.db.adapter.deleteUser!(graceId);
      assert.equal((await listed({ actorId: graceId })).length, 6);
      const part = await administration.listActions({ limit: 3 });
      const rest = await administration.listActions({ limit: 100, after: part.next });
      assert.deepEqual([...part.actions, ...rest.actions], await listed());
      assert.equal(rest.next, null);
      platform.tick(366 * 86_400);
      assert.deepEqual(await listed(), [], "they end after a year");
    },
  );
}

testForms("What the log of staff cannot keep is not done; what is cut off is in doubt (ADM-18)", async () => {
  const { grace, ada, listed, ...world } = await openLog();
  const { adapter } = world.db;
  const { rows } = adapter as unknown as { rows: Record<string, (...args: unknown[]) => Promise<unknown>> };
  const { store } = rows;
  rows.store = async (kind, ...others) => {
    if (kind === "activities") throw new Error("The disk is full");
    return await store!(kind, ...others);
  };
  await assert.rejects(async () => await world.call(grace, "banUser", ada), { type: "AdapterError" });
  assert.equal((await world.administration.getUser(ada))!.ban, null);
  let writes = 0;
  rows.store = async (kind, ...others) => {
    if (kind === "activities" && ++writes > 1) throw new Error("The disk is full");
    return await store!(kind, ...others);
  };
  assert.equal(await world.call(grace, "banUser", ada), true);
  rows.store = store!;
  assert.deepEqual((await listed()).map(({ action, error }) => [action, error]), [["banUser", "Unfinished"]]);
  assert.match(world.log(), /The disk is full/);
});

testForms("The fields of an application are in the log with their values before and after", async () => {
  const { grace, ada, listed, ...world } = await openLog();
  const changes = { role: "admin", quota: 7, paidAt: new Date("2030-01-01T00:00:00Z"), name: "Ada" };
  await world.call(grace, "updateUser", ada, changes);
  await world.call(grace, "updateUser", ada, { role: null, quota: undefined });
  assert.deepEqual((await listed()).map(({ changes }) => changes).toReversed(), [
    {
      role: [null, "admin"],
      quota: [null, 7],
      paidAt: [null, "2030-01-01T00:00:00.000Z"],
      name: null,
    },
    { role: ["admin", null] },
  ]);
  for (const reason of [7, "x".repeat(1001), "a\0"]) {
    await assert.rejects(
      async () => await world.call(grace, "endSessions", ada, { reason }),
      /write `reason`/,
    );
  }
  assert.equal((await listed()).length, 2, "what is refused before is not kept");
});

testForms(
  "The log of staff has the beginning and the end of acting, and the download of the list",
  async () => {
    const world = await openActing({ session: { strategy: "database" }, staffPages: true });
    await world.act();
    world.platform.tick(1);
    await world.see(undefined, "administration.stopActing");
    world.platform.tick(1);
    const file = await world.grace.fetch(`${PAGE}?as=csv`);
    assert.equal(file.status, 200);
    await file.text();
    const { actions } = await world.administration.listActions();
    assert.deepEqual(actions.map(({ action, actorId, userId }) => [action, actorId, userId]), [
      ["exportUsers", world.graceId, null],
      ["stopActing", world.graceId, world.ada],
      ["actAs", world.graceId, world.ada],
    ]);
    assert.notEqual(actions.at(-1)!.reason, null);
    const log = await world.grace.open(`${PAGE}?view=log`);
    assert.match(
      log.text,
      /Stopped acting as this user .*Started acting as this user .* Until \w{3} \d+, \d{4}, /,
    );
  },
);

for (const strategy of ["database", "jwt"] as const) {
  testForms(`The log says that a sign-out has ended acting: ${strategy}`, async () => {
    const world = await openActing({ session: { strategy, revocationDelay: 0 } });
    await world.act();
    world.platform.tick(1);
    const done = await (await world.grace.open(`${APP}/auth/signout`)).submit("/auth/signout");
    assert.ok(done.status < 400, world.log());
    assert.equal((await world.see()).email, null);
    const { actions } = await world.administration.listActions();
    assert.deepEqual(actions.map(({ action, actorId, userId }) => [action, actorId, userId]), [
      ["stopActing", world.graceId, world.ada],
      ["actAs", world.graceId, world.ada],
    ]);
    await send(world.adas, "signout", {});
    assert.equal((await world.administration.listActions()).actions.length, 2, "of nobody else");
  });
}

testForms("The pages show the log of staff to those who may see it, and lead to each person", async () => {
  const { grace, ada, graceId, ...world } = await openLog({
    staffPages: true,
    features: [ActivityLog()],
    may: ({ staff, isAdmin, action }) =>
      isAdmin || (staff.email === "joan@example.com" && action !== "listActions"),
  });
  const page = await grace.open(`${PAGE}?user=${ada}`);
  assert.doesNotMatch(page.text, /What staff has done/, "nothing yet");
  const out = await page.submit("Sign out everywhere", { reason: "<i>Stolen phone" });
  assert.match(
    out.text,
    /What staff has done Signed out everywhere .*<i>Stolen phone.* By grace@example\.com/,
  );
  world.platform.tick(1);
  const gone = await (await out.follow("Remove this user")).submit("Remove this user", {
    reason: "Asked for it",
  });
  assert.match(gone.text, /The user was removed/);
  const log = await gone.follow("What staff has done");
  assert.match(log.text, new RegExp(`User removed ${ada} .*Asked for it.*Signed out everywhere ${ada}`));
  const ofAda = await log.follow(ada);
  assert.match(ofAda.text, /Asked for it.*Stolen phone/);
  const ofGrace = await ofAda.follow(GRACE);
  assert.equal(new URL(ofGrace.url).searchParams.get("actor"), graceId);
  assert.match(ofGrace.text, /Asked for it/);
  assert.match((await ofGrace.follow("What staff has done")).text, /Asked for it/);
  const data = await grace.fetch(`${PAGE}?view=log&user=${ada}`, { headers: { accept: "application/json" } });
  assert.equal((await data.json()).actions.length, 2);
  const joan = world.visitor();
  await world.join("joan@example.com", joan);
  assert.match((await joan.open(`${PAGE}?view=log`)).text, /You don't have access/, world.log());
  assert.doesNotMatch((await joan.open(PAGE)).text, /What staff has done/);
  assert.doesNotMatch((await joan.open(`${PAGE}?user=${graceId}`)).text, /What staff has done/);
});

testForms(
  "The log says what has happened, whoever did it, and from which end of a ban to which",
  async () => {
    const { grace, ada, ...world } = await openLog({ staffPages: true, url: APP });
    const { administration, platform } = world;
    await administration.banUser(ada);
    platform.tick(1);
    await administration.banUser(ada, { until: new Date(platform.now() + 86_400_000) });
    platform.tick(1);
    await administration.unbanUser(ada);
    platform.tick(1);
    await administration.updateUser(ada, { role: "editor", bio: "x".repeat(501) });
    platform.tick(1);
    await administration.updateUser(ada, { role: "editor", bio: "y".repeat(501) });
    platform.tick(1);
    await administration.createSession(ada);
    platform.tick(1);
    await administration.endSessions("");
    const log = await grace.open(`${PAGE}?view=log`);
    assert.match(
      log.text,
      new RegExp(
        [
          "Signed out everywhere Not done By a program",
          `Session started ${ADA} By a program`,
          `Details changed ${ADA} bio By`,
          `Details changed ${ADA} role: – → editor bio By`,
          `Ban lifted ${ADA} By`,
          `Banned ${ADA} Until [^–]* By`,
          `Banned ${ADA} For good By`,
        ].join(".*"),
      ),
    );
    // A link that has been cut off, or was written by hand.
    const old = await grace.open(`${PAGE}?view=log&after=zz`);
    assert.deepEqual(old.text, log.text);
    const { actions } = await administration.listActions();
    assert.match(
      (await grace.open(`${PAGE}?view=log&after=${actions.at(-1)!.id}`)).text,
      /No older entries\./,
    );
  },
);
