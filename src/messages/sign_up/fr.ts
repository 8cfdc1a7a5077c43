/**
 * The messages of sign-up in French.
 *
 * @module
 */

import type { SignUpMessages } from "../sign_up_types.ts";

/** The form of a new user. */
export const signUp: SignUpMessages = {
  heading: "Terminer l’inscription",
  text: "Vous créez un compte pour {email}.",
  textNameless: "Vous créez un compte.",
  button: "Créer le compte",
  accept: "J’ai lu et j’accepte\u00a0: {documents}",
  acceptError: "Cochez cette case pour créer un compte.",
  closed: {
    what: "Il n’est pas possible de créer un compte ici.",
    now: "Si vous en avez déjà un, connectez-vous.",
  },
};
