/**
 * Whether a session that began at a provider is a stored one.
 *
 * @module
 */

import type { Setup } from "../../setup/setup.ts";
import type { RowStore } from "../../model/store.ts";

/**
 * Whether the session of a row is stored, and has not ended: another config on the same tables may have begun it.
 *
 * @throws {AdapterError} if the database fails.
 */
export async function isStored(
  key: string,
  { store, strategy }: { readonly store: RowStore; readonly strategy: Setup["strategy"] },
): Promise<boolean> {
  const find = async () => Boolean(await store.getSessionAndUser?.(key));
  if (strategy === "database" || store.deleteSessionsByUserId) return await find();
  // Where sessions are in tokens, the adapter of another library may have no table for them, and fails each time.
  return await find().catch(find).catch(() => false);
}
