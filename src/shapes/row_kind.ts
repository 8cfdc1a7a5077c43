/**
 * A kind of rows beside users, accounts and sessions: declared once, as data that each database reads.
 *
 * @module
 */

import type { ColumnDeclaration, ColumnsOf } from "./columns.ts";

/** A row of any kind: its fields. */
export type Row = Readonly<Record<string, unknown>>;

/** A part of a list of rows. */
export interface RowPage<Key = Readonly<Record<string, unknown>>> {
  /** The key of the row before the first one; `null` from the first. */
  readonly after: Key | null;
  /** How many at most. */
  readonly limit: number;
}

/** A kind of rows, for whatever treats all kinds alike. */
export interface RowDeclaration {
  /** Name of the table in SQL, without the prefix. */
  readonly name: string;
  /** Begins the keys of rows in Redis and Deno KV. */
  readonly recordKey: string;
  /** The name of the kind: that in `ROW_KINDS`. Begins the keys of its lists in Redis. */
  readonly listKey: string;
  /** As `recordKey`, in Deno KV. Default: `recordKey`. */
  readonly inDenoKv?: string;
  /** The fields of the primary key. All are texts. */
  readonly key: readonly string[];
  /** The column of each field, in the order in which they are read. */
  readonly columns: Readonly<Record<string, ColumnDeclaration>>;
  /** Version of the tables that has added it. */
  readonly since: number;
  /** The field with a number that a conditional write compares. Absent: rows are replaced, whatever is stored. */
  readonly version?: string;
  /** Whether the row belongs to the user that `userId` names: it goes with the user, and by a takeover. Default: no. */
  readonly isOwned?: boolean;
  /** Whether it stays when the owner of the mailbox takes the user over. Only for a kind whose key is the user. Default: it goes, if it is owned. */
  readonly outlivesTakeover?: boolean;
  /** Whether it belongs to the account that `provider` and `providerAccountId` name, and goes with it. Default: no. */
  readonly isOfAccount?: boolean;
  /** Whether all rows can be listed, in the order of their keys. Default: no. */
  readonly isOrdered?: boolean;
  /** Whether the row ends at `expires`. Default: no. */
  readonly isEnding?: boolean;
  /** Other fields by which rows can be listed. A row with a `null` in one of them is not in the list. Default: none. */
  readonly lists?: readonly RowList[];
  /** A field whose text may be longer than 64 KiB. Default: none. */
  readonly long?: string;
  /** The field with a number that `count` adds to. Default: none. */
  readonly counted?: string;
}

/** Fields by which rows can be listed. */
export interface RowList {
  /** Follows `Of` in the keys of the list: `Sub` for `providerSessionsOfSub`. */
  readonly of: string;
  /** The fields. All are texts, or `null`. */
  readonly by: readonly string[];
}

/** A kind of rows. The columns agree with the type of a row. */
export interface RowKind<Fields extends object, Key extends keyof Fields & string> extends RowDeclaration {
  /** The fields of the primary key. */
  readonly key: readonly Key[];
  /** The column of each field. */
  readonly columns: ColumnsOf<Fields>;
  /** As in a declaration. */
  readonly version?: keyof Fields & string;
  /** As in a declaration. */
  readonly long?: keyof Fields & string;
  /** As in a declaration. */
  readonly counted?: keyof Fields & string;
}

/** A database that stores rows of all kinds. Each function but `removeOwned` is one step, which others see whole or not at all. */
export interface RowEngine {
  /** Finds a row; `null` if there is none. */
  find(kind: RowDeclaration, key: Row): Promise<Row | null>;
  /**
   * The rows with these fields, those of a list of the kind or `userId`; without a field, all of an ordered kind. With a
   * page, in an order of the key that does not change: fewer than `limit` only if there are no more, but for rows that have
   * ended since.
   */
  list(kind: RowDeclaration, by: Row, page?: RowPage): Promise<Row[]>;
  /**
   * Stores all fields of a row, only while the stored version is `ifVersion`; with `null`, only while nothing is stored;
   * without it, whatever is stored. Resolves to whether it did.
   */
  store(kind: RowDeclaration, row: Row, ifVersion?: number | null): Promise<boolean>;
  /** Removes a row; resolves to whether there was one. Of several callers at the same time one gets `true`. */
  remove(kind: RowDeclaration, key: Row): Promise<boolean>;
  /**
   * Adds the counted field of `row` to that of the stored row; stores `row` if there is none, or if it has ended. Resolves to
   * the row as stored.
   */
  count(kind: RowDeclaration, row: Row, now: Date): Promise<Row>;
  /** Takes back a count, if there is as much. */
  takeBack(kind: RowDeclaration, key: Row, count: number): Promise<void>;
  /** Removes the rows that belong to a user. */
  removeOwned(userId: string): Promise<void>;
}

/** The fields of the primary key. */
export function keyOf({ key }: Pick<RowDeclaration, "key">, row: Row): Row {
  return Object.fromEntries(key.map((field) => [field, row[field]]));
}

/** The fields of the primary key, as texts. */
export function partsOf({ key }: Pick<RowDeclaration, "key">, row: Row): string[] {
  return key.map((field) => String(row[field]));
}

/** One text for the key: that of a single field, else all as JSON. */
export function idOf(kind: Pick<RowDeclaration, "key">, row: Row): string {
  const [first = "", ...others] = partsOf(kind, row);
  return others.length ? JSON.stringify([first, ...others]) : first;
}

/** Whether two lists of fields are the same. */
function isSame(one: readonly string[], other: readonly string[]): boolean {
  return one.length === other.length && one.every((field) => other.includes(field));
}

/** Whether the fields are those of the primary key. */
export function isKey({ key }: Pick<RowDeclaration, "key">, fields: readonly string[]): boolean {
  return isSame(key, fields);
}

/** The lists of a kind: of its user first, then its own. A list of the user follows no `Of`. */
export function listsOf(kind: RowDeclaration): readonly RowList[] {
  const ofUser = kind.isOwned && !isKey(kind, ["userId"]) ? [{ of: "", by: ["userId"] }] : [];
  return [...ofUser, ...kind.lists ?? []];
}

/** The list with these fields. @throws {TypeError} if the kind has none. */
export function listWith(kind: RowDeclaration, fields: readonly string[]): RowList {
  const found = listsOf(kind).find(({ by }) => isSame(by, fields));
  if (found) return found;
  throw new TypeError(`Cannot list ${kind.listKey} by ${fields.join(", ")}: no list has these fields`);
}
