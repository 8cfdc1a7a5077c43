/**
 * The messages about the profile in French.
 *
 * @module
 */

import type { ProfileMessages } from "../profile_types.ts";

/** The part of the account page. */
export const profile: ProfileMessages = {
  heading: "Profil",
  about: "À propos de vous",
  name: "Nom",
  optional: "Facultatif",
  followed:
    "Votre nom et votre photo viennent du service avec lequel vous vous connectez. Modifiez-les dans ce service, puis reconnectez-vous.",
  saved: "Votre profil a été enregistré.",
  language: "Langue",
  ofBrowser: "Comme dans le navigateur",
  changed: "Profil modifié",
  picture: "Photo",
  pictureLabel: "Choisissez une image",
  pictureRule: "PNG, JPEG, WebP ou GIF de {size} au plus.",
  errors: {
    required: "Remplissez ce champ.",
    tick: "Cochez cette case.",
    tooLong: "Utilisez {count} caractères au plus.",
    url: "Saisissez une adresse web qui commence par https.",
    date: "Saisissez une date.",
    choice: "Choisissez une option de la liste.",
  },
};
