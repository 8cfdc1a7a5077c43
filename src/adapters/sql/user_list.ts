/**
 * Lists of users in an SQL database.
 *
 * @module
 */

import type { UserList, UserQuery } from "../contract/user_list.ts";
import type { AdapterUser } from "../contract/types.ts";
import { type Database, run } from "./queries.ts";
import { columnsOf, toEntity, where } from "./rows.ts";
import type { Table } from "./dialect.ts";
import type { Statement } from "./types.ts";

/** A part of the users. @throws {TypeError} if the table has no column for a field that is asked for. */
export async function listUsers<User extends AdapterUser>(
  db: Database,
  { after, limit, search = "", by = {} }: UserQuery,
): Promise<UserList<User>> {
  const { users } = db.tables;
  const conditions = [
    ...after === null ? [] : [{ text: `${users.key} > ?`, values: [after] }],
    ...search === "" ? [] : [containing(db, search)],
    ...Object.entries(by).map(([field, value]) => having(users, field, value)),
  ];
  const text = conditions.length ? ` WHERE ${conditions.map((each) => each.text).join(" AND ")}` : "";
  const [rows = []] = await run(db, {
    // One more says whether there are others. MySQL binds a number as a floating-point number, which `LIMIT` refuses.
    text: `SELECT ${columnsOf(users)} FROM ${users.name}${text} ORDER BY ${users.key} LIMIT ${
      Math.trunc(limit) + 1
    }`,
    values: conditions.flatMap(({ values }) => values),
  });
  const found = rows.slice(0, limit).map((row) => toEntity<User>(users, row));
  return { users: found, next: rows.length > limit ? String(found.at(-1)!.id) : null };
}

/** The condition that the address or the name contains a text: without a pattern, which has signs of its own, and a limit on D1. */
function containing({ dialect, tables: { users } }: Database, search: string): Statement {
  const columns = users.columns.filter(({ field }) => field === "email" || field === "name");
  const found = columns.map(({ name }) => `${dialect.position}(lower(${name}), lower(?)) > 0`);
  return { text: `(${found.join(" OR ")})`, values: columns.map(() => search) };
}

function having(users: Table, field: string, value: unknown): Statement {
  const column = users.columns.find((column) => column.field === field);
  if (!column) throw new TypeError(`Cannot list users by "${field}": the table of users has no such column`);
  if (value === null || value === undefined) return { text: `${column.name} IS NULL`, values: [] };
  return where(users, { [field]: value });
}
