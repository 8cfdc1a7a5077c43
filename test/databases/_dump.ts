/**
 * Fixtures as text that a person can read: tables with rows as SQL, the keys of Redis and of Deno KV.
 *
 * @module
 */

import type { RedisCommand } from "../../src/adapters/redis/client.ts";
import type { Column, Dialect, Table } from "../../src/adapters/sql/dialect.ts";
import type { Tables } from "../../src/adapters/sql/schema.ts";
import { schemaOf, unquoted } from "../../src/adapters/sql/tables.ts";
import type { Rows } from "./_rows.ts";

/** Stands between the tables and the rows of a fixture. */
const ROWS_BEGIN = "\n-- Rows\n";

/** Tables and rows as SQL. @param tables Those of the version. */
export function sqlDump(dialect: Dialect, tables: Tables, rows: Rows): string {
  const kinds = Object.keys(rows) as (keyof Rows)[];
  const insertions = kinds.flatMap((kind) =>
    rows[kind].map((record) => insertionOf(dialect, tables[kind], { ...record }))
  );
  return `${schemaOf(dialect, tables)}${ROWS_BEGIN}${insertions.join("")}`;
}

function insertionOf(dialect: Dialect, table: Table, record: Readonly<Record<string, unknown>>): string {
  const given = table.columns.filter(({ field }) => record[field] !== null && record[field] !== undefined);
  const names = given.map(({ column }) => column).join(", ");
  const values = given.map((column) => literalOf(dialect, column, record[column.field])).join(", ");
  return `\nINSERT INTO ${unquoted(table.name)} (${names})\nVALUES (${values});\n`;
}

function literalOf({ codecs }: Dialect, { type }: Column, value: unknown): string {
  const encoded = codecs[type].encode(value);
  return typeof encoded === "string" ? `'${encoded.replaceAll("'", "''")}'` : String(encoded);
}

/** Where the catalogue of each database describes columns and indexes. `?` is a pattern for the names of tables. */
const CATALOGUES: Readonly<Record<Dialect["name"], readonly string[]>> = {
  sqlite: [
    `SELECT t.name, c.name, c.type, c."notnull", c.dflt_value, c.pk FROM sqlite_master t, pragma_table_info(t.name) c
     WHERE t.type = 'table' AND t.name LIKE ?`,
    `SELECT t.name, i.name, i."unique", c.name FROM sqlite_master t, pragma_index_list(t.name) i, pragma_index_info(i.name) c
     WHERE t.type = 'table' AND t.name LIKE ?`,
  ],
  postgres: [
    `SELECT table_name::text AS t, column_name::text AS c, data_type::text AS d, is_nullable::text AS n,
            column_default::text AS v, datetime_precision::int AS p
     FROM information_schema.columns WHERE table_name LIKE $1`,
    `SELECT tablename::text AS t, indexdef::text AS i FROM pg_indexes WHERE tablename LIKE $1`,
  ],
  mysql: [
    `SELECT table_name AS t, column_name AS c, column_type AS d, is_nullable AS n, column_default AS v, collation_name AS l
     FROM information_schema.columns WHERE table_schema = database() AND table_name LIKE ?`,
    `SELECT table_name AS t, index_name AS i, non_unique AS u, column_name AS c, seq_in_index AS s
     FROM information_schema.statistics WHERE table_schema = database() AND table_name LIKE ?`,
  ],
};

/** Columns and indexes of tables, as sorted lines. */
export async function catalogueOf(
  { dialect, driver }: {
    readonly dialect: Dialect;
    readonly driver: (statements: never) => Promise<unknown>;
  },
  prefix: string,
): Promise<readonly string[]> {
  const statements = CATALOGUES[dialect.name].map((text) => ({ text, values: [`${prefix}%`] }));
  const results = await driver(statements as never) as readonly (readonly object[])[];
  return results.flat().map((row) => Object.values(row).join(" ").replaceAll(prefix, "auth_")).toSorted();
}

/** The keys of Redis below a prefix, as commands that store them: a line of JSON for each. */
export async function redisDump(command: RedisCommand, prefix: string): Promise<string> {
  const keys = (await command(["KEYS", `${prefix}*`]) as string[]).toSorted();
  const lines = await Promise.all(keys.map((key) => commandsOf(command, key)));
  return lines.flat().map((line) => `${JSON.stringify(line).replaceAll(prefix, "auth:")}\n`).join("");
}

async function commandsOf(command: RedisCommand, key: string): Promise<string[][]> {
  const ask = async (...words: string[]) => flat(await command(words));
  const [type = ""] = await ask("TYPE", key);
  const [expires] = (await ask("PEXPIRETIME", key)).map(Number);
  const storing: Readonly<Record<string, () => Promise<string[][]>>> = {
    string: async () => [["SET", key, ...await ask("GET", key)]],
    hash: async () => pairs(await ask("HGETALL", key)).toSorted().map((pair) => ["HSET", key, ...pair]),
    set: async () => (await ask("SMEMBERS", key)).toSorted().map((member) => ["SADD", key, member]),
    zset: async () =>
      pairs(await ask("ZRANGE", key, "0", "-1", "WITHSCORES")).map(([member = "", score = ""]) => [
        "ZADD",
        key,
        score,
        member,
      ]),
  };
  const stored = await storing[type]?.() ?? [];
  return expires !== undefined && expires > 0 ? [...stored, ["PEXPIREAT", key, String(expires)]] : stored;
}

/** A list, a map or a single value, as clients return them. */
function flat(answer: unknown): string[] {
  if (Array.isArray(answer)) return answer.flat().map(String);
  return typeof answer === "object" && answer !== null
    ? Object.entries(answer).flat().map(String)
    : [String(answer)];
}

function pairs(list: readonly string[]): string[][] {
  return list.flatMap((name, index) => index % 2 === 0 ? [[name, String(list[index + 1])]] : []);
}

/** Stores the keys of a dump. */
export async function loadRedis(command: RedisCommand, dump: string, prefix: string): Promise<void> {
  for (const line of dump.trim().split("\n")) {
    const words: string[] = JSON.parse(line.replaceAll("auth:", prefix));
    await command(words);
  }
}

/** The entries of Deno KV below a prefix: a line of JSON for each, with key and value. */
export async function kvDump(kv: Deno.Kv, prefix: string): Promise<string> {
  const lines: string[] = [];
  for await (const { key: [, ...key], value } of kv.list({ prefix: [prefix] })) {
    lines.push(`${JSON.stringify([key, marked(value)])}\n`);
  }
  return lines.join("");
}

/** Stores the entries of a dump. */
export async function loadKv(kv: Deno.Kv, dump: string, prefix: string): Promise<void> {
  for (const line of dump.trim().split("\n")) {
    const [key, value] = JSON.parse(line);
    await kv.set([prefix, ...key], unmarked(value));
  }
}

/** Dates and bytes as JSON that names their type. Bytes here are JSON themselves. */
function marked(value: unknown): unknown {
  if (value instanceof Date) return { $date: value.toISOString() };
  if (value instanceof Uint8Array) return { $bytes: new TextDecoder().decode(value) };
  if (Array.isArray(value)) return value.map(marked);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, field]) => [name, marked(field)]));
}

function unmarked(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(unmarked);
  if (typeof value !== "object" || value === null) return value;
  const fields = Object.entries(value);
  const [[name, content] = []] = fields;
  if (name === "$date") return new Date(String(content));
  if (name === "$bytes") return new TextEncoder().encode(String(content));
  return Object.fromEntries(fields.map(([field, it]) => [field, unmarked(it)]));
}
