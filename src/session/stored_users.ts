/**
 * Whether the database still has a user: a token says that its user was stored, and ends when they are not any more.
 *
 * @module
 */

import type { Platform } from "../platform/platform.ts";
import type { StoredUsers } from "../model/session.ts";
import type { Store } from "../model/store.ts";
import type { Adapter } from "../adapters/contract/types.ts";
import { setNewest } from "../values/newest.ts";

/** By adapter: when this process has last found a user, in milliseconds since the epoch, by their id. */
const reads = new WeakMap<object, Map<string, number>>();

/** How many users of one database are remembered, the ones that were found last. */
const MOST_USERS = 10_000;

/** The users of a config; `null` without a database. Configs with the same adapter share what is known. */
export function storedUsersOf(
  adapter: Adapter | null | undefined,
  { store, delay, platform }: {
    /** The database; `null` without one. */
    readonly store: Pick<Store, "getUser"> | null;
    /** How long a user who was found is not looked up again, in milliseconds. */
    readonly delay: number;
    /** The clock. */
    readonly platform: Pick<Platform, "now">;
  },
): StoredUsers | null {
  if (!adapter || !store) return null;
  const found = reads.get(adapter) ?? new Map<string, number>();
  reads.set(adapter, found);
  return {
    async has(userId, { isExact = false } = {}) {
      const last = found.get(userId);
      if (!isExact && last !== undefined && Math.abs(platform.now() - last) < delay) return true;
      const readAt = platform.now();
      const user = await store.getUser(userId);
      if (user) setNewest(found, [userId, readAt], MOST_USERS);
      else found.delete(userId);
      return Boolean(user);
    },
  };
}
