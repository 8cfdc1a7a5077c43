/**
 * The generations of users: whatever must end all sessions of a user raises theirs. A session in a token has the generation
 * of its sign-in, and ends when that of the user is another one: higher, or lower after a backup was restored.
 *
 * @module
 */

import { UserChanged } from "../errors/errors.ts";
import type { Platform } from "../platform/platform.ts";
import type { Generations } from "../model/session.ts";
import { hasRows, missingTableIn, type Store } from "../model/store.ts";
import type { Adapter, AdapterSecurity } from "../adapters/contract/types.ts";
import { emptyRow } from "../shapes/security.ts";
import { setNewest } from "../values/newest.ts";
import type { LoggerInstance } from "../values/types.ts";

/** A generation, and when it was read, in milliseconds since the epoch. */
interface Known {
  readonly generation: number;
  readonly readAt: number;
}

/** By adapter: what this process has read last, by the id of the user. Also whether the table is missing. */
const reads = new WeakMap<object, Map<string, Known>>();

/** How many users of one database are remembered, the ones that were read last. */
const MOST_USERS = 10_000;

/** How long a table that is missing is not asked for again, and a generation counts that is higher than the one read, in milliseconds. */
const PAUSE = 60_000;

/** How often a generation is raised, while other requests raise it. */
const MOST_TRIES = 100;

/** Stands for the table. No user has this id. */
const TABLE = "\0table";

/** The generations of a config; `null` if its database cannot keep them. Configs with the same adapter share what is known. */
export function generationsOf(
  adapter: Adapter | null | undefined,
  { store, delay, platform, logger }: {
    /** The database; `null` without one. */
    readonly store: Store | null;
    /** How old a generation may be that is not read exactly, in milliseconds. */
    readonly delay: number;
    /** The clock. */
    readonly platform: Pick<Platform, "now">;
    /** The log. */
    readonly logger: LoggerInstance;
  },
): Generations | null {
  if (!adapter || !hasRows(store)) return null;
  const security = store;
  const known = reads.get(adapter) ?? new Map<string, Known>();
  reads.set(adapter, known);

  function remember(userId: string, generation: number): number {
    const last = known.get(userId)?.generation ?? 0;
    // A read that began before the last change may end after it. Later, a backup was restored, or the row removed.
    if (last > generation && isRecent(userId, PAUSE)) return last;
    setNewest(known, [userId, { generation, readAt: platform.now() }], MOST_USERS);
    return generation;
  }

  function isRecent(userId: string, age: number): boolean {
    const last = known.get(userId);
    return last !== undefined && Math.abs(platform.now() - last.readAt) < age;
  }

  async function readRow(userId: string): Promise<AdapterSecurity | null> {
    if (isRecent(TABLE, PAUSE)) return null;
    try {
      return await security.rows.find("security", { userId });
    } catch (error) {
      const missing = missingTableIn(error);
      if (missing === null) throw error;
      remember(TABLE, 0);
      logger.warn(
        `missing-table: ${missing}. Until then, sessions in tokens cannot be ended`,
      );
      return null;
    }
  }

  return {
    // Some adapters return numbers. A session and the table have text.
    async current(id, { isExact = false } = {}) {
      const userId = String(id);
      const last = known.get(userId);
      if (!isExact && last && isRecent(userId, delay)) return last.generation;
      return remember(userId, (await readRow(userId))?.generation ?? 0);
    },
    async raise(id, change = (row) => row) {
      const userId = String(id);
      for (let tries = 0; tries < MOST_TRIES; tries++) {
        const row = await readRow(userId);
        if (isRecent(TABLE, PAUSE)) return null;
        const changed = await change(row ?? emptyRow(userId));
        if (!changed) return 0;
        // The application may have removed the row.
        const last = Math.max(row?.generation ?? 0, known.get(userId)?.generation ?? 0);
        const generation = Math.max(last + 1, changed.generation);
        const raised = { ...changed, userId, generation };
        if (await security.rows.store("security", raised, row ? row.generation : null)) {
          return remember(userId, generation);
        }
      }
      throw new UserChanged("Cannot end the sessions: other requests keep changing it");
    },
    remember,
  };
}
