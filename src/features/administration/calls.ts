/**
 * The functions of administration: who may call them, and where.
 *
 * @module
 */

import type { AdapterUser } from "../../adapters/contract/types.ts";
import { AccessDenied } from "../../errors/errors.ts";
import { findStored } from "../../session/current.ts";
import type { Call, OutsideCall } from "../../setup/call.ts";
import type { Setup } from "../../setup/setup.ts";
import type { AdministrationAction } from "../../shapes/administration.ts";
import { freshnessOf } from "../../sign_in/freshness.ts";
import { banUser, unbanUser } from "./bans.ts";
import { isAdmin, rulesOf } from "./rules.ts";
import { endSession, endSessions, listSessions } from "./sessions.ts";
import { createUser, findUser, getUser, listUsers, type Operation, removeUser, updateUser } from "./users.ts";

/** What they do. */
const OPERATIONS: { readonly [Name in AdministrationAction]: Operation<Name> } = {
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
const READS: ReadonlySet<AdministrationAction> = new Set<AdministrationAction>([
  "listUsers",
  "getUser",
  "listSessions",
]);

/** Those that are about no user who is there. */
const OF_NO_ONE: ReadonlySet<AdministrationAction> = new Set<AdministrationAction>([
  "listUsers",
  "createUser",
]);

/** Calls one for the user who is signed in. @throws {AccessDenied} if they may not. */
export async function inRequest(
  name: AdministrationAction,
  ...[params, visit, setup]: Parameters<Call<Setup>>
) {
  const { cookies, userId, assertOwn } = visit;
  if (!READS.has(name)) assertOwn();
  // A session check may take a while to notice that another process has ended it, and `callbacks.session` may name another user.
  const isLive = await userId() !== null && await setup.sessions.isLive(cookies);
  const session = isLive ? await setup.holders().identify(cookies) : null;
  const id = session?.userId ?? null;
  if (!session || id === null) return { lack: "session", cookies: [] } as const;
  const actor = await findStored(id, setup.store);
  if (!actor || !await mayDo(actor, { name, params }, setup)) {
    throw new AccessDenied(`Cannot call \`administration.${name}\`: user "${id}" may not`);
  }
  const hasLevels = [...setup.capabilities].some(({ factor }) => factor);
  if (hasLevels && session.aal !== 2) return { lack: "level", cookies: [] } as const;
  const { isFresh } = await freshnessOf(session, setup);
  if (!isFresh && !READS.has(name)) return { lack: "age", cookies: [] } as const;
  return { value: await OPERATIONS[name](params, { setup, actorId: String(actor.id) }), cookies: [] };
}

/** Whether a user may do something: only `true`, or a promise of it, is a yes. */
async function mayDo(
  staff: AdapterUser,
  { name: action, params: [id] }: {
    readonly name: AdministrationAction;
    readonly params: readonly unknown[];
  },
  setup: Setup,
): Promise<boolean> {
  const isAdministrator = await isAdmin(staff, setup);
  const { may } = rulesOf(setup);
  if (!may) return isAdministrator;
  const user = OF_NO_ONE.has(action) ? null : await findUser(id, setup);
  const answer: unknown = await may({ staff: { ...staff }, isAdmin: isAdministrator, action, user });
  return answer === true;
}

/** Calls one for code outside of requests. */
export async function outside(
  name: AdministrationAction,
  ...[params, setup]: Parameters<OutsideCall<Setup>>
) {
  return await OPERATIONS[name](params, { setup, actorId: null });
}
