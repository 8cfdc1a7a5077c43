/**
 * `events.signInFailure`: tells the application of each sign-in that is refused or fails.
 *
 * @module
 */

import type { AuthError } from "../errors/errors.ts";
import type { Setup } from "../setup/setup.ts";
import type { Incoming } from "../http/types.ts";

/** The endpoints that a person signs in with. */
const ENDPOINTS: ReadonlySet<string> = new Set([
  "signin",
  "callback",
  "link",
  "signup",
  "forgot-password",
  "password",
  "keep-password",
  "second-factor",
  "webauthn-options",
]);

/** The longest address that an event has, in characters (RFC 5321 §4.5.3.1). */
const MAX_ADDRESS = 254;

/** Whether a request is a step of a sign-in. */
export function isSignIn({ action }: Pick<Incoming, "action">): boolean {
  return ENDPOINTS.has(action);
}

/** Emits the event. */
export async function emitFailure(
  error: AuthError,
  { providerId, body }: Pick<Incoming, "providerId" | "body">,
  { emit }: Pick<Setup, "emit">,
): Promise<void> {
  const { email } = body ?? {};
  await emit("signInFailure", {
    error,
    reason: error.type,
    provider: providerId ?? null,
    email: typeof email === "string" && email.length <= MAX_ADDRESS ? email : null,
  });
}
