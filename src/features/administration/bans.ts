/**
 * What administrators do to keep users out.
 *
 * @module
 */

import type { AdapterBan } from "../../adapters/contract/types.ts";
import { AccessDenied, ConfigError } from "../../errors/errors.ts";
import { isA } from "../../errors/thrown.ts";
import type { Setup } from "../../setup/setup.ts";
import { endSessions } from "../../sign_in/end_sessions.ts";
import { persist } from "../../sign_in/persist.ts";
import { findBan, removeBan, restoreBan, storeBan } from "./ban.ts";
import { assertNotProtected } from "./rules.ts";
import { findUser, type Operation, toId } from "./users.ts";

/** Later dates have more than four digits for the year, which some databases refuse. */
const LATEST = Date.UTC(9999, 11, 31);

/** Bans a user, and ends their sessions. */
export const banUser: Operation<"banUser"> = async ([id, given], { setup, actorId }) => {
  const ban = toTerms(given, setup);
  const user = await findUser(id, setup);
  if (!user) return false;
  const protection = { what: "ban", actorId } as const;
  await assertNotProtected(user, protection, setup);
  const userId = String(user.id);
  const former = await findBan(userId, setup);
  const bannedAt = new Date(setup.platform.now());
  const version = await storeBan({ ...ban, userId, bannedAt, bannedBy: actorId }, setup);
  // They may have become one meanwhile, or be gone.
  const now = await persist(() => findUser(userId, setup));
  try {
    if (now) await assertNotProtected(now, protection, setup);
  } catch (error) {
    if (isA(error, AccessDenied)) {
      await persist<unknown>(() => former ? restoreBan(former, version, setup) : removeBan(userId, setup));
    } else await endSessions(userId, setup); // Where that can't be found out, the ban stays.
    throw error;
  }
  await endSessions(userId, setup);
  if (await findUser(userId, setup)) return true;
  await removeBan(userId, setup);
  return false;
};

/** Reads the terms of a ban, whose reason is checked already. @throws {ConfigError} if they are not valid. */
function toTerms(given: unknown, { platform }: Setup): Pick<AdapterBan, "reason" | "until"> {
  const { reason = null, until = null }: Readonly<Record<string, unknown>> = Object(given);
  const isToCome = until instanceof Date && until.getTime() > platform.now() && until.getTime() < LATEST;
  if (until !== null && !isToCome) {
    throw new ConfigError("Cannot ban a user: write `until` as a `Date` in the future");
  }
  return { reason: (reason as string | null)?.trim() || null, until: until as Date | null };
}

/** Lets a user sign in again. The ban of one who is gone is removed as well. */
export const unbanUser: Operation<"unbanUser"> = async ([id], { setup }) => {
  const user = await findUser(id, setup);
  const userId = user ? String(user.id) : toId(id);
  return userId !== null && await removeBan(userId, setup);
};
