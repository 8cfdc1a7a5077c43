/**
 * The encrypted tokens of Auth.js 5 and next-auth 4: their keys, and how to read them.
 *
 * @module
 */

import { toBase64Url, toUtf8 } from "../crypto/bytes.ts";
import { toCipher } from "../crypto/cipher.ts";
import { hash } from "../crypto/hash.ts";
import { decryptCompact, type JWEKey } from "../crypto/jwe.ts";
import { hkdf, keyOf } from "../crypto/keys.ts";
import { decryptGcm, importGcmKey } from "./gcm.ts";

/** The differences between the libraries. */
export interface TokenFormat {
  /** Name of the library, for messages. */
  readonly library: string;
  /** The name of a cookie begins with it, after a prefix. */
  readonly cookies: string;
  /** Returns the salt of a session token. @param cookieName Name of its cookie. */
  sessionSalt(cookieName: string): string;
  /** Decrypts a token with the first fitting secret and salt; `null` if none fits, or it is malformed or altered. */
  decrypt(token: string, candidates: Candidates): Promise<string | null>;
}

/** The keys that a token may have. */
interface Candidates {
  /** The secrets of the other library, the newest first. */
  readonly secrets: readonly string[];
  /** The salts. Each separates tokens for one use from all others. */
  readonly salts: readonly string[];
}

/** Auth.js 5: `dir` with A256CBC-HS512. The salt is the name of the cookie. */
export const AUTH_JS: TokenFormat = {
  library: "Auth.js",
  cookies: "authjs",
  sessionSalt: (cookieName) => cookieName,
  async decrypt(token, candidates) {
    const keys = await Promise.all(pairsOf(candidates).map(([secret, salt]) => authJsKey(secret, salt)));
    return await decryptCompact(token, keys);
  },
};

/** next-auth 4: `dir` with A256GCM. Session tokens have no salt, all others the name of their cookie. */
export const NEXT_AUTH_4: TokenFormat = {
  library: "next-auth 4",
  cookies: "next-auth",
  sessionSalt: () => "",
  async decrypt(token, candidates) {
    for (const [secret, salt] of pairsOf(candidates)) {
      const text = await decryptGcm(token, await nextAuthKey(secret, salt));
      if (text !== null) return text;
    }
    return null;
  },
};

function pairsOf({ secrets, salts }: Candidates): readonly (readonly [secret: string, salt: string])[] {
  return secrets.flatMap((secret) => salts.map((salt) => [secret, salt] as const));
}

async function authJsKey(secret: string, salt: string): Promise<JWEKey> {
  return await keyOf(secret, `Auth.js\n${salt}`, async () => {
    const key = await hkdf(secret, salt, `Auth.js Generated Encryption Key (${salt})`, 64);
    // The thumbprint of the key names it (RFC 7638 §3).
    const thumbprint = await hash("SHA-512", JSON.stringify({ k: toBase64Url(key), kty: "oct" }));
    const kid = toBase64Url(thumbprint);
    const header = toBase64Url(toUtf8(JSON.stringify({ alg: "dir", enc: "A256CBC-HS512", kid })));
    return { kid, header, cipher: toCipher(key) };
  });
}

async function nextAuthKey(secret: string, salt: string): Promise<CryptoKey> {
  const info = `NextAuth.js Generated Encryption Key${salt && ` (${salt})`}`;
  return await keyOf(secret, `next-auth 4\n${salt}`, async () => {
    return await importGcmKey(await hkdf(secret, salt, info, 32));
  });
}
