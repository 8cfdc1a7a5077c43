/**
 * The messages about administrators who act as users in French.
 *
 * @module
 */

import type { ActingMessages } from "../acting_types.ts";

/** The page of an administrator who acts as a user, and what the user reads of it. */
export const acting: ActingMessages = {
  heading: "Vous agissez au nom d’un autre utilisateur",
  text: "{app} vous montre ce que voit {name}.",
  closed: "Les modes de connexion, les appareils et le compte ne peuvent être modifiés que par {name}.",
  left: "Temps restant : {time}.",
  refused: "Rien n’a été modifié. Réessayez depuis votre propre compte.",
  stop: "Arrêter",
  overHeading: "Vous n’agissez plus au nom d’un autre utilisateur",
  overText: "Vous continuez en tant que {name}.",
  goOn: "Continuer",
  act: "Agir au nom de cet utilisateur",
  actText: "Vous voyez {app} comme cet utilisateur, pendant {time}.",
  past: "L’assistance de {app} a utilisé le compte",
};
