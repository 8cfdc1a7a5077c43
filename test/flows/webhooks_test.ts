/**
 * Webhooks: what happens to users, told to other services.
 *
 * @module
 */

import assert from "node:assert/strict";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { test } from "node:test";
import { Webhook } from "npm:standardwebhooks@^1.1.1";
import { Memory } from "../../src/adapters/memory/memory.ts";
import type { AdapterAccount } from "../../src/adapters/contract/types.ts";
import { AccessTokens } from "../../src/entries/access_tokens.ts";
import { UserProfile } from "../../src/entries/user_profile.ts";
import type { WebhookEvent } from "../../src/entries/webhooks.ts";
import { afterTests } from "../_after.ts";
import { ADA } from "./_kept_passwords.ts";
import { APP } from "./_world.ts";
import { KEY, NEXT_KEY, NOTHING, openWebhooks, STORES } from "./_webhooks.ts";

const [MINUTE, HOUR, DAY] = [60, 3600, 86_400];

for (const [name, makeAdapter] of Object.entries(STORES)) {
  test(`an endpoint receives what happens to a user in the order in which it happens, with ${name}`, async () => {
    const world = openWebhooks({
      adapter: makeAdapter(),
      session: { strategy: "jwt" },
      userFields: ["plan"],
    });
    const { administration, platform } = world;
    world.idp.login({ sub: "7", email: ADA, email_verified: true, name: "Ada" });
    await world.signIn();
    assert.deepEqual(
      await world.deliver(),
      ["user.created", "account.linked", "user.signed_in"],
      world.log(),
    );
    const { id } = (await world.db.adapter.getUserByEmail(ADA))!;
    const user = { id, name: "Ada", email: ADA, emailVerified: null, image: null, plan: null };
    const account = { userId: id, provider: "idp", providerAccountId: "7", type: "oauth" };
    const timestamp = new Date(platform.now()).toISOString();
    assert.deepEqual(world.received.map(({ event }) => event), [
      { type: "user.created", timestamp, data: user },
      { type: "account.linked", timestamp, data: account },
      { type: "user.signed_in", timestamp, data: { ...user, provider: "idp" } },
    ]);
    assert.equal(new Set(world.received.map(({ id }) => id)).size, 3);
    await administration.updateUser(id, { name: "Ada Lovelace" });
    await administration.updateUser(id, { role: "editor" });
    const until = new Date(platform.now() + 1000);
    await administration.banUser(id, { reason: "spam", until });
    await administration.unbanUser(id);
    assert.deepEqual(await world.deliver(), ["user.updated", "user.banned", "user.unbanned"]);
    assert.deepEqual(world.received.slice(3).map(({ event: { data } }) => data), [
      { ...user, name: "Ada Lovelace" },
      { ...user, name: "Ada Lovelace", until: until.toISOString() },
      { ...user, name: "Ada Lovelace" },
    ]);
    await administration.updateUser(id, { name: "A." });
    await administration.removeUser(id);
    assert.deepEqual(await world.deliver(), ["user.updated", "user.deleted"]);
    // WH-04: what is late gives no removed user away.
    assert.deepEqual(world.received.slice(6).map(({ event: { data } }) => data), [
      { ...user, name: null, email: null },
      { id },
    ]);
    assert.deepEqual(await world.webhooks.deliver(), NOTHING);
  });
}

test("a method of the adapter that the application has replaced is called, and its change is told", async () => {
  const own = Memory();
  const created: string[] = [];
  const createUserWithAccount: typeof own.createUserWithAccount = async (user, ...others) => {
    created.push(String(user.email));
    return await own.createUserWithAccount!(user, ...others);
  };
  const world = openWebhooks({ adapter: { ...own, createUserWithAccount } });
  world.idp.login({ sub: "7", email: ADA, email_verified: true, name: "Ada" });
  await world.signIn();
  assert.deepEqual(created, [ADA], world.log());
  assert.deepEqual(await world.deliver(), ["user.created", "account.linked", "user.signed_in"]);
});

