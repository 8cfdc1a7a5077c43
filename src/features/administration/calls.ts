/**
 * The functions of administration, in a request and outside.
 *
 * @module
 */

import { ConfigError } from "../../errors/errors.ts";
import type { Call, CallResult, OutsideCall } from "../../setup/call.ts";
import type { Setup } from "../../setup/setup.ts";
import type { AdministrationOperation } from "../../shapes/administration.ts";
import { actAs, stopActing } from "./acting.ts";
import { banUser, unbanUser } from "./bans.ts";
import { changes, guard } from "./guard.ts";
import { resetSecondFactor, sendPasswordReset } from "./recovery.ts";
import { endSession, endSessions, listSessions } from "./sessions.ts";
import { createUser, getUser, listUsers, type Operation, removeUser, updateUser } from "./users.ts";

/** What they do. */
export const OPERATIONS: { readonly [Name in AdministrationOperation]: Operation<Name> } = {
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

/** Those that change whose session the browser shows. */
const ACTING: Readonly<Record<string, Call<Setup>>> = { actAs, stopActing };

/** Calls one for the user who is signed in. @throws {AccessDenied} if they may not. */
export async function inRequest(name: string, ...call: Parameters<Call<Setup>>): Promise<CallResult> {
  if (Object.hasOwn(ACTING, name)) return await ACTING[name]!(...call);
  return await operate(toOperation(name), ...call);
}

/** @throws {ConfigError} if no function has this name. */
function toOperation(name: string): AdministrationOperation {
  if (Object.hasOwn(OPERATIONS, name)) return name as AdministrationOperation;
  throw new ConfigError(`Cannot call "administration.${name}": no function has this name`);
}

async function operate(
  name: AdministrationOperation,
  ...[params, visit, setup]: Parameters<Call<Setup>>
): Promise<CallResult> {
  if (changes(name)) visit.assertOwn();
  const guarded = await guard({ name, params }, visit, setup);
  if (guarded.lack) return { lack: guarded.lack, cookies: [] };
  const by = { setup, actorId: String(guarded.staff.actor.id), client: visit };
  return { value: await OPERATIONS[name](params, by), cookies: [] };
}

/** Calls one for code outside of requests. */
export async function outside(name: string, ...[params, setup]: Parameters<OutsideCall<Setup>>) {
  return await OPERATIONS[toOperation(name)](params, { setup, actorId: null });
}
