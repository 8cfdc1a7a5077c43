/**
 * As whom an administrator acts.
 *
 * @module
 */

import type { AdapterActingSession, AdapterUser } from "../../adapters/contract/types.ts";
import type { Generations } from "../../model/session.ts";
import type { RowStore, Store } from "../../model/store.ts";
import { hashToken } from "../../model/stored_token.ts";
import type { Platform } from "../../platform/platform.ts";
import { findStored } from "../../session/current.ts";
import type { ActingCookie } from "./acting_cookie.ts";
import type { AdministrationOptions } from "./options.ts";
import { isAdmin, isAllowed } from "./rules.ts";

/** As whom someone acts. */
export interface Target {
  /** How it began, and until when. */
  readonly row: AdapterActingSession;
  /** The user. */
  readonly user: AdapterUser;
}

/** Where they are. */
interface TargetContext {
  /** The database, which has rows. */
  readonly store: Store | null;
  /** The clock. */
  readonly platform: Pick<Platform, "now">;
  /** The generations of users. */
  readonly generations: Generations | null;
}

/** Finds them; `null` once it's over, or if the administrator may no longer. @throws {AdapterError} if the database fails. */
export async function findTarget(
  { secret, actor, generation }: ActingCookie,
  options: AdministrationOptions,
  { store: given, platform, generations }: TargetContext,
): Promise<Target | null> {
  const store = given as RowStore;
  const row = await store.rows.find("actingSessions", { id: await hashToken(secret) });
  if (!row || row.actorId !== actor.sub || row.expires.getTime() <= platform.now()) return null;
  // Whatever ends all sessions of the user raises it, also in a config without the feature.
  if (generation !== await generations?.current(row.userId, { isExact: true })) return null;
  const [staff, user] = await Promise.all([actor.sub, row.userId].map((id) => findStored(id, store)));
  if (!staff || !user || await isAdmin(user, options)) return null;
  const asked = { staff, isAdmin: await isAdmin(staff, options), action: "actAs", user } as const;
  return await isAllowed(asked, options) ? { row, user } : null;
}