test("accounts are told without tokens, also those that a takeover removes (WH-04)", async () => {
  const world = openWebhooks({ accounts: { encrypt: true }, features: [AccessTokens()] });
  const { db } = world;
  await db.adapter.createUser({ id: "1", name: "Ada", email: ADA, emailVerified: null });
  const key = { provider: "idp", providerAccountId: "of a stranger" };
  await db.adapter.linkAccount({ ...key, userId: "1", type: "oauth", access_token: "secret" });
  await world.ask(ADA);
  await world.follow();
  assert.deepEqual(
    await world.deliver(),
    ["user.updated", "account.unlinked", "user.signed_in"],
    world.log(),
  );
  assert.deepEqual(world.received[1]!.event.data, { ...key, userId: "1", type: "oauth" });
  await world.signIn({ link: true });
  const [{ providerAccountId, access_token }] = await db.adapter.listAccountsByUserId("1") as [
    AdapterAccount,
  ];
  assert.match(access_token!, /^sealed:/);
  assert.deepEqual(await world.deliver(), ["account.linked"], world.log());
  assert.deepEqual(world.received[3]!.event.data, { ...key, providerAccountId, userId: "1", type: "oauth" });
});

test("a profile that a user changes is told, and nothing else of it", async () => {
  const fields = {
    plan: { label: "Plan", type: "text" },
    nickname: { label: "Nickname", type: "text" },
  } as const;
  const world = openWebhooks({ features: [UserProfile({ fields })], userFields: ["plan"] });
  await world.join(ADA, world.browser);
  await world.deliver();
  const page = await world.browser.open(`${APP}/auth/account/profile`);
  await page.submit("/auth/account", {
    action: "change-profile",
    name: "Countess",
    plan: "gold",
    nickname: "A",
  });
  assert.deepEqual(await world.deliver(), ["user.updated"], world.log());
  const { name, plan, nickname } = world.received.at(-1)!.event.data as unknown as Record<string, unknown>;
  assert.deepEqual([name, plan, nickname], ["Countess", "gold", undefined]);
});

