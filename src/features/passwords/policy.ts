/**
 * What a new password must be (NIST SP 800-63B-4 §3.1.1.2): long, and none of those that are tried first. No rules about
 * kinds of characters.
 *
 * @module
 */

import { isPassword, MAX_PASSWORD, toHashed } from "../../crypto/password_text.ts";
import { lengthOf, MIN_LENGTH } from "./min_length.ts";
import { InvalidPassword, type PasswordObjection } from "../../errors/errors.ts";
import type { PasswordOwner, PasswordProvider } from "./types.ts";
import { isGuessable } from "./guessable.ts";

/**
 * Asserts that a password may be set.
 *
 * @throws {InvalidPassword} with the reason.
 */
export async function assertNewPassword(
  password: unknown,
  owner: PasswordOwner,
  provider: PasswordProvider,
): Promise<string> {
  const objection = await objectionTo(password, owner, provider);
  if (objection === null) return password as string;
  throw invalidPassword(objection);
}

/** The error about a password that cannot be set. */
export function invalidPassword(objection: PasswordObjection): InvalidPassword {
  return Object.assign(new InvalidPassword(`Cannot set the password: ${REASONS[objection]}`), {
    code: objection,
  });
}

/** The objection to a password that is known to someone else; `null` without one. Its length does not matter. */
export async function objectionToKnown(
  password: string,
  owner: PasswordOwner,
  { isLeaked }: PasswordProvider,
): Promise<PasswordObjection | null> {
  if (isGuessable(password, owner)) return "TooCommon";
  return await isLeaked?.(password, owner) ? "Leaked" : null;
}

const REASONS: Readonly<Record<PasswordObjection, string>> = {
  TooShort: "it has too few characters",
  TooLong: `it has more than ${MAX_PASSWORD} characters`,
  TooCommon: "it is one of those that are tried first",
  Leaked: "`isLeaked` of the provider knows it",
  WrongPassword: "the current one is wrong",
};

async function objectionTo(
  password: unknown,
  owner: PasswordOwner,
  { minLength = MIN_LENGTH, isLeaked }: PasswordProvider,
): Promise<PasswordObjection | null> {
  if (typeof password !== "string" || lengthOf(password) < minLength) return "TooShort";
  if (!isPassword(password) || toHashed(password).length > MAX_PASSWORD) return "TooLong";
  // Half of a pair of surrogates: all of them would be one password.
  if (isGuessable(password, owner) || !password.isWellFormed()) return "TooCommon";
  return await isLeaked?.(password, owner) ? "Leaked" : null;
}
