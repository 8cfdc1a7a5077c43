/**
 * Rows of any kind for the adapter contract, made from the declaration of the kind.
 *
 * @module
 */

import { keyOf, type Row, type RowDeclaration } from "../../shapes/row_kind.ts";
import { ROW_KINDS } from "../../shapes/rows.ts";
import type { Adapter } from "../../adapters/contract/types.ts";
import { assertFields, inHours, unique } from "./_rule.ts";

/** Rows of a kind. */
export interface Kind extends RowDeclaration {
  /** The name by which adapters know the kind. */
  readonly kind: string;
}

/** All kinds. */
export const KINDS: readonly Kind[] = Object.entries<RowDeclaration>(ROW_KINDS)
  .map(([kind, declaration]) => ({ kind, ...declaration }));

/** The rows of one kind in an adapter. */
interface Rows {
  /** Finds the row with the key of another one. */
  find(row: Row): Promise<Row | null>;
  /** Lists rows. */
  list(by: Row, page?: { readonly after: Row | null; readonly limit: number }): Promise<Row[]>;
  /** Stores a row. */
  store(row: Row, ifVersion?: number | null): Promise<boolean>;
  /** Stores a row that is new. */
  add(row: Row): Promise<void>;
  /** Replaces what is stored. */
  replace(row: Row): Promise<boolean>;
  /** Removes the row with the key of another one. */
  remove(row: Row): Promise<boolean>;
  /** Adds to a count. */
  count(row: Row, now: Date): Promise<Row>;
  /** Takes back a count. */
  takeBack(row: Row, count: number): Promise<unknown>;
  /** Throws unless a row is stored as given; with `null`, unless none is. */
  assertStored(row: Row, expected: Row | null): Promise<void>;
}

/** The rows of a kind. */
export function rowsIn(adapter: Pick<Adapter, "rows">, kind: Kind): Rows {
  const { kind: name, version } = kind;
  const { rows } = adapter as unknown as { rows: Record<string, (...args: unknown[]) => Promise<never>> };
  const find = async (row: Row) => await rows.find!(name, keyOf(kind, row));
  const store = async (row: Row, ...ifVersion: readonly (number | null | undefined)[]) =>
    await rows.store!(name, row, ...ifVersion);
  return {
    find,
    list: async (by, ...page) => await rows.list!(name, by, ...page),
    store,
    add: async (row) => void await (version === undefined ? store(row) : store(row, null)),
    async replace(row) {
      if (version === undefined) return await store(row);
      return await store(row, ((await find(row))?.[version] ?? null) as number | null);
    },
    remove: async (row) => await rows.remove!(name, keyOf(kind, row)),
    count: async (row, now) => await rows.count!(name, row, now),
    takeBack: async (row, count) => await rows.takeBack!(name, keyOf(kind, row), count),
    assertStored: async (row, expected) => assertFields(await find(row), expected, `the row of ${name}`),
  };
}

/** A row of a kind, with all fields. */
export function someRow({ columns, version }: Kind, fields: Row = {}): Row {
  const samples = {
    text: unique,
    integer: () => 1,
    boolean: () => true,
    date: () => inHours(1),
    json: () => ({}),
  };
  const made = Object.entries(columns).map(([field, { type }]) => [
    field,
    field === version ? 1 : samples[type as keyof typeof samples](),
  ]);
  return { ...Object.fromEntries(made), ...fields };
}

/** Text of 80,000 characters. */
export const LONG: string = "0123456789abcdef".repeat(5000);

/** The fields of text that are no part of the key. */
export function fieldsOf({ columns, key }: Kind): readonly string[] {
  return Object.keys(columns).filter((field) => columns[field]?.type === "text" && !key.includes(field));
}

/** Some fields of a row. */
export function pick(row: Row, fields: readonly string[]): Row {
  return Object.fromEntries(fields.map((field) => [field, row[field]]));
}
