/**
 * Signs JWTs with WebCrypto.
 *
 * @see {@link https://www.rfc-editor.org/rfc/rfc7515#section-5.1 | RFC 7515 §5.1}
 * @module
 */

import { toBase64Url, toUtf8 } from "../crypto/bytes.ts";
import type { SignatureAlgorithm } from "../crypto/signature.ts";

/** A key that signs, and its algorithm. */
export interface Signer {
  /** The key: private, or a shared secret. */
  readonly key: CryptoKey;
  /** Its algorithm. */
  readonly algorithm: SignatureAlgorithm;
}

/** Signs claims. @param header Parameters of the header beside `alg`. */
export async function signJwt(
  header: object,
  claims: object,
  { key, algorithm: { alg, web } }: Signer,
): Promise<string> {
  const parts = [{ alg, ...header }, claims];
  const input = parts.map((part) => toBase64Url(toUtf8(JSON.stringify(part)))).join(".");
  const signature = await crypto.subtle.sign(web, key, toUtf8(input));
  return `${input}.${toBase64Url(new Uint8Array(signature))}`;
}
