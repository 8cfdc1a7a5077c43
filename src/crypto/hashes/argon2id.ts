/**
 * Hashes of Argon2id.
 *
 * @module
 */

import { base64ToBase64Url, type Bytes, parseBase64Url, timingSafeEqual, toUtf8 } from "../bytes.ts";
import { MAX_MEMORY } from "../password_cost.ts";
import { argon2idTag, assertArgon2 } from "./argon2_package.ts";
import { spellingsOf, toPasswordHash } from "./kind.ts";
import type { PasswordHash } from "./types.ts";

/** Options of `argon2id()`. */
export interface Argon2idOptions {
  /** The secret key that the product gives to Argon2, such as the pepper of `devise-argon2`. Default: none. */
  readonly secret?: string | undefined;
  /** Memory of the work for an unknown user, in KiB: that of most of the hashes. Default 65 536; `@node-rs/argon2` takes 19 456. */
  readonly m?: number | undefined;
  /** Its passes over the memory. Default 3; PHP takes 4, `@node-rs/argon2` 2. */
  readonly t?: number | undefined;
  /** Its lanes. Default 4; PHP and `@node-rs/argon2` take 1. */
  readonly p?: number | undefined;
}

/**
 * Hashes of Argon2id in PHC format: `$argon2id$v=19$m=…,t=…,p=…$<salt>$<tag>`, as `@node-rs/argon2` and `argon2` of npm,
 * Lucia's guides, PHP, Laravel and the gem `argon2` make them.
 *
 * - A password is verified as it was typed and, if that differs, in Unicode NFKC, which `oslo` hashed.
 * - More than 256 MiB of memory are refused, more than 2 GiB in all passes, and more than 16 lanes.
 * - Needs Node 24.7 or later, or the package `@node-rs/argon2`: in Node 20 and 22, Bun, and Deno, where it needs
 *   `--allow-ffi`. Cloudflare Workers have neither. The package is native code, which a bundler leaves outside of its file:
 *   `external` of esbuild. Next does so by itself.
 *
 * @throws {TypeError} if the cost for an unknown user is out of bounds.
 * @see {@link https://github.com/P-H-C/phc-string-format/blob/master/phc-sf-spec.md | PHC string format}
 *
 * @example
 * ```ts
 * import { argon2id } from "@latchkey/auth/password-hashes";
 *
 * const hash = "$argon2id$v=19$m=19456,t=2,p=1$A6yWyF1TU3utirpAJskaRg" +
 *   "$PCvtwEVeKjwBAoWiwAI639VsccKuy+ogkKvLLAHoEZw";
 * console.assert(await argon2id().verify("correct horse battery staple", hash));
 * console.assert(!await argon2id().verify("guess", hash));
 * ```
 */
export function argon2id(options: Argon2idOptions = {}): PasswordHash {
  const { m = 65_536, t = 3, p = 4 } = options;
  const secret = options.secret ? toUtf8(options.secret) : undefined;
  const dummy = { m, t, p, salt: new Uint8Array(16), tag: new Uint8Array(32) };
  if (excess(dummy)) {
    throw new TypeError(`Cannot verify hashes of ${NAME}: the cost ${excess(dummy)} is out of bounds`);
  }
  return toPasswordHash({
    name: NAME,
    parse,
    excess,
    dummy,
    async matches(password, stored) {
      const rest = { ...dummy, m: Math.floor(m - stored.m * stored.t / t) };
      const all = excess(rest) ? [stored] : [stored, rest];
      let isRight = false;
      for (const text of spellingsOf(password)) {
        for (const each of all) {
          const tag = await argon2idTag(toUtf8(text), { ...each, length: each.tag.length, secret });
          isRight = timingSafeEqual(tag, stored.tag) || isRight;
        }
      }
      return isRight;
    },
    assertSupported: assertArgon2,
  });
}

const NAME = "Argon2id";

/** Most memory in KiB, most memory in all passes, most lanes. */
const MAX_KIB = MAX_MEMORY / 1024;
const MAX_WORK = 2 ** 21;
const MAX_LANES = 16;

/** The costs in any order, salt from 8 bytes to 64, tag from 16 to 64. The package `argon2` of npm writes p before t. */
const FORM =
  /^\$argon2id\$v=19\$((?:[mtp]=\d{1,10},){2}[mtp]=\d{1,10})\$([A-Za-z0-9+/]{11,86})\$([A-Za-z0-9+/]{22,86})$/;

interface Stored {
  /** Memory in KiB. */
  readonly m: number;
  /** Passes over the memory. */
  readonly t: number;
  /** Lanes. */
  readonly p: number;
  readonly salt: Bytes;
  readonly tag: Bytes;
}

function parse(hash: string): Stored | null {
  const [, costs, ...texts] = FORM.exec(hash) ?? [];
  const { m, t, p } = costs ? readCosts(costs) : {};
  const [salt, tag] = texts.map((text) => parseBase64Url(base64ToBase64Url(text)));
  // Without one of them, another stands twice.
  return m === undefined || t === undefined || p === undefined || !salt || !tag
    ? null
    : { m, t, p, salt, tag };
}

/** Reads `m=65536,t=3,p=4`. */
function readCosts(costs: string): Partial<Record<string, number>> {
  return Object.fromEntries(costs.split(",").map((cost) => [cost.charAt(0), Number(cost.slice(2))]));
}

/** @see {@link https://www.rfc-editor.org/rfc/rfc9106#section-3.1 | RFC 9106 §3.1}: at least 8 KiB for each lane. */
function excess({ m, t, p }: Stored): string | null {
  const isBearable = [m, t, p].every((number) => Number.isInteger(number) && number >= 1) &&
    p <= MAX_LANES && m >= 8 * p && m <= MAX_KIB && m * t <= MAX_WORK;
  return isBearable ? null : `m=${m},t=${t},p=${p}`;
}
