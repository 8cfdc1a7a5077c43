/**
 * The messages about what has happened to an account in Italian.
 *
 * @module
 */

import type { ActivityMessages } from "../activity_types.ts";

/** The card of the account page. */
export const activity: ActivityMessages = {
  heading: "Attività recente",
  signIn: "Accesso",
  stepUp: "Identità confermata",
  failed: "Accesso non riuscito",
  wrong: { password: "Password errata", code: "Codice errato", passkey: "Passkey non accettata" },
  times: "{count} volte",
  other: "Account modificato",
  past: {
    passwordChanged: "Password cambiata",
    secondFactorReset: "Verifica in due passaggi disattivata dall’assistenza",
    deletionRequested: "Eliminazione dell’account richiesta",
    deletionUndone: "Eliminazione dell’account annullata",
    emailAdopted: "Nuovo indirizzo e-mail",
    emailRestored: "Indirizzo e-mail precedente ripristinato",
    "change-username": "Nome utente cambiato",
  },
};
