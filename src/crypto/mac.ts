/**
 * MACs under keys from secrets.
 *
 * @module
 */

import type { Awaitable } from "../values/types.ts";
import { hmacSha256 } from "./hash.ts";
import { hkdf, keyOf } from "./keys.ts";

/**
 * Authenticates a text with HMAC-SHA-256, with a different key for each purpose.
 *
 * @param info Purpose and algorithm of the key.
 */
export function macOf(secret: string, info: string, text: string): Awaitable<Uint8Array> {
  const key = keyOf(secret, info, () => hkdf(secret, "", info, 32));
  return key instanceof Uint8Array ? hmacSha256(key, text) : key.then((ready) => hmacSha256(ready, text));
}
