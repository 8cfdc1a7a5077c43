/**
 * `schema`: prints the statements that create the tables.
 *
 * @module
 */

import { messageOf } from "../errors/thrown.ts";
import { type SchemaCommand, UsageError } from "./arguments.ts";

/** Returns the SQL of the tables. @throws {UsageError} if the prefix, a user field or the version cannot be used. */
export async function schema({ database, prefix, userFields, from, part }: SchemaCommand): Promise<string> {
  const adapter = await ADAPTERS[database]();
  try {
    // The adapter checks the types.
    const text = adapter.schema(prefix, userFields as Readonly<Record<string, "text">>, from, part);
    // A comment, so that a tool can run it.
    return text || `-- Nothing to do: version ${from} of the tables is the newest.\n`;
  } catch (error) {
    throw new UsageError(messageOf(error));
  }
}

/** The adapters, loaded on demand. */
const ADAPTERS = {
  sqlite: () => import("../adapters/sqlite/sqlite.ts"),
  postgres: () => import("../adapters/postgres/postgres.ts"),
  mysql: () => import("../adapters/mysql/mysql.ts"),
} satisfies Readonly<Record<SchemaCommand["database"], unknown>>;