test("a real server verifies events with the package, and learns no secret (WH-01, WH-02)", async () => {
  const bodies: WebhookEvent[] = [];
  const webhook = new Webhook(KEY);
  const server = createServer(async (request, response) => {
    const body = await text(request);
    try {
      bodies.push(webhook.verify(body, request.headers as Record<string, string>) as WebhookEvent);
      assert.throws(() => webhook.verify(`${body} `, request.headers as Record<string, string>));
      assert.throws(() => new Webhook(NEXT_KEY).verify(body, request.headers as Record<string, string>));
      response.writeHead(204).end();
    } catch (error) {
      response.writeHead(400).end(String(error));
    }
  });
  await new Promise<void>((resolve) => void server.listen(0, "127.0.0.1", resolve));
  afterTests(() => void server.close());
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/hooks`;
  const world = openWebhooks({ endpoints: [{ url, secret: KEY }] });
  const { platform } = world;
  platform.sites[new URL(url).origin] = (request) => fetch(request);
  // The package reads the clock of this computer.
  platform.tick((Date.now() - platform.now()) / 1000);
  await world.join();
  assert.deepEqual(await world.webhooks.deliver(), { delivered: 2, failed: 0, waiting: 0 }, world.log());
  assert.deepEqual(bodies.map(({ type }) => type), ["user.created", "user.signed_in"]);
  assert.doesNotMatch(world.log() + JSON.stringify(bodies), new RegExp(KEY.slice(6)));
});

test("an event that an endpoint refuses comes again by the schedule, and holds back its user there alone", async () => {
  const world = openWebhooks({
    endpoints: [
      { url: "https://crm.test/", secret: KEY, name: "crm" },
      { url: "https://list.test/", secret: NEXT_KEY, name: "list", events: ["user.created", "user.deleted"] },
    ],
  });
  const { platform, webhooks } = world;
  const ada = await world.join();
  const grace = await world.join("grace@example.com", world.visitor());
  world.answer = ({ endpoint, event }) =>
    new Response(null, { status: endpoint === "crm" && JSON.stringify(event).includes(ada) ? 500 : 204 });
  assert.deepEqual((await world.deliver()).toSorted(), [
    ...["crm user.created", "crm user.created", "crm user.signed_in"],
    ...["list user.created", "list user.created"],
  ]);
  assert.deepEqual(
    world.received.filter(({ endpoint }) => endpoint === "crm").map(({ event: { data } }) =>
      (data as { id: string }).id
    ),
    [ada, grace, grace],
  );
  // One id for both endpoints.
  assert.equal(new Set(world.received.map(({ id }) => id)).size, 3);
  assert.deepEqual(await webhooks.deliver(), { ...NOTHING, waiting: 2 });
  const delays = [5, 5 * MINUTE, 30 * MINUTE, 2 * HOUR, 5 * HOUR, 10 * HOUR, 14 * HOUR, 20 * HOUR, DAY];
  for (const [index, seconds] of delays.entries()) {
    const [{ tries, failure, dueAt }] = await webhooks.list() as [never];
    assert.deepEqual([tries, failure], [index + 1, "500"]);
    const wait = (Date.parse(dueAt) - platform.now()) / 1000;
    assert.ok(wait >= seconds && wait <= seconds * 1.1, `${wait}`);
    platform.tick(seconds - 1);
    assert.deepEqual(await world.deliver(), []);
    platform.tick(seconds / 10 + 1);
    const [first, ...others] = await world.deliver();
    assert.equal(first, "crm user.created");
    // WH-05, and what follows a message that was given up.
    assert.deepEqual(others, index === delays.length - 1 ? ["crm user.signed_in"] : []);
  }
  assert.match(world.log(), /webhook-given-up: Event "user.created" .* for crm after 10 tries.* 500/);
  const [givenUp] = await webhooks.list({ gaveUp: true });
  assert.deepEqual([givenUp!.type, givenUp!.userId, givenUp!.tries], ["user.created", ada, 10]);
  assert.equal((await webhooks.list({ gaveUp: false })).length, 1);
  world.answer = () => new Response();
  platform.tick(MINUTE);
  assert.deepEqual(await world.deliver(), ["crm user.signed_in"]);
  assert.equal(await webhooks.retry("nothing"), false);
  assert.equal(await webhooks.retry(givenUp!.id), true);
  assert.deepEqual(await world.deliver(), ["crm user.created"]);
  assert.deepEqual(await webhooks.list(), []);
});

test("messages follow the name of an endpoint, and those of one that is gone are removed after 30 days", async () => {
  const adapter = Memory();
  const endpoint = (host: string, name: string) => ({
    adapter,
    endpoints: [{ url: `https://${host}/`, secret: KEY, name }],
  });
  const first = openWebhooks(endpoint("old.test", "crm"));
  await first.administration.createUser({ email: ADA });
  const moved = openWebhooks(endpoint("new.test", "crm"));
  assert.deepEqual(await moved.deliver(), ["user.created"]);
  await first.administration.createUser({ email: "grace@example.com" });
  const other = openWebhooks(endpoint("new.test", "other"));
  assert.deepEqual(await other.webhooks.deliver(), { ...NOTHING, waiting: 1 });
  other.platform.tick(31 * DAY);
  assert.deepEqual(await other.webhooks.deliver(), NOTHING);
  assert.deepEqual(await other.webhooks.list(), []);
});

