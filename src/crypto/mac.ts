/**
 * MACs under keys from secrets.
 *
 * @module
 */

import { type Bytes, toUtf8 } from "./bytes.ts";
import { hkdf, keyOf } from "./keys.ts";
import { type NativeCrypto, nativeCrypto } from "./native.ts";
import type { Awaitable } from "../values/types.ts";

/** Authenticates text with its key: 32 bytes. */
type Mac = (text: string) => Awaitable<Uint8Array>;

/**
 * Authenticates a text with HMAC-SHA-256, with a different key for each purpose.
 *
 * @param info Purpose and algorithm of the key.
 */
export function macOf(secret: string, info: string, text: string): Awaitable<Uint8Array> {
  const mac = keyOf<Mac>(secret, info, async () => toMac(await hkdf(secret, "", info, 32)));
  return typeof mac === "function" ? mac(text) : mac.then((ready) => ready(text));
}

/** Returns HMAC-SHA-256 with a key. @see {@link https://www.rfc-editor.org/rfc/rfc2104 | RFC 2104} */
export function toMac(key: Bytes): Mac {
  return nativeCrypto ? nativeMac(key, nativeCrypto) : webMac(key);
}

function nativeMac(key: Bytes, crypto: NativeCrypto): Mac {
  const secretKey = crypto.createSecretKey(key);
  return (text) => crypto.createHmac("sha256", secretKey).update(text).digest();
}

function webMac(key: Bytes): Mac {
  const algorithm = { name: "HMAC", hash: "SHA-256" };
  const webKey = crypto.subtle.importKey("raw", key, algorithm, false, ["sign"]);
  return async (text) => new Uint8Array(await crypto.subtle.sign("HMAC", await webKey, toUtf8(text)));
}
