/**
 * The versions of the tables, and the statements that lead from each of them to the newest.
 *
 * @module
 */

import type { SqlOptions } from "./types.ts";
import type { Column, Dialect, Table } from "./dialect.ts";
import { additionOf } from "./errors.ts";
import type { Tables } from "./schema.ts";
import { creationOf, indexCreationOf, schemaOf, tablesOf, unquoted } from "./tables.ts";

/** A version of the tables. */
interface Version {
  /** Its number, for `since` in `schema.ts`. */
  readonly number: number;
  /** The first release of the library that has it. */
  readonly release: string;
}

/** All versions, oldest first. "Change a table" of CONTRIBUTING.md says how to add one. */
export const VERSIONS: readonly [Version, ...Version[]] = [
  { number: 1, release: "0.1.0" },
  { number: 2, release: "0.1.0" },
  { number: 3, release: "0.1.0" },
  { number: 4, release: "0.1.0" },
  { number: 5, release: "0.1.0" },
  { number: 6, release: "0.1.0" },
  { number: 7, release: "0.1.0" },
  { number: 8, release: "0.1.0" },
];

/** Which tables `schema()` of an adapter prints: all, or those that `securityOf()` needs beside another adapter. */
export type SchemaPart = "all" | "security";

/** The statements of `schema()` of an adapter. @throws {TypeError} if an option or the version is invalid. */
export function schemaText(
  dialect: Dialect,
  options: SqlOptions,
  { from, part = "all" }: { readonly from?: number | undefined; readonly part?: SchemaPart | undefined },
): string {
  const tables = tablesOf(dialect, options);
  const chosen = Object.values<Table>(tables).filter(({ standsBeside }) => part === "all" || standsBeside);
  return from === undefined ? schemaOf(dialect, tables, chosen) : upgradeOf(dialect, tables, from, chosen);
}

/** The tables as they were in a version. */
export function tablesAt(tables: Tables, version: number): Tables {
  const kept = Object.entries<Table>(tables).filter(([, { since }]) => since <= version);
  return Object.fromEntries(
    kept.map(([name, table]) => [name, { ...table, columns: columnsAt(table, version) }]),
  ) as Tables;
}

/**
 * The statements that lead from a version to the tables, as text: new tables, then new columns, then new indexes. They only
 * add, so that the library of that version goes on working. Empty if there is nothing to add.
 *
 * @param all Which tables. Default: all.
 * @throws {TypeError} if the tables have no version of this number.
 */
export function upgradeOf(
  dialect: Dialect,
  tables: Tables,
  from: number,
  all: readonly Table[] = Object.values(tables),
): string {
  const newest = newestOf(tables);
  if (!Number.isInteger(from) || from < 1 || from > newest) {
    throw new TypeError(`Cannot begin at version "${from}" of the tables: write one from 1 to ${newest}`);
  }
  const users = unquoted(tables.users.name);
  const created = all.filter(({ since }) => since > from).map((table) => creationOf(dialect, table, users));
  const old = all.filter(({ since }) => since <= from);
  const added = old.flatMap((table) =>
    table.columns.filter((column) => sinceOf(table, column) > from).map((column) =>
      additionOf(dialect, table, column)
    )
  );
  const indexed = old.flatMap((table) =>
    table.columns.filter((column) => column.isIndexed && indexedSinceOf(table, column) > from)
      .map((column) => indexCreationOf(dialect, table, column))
  );
  const statements = [...created.flatMap(({ table, indexes }) => [table, ...indexes]), ...added, ...indexed];
  return statements.map((statement) => `${statement};\n`).join("\n");
}

/** The newest version that a table, a column or an index names; at least that of `VERSIONS`. */
export function newestOf(tables: Tables): number {
  const named = Object.values<Table>(tables).flatMap((table) => [
    table.since,
    ...table.columns.flatMap((column) => [sinceOf(table, column), indexedSinceOf(table, column)]),
  ]);
  return Math.max(...named, ...VERSIONS.map(({ number }) => number));
}

function columnsAt(table: Table, version: number): readonly Column[] {
  return table.columns.filter((column) => sinceOf(table, column) <= version).map((column) =>
    column.isIndexed && indexedSinceOf(table, column) > version ? { ...column, isIndexed: false } : column
  );
}

function sinceOf(table: Table, { since = table.since }: Column): number {
  return since;
}

function indexedSinceOf(table: Table, column: Column): number {
  return column.indexedSince ?? sinceOf(table, column);
}
