/**
 * The messages of sign-up in Swedish.
 *
 * @module
 */

import type { SignUpMessages } from "../sign_up_types.ts";

/** The form of a new user. */
export const signUp: SignUpMessages = {
  heading: "Slutför registreringen",
  text: "Du skapar ett konto för {email}.",
  textNameless: "Du skapar ett konto.",
  button: "Skapa konto",
  accept: "Jag har läst och godkänner: {documents}",
  acceptError: "Kryssa i rutan för att skapa ett konto.",
  closed: { what: "Det går inte att skapa nya konton här.", now: "Har du redan ett? Logga in." },
};
