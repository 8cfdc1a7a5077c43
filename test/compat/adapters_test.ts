/**
 * Adapters of Auth.js and of next-auth 4, as published, on both libraries and in both strategies. What happens to the rows
 * of `@auth/pg-adapter` and `@auth/drizzle-adapter` in detail is in `test/databases/auth_js_adapters_test.ts`.
 *
 * @module
 */

import assert from "node:assert/strict";
import mysql from "npm:mysql2@3.24.5/promise";
// @ts-types="npm:@types/pg@8.15.5"
import pg from "npm:pg@8.23.1";
import { createClient } from "npm:redis@6.3.1";
import { afterTests } from "../_after.ts";
import { isNightly } from "../_nightly.ts";
import { type RedisServer, serveCommands, startRedis } from "../adapters/_redis_server.ts";
import { startMariaDb, startPostgres } from "../adapters/_server.ts";
import { ADAPTER_PACKAGES, ADAPTERS, REPEATED } from "./_adapter_packages.ts";
import { installSides, isRecording, onSides, openRecord } from "./_record.ts";
import { compareRows } from "./_rows.ts";
import { run, type Side } from "./_trees.ts";

/** Story → what went wrong. */
type Told = Readonly<Record<string, string | null>>;

/** A line that `stories.mjs` prints: the results of one adapter. */
interface Results {
  readonly adapter: string;
  readonly told: Told;
}

/** The adapters of this run. */
const CHOSEN = ADAPTERS.filter((name) => isNightly || isRecording || !REPEATED.includes(name));

/** What fails on theirs, by adapter and story. */
const BETTER: Readonly<Record<string, string>> = Object.fromEntries(
  ["@auth/typeorm-adapter", "@next-auth/typeorm-legacy-adapter"].map((name) => [
    `${name}: a mailed link signs in the same user again (jwt)`,
    "`updateUser` of TypeORM gives a part of the user, and Auth.js signs in that part",
  ]),
);

/** The servers of this machine, as `openers.mjs` gets them. */
interface Servers {
  readonly postgres: number;
  /** `null` where none is installed, as those of Redis. */
  readonly mysql: number | null;
  readonly redis: string | null;
  readonly rest: string | null;
}

const record = await openRecord("adapters", ADAPTER_PACKAGES);
const folderOf = await installSides(ADAPTER_PACKAGES);
await onSides(generatePrisma);
const servers = await startServers();
const toldOn = await onSides(tellAll);

for (const [name, stories] of toldOn("ours")) {
  compareRows(
    name,
    Object.keys(stories).map((story) => ({
      name: story,
      better: BETTER[`${name}: ${story}`],
      run(side) {
        const problem = toldOn(side).get(name)?.[story];
        assert.ok(problem === null, problem ?? "it was not told");
        return Promise.resolve();
      },
    })),
    record,
  );
}

/** Generates Prisma's client. It writes no table, so that any program will do as the engine that would. */
async function generatePrisma(side: Side): Promise<void> {
  const env = { PRISMA_SCHEMA_ENGINE_BINARY: Deno.execPath(), CHECKPOINT_DISABLE: "1" };
  await run(folderOf(side), "node", ["node_modules/prisma/build/index.js", "generate"], env);
}

async function startServers(): Promise<Servers> {
  const needsMariaDb = CHOSEN.some(isOnMariaDb);
  const [postgres, mariaDb, redis] = await Promise.all([
    startPostgres(),
    needsMariaDb ? startMariaDb() : { missing: "MariaDB: the nightly run starts it" },
    startRedis(),
  ]);
  afterTests(() => postgres.stop());
  if (!("missing" in mariaDb)) afterTests(() => mariaDb.stop());
  for (const server of [mariaDb, redis]) {
    if ("missing" in server) console.log(`skip: the adapters on ${server.missing}`);
  }
  return {
    postgres: postgres.settings.port,
    mysql: "missing" in mariaDb ? null : mariaDb.settings.port,
    redis: "missing" in redis ? null : redis.path,
    rest: "missing" in redis ? null : await serveRedis(redis),
  };
}

/** Serves a Redis over HTTP, and ends both in their order: a client that loses its server would end the process. */
async function serveRedis({ path, stop }: RedisServer): Promise<string> {
  const client = await createClient({ socket: { path, tls: false } }).connect();
  const { url, close } = await serveCommands((command) => client.sendCommand(command));
  afterTests(async () => {
    await close();
    client.destroy();
    await stop();
  });
  return url;
}

function isOnMariaDb(name: string): boolean {
  return name.endsWith("on MariaDB");
}

/** Whether an adapter needs a database on Postgres: all that have none of their own. */
function isOnPostgres([name]: readonly [adapter: string, database: string]): boolean {
  return !/ on |d1|dynamodb|pouchdb|unstorage|upstash/.test(name);
}

function isHere(name: string): boolean {
  if (isOnMariaDb(name)) return servers.mysql !== null;
  return !/upstash|on Redis$/.test(name) || servers.redis !== null;
}

/** Tells the stories on one side, each adapter on databases of its own. */
async function tellAll(side: Side): Promise<ReadonlyMap<string, Told>> {
  const adapters = CHOSEN.filter(isHere).map((adapter, index) => [adapter, `${side}_${index}`] as const);
  await createDatabases(adapters);
  // As an application runs: in development, TypeORM's adapter compares all tables at each call.
  const text = await run(folderOf(side), "node", [
    "stories.mjs",
    JSON.stringify(servers),
    JSON.stringify(adapters),
  ], { NODE_ENV: "production" });
  const results = [...text.matchAll(/^RESULTS (.*)$/gm)].map(([, line = ""]): Results => JSON.parse(line));
  assert.equal(results.length, adapters.length, text);
  return new Map(results.map(({ adapter, told }) => [adapter, told]));
}

async function createDatabases(
  adapters: readonly (readonly [adapter: string, database: string])[],
): Promise<void> {
  const [onMariaDb, others] = [adapters.filter(([name]) => isOnMariaDb(name)), adapters.filter(isOnPostgres)];
  const client = new pg.Client({
    host: "127.0.0.1",
    port: servers.postgres,
    user: "postgres",
    database: "postgres",
  });
  await client.connect();
  for (const [, database] of others) await client.query(`CREATE DATABASE ${database}`);
  await client.end();
  if (servers.mysql === null) return;
  const connection = await mysql.createConnection({ host: "127.0.0.1", port: servers.mysql, user: "root" });
  for (const [, database] of onMariaDb) await connection.query(`CREATE DATABASE ${database}`);
  await connection.end();
}
