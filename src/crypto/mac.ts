/**
 * MACs under keys from secrets.
 *
 * @module
 */

import { hmacSha256 } from "./hash.ts";
import { hkdf, keyOf } from "./keys.ts";

/**
 * Authenticates a text with HMAC-SHA-256, with a different key for each purpose.
 *
 * @param info Purpose and algorithm of the key.
 */
export async function macOf(secret: string, info: string, text: string): Promise<Uint8Array> {
  return await hmacSha256(await keyOf(secret, info, () => hkdf(secret, "", info, 32)), text);
}
