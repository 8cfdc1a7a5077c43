/**
 * The messages of passkeys in English.
 *
 * @module
 */

import type { Messages } from "./types.ts";

/** The script for passkeys, by the name of the error. */
export const passkey: Messages["passkey"] = {
  Configuration: "Passkeys aren't set up correctly on this site. If you run it, its log says what to change.",
  InvalidEmail: "Enter a valid email address, for example you@example.com.",
  InvalidStateError: "This device already has a passkey for you. Sign in with it.",
  NotAllowedError: "No passkey was used: it was cancelled, or took too long. Try again.",
  NotSupportedError: "This device can't create a passkey for this site.",
  SecurityError: "This site can't use passkeys at this address.",
  "Invalid request": "Sign in first. To sign up, fill in the form.",
  Unsupported: "This browser doesn't support passkeys. Use another browser, or another way to sign in.",
  unknown: "That didn't work. Try again in a moment.",
};

/** The page that offers a passkey. */
export const passkeyOffer: Messages["passkeyOffer"] = {
  heading: "Sign in faster next time",
  text:
    "A passkey signs you in with your fingerprint, face or PIN. There's nothing to remember, and no email to wait for.",
  button: "Create a passkey",
  skip: "Not now",
};
