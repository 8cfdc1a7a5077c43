/**
 * Hashes of Django.
 *
 * @module
 */

import { ConfigError } from "../../errors/errors.ts";
import { base64UrlToBase64, type Bytes, timingSafeEqual, toBase64Url, toUtf8 } from "../bytes.ts";
import { pbkdf2 } from "../derivation.ts";
import { MAX_ITERATIONS } from "../password_cost.ts";
import { toPasswordHash } from "./kind.ts";
import type { PasswordHash } from "./types.ts";

/** Options of `django()`. */
export interface DjangoOptions {
  /** Iterations of the work for an unknown user: those of most of the hashes. Default 1 000 000, as Django 5.2 takes. */
  readonly iterations?: number | undefined;
}

/**
 * Hashes of Django: `pbkdf2_sha256$<iterations>$<salt>$<hash>`, its default, and `pbkdf2_sha1$…`. Those of its hashers for
 * bcrypt, scrypt and Argon2 do not match.
 *
 * More than 5 000 000 iterations are refused. Needs any runtime; the WebCrypto of Cloudflare Workers refuses more than
 * 100 000 iterations, which `assertSupported` notices.
 *
 * @throws {TypeError} if `iterations` is out of bounds.
 *
 * @example
 * ```ts
 * import { django } from "@latchkey/auth/password-hashes";
 *
 * // As in the column `password` of the table `auth_user`.
 * const hash = "pbkdf2_sha256$1000000$ikmqQovBOkGzGzJJbxrHGC" +
 *   "$IiwGtefd2U8H70qiR7Sypphhwom0wByl92Z0q4Py/l8=";
 * console.assert(await django().verify("correct horse battery staple", hash));
 * console.assert(!await django().verify("guess", hash));
 * ```
 */
export function django({ iterations = 1_000_000 }: DjangoOptions = {}): PasswordHash {
  const dummy = { digest: "SHA-256", iterations, salt: new Uint8Array(22), hash: "A".repeat(44) } as const;
  if (excess(dummy)) throw new TypeError(`Cannot verify hashes of ${NAME}: \`iterations\` is out of bounds`);
  return toPasswordHash<Stored>({
    name: NAME,
    parse,
    excess,
    dummy,
    async matches(password, stored) {
      const isRight = await matches(password, stored);
      const rest = iterations - stored.iterations;
      if (rest > 0) await derive(password, { ...dummy, iterations: rest });
      return isRight;
    },
    assertSupported: async () => void await derive("", { ...dummy, iterations: MOST_OF_WORKERS + 1 }),
  });
}

const NAME = "Django";

/** Iterations that Cloudflare Workers allow. Other runtimes compute one more in some 30 milliseconds. */
const MOST_OF_WORKERS = 100_000;

/** Names of the hash, and its length in Base64. Django's own salts are letters and digits; an application may choose others. */
const FORM =
  /^pbkdf2_(?:(sha256)|sha1)\$(\d{1,10})\$([!-#%-~]{1,128})\$([A-Za-z0-9+/]{43}=|[A-Za-z0-9+/]{27}=)$/;

const BASE64_LENGTH = { "SHA-1": 28, "SHA-256": 44 };

interface Stored {
  readonly digest: "SHA-1" | "SHA-256";
  readonly iterations: number;
  readonly salt: Bytes;
  /** In Base64. */
  readonly hash: string;
}

function parse(text: string): Stored | null {
  const [, isSha256, iterations, salt, hash] = FORM.exec(text) ?? [];
  const digest = isSha256 ? "SHA-256" : "SHA-1";
  if (!salt || hash?.length !== BASE64_LENGTH[digest]) return null;
  return { digest, iterations: Number(iterations), salt: toUtf8(salt), hash };
}

function excess({ iterations }: Stored): string | null {
  const isBearable = Number.isInteger(iterations) && iterations >= 1 && iterations <= MAX_ITERATIONS;
  return isBearable ? null : String(iterations);
}

async function matches(password: string, stored: Stored): Promise<boolean> {
  return timingSafeEqual(base64UrlToBase64(toBase64Url(await derive(password, stored))), stored.hash);
}

async function derive(password: string, { digest, iterations, salt }: Stored): Promise<Uint8Array> {
  const length = digest === "SHA-256" ? 32 : 20;
  try {
    return await pbkdf2(toUtf8(password), { hash: digest, salt, length, iterations });
  } catch (error) {
    throw new ConfigError(
      `Cannot verify hashes of ${NAME}: this runtime refuses more than 100 000 iterations of PBKDF2`,
      { err: error as Error },
    );
  }
}
