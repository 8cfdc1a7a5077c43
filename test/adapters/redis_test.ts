import assert from "node:assert/strict";
import { test } from "node:test";
import { inspect } from "node:util";
import { Redis as Upstash } from "npm:@upstash/redis@1.39.0";
import { Redis as IoRedis } from "npm:ioredis@6.0.0";
import { createClient, createClientPool, TimeoutError } from "npm:redis@6.3.1";
import {
  type IoRedisClient,
  type NodeRedisClient,
  Redis,
  type RedisCommand,
  type UpstashClient,
} from "../../src/adapters/redis/redis.ts";
import { adapterCases } from "../../src/testing/adapter/adapter_cases.ts";
import { testContract } from "./_contract.ts";
import { afterTests } from "../_after.ts";
import { freePort } from "../_free_port.ts";
import { type RedisServer, serveCommands, startRedis } from "./_redis_server.ts";

const HOUR = 3_600_000;
const server = await startRedis();
const nobody = (id: string) => ({ id, email: null, emailVerified: null });

// All before the first test: Deno ends with success when a module fails that has tests already.
const database = "missing" in server ? null : await openDatabase(server);
if (database) afterTests(() => database.close());
if ("missing" in server) console.log(`skip: ${server.missing}`);
const skip = database ? false : "no server";

/** Clients of a running server, and the cases for each. */
async function openDatabase({ path, stop }: RedisServer) {
  const socket = { path, tls: false } as const;
  const client = await createClient({ socket }).connect();
  const older = await createClient({ socket, RESP: 2 }).connect();
  const pool = createClientPool({ socket });
  await pool.connect();
  const io = new IoRedis({ path });
  const prefixed = new IoRedis({ path, keyPrefix: "app:" });
  const http = await serveCommands((command) => client.sendCommand(command));
  const upstash = new Upstash({ url: http.url, token: "t", responseEncoding: false, enableTelemetry: false });
  const clients: Record<string, NodeRedisClient | IoRedisClient | UpstashClient | RedisCommand> = {
    "redis": client,
    "redis with RESP2": older,
    "a pool of redis": pool,
    "ioredis": io,
    "ioredis with keyPrefix": prefixed,
    "@upstash/redis": upstash,
    "a function": (command) => io.call(command[0]!, command.slice(1)),
  };
  const suites = await Promise.all(
    Object.entries(clients).map(async ([name, each]) => {
      return [name, await adapterCases(() => Promise.resolve({ adapter: Redis(each) }))] as const;
    }),
  );
  const close = async () => {
    await Promise.all([
      client.close(),
      older.close(),
      pool.close(),
      io.quit(),
      prefixed.quit(),
      http.close(),
    ]);
    await stop();
  };
  return { client, io, url: http.url, suites, close };
}

testContract("Redis()", database?.suites ?? []);

test("Redis() sends the script once, and then only its hash", { skip }, async () => {
  const sent: string[][] = [];
  const { client } = database!;
  const adapter = Redis((command) => {
    sent.push(command);
    return client.sendCommand(command);
  });
  await client.sendCommand(["SCRIPT", "FLUSH"]);
  assert.equal(await adapter.getUser("none"), null);
  assert.equal(await adapter.getUser("none"), null);
  assert.deepEqual(sent.map(([name]) => name), ["EVALSHA", "EVAL", "EVALSHA"]);
  assert.ok(sent[2]!.join().length < 100);
});

test("Redis() asks once for each call", { skip }, async () => {
  let sent = 0;
  const { client } = database!;
  const adapter = Redis((command) => {
    sent++;
    return client.sendCommand(command);
  }, { prefix: "once:" });
  const calls: [string, () => unknown][] = [
    ["createUser", () => adapter.createUser(nobody("1"))],
    ["createSession", () => adapter.createSession({ sessionToken: "s", userId: "1", expires: soon() })],
    ["getSessionAndUser", () => adapter.getSessionAndUser("s")],
    ["deleteUser", () => adapter.deleteUser("1")],
  ];
  await adapter.getUser("1");
  for (const [name, call] of calls) {
    sent = 0;
    await call();
    assert.equal(sent, 1, name);
  }
});

test("Redis() keeps fields of the application's own", { skip }, async () => {
  const adapter = Redis(database!.client);
  const user = {
    ...nobody(crypto.randomUUID()),
    role: "admin",
    born: new Date(-5),
    score: 0.1 + 0.2,
    tags: ["a", { b: null }],
    empty: [],
    "no text": "",
    missing: undefined,
    ["__proto__"]: "own",
  };
  const created = await adapter.createUser(user);
  const { missing: _, ...stored } = user;
  assert.deepEqual(created, stored);
  assert.deepEqual(await adapter.getUser(user.id), stored);
  assert.deepEqual(await adapter.updateUser({ id: user.id, tags: null } as never), { ...stored, tags: null });
});

