/**
 * Who may call the functions of administration.
 *
 * @module
 */

import type { AdapterUser } from "../../adapters/contract/types.ts";
import { AccessDenied } from "../../errors/errors.ts";
import type { SessionRead } from "../../model/session.ts";
import { findStored } from "../../session/current.ts";
import type { Call } from "../../setup/call.ts";
import type { Setup } from "../../setup/setup.ts";
import type { AdministrationAction } from "../../shapes/administration.ts";
import { freshnessOf } from "../../sign_in/freshness.ts";
import type { SessionLack } from "../../values/levels.ts";
import { mayDo, rulesOf } from "./rules.ts";
import { findUser } from "./users.ts";

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

/**
 * The user who is signed in and may do something, with their session, or what the session lacks.
 *
 * @throws {AccessDenied} if they may not.
 * @throws {MissingCSRF} if it is a change, and the request is one of another site.
 */
export async function actorOf(
  name: AdministrationAction,
  ...[params, { cookies, userId, assertOwn }, setup]: Parameters<Call<Setup>>
): Promise<StaffSession | { readonly lack: SessionLack; readonly actor?: undefined }> {
  if (!READS.has(name)) assertOwn();
  // A session check may take a while to notice that another process has ended it, and `callbacks.session` may name another user.
  const isLive = await userId() !== null && await setup.sessions.isLive(cookies);
  const session = isLive ? await setup.holders().identify(cookies) : null;
  const id = session?.userId ?? null;
  if (!session || id === null) return { lack: "session" };
  const actor = await findStored(id, setup.store);
  const rules = rulesOf(setup);
  const user = rules.may && !OF_NO_ONE.has(name) ? await findUser(params[0], setup) : null;
  if (!actor || !await mayDo({ staff: actor, action: name, user }, rules)) {
    throw new AccessDenied(`Cannot call \`administration.${name}\`: user "${id}" may not`);
  }
  const hasLevels = [...setup.capabilities].some(({ factor }) => factor);
  if (hasLevels && session.aal !== 2) return { lack: "level" };
  const { isFresh } = await freshnessOf(session, setup);
  return isFresh || READS.has(name) ? { actor, session } : { lack: "age" };
}

/** Who does something, and in which session. */
interface StaffSession {
  readonly lack?: undefined;
  readonly actor: AdapterUser;
  readonly session: SessionRead;
}
