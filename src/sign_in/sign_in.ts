/**
 * A sign-in under way: the value that its steps hand on.
 *
 * @module
 */

import type { Applied } from "./applied.ts";
import type { Decision } from "../model/decision.ts";
import type { Identity } from "../model/identity.ts";
import type { Ending } from "../model/intent.ts";
import type { LinkQuestion } from "./link.ts";
import type { SessionRead, SessionToken } from "../model/session.ts";
import type { PassingUser } from "../setup/passing_user.ts";
import type { SetCookie } from "../values/cookie.ts";

/** A sign-in under way. */
export interface SignIn {
  /** Who has proven what, with what is to be stored. */
  readonly identity: Identity;
  /** The request that ends it. */
  readonly ending: Ending;
  /** The session of the user who is signed in, and was when the sign-in began; `null` if there is none. */
  readonly current: UserSession | null;
  /** The user of the session who has not signed up. Absent without one. */
  readonly passing?: PassingUser | null;
  /** Whose account it is; `null` if the application has found the user itself. */
  readonly decision: Decision | null;
  /** The user: that of the identity, until it is stored. */
  readonly applied: Applied;
  /** The generation in which the session begins. Default: that of now. */
  readonly generation?: number | undefined;
  /** The session that has begun. Absent before; `null` if the answer of the application has begun none. */
  readonly token?: SessionToken | null;
  /** When it has begun, in milliseconds since the epoch. Absent before. */
  readonly at?: number;
  /** The question for which the user had to sign in, which goes on now. Absent before; `null` if none waits. */
  readonly question?: LinkQuestion | null;
  /** The cookies of the answer. */
  readonly cookies: readonly SetCookie[];
}

/** The session of a user. */
type UserSession = SessionRead & { readonly userId: string };

/** Id of the user whom a sign-in is for; `null` if it creates them, or is refused. */
export function knownUserId(decision: Decision | null, { user }: Identity): string | null {
  if (!decision) return String(user.id);
  return "user" in decision ? String(decision.user.id) : null;
}

/** Whether an account is added to a user because they are signed in. */
export function isAdded(decision: Decision | null): decision is Added {
  return decision !== null && "ground" in decision && decision.ground === "session";
}

/** The outcome for an account that a user gets because they are signed in. */
type Added = Extract<Decision, { readonly ground: string }> & { readonly ground: "session" };

/**
 * Whether a session keeps the time of its own sign-in: an account is added to its user, or an earlier answer to the same
 * question has added it.
 */
export function keepsTime({ decision, ending: { intent } }: SignIn): boolean {
  return isAdded(decision) || (decision?.kind === "found" && intent.link === "agreed");
}
