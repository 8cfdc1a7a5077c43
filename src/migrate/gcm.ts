/**
 * Decrypts the tokens of next-auth 4: JWE compact serialization, `dir` with A256GCM. The library itself writes none.
 *
 * @see {@link https://www.rfc-editor.org/rfc/rfc7518#section-5.3 | RFC 7518 §5.3}
 * @module
 */

import { type Bytes, concat, parseBase64Url, parseUtf8, toUtf8 } from "../crypto/bytes.ts";

/** The longest accepted token, in characters. */
const MAX_LENGTH = 262_144;

/** Imports a key. @param key 32 bytes. */
export function importGcmKey(key: Bytes): Promise<CryptoKey> {
  return crypto.subtle.importKey("raw", key, "AES-GCM", false, ["decrypt"]);
}

/** Decrypts a token; `null` if it is malformed, altered, or has another algorithm or key. */
export async function decryptGcm(token: string, key: CryptoKey): Promise<string | null> {
  if (token.length > MAX_LENGTH) return null;
  const [header, encryptedKey, ivText, text, tagText, ...rest] = token.split(".");
  if (!header || encryptedKey !== "" || !ivText || !text || !tagText || rest.length) return null;
  const [iv, ciphertext, tag] = [parseBase64Url(ivText), parseBase64Url(text), parseBase64Url(tagText)];
  if (iv?.length !== 12 || !ciphertext || tag?.length !== 16 || !isGcmHeader(header)) return null;
  const algorithm = { name: "AES-GCM", iv, additionalData: toUtf8(header), tagLength: 128 };
  try {
    // Throws if the tag is wrong, after a time that does not depend on where it differs.
    return parseUtf8(new Uint8Array(await crypto.subtle.decrypt(algorithm, key, concat(ciphertext, tag))));
  } catch {
    return null;
  }
}

/** Whether a protected header has exactly the algorithms of next-auth 4: no compression, no extension. */
function isGcmHeader(header: string): boolean {
  try {
    const { alg, enc, ...others } = JSON.parse(parseUtf8(parseBase64Url(header)!)!);
    return alg === "dir" && enc === "A256GCM" && Object.keys(others).length === 0;
  } catch {
    return false;
  }
}
