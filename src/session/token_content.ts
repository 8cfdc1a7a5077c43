/**
 * The token of a stored session: random text, the time of the sign-in, and how the user has signed in. The stored hash covers all
 * of it, so none of it can be changed, and the table needs no column.
 *
 * @module
 */

import { toBase64Url } from "../crypto/bytes.ts";
import { aalOf, type AuthMethod, parseAmr, UNKNOWN_METHODS } from "../values/levels.ts";
import type { Platform } from "../platform/platform.ts";

/** What a token of a stored session contains. */
interface TokenContent {
  /** When the user signed in, in milliseconds since the epoch; `null` in a token of the application. */
  readonly signedInAt: number | null;
  /** The methods of the sign-in; empty if they are not known. */
  readonly amr: readonly AuthMethod[];
  /** The generation of the user at the sign-in; 0 if the token says none. */
  readonly generation: number;
}

/** Level, methods and generation at the end of a token, such as `~2.pwd.otp.mfa` or `~2.pwd.otp.mfa.3`. */
const SUFFIX = /~([12])((?:\.[a-z]+)*)(?:\.(\d+))?$/;

/** A token: 32 random bytes and the time of the sign-in. */
export function newToken(signedInAt: number, { random }: Pick<Platform, "random">): string {
  return `${toBase64Url(random(32))}.${Math.floor(signedInAt / 1000).toString(36)}`;
}

/**
 * Adds to a token how the user has signed in. A token that the application has made may end like such a suffix by chance: then a
 * suffix is always added, so that only the library's own counts.
 *
 * @param generation That of the user, if the level ends with it. Default: the first one.
 */
export function withMethods(token: string, amr: readonly string[], generation = 0): string {
  const methods = parseAmr(amr);
  if (methods.length === 0 && !SUFFIX.test(token)) return token;
  return `${token}~${[aalOf(methods), ...methods, ...generation ? [generation] : []].join(".")}`;
}

/** Reads a token whose hash is stored. */
export function readToken(token: string): TokenContent {
  const found = token.includes("~") ? SUFFIX.exec(token) ?? [] : [];
  const [suffix = "", level, words = "", generation = 0] = found;
  const amr = parseAmr(words.split("."));
  const plain = token.slice(0, token.length - suffix.length);
  return {
    signedInAt: signInTimeOf(plain),
    amr: String(aalOf(amr)) === level ? amr : UNKNOWN_METHODS,
    generation: Number(generation),
  };
}

/** The time in a token of `newToken`, in milliseconds since the epoch; 0 if nothing was proven, `null` for a token of the application. */
function signInTimeOf(token: string): number | null {
  const [, seconds] = /^[\w-]{43}\.(0|[\da-z]{6,8})$/.exec(token) ?? [];
  return seconds === undefined ? null : parseInt(seconds, 36) * 1000;
}
