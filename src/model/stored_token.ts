/**
 * Session tokens as the database holds them.
 *
 * @module
 */

import { toHex } from "../crypto/bytes.ts";
import { sha256 } from "../crypto/hash.ts";

/** Prefix of a stored token that is a hash. */
const HASHED = "sha256:";

/** Returns the stored form of a session token: its hash. */
export async function hashToken(token: string): Promise<string> {
  return HASHED + toHex(await sha256(token));
}

/** Whether a text is the stored form of a token. No cookie counts as one: the content of a stolen table must not sign in. */
export function isHashed(text: string): boolean {
  return text.startsWith(HASHED);
}
