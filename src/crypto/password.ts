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
import { webPlatform } from "../platform/platform.ts";

export type { Hashing } from "./hashing.ts";

/**
 * Cost of scrypt. It uses 128 · 2^`ln` · `r` bytes of memory (128 MiB with the defaults). Its time is proportional to `p`.
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
 * @param password 1 to 1024 characters (UTF-16 code units).
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
  const hash = await derive(password, { cost, salt, length: HASH_LENGTH }, options.signal);
  return `$${parametersOf(cost)}$${toBase64(salt)}$${toBase64(hash)}`;
}

/**
 * Checks a password against a hash, in constant time.
 *
 * Without a hash it returns `false`, after as much work as for a hash with `options`. Call it without one for an unknown
 * user: otherwise the response time reveals who has an account.
 *
 * @param password The submitted password. A value that cannot be a password, such as `""` or `undefined`, never matches.
 * @param hash A hash by `hashPassword`, or by another library in the same format; `null` or `undefined` for none.
 * @param options Algorithm and cost of the other hashes, if they are not the defaults, and a signal that drops the work
 *   while it waits for its turn, as for `hashPassword`.
 * @throws {TypeError} if the hash has another format, or its cost exceeds a limit: 256 MiB of memory, four times the time
 *   of the defaults of scrypt, 5 000 000 iterations of PBKDF2.
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
  const { signal } = options;
  if (!stored) {
    await derive(password, { cost: costOf(options), salt: NO_SALT, length: HASH_LENGTH }, signal);
    return false;
  }
  return timingSafeEqual(
    await derive(password, { ...stored, length: stored.hash.length }, signal),
    stored.hash,
  );
}

/**
 * Whether a hash differs from `options` in algorithm or cost. If it does, hash the password again after the next
 * successful verification, and store the new hash.
 *
 * @param hash The stored hash. In another format, it needs a rehash.
 * @param options Desired algorithm and cost.
 * @throws {TypeError} if the desired cost is out of bounds.
 */
export function needsRehash(hash: string, options: PasswordOptions = {}): boolean {
  const [, ...parts] = hash.split("$");
  return parts.length !== 4 || parts.slice(0, 2).join("$") !== parametersOf(costOf(options));
}

const MAX_PASSWORD = 1024;

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

function isPassword(password: unknown): password is string {
  return typeof password === "string" && password.length >= 1 && password.length <= MAX_PASSWORD;
}

function costOf(options: PasswordOptions): Cost {
  const { algorithm = hasScrypt ? "scrypt" : "pbkdf2-sha256" } = options;
  const { ln = 17, r = 8, p = 1 } = options as ScryptOptions;
  const { iterations = 600_000 } = options as Pbkdf2Options;
  const cost = algorithm === "scrypt" ? { algorithm, ln, r, p } : { algorithm, iterations };
  if (isBearable(cost)) return cost;
  throw new TypeError(`Cannot hash the password: the cost ${parametersOf(cost)} is out of bounds`);
}

/** @param length Of the hash, in bytes: PBKDF2 takes all iterations for each 32 of them. */
function isBearable(cost: Cost, length = HASH_LENGTH): boolean {
  if (cost.algorithm === "scrypt") return isBearableScrypt(cost);
  const { algorithm, iterations } = cost;
  return algorithm === "pbkdf2-sha256" && Number.isInteger(iterations) && iterations >= 1 &&
    iterations * Math.ceil(length / 32) <= MAX_ITERATIONS;
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
  throw new TypeError(`Cannot verify the password: the cost ${parametersOf(stored.cost)} is out of bounds`);
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

async function derive(
  password: string,
  { cost, salt, length }: Derivation,
  signal: AbortSignal | undefined,
): Promise<Uint8Array> {
  const bytes = toUtf8(password.normalize("NFKC"));
  return await inTurn(
    () =>
      cost.algorithm === "pbkdf2-sha256"
        ? pbkdf2(bytes, { salt, length, iterations: cost.iterations })
        : scrypt(bytes, { salt, length, cost }),
    signal,
  );
}
