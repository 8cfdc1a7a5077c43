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

import { type Bytes, timingSafeEqual, toBase64Url, toUtf8 } from "./bytes.ts";
import { pbkdf2, scrypt } from "./derivation.ts";
import { inTurn } from "./hashing.ts";
import { type Cost, HASH_LENGTH, type PasswordOptions } from "./password_cost.ts";
import { costOf, parametersOf, parseHash, restOf } from "./stored_hash.ts";
import { isPassword, MAX_PASSWORD, toHashed } from "./password_text.ts";
import { webPlatform } from "../platform/platform.ts";

export type { Hashing } from "./hashing.ts";
export type { PasswordCost, PasswordOptions, Pbkdf2Options, ScryptOptions } from "./password_cost.ts";

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
const NO_SALT = new Uint8Array(SALT_LENGTH);

/** Cost of scrypt, of one strength: by default, and by default where an isolate has 128 MB. */
const LARGE = "scrypt$ln=17,r=8,p=1";
const SMALL = "scrypt$ln=16,r=8,p=2";

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
