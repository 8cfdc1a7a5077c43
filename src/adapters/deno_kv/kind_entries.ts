/**
 * The entries of a row in Deno KV, which are written together: the row, the further pieces of a long text, and one in each list.
 *
 * @module
 */

import { partsOf, type Row, type RowDeclaration, type RowList } from "../../shapes/row_kind.ts";
import { ALL_KINDS } from "../../shapes/rows.ts";
import { expiring, type KvAtomic, type KvKey, type KvKeys } from "./entries.ts";
import { dropPieces, putPieces, toPieces } from "./pieces.ts";

/** The fields of a row that name all its entries, and how many pieces follow the first. */
export interface Names extends Row {
  /** How many pieces follow. */
  readonly pieces: number;
}

/** The name of a kind, in keys. */
export function nameOf({ recordKey, inDenoKv = recordKey }: RowDeclaration): string {
  return inDenoKv;
}

/** To a row. Without one, begins the keys of all. */
export function rowKey(keys: KvKeys, kind: RowDeclaration, row?: Row): KvKey {
  return keys.record(nameOf(kind), ...(row ? partsOf(kind, row) : []));
}

/** Begins the keys to further pieces of a row: not below the rows themselves, if these are listed. */
export function piecesKey(keys: KvKeys, kind: RowDeclaration, row: Row): KvKey {
  const name = nameOf(kind);
  return keys.record(kind.isOrdered ? `${name}Piece` : name, ...partsOf(kind, row));
}

/** Begins the keys of a list; `null` if a row is not in it. */
export function listKey(keys: KvKeys, kind: RowDeclaration, { of, by }: RowList, row: Row): KvKey | null {
  const values = by.map((field) => row[field] ?? null);
  if (values.includes(null)) return null;
  const [first = "", ...others] = values.map(String);
  return of ? keys.record(`${nameOf(kind)}Of${of}`, first, ...others) : keys.owned(first, nameOf(kind));
}

/** The names of a row as it is stored. @param key Of the row: older entries have no fields of their key. */
export function namesIn(kind: RowDeclaration, key: Row, { first: _, ...stored }: Row): Names {
  const fields = Object.fromEntries(kind.key.map((field) => [field, key[field]]));
  return { ...fields, ...stored, pieces: Number(stored.pieces ?? 0) };
}

/** Writes a row. @throws {Error} if its long text has more than 600 000 bytes. */
export function putRow(atomic: KvAtomic, keys: KvKeys, kind: RowDeclaration, row: Row): void {
  const { [kind.long ?? ""]: long, ...fields } = row;
  const all = typeof long === "string" ? toPieces(long, `one of ${kind.name}`) : null;
  const [first, pieces] = [all?.[0] ?? null, all ? all.length - 1 : 0];
  const names: Names = { ...fields, pieces };
  const options = kind.isEnding ? expiring(row.expires as Date) : undefined;
  const places = placesOf(keys, kind, names);
  const stored = places.length > 1 ? { ...names, first } : { ...withoutKey(kind, fields), first, pieces };
  atomic.set(rowKey(keys, kind, row), kind.long ? stored : row, options);
  if (all) putPieces(atomic, piecesKey(keys, kind, row), { pieces: all, ...(options && { options }) });
  for (const [place, value] of places) atomic.set(place, places.length > 1 ? names : value, options);
  // So that it is removed with the user, and by a takeover.
  if (kind.isOwned) atomic.set(keys.mark(String(row.userId)), true);
}

/** Removes a row. */
export function dropRow(atomic: KvAtomic, keys: KvKeys, kind: RowDeclaration, names: Names): void {
  atomic.delete(rowKey(keys, kind, names));
  dropPieces(atomic, piecesKey(keys, kind, names), names.pieces);
  for (const [place] of placesOf(keys, kind, names)) atomic.delete(place);
}

/** Removes the row that an entry of a list of several kinds names: below `owned`, or below `ending`. */
export function dropListed(
  atomic: KvAtomic,
  keys: KvKeys,
  { name, parts, fields, value }: {
    readonly name: string;
    readonly parts: readonly string[];
    readonly fields: Row;
    readonly value: unknown;
  },
): boolean {
  const kind = ALL_KINDS.find((it) => nameOf(it) === name);
  if (!kind) return false;
  const key = Object.fromEntries(kind.key.map((field, index) => [field, parts[index]]));
  const names = typeof value === "object" && value !== null ? value : { pieces: Number(value) };
  dropRow(atomic, keys, kind, { ...fields, ...key, ...names as Names });
  return true;
}

/** The entries in lists, and what the only one of a row holds. If there are several, each of them holds the names. */
function placesOf(
  keys: KvKeys,
  kind: RowDeclaration,
  row: Names,
): readonly (readonly [place: KvKey, value: unknown])[] {
  const [name, parts] = [nameOf(kind), partsOf(kind, row)];
  const ends = (row.expires as Date | undefined)?.getTime() ?? 0;
  return [
    ...(kind.isOwned ? [[keys.owned(String(row.userId), name, ...parts), row.pieces] as const] : []),
    ...(kind.isEnding ? [[keys.ending(ends, name, ...parts), kind.long ? row.pieces : ""] as const] : []),
    ...(kind.lists ?? []).flatMap((list) => {
      const key = listKey(keys, kind, list, row);
      return key ? [[[...key, ...parts], null] as const] : [];
    }),
  ];
}

function withoutKey({ key }: RowDeclaration, row: Row): Row {
  return Object.fromEntries(Object.entries(row).filter(([field]) => !key.includes(field)));
}
