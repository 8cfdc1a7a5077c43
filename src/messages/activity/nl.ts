/**
 * The messages about what has happened to an account in Dutch.
 *
 * @module
 */

import type { ActivityMessages } from "../activity_types.ts";

/** The card of the account page. */
export const activity: ActivityMessages = {
  heading: "Recente activiteit",
  signIn: "Ingelogd",
  stepUp: "Identiteit bevestigd",
  failed: "Mislukte inlogpoging",
  wrong: { password: "Onjuist wachtwoord", code: "Onjuiste code", passkey: "Passkey niet geaccepteerd" },
  times: "{count} keer",
  other: "Account gewijzigd",
  past: {
    passwordChanged: "Wachtwoord gewijzigd",
    secondFactorReset: "Verificatie in twee stappen door support uitgeschakeld",
    deletionRequested: "Verwijdering van het account aangevraagd",
    deletionUndone: "Verwijdering van het account geannuleerd",
    emailAdopted: "Nieuw e-mailadres",
    emailRestored: "Vorig e-mailadres hersteld",
    "change-username": "Gebruikersnaam gewijzigd",
  },
};
