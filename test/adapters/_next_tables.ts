/**
 * Made-up next versions of the tables. They show that a change is a row of `adapters/sql/schema.ts` with a `since`, and nothing
 * else. The version of a column, a table and an index is never that of today's tables.
 *
 * @module
 */

import type { ColumnDeclaration } from "../../src/shapes/columns.ts";
import type { Dialect, Table } from "../../src/adapters/sql/dialect.ts";
import { type TableDeclaration, TABLES, type Tables } from "../../src/adapters/sql/schema.ts";
import { tablesOf, toTable } from "../../src/adapters/sql/tables.ts";
import { VERSIONS } from "../../src/adapters/sql/versions.ts";
import type { AdapterAccount, AdapterSession } from "../../src/adapters/contract/types.ts";

/** The version of today's tables. */
export const TODAY: number = VERSIONS.at(-1)?.number ?? VERSIONS[0].number;

/** A session of the next version. */
export interface NextSession extends AdapterSession {
  /** Absent in what today's version stores. */
  tenant?: string | null;
}

/** An account of the next version. */
export interface NextAccount extends AdapterAccount {
  /** `eu` in what today's version stores. */
  region?: string;
  /** `false` in what today's version stores. */
  isPrimary?: boolean;
}

const [second, third] = [TODAY + 1, TODAY + 2];

const DEVICES: TableDeclaration = {
  name: "devices",
  key: ["id"],
  since: second,
  columns: {
    id: { column: "id", type: "text", length: 64, required: true },
    userId: {
      column: "user_id",
      type: "text",
      length: 255,
      required: true,
      isIndexed: true,
      referencesUser: true,
    },
    seenAt: { column: "seen_at", type: "date", required: true, isIndexed: true },
    isTrusted: { column: "is_trusted", type: "boolean", required: true, default: false },
  },
};

/** Without a reference, as the users may be in a table of another adapter. */
const HINTS: TableDeclaration = {
  name: "hints",
  key: ["userId"],
  since: second,
  recordKey: "hint",
  columns: {
    userId: { column: "user_id", type: "text", length: 255, required: true },
    hint: { column: "hint", type: "text", length: 64, required: true },
  },
};

/** Columns that versions add to a table. */
const ADDED: Readonly<Record<"sessions" | "accounts" | "authenticators", Record<string, ColumnDeclaration>>> =
  {
    sessions: { tenant: { column: "tenant", type: "text", length: 40, isIndexed: true, since: second } },
    accounts: {
      region: { column: "region", type: "text", length: 16, required: true, default: "eu", since: second },
      isPrimary: { column: "is_primary", type: "boolean", required: true, default: false, since: third },
    },
    authenticators: { uses: { column: "uses", type: "integer", required: true, default: 0, since: third } },
  };

/** The tables of the newest of the made-up versions. */
export interface NextTables extends Tables {
  /** A table that today's version does not know. */
  readonly devices: Table;
  /** Another one, which does not reference the users. */
  readonly hints: Table;
}

/** The tables two versions after today's: new columns, new tables, and an index of a column that exists. */
export function nextTables(dialect: Dialect, prefix = "auth_"): NextTables {
  const add = (name: keyof typeof ADDED): Table =>
    toTable(dialect, { ...TABLES[name], columns: { ...TABLES[name].columns, ...ADDED[name] } }, prefix);
  const tables: Tables = {
    ...tablesOf(dialect, { prefix }),
    accounts: add("accounts"),
    sessions: withIndex(add("sessions"), "device"),
    authenticators: add("authenticators"),
  };
  return { ...tables, devices: toTable(dialect, DEVICES, prefix), hints: toTable(dialect, HINTS, prefix) };
}

function withIndex(table: Table, field: string): Table {
  const columns = table.columns.map((column) =>
    column.field === field ? { ...column, isIndexed: true, indexedSince: third } : column
  );
  return { ...table, columns };
}
