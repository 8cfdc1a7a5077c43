/**
 * Checks of what the callbacks return, for both strategies.
 *
 * @module
 */

import type { SessionRead } from "./types.ts";

/** The answer for a token without a live session. The browser removes its cookie. */
export const ENDED: SessionRead = { session: null, userId: null, signedInAt: null, token: null };

/** Checks the result of `callbacks.session`: a session, or `null` to hold it back. @throws {TypeError} for anything else. */
export function assertSession(session: unknown): object | null {
  if (typeof session === "object") return session;
  throw new TypeError(
    `callbacks.session returned ${session}: return the session, or \`null\` to hold it back`,
  );
}

/** Checks the result of `callbacks.jwt`: claims, or `null`. @throws {TypeError} for anything else. */
export function assertClaims<T extends object>(claims: T | null): T | null {
  if (typeof claims === "object") return claims;
  throw new TypeError(`callbacks.jwt returned ${claims}: return the token, or \`null\` to end the session`);
}
