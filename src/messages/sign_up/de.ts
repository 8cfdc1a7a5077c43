/**
 * The messages of sign-up in German.
 *
 * @module
 */

import type { SignUpMessages } from "../sign_up_types.ts";

/** The form of a new user. */
export const signUp: SignUpMessages = {
  heading: "Registrierung abschließen",
  text: "Sie erstellen ein Konto für {email}.",
  textNameless: "Sie erstellen ein Konto.",
  button: "Konto erstellen",
  accept: "Gelesen und akzeptiert: {documents}",
  acceptError: "Kreuzen Sie dieses Feld an, um ein Konto zu erstellen.",
  closed: {
    what: "Hier lassen sich keine neuen Konten erstellen.",
    now: "Wenn Sie schon eines haben, melden Sie sich an.",
  },
};
