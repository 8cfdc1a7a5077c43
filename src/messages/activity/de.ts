/**
 * The messages about what has happened to an account in German.
 *
 * @module
 */

import type { ActivityMessages } from "../activity_types.ts";

/** The card of the account page. */
export const activity: ActivityMessages = {
  heading: "Letzte Aktivitäten",
  signIn: "Angemeldet",
  stepUp: "Identität bestätigt",
  failed: "Fehlgeschlagene Anmeldung",
  wrong: { password: "Falsches Passwort", code: "Falscher Code", passkey: "Passkey nicht angenommen" },
  times: "{count}-mal",
  other: "Konto geändert",
  past: {
    passwordChanged: "Passwort geändert",
    secondFactorReset: "Anmeldung in zwei Schritten vom Support ausgeschaltet",
    deletionRequested: "Löschung des Kontos beantragt",
    deletionUndone: "Löschung des Kontos zurückgenommen",
    emailAdopted: "Neue E-Mail-Adresse",
    emailRestored: "Frühere E-Mail-Adresse wiederhergestellt",
    "change-username": "Benutzername geändert",
  },
};
