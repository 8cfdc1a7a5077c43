/**
 * What administrators do with the sessions of users.
 *
 * @module
 */

import type { AdapterSession, AdapterUser } from "../../adapters/contract/types.ts";
import { shortHash } from "../../crypto/hash.ts";
import { ConfigError } from "../../errors/errors.ts";
import { parseDeviceText } from "../../http/device.ts";
import type { AdministeredSession } from "./types.ts";
import type { AccountOwner } from "../../setup/account_section.ts";
import type { Setup } from "../../setup/setup.ts";
import { endSession as endOne } from "../../sign_in/end_session.ts";
import { endSessions as endAll } from "../../sign_in/end_sessions.ts";
import { afterCredentialsChange } from "../../sign_in/hooks.ts";
import { persist } from "../../sign_in/persist.ts";
import { beginningsOf } from "../../sign_in/ways/beginnings.ts";
import { readSessions } from "../../sign_in/ways/overview.ts";
import { toIso } from "../../values/iso_date.ts";
import { findUser, type Operation } from "./users.ts";

/** Lists the sessions of a user. */
export const listSessions: Operation<"listSessions"> = async ([id], { setup }) => {
  const user = await findUser(id, setup);
  return user ? await describeSessions(ownerOf(user), setup) : [];
};

/** The same. @param owner The user: what is read for one of them is read once. */
export async function describeSessions(
  owner: AccountOwner,
  setup: Setup,
): Promise<readonly AdministeredSession[] | null> {
  const sessions = await readSessions(owner.userId, setup);
  if (!sessions) return null;
  const beginnings = await beginningsOf(sessions, owner, setup);
  const listed = sessions.map(async (session, index): Promise<AdministeredSession> => ({
    id: await shortHash(session.sessionToken),
    device: parseDeviceText(session.device),
    provider: beginnings[index]!.way,
    location: beginnings[index]!.location,
    createdAt: toIso(session.createdAt),
    usedAt: toIso(session.usedAt),
    expires: session.expires.toISOString(),
  }));
  return (await Promise.all(listed)).toSorted((a, b) => (b.usedAt ?? "").localeCompare(a.usedAt ?? ""));
}

/** A user as sections of the account page know them: their session is none of the request. */
export function ownerOf(
  user: AdapterUser,
  { authenticators = null, factors = [] }: Partial<Pick<AccountOwner, "authenticators" | "factors">> = {},
): AccountOwner {
  const standing = { isFresh: false, canBecomeFresh: false, lacksLevel: false };
  return { userId: String(user.id), user, authenticators, factors, ...standing };
}

/** Ends a session of a user. */
export const endSession: Operation<"endSession"> = async ([id, sessionId], { setup }) => {
  const sessions = await sessionsOf(id, setup);
  for (const session of sessions ?? []) {
    if (await shortHash(session.sessionToken) !== sessionId) continue;
    await endOne(session, setup);
    return true;
  }
  return false;
};

/** Ends all sessions of a user, and what stands for a second factor on their devices. */
export const endSessions: Operation<"endSessions"> = async ([id, given], { setup }) => {
  const { except = null }: { readonly except?: unknown } = Object(given);
  if (except !== null && setup.strategy === "jwt") {
    throw new ConfigError("Cannot end all sessions but one: they are in tokens, which all end together");
  }
  const user = await findUser(id, setup);
  if (!user) return false;
  const userId = String(user.id);
  await endAll(userId, setup, { kept: except === null ? null : await keyOf(userId, except, setup) });
  await persist(() => afterCredentialsChange(userId, setup));
  return true;
};

/** The key of a stored session of a user. @throws {ConfigError} if they have no such session: all would end. */
async function keyOf(userId: string, sessionId: unknown, setup: Setup): Promise<string> {
  for (const { sessionToken } of await sessionsOf(userId, setup) ?? []) {
    if (await shortHash(sessionToken) === sessionId) return sessionToken;
  }
  throw new ConfigError("Cannot end all sessions but one: the user has no session with this id");
}

/** The sessions of a user; none if there is no such user, `null` if they can't be listed. */
async function sessionsOf(id: unknown, setup: Setup): Promise<readonly AdapterSession[] | null> {
  const user = await findUser(id, setup);
  return user ? await readSessions(String(user.id), setup) : [];
}
