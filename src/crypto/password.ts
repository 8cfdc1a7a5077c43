/**
 * Password hashing and verification.
 *
 * @example
 * ```ts
 * import { hashPassword, needsRehash, verifyPassword } from "@latchkey/auth/password";
 *
 * const hash = await hashPassword("correct horse battery staple");
 * console.log(hash); // $scrypt$ln=17,r=8,p=1$…
 * console.log(await verifyPassword("correct horse battery staple", hash)); // true
 * console.log(await verifyPassword("guess", hash)); // false
 * console.log(await verifyPassword("guess", null)); // false, after the same time: for an unknown user
 * console.log(needsRehash(hash)); // false
 * ```
 *
 * @module
 */

import { type Bytes, parseBase64Url, timingSafeEqual, toBase64Url, toUtf8 } from "./bytes.ts";
import { hasScrypt, isBearableScrypt, MAX_ITERATIONS, pbkdf2, scrypt } from "./derivation.ts";
import { type Hashing, inTurn } from "./hashing.ts";
import { isWorkerd } from "./native.ts";
import { isPassword, MAX_PASSWORD, toHashed } from "./password_text.ts";
import { webPlatform } from "../platform/platform.ts";

export type { Hashing } from "./hashing.ts";

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

/**
 * Hashes a password with a random salt: with scrypt, or with PBKDF2 if the runtime has no scrypt. Returns hash and cost
 * as one string of about 100 ASCII characters, in PHC format: `$scrypt$ln=17,r=8,p=1$<salt>$<hash>` or
 * `$pbkdf2-sha256$i=600000$<salt>$<hash>`.
 *
 * The password is normalized to Unicode NFKC, so that the same text from different keyboards gives the same hash. Hashing
 * runs on another thread. It takes the memory of its cost, and on Node a thread of the pool that also serves files, DNS
 * and WebCrypto. Hashes therefore take turns: at most four run at a time, on at most half of the pool (two threads, by
 * default). At most 64 wait.
 *
 * @param password 1 to 1024 characters (UTF-16 code units), as typed or in NFKC.
 * @param options Algorithm and cost, and a signal that drops the hash while it waits.
 * @throws {TypeError} if the password is not a string, empty or too long, or if the cost is out of bounds.
 * @throws {ServerBusy} if too many hashes wait: thrown by `authorize`, it becomes an answer with status 503.
 * @throws {Error} if the runtime does not support the algorithm.
 * @throws The reason of the signal, if it aborts before the hash begins.
 * @see {@link https://github.com/P-H-C/phc-string-format/blob/master/phc-sf-spec.md | PHC string format}
 */
export async function hashPassword(password: string, options: PasswordOptions = {}): Promise<string> {
  if (!isPassword(password)) {
    throw new TypeError(`Cannot hash the password: it must be a string of 1 to ${MAX_PASSWORD} characters`);
  }
  const cost = costOf(options);
  const salt = webPlatform.random(SALT_LENGTH);
  const hash = await inTurn(() => derive(password, { cost, salt, length: HASH_LENGTH }), options.signal);
  return `$${parametersOf(cost)}$${toBase64(salt)}$${toBase64(hash)}`;
}

/**
 * Checks a password against a hash, in constant time.
 *
 * Without a hash it returns `false`, after as much work as for a hash with `options`; a cheaper hash is followed by the rest
 * of that work. Call it without one for an unknown user: otherwise the response time reveals who has an account. A hash
 * that costs more than `options` takes longer: until it is replaced, give the cost of the costliest hash.
 *
 * @param password The submitted password. A value that cannot be a password, such as `""` or `undefined`, never matches.
 * @param hash A hash by `hashPassword`, or by another library in the same format; `null` or `undefined` for none.
 * @param options Algorithm and cost of the other hashes, if they are not the defaults, and a signal that drops the work
 *   while it waits for its turn, as for `hashPassword`.
 * @throws {TypeError} if the hash has another format, or its cost exceeds a limit: 256 MiB of memory, four times the time
 *   of the defaults of scrypt, 5 000 000 iterations of PBKDF2. On Cloudflare Workers: 128 MiB, the time of the defaults,
 *   100 000 iterations. Then call it without the hash, for the same work.
 * @throws {ServerBusy} if too many hashes wait.
 * @throws {Error} if the runtime does not support the algorithm of the hash.
 * @throws The reason of the signal, if it aborts before the work begins.
 */
export async function verifyPassword(
  password: unknown,
  hash: string | null | undefined,
  options: PasswordOptions = {},
): Promise<boolean> {
  const stored = typeof hash === "string" ? parseHash(hash) : null;
  if (!isPassword(password)) return false;
  const rest = restOf(costOf(options), stored);
  // In one turn: who waits for several would show that there are several.
  return await inTurn(async () => {
    const isRight = stored !== null &&
      timingSafeEqual(await derive(password, { ...stored, length: stored.hash.length }), stored.hash);
    for (const cost of rest) await derive(password, { cost, salt: NO_SALT, length: HASH_LENGTH });
    return isRight;
  }, options.signal);
}