test("Redis() prefixes all keys, and leaves no key behind", { skip }, async () => {
  const { client } = database!;
  const adapter = Redis(client, { prefix: "{own}:" });
  const others = new Set(await client.keys("*"));
  const user = { ...nobody("1"), email: "ada@example.com" };
  const account = { type: "oidc", provider: "p", providerAccountId: "1" } as const;
  const authenticator = {
    credentialID: "c",
    userId: "1",
    providerAccountId: "c",
    credentialPublicKey: "k",
    counter: 0,
    credentialDeviceType: "singleDevice",
    credentialBackedUp: false,
  };
  const token = { identifier: "ada@example.com", token: "t", expires: soon() };
  await adapter.createUserWithAccount(user, account);
  await adapter.linkAccount({ ...account, providerAccountId: "2", userId: "1" });
  await adapter.createSession({ sessionToken: "s", userId: "1", expires: soon() });
  await adapter.createAuthenticator(authenticator);
  await adapter.createVerificationToken(token);
  const keys = (await client.keys("*")).filter((key) => !others.has(key));
  assert.equal(keys.length, 11, keys.join());
  assert.deepEqual(keys.filter((key) => !key.startsWith("{own}:")), []);
  await adapter.deleteUser("1");
  await adapter.useVerificationToken(token);
  // The generation is left.
  assert.deepEqual((await client.keys("*")).filter((key) => !others.has(key)), ["{own}:security:1"]);
});

test("Redis() leaves no key of provider tokens and provider sessions behind", { skip }, async () => {
  const { client } = database!;
  const adapter = Redis(client, { prefix: "{provider}:" });
  // A removed user leaves the generation.
  const keys = async () =>
    (await client.keys("{provider}:*")).filter((key) => !key.startsWith("{provider}:security:"));
  const account = { provider: 'idp "é"/', providerAccountId: "1" };
  const keeps = { provider: "p", providerAccountId: "kept" };
  const tokens = { ...account, userId: "1", version: 1, leaseUntil: null, tokens: "sealed" };
  const session = { ...account, userId: "1", sub: "1", sid: 'at "idp"/é', idToken: null };
  const later = new Date(Date.now() + 3 * 3_600_000);
  const ways: Readonly<Record<string, () => unknown>> = {
    async delete() {
      await adapter.rows.remove("providerTokens", account);
      for (const id of ["a", "b"]) await adapter.rows.remove("providerSessions", { id });
    },
    unlinkAccount: () => adapter.unlinkAccount(account),
    removeAccount: () => adapter.removeAccount({ userId: "1", account, keeps }),
    deleteUser: () => adapter.deleteUser("1"),
    async removeExpired() {
      await adapter.rows.remove("providerTokens", account);
      await adapter.removeExpired({ now: later });
    },
    async "their end"() {
      await adapter.rows.remove("providerTokens", account);
      for (const id of ["a", "b"]) await client.del(`{provider}:providerSession:${id}`);
      await adapter.removeExpired({ now: later });
    },
  };
  for (const [way, remove] of Object.entries(ways)) {
    await adapter.createUser(nobody("1"));
    for (const key of [account, keeps]) await adapter.linkAccount({ ...key, type: "oidc", userId: "1" });
    const before = await keys();
    await adapter.rows.store("providerTokens", { ...tokens, userId: "2" }, null);
    await adapter.rows.store("providerTokens", tokens, 1);
    await adapter.rows.store("providerSessions", {
      ...session,
      id: "a",
      sid: "other",
      userId: "2",
      expires: soon(),
    });
    for (const id of ["a", "b"]) {
      await adapter.rows.store("providerSessions", { ...session, id, expires: soon() });
    }
    // Two records, four sets, `ending`, and three keys of the tokens.
    assert.equal((await keys()).length, before.length + 10, way);
    await remove();
    assert.deepEqual((await keys()).filter((key) => !before.includes(key)), [], way);
    await adapter.deleteUser("1");
    assert.deepEqual(await keys(), [], way);
  }
});

test("Redis() refuses a user whose id another has", { skip }, async () => {
  const adapter = Redis(database!.client);
  const user = { ...nobody(crypto.randomUUID()), name: "Ada" };
  await adapter.createUser(user);
  await assert.rejects(async () => await adapter.createUser({ ...user, name: "Eve" }), /is stored already/);
  assert.equal((await adapter.getUser(user.id))?.name, "Ada");
});

test("Redis() frees the address of a user who gives it up", { skip }, async () => {
  const adapter = Redis(database!.client, { prefix: "address:" });
  await adapter.createUser({ ...nobody("1"), email: "ada@example.com" });
  await adapter.updateUser({ id: "1", email: null });
  assert.equal(await adapter.getUserByEmail("ada@example.com"), null);
  await adapter.createUser({ ...nobody("2"), email: "ada@example.com" });
  assert.equal((await adapter.getUserByEmail("ada@example.com"))?.id, "2");
});

