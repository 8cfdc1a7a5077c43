/**
 * Credentials that nobody has: what somebody is asked for who names an address without any, so that the answer does not
 * tell whether it has an account.
 *
 * @see {@link https://www.w3.org/TR/webauthn-3/#sctn-username-enumeration | WebAuthn §14.6.2}
 * @module
 */

import type { Setup } from "../config/setup.ts";
import { toBase64Url, toUuid } from "../crypto/bytes.ts";
import { macOf } from "../crypto/mac.ts";
import type { CredentialDescriptor } from "../providers/types.ts";

/** Somebody who does not exist. */
export interface Decoy {
  /** What would be their id. */
  readonly userId: string;
  /** What would be their passkey. */
  readonly credential: CredentialDescriptor;
}

/** Kinds of passkeys as they are about: length of the id in bytes, and transports. */
const KINDS = [
  [16, ["internal", "hybrid"]],
  [20, ["internal", "hybrid"]],
  [32, ["internal"]],
  [32, ["internal", "hybrid"]],
] as const;

/** The decoy for a name: the same each time, as a real passkey would be. */
export async function decoyFor(name: string, context: Pick<Setup, "secrets">): Promise<Decoy> {
  const mac = await derive("decoy kind", name, context);
  const [length, transports] = KINDS[mac[0]! % KINDS.length]!;
  const id = toBase64Url((await derive("decoy id", name, context)).subarray(0, length));
  return { userId: toUuid(mac.subarray(1), 4), credential: { id, transports: [...transports] } };
}

/** The handle by which authenticators know a user: the same each time, and no use to anybody else (WebAuthn §14.6.1). */
export async function userHandleOf(
  userId: string,
  context: Pick<Setup, "secrets">,
): Promise<Uint8Array<ArrayBuffer>> {
  return new Uint8Array(await derive("user handle", userId, context));
}

async function derive(purpose: string, text: string, { secrets }: Pick<Setup, "secrets">) {
  return await macOf(secrets[0]!, "Latchkey passkeys, HMAC-SHA-256", JSON.stringify([purpose, text]));
}
