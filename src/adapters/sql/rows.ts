/**
 * Statements that read and write rows of a table; rows as users, accounts, sessions.
 *
 * @module
 */

import type { Row, Statement } from "./types.ts";
import type { Column, Dialect, Table } from "./dialect.ts";
import { assertStorable } from "../contract/storable.ts";

/** Fields of a stored entity. */
export type Entity = Readonly<Record<string, unknown>>;

/** The list of all columns for a `SELECT` or `RETURNING`. @param alias Of the table, in a join. */
export function columnsOf({ columns }: Table, alias?: string): string {
  return columns.map(({ name, codec: { select } }, index) => {
    const column = alias ? `${alias}.${name}` : name;
    const expression = select ? select(column) : column;
    // Two columns with the same name would become one property of the row.
    return alias || select ? `${expression} AS "${alias ?? ""}_${index}"` : expression;
  }).join(", ");
}

/** The rows that have the given fields, as they follow `FROM`. */
export function rowWith(table: Table, by: Entity): Statement {
  const { text, values } = where(table, by);
  return { text: `${table.name} WHERE ${text}`, values };
}

/** Reads the rows that have the given fields. */
export function select(table: Table, by: Entity): Statement {
  const { text, values } = rowWith(table, by);
  return { text: `SELECT ${columnsOf(table)} FROM ${text}`, values };
}

/**
 * Stores a row. Fields that are absent or `undefined` are left to the defaults of the columns.
 *
 * @param from A table and a condition: the row is stored if any row of the table fulfils it. Default: always.
 */
export function insertion(table: Table, entity: Entity, from?: Statement): Statement {
  const given = table.columns.filter(({ field }) => entity[field] !== undefined);
  const names = given.map(({ name }) => name).join(", ");
  const values = given.map(({ codec }) => codec.bind ?? "?").join(", ");
  const rows = from ? `SELECT ${values} FROM ${from.text}` : `VALUES (${values})`;
  return {
    text: `INSERT INTO ${table.name} (${names}) ${rows}`,
    values: [...given.map((column) => toWritten(column, entity[column.field])), ...from?.values ?? []],
  };
}

/** Stores a row; sets all its columns if one with the same key is stored. */
export function replacement(dialect: Dialect, table: Table, entity: Entity): Statement {
  const { text, values } = insertion(table, entity);
  const changed = table.columns.filter(({ field }) => !table.keyFields.includes(field));
  const changes = changed.map(({ name, codec }) => `${name} = ${codec.bind ?? "?"}`).join(", ");
  return {
    text: `${text} ${dialect.onDuplicate(table.key)} ${changes}`,
    values: [...values, ...changed.map((column) => toColumnValue(column, entity[column.field]))],
  };
}

/** Changes the row with the key of `entity`. Fields that are `undefined` stay. `null` if no other is left. */
export function update(table: Table, entity: Entity): Statement | null {
  const given = table.columns.filter(({ field }) =>
    entity[field] !== undefined && !table.keyFields.includes(field)
  );
  if (!given.length) return null;
  const { text, values } = where(table, primaryKeyOf(table, entity));
  const changes = given.map(({ name, codec }) => `${name} = ${codec.bind ?? "?"}`).join(", ");
  return {
    text: `UPDATE ${table.name} SET ${changes} WHERE ${text}`,
    values: [...given.map((column) => toWritten(column, entity[column.field])), ...values],
  };
}

/** Removes the rows that have the given fields. */
export function removalStatement(table: Table, by: Entity): Statement {
  const { text, values } = rowWith(table, by);
  return { text: `DELETE FROM ${text}`, values };
}

/** The fields of the primary key. */
export function primaryKeyOf({ keyFields }: Table, entity: Entity): Entity {
  return Object.fromEntries(keyFields.map((field) => [field, entity[field]]));
}

/** Converts a row to an entity. @param first Index of its first column, in the row of a join. */
export function toEntity<T>({ columns }: Table, row: Row, first = 0): T {
  // Runs at each session check, so it creates no intermediate arrays.
  const values = Array.isArray(row) ? row : Object.values(row);
  const entity: Record<string, unknown> = {};
  let index = first;
  for (const { field, codec } of columns) {
    const value = values[index++];
    entity[field] = value === null || value === undefined ? null : codec.decode(value);
  }
  return entity as T;
}

/** The condition that a row has the given fields. */
export function where(table: Table, by: Entity): Statement {
  const columns = table.columns.filter(({ field }) => field in by);
  return {
    text: columns.map(({ name }) => `${name} = ?`).join(" AND "),
    values: columns.map((column) => toColumnValue(column, by[column.field])),
  };
}

function toColumnValue({ codec }: Column, value: unknown): unknown {
  return value === null || value === undefined ? null : codec.encode(value);
}

/** The value of a column that is written. @throws {TypeError} if a database could not store it as it is. */
function toWritten(column: Column, value: unknown): unknown {
  const written = toColumnValue(column, value);
  assertStorable({ [column.field]: written });
  return written;
}
