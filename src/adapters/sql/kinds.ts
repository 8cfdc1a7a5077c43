/**
 * Rows of all kinds in an SQL database.
 *
 * @module
 */

import { keyOf, type Row, type RowDeclaration, type RowEngine } from "../../shapes/row_kind.ts";
import { ALL_KINDS } from "../../shapes/rows.ts";
import type { Column, Table } from "./dialect.ts";
import { hasLeftRows } from "./former.ts";
import { besides, change, type Database, findEntity, list, run, storeIf, toPresent } from "./queries.ts";
import {
  columnsOf,
  insertion,
  removalStatement,
  replacement,
  rowWith,
  select,
  toEntity,
  where,
} from "./rows.ts";
import type { Tables } from "./schema.ts";
import type { Statement } from "./types.ts";

/** The rows of all kinds. */
export function rowsIn(db: Database): RowEngine {
  const { dialect } = db;
  const tableOf = (kind: RowDeclaration) => tableIn(db.tables, kind);
  return {
    find: (kind, key) => findEntity(db, tableOf(kind), key),
    list: (kind, by, page) => list(db, tableOf(kind), by, page),
    async store(kind, row, ifVersion) {
      const table = tableOf(kind);
      if (ifVersion !== undefined) return await storeIf(db, table, row, [kind.version!, ifVersion]);
      await run(db, replacement(dialect, table, row), ...besides(db));
      return true;
    },
    async remove(kind, key) {
      const table = tableOf(kind);
      return await change(db, removalStatement(table, key), rowWith(table, key)) > 0;
    },
    async count(kind, row, now) {
      const table = tableOf(kind);
      const read = select(table, keyOf(kind, row));
      const statements = dialect.written(addition(db, kind, row, now), read, columnsOf(table));
      return toEntity<Row>(table, (await run(db, ...statements)).at(-1)![0]!);
    },
    async removeOwned(userId) {
      const owned = tablesWhere(db.tables, ({ isOwned }) => isOwned);
      await toPresent(
        owned,
        async (present) => {
          // On MySQL, the removal of what is not there makes others wait.
          if (!present.length || !await hasLeftRows(db, userId, present)) return;
          await run(db, ...present.map((table) => removalStatement(table, { userId })));
        },
      );
    },
    takeBack: async (kind, key, count) => void await run(db, subtraction(tableOf(kind), kind, key, count)),
  };
}

/** The tables of some kinds, those of later versions last. */
export function tablesWhere(tables: Tables, is: (kind: RowDeclaration) => boolean | undefined): Table[] {
  return ALL_KINDS.filter(is).map((kind) => tableIn(tables, kind));
}

/** The table of a kind. */
export function tableIn(tables: Tables, { listKey }: RowDeclaration): Table {
  return tables[listKey as keyof Tables];
}

/** Adds to the stored count; stores the row if there is none, or if it has ended. */
function addition({ dialect, tables }: Database, kind: RowDeclaration, row: Row, now: Date): Statement {
  const table = tableIn(tables, kind);
  const { text, values } = insertion(table, row);
  const [counted, ends] = [columnIn(table, kind.counted!), columnIn(table, "expires")];
  const stored = ({ name }: Column) => `${table.name}.${name}`;
  const hasEnded = `${stored(ends)} <= ?`;
  const end = ends.codec.encode(now);
  const added = row[kind.counted!];
  // MySQL sets the columns one after the other: the end comes last, as both conditions read it.
  return {
    text: `${text} ${dialect.onDuplicate(table.key)} ` +
      `${counted.name} = CASE WHEN ${hasEnded} THEN ? ELSE ${stored(counted)} + ? END, ` +
      `${ends.name} = CASE WHEN ${hasEnded} THEN ? ELSE ${stored(ends)} END`,
    values: [...values, end, added, added, end, ends.codec.encode(row.expires)],
  };
}

/** Takes back a count, if there is as much. */
function subtraction(table: Table, kind: RowDeclaration, key: Row, count: number): Statement {
  const { name } = columnIn(table, kind.counted!);
  const { text, values } = where(table, key);
  return {
    text: `UPDATE ${table.name} SET ${name} = ${name} - ? WHERE ${text} AND ${name} >= ?`,
    values: [count, ...values, count],
  };
}

function columnIn(table: Table, field: string): Column {
  return table.columns.find((column) => column.field === field)!;
}
