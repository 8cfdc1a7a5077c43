import assert from "node:assert/strict";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { test } from "node:test";
// @ts-types="npm:@types/pg@8.15.5"
import pg from "npm:pg@8.23.1";
import { Postgres } from "../../src/adapters/postgres/postgres.ts";
import { type Sql, type SqlAdapter, Sqlite } from "../../src/adapters/sqlite/sqlite.ts";
import { chosenRounds } from "../_nightly.ts";
import { startPostgres } from "../adapters/_server.ts";

/** How many sessions a database holds. Nine of ten have ended. */
const SESSIONS = chosenRounds({ here: 20_000, nightly: 1_000_000 });
const ENDED = SESSIONS * 9 / 10;

/** How many of those that have ended are removed at a time: both runs have hundreds of batches. */
const BATCH = chosenRounds({ here: 50, nightly: 1000 });

/** How many sessions are read before. */
const READS = chosenRounds({ here: 200, nightly: 2000 });

test(`Sqlite() finds one of ${SESSIONS} sessions by its key, also while others are removed`, async () => {
  const folder = await mkdtemp(join(tmpdir(), "latchkey-load-"));
  const db = new DatabaseSync(join(folder, "load.db"));
  try {
    db.exec("PRAGMA journal_mode = WAL");
    const adapter = Sqlite(db);
    await adapter.migrate();
    db.exec(
      `INSERT INTO auth_users (id) WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n LIMIT 1000)
      SELECT 'user' || i FROM n`,
    );
    db.exec(`INSERT INTO auth_sessions (session_token, user_id, expires)
      WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n LIMIT ${SESSIONS})
      SELECT 'session' || i, 'user' || (1 + i % 1000), i FROM n`);
    const text = await sessionCheck(Sqlite);
    const plan = db.prepare(`EXPLAIN QUERY PLAN ${text}`).all("session1").map(({ detail }) => detail).join(
      "\n",
    );
    console.log(plan);
    assert.doesNotMatch(plan, /SCAN/);
    await assertAnswers("SQLite", adapter);
  } finally {
    db.close();
    await rm(folder, { recursive: true });
  }
});

test(`Postgres() finds one of ${SESSIONS} sessions by its key, also while others are removed`, async () => {
  const server = await startPostgres();
  const pool = new pg.Pool(server.settings);
  try {
    const adapter = Postgres(pool);
    await adapter.migrate();
    await pool.query("INSERT INTO auth_users (id) SELECT 'user' || i FROM generate_series(1, 1000) i");
    await pool.query(`INSERT INTO auth_sessions (session_token, user_id, expires)
      SELECT 'session' || i, 'user' || (1 + i % 1000), to_timestamp(i / 1000.0) FROM generate_series(1, ${SESSIONS}) i`);
    await pool.query("ANALYZE auth_sessions, auth_users");
    const text = (await sessionCheck(Postgres)).replace("$1", `'session${ENDED + 1}'`);
    const { rows } = await pool.query(`EXPLAIN ANALYZE ${text}`);
    const plan = rows.map((row) => row["QUERY PLAN"]).join("\n");
    console.log(plan);
    assert.match(plan, /Index Scan using auth_sessions_pkey/);
    assert.match(plan, /Index Scan using auth_users_pkey/);
    assert.doesNotMatch(plan, /Seq Scan/);
    await assertAnswers("Postgres", adapter);
  } finally {
    await pool.end();
    await server.stop();
  }
});

/** The one statement of a session check. */
async function sessionCheck(adapterOn: (sql: Sql) => SqlAdapter): Promise<string> {
  const asked: string[] = [];
  await adapterOn((statements) => {
    asked.push(...statements.map(({ text }) => text));
    return Promise.resolve(statements.map(() => []));
  }).getSessionAndUser("s");
  assert.equal(asked.length, 1);
  return asked[0]!;
}

/** Reads sessions, first alone, then while those that have ended are being removed; prints how long that takes. */
async function assertAnswers(name: string, adapter: SqlAdapter): Promise<void> {
  const alone: number[] = [];
  while (alone.length < READS) {
    const start = performance.now();
    await readSession(adapter);
    alone.push(performance.now() - start);
  }
  console.log(`${name}: reading one session of ${SESSIONS}: ${summary(alone)}`);

  const meanwhile: number[] = [];
  const start = performance.now();
  let done = false;
  const removal = Promise.resolve(adapter.removeExpired({ now: new Date(ENDED), batch: BATCH })).finally(() =>
    done = true
  );
  while (!done) {
    const wish = performance.now();
    // A request has to wait for its turn: what keeps the thread busy counts.
    await new Promise((resolve) => setTimeout(resolve));
    await readSession(adapter);
    meanwhile.push(performance.now() - wish);
  }
  const [removed, seconds] = [await removal, (performance.now() - start) / 1000];
  console.log(
    `${name}: ${removed} removed in ${seconds.toFixed(1)} s; reading meanwhile: ${summary(meanwhile)}`,
  );
  assert.equal(removed, ENDED);
  // Not a matter of time: whatever the machine, reads got their turn between the batches.
  assert.ok(meanwhile.length > 100, `only ${meanwhile.length} reads got their turn`);
}

async function readSession(adapter: SqlAdapter): Promise<void> {
  const number = ENDED + 1 + Math.floor(Math.random() * (SESSIONS - ENDED));
  const found = await adapter.getSessionAndUser(`session${number}`);
  assert.equal(found?.session.expires.getTime(), number);
}

function summary(times: readonly number[]): string {
  const sorted = times.toSorted((a, b) => a - b);
  const at = (share: number) => sorted[Math.floor((sorted.length - 1) * share)]!.toFixed(3);
  return `${times.length} times, median ${at(0.5)} ms, 99 % ${at(0.99)} ms, longest ${at(1)} ms`;
}
