/**
 * What somebody has tried to make webhooks lose, invent, tell or wait for.
 *
 * @module
 */

import assert from "node:assert/strict";
import { test } from "node:test";
import { toFeature } from "../../src/setup/feature.ts";
import { Webhooks } from "../../src/entries/webhooks.ts";
import { Memory } from "../../src/adapters/memory/memory.ts";
import type { Adapter } from "../../src/adapters/contract/types.ts";
import { openAdministration } from "./_administration.ts";
import { ADA } from "./_kept_passwords.ts";
import { KEY, openWebhooks, STORES } from "./_webhooks.ts";

function openWebhooksFirst({ adapter, refusing }: { adapter: Adapter; refusing: object }) {
  const hooks = Webhooks({ endpoints: [{ url: "https://crm.test/hooks", secret: KEY, name: "crm" }] });
  return openAdministration({ adapter, features: [hooks, refusing] as never });
}

test("No event says with which account a removed user signed in (WH-04)", async () => {
  const world = openWebhooks();
  world.idp.login({ sub: "sub-of-ada", email: ADA, email_verified: true, name: "Ada" });
  await world.signIn();
  const { id } = (await world.db.adapter.getUserByEmail(ADA))!;
  await world.administration.removeUser(id);
  await world.deliver();
  assert.equal(world.received.length > 0, true);
  assert.doesNotMatch(JSON.stringify(world.received.map(({ event }) => event)), /sub-of-ada/);
});

test("A method that the application has assigned to the adapter is called (WH-06)", async () => {
  const adapter = Memory();
  const { deleteUser, updateUser } = adapter;
  const called: string[] = [];
  adapter.deleteUser = async (id) => {
    called.push("deleteUser");
    await deleteUser(id);
  };
  adapter.updateUser = async (user) => {
    called.push("updateUser");
    return await updateUser(user);
  };
  const world = openWebhooks({ adapter });
  world.idp.login({ sub: "7", email: ADA, email_verified: true, name: "Ada" });
  await world.signIn();
  const { id } = (await adapter.getUserByEmail(ADA))!;
  await world.administration.updateUser(id, { name: "A" });
  await world.administration.removeUser(id);
  assert.deepEqual(called, ["updateUser", "deleteUser"]);
});

test("So is one of its rows (WH-06)", async () => {
  const adapter = Memory();
  const rows = adapter.rows as { store: (...given: unknown[]) => unknown };
  const { store } = rows;
  const called: unknown[] = [];
  rows.store = async (...given) => {
    if (given[0] === "bans") called.push(given[0]);
    return await store(...given);
  };
  const world = openWebhooks({ adapter });
  const ada = await world.join();
  await world.administration.banUser(ada);
  assert.deepEqual(called, ["bans"]);
});

test("One message whose body can't be written doesn't stop the others (WH-05)", async () => {
  const adapter = Memory();
  const world = openWebhooks({ adapter, userFields: ["credits"] });
  const { administration } = world;
  const make = async (n: number) =>
    String((await administration.createUser({ email: `u${n}@example.com` }))!.id);
  const eve = await make(0);
  await adapter.updateUser({ id: eve, credits: 5n } as never);
  for (let n = 1; n <= 120; n++) await make(n);
  const runs = [];
  for (let run = 0; run < 3; run++) {
    runs.push(await world.webhooks.deliver().then(() => "done", (error) => String(error)));
    world.platform.tick(60);
  }
  assert.deepEqual([world.received.length, runs[0]], [120, "done"]);
});

test("An endpoint that's away gets seven tries of a run, whatever can't be written in between (WH-05)", async () => {
  const adapter = Memory();
  const world = openWebhooks({ adapter, userFields: ["credits"] });
  for (let n = 0; n < 60; n++) {
    const { id } = (await world.administration.createUser({ email: `u${n}@example.com` }))!;
    if (n % 2) await adapter.updateUser({ id, credits: 5n } as never);
  }
  world.answer = () => new Response(null, { status: 503 });
  await world.webhooks.deliver();
  assert.ok(world.received.length >= 3 && world.received.length <= 7, `${world.received.length} tries`);
});

test("An endpoint that is slow holds up no other one (WH-05)", async () => {
  const world = openWebhooks({
    endpoints: [
      { url: "https://slow.test/hooks", secret: KEY, name: "slow" },
      { url: "https://crm.test/hooks", secret: KEY, name: "crm" },
    ],
  });
  for (let n = 0; n < 120; n++) await world.administration.createUser({ email: `u${n}@example.com` });
  let release = () => {};
  const held = new Promise<void>((resolve) => release = resolve);
  world.answer = async ({ endpoint }) => {
    if (endpoint === "slow") await held;
    return new Response(null, { status: 204 });
  };
  const run = world.webhooks.deliver();
  await new Promise((resolve) => setTimeout(resolve, 1500));
  const crm = world.received.filter(({ endpoint }) => endpoint === "crm").length;
  release();
  await run;
  assert.equal(crm, 120);
});

test("The events of one user don't use up the runs of all (WH-05)", async () => {
  const world = openWebhooks();
  const { administration } = world;
  const eve = String((await administration.createUser({ email: "eve@example.com" }))!.id);
  for (let n = 0; n < 300; n++) await administration.updateUser(eve, { name: `E${n}` });
  await administration.createUser({ email: ADA });
  await world.webhooks.deliver({ limit: 200 });
  assert.equal(world.received.some(({ event }) => "email" in event.data && event.data.email === ADA), true);
});

test("A URL with a password in it is refused, not tried for days (WH-02)", async () => {
  const world = openWebhooks({ endpoints: [{ url: "https://me:secret@crm.test/hooks", secret: KEY }] });
  await assert.rejects(async () => await world.administration.createUser({ email: ADA }), /url/);
});

