/**
 * The functions of administration: who may call them, and where.
 *
 * @module
 */

import type { Call, OutsideCall } from "../../setup/call.ts";
import type { Setup } from "../../setup/setup.ts";
import type { AdministrationAction } from "../../shapes/administration.ts";
import { banUser, unbanUser } from "./bans.ts";
import { changes, guard } from "./guard.ts";
import { resetSecondFactor, sendPasswordReset } from "./recovery.ts";
import { endSession, endSessions, listSessions } from "./sessions.ts";
import { createUser, getUser, listUsers, type Operation, removeUser, updateUser } from "./users.ts";

/** What they do. */
export const OPERATIONS: { readonly [Name in AdministrationAction]: Operation<Name> } = {
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
  resetSecondFactor,
  sendPasswordReset,
};

/** Calls one for the user who is signed in. @throws {AccessDenied} if they may not. */
export async function inRequest(
  name: AdministrationAction,
  ...[params, visit, setup]: Parameters<Call<Setup>>
) {
  if (changes(name)) visit.assertOwn();
  const guarded = await guard({ name, params }, visit, setup);
  if (guarded.lack) return { lack: guarded.lack, cookies: [] } as const;
  const by = { setup, actorId: String(guarded.staff.actor.id), client: visit };
  return { value: await OPERATIONS[name](params, by), cookies: [] };
}

/** Calls one for code outside of requests. */
export async function outside(
  name: AdministrationAction,
  ...[params, setup]: Parameters<OutsideCall<Setup>>
) {
  return await OPERATIONS[name](params, { setup, actorId: null });
}
