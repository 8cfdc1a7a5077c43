/**
 * The cost of password hashes: how it is written, its bounds, and its work.
 *
 * @module
 */

import { type Bytes, parseBase64Url } from "./bytes.ts";
import type { Hashing } from "./hashing.ts";
import { isWorkerd, nativeCrypto } from "./native.ts";

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

/** A hash in PHC format. */
export interface StoredHash {
  /** What it costs to compute. */
  readonly cost: Cost;
  /** Its salt. */
  readonly salt: Bytes;
  /** The hash itself. */
  readonly hash: Bytes;
}

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

/** Base64 without padding: salt up to 64 bytes, hash from 16 to 64. */
const SCRYPT =
  /^\$scrypt\$ln=(\d{1,2}),r=(\d{1,7}),p=(\d{1,7})\$([A-Za-z0-9+/]{2,86})\$([A-Za-z0-9+/]{22,86})$/;

/** The same lengths. Some libraries add the length of the hash, such as `,l=32`. */
const PBKDF2 = /^\$pbkdf2-sha256\$i=(\d{1,7})(?:,l=\d\d)?\$([A-Za-z0-9+/]{2,86})\$([A-Za-z0-9+/]{22,86})$/;

/** The cost that options stand for. @throws {TypeError} if it is out of bounds. */
export function costOf(options: PasswordOptions): Cost {
  const cost = withDefaults(options);
  if (isOffered(cost)) return cost;
  throw new TypeError(`Cannot hash the password: the cost ${parametersOf(cost)} is ${OUT_OF_BOUNDS}`);
}

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

function withDefaults(options: PasswordOptions): Cost {
  const { algorithm = hasScrypt ? "scrypt" : "pbkdf2-sha256" } = options;
  const own = options as ScryptOptions;
  const isSmall = isWorkerd && (own.ln ?? own.r ?? own.p) === undefined;
  const { ln = isSmall ? 16 : 17, r = 8, p = isSmall ? 2 : 1 } = own;
  const { iterations = 600_000 } = options as Pbkdf2Options;
  return algorithm === "scrypt" ? { algorithm, ln, r, p } : { algorithm, iterations };
}

/** An old hash may take all of the memory of an isolate, once. */
const OUT_OF_BOUNDS = isWorkerd
  ? "out of bounds on Cloudflare Workers: they have scrypt up to 64 MiB, with the flag `nodejs_compat`, and 100 000 " +
    "iterations of PBKDF2"
  : "out of bounds";

/** Work of a cost, in rounds of scrypt. An iteration of PBKDF2 takes about half of the time of one. */
export function workOf(cost: Cost, length = HASH_LENGTH): number {
  if (cost.algorithm === "scrypt") return 2 ** cost.ln * cost.r * cost.p;
  return cost.iterations * Math.ceil(length / 32) / 2;
}

/** The costs that add up, after a stored hash, to the work of a cost: all of it without one. */
export function restOf(cost: Cost, stored: StoredHash | null): readonly Cost[] {
  let rest = workOf(cost) - (stored ? workOf(stored.cost, stored.hash.length) : 0);
  if (cost.algorithm !== "scrypt") return rest > 0 ? [{ ...cost, iterations: Math.ceil(rest * 2) }] : [];
  const costs: Cost[] = [];
  // To the nearest hundredth.
  const least = Math.max(1, cost.ln - 7);
  rest += 2 ** least * cost.r / 2;
  for (let { ln } = cost; ln >= least; ln--) {
    const p = Math.floor(rest / (2 ** ln * cost.r));
    if (p <= 0) continue;
    costs.push({ ...cost, ln, p });
    rest -= 2 ** ln * cost.r * p;
  }
  return costs;
}

/** @param length Of the hash, in bytes: PBKDF2 takes all iterations for each 32 of them. */
function isBearable(cost: Cost, length = HASH_LENGTH): boolean {
  if (cost.algorithm === "scrypt") return isBearableScrypt(cost);
  const { algorithm, iterations } = cost;
  return algorithm === "pbkdf2-sha256" && Number.isInteger(iterations) && iterations >= 1 &&
    (isWorkerd ? iterations <= 100_000 : iterations * Math.ceil(length / 32) <= MAX_ITERATIONS);
}

/** A cost as a hash in PHC format begins with it. */
export function parametersOf(cost: Cost): string {
  if (cost.algorithm === "pbkdf2-sha256") return `pbkdf2-sha256$i=${cost.iterations}`;
  return `scrypt$ln=${cost.ln},r=${cost.r},p=${cost.p}`;
}

/** Reads a hash. @throws {TypeError} if it has another format, or its cost is out of bounds. */
export function parseHash(text: string): StoredHash {
  const stored = parseScrypt(text) ?? parsePbkdf2(text);
  if (!stored) {
    throw new TypeError("Cannot verify the password: the hash is neither $scrypt$… nor $pbkdf2-sha256$…");
  }
  if (isBearable(stored.cost, stored.hash.length)) return stored;
  throw new TypeError(
    `Cannot verify the password: the cost ${parametersOf(stored.cost)} is ${OUT_OF_BOUNDS}`,
  );
}

function parseScrypt(text: string): StoredHash | null {
  const found = SCRYPT.exec(text);
  if (!found) return null;
  const [, ln, r, p, ...texts] = found;
  return toStored({ algorithm: "scrypt", ln: Number(ln), r: Number(r), p: Number(p) }, texts);
}

function parsePbkdf2(text: string): StoredHash | null {
  const found = PBKDF2.exec(text);
  if (!found) return null;
  const [, iterations, ...texts] = found;
  return toStored({ algorithm: "pbkdf2-sha256", iterations: Number(iterations) }, texts);
}

/** @param texts Salt and hash. */
function toStored(cost: Cost, texts: readonly string[]): StoredHash | null {
  const [salt, hash] = texts.map((text) => parseBase64Url(text.replaceAll("+", "-").replaceAll("/", "_")));
  return salt && hash ? { cost, salt, hash } : null;
}
