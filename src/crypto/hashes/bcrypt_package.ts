/**
 * bcrypt, by the package `bcryptjs`.
 *
 * @module
 */

import { ConfigError } from "../../errors/errors.ts";
import { once } from "../../platform/once.ts";
import { timingSafeEqual } from "../bytes.ts";

/** A bcrypt hash: version, cost, 22 characters of salt, 31 of the hash. */
export const BCRYPT = /^\$2[aby]\$(\d\d)\$[A-Za-z0-9./]{53}$/;

/** Highest cost: 2^15 rounds, some three seconds. */
const MAX_COST = 15;

/** Returns the cost of a {@linkcode BCRYPT} hash as text if it is out of bounds. */
export function excessOfBcrypt(hash: string): string | null {
  const [, cost] = BCRYPT.exec(hash) ?? [];
  return Number(cost) >= 4 && Number(cost) <= MAX_COST ? null : String(Number(cost));
}

/** Returns a hash that no password has. @throws {TypeError} if the cost is out of bounds. */
export function dummyBcrypt(cost: number): string {
  const hash = `$2b$${String(cost).padStart(2, "0")}$${".".repeat(53)}`;
  if (BCRYPT.test(hash) && !excessOfBcrypt(hash)) return hash;
  throw new TypeError(`Cannot verify hashes of bcrypt: \`cost\` is not a whole number from 4 to ${MAX_COST}`);
}

/** Returns a hash, and after a cheaper one those which make up for its cost: two of one cost take as long as the next one. */
export function withRest(hash: string, cost: number): readonly string[] {
  const first = Number(BCRYPT.exec(hash)?.[1]);
  return [hash, ...Array.from({ length: Math.max(0, cost - first) }, (_, i) => dummyBcrypt(first + i))];
}

/** Checks a text against a {@linkcode BCRYPT} hash: the first 72 bytes of it, in constant time. */
export async function matchesBcrypt(text: string, hash: string): Promise<boolean> {
  const { default: { hash: compute } } = await load();
  // The last character of the salt has bits without meaning, in which implementations differ. They follow the salt only.
  const computed = await compute(text, hash.slice(0, SALT_END));
  return timingSafeEqual(computed.slice(SALT_END), hash.slice(SALT_END));
}

/** @throws {ConfigError} if the package is missing. */
export async function assertBcrypt(): Promise<void> {
  await load();
}

/** `$2b$10$` and the salt. */
const SALT_END = 29;

/** Bundlers leave out a package that is missing if its import stands in `try`. */
const load = /* @__PURE__ */ once(async () => {
  try {
    return await import("npm:bcryptjs@^3.0.3");
  } catch (error) {
    throw new ConfigError(
      "Cannot verify hashes of bcrypt: the package `bcryptjs` is missing; run `npm install bcryptjs@^3`",
      { err: error as Error },
    );
  }
});