test("410 gives an event up at once: no run reads it again, and 30 days later it's gone", async () => {
  const world = openWebhooks();
  const { administration, db, platform, webhooks } = world;
  const users = Array.from({ length: 120 }, (_, user) => ({ email: `${user}@example.com` }));
  for (const user of users) await administration.createUser(user);
  world.answer = () => new Response(null, { status: 410 });
  assert.deepEqual(await webhooks.deliver(), { delivered: 0, failed: users.length, waiting: 0 });
  assert.match(world.log(), /was given up for crm after 1 try, which ended with: 410/);
  db.calls.length = 0;
  assert.deepEqual(await webhooks.deliver(), NOTHING);
  assert.equal(db.calls.length, 2, db.calls.join());
  const listed = await webhooks.list({ limit: 100 });
  const [next, ...others] = await webhooks.list({ gaveUp: true, after: listed.at(-1)!.id, limit: 100 });
  assert.deepEqual([listed.length, next!.gaveUp, others.length], [100, true, 19]);
  assert.deepEqual(await webhooks.list({ gaveUp: false }), []);
  platform.tick(31 * DAY);
  assert.deepEqual(await webhooks.deliver(), NOTHING);
  assert.deepEqual(await webhooks.list(), []);
});

test("Retry-After makes a retry later by a day at most, a redirect is followed nowhere, and slowness is a failure (WH-03, WH-05)", async () => {
  const refusal = (status: number, headers: HeadersInit) => () => new Response(null, { status, headers });
  const answers: readonly (readonly [failure: string, () => Response | Promise<Response>])[] = [
    ["503", refusal(503, { "retry-after": "120" })],
    ["429", refusal(429, { "retry-after": "9999999" })],
    ["307", refusal(307, { location: "https://crm.test/other" })],
    ["no answer within 15 seconds", () => new Promise(() => {})],
    ["no connection", () => Promise.reject(new Error("down"))],
  ];
  const world = openWebhooks();
  await world.join();
  for (const [failure, answer] of answers) {
    const before = world.received.length;
    world.answer = answer;
    const running = world.webhooks.deliver();
    if (failure.startsWith("no answer")) {
      while (world.received.length === before) await new Promise((resolve) => setTimeout(resolve, 1));
      world.platform.tick(16);
    }
    assert.equal((await running).failed, 1);
    assert.equal(world.received.length, before + 1);
    const [message] = await world.webhooks.list();
    assert.equal(message!.failure, failure);
    const wait = (Date.parse(message!.dueAt) - world.platform.now()) / 1000;
    if (failure === "503") assert.equal(wait, 120);
    if (failure === "429") assert.equal(wait, DAY);
    world.platform.tick(wait);
  }
});

test("a run leaves an endpoint alone after three outages, and others go on (WH-05)", async () => {
  const world = openWebhooks({
    endpoints: [
      { url: "https://crm.test/", secret: KEY, name: "crm" },
      { url: "https://list.test/", secret: NEXT_KEY, name: "list" },
    ],
  });
  world.answer = ({ endpoint }) => new Response(null, { status: endpoint === "crm" ? 503 : 200 });
  for (let user = 0; user < 20; user++) {
    await world.administration.createUser({ email: `${user}@example.com` });
  }
  const { delivered, failed, waiting } = await world.webhooks.deliver();
  assert.deepEqual([delivered, waiting], [20, 20]);
  assert.ok(failed >= 3 && failed < 8, `${failed}`);
});

test("two runs at once send each event once, and `limit` ends a run (WH-06)", async () => {
  const world = openWebhooks();
  for (let user = 0; user < 12; user++) {
    await world.administration.createUser({ email: `${user}@example.com` });
  }
  const { waiting } = await world.webhooks.deliver({ limit: 2 });
  assert.deepEqual([world.received.length, waiting], [2, 10]);
  await Promise.all([world.webhooks.deliver(), world.webhooks.deliver(), world.webhooks.deliver()]);
  assert.equal(world.received.length, 12);
  assert.equal(new Set(world.received.map(({ id }) => id)).size, 12);
  assert.deepEqual(await world.webhooks.deliver(), NOTHING);
});

