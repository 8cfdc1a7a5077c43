/**
 * The messages about the deletion of an account in French.
 *
 * @module
 */

import type { DeletionMailsMessages, DeletionMessages } from "../deletion_types.ts";

/** The card of the account page, and the page. */
export const deletion: DeletionMessages = {
  heading: "Supprimer le compte",
  text: "Supprime votre compte {app} et tout ce qu’il contient. Vous avez {time} pour changer d’avis.",
  textAtOnce: "Supprime immédiatement votre compte {app} et tout ce qu’il contient.",
  button: "Supprimer le compte",
  question: "Supprimer votre compte\u202f?",
  loss:
    "Vous allez perdre votre compte {app}\u00a0: votre profil, vos moyens de connexion et ce que vous y avez enregistré.",
  stays:
    "Toutes vos sessions vont être fermées. Vous avez {time} pour changer d’avis\u00a0: connectez-vous ou ouvrez le lien de notre e-mail.",
  nothingStays: "C’est immédiat et définitif.",
  confirm: "Saisissez {value} pour confirmer",
  keep: "Garder mon compte",
  kept: "Vous avez gardé votre compte.",
  notConfirmed: {
    what: "Rien n’a été supprimé\u00a0: le texte saisi est différent.",
    now: "Saisissez-le exactement comme il est affiché.",
  },
  tooLate: {
    what: "Il est trop tard pour garder le compte.",
    now: "Il est en cours de suppression.",
  },
  pendingHeading: "Votre compte va être supprimé",
  pending: "Il sera supprimé le {date}.",
  pendingText: "Votre compte {app} sera supprimé le {date}. D’ici là, vous pouvez le garder.",
  keptHeading: "Vous avez gardé votre compte",
  keptText: "Rien n’a été supprimé. Connectez-vous pour continuer.",
  deletedHeading: "Votre compte a été supprimé",
  deletedText: "Votre compte {app} et tout ce qu’il contenait n’existent plus.",
};

/** The emails. */
export const deletionMails: DeletionMailsMessages = {
  deletionRequested: {
    subject: "Votre compte {app} va être supprimé",
    intro: "Votre compte {app} sera supprimé le {date}. Demande\u00a0: {details}.",
    openLink: "Pour le garder, ouvrez ce lien avant cette date\u00a0:",
    button: "Garder mon compte",
    ignore:
      "Si vous l’avez demandé, ignorez cet e-mail. Sinon, ouvrez le lien, puis vérifiez où vos sessions sont ouvertes.",
  },
  deletionUndone: {
    subject: "Vous avez gardé votre compte {app}",
    intro: "Votre compte {app} ne sera pas supprimé\u00a0: {details}.",
    openLink: "Ouvrez ce lien pour voir votre compte\u00a0:",
    button: "Vérifier mon compte",
    ignore: "Si c’était vous, ignorez cet e-mail. Sinon, déconnectez-vous immédiatement partout ailleurs.",
  },
  accountDeleted: {
    subject: "Votre compte {app} a été supprimé",
    intro: "Votre compte {app} a été supprimé\u00a0: {details}.",
    openLink: "Ouvrez ce lien pour aller sur le site\u00a0:",
    button: "Ouvrir le site",
    ignore: "Si vous ne le vouliez pas, contactez {app}. C’est le dernier e-mail au sujet de ce compte.",
  },
};
