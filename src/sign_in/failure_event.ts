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

/** Lets capabilities keep a failure that is about a known account, such as that of a user who has proven a first factor. Never rejects. */
export async function recordFailure(
  error: unknown,
  whose: Pick<Happened, "way" | "userId" | "email">,
  incoming: Incoming,
  setup: Setup,
): Promise<void> {
  if (!isA(error, AuthError)) return;
  const { userId, email, way } = whose;
  await record({ type: "signInFailure", userId, email, way, error }, incoming, setup);
}

/** Emits the event, and lets capabilities keep it for the user whose address was typed. */
export async function emitFailure(
  error: AuthError,
  incoming: Incoming,
  setup: Setup,
): Promise<void> {
  const { providerId: provider = null, body } = incoming;
  const { email: typed } = body ?? {};
  const email = typeof typed === "string" && typed.length <= MAX_ADDRESS ? typed : null;
  await setup.emit("signInFailure", { error, reason: error.type, provider, email });
  // Anyone can add a field to a form that has none for it.
  if (email === null || !hasTried(incoming, setup)) return;
  await record({ type: "signInFailure", userId: null, email, way: provider, error }, incoming, setup);
}

/** Whether the form that was sent is that of a way to sign in with an address, and has a secret: without one nothing was counted. */
function hasTried({ action, providerId = "", body = {} }: Incoming, { providers }: Setup): boolean {
  const provider = providers.get(providerId);
  if (action !== "callback" || provider?.type !== "credentials" || !("email" in provider.credentials)) {
    return false;
  }
  return Object.entries(provider.credentials).every(([name, { type }]) => type !== "password" || body[name]);
}
