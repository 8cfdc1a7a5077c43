/**
 * Checks of what the callbacks return, for both strategies.
 *
 * @module
 */

import type { CommonSessionParams } from "../model/callbacks.ts";
import type { SessionRead } from "../model/session.ts";
import { UNKNOWN_METHODS } from "../values/levels.ts";
import type { JWT, Session, User } from "../values/types.ts";

/** The answer if a callback failed. The browser keeps its cookie. */
export const UNREAD: SessionRead = {
  session: null,
  userId: null,
  signedInAt: null,
  amr: UNKNOWN_METHODS,
  aal: 1,
};

/** The answer for a token without a live session. The browser removes its cookie. */
export const ENDED: SessionRead = { ...UNREAD, token: null };

/** The parameters that the defaults of `callbacks.session` read. */
type DefaultParams = CommonSessionParams & { readonly session: Session & { user: User } };

/** The default of `callbacks.session`: the data that a browser needs. */
export function defaultSession(
  { session: { user: { id, name, email, image }, expires } }: Pick<DefaultParams, "session">,
): Session {
  return { user: { id, name, email, image }, expires };
}

/** The callback of a config with `SecondFactor()`: its session also has when and how the user has signed in. */
export function leveled<P extends DefaultParams, R>(callback: (params: P) => R): (params: P) => R {
  return (params) => {
    const { signedInAt, amr, aal, session } = params;
    const auth_time = signedInAt && Math.floor(signedInAt.getTime() / 1000);
    Object.assign(session, { aal, amr }, auth_time !== null && { auth_time });
    return callback(params);
  };
}

/** The default of such a config: the callback passes on what `leveled()` has added. */
export function leveledSession(params: DefaultParams): Session {
  const { aal, amr, auth_time } = params.session;
  return { ...defaultSession(params), aal, amr, ...(auth_time !== undefined && { auth_time }) } as Session;
}

/**
 * Parses the result of `callbacks.session`: a session, or `null` to hold it back. A `Date` in `expires` becomes text, as
 * in the JSON that a browser receives.
 *
 * @throws {TypeError} for anything else.
 */
export function parseSession(session: unknown): object | null {
  if (typeof session === "object") {
    const { expires } = (session ?? {}) as { readonly expires?: unknown };
    return expires instanceof Date ? { ...session, expires: expires.toISOString() } : session;
  }
  throw new TypeError(
    `callbacks.session returned ${session}: return the session, or \`null\` to hold it back`,
  );
}

/**
 * The user whom a session signs in, for linking, the account page and passkeys: no one, if `callbacks.session` returned a
 * session without a `user`. An application does so while a user still has to confirm something. A `user` without the field
 * `id` counts, as code of Auth.js writes it.
 *
 * @param id Id of the user in the token or in the database.
 */
export function userIdOf(session: object | null, id: string | undefined): string | null {
  const { user } = (session ?? {}) as { readonly user?: unknown };
  return id !== undefined && namesUser(user) ? id : null;
}

function namesUser(user: unknown): boolean {
  if (typeof user !== "object" || user === null || Array.isArray(user)) return false;
  return "id" in user ? (user.id ?? null) !== null : Object.keys(user).length > 0;
}

/**
 * Checks the result of `callbacks.jwt`: claims, or `null`. A `sub` that is a number becomes text (RFC 7519 §4.1.2).
 * @throws {TypeError} for anything else.
 */
export function assertClaims(claims: JWT | null): JWT | null {
  if (typeof claims === "object") {
    return typeof claims?.sub === "number" ? { ...claims, sub: `${claims.sub}` } : claims;
  }
  throw new TypeError(`callbacks.jwt returned ${claims}: return the token, or \`null\` to end the session`);
}

/** The time of a sign-in, as the callbacks receive it. @param time In milliseconds since the epoch; `null` if unknown, or if nothing was proven. */
export function toDate(time: number | null): Date | null {
  return time ? new Date(time) : null;
}
