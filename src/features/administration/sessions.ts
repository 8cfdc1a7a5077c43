/**
 * What administrators do with the sessions of users.
 *
 * @module
 */

import type { AdapterSession } from "../../adapters/contract/types.ts";
import { shortHash } from "../../crypto/hash.ts";
import { parseDeviceText } from "../../http/device.ts";
import { storedId } from "../../session/stored_id.ts";
import type { Setup } from "../../setup/setup.ts";
import type { AdministeredSession } from "./types.ts";
import { endSessions as endAll } from "../../sign_in/end_sessions.ts";
import { afterCredentialsChange } from "../../sign_in/hooks.ts";
import { persist } from "../../sign_in/persist.ts";
import type { Operation } from "./users.ts";

/** Lists the sessions of a user. */
export const listSessions: Operation = async ([id], { setup }) => {
  const sessions = await sessionsOf(id, setup);
  if (!sessions) return null;
  const listed = await Promise.all(sessions.map(async (session): Promise<AdministeredSession> => ({
    id: await shortHash(session.sessionToken),
    device: parseDeviceText(session.device),
    createdAt: session.createdAt?.toISOString() ?? null,
    usedAt: session.usedAt?.toISOString() ?? null,
    expires: session.expires.toISOString(),
  })));
  return listed.toSorted((a, b) => (b.usedAt ?? "").localeCompare(a.usedAt ?? ""));
};

/** Ends a session of a user. */
export const endSession: Operation = async ([id, sessionId], { setup }) => {
  for (const session of await sessionsOf(id, setup) ?? []) {
    const { sessionToken } = session;
    if (await shortHash(sessionToken) !== sessionId) continue;
    await setup.store!.deleteSession!(sessionToken);
    for (const code of setup.capabilities) await code.afterSessionEnd?.(sessionToken, setup);
    await setup.emit("signOut", { session });
    return true;
  }
  return false;
};

/** Ends all sessions of a user, and what stands for a second factor on their devices. */
export const endSessions: Operation = async ([id], { setup }) => {
  const userId = await storedId(String(id), setup.store);
  if (userId === null) return false;
  await endAll(userId, setup);
  await persist(() => afterCredentialsChange(userId, setup));
  return true;
};

async function sessionsOf(id: unknown, setup: Setup): Promise<readonly AdapterSession[] | null> {
  const { store, strategy, platform } = setup;
  if (strategy === "jwt" || !store?.listSessionsByUserId) return null;
  const userId = await storedId(String(id), store);
  if (userId === null) return [];
  const sessions = await store.listSessionsByUserId(userId);
  return sessions.filter((session) =>
    String(session.userId) === userId && session.expires.getTime() > platform.now()
  );
}
