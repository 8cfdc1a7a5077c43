/**
 * What both strategies make of `callbacks.session`.
 *
 * @module
 */

import type { SessionRead } from "./types.ts";

/** The answer for a token that is not that of a live session: the browser drops it. */
export const ENDED: SessionRead = { session: null, userId: null, signedInAt: null, token: null };

/** What `callbacks.session` returned: a session, or `null` to hold it back. @throws {TypeError} if it is anything else. */
export function assertSession(session: unknown): object | null {
  if (typeof session === "object") return session;
  throw new TypeError(
    `callbacks.session returned ${session}: return the session, or \`null\` to hold it back`,
  );
}

/** The claims of a token, or `null`, as `callbacks.jwt` returned them. @throws {TypeError} if it returned anything else. */
export function assertClaims<T extends object>(claims: T | null): T | null {
  if (typeof claims === "object") return claims;
  throw new TypeError(`callbacks.jwt returned ${claims}: return the token, or \`null\` to end the session`);
}
