/**
 * Who may call a function of administration: one rule for the functions and for the pages.
 *
 * @module
 */

import type { AdapterUser } from "../../adapters/contract/types.ts";
import { AccessDenied } from "../../errors/errors.ts";
import type { SessionRead } from "../../model/session.ts";
import { findStored } from "../../session/current.ts";
import type { Freshness } from "../../setup/account_section.ts";
import type { CallVisit } from "../../setup/call.ts";
import type { Setup } from "../../setup/setup.ts";
import type { AdministrationAction } from "../../shapes/administration.ts";
import { freshnessOf } from "../../sign_in/freshness.ts";
import type { SessionLack } from "../../values/levels.ts";
import { isAdmin, isAllowed, rulesOf } from "./rules.ts";
import { findUser } from "./users.ts";

/** Those that change nothing: they need no fresh session. */
const READS: ReadonlySet<AdministrationAction> = new Set<AdministrationAction>([
  "listUsers",
  "getUser",
  "listSessions",
  "listActions",
]);

/** Those that are about no user who is there. */
const OF_NO_ONE: ReadonlySet<AdministrationAction> = new Set<AdministrationAction>([
  "listUsers",
  "createUser",
]);

/** A function that somebody calls. */
export interface AskedCall {
  /** Its name. */
  readonly name: AdministrationAction;
  /** Its parameters, as the application or a form has passed them. */
  readonly params: readonly unknown[];
}

/** Somebody who is signed in, and may do what they ask for. */
export interface Staff {
  /** The user, as the database has them. */
  readonly actor: AdapterUser;
  /** Whether they are an administrator. */
  readonly isAdmin: boolean;
  /** Their session. */
  readonly session: SessionRead;
  /** What they may prove. */
  readonly freshness: Freshness;
}

/** Who asks, and what their session lacks; `null`: nothing. */
type Guarded =
  | { readonly lack: "session" }
  | { readonly lack: Exclude<SessionLack, "session"> | null; readonly staff: Staff };

/** Whether a function changes something. */
export function changes(name: AdministrationAction): boolean {
  return !READS.has(name);
}

/**
 * Finds out who asks for something in a request.
 *
 * @throws {AccessDenied} if they may not do it.
 * @throws {AdapterError} if the database fails.
 */
export async function guard(
  { name, params }: AskedCall,
  { cookies, userId }: Pick<CallVisit, "cookies" | "userId">,
  setup: Setup,
): Promise<Guarded> {
  // A session check may take a while to notice that another process has ended it, and `callbacks.session` may name another user.
  const isLive = await userId() !== null && await setup.sessions.isLive(cookies);
  const session = isLive ? await setup.holders().identify(cookies) : null;
  const id = session?.userId ?? null;
  if (!session || id === null) return { lack: "session" };
  const actor = await findStored(id, setup.store);
  const asked = actor && { actor, isAdmin: await isAdmin(actor, rulesOf(setup)) };
  const about = name === "listActions" ? Object(params[0]).userId : params[0];
  const user = OF_NO_ONE.has(name) ? null : await findUser(about, setup);
  if (!asked || !await mayDo(asked, { action: name, user }, setup)) {
    throw new AccessDenied(`Cannot call \`administration.${name}\`: user "${id}" may not`);
  }
  const freshness = await freshnessOf(session, setup);
  const staff = { ...asked, session, freshness };
  const hasLevels = [...setup.capabilities].some(({ factor }) => factor);
  if (hasLevels && session.aal !== 2) return { lack: "level", staff };
  return { lack: !freshness.isFresh && changes(name) ? "age" : null, staff };
}

/** Whether somebody may do something: only `true`, or a promise of it, is a yes. */
export async function mayDo(
  { actor, isAdmin }: Pick<Staff, "actor" | "isAdmin">,
  { action, user }: { readonly action: AdministrationAction; readonly user: AdapterUser | null },
  setup: Setup,
): Promise<boolean> {
  return await isAllowed({ staff: actor, isAdmin, action, user }, rulesOf(setup));
}
