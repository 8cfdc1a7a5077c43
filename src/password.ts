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

import { type Bytes, parseBase64Url, timingSafeEqual, toBase64Url, toUtf8 } from "./crypto/bytes.ts";
import { hasThreadPerCall, nativeCrypto } from "./crypto/native.ts";
import { webPlatform } from "./platform.ts";

/**
 * Cost of scrypt. It uses 128 · 2^`ln` · `r` bytes of memory (128 MiB with the defaults). Its time is proportional to `p`.
 *
 * @see {@link https://www.rfc-editor.org/rfc/rfc7914 | RFC 7914}
 */
export interface ScryptOptions {
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
export interface Pbkdf2Options {
  /** The algorithm. Default where the runtime has no node:crypto. */
  readonly algorithm: "pbkdf2-sha256";
  /** Iterations. Default 600 000. The WebCrypto of Cloudflare Workers refuses more than 100 000: use scrypt there. */
  readonly iterations?: number;
}

/** Algorithm and cost of a hash. */
export type PasswordOptions = ScryptOptions | Pbkdf2Options;

/**
 * Hashes a password with a random salt: with scrypt, or with PBKDF2 if the runtime has no scrypt. Returns hash and cost
 * as one string of about 100 ASCII characters, in PHC format: `$scrypt$ln=17,r=8,p=1$<salt>$<hash>` or
 * `$pbkdf2-sha256$i=600000$<salt>$<hash>`.
 *
 * The password is normalized to Unicode NFKC, so that the same text from different keyboards gives the same hash. Hashing
 * runs on another thread. At most four scrypt hashes run at a time, because each needs the memory of its cost.
 *
 * @param password 1 to 1024 characters (UTF-16 code units).
 * @param options Algorithm and cost.
 * @throws {TypeError} if the password is not a string, empty or too long, or if the cost is out of bounds.
 * @throws {Error} if the runtime does not support the algorithm.
 * @see {@link https://github.com/P-H-C/phc-string-format/blob/master/phc-sf-spec.md | PHC string format}
 */
export async function hashPassword(password: string, options: PasswordOptions = {}): Promise<string> {
  if (!isPassword(password)) {
    throw new TypeError(`Cannot hash the password: it must be a string of 1 to ${MAX_PASSWORD} characters`);
  }
  const cost = costOf(options);
  const salt = webPlatform.random(SALT_LENGTH);
  const hash = await derive(password, { cost, salt, length: HASH_LENGTH });
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
 * @param options Algorithm and cost of the other hashes, if they are not the defaults.
 * @throws {TypeError} if the hash has another format, or its cost exceeds a limit: 256 MiB of memory, four times the time
 *   of the defaults of scrypt, 5 000 000 iterations of PBKDF2.
 * @throws {Error} if the runtime does not support the algorithm of the hash.
 */
export async function verifyPassword(
  password: unknown,
  hash: string | null | undefined,
  options: PasswordOptions = {},
): Promise<boolean> {
  const stored = typeof hash === "string" ? parseHash(hash) : null;
  if (!isPassword(password)) return false;
  if (!stored) {
    await derive(password, { cost: costOf(options), salt: NO_SALT, length: HASH_LENGTH });
    return false;
  }
  return timingSafeEqual(await derive(password, { ...stored, length: stored.hash.length }), stored.hash);
}

/**
 * Whether a hash differs from `options` in algorithm or cost. If it does, hash the password again after the next
 * successful verification, and store the new hash.
 *
 * @param hash The stored hash. In another format, it needs a rehash.
 * @param options Desired algorithm and cost.
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

/** Upper bounds of the cost: bytes of memory, rounds (N · r · p), iterations. */
const MAX_MEMORY = 2 ** 28;
const MAX_ROUNDS = 2 ** 22;
const MAX_ITERATIONS = 5_000_000;

/** Most scrypt hashes at a time if the runtime sets no limit. The same as Node's default. */
const MAX_PARALLEL = 4;

/** Base64 without padding: salt up to 64 bytes, hash from 16 to 64. */
const SCRYPT =
  /^\$scrypt\$ln=(\d{1,2}),r=(\d{1,7}),p=(\d{1,7})\$([A-Za-z0-9+/]{2,86})\$([A-Za-z0-9+/]{22,86})$/;

/** The same lengths. Some libraries add the length of the hash, such as `,l=32`. */
const PBKDF2 = /^\$pbkdf2-sha256\$i=(\d{1,7})(?:,l=\d\d)?\$([A-Za-z0-9+/]{2,86})\$([A-Za-z0-9+/]{22,86})$/;

type Cost = Required<ScryptOptions> | Required<Pbkdf2Options>;

interface StoredHash {
  readonly cost: Cost;
  readonly salt: Bytes;
  readonly hash: Bytes;
}

function isPassword(password: unknown): password is string {
  return typeof password === "string" && password.length >= 1 && password.length <= MAX_PASSWORD;
}

function costOf(options: PasswordOptions): Cost {
  const { algorithm = nativeCrypto ? "scrypt" : "pbkdf2-sha256" } = options;
  const { ln = 17, r = 8, p = 1 } = options as ScryptOptions;
  const { iterations = 600_000 } = options as Pbkdf2Options;
  const cost = algorithm === "scrypt" ? { algorithm, ln, r, p } : { algorithm, iterations };
  if (isBearable(cost)) return cost;
  throw new TypeError(`Cannot hash the password: the cost ${parametersOf(cost)} is out of bounds`);
}

function isBearable(cost: Cost): boolean {
  const { algorithm, ...numbers } = cost;
  if (!Object.values(numbers).every((number) => Number.isInteger(number) && number >= 1)) return false;
  if (cost.algorithm === "pbkdf2-sha256") return cost.iterations <= MAX_ITERATIONS;
  const blocks = 2 ** cost.ln * cost.r;
  return algorithm === "scrypt" && 128 * blocks <= MAX_MEMORY && blocks * cost.p <= MAX_ROUNDS;
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
  if (isBearable(stored.cost)) return stored;
  throw new TypeError(`Cannot verify the password: the cost ${parametersOf(stored.cost)} is out of bounds`);
}

function parseScrypt(text: string): StoredHash | null {
  const [, ln, r, p, salt, hash] = SCRYPT.exec(text) ?? [];
  if (!salt || !hash) return null;
  return toStored({ algorithm: "scrypt", ln: Number(ln), r: Number(r), p: Number(p) }, salt, hash);
}

function parsePbkdf2(text: string): StoredHash | null {
  const [, iterations, salt, hash] = PBKDF2.exec(text) ?? [];
  if (!salt || !hash) return null;
  return toStored({ algorithm: "pbkdf2-sha256", iterations: Number(iterations) }, salt, hash);
}

function toStored(cost: Cost, ...texts: readonly [salt: string, hash: string]): StoredHash | null {
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
  const bytes = toUtf8(password.normalize("NFKC"));
  if (cost.algorithm === "pbkdf2-sha256") return pbkdf2(bytes, { salt, length, iterations: cost.iterations });
  return inTurn(() => scrypt(bytes, { salt, length, cost }));
}

async function pbkdf2(
  password: Bytes,
  { salt, length, iterations }: { salt: Bytes; length: number; iterations: number },
): Promise<Uint8Array> {
  const key = await crypto.subtle.importKey("raw", password, "PBKDF2", false, ["deriveBits"]);
  const algorithm = { name: "PBKDF2", hash: "SHA-256", salt, iterations };
  return new Uint8Array(await crypto.subtle.deriveBits(algorithm, key, length * 8));
}

function scrypt(
  password: Bytes,
  { salt, length, cost: { ln, r, p } }: { salt: Bytes; length: number; cost: Required<ScryptOptions> },
): Promise<Uint8Array> {
  return new Promise((resolve, reject) => {
    if (!nativeCrypto) {
      throw new Error(
        "Cannot hash the password: this runtime has no scrypt; on Cloudflare Workers, set the flag `nodejs_compat`",
      );
    }
    // `isBearable` has limited N, r and p.
    const cost = { N: 2 ** ln, r, p, maxmem: 4 * MAX_MEMORY };
    nativeCrypto.scrypt(password, salt, length, cost, (error, key) => error ? reject(error) : resolve(key));
  });
}

let running = 0;
const waiting: (() => void)[] = [];

/** Runs at most `MAX_PARALLEL` hashes at a time: each needs up to 256 MiB of memory. */
async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  if (!hasThreadPerCall) return await work();
  if (running < MAX_PARALLEL) running++;
  else await new Promise<void>((resolve) => waiting.push(resolve));
  try {
    return await work();
  } finally {
    const next = waiting.shift();
    if (next) next();
    else running--;
  }
}
