/**
 * The passwords in the database: read, checked, set, removed.
 *
 * @module
 */

import type { AdapterSecurity, AdapterUser } from "../../adapters/contract/types.ts";
import { UserChanged } from "../../errors/errors.ts";
import type { RowStore } from "../../model/store.ts";
import { storeRow } from "../../model/store_row.ts";
import type { Platform } from "../../platform/platform.ts";
import { withCredentials } from "../../shapes/credentials.ts";
import { emptyRow } from "../../shapes/security.ts";

/** How often a write is tried while others change the same row. */
const TRIES = 10;

/** A password, and the generation in which it was read. */
export interface StoredPassword {
  /** Its hash; `null` without one. */
  readonly hash: string | null;
  /** When it was set; `null` if unknown. */
  readonly setAt: Date | null;
  /** The generation of the user. */
  readonly generation: number;
}

/**
 * Reads the password of a user. One that was set before the address was verified does not count any more if someone else
 * than this code has verified the address: a stranger may have set it.
 */
export async function readPassword(user: AdapterUser | null, store: RowStore): Promise<StoredPassword> {
  // Asked without a user as well: the answer must not take longer for one.
  const row = await store.rows.find("security", { userId: user?.id ?? "" });
  const counts = row?.passwordIsProven || !user?.emailVerified;
  return {
    hash: row && counts ? row.passwordHash : null,
    setAt: row?.passwordSetAt ?? null,
    generation: row?.generation ?? 0,
  };
}

/**
 * Sets the password of a user who has just proven that they own their address, and raises the generation: all other sessions
 * have to end.
 *
 * @param ifGeneration The generation of which the caller knows. Default: any.
 * @returns The new generation.
 * @throws {UserChanged} if another change was faster.
 */
export async function setPassword(
  { userId, hash, ifGeneration }: {
    readonly userId: string;
    readonly hash: string;
    readonly ifGeneration?: number;
  },
  { store, platform }: { readonly store: RowStore; readonly platform: Pick<Platform, "now"> },
): Promise<number> {
  return await change(userId, store, (row) => {
    if (ifGeneration !== undefined && row.generation !== ifGeneration) return null;
    // Raised for the first password, too: an old session must not set another one after it.
    return { ...withCredentials(row, { hash }, platform.now()), generation: row.generation + 1 };
  });
}

/** Replaces a hash by a better one of the same password, unless it has changed. */
export async function replaceHash(
  userId: string,
  { from, to }: { readonly from: string; readonly to: string },
  store: RowStore,
): Promise<void> {
  const row = await store.rows.find("security", { userId });
  if (row?.passwordHash === from) {
    await store.rows.store("security", { ...row, passwordHash: to }, row.generation);
  }
}

/** Removes a password, and raises the generation. @returns Whether the user had one. */
export async function removePassword(userId: string, store: RowStore): Promise<boolean> {
  if (!(await store.rows.find("security", { userId }))?.passwordHash) return false;
  // A row without a password has no time of one.
  const without = (row: AdapterSecurity) => withCredentials(row, { hash: null }, 0);
  await change(userId, store, (row) => ({ ...without(row), generation: row.generation + 1 }));
  return true;
}

/** Changes the row of a user, from what is stored. @param to `null` gives up. @returns The generation afterwards. */
async function change(
  userId: string,
  store: RowStore,
  to: (row: AdapterSecurity) => AdapterSecurity | null,
): Promise<number> {
  for (let tries = 0; tries < TRIES; tries++) {
    const row = await store.rows.find("security", { userId });
    const next = to(row ?? emptyRow(userId));
    if (!next) break;
    // Two that write the same have removed the password, both: a hash has a salt.
    const isStored = await storeRow("security", next, row ? row.generation : null, {
      store,
      repeats: true,
    });
    if (isStored) return next.generation;
  }
  throw new UserChanged("Cannot set the password: it has been changed in the meantime");
}
