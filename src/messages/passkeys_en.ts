/**
 * The messages of passkeys in English.
 *
 * @module
 */

import type { Messages } from "./types.ts";

/** The script for passkeys, by the name of the error. */
export const passkey: Messages["passkey"] = {
  Configuration:
    "Passkeys are not set up correctly on this site. If you run it, its log says what to change.",
  InvalidEmail: "Enter a valid email address, for example you@example.com.",
  InvalidStateError: "This device has a passkey for you already. Sign in with it.",
  NotAllowedError: "No passkey was used: it was cancelled, or took too long. Try again.",
  NotSupportedError: "This device cannot make a passkey for this site.",
  SecurityError: "This site cannot use passkeys at this address.",
  "Invalid request": "Sign in first. To sign up, fill in the form.",
  Unsupported: "This browser does not support passkeys. Use another browser, or another way to sign in.",
  unknown: "That did not work. Try again in a moment.",
};
