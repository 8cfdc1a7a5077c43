/**
 * Hashes.
 *
 * @module
 */

import type { Awaitable } from "../values/types.ts";
import { toBase64Url, toUtf8 } from "./bytes.ts";
import { nativeCrypto } from "./native.ts";

/** Hashes text: 32 bytes. @see {@link https://www.rfc-editor.org/rfc/rfc6234 | RFC 6234} */
export function sha256(text: string): Awaitable<Uint8Array> {
  return hash("SHA-256", text);
}

/** Hashes text with SHA-2: 32, 48 or 64 bytes. */
export function hash(algorithm: "SHA-256" | "SHA-384" | "SHA-512", text: string): Awaitable<Uint8Array> {
  const name = algorithm.replace("-", "");
  // In one call, where Node has it (20.12): a third of the time.
  if (nativeCrypto?.hash) return nativeCrypto.hash(name, text, "buffer");
  if (nativeCrypto) return nativeCrypto.createHash(name).update(text).digest();
  return crypto.subtle.digest(algorithm, toUtf8(text)).then((digest) => new Uint8Array(digest));
}

/** A text of at most `most` characters that stands for another one: the same; `sha256:` and its hash, if it is longer. */
export async function shortened(text: string, most: number): Promise<string> {
  return text.length <= most ? text : `sha256:${toBase64Url(await sha256(text))}`;
}

/** A short name for a text: 96 bits of its hash, in 16 characters of base64url. For names that nobody can choose or search for. */
export async function shortHash(text: string): Promise<string> {
  return toBase64Url(await sha256(text)).slice(0, 16);
}
