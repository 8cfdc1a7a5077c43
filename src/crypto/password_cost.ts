/**
 * The cost of password hashes, and its bounds.
 *
 * @module
 */

import type { Hashing } from "./hashing.ts";
import { nativeCrypto } from "./native.ts";
import { isWorkerd } from "./workerd.ts";

/**
 * Cost of scrypt. It uses 128 · 2^`ln` · `r` bytes of memory (128 MiB with the defaults). Its time is proportional to `p`.
 *
 * On Cloudflare Workers, where an isolate has 128 MB, the default is `{ ln: 16, r: 8, p: 2 }`: the same strength with 64 MiB,
 * which is also the most there.
 *
 * @see {@link https://www.rfc-editor.org/rfc/rfc7914 | RFC 7914}
 */
export interface ScryptOptions extends Hashing {
  /** The algorithm. Default where the runtime has node:crypto: Node, Deno, Bun, Workers with `nodejs_compat`. */
  readonly algorithm?: "scrypt";
  /** Binary logarithm of the CPU and memory cost N. Default 17. */
  readonly ln?: number;
  /** Block size. Default 8. */
  readonly r?: number;
  /** Parallelization. Default 1. */
  readonly p?: number;
}

/**
 * Cost of PBKDF2 with HMAC-SHA-256.
 *
 * @see {@link https://www.rfc-editor.org/rfc/rfc8018#section-5.2 | RFC 8018 §5.2}
 */
export interface Pbkdf2Options extends Hashing {
  /** The algorithm. Default where the runtime has no node:crypto. */
  readonly algorithm: "pbkdf2-sha256";
  /** Iterations. Default 600 000. The WebCrypto of Cloudflare Workers refuses more than 100 000: use scrypt there. */
  readonly iterations?: number;
}

/** Algorithm and cost of a hash, and a signal that drops it. */
export type PasswordOptions = ScryptOptions | Pbkdf2Options;

/** Algorithm and cost of a hash. */
export type PasswordCost = Omit<ScryptOptions, keyof Hashing> | Omit<Pbkdf2Options, keyof Hashing>;

/** Cost of scrypt, with each of its fields. @see {@link https://www.rfc-editor.org/rfc/rfc7914#section-2 | RFC 7914 §2} */
export type ScryptCost = Required<Omit<ScryptOptions, keyof Hashing>>;

/** A cost with each of its fields. */
export type Cost = ScryptCost | Required<Omit<Pbkdf2Options, keyof Hashing>>;

/** Bytes of a hash that the library makes. */
export const HASH_LENGTH = 32;

/** The most memory that a hash may need, in bytes: in Workers, that of an isolate. */
export const MAX_MEMORY: number = isWorkerd ? 2 ** 27 : 2 ** 28;

/**
 * Upper bounds of the cost: rounds (N · r · p), blocks (r · p), iterations. Each block is hashed with PBKDF2 before and
 * after the rounds and has 128 bytes of its own, which a small N would hide: with this bound, at most a tenth of the time
 * and 4 MiB. Workers refuse more than 2^20 rounds.
 */
const MAX_ROUNDS = isWorkerd ? 2 ** 20 : 2 ** 22;
const MAX_BLOCKS = 2 ** 15;

/** Most iterations of PBKDF2, for a key that is one block of its hash. */
export const MAX_ITERATIONS = 5_000_000;

/** Whether a cost of scrypt is in the bounds of memory and time, and of the algorithm: N is less than 2^(16 · r). */
export function isBearableScrypt({ ln, r, p }: Omit<ScryptCost, "algorithm">): boolean {
  return [ln, r, p].every((number) => Number.isInteger(number) && number >= 1) &&
    ln < 16 * r && 128 * 2 ** ln * r <= MAX_MEMORY && 2 ** ln * r * p <= MAX_ROUNDS && r * p <= MAX_BLOCKS;
}

/** Whether the runtime has scrypt. */
export const hasScrypt: boolean = nativeCrypto !== undefined;

/** Whether a cost may be asked for: half of the memory of an isolate at most, since the application needs the rest. */
export function isOffered(cost: Cost): boolean {
  return isBearable(cost) && !(isWorkerd && cost.algorithm === "scrypt" && 2 ** cost.ln * cost.r > 2 ** 19);
}

/** Whether a value is a cost that may be asked for: an application in JavaScript may have written anything. */
export function isCost(value: unknown): boolean {
  if (typeof value !== "object" || value === null) return false;
  const { algorithm, ...numbers } = value as { readonly algorithm?: unknown };
  const names = algorithm === "pbkdf2-sha256" ? ["iterations"] : ["ln", "r", "p"];
  return Object.keys(numbers).every((name) => names.includes(name)) && isOffered(withDefaults(value));
}

/** The cost that options stand for, which may be out of bounds. */
export function withDefaults(options: PasswordOptions): Cost {
  const { algorithm = hasScrypt ? "scrypt" : "pbkdf2-sha256" } = options;
  const own = options as ScryptOptions;
  const isSmall = isWorkerd && (own.ln ?? own.r ?? own.p) === undefined;
  const { ln = isSmall ? 16 : 17, r = 8, p = isSmall ? 2 : 1 } = own;
  const { iterations = 600_000 } = options as Pbkdf2Options;
  return algorithm === "scrypt" ? { algorithm, ln, r, p } : { algorithm, iterations };
}

/**
 * Whether a hash of this cost may be computed.
 *
 * @param length Of the hash, in bytes: PBKDF2 takes all iterations for each 32 of them.
 */
export function isBearable(cost: Cost, length = HASH_LENGTH): boolean {
  if (cost.algorithm === "scrypt") return isBearableScrypt(cost);
  const { algorithm, iterations } = cost;
  return algorithm === "pbkdf2-sha256" && Number.isInteger(iterations) && iterations >= 1 &&
    (isWorkerd ? iterations <= 100_000 : iterations * Math.ceil(length / 32) <= MAX_ITERATIONS);
}
