/**
 * Finds, lists, stores, changes and removes rows of a table.
 *
 * @module
 */

import type { Row, Sql, Statement } from "./types.ts";
import type { Dialect, Table } from "./dialect.ts";
import {
  columnsOf,
  type Entity,
  insertion,
  primaryKeyOf,
  removalStatement,
  rowWith,
  select,
  toEntity,
  update,
  where,
} from "./rows.ts";
import type { Tables } from "./schema.ts";
import { isStorable } from "../contract/storable.ts";

/** A database with the tables of the library. */
export interface Database {
  /** Runs statements in the database's own notation. */
  readonly sql: Sql;
  /** Which database it is. */
  readonly dialect: Dialect;
  /** Its tables. */
  readonly tables: Tables;
  /** Rows that each change stores in the same transaction. Default: none. */
  readonly beside?: readonly (readonly [Table, Entity])[];
}

/**
 * Stores the rows beside a change. It stands right before the statement that makes the change: what is removed together with a user
 * precedes it.
 *
 * @param from What must be stored for the change to be made: a table and a condition. The row is locked, so that it stays until then.
 * Default: the change is made, or fails.
 */
export function besides({ dialect, beside = [] }: Database, from?: Statement): readonly Statement[] {
  const locked = from && { ...from, text: from.text + dialect.locking.exclusive };
  return beside.map(([table, row]) => insertion(table, row, locked));
}

/** Runs statements together; resolves to the rows of each. Where a key is a text that no row can have, there are none. */
export async function run(
  { sql, dialect }: Database,
  ...statements: readonly Statement[]
): Promise<readonly (readonly Row[])[]> {
  if (!statements.every(({ values }) => values.every(isStorable))) return statements.map(() => []);
  return await sql(statements.map(({ text, values }) => ({ text: dialect.phrase(text), values })));
}

/** Runs a statement that reads; resolves to its first row. */
export async function first(db: Database, statement: Statement): Promise<Row | undefined> {
  return (await run(db, statement))[0]?.[0];
}

/** Runs a statement that writes; resolves to how many rows it wrote. */
export async function count(db: Database, write: Statement): Promise<number> {
  const [rows = []] = await run(db, db.dialect.counted(write));
  return db.dialect.count(rows);
}

/** Makes a change, and stores the rows beside it; resolves to how many rows it wrote. @param from As for `besides`. */
export async function change(
  db: Database,
  write: Statement,
  from: Statement,
  before: readonly Statement[] = [],
): Promise<number> {
  const results = await run(db, ...before, ...besides(db, from), db.dialect.counted(write));
  return db.dialect.count(results.at(-1) ?? []);
}

/** Finds a row by unique fields. */
export async function findEntity<T>(db: Database, table: Table, key: Entity): Promise<T | null> {
  const row = await first(db, select(table, key));
  return row ? toEntity(table, row) : null;
}

/** The rows that have the given fields. @param page Those after a key, and how many. Default: all. */
export async function list<T>(
  db: Database,
  table: Table,
  by: Entity,
  page?: { readonly after: Entity | null; readonly limit: number },
): Promise<T[]> {
  const parts = [
    ...(Object.keys(by).length ? [where(table, by)] : []),
    ...(page?.after ? [behind(table, page.after)] : []),
  ];
  const conditions = parts.length ? ` WHERE ${parts.map(({ text }) => text).join(" AND ")}` : "";
  // MySQL binds a number as a floating-point number, which `LIMIT` refuses.
  const limit = page ? ` LIMIT ${Math.trunc(page.limit)}` : "";
  const [rows = []] = await run(db, {
    text: `SELECT ${columnsOf(table)} FROM ${table.name}${conditions} ORDER BY ${table.key}${limit}`,
    values: parts.flatMap(({ values }) => values),
  });
  return rows.map((row) => toEntity(table, row));
}

/** The condition for the rows after a key of one or two fields, in the order of the primary key. */
function behind(table: Table, after: Entity): Statement {
  const [first, second] = table.key.split(", ");
  const [one, two] = table.keyFields.map((field) => after[field]);
  return second === undefined
    ? { text: `${first} > ?`, values: [one] }
    : { text: `(${first} > ? OR ${first} = ? AND ${second} > ?)`, values: [one, one, two] };
}

/**
 * Stores a row that belongs to a user; resolves to its fields. It checks the user itself: SQLite enforces foreign keys
 * only if the connection turns them on.
 *
 * @throws {Error} if the user is not stored.
 */
export async function addOwned<T extends { userId: string }>(
  db: Database,
  table: Table,
  entity: T,
): Promise<T> {
  const owner = { text: `${db.tables.users.name} WHERE "id" = ?`, values: [entity.userId] };
  const before = leftRemovals(db, [[table, { ...entity }]]);
  if (await change(db, insertion(table, { ...entity }, owner), owner, before) > 0) return { ...entity };
  throw new Error(`Cannot store what belongs to user "${entity.userId}": there is no such user`);
}

/** Removes accounts and authenticators that stand in the way of new ones, and whose user is gone. */
export function leftRemovals(
  { dialect, tables: { users, accounts, authenticators } }: Database,
  added: readonly (readonly [Table, Entity])[],
): readonly Statement[] {
  if (!dialect.mayLeaveRows) return [];
  return added.filter(([table]) => table === accounts || table === authenticators).map(([table, entity]) => {
    const { text, values } = removalStatement(table, primaryKeyOf(table, entity));
    const owner = `SELECT 1 FROM ${users.name} WHERE ${users.name}."id" = ${table.name}."user_id"`;
    return { text: `${text} AND NOT EXISTS (${owner})`, values };
  });
}

/** Changes the given fields; resolves to the entity as stored, or `null` if there is none. */
export async function changeRow<T>(db: Database, table: Table, entity: Entity): Promise<T | null> {
  const key = primaryKeyOf(table, entity);
  const [write, read] = [update(table, entity), select(table, key)];
  const statements = write ? db.dialect.written(write, read, columnsOf(table)) : [read];
  const row = (await run(db, ...besides(db, rowWith(table, key)), ...statements)).at(-1)?.[0];
  return row ? toEntity(table, row) : null;
}

/**
 * Stores all fields of an entity, only while the field `[name, value]` of the stored one has this value; with `null`, only
 * while there is none. Resolves to whether it did.
 */
export async function storeIf(
  db: Database,
  table: Table,
  entity: Entity,
  [field, value]: readonly [name: string, value: number | null],
): Promise<boolean> {
  if (value !== null) {
    const { text, values } = update(table, entity)!;
    const { name } = table.columns.find((column) => column.field === field)!;
    const stored = rowWith(table, { ...primaryKeyOf(table, entity), [field]: value });
    return await change(db, { text: `${text} AND ${name} = ?`, values: [...values, value] }, stored) > 0;
  }
  try {
    await run(db, insertion(table, entity), ...besides(db));
    return true;
  } catch (error) {
    // Another request may have stored a row since.
    if (await findEntity(db, table, primaryKeyOf(table, entity))) return false;
    throw error;
  }
}

/**
 * Writes to several tables, those of later versions last. The tables may still be those of an older version: then it writes
 * again without the last one, until none is missing.
 */
export async function toPresent<T>(
  tables: readonly Table[],
  write: (tables: readonly Table[]) => Promise<T>,
): Promise<T> {
  try {
    return await write(tables);
  } catch (error) {
    const isOlder = (tables.at(-1)?.since ?? 1) > 1 && (error as Error | null)?.name === "MissingTableError";
    if (!isOlder) throw error;
    return await toPresent(tables.slice(0, -1), write);
  }
}