test("Redis() lets sessions and tokens vanish when they end", { skip }, async () => {
  const { client } = database!;
  const adapter = Redis(client, { prefix: "ttl:" });
  await adapter.createUser(nobody("1"));
  const expires = new Date(Date.now() + 500);
  const token = { identifier: "a", token: "t", expires };
  for (const sessionToken of ["short", "long"]) {
    await adapter.createSession({ sessionToken, userId: "1", expires });
  }
  await adapter.createVerificationToken(token);
  assert.ok(await adapter.prolongSession({ sessionToken: "long", expires: soon(), ifBefore: soon() }));
  await new Promise((resolve) => setTimeout(resolve, 550));
  assert.equal(await adapter.getSessionAndUser("short"), null);
  assert.equal(await adapter.updateSession({ sessionToken: "short", expires: soon() }), null);
  assert.equal(await adapter.useVerificationToken(token), null);
  assert.equal((await adapter.getSessionAndUser("long"))?.user.id, "1");
  assert.deepEqual((await adapter.listSessionsByUserId("1")).map((it) => it.sessionToken), ["long"]);
  // What lists them is tidied.
  assert.equal(await client.sCard("ttl:sessions:1"), 2);
  assert.equal(await adapter.removeExpired(), 1);
  assert.equal(await client.sCard("ttl:sessions:1"), 1);
  assert.equal(await client.zCard("ttl:ending"), 1);
});

test("Redis() hands a session over to another user", { skip }, async () => {
  const adapter = Redis(database!.client, { prefix: "owner:" });
  for (const id of ["1", "2"]) await adapter.createUser(nobody(id));
  await adapter.createSession({ sessionToken: "s", userId: "1", expires: soon() });
  await adapter.updateSession({ sessionToken: "s", userId: "2" });
  assert.deepEqual(await adapter.listSessionsByUserId("1"), []);
  assert.equal((await adapter.listSessionsByUserId("2")).length, 1);
  await adapter.deleteUser("1");
  assert.equal((await adapter.getSessionAndUser("s"))?.user.id, "2");
  await adapter.deleteUser("2");
  assert.equal(await adapter.getSessionAndUser("s"), null);
});

test("Redis() rejects an invalid date", { skip }, async () => {
  const adapter = Redis(database!.client);
  const id = crypto.randomUUID();
  await adapter.createUser(nobody(id));
  const session = { sessionToken: id, userId: id, expires: new Date(NaN) };
  await assert.rejects(async () => await adapter.createSession(session), { message: /invalid date/ });
  assert.equal(await adapter.getSessionAndUser(id), null);
});

test("Redis() logs nothing of the data to store", { skip }, async () => {
  const { io, url } = database!;
  const upstash = new Upstash({ url, token: "t", enableAutoPipelining: false, enableTelemetry: false });
  for (const [index, client] of [io, upstash].entries()) {
    const adapter = Redis(client, { prefix: `fault${index}:` });
    await adapter.createUser(nobody("1"));
    await io.set(`fault${index}:accounts:1`, "not a set");
    const tokens = { access_token: "hush-hush" };
    const account = { type: "oidc", provider: "p", providerAccountId: "1", userId: "1", ...tokens } as const;
    await assert.rejects(async () => await adapter.linkAccount(account), (error: Error) => {
      assert.match(error.message, /^Cannot ask Redis for linkAccount: .*WRONGTYPE/);
      assert.ok(!inspect(error, { depth: 10, showHidden: true }).includes("hush-hush"));
      return true;
    });
  }
});

test("Redis() shows the error of a server without scripts", async () => {
  const adapter = Redis(() =>
    Promise.reject(new Error("ERR unknown command 'EVAL', with args beginning with: 'x'"))
  );
  await assert.rejects(async () => await adapter.getUser("1"), {
    message: "Cannot ask Redis for getUser: ERR unknown command 'EVAL'",
  });
});

function soon(): Date {
  return new Date(Date.now() + HOUR);
}

test("Redis() says that the client is not connected, or that Redis does not answer", async () => {
  const nowhere = { host: "127.0.0.1", port: freePort() };
  const isNotConnected =
    /^Cannot ask Redis for getUser: the client is not connected\. Call `await client\.connect\(\)` .*\(.* is closed\.?\)$/;
  const isSilent = /^Cannot ask Redis for getUser: Redis does not answer\. Start it, and check .*\(.+\)$/;
  const ended = new IoRedis({ ...nowhere, lazyConnect: true, retryStrategy: () => null });
  const retrying = new IoRedis({ ...nowhere, maxRetriesPerRequest: 1, retryStrategy: () => 1 });
  for (const client of [ended, retrying]) client.on("error", () => {});
  const url = `http://127.0.0.1:${nowhere.port}`;
  const upstash = new Upstash({ url, token: "secret-token", retry: false, enableTelemetry: false });
  const refused = () => Promise.reject(Object.assign(new Error(""), { code: "ECONNREFUSED" }));
  const cases = [
    [createClient({ socket: nowhere }), isNotConnected],
    [ended, isNotConnected],
    [retrying, isSilent],
    [upstash, isSilent],
    [refused, isSilent],
    [() => Promise.reject(new TimeoutError("")), isSilent],
    [() => Promise.reject(new Error("Socket closed unexpectedly")), isSilent],
  ] as const;
  for (const [client, expected] of cases) {
    await assert.rejects(async () => await Redis(client).getUser("1"), (error: Error) => {
      assert.match(error.message, expected);
      assert.doesNotMatch(inspect(error), /secret-token/);
      return true;
    });
  }
  for (const client of [ended, retrying]) client.disconnect();
});
