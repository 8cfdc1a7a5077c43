/**
 * Hashes of Firebase Authentication.
 *
 * @module
 */

import { base64ToBase64Url, type Bytes, concat, parseBase64Url, timingSafeEqual, toUtf8 } from "../bytes.ts";
import { scrypt } from "../derivation.ts";
import { isBearableScrypt } from "../password_cost.ts";
import { toPasswordHash } from "./kind.ts";
import { assertNative } from "./supported.ts";
import type { PasswordHash } from "./types.ts";

/** The password hash parameters of a project, as the console of Firebase shows them (Authentication → Users → ⋮). */
export interface FirebaseOptions {
  /** `base64_signer_key`. Keep it secret, as you do with the hashes. */
  readonly signerKey: string;
  /** `base64_salt_separator`: `Bw==` in most projects. */
  readonly saltSeparator: string;
  /** `rounds`: 8 in most projects. */
  readonly rounds: number;
  /** `mem_cost`: 14 in most projects. */
  readonly memoryCost: number;
}

/**
 * Hashes of Firebase Authentication: `$firebase$<salt>$<hash>`, from `salt` and `passwordHash` of each user in the file that
 * `firebase auth:export users.json` writes, in Base64 or base64url. In SQL, `'$firebase$' || salt || '$' || password_hash`.
 *
 * Firebase derives a key from the password with scrypt, and encrypts the project's signer key with it: AES-256 in counter
 * mode.
 *
 * Needs a runtime with node:crypto: Node, Deno, Bun, Workers with `nodejs_compat`.
 *
 * @throws {TypeError} if a parameter is not one of Firebase: nothing would match.
 *
 * @example
 * ```ts
 * import { firebase } from "@latchkey/auth/password-hashes";
 *
 * const kind = firebase({
 *   signerKey: "jxspr8Ki0RYycVU8zykbdLGjFQ3McFUH0uiiTvC8pVMXAn210wjLNmdZJzxUECKbm0QsEmYUSDzZvpjeJ9WmXA==",
 *   saltSeparator: "Bw==",
 *   rounds: 8,
 *   memoryCost: 14,
 * });
 * const user = {
 *   salt: "42xEC+ixf3L2lw==",
 *   passwordHash: "lSrfV15cpx95/sZS2W9c9Kp6i/LVgQNDNC/qzrCnh1SAyZvqmZqAjTdn3aoItz+VHjoZilo78198JAdRuid5lQ==",
 * };
 * console.assert(await kind.verify("user1password", `$firebase$${user.salt}$${user.passwordHash}`));
 * ```
 */
export function firebase({ signerKey, saltSeparator, rounds, memoryCost }: FirebaseOptions): PasswordHash {
  const key = bytesOf(signerKey, "signerKey");
  const separator = bytesOf(saltSeparator, "saltSeparator");
  const cost = { ln: memoryCost, r: rounds, p: 1 };
  if (!isBearableScrypt(cost)) {
    throw new TypeError(`Cannot verify hashes of ${NAME}: \`rounds\` or \`memoryCost\` is out of bounds`);
  }
  return toPasswordHash<Stored>({
    name: NAME,
    parse(hash) {
      const stored = parse(hash);
      return stored?.hash.length === key.length ? stored : null;
    },
    excess: () => null,
    dummy: { salt: new Uint8Array(10), hash: new Uint8Array(key.length) },
    async matches(password, { salt, hash }) {
      assertNative(NAME, "scrypt");
      const derived = await scrypt(toUtf8(password), { salt: concat(salt, separator), length: 32, cost });
      return timingSafeEqual(await encrypt(key, concat(derived)), hash);
    },
    // deno-lint-ignore require-await
    assertSupported: async () => assertNative(NAME, "scrypt"),
  });
}

const NAME = "Firebase";

/** Both in Base64 or base64url. */
const FORM = /^\$firebase\$([\w+/-]{2,86}={0,2})\$([\w+/-]{22,86}={0,2})$/;

interface Stored {
  readonly salt: Bytes;
  readonly hash: Bytes;
}

function parse(text: string): Stored | null {
  const [salt, hash] = (FORM.exec(text)?.slice(1) ?? []).map(parseBase64);
  return salt && hash ? { salt, hash } : null;
}

function bytesOf(text: unknown, option: keyof FirebaseOptions): Bytes {
  const bytes = typeof text === "string" ? parseBase64(text) : null;
  if (bytes?.length) return bytes;
  throw new TypeError(`Cannot verify hashes of ${NAME}: \`${option}\` is not Base64`);
}

function parseBase64(text: string): Bytes | null {
  // Where a part of the padding is cut off, more may be.
  return text.endsWith("=") && text.length % 4 ? null : parseBase64Url(base64ToBase64Url(text));
}

async function encrypt(text: Bytes, key: Bytes): Promise<Uint8Array> {
  const aes = await crypto.subtle.importKey("raw", key, "AES-CTR", false, ["encrypt"]);
  const algorithm = { name: "AES-CTR", counter: new Uint8Array(16), length: 128 };
  return new Uint8Array(await crypto.subtle.encrypt(algorithm, aes, text));
}
