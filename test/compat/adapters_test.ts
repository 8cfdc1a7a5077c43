/**
 * Adapters of Auth.js and of next-auth 4, as published, on both libraries and in both strategies. What happens to the rows
 * of `@auth/pg-adapter` and `@auth/drizzle-adapter` in detail is in `test/databases/auth_js_adapters_test.ts`.
 *
 * @module
 */

import assert from "node:assert/strict";
import { after } from "node:test";
// @ts-types="npm:@types/pg@8.15.5"
import pg from "npm:pg@8.23.1";
import { createClient } from "npm:redis@6.3.1";
import { serveCommands, startRedis } from "../adapters/_redis_server.ts";
import { startPostgres } from "../adapters/_server.ts";
import { ADAPTER_PACKAGES } from "./_adapter_packages.ts";
import { compareRows } from "./_rows.ts";
import { installTrees, run, type Side, SIDES } from "./_trees.ts";

/** Story → what went wrong. */
type Told = Readonly<Record<string, string | null>>;

/** What fails on theirs, by adapter and story. */
const BETTER: Readonly<Record<string, string>> = Object.fromEntries(
  ["@auth/typeorm-adapter", "@next-auth/typeorm-legacy-adapter"].map((name) => [
    `${name}: a mailed link signs in the same user again (jwt)`,
    "`updateUser` of TypeORM gives a part of the user, and Auth.js signs in that part",
  ]),
);

const ADAPTERS = Object.keys(ADAPTER_PACKAGES.packages).filter((name) => /^@(next-)?auth\//.test(name));

const trees = await installTrees(ADAPTER_PACKAGES);
const server = await startPostgres();
after(() => server.stop());
const redis = await serveRedis();
if (!redis) console.log("skip: the adapters for Upstash: no redis-server: apt-get install redis-server");
const chosen = ADAPTERS.filter((name) => redis || !name.includes("upstash"));
const told = new Map<string, Readonly<Record<Side, Told>>>();
for (const [index, name] of chosen.entries()) {
  const [ours, theirs] = await Promise.all(SIDES.map((side) => tell(name, side, `${side}_${index}`)));
  told.set(name, { ours: ours!, theirs: theirs! });
}

for (const [name, results] of told) {
  const stories = Object.keys({ ...results.theirs, ...results.ours });
  compareRows(
    name,
    stories.map((story) => ({
      name: story,
      better: BETTER[`${name}: ${story}`],
      run(side) {
        const problem = results[side][story];
        assert.ok(problem === null, problem ?? "it was not told");
        return Promise.resolve();
      },
    })),
  );
}

async function tell(name: string, side: Side, database: string): Promise<Told> {
  const client = new pg.Client({
    host: "127.0.0.1",
    port: server.port,
    user: "postgres",
    database: "postgres",
  });
  await client.connect();
  await client.query(`CREATE DATABASE ${database}`);
  await client.end();
  const args = ["stories.mjs", name, String(server.port), database, redis ?? ""];
  try {
    const text = await run(trees[side], "node", args);
    return JSON.parse(/^RESULTS (.*)$/m.exec(text)![1]!);
  } catch (error) {
    const said = (error as Error).message.split("\n").find((line) => /Error/.test(line));
    return { "it opens": said ?? (error as Error).message };
  }
}

async function serveRedis(): Promise<string | null> {
  const started = await startRedis();
  if ("missing" in started) return null;
  const client = await createClient({ socket: { path: started.path, tls: false } }).connect();
  const { url, close } = await serveCommands((command) => client.sendCommand(command));
  after(async () => {
    await close();
    client.destroy();
    await started.stop();
  });
  return url;
}
