/**
 * Tables, columns and indexes, created where they are missing.
 *
 * @module
 */

import type { Statement } from "./_sql.ts";
import type { Column, Table } from "./_sql_dialect.ts";
import { additionOf, missingColumn } from "./_sql_errors.ts";
import { type Database, run } from "./_sql_queries.ts";
import { creationsOf } from "./_sql_tables.ts";

/** Creates what is missing. @throws {Error} if the column of a user field is missing that has no type. */
export async function migrate(db: Database): Promise<void> {
  const creations = creationsOf(db.dialect, db.tables);
  await createTables(db, creations.map(({ table }) => table));
  await addColumns(db, Object.values(db.tables));
  await createTables(db, creations.flatMap(({ indexes }) => indexes));
}

async function createTables(
  { sql, dialect: { migrationLock } }: Database,
  texts: readonly string[],
): Promise<void> {
  const creations = texts.map(statement);
  if (migrationLock) await sql([statement(migrationLock), ...creations]);
  else for (const creation of creations) await sql([creation]);
}

async function addColumns(db: Database, tables: readonly Table[]): Promise<void> {
  for (const [table, column] of await missingColumns(db, tables)) {
    if (column.type === "own") throw new Error(missingColumn(db.dialect, table, column));
    try {
      await db.sql([statement(additionOf(db.dialect, table, column))]);
    } catch (error) {
      // Another instance that starts at the same time may have added it.
      if ((await missingColumns(db, [table])).some(([, it]) => it === column)) throw error;
    }
  }
}

async function missingColumns(
  db: Database,
  tables: readonly Table[],
): Promise<readonly (readonly [Table, Column])[]> {
  const results = await run(db, ...tables.map(({ name }) => db.dialect.columnsOf(name.slice(1, -1))));
  return tables.flatMap((table, index) => {
    const names = (results[index] ?? []).map((row) => String(Object.values(row)[0]).toLowerCase());
    return table.columns.filter(({ column }) => !names.includes(column.toLowerCase()))
      .map((column) => [table, column] as const);
  });
}

function statement(text: string): Statement {
  return { text, values: [] };
}
