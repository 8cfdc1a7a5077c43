/**
 * The functions of administration: who may call them, and where.
 *
 * @module
 */

import { AccessDenied } from "../../errors/errors.ts";
import { findStored } from "../../session/current.ts";
import type { Call, OutsideCall } from "../../setup/call.ts";
import type { Setup } from "../../setup/setup.ts";
import type { ADMINISTRATION_FUNCTIONS } from "../../shapes/administration.ts";
import { freshnessOf } from "../../sign_in/freshness.ts";
import { isAdmin } from "./rules.ts";
import { endSession, endSessions, listSessions } from "./sessions.ts";
import {
  banUser,
  createUser,
  getUser,
  listUsers,
  type Operation,
  removeUser,
  unbanUser,
  updateUser,
} from "./users.ts";

/** The name of a function. */
type Name = (typeof ADMINISTRATION_FUNCTIONS)["calls"][number];

/** What they do. */
const OPERATIONS: Readonly<Record<Name, Operation>> = {
  listUsers,
  getUser,
  createUser,
  updateUser,
  removeUser,
  banUser,
  unbanUser,
  listSessions,
  endSession,
  endSessions,
};

/** Those that change nothing: they need no fresh session. */
const READS: ReadonlySet<Name> = new Set<Name>(["listUsers", "getUser", "listSessions"]);

/** Calls one for the user who is signed in. @throws {AccessDenied} if they are no administrator. */
export async function inRequest(name: Name, ...[params, visit, setup]: Parameters<Call<Setup>>) {
  const { cookies, userId, assertOwn } = visit;
  if (!READS.has(name)) assertOwn();
  // A session check may take a while to notice that another process has ended it, and `callbacks.session` may name another user.
  const isLive = await userId() !== null && await setup.sessions.isLive(cookies);
  const session = isLive ? await setup.holders().identify(cookies) : null;
  const id = session?.userId ?? null;
  if (!session || id === null) return { lack: "session", cookies: [] } as const;
  const actor = await findStored(id, setup.store);
  if (!actor || !await isAdmin(actor, setup)) {
    throw new AccessDenied(`Cannot call \`administration.${name}\`: user "${id}" is no administrator`);
  }
  const hasLevels = [...setup.capabilities].some(({ factor }) => factor);
  if (hasLevels && session.aal !== 2) return { lack: "level", cookies: [] } as const;
  const { isFresh } = await freshnessOf(session, setup);
  if (!isFresh && !READS.has(name)) return { lack: "age", cookies: [] } as const;
  return { value: await OPERATIONS[name](params, { setup, actorId: String(actor.id) }), cookies: [] };
}

/** Calls one for code outside of requests. */
export async function outside(name: Name, ...[params, setup]: Parameters<OutsideCall<Setup>>) {
  return await OPERATIONS[name](params, { setup, actorId: null });
}
