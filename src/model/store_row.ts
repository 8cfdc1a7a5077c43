/**
 * Stores a row in the place of an earlier version of it.
 *
 * @module
 */

import type { RowOf } from "../shapes/rows.ts";
import type { RowStore } from "./store.ts";

/**
 * Stores a row of a user in the place of the one that has a version. If the database fails, the row shows whether it is stored: the
 * answer may be lost, and with it what the user must be told.
 *
 * @param version That of the row before; `null` if there was none.
 * @returns Whether it is stored: `false` if another request was faster.
 * @throws {AdapterError} if the database fails, and the row is not stored, or cannot be read.
 */
export async function storeRow<Name extends "security" | "secondFactors">(
  name: Name,
  row: RowOf<Name>,
  version: number | null,
  { rows }: RowStore,
): Promise<boolean> {
  try {
    return await rows.store(name, row, version);
  } catch (error) {
    const now = await rows.find<"security" | "secondFactors">(name, { userId: row.userId });
    if (!now || JSON.stringify({ ...row, ...now }) !== JSON.stringify(row)) throw error;
    return true;
  }
}
