/**
 * Columns of user fields: added where they have a type, looked for where they have none.
 *
 * @module
 */

import type { Sql, SqlOptions } from "./_sql.ts";
import type { Dialect } from "./_sql_adapter.ts";
import { additionOf, missingColumn } from "./_sql_errors.ts";
import { type Column, ownColumns, tablesOf } from "./_sql_tables.ts";

/** Adds the columns of user fields that are missing. @throws {Error} if one is missing that has no type. */
export async function migrateUserFields(sql: Sql, dialect: Dialect, options: SqlOptions): Promise<void> {
  const own = ownColumns(dialect.codecs, options);
  if (!own.length) return;
  const { users } = tablesOf(dialect.codecs, options);
  const read = async () => {
    const { text, values } = dialect.columnsOf(users.name.slice(1, -1));
    const [rows] = await sql([{ text: dialect.phrase(text), values }]);
    const names = rows!.map((row) => String(Object.values(row)[0]).toLowerCase());
    return own.filter(({ name }) => !names.includes(name.slice(1, -1).toLowerCase()));
  };
  for (const column of await read()) {
    if (column.type === "own") throw new Error(missingColumn(dialect, users, column));
    try {
      await sql([{ text: additionOf(dialect, users, column), values: [] }]);
    } catch (error) {
      // Another instance that starts at the same time may have added it.
      if ((await read()).includes(column)) throw error;
    }
  }
}

/** The columns of typed user fields, for `CREATE TABLE`. */
export function userFieldLines({ codecs, phrase, types }: Dialect, options: SqlOptions): string {
  return ownColumns(codecs, options)
    .map(({ name, type }: Column) => type === "own" ? "" : `,\n  ${phrase(name)} ${types[type]}`)
    .join("");
}
