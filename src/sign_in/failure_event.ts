/**
 * `events.signInFailure`: tells the application of each sign-in that is refused or fails.
 *
 * @module
 */

import type { AuthError } from "../errors/errors.ts";
import type { Setup } from "../setup/setup.ts";
import type { Incoming } from "../http/types.ts";

/** The longest address that an event has, in characters (RFC 5321 §4.5.3.1). */
const MAX_ADDRESS = 254;

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
