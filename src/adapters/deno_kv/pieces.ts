/**
 * Texts in Deno KV that can be longer than a value: in UTF-8, in pieces. The first is in the record, the others have entries of
 * their own.
 *
 * @module
 */

import { getEntries, type Kv, type KvAtomic, type KvKey, MAX_PIECES, PIECE } from "./entries.ts";

/** A text: the first piece, and those that follow. */
type Pieces = readonly [first: Uint8Array, ...others: Uint8Array[]];

/** Splits a text. @param what It is, for the error. @throws {Error} if it is longer than 600 000 bytes. */
export function toPieces(text: string, what: string): Pieces {
  const bytes = new TextEncoder().encode(text);
  const count = Math.max(1, Math.ceil(bytes.length / PIECE));
  if (count > MAX_PIECES + 1) throw new Error(`Cannot store ${what}: it has ${bytes.length} bytes`);
  // A copy: of a view, the whole buffer would be written.
  const piece = (index: number) => bytes.slice(index * PIECE, (index + 1) * PIECE);
  return [piece(0), ...Array.from({ length: count - 1 }, (_, index) => piece(index + 1))];
}

/** Writes the pieces that follow the first. @param key Begins their keys. */
export function putPieces(
  atomic: KvAtomic,
  key: KvKey,
  { pieces: [, ...others], options }: {
    readonly pieces: Pieces;
    readonly options?: { readonly expireIn: number };
  },
): void {
  for (const [index, piece] of others.entries()) atomic.set([...key, index + 1], piece, options);
}

/** Removes the pieces that follow the first. */
export function dropPieces(atomic: KvAtomic, key: KvKey, count: number): void {
  for (let index = 1; index <= count; index++) atomic.delete([...key, index]);
}

/** Reads a record with all pieces that there can be, in one consistent read; `null` if there is no record. */
export async function readPieces<Record>(
  kv: Kv,
  record: KvKey,
  key: KvKey,
): Promise<{ readonly record: Record; readonly others: readonly unknown[] } | null> {
  const keys = Array.from({ length: MAX_PIECES }, (_, index) => [...key, index + 1]);
  const [{ value }, ...others] = await getEntries(kv, [record, ...keys]);
  return value ? { record: value as Record, others: others.map((piece) => piece.value) } : null;
}

/** Joins the pieces; `null` if one of them has expired. */
export function joinPieces(first: Uint8Array, others: readonly unknown[]): string | null {
  const pieces = [first, ...others];
  if (pieces.includes(null)) return null;
  const decoder = new TextDecoder();
  return pieces.map((piece) => decoder.decode(piece as Uint8Array, { stream: true })).join("");
}
