/**
 * Rows by the names of their kinds.
 *
 * @module
 */

import { keyOf, listWith, type RowDeclaration, type RowEngine } from "../../shapes/row_kind.ts";
import { ROW_KINDS } from "../../shapes/rows.ts";
import type { AdapterRows } from "./rows.ts";

/** The rows of an adapter, in a database that reads the declarations of kinds. */
export function namedRows(engine: RowEngine): AdapterRows {
  const rows = {
    find: async (name, key) => await engine.find(kindOf(name), keyOf(kindOf(name), key)),
    async list(name, by, page) {
      const kind = kindOf(name);
      const fields = Object.keys(by);
      if (!fields.length && !kind.isOrdered) throw new TypeError(`Cannot list all ${name}: name fields`);
      // It throws where the kind has no such list.
      if (fields.length) listWith(kind, fields);
      if (fields.some((field) => typeof by[field] !== "string")) return [];
      return await engine.list(kind, by, page && { ...page, after: page.after && keyOf(kind, page.after) });
    },
    async store(name, row, ifVersion) {
      const kind = kindOf(name);
      // So that a version that is missing by mistake overwrites nothing.
      if ((ifVersion === undefined) !== (kind.version === undefined)) {
        const why = kind.version ? "give the stored version, or null" : "it has no version";
        throw new TypeError(`Cannot store one of ${name}: ${why}`);
      }
      return await engine.store(kind, row, ifVersion);
    },
    remove: async (name, key) => await engine.remove(kindOf(name), keyOf(kindOf(name), key)),
    count: async (name, row, now) => await engine.count(kindOf(name), row, now),
    takeBack: async (name, key, count) =>
      await engine.takeBack(kindOf(name), keyOf(kindOf(name), key), count),
    removeOwned: engine.removeOwned,
  } satisfies Named & Record<keyof AdapterRows, unknown>;
  return rows as unknown as AdapterRows;
}

/** The functions of an engine, by the name of a kind in place of its declaration. */
type Named = {
  readonly [M in keyof RowEngine]: RowEngine[M] extends
    (kind: RowDeclaration, ...rest: infer Rest) => infer Answer ? (name: string, ...rest: Rest) => Answer
    : RowEngine[M];
};

/** The declaration of a kind. @throws {TypeError} if the adapter knows no such kind: the library may be newer. */
export function kindOf(name: string): RowDeclaration {
  if (Object.hasOwn(ROW_KINDS, name)) return ROW_KINDS[name as keyof typeof ROW_KINDS];
  throw new TypeError(`Cannot store rows of "${name}": this version of the adapter does not know them`);
}
