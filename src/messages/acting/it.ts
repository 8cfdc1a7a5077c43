/**
 * The messages about administrators who act as users in Italian.
 *
 * @module
 */

import type { ActingMessages } from "../acting_types.ts";

/** The page of an administrator who acts as a user, and what the user reads of it. */
export const acting: ActingMessages = {
  heading: "Stai agendo come un altro utente",
  text: "{app} ti mostra ciò che vede {name}.",
  closed: "Solo {name} può modificare i modi per accedere, i dispositivi e l’account.",
  left: "Tempo rimanente: {time}.",
  refused: "Non è stato modificato nulla. Riprova dal tuo account.",
  stop: "Termina",
  overHeading: "Non stai più agendo come un altro utente",
  overText: "Continui come {name}.",
  goOn: "Continua",
  act: "Agisci come questo utente",
  actText: "Per {time} vedi {app} come questo utente.",
  past: "L’assistenza di {app} ha usato l’account",
};
