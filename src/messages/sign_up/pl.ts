/**
 * The messages of sign-up in Polish.
 *
 * @module
 */

import type { SignUpMessages } from "../sign_up_types.ts";

/** The form of a new user. */
export const signUp: SignUpMessages = {
  heading: "Dokończ rejestrację",
  text: "Tworzysz konto dla {email}.",
  textNameless: "Tworzysz konto.",
  button: "Utwórz konto",
  accept: "Przeczytałem(-am) i akceptuję: {documents}",
  acceptError: "Zaznacz to pole, aby utworzyć konto.",
  closed: { what: "Nie można tu tworzyć nowych kont.", now: "Jeśli masz już konto, zaloguj się." },
};
