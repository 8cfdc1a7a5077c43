/**
 * Statements that end a user, so that the next one with the same id begins with nothing of theirs. The application may have removed
 * the user by its own SQL: most tables of the library refer to no other.
 *
 * @module
 */

import { endedRow, leastGeneration } from "../contract/ended_generation.ts";
import { noteIdOf } from "../../shapes/security.ts";
import type { Statement } from "./types.ts";
import type { Table } from "./dialect.ts";
import { type Database, first } from "./queries.ts";
import { type Entity, insertion, removalStatement } from "./rows.ts";

/** Resolves to whether anything stands under the id of a user. @param owned The tables that may have it. */
export async function hasLeftRows(db: Database, id: string, owned: readonly Table[]): Promise<boolean> {
  const { security } = db.tables;
  // D1 joins at most five selects by `UNION`.
  const places = owned.flatMap((table) => [
    [table, id] as const,
    ...(table === security ? [[table, noteIdOf(id)] as const] : []),
  ]);
  const found = places.map(([{ name }]) => `EXISTS (SELECT 1 FROM ${name} WHERE "user_id" = ?)`);
  const text = `SELECT CASE WHEN ${found.join(" OR ")} THEN 1 ELSE 0 END`;
  const row = await first(db, { text, values: places.map(([, userId]) => userId) });
  return row !== undefined && Number(Object.values(row)[0]) === 1;
}

/**
 * Empties the id of a user who is removed.
 *
 * @param owned Tables whose rows of the user it removes.
 * @param isElsewhere Whether the column of ids refuses the id. Default `false`.
 */
export function ending(
  db: Database,
  id: string,
  owned: readonly Table[],
  isElsewhere = false,
): readonly Statement[] {
  const { users, security } = db.tables;
  // Without a user, the application may have removed them before. The columns may differ in type, such as `uuid` and `text`.
  const places = [
    ...isElsewhere ? [] : [`${users.name} WHERE "id" = ?`],
    `${security.name} WHERE "user_id" = ?`,
  ];
  const known = places.map((place) => `EXISTS (SELECT 1 FROM ${place})`).join(" OR ");
  const removals = removalsOf(db, id, owned);
  if (!owned.includes(security)) return removals;
  const text = `(SELECT 1 AS "one") "always" WHERE ${known}`;
  return [raising(db, id, { text, values: places.map(() => id) }), ...removals];
}

/**
 * Empties the id of a user who is about to be stored, while there is none.
 *
 * @param owned Tables whose rows of a former user it removes.
 */
export function beginning(db: Database, id: string, owned: readonly Table[]): readonly Statement[] {
  const { users, security } = db.tables;
  const isFree = `NOT EXISTS (SELECT 1 FROM ${users.name} WHERE "id" = ?)`;
  const removals = removalsOf(db, id, owned).map(({ text, values }): Statement => ({
    text: `${text} AND ${isFree}`,
    values: [...values, id],
  }));
  return owned.includes(security)
    ? [raising(db, id, { text: `(SELECT 1 AS "one") "always" WHERE ${isFree}`, values: [id] }), ...removals]
    : removals;
}

/** After `raising`: in MySQL, the removal of what is not there lets other transactions insert nothing beside it. */
function removalsOf({ tables: { security } }: Database, id: string, owned: readonly Table[]): Statement[] {
  return owned.map((table) => removalStatement(table, { userId: table === security ? noteIdOf(id) : id }));
}

/** Leaves a generation that no token of the user has, and no password. */
function raising({ dialect, tables: { security } }: Database, id: string, from: Statement): Statement {
  const row: Entity = { ...endedRow(id, null) };
  const { text, values } = insertion(security, row, from);
  const generation = `${security.name}."generation"`;
  const proven = dialect.codecs.boolean.encode(true);
  const least = leastGeneration();
  return {
    text: `${text} ${dialect.onDuplicate(security.key)} ` +
      `"generation" = CASE WHEN ${generation} < ? THEN ? ELSE ${generation} + 1 END, ` +
      `"password_hash" = NULL, "password_is_proven" = ?, "password_set_at" = NULL`,
    values: [...values, least, least, proven],
  };
}
