/**
 * Tables, columns and indexes, created where they are missing.
 *
 * @module
 */

import type { Statement } from "./types.ts";
import type { Column, Table } from "./dialect.ts";
import { additionOf, missingColumn } from "./errors.ts";
import { type Database, run } from "./queries.ts";
import { creationsOf, indexCreationOf, indexName, unquoted } from "./tables.ts";

/** Creates what is missing. @throws {Error} if the column of a user field is missing that has no type. */
export async function migrate(db: Database): Promise<void> {
  const creations = creationsOf(db.dialect, db.tables);
  await createTables(db, creations.map(({ table }) => table));
  await add(db, missingColumns, (table, column) => {
    if (column.type === "own") throw new Error(missingColumn(db.dialect, table, column));
    return additionOf(db.dialect, table, column);
  });
  await createTables(db, creations.flatMap(({ indexes }) => indexes));
  await add(db, missingIndexes, (table, column) => indexCreationOf(db.dialect, table, column));
}

/** A column of a table. */
type Place = readonly [Table, Column];

/** Finds what is missing in tables. */
type Search = (db: Database, tables: readonly Table[]) => Promise<readonly Place[]>;

async function createTables(
  { sql, dialect: { migrationLock } }: Database,
  texts: readonly string[],
): Promise<void> {
  const creations = texts.map(statement);
  if (migrationLock) await sql([statement(migrationLock), ...creations]);
  else for (const creation of creations) await sql([creation]);
}

/** Adds what a search finds. @param write The statement for a place. */
async function add(
  db: Database,
  search: Search,
  write: (table: Table, column: Column) => string,
): Promise<void> {
  for (const [table, column] of await search(db, Object.values(db.tables))) {
    const addition = statement(write(table, column));
    try {
      await db.sql([addition]);
    } catch (error) {
      // Another instance that starts at the same time may have added it.
      if ((await search(db, [table])).some(([, it]) => it === column)) throw error;
    }
  }
}

async function missingColumns(db: Database, tables: readonly Table[]): Promise<readonly Place[]> {
  const names = await namesIn(db, tables, db.dialect.columnsOf);
  return tables.flatMap((table, index) =>
    table.columns.filter(({ column }) => !names[index]?.has(column.toLowerCase()))
      .map((column): Place => [table, column])
  );
}

/** Finds nothing where `CREATE INDEX` looks itself. */
async function missingIndexes(db: Database, tables: readonly Table[]): Promise<readonly Place[]> {
  const { indexesOf } = db.dialect;
  if (!indexesOf) return [];
  const names = await namesIn(db, tables, indexesOf);
  return tables.flatMap((table, index) =>
    table.columns.filter((column) => column.isIndexed && !names[index]?.has(indexName(table, column)))
      .map((column): Place => [table, column])
  );
}

async function namesIn(
  db: Database,
  tables: readonly Table[],
  question: (table: string) => Statement,
): Promise<readonly ReadonlySet<string>[]> {
  const results = await run(db, ...tables.map(({ name }) => question(unquoted(name))));
  return results.map((rows) => new Set(rows.map((row) => String(Object.values(row)[0]).toLowerCase())));
}

function statement(text: string): Statement {
  return { text, values: [] };
}
