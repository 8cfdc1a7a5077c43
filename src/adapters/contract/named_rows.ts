/**
 * Rows by the names of their kinds.
 *
 * @module
 */

import { keyOf, type Row, type RowDeclaration, type RowEngine } from "./row_kind.ts";
import { ROW_KINDS } from "./row_kinds.ts";
import type { AdapterRows, RowPage } from "./rows.ts";

/** The rows of an adapter, in a database that reads the declarations of kinds. */
export function namedRows(engine: RowEngine): AdapterRows {
  const rows = {
    find: (name, key) => engine.find(kindOf(name), keyOf(kindOf(name), key)),
    list: (name, by, page) =>
      engine.list(
        kindOf(name),
        by,
        page && { ...page, after: page.after && keyOf(kindOf(name), page.after) },
      ),
    store: (name, row, ifVersion) => engine.store(kindOf(name), row, ifVersion),
    remove: (name, key) => engine.remove(kindOf(name), keyOf(kindOf(name), key)),
    count: (name, row, now) => engine.count(kindOf(name), row, now),
    takeBack: (name, key, count) => engine.takeBack(kindOf(name), keyOf(kindOf(name), key), count),
    removeOwned: engine.removeOwned,
  } satisfies Named;
  return rows as unknown as AdapterRows;
}

/** As `AdapterRows`, for rows of any kind. */
interface Named {
  find(name: string, key: Row): Promise<Row | null>;
  list(name: string, by: Row, page?: RowPage): Promise<Row[]>;
  store(name: string, row: Row, ifVersion?: number | null): Promise<boolean>;
  remove(name: string, key: Row): Promise<boolean>;
  count(name: string, row: Row, now: Date): Promise<Row>;
  takeBack(name: string, key: Row, count: number): Promise<void>;
  removeOwned(userId: string): Promise<void>;
}

/** @throws {TypeError} if there is no such kind: the library may be newer than the adapter. */
function kindOf(name: string): RowDeclaration {
  if (Object.hasOwn(ROW_KINDS, name)) return ROW_KINDS[name as keyof typeof ROW_KINDS];
  throw new TypeError(`Cannot store rows of "${name}": this version of the adapter does not know them`);
}
