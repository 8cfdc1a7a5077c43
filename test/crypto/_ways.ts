/**
 * Everything of `crypto/` and `jwt.ts` that has a way with node:crypto and one without, as text to be compared.
 *
 * @module
 */

import { parseBase64Url, toBase64Url, toHex, toUtf8 } from "../../src/crypto/bytes.ts";
import { hash, sha256 } from "../../src/crypto/hash.ts";
import { hkdf } from "../../src/crypto/keys.ts";
import { toMac } from "../../src/crypto/mac.ts";
import { nativeBuffer, nativeCrypto } from "../../src/crypto/native.ts";
import { open, seal } from "../../src/crypto/seal.ts";
import { decodeWith, encodeWith } from "../../src/model/jwt.ts";
import { testPlatform } from "../../src/testing/mod.ts";

/** What one way gives. */
export interface Way {
  /** Whether node:crypto and node:buffer were there. */
  readonly isNative: boolean;
  /** Results by name. */
  readonly results: Readonly<Record<string, string | null>>;
}

const SECRET = "a-secret-of-forty-characters-for-tests-0";
const TEXTS = ["", "a", "ab", "abc", "Zoë 🙂 \u0000", "x".repeat(20_000)];
const NOT_BASE64URL = ["A", "AB", "ABB", "AA==", "A+AA", "A A"];

/** Where this module is found, also by a thread. */
export const { url } = import.meta;

/** Goes the way that this thread's runtime has. @param token A session token made on the other way. */
export async function go(token?: string): Promise<Way> {
  const platform = testPlatform();
  const context = { secrets: [SECRET], platform };
  const results: Record<string, string | null> = {};
  for (const [i, text] of TEXTS.entries()) {
    const bytes = toUtf8(text);
    results[`toBase64Url ${i}`] = toBase64Url(bytes);
    results[`toHex ${i}`] = toHex(bytes);
    results[`parseBase64Url ${i}`] = toHex(parseBase64Url(toBase64Url(bytes))!);
    results[`sha256 ${i}`] = toHex(await sha256(text));
    results[`SHA-384 ${i}`] = toHex(await hash("SHA-384", text));
    results[`SHA-512 ${i}`] = toHex(await hash("SHA-512", text));
    results[`toMac ${i}`] = toHex(await toMac(toUtf8(SECRET))(text));
    results[`hkdf ${i}`] = toHex(await hkdf(SECRET, text, text.slice(0, 1000), 64));
  }
  for (const text of NOT_BASE64URL) results[`parseBase64Url ${text}`] = String(parseBase64Url(text));
  const claims = { name: "Zoë 🙂", sub: "1", role: "x".repeat(5000) };
  const params = { secret: SECRET, salt: "salt" };
  results.encode = await encodeWith({ ...params, token: claims }, platform);
  results.decode = JSON.stringify(await decodeWith({ ...params, token: token ?? results.encode }, platform));
  results["decode altered"] = JSON.stringify(
    await decodeWith({ ...params, token: `${results.encode.slice(0, -4)}AAAA` }, platform),
  );
  results.seal = await seal(claims, { purpose: "oauth flow", maxAge: 60 }, context);
  results.open = JSON.stringify(await open(results.seal, "oauth flow", context));
  return { isNative: nativeCrypto !== undefined && nativeBuffer !== undefined, results };
}