test("while a secret is replaced, each of them signs (WH-01)", async () => {
  const world = openWebhooks({ endpoints: [{ url: "https://crm.test/", secret: [NEXT_KEY, KEY] }] });
  await world.join();
  await world.deliver();
  const signatures = world.received[0]!.headers.get("webhook-signature")!.split(" ");
  assert.deepEqual(signatures.map((each) => each.slice(0, 3)), ["v1,", "v1,"]);
});

test("an endpoint that can't be used is an error that names its option (WH-02, WH-03)", async () => {
  const short = `whsec_${btoa("too short")}`;
  const url = "https://crm.test/";
  const wrong: readonly (readonly [object, RegExp])[] = [
    [{ endpoints: [] }, /`Webhooks\(\{ endpoints \}\)`: write at least one/],
    [{ endpoints: "https://crm.test" }, /endpoints \}\)`: write at least one/],
    [{ endpoints: [{ url: "http://crm.test", secret: KEY }] }, /\[0\]\.url \}\)`: write an https URL/],
    [{ endpoints: [null] }, /\[0\]\.url/],
    ...[undefined, "", [undefined, ""]].map((secret) =>
      [
        { endpoints: [{ url, secret }] },
        /\[0\]\.secret \}\)`: it's missing\. Set the environment variable .* to `whsec_` and 24 to 64/,
      ] as const
    ),
    ...[short, KEY.slice(6), [KEY, "x"]].map((secret) =>
      [
        { endpoints: [{ url, secret }] },
        /\[0\]\.secret \}\)`: it has the wrong form\. Write `whsec_` and 24 to 64/,
      ] as const
    ),
    [
      { endpoints: [{ url, secret: KEY, events: ["user.create"] }] },
      /\.events \}\)`: write some of user\.created/,
    ],
    [{ endpoints: [{ url, secret: KEY, name: "a b" }] }, /\.name/],
    [{ endpoints: [{ url, secret: KEY }, { url, secret: KEY }] }, /two have the same URL/],
    [{ endpoints: [{ url, secret: KEY }], userFields: "plan" }, /userFields/],
  ];
  for (const [options, message] of wrong) {
    const world = openWebhooks({ ...options } as never);
    await assert.rejects(world.webhooks.deliver(), (error: Error) => {
      assert.match(error.message, message);
      assert.equal(error.name, "Configuration");
      assert.doesNotMatch(error.message, /dG9v|bGF0/);
      return true;
    });
  }
});

test("an option of a function that can't be used is an error that says what to write", async () => {
  const { webhooks } = openWebhooks();
  const limits = [0, -1, 1.5, NaN, "5", null];
  const wrong: readonly (readonly ["deliver" | "list", string, readonly unknown[], RegExp])[] = [
    [
      "deliver",
      "limit",
      [...limits, 10_001],
      /deliver\(\{ limit \}\)`: write a whole number, from 1 to 10000/,
    ],
    ["deliver", "timeout", [0, 61, Infinity, "5"], /deliver\(\{ timeout \}\)`: write seconds, from 1 to 60/],
    ["list", "limit", [...limits, 101], /list\(\{ limit \}\)`: write a whole number, from 1 to 100/],
    ["list", "after", [5, {}], /list\(\{ after \}\)`: write the `id` of a message/],
    ["list", "gaveUp", ["true", null], /list\(\{ gaveUp \}\)`: write `true` or `false`/],
  ];
  for (const [name, option, values, message] of wrong) {
    for (const value of values) {
      await assert.rejects(webhooks[name]({ [option]: value } as never), { name: "Configuration", message });
    }
  }
  assert.deepEqual(await webhooks.deliver({ limit: 10_000, timeout: 1.5 }), NOTHING);
  assert.deepEqual(await webhooks.list({ limit: 100, after: null, gaveUp: true }), []);
});