/**
 * Whether a hash differs from `options` in algorithm or cost. If it does, hash the password again after the next
 * successful verification, and store the new hash. The default of Cloudflare Workers is as good as that of other runtimes,
 * so that a hash does not change each time the user comes to the other one.
 *
 * @param hash The stored hash. In another format, it needs a rehash.
 * @param options Desired algorithm and cost.
 * @throws {TypeError} if the desired cost is out of bounds.
 */
export function needsRehash(hash: string, options: PasswordOptions = {}): boolean {
  const [, ...parts] = hash.split("$");
  const cost = parts.slice(0, 2).join("$");
  const wanted = parametersOf(costOf(options));
  return parts.length !== 4 || cost !== wanted && (cost !== SMALL || wanted !== LARGE);
}

/** Bytes. */
const SALT_LENGTH = 16;
const HASH_LENGTH = 32;
const NO_SALT = new Uint8Array(SALT_LENGTH);

/** Base64 without padding: salt up to 64 bytes, hash from 16 to 64. */
const SCRYPT =
  /^\$scrypt\$ln=(\d{1,2}),r=(\d{1,7}),p=(\d{1,7})\$([A-Za-z0-9+/]{2,86})\$([A-Za-z0-9+/]{22,86})$/;

/** The same lengths. Some libraries add the length of the hash, such as `,l=32`. */
const PBKDF2 = /^\$pbkdf2-sha256\$i=(\d{1,7})(?:,l=\d\d)?\$([A-Za-z0-9+/]{2,86})\$([A-Za-z0-9+/]{22,86})$/;

type ScryptCost = Required<Omit<ScryptOptions, keyof Hashing>>;
type Cost = ScryptCost | Required<Omit<Pbkdf2Options, keyof Hashing>>;

interface StoredHash {
  readonly cost: Cost;
  readonly salt: Bytes;
  readonly hash: Bytes;
}

function costOf(options: PasswordOptions): Cost {
  const { algorithm = hasScrypt ? "scrypt" : "pbkdf2-sha256" } = options;
  const own = options as ScryptOptions;
  const isSmall = isWorkerd && (own.ln ?? own.r ?? own.p) === undefined;
  const { ln = isSmall ? 16 : 17, r = 8, p = isSmall ? 2 : 1 } = own;
  const { iterations = 600_000 } = options as Pbkdf2Options;
  const cost = algorithm === "scrypt" ? { algorithm, ln, r, p } : { algorithm, iterations };
  if (isBearable(cost) && !(isWorkerd && 2 ** ln * r > 2 ** 19)) return cost;
  throw new TypeError(`Cannot hash the password: the cost ${parametersOf(cost)} is ${OUT_OF_BOUNDS}`);
}

/** Half of the memory of an isolate at most, which the application needs, too. An old hash may take all, once. */
const OUT_OF_BOUNDS = isWorkerd
  ? "out of bounds on Cloudflare Workers: they have scrypt up to 64 MiB, with the flag `nodejs_compat`, and 100 000 " +
    "iterations of PBKDF2"
  : "out of bounds";

/** Cost of scrypt, of one strength: by default, and by default where an isolate has 128 MB. */
const LARGE = "scrypt$ln=17,r=8,p=1";
const SMALL = "scrypt$ln=16,r=8,p=2";

/** Work of a cost, in rounds of scrypt. An iteration of PBKDF2 takes about half of the time of one. */
function workOf(cost: Cost, length = HASH_LENGTH): number {
  if (cost.algorithm === "scrypt") return 2 ** cost.ln * cost.r * cost.p;
  return cost.iterations * Math.ceil(length / 32) / 2;
}

/** The costs that add up, after a stored hash, to the work of a cost: all of it without one. */
function restOf(cost: Cost, stored: StoredHash | null): readonly Cost[] {
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

function parametersOf(cost: Cost): string {
  if (cost.algorithm === "pbkdf2-sha256") return `pbkdf2-sha256$i=${cost.iterations}`;
  return `scrypt$ln=${cost.ln},r=${cost.r},p=${cost.p}`;
}

function parseHash(text: string): StoredHash {
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

function toBase64(bytes: Uint8Array): string {
  return toBase64Url(bytes).replaceAll("-", "+").replaceAll("_", "/");
}

interface Derivation {
  readonly cost: Cost;
  readonly salt: Bytes;
  /** Bytes of the result. */
  readonly length: number;
}

function derive(password: string, { cost, salt, length }: Derivation): Promise<Uint8Array> {
  const bytes = toUtf8(toHashed(password));
  return cost.algorithm === "pbkdf2-sha256"
    ? pbkdf2(bytes, { salt, length, iterations: cost.iterations })
    : scrypt(bytes, { salt, length, cost });
}
