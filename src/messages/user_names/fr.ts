/**
 * The messages about user names in French.
 *
 * @module
 */

import type { UserNamesMessages } from "../user_names_types.ts";

/** The card of the account page, and fields for a name. */
export const userNames: UserNamesMessages = {
  label: "Nom d’utilisateur",
  addressOrName: "Adresse e-mail ou nom d’utilisateur",
  optionalAddress: "Adresse e-mail (facultatif)",
  withoutAddress:
    "Sans adresse, vous ne pourrez plus entrer si vous oubliez votre mot de passe. Ajoutez une clé d’accès après la connexion.",
  none: "Vous n’avez pas encore de nom d’utilisateur.",
  choose: "Choisir",
  chooseHeading: "Choisir un nom d’utilisateur",
  chooseText: "Il vous permet de vous connecter. D’autres personnes peuvent le voir.",
  change: "Modifier",
  changeHeading: "Modifier votre nom d’utilisateur",
  changeText: "Vous vous connecterez avec le nouveau. L’ancien ne fonctionnera plus.",
  wait: "Vous pourrez le modifier de nouveau le {date}.",
  changed: "Votre nom d’utilisateur a été modifié.",
  errors: {
    length: {
      what: "Ce nom d’utilisateur est trop court ou trop long.",
      now: "Utilisez entre {min} et {max} caractères.",
    },
    characters: {
      what: "Ce nom d’utilisateur contient des caractères non autorisés.",
      now: "Utilisez les lettres d’un seul alphabet, des chiffres, des points, des tirets et des tirets bas.",
    },
    taken: { what: "Ce nom d’utilisateur est déjà pris.", now: "Choisissez-en un autre." },
    tooSoon: {
      what: "Vous avez modifié votre nom d’utilisateur il y a peu.",
      now: "Réessayez à partir du {date}.",
    },
  },
};
