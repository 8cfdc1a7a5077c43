/**
 * The messages about what has happened to an account in French.
 *
 * @module
 */

import type { ActivityMessages } from "../activity_types.ts";

/** The card of the account page. */
export const activity: ActivityMessages = {
  heading: "Activité récente",
  signIn: "Connexion",
  stepUp: "Identité confirmée",
  failed: "Échec de connexion",
  wrong: { password: "Mot de passe incorrect", code: "Code incorrect", passkey: "Clé d’accès refusée" },
  times: "{count} fois",
  other: "Compte modifié",
  past: {
    passwordChanged: "Mot de passe modifié",
    secondFactorReset: "Validation en deux étapes désactivée par l’assistance",
    deletionRequested: "Suppression du compte demandée",
    deletionUndone: "Suppression du compte annulée",
    emailAdopted: "Nouvelle adresse e-mail",
    emailRestored: "Ancienne adresse e-mail rétablie",
    "change-username": "Nom d’utilisateur modifié",
  },
};
