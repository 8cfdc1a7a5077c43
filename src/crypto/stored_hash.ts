/**
 * Password hashes as they are stored, in PHC format, and the work of their cost.
 *
 * @module
 */

import { type Bytes, parseBase64Url } from "./bytes.ts";
import { isWorkerd } from "./workerd.ts";
import {
  type Cost,
  HASH_LENGTH,
  isBearable,
  isOffered,
  type PasswordOptions,
  withDefaults,
} from "./password_cost.ts";

/** A hash in PHC format. */
export interface StoredHash {
  /** What it costs to compute. */
  readonly cost: Cost;
  /** Its salt. */
  readonly salt: Bytes;
  /** The hash itself. */
  readonly hash: Bytes;
}

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

/** A cost as a hash in PHC format begins with it. */
export function parametersOf(cost: Cost): string {
  if (cost.algorithm === "pbkdf2-sha256") return `pbkdf2-sha256$i=${cost.iterations}`;
  return `scrypt$ln=${cost.ln},r=${cost.r},p=${cost.p}`;
}

/** Whether a text has the form of a hash that the library makes. Its cost may still be out of bounds. */
export function isOwnHash(text: string): boolean {
  return (parseScrypt(text) ?? parsePbkdf2(text)) !== null;
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
