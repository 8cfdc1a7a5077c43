/**
 * Stores the row of a user.
 *
 * @module
 */

import type { RowKeyOf, RowName, RowOf } from "../adapters/contract/types.ts";
import type { RowStore } from "./store.ts";

/** A kind of which each user has one row at most. */
type RowOfUser = { [Name in RowName]: "userId" extends keyof RowKeyOf<Name> ? Name : never }[RowName];

/**
 * Stores a row of a user in the place of the one that has a version. If the database fails, the row shows whether it is stored: the
 * answer may be lost, and with it what the user must be told.
 *
 * @param version That of the row before; `null` if there was none.
 * @returns Whether it is stored: `false` if another request was faster.
 * @throws {AdapterError} if the database fails, and the row is not stored, or cannot be read.
 */
export async function storeRow<Name extends RowOfUser>(
  name: Name,
  row: RowOf<Name>,
  version: number | null,
  { store: { rows }, repeats }: {
    readonly store: RowStore;
    /** Whether two requests that write the same may both count: not for a code, which counts once. Default `false`: a failure is one. */
    readonly repeats?: boolean;
  },
): Promise<boolean> {
  try {
    return await rows.store(name, row, version);
  } catch (error) {
    // Twice: a lost connection may take the first look with it.
    const find = async () => await rows.find<RowOfUser>(name, { userId: row.userId });
    const now = repeats && await find().catch(find);
    if (!now || JSON.stringify({ ...row, ...now }) !== JSON.stringify(row)) throw error;
    return true;
  }
}
