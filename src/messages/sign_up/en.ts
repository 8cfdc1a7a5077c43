/**
 * The messages of sign-up in English.
 *
 * @module
 */

import type { SignUpMessages } from "../sign_up_types.ts";

/** The form of a new user. */
export const signUp: SignUpMessages = {
  heading: "Finish signing up",
  text: "You're creating an account for {email}.",
  textNameless: "You're creating an account.",
  button: "Create account",
  accept: "I have read and accept: {documents}",
  acceptError: "Check this box to create an account.",
  closed: { what: "New accounts can't be created here.", now: "If you already have one, sign in." },
};
