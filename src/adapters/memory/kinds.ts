/**
 * Rows of all kinds in memory.
 *
 * @module
 */

// deno-lint-ignore-file require-await -- a failing function rejects, as with a database; it does not throw.

import { idOf, type Row, type RowDeclaration, type RowEngine, type RowKind } from "../../shapes/row_kind.ts";
import { ALL_KINDS } from "../../shapes/rows.ts";
import type { AccountKey } from "../contract/types.ts";
import { accountKeyOf, cloneOf, type Ending, isOwnerIn, removeOwnedBy } from "./rows.ts";

/** The rows of a kind, by the text of their keys. */
type Rows = Map<string, Row>;

/** Rows of all kinds. */
interface KindsInMemory extends Omit<RowEngine, "store" | "remove"> {
  /** As that of an engine, at once. */
  store(kind: RowDeclaration, row: Row, ifVersion?: number | null): boolean;
  /** As that of an engine, at once. */
  remove(kind: RowDeclaration, key: Row): boolean;
  /** The rows of a kind, by the texts of their keys. */
  of<Fields extends object, Key extends keyof Fields & string>(
    kind: RowKind<Fields, Key>,
  ): Map<string, Fields>;
  /** Whether a user has rows. */
  hasOwner(userId: string): boolean;
  /** Removes the rows of a user, at once. @param isTakeover Whether some of them stay. Default `false`. */
  removeOwner(userId: string, isTakeover?: boolean): void;
  /** Removes the rows of an account. */
  removeAccount(account: AccountKey): void;
  /** Those that end. */
  ending(): readonly Ending[];
}

/** No rows. */
export function kindsInMemory(): KindsInMemory {
  const all = new Map<RowDeclaration, Rows>(ALL_KINDS.map((kind) => [kind, new Map()]));
  const of = (kind: RowDeclaration) => all.get(kind)!;
  const rowsWhere = (is: (kind: RowDeclaration) => boolean | undefined) => ALL_KINDS.filter(is).map(of);
  const ownedBy = (is: (kind: RowDeclaration) => boolean | undefined) =>
    rowsWhere(is) as Map<string, Row & { userId: string }>[];
  const owned = ownedBy(({ isOwned }) => isOwned);
  const takenOver = ownedBy(({ isOwned, outlivesTakeover }) => isOwned && !outlivesTakeover);

  function removeOwner(userId: string, isTakeover = false): void {
    for (const rows of isTakeover ? takenOver : owned) removeOwnedBy(rows, userId);
  }

  return {
    of: of as unknown as KindsInMemory["of"],
    find: async (kind, key) => cloneOf(of(kind).get(idOf(kind, key)) ?? null),
    async list(kind, by, page) {
      const asked = Object.entries(by);
      const found = [...of(kind)].filter(([, row]) => asked.every(([field, is]) => row[field] === is));
      const listed = page ? pageOf(found, page.after && idOf(kind, page.after), page.limit) : found;
      return cloneOf(listed.map(([, row]) => row));
    },
    store(kind, row, ifVersion) {
      const [rows, id] = [of(kind), idOf(kind, row)];
      if (ifVersion !== undefined && (rows.get(id)?.[kind.version!] ?? null) !== ifVersion) return false;
      rows.set(id, cloneOf(row));
      return true;
    },
    remove: (kind, key) => of(kind).delete(idOf(kind, key)),
    async count(kind, row, now) {
      const [rows, id, field] = [of(kind), idOf(kind, row), kind.counted!];
      const stored = rows.get(id);
      const isOver = !(stored && (stored.expires as Date) > now);
      const counted = isOver ? row : { ...stored, [field]: Number(stored[field]) + Number(row[field]) };
      rows.set(id, cloneOf(counted));
      return cloneOf(counted);
    },
    async takeBack(kind, key, count) {
      const [rows, id, field] = [of(kind), idOf(kind, key), kind.counted!];
      const stored = rows.get(id);
      const before = Number(stored?.[field] ?? 0);
      if (stored && before >= count) rows.set(id, { ...stored, [field]: before - count });
    },
    removeOwned: async (userId) => removeOwner(userId),
    hasOwner: (userId) => owned.some((rows) => isOwnerIn(rows, userId)),
    removeOwner,
    removeAccount(account) {
      const key = accountKeyOf(account);
      for (const rows of rowsWhere(({ isOfAccount }) => isOfAccount)) {
        for (const [id, row] of rows) if (accountKeyOf(row as unknown as AccountKey) === key) rows.delete(id);
      }
    },
    ending: () => rowsWhere(({ isEnding }) => isEnding) as unknown as readonly Ending[],
  };
}

/** The rows of a page, in the order of their ids. @param after The id of the last one before; `null` for the first page. */
function pageOf(
  found: readonly (readonly [id: string, row: Row])[],
  after: string | null,
  limit: number,
): readonly (readonly [id: string, row: Row])[] {
  return found.filter(([id]) => after === null || id > after)
    .toSorted(([one], [other]) => one < other ? -1 : 1)
    .slice(0, limit);
}
