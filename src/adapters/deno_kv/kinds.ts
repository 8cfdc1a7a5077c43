/**
 * Rows of all kinds in Deno KV.
 *
 * @module
 */

import {
  isKey,
  keyOf,
  listWith,
  partsOf,
  type Row,
  type RowDeclaration,
  type RowEngine,
} from "../../shapes/row_kind.ts";
import { ALL_KINDS } from "../../shapes/rows.ts";
import type { AccountKey } from "../contract/types.ts";
import { all, commit, type Kv, type KvAtomic, type KvKeys, repeat } from "./entries.ts";
import { dropRow, listKey, nameOf, type Names, namesIn, piecesKey, putRow, rowKey } from "./kind_entries.ts";
import { joinPieces, readPieces } from "./pieces.ts";
import { dropOwned } from "./removal.ts";
import { changeKv, type KvDatabase, listOwned, listPage, readKv, storeIf } from "./queries.ts";

/** How often a count is tried: of concurrent ones, one succeeds each time, and a stranger sends as many as they like. */
const MAX_TRIES = 1000;

/** The rows of all kinds. */
export function rowsIn({ kv, keys, putBeside }: KvDatabase): RowEngine {
  return {
    find: (kind, key) => read(kv, keys, kind, key),
    list(kind, by, page) {
      const fields = Object.keys(by);
      const list = fields.length ? listKey(keys, kind, listWith(kind, fields), by) : rowKey(keys, kind);
      const find = (...parts: string[]) =>
        read(kv, keys, kind, Object.fromEntries(kind.key.map((field, index) => [field, parts[index]])));
      if (!page) return listOwned(kv, list!, find);
      return listPage(kv, list!, find, { ...page, after: page.after && partsOf(kind, page.after) });
    },
    store: (kind, row, ifVersion) =>
      storeIf(kv, rowKey(keys, kind, row), {
        isExpected: (value) =>
          ifVersion === undefined || ((value as Row | null)?.[kind.version!] ?? null) === ifVersion,
        put(atomic, value) {
          if (value) dropRow(atomic, keys, kind, namesIn(kind, row, value as Row));
          putRow(atomic, keys, kind, row);
          putBeside(atomic);
        },
      }),
    async remove(kind, key) {
      return await changeKv<Row>(kv, rowKey(keys, kind, key), {
        to: (stored) => stored,
        put(atomic, stored) {
          dropRow(atomic, keys, kind, namesIn(kind, key, stored));
          putBeside(atomic);
        },
      }) !== null;
    },
    async count(kind, row, now) {
      const field = kind.counted!;
      const counted = await change(kv, keys, kind, row, (stored) => {
        const isOver = !(stored && (stored.expires as Date) > now);
        return isOver ? row : { ...stored, [field]: Number(stored[field]) + Number(row[field]) };
      });
      return counted!;
    },
    async removeOwned(userId) {
      for (const kind of ALL_KINDS.filter(({ isOwned }) => isOwned)) {
        const list = keys.owned(userId, nameOf(kind));
        const removeSome = async () => {
          const entries = await all(kv.list({ prefix: list }, { limit: BATCH }));
          const atomic = kv.atomic();
          atomic.check(...entries);
          for (const entry of entries) dropOwned(atomic, keys, userId, entry);
          return await commit(atomic) && (entries.length < BATCH ? "done" : "more");
        };
        while (await repeat(removeSome) === "more");
      }
    },
    async takeBack(kind, key, count) {
      const field = kind.counted!;
      await change(kv, keys, kind, key, (stored) => {
        const before = Number(stored?.[field] ?? 0);
        return stored && before >= count ? { ...stored, [field]: before - count } : null;
      });
    },
  };
}

/** Removes the rows of an account; resolves to whether these were all. */
export async function dropRowsOfAccount(
  { kv, keys }: Pick<KvDatabase, "kv" | "keys">,
  atomic: KvAtomic,
  account: AccountKey,
): Promise<boolean> {
  const key: Row = { ...account };
  const fields = ["provider", "providerAccountId"];
  for (const kind of ALL_KINDS.filter(({ isOfAccount }) => isOfAccount)) {
    if (isKey(kind, fields)) {
      const entry = await kv.get(rowKey(keys, kind, key));
      atomic.check(entry);
      if (entry.value) dropRow(atomic, keys, kind, namesIn(kind, key, entry.value as Row));
    } else {
      const list = listKey(keys, kind, listWith(kind, fields), key)!;
      const entries = await all(kv.list({ prefix: list }, { limit: BATCH }));
      atomic.check(...entries);
      for (const { value } of entries) dropRow(atomic, keys, kind, value as Names);
      if (entries.length === BATCH) return false;
    }
  }
  return true;
}

/** Size of a batch. Deno KV commits up to 1000 writes together. */
const BATCH = 50;

/** Returns `null` if a piece has expired. */
async function read(kv: Kv, keys: KvKeys, kind: RowDeclaration, key: Row): Promise<Row | null> {
  const at = rowKey(keys, kind, key);
  if (!kind.long) return await readKv<Row>(kv, at);
  const stored = await readPieces<Names>(kv, at, piecesKey(keys, kind, key));
  if (!stored) return null;
  const { first, pieces, ...fields } = stored.record;
  const long = first ? joinPieces(first as Uint8Array, stored.others.slice(0, pieces)) : null;
  return first && long === null ? null : { ...keyOf(kind, key), ...fields, [kind.long]: long };
}

/** Changes a row. @param to Its fields then, of a row without a long text; `null` to leave it. */
async function change(
  kv: Kv,
  keys: KvKeys,
  kind: RowDeclaration,
  key: Row,
  to: (stored: Row | null) => Row | null,
): Promise<Row | null> {
  const { changed } = await repeat(async () => {
    const entry = await kv.get(rowKey(keys, kind, key));
    const stored = entry.value as Row | null;
    const changed = to(stored);
    if (!changed) return { changed };
    const atomic = kv.atomic();
    atomic.check(entry);
    if (stored) dropRow(atomic, keys, kind, namesIn(kind, key, stored));
    putRow(atomic, keys, kind, changed);
    return await commit(atomic) && { changed };
  }, MAX_TRIES);
  return changed;
}
