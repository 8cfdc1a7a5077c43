/**
 * The functions of administration, in a request and outside.
 *
 * @module
 */

import type { Call, CallResult, OutsideCall } from "../../setup/call.ts";
import type { Setup } from "../../setup/setup.ts";
import type { AdministrationOperation } from "../../shapes/administration.ts";
import { actAs, stopActing } from "./acting.ts";
import { banUser, unbanUser } from "./bans.ts";
import { actorOf } from "./guard.ts";
import { endSession, endSessions, listSessions } from "./sessions.ts";
import { createUser, getUser, listUsers, type Operation, removeUser, updateUser } from "./users.ts";

/** What they do. */
const OPERATIONS: { readonly [Name in AdministrationOperation]: Operation<Name> } = {
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

/** Those that change whose session the browser shows. */
const ACTING: Readonly<Record<string, Call<Setup>>> = { actAs, stopActing };

/** Calls one for the user who is signed in. @throws {AccessDenied} if they may not. */
export async function inRequest(
  name: string,
  ...[params, visit, setup]: Parameters<Call<Setup>>
): Promise<CallResult> {
  if (Object.hasOwn(ACTING, name)) return await ACTING[name]!(params, visit, setup);
  return await operate(name as AdministrationOperation, params, visit, setup);
}

async function operate(
  name: AdministrationOperation,
  ...[params, visit, setup]: Parameters<Call<Setup>>
): Promise<CallResult> {
  const { lack, actor } = await actorOf(name, params, visit, setup);
  if (lack) return { lack, cookies: [] };
  return { value: await OPERATIONS[name](params, { setup, actorId: String(actor.id) }), cookies: [] };
}

/** Calls one for code outside of requests. */
export async function outside(
  name: AdministrationOperation,
  ...[params, setup]: Parameters<OutsideCall<Setup>>
) {
  return await OPERATIONS[name](params, { setup, actorId: null });
}