test("No sign-in is told that another feature has refused (WH-06)", async () => {
  const refusing = toFeature("refusing", {}, {
    name: "refusing",
    sessionCookies: () => Promise.reject(new Error("no")),
  } as never);
  const adapter = Memory();
  const world = openWebhooksFirst({ adapter, refusing });
  world.idp.login({ sub: "7", email: ADA, email_verified: true, name: "Ada" });
  await world.signIn().catch(() => {});
  assert.equal(await world.sessionIn(world.browser), null);
  const rows = await adapter.rows.list("webhookMessages", {}, { after: null, limit: 10 });
  assert.equal(rows.some(({ type }) => type === "user.signed_in"), false);
});

test("An id of a user writes no line of its own into the log (WH-02)", async () => {
  const world = openWebhooks();
  const id = "1\nadministration: user 7 is an administrator now";
  await world.administration.importUsers([{ id, email: ADA }]);
  world.answer = () => new Response(null, { status: 410 });
  await world.webhooks.deliver();
  assert.doesNotMatch(world.log(), /^administration: user 7/m, world.log());
});

test("A run reads no more of the outbox than it sends (WH-05)", async () => {
  const adapter = Memory();
  const { list } = adapter.rows as unknown as Record<string, (...given: unknown[]) => unknown>;
  let reads = 0;
  const counting = async (...given: unknown[]) => {
    if (given[0] === "webhookMessages") reads++;
    return await list!(...given);
  };
  const world = openWebhooks({ adapter: { ...adapter, rows: { ...adapter.rows, list: counting as never } } });
  for (let n = 0; n < 1000; n++) await world.administration.createUser({ email: `u${n}@example.com` });
  world.answer = () => new Response(null, { status: 503 });
  reads = 0;
  await world.webhooks.deliver({ limit: 20 });
  assert.equal(reads < 4, true, `${reads} pages`);
});

test("What a dead endpoint holds is not read again and again, and a message to nobody goes (WH-05)", async () => {
  const world = openWebhooks();
  await world.administration.createUser({ email: ADA });
  const gone = openWebhooks({
    adapter: world.db.adapter,
    endpoints: [{ url: "https://other.test/hooks", secret: KEY, name: "other" }],
  });
  gone.platform.tick(31 * 86_400);
  await gone.webhooks.deliver();
  assert.deepEqual(await gone.webhooks.list(), []);
});

test("A banned user who is removed was not let in again (WH-06)", async () => {
  const world = openWebhooks();
  const ada = await world.join();
  await world.administration.banUser(ada);
  await world.administration.removeUser(ada);
  assert.equal((await world.deliver()).includes("user.unbanned"), false);
});

test("Odd answers are failures, and hold up no run (WH-05)", async () => {
  const answers = [
    () => new Response(null, { status: 302, headers: { location: "http://127.0.0.1/" } }),
    () => new Response(null, { status: 503, headers: { "retry-after": "9".repeat(400) } }),
    () => new Response(null, { status: 500, headers: { "retry-after": "-1" } }),
    () =>
      new Response(new ReadableStream({ pull: (to) => void to.enqueue(new Uint8Array(65536)) }), {
        status: 500,
      }),
  ];
  for (const answer of answers) {
    const world = openWebhooks();
    await world.administration.createUser({ email: ADA });
    world.answer = answer;
    assert.equal((await world.webhooks.deliver()).failed, 1);
    const [message] = await world.webhooks.list();
    assert.equal(Date.parse(message!.dueAt) - world.platform.now() <= 90_000_000, true);
  }
});

for (const [name, makeAdapter] of Object.entries(STORES)) {
  const openWith = (adapter: Adapter) =>
    openWebhooks({
      adapter,
      session: { strategy: "jwt" },
      endpoints: ["crm", "list"].map((name) => ({ url: `https://${name}.test/`, secret: KEY, name })),
    });

  test(`Creations at the same time tell each endpoint of one user, with ${name} (WH-06)`, async () => {
    const { administration, db, platform, received, webhooks } = openWith(makeAdapter());
    const creations = Array.from({ length: 3 }, () => administration.createUser({ email: ADA }));
    const made = await Promise.allSettled(creations);
    assert.equal(made.filter((each) => each.status === "fulfilled" && each.value).length, 1);
    for (const seconds of [0, 61, 601]) {
      platform.tick(seconds);
      await webhooks.deliver();
    }
    const { id } = (await db.adapter.getUserByEmail(ADA))!;
    assert.deepEqual(
      received.map(({ endpoint, event: { data } }) => [endpoint, (data as { id: string }).id]),
      [["crm", id], ["list", id]],
    );
  });

  test(`A user whom the adapter refuses leaves no address, and is told once they are created, with ${name} (WH-04, WH-06)`, async () => {
    const adapter = makeAdapter();
    const { createUser } = adapter;
    let refuses = true;
    adapter.createUser = async (user) => {
      if (refuses) throw new Error("the connection was lost");
      return await createUser!.call(adapter, user);
    };
    const { administration, db, platform, received, webhooks } = openWith(adapter);
    await assert.rejects(administration.createUser({ email: ADA }));
    const stored = await db.adapter.rows.list("webhookMessages", {}, { after: null, limit: 10 });
    assert.doesNotMatch(JSON.stringify(stored), new RegExp(ADA));
    refuses = false;
    await administration.createUser({ email: ADA });
    for (const seconds of [0, 61, 601]) {
      platform.tick(seconds);
      await webhooks.deliver();
    }
    assert.deepEqual(received.map(({ event: { type } }) => type), ["user.created", "user.created"]);
    assert.deepEqual(await webhooks.list(), []);
  });
}
