import assert from "node:assert/strict";
import { test } from "node:test";
import { ALL_KINDS } from "../../src/shapes/rows.ts";
import { createClient } from "npm:redis@6.3.1";
import type { RowDeclaration } from "../../src/shapes/row_kind.ts";
import { ROW_KINDS } from "../../src/shapes/rows.ts";
import type { AdapterRows } from "../../src/adapters/contract/types.ts";
import { Memory } from "../../src/adapters/memory/memory.ts";
import { Redis } from "../../src/adapters/redis/redis.ts";
import { startRedis } from "./_redis_server.ts";

const END = new Date("2100-01-01");

test("each kind of rows has the name under which adapters know it, and keys of its own", () => {
  const kinds = Object.entries<RowDeclaration>(ROW_KINDS);
  for (const [name, { listKey, recordKey, isOwned }] of kinds) {
    assert.equal(listKey, name);
    assert.ok(recordKey !== listKey || !isOwned, "the row of a user would be in the set of their rows");
  }
  for (const field of ["name", "recordKey", "listKey"] as const) {
    assert.equal(new Set(kinds.map(([, kind]) => kind[field])).size, kinds.length, field);
  }
});

test("an adapter refuses what a kind of rows does not have, and overwrites nothing without a version", async () => {
  const rows = Memory().rows as unknown as Record<
    keyof AdapterRows,
    (...args: unknown[]) => Promise<unknown>
  >;
  const security = {
    userId: "1",
    generation: 1,
    passwordHash: null,
    passwordIsProven: true,
    passwordSetAt: null,
  };
  await assert.rejects(
    () => rows.store("security", security),
    /Cannot store one of security: give the stored version/,
  );
  await assert.rejects(() => rows.store("security", security, undefined), /give the stored version/);
  const attempts = { key: "k", count: 1, expires: END };
  await assert.rejects(() => rows.store("attempts", attempts, null), /it has no version/);
  await assert.rejects(() => rows.find("organizations", { id: "1" }), /Cannot store rows of "organizations"/);
  await assert.rejects(() => rows.list("pendingSignIns", {}), /Cannot list all pendingSignIns/);
  await assert.rejects(() => rows.list("providerSessions", { provider: "idp" }), /no list has these fields/);
  assert.deepEqual(await rows.list("providerSessions", { provider: "idp", sub: null }), []);
});

test("Redis() keeps a row whose id has been used before by one that Redis has removed", async (t) => {
  const server = await startRedis();
  if ("missing" in server) return t.skip(server.missing);
  const client = await createClient({ socket: { path: server.path, tls: false } }).connect();
  try {
    const adapter = Redis(client);
    const session = { id: "s", userId: "1", provider: "idp", sub: "ada", sid: null, idToken: null };
    const soon = new Date(Date.now() + 60_000);
    await adapter.rows.store("providerSessions", { ...session, providerAccountId: "first", expires: soon });
    // As if it had ended by the clock of the server.
    await client.del("auth:providerSession:s");
    await adapter.rows.store("providerSessions", { ...session, providerAccountId: "second", expires: END });
    await adapter.removeExpired({ now: new Date(Date.now() + 120_000) });
    assert.equal((await adapter.rows.find("providerSessions", { id: "s" }))?.providerAccountId, "second");
    assert.equal((await adapter.rows.list("providerSessions", { userId: "1" })).length, 1);
    const first = { provider: "idp", providerAccountId: "first" };
    assert.deepEqual(await adapter.rows.list("providerSessions", first), []);
    assert.equal(await client.sCard("auth:providerSessionsOfAccount:3:idpfirst"), 0);
  } finally {
    client.destroy();
    await server.stop();
  }
});

test("a kind that outlives a takeover has one row for each user: Deno KV removes the others in batches", () => {
  const staying = ALL_KINDS.filter(({ outlivesTakeover }) => outlivesTakeover);
  assert.ok(staying.length > 0);
  for (const { key, isOwned } of staying) assert.deepEqual([key, isOwned], [["userId"], true]);
});
