/**
 * Why a sign-in has failed, as the log of activities keeps it.
 *
 * @module
 */

import type { AuthError } from "../../errors/auth_error.ts";
import { InvalidPassword } from "../../errors/errors.ts";
import { isA } from "../../errors/thrown.ts";

/** What was wrong, by the type of the error. */
const WRONG: Readonly<Record<string, "password" | "code" | "passkey">> = {
  CredentialsSignin: "password",
  InvalidPassword: "password",
  InvalidCode: "code",
  InvalidSecondFactor: "code",
  TooManyWrongCodes: "code",
  WebAuthnVerificationError: "passkey",
};

/** The types of errors that a user should know of, as someone has tried to get in. */
const TOLD: ReadonlySet<string> = new Set([...Object.keys(WRONG), "AccessDenied"]);

/** The reason that a row has; `null` for what says nothing about a try to get in, such as an outage. */
export function reasonOf(error: AuthError): string | null {
  // A new password that is too short is no try to get in.
  if (isA(error, InvalidPassword) && error.code !== "WrongPassword") return null;
  return TOLD.has(error.type) ? error.type : null;
}

/** What was wrong; `null` if the application has refused it, or for a reason of a later version. */
export function wrongIn(reason: string | null): "password" | "code" | "passkey" | null {
  return reason !== null && Object.hasOwn(WRONG, reason) ? WRONG[reason]! : null;
}
