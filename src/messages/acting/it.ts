/**
 * The messages about administrators who act as users in Italian.
 *
 * @module
 */

import type { ActingMessages } from "../acting_types.ts";

/** The page of an administrator who acts as a user, and what the user reads of it. */
export const acting: ActingMessages = {
  heading: "Sta agendo come un altro utente",
  text: "{app} le mostra ciò che vede {name}.",
  closed: "Solo {name} può modificare l’accesso, i dispositivi e l’account.",
  left: "Tempo rimanente: {time}.",
  refused: "Non è stato modificato nulla. Riprovi dal suo account.",
  stop: "Smetti di agire",
  overHeading: "Non agisce più come un altro utente",
  overText: "Continua come {name}.",
  goOn: "Continua",
  act: "Agisci come questo utente",
  actText: "Vede {app} come lo vede questo utente, per {time}.",
  past: "L’assistenza di {app} ha usato l’account",
};
