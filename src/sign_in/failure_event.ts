/**
 * `events.signInFailure`: tells the application, and whoever keeps it, of each sign-in that is refused or fails.
 *
 * @module
 */

import { AuthError } from "../errors/errors.ts";
import { isA } from "../errors/thrown.ts";
import type { Happened } from "../setup/happened.ts";
import type { Setup } from "../setup/setup.ts";
import { record } from "./hooks.ts";
import type { Incoming } from "../http/types.ts";

/** The longest address that an event has, in characters (RFC 5321 §4.5.3.1). */
const MAX_ADDRESS = 254;

/** Lets capabilities keep a failure of a user who is known, such as one who has proven a first factor. Never rejects. */
export async function recordFailure(
  error: unknown,
  { userId, way }: Pick<Happened, "way"> & { readonly userId: string },
  incoming: Incoming,
  setup: Setup,
): Promise<void> {
  if (!isA(error, AuthError)) return;
  await record({ type: "signInFailure", userId, way, error }, incoming, setup);
}

/** Emits the event, and lets capabilities keep it for the user whose address was typed. */
export async function emitFailure(
  error: AuthError,
  incoming: Incoming,
  setup: Setup,
): Promise<void> {
  const { providerId: provider = null, body } = incoming;
  const { email } = body ?? {};
  await setup.emit("signInFailure", {
    error,
    reason: error.type,
    provider,
    email: typeof email === "string" && email.length <= MAX_ADDRESS ? email : null,
  });
  await record({ type: "signInFailure", userId: null, way: provider, error }, incoming, setup);
}
