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
  other: "Votre compte a été modifié",
};
