import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { after, test } from "node:test";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import process from "node:process";
import { createClient } from "npm:@libsql/client@0.18.0";
import { type D1Database, schema, type Sql, Sqlite } from "../../src/adapters/sqlite.ts";
import { adapterCases } from "../../src/testing/adapter_cases.ts";
import { medianAndMost, MILLION } from "./_load.ts";

const folder = await mkdtemp(join(tmpdir(), "latchkey-sqlite-"));
after(() => rm(folder, { recursive: true }));

let files = 0;

function newFile(): string {
  return join(folder, `${++files}.db`);
}

function openFile(path: string): DatabaseSync {
  const db = new DatabaseSync(path, { timeout: 10_000 });
  db.exec("PRAGMA journal_mode = WAL; PRAGMA synchronous = OFF");
  return db;
}

/** A migrated adapter on a new file. */
async function opened(options?: { prefix?: string; userFields?: string[] }) {
  const db = openFile(newFile());
  const adapter = Sqlite(db, options);
  await adapter.migrate();
  return { db, adapter, close: () => db.close() };
}

async function openedLibsql() {
  const client = createClient({ url: `file:${newFile()}` });
  const adapter = Sqlite(client);
  await adapter.migrate();
  return { client, adapter, close: () => client.close() };
}

/** D1 as its documentation has it, on a file: it keeps the order, and undoes a batch of which one fails. */
async function openedD1() {
  const db = openFile(newFile());
  const statement = (text: string, values: readonly unknown[] = []) => ({
    bind: (...given: unknown[]) => statement(text, given),
    all: () => Promise.resolve({ results: db.prepare(text).all(...values as never[]) }),
  });
  const d1: D1Database = {
    prepare: (text) => statement(text),
    async batch(statements: ReturnType<typeof statement>[]) {
      db.exec("BEGIN");
      try {
        const results = [];
        for (const each of statements) results.push(await each.all());
        db.exec("COMMIT");
        return results;
      } catch (error) {
        db.exec("ROLLBACK");
        throw error;
      }
    },
  };
  const adapter = Sqlite(d1);
  await adapter.migrate();
  return { adapter, close: () => db.close() };
}
