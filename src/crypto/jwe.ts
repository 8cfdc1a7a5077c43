/**
 * Encrypts text: JWE compact serialization with direct encryption.
 *
 * @see {@link https://www.rfc-editor.org/rfc/rfc7516#section-7.1 | RFC 7516 §7.1}
 * @module
 */

import { whenReady } from "../values/awaitable.ts";
import type { Awaitable } from "../values/types.ts";
import { parseBase64Url, parseUtf8, toBase64Url, toUtf8 } from "./bytes.ts";
import type { Bytes } from "./bytes.ts";
import { type Cipher, type Encrypted, toCipher } from "./cipher.ts";
import { hkdf, keyOf } from "./keys.ts";

/** A key, and the protected header of all its tokens. */
export interface JWEKey {
  /** Identifies the key without revealing it. */
  readonly kid: string;
  /** Protected header, encoded. */
  readonly header: string;
  /** The cipher with the key. */
  readonly cipher: Cipher;
}

/** The longest token that a request may send, in characters. */
const MAX_JWE = 262_144;

/**
 * Returns the key of a secret for one purpose. It is derived once.
 *
 * @param purpose Keys for different purposes are unrelated.
 * @param salt Separates several uses of one purpose.
 */
export function jweKeyOf(secret: string, purpose: string, salt: string): Awaitable<JWEKey> {
  return keyOf(secret, `${purpose}\n${salt}`, () => deriveKey(secret, purpose, salt));
}

/** Returns the keys of several secrets for one purpose. They are not a promise once they are derived. */
export function jweKeysOf(
  secrets: readonly string[],
  purpose: string,
  salt: string,
): Awaitable<readonly JWEKey[]> {
  const keys = secrets.map((secret) => jweKeyOf(secret, purpose, salt));
  return keys.every((key) => "cipher" in key) ? keys : Promise.all(keys);
}

/** Encrypts text. @param iv 16 unpredictable bytes. */
export async function encryptCompact(
  plaintext: string,
  { header, cipher }: JWEKey,
  iv: Bytes,
): Promise<string> {
  const { ciphertext, tag } = await cipher.encrypt(plaintext, iv, header);
  return `${header}..${toBase64Url(iv)}.${toBase64Url(ciphertext)}.${toBase64Url(tag)}`;
}

/**
 * Decrypts a token with the key that its header names. If it names none, it tries all keys.
 *
 * @returns The text; `null` if the token is malformed, altered, or has another algorithm or key.
 */
export function decryptCompact(
  token: string,
  keys: readonly JWEKey[],
  longest: number = MAX_JWE,
): Awaitable<string | null> {
  const parts = token.length > longest ? null : parseCompact(token);
  return parts && decryptFirst(parts, candidates(parts.header, keys));
}

/** Tries one key after the other. */
function decryptFirst(parts: Parts, [key, ...others]: readonly JWEKey[]): Awaitable<string | null> {
  if (!key) return null;
  return whenReady(
    key.cipher.decrypt(parts, parts.iv, parts.header),
    (plaintext) => plaintext ? parseUtf8(plaintext) : decryptFirst(parts, others),
  );
}

interface Parts extends Encrypted {
  readonly header: string;
  readonly iv: Bytes;
}

function parseCompact(token: string): Parts | null {
  const [header, encryptedKey, ...others] = token.split(".");
  if (others.length !== 3 || !header || encryptedKey !== "") return null;
  const [iv, ciphertext, tag] = others.map(parseBase64Url);
  if (iv?.length !== 16 || !ciphertext?.length || ciphertext.length % 16 || !tag?.length) return null;
  return { header, iv, ciphertext, tag };
}

async function deriveKey(secret: string, purpose: string, salt: string): Promise<JWEKey> {
  const key = await hkdf(secret, salt, `Latchkey ${purpose}, A256CBC-HS512`, 64);
  const kid = toBase64Url(await hkdf(secret, salt, `Latchkey ${purpose}, key id`, 16));
  const header = toBase64Url(toUtf8(JSON.stringify({ alg: "dir", enc: "A256CBC-HS512", kid })));
  return { kid, header, cipher: toCipher(key) };
}

function candidates(header: string, keys: readonly JWEKey[]): readonly JWEKey[] {
  const exact = keys.filter((key) => key.header === header);
  if (exact.length) return exact;
  const { alg, enc, kid, crit, zip } = parseHeader(header);
  if (alg !== "dir" || enc !== "A256CBC-HS512" || crit !== undefined || zip !== undefined) return [];
  return kid === undefined ? keys : keys.filter((key) => key.kid === kid);
}

function parseHeader(header: string): Record<string, unknown> {
  try {
    return { ...JSON.parse(parseUtf8(parseBase64Url(header)!)!) };
  } catch {
    return {};
  }
}
