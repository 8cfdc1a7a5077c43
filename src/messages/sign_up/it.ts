/**
 * The messages of sign-up in Italian.
 *
 * @module
 */

import type { SignUpMessages } from "../sign_up_types.ts";

/** The form of a new user. */
export const signUp: SignUpMessages = {
  heading: "Completa la registrazione",
  text: "Stai creando un account per {email}.",
  textNameless: "Stai creando un account.",
  button: "Crea account",
  accept: "Ho letto e accetto: {documents}",
  acceptError: "Seleziona questa casella per creare un account.",
  closed: { what: "Qui non si possono creare nuovi account.", now: "Se ne hai già uno, accedi." },
};
