/**
 * AES_256_CBC_HMAC_SHA_512, on node:crypto and on WebCrypto, with keys imported once. Both produce the same bytes.
 *
 * @see {@link https://www.rfc-editor.org/rfc/rfc7518#section-5.2 | RFC 7518 §5.2}
 * @module
 */

import type { Awaitable } from "../values/types.ts";
import { type Bytes, concat, timingSafeEqual, toUtf8 } from "./bytes.ts";
import { nativeBuffer, type NativeCrypto, nativeCrypto, type NativeDigest } from "./native.ts";

/** The result of an encryption. */
export interface Encrypted {
  /** As long as the plaintext, padded to whole blocks of 16 bytes. */
  readonly ciphertext: Uint8Array;
  /** Authentication tag: 32 bytes. */
  readonly tag: Uint8Array;
}

/** The cipher with its key. */
export interface Cipher {
  /** Encrypts text. @param iv 16 unpredictable bytes. @param aad Authenticated with it: ASCII. */
  encrypt(plaintext: string, iv: Bytes, aad: string): Awaitable<Encrypted>;
  /** Decrypts to UTF-8; `null` if the tag is wrong. */
  decrypt(encrypted: Encrypted, iv: Bytes, aad: string): Awaitable<Uint8Array | null>;
}

/** Returns the fastest cipher of the runtime. @param key 64 bytes: the first 32 authenticate, the others encrypt. */
export function toCipher(key: Bytes): Cipher {
  return nativeCrypto ? nativeCipher(key, nativeCrypto) : webCipher(key);
}

/** The cipher on node:crypto. */
export function nativeCipher(key: Bytes, crypto: NativeCrypto): Cipher {
  const macKey = crypto.createSecretKey(key.subarray(0, 32));
  const encKey = crypto.createSecretKey(key.subarray(32));
  return {
    encrypt(plaintext, iv, aad) {
      const cipher = crypto.createCipheriv("aes-256-cbc", encKey, iv);
      const ciphertext = concat(cipher.update(plaintext, "utf8"), cipher.final());
      return { ciphertext, tag: toTag(crypto.createHmac("sha512", macKey), iv, aad, ciphertext) };
    },
    decrypt({ ciphertext, tag }, iv, aad) {
      const expected = toTag(crypto.createHmac("sha512", macKey), iv, aad, ciphertext);
      if (!timingSafeEqual(tag, expected)) return null;
      const decipher = crypto.createDecipheriv("aes-256-cbc", encKey, iv);
      const parts = [decipher.update(ciphertext), decipher.final()];
      return nativeBuffer ? nativeBuffer.concat(parts) : concat(...parts);
    },
  };
}

/** The cipher on WebCrypto. */
export function webCipher(key: Bytes): Cipher {
  const mac = { name: "HMAC", hash: "SHA-512" };
  const macKey = crypto.subtle.importKey("raw", key.slice(0, 32), mac, false, ["sign"]);
  const encKey = crypto.subtle.importKey("raw", key.slice(32), "AES-CBC", false, ["encrypt", "decrypt"]);
  const sign = async (iv: Bytes, aad: string, ciphertext: Uint8Array) => {
    const signed = concat(toUtf8(aad), iv, ciphertext, bitLength(aad));
    return new Uint8Array(await crypto.subtle.sign("HMAC", await macKey, signed)).subarray(0, 32);
  };
  return {
    async encrypt(plaintext, iv, aad) {
      const encrypted = await crypto.subtle.encrypt({ name: "AES-CBC", iv }, await encKey, toUtf8(plaintext));
      const ciphertext = new Uint8Array(encrypted);
      return { ciphertext, tag: await sign(iv, aad, ciphertext) };
    },
    async decrypt({ ciphertext, tag }, iv, aad) {
      if (!timingSafeEqual(tag, await sign(iv, aad, ciphertext))) return null;
      const decrypted = await crypto.subtle.decrypt(
        { name: "AES-CBC", iv },
        await encKey,
        ciphertext as Bytes,
      );
      return new Uint8Array(decrypted);
    },
  };
}

function toTag(hmac: NativeDigest, iv: Bytes, aad: string, ciphertext: Uint8Array): Uint8Array {
  return hmac.update(aad).update(iv).update(ciphertext).update(bitLength(aad)).digest().subarray(0, 32);
}

/** AL of RFC 7518 §5.2.2.1: the length of the AAD in bits, as 64 bits, big-endian. */
function bitLength(aad: string): Bytes {
  const [bytes, bits] = [new Uint8Array(8), aad.length * 8];
  // A `DataView`, and `Uint8Array.of`, take ten times as long.
  for (let i = 4; i < 8; i++) bytes[i] = bits >>> (7 - i) * 8;
  return bytes;
}
