/**
 * The messages of sign-up in Dutch.
 *
 * @module
 */

import type { SignUpMessages } from "../sign_up_types.ts";

/** The form of a new user. */
export const signUp: SignUpMessages = {
  heading: "Registratie afronden",
  text: "Je maakt een account aan voor {email}.",
  textNameless: "Je maakt een account aan.",
  button: "Account aanmaken",
  accept: "Gelezen en geaccepteerd: {documents}",
  acceptError: "Vink dit vakje aan om een account aan te maken.",
  closed: { what: "Je kunt hier geen nieuw account aanmaken.", now: "Heb je er al een? Log dan in." },
};
