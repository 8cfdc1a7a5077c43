/**
 * The messages about what has happened to an account in Swedish.
 *
 * @module
 */

import type { ActivityMessages } from "../activity_types.ts";

/** The card of the account page. */
export const activity: ActivityMessages = {
  heading: "Senaste aktivitet",
  signIn: "Inloggning",
  stepUp: "Identitet bekräftad",
  failed: "Misslyckad inloggning",
  wrong: { password: "Fel lösenord", code: "Fel kod", passkey: "Lösennyckeln godtogs inte" },
  times: "{count} gånger",
  other: "Kontot ändrades",
  past: {
    passwordChanged: "Lösenordet ändrades",
    secondFactorReset: "Supporten stängde av tvåstegsverifieringen",
    deletionRequested: "Radering av kontot begärdes",
    deletionUndone: "Raderingen av kontot ångrades",
    emailAdopted: "Ny e-postadress",
    emailRestored: "Den tidigare e-postadressen återställdes",
    "change-username": "Användarnamnet ändrades",
  },
};
