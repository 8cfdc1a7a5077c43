/**
 * As whom an administrator acts.
 *
 * @module
 */

import type { AdapterActingSession, AdapterUser } from "../../adapters/contract/types.ts";
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

/** Finds them; `null` once it's over, or if the administrator may no longer. @throws {AdapterError} if the database fails. */
export async function findTarget(
  { secret, actor }: ActingCookie,
  options: AdministrationOptions,
  { store: given, platform }: { readonly store: Store | null; readonly platform: Pick<Platform, "now"> },
): Promise<Target | null> {
  const store = given as RowStore;
  const row = await store.rows.find("actingSessions", { id: await hashToken(secret) });
  if (!row || row.actorId !== actor.sub || row.expires.getTime() <= platform.now()) return null;
  const [staff, user] = [await findStored(actor.sub, store), await findStored(row.userId, store)];
  if (!staff || !user || await isAdmin(user, options)) return null;
  const asked = { staff, isAdmin: await isAdmin(staff, options), action: "actAs", user } as const;
  return await isAllowed(asked, options) ? { row, user } : null;
}
