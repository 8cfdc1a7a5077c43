/**
 * Bans, as they are stored.
 *
 * @module
 */

import type { AdapterBan } from "../../adapters/contract/types.ts";
import { UserChanged } from "../../errors/errors.ts";
import { storeRow } from "../../model/store_row.ts";
import type { Setup } from "../../setup/setup.ts";
import type { Ban } from "./types.ts";
import { rulesOf } from "./rules.ts";

/** How often a ban is stored, while other requests change it. */
const MOST_TRIES = 10;

/** The ban of a user that hasn't ended; `null` if there is none. @throws {AdapterError} if the database fails. */
export async function findBan(userId: string, setup: Setup): Promise<AdapterBan | null> {
  const row = await rulesOf(setup).store.rows.find("bans", { userId: String(userId) });
  return row && (row.until === null || row.until.getTime() > setup.platform.now()) ? row : null;
}

/** Stores a ban, in place of one that is there; returns its version. @throws {UserChanged} if other requests keep changing it. */
export async function storeBan(ban: Omit<AdapterBan, "version">, setup: Setup): Promise<number> {
  const { store } = rulesOf(setup);
  for (let tries = 0; tries < MOST_TRIES; tries++) {
    const before = await store.rows.find("bans", { userId: ban.userId });
    const row = { ...ban, version: (before?.version ?? 0) + 1 };
    if (await storeRow("bans", row, before?.version ?? null, { store, repeats: true })) return row.version;
  }
  throw new UserChanged("Cannot ban the user: other requests keep changing it");
}

/** Puts back the ban that was there before, unless another request has changed it since. */
export async function restoreBan(former: AdapterBan, version: number, setup: Setup): Promise<void> {
  const { store } = rulesOf(setup);
  await storeRow("bans", { ...former, version: version + 1 }, version, { store, repeats: true });
}

/** Removes a ban; returns whether it had not ended. */
export async function removeBan(userId: string, setup: Setup): Promise<boolean> {
  const ban = await findBan(userId, setup);
  return await rulesOf(setup).store.rows.remove("bans", { userId }) && ban !== null;
}

/** A ban, for an application. */
export function toBan({ reason, bannedAt, until, bannedBy }: AdapterBan): Ban {
  return { reason, bannedAt: bannedAt.toISOString(), until: until?.toISOString() ?? null, bannedBy };
}
