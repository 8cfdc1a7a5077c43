/**
 * A user as passkey managers know them: a handle, and a name.
 *
 * @see {@link https://www.w3.org/TR/webauthn-3/#dictdef-publickeycredentialuserentity | WebAuthn §5.4.3}
 * @module
 */

import { macOf } from "../../crypto/mac.ts";
import { identifierOf } from "../identifiers.ts";
import type { Setup } from "../../setup/setup.ts";
import type { User } from "../../values/types.ts";

/**
 * The user handle: always the same for a user, and it does not reveal their id (WebAuthn §14.6.1). An authenticator
 * replaces a passkey by a new one with the same handle.
 */
export async function userHandleOf(
  userId: string,
  context: Pick<Setup, "secrets">,
): Promise<Uint8Array<ArrayBuffer>> {
  return new Uint8Array(await deriveDecoy("user handle", userId, context));
}

/** How a passkey manager calls a user: without an address by the name that they sign in with. @param userId `null` for a new one. */
export async function labelFor(userId: string | null, user: User, setup: Setup): Promise<string> {
  return (userId !== null && !user.email && await identifierOf(userId, setup)) || userLabel(user);
}

/** What tells a user from others. */
export function userLabel({ email, name, id }: User): string {
  return email ?? name ?? id ?? "";
}

/** Uses the oldest secret, so that a new one in front of it changes neither handles nor decoys. */
export async function deriveDecoy(
  purpose: string,
  text: string,
  { secrets }: Pick<Setup, "secrets">,
): Promise<Uint8Array> {
  return await macOf(secrets.at(-1)!, "Latchkey passkeys, HMAC-SHA-256", JSON.stringify([purpose, text]));
}
