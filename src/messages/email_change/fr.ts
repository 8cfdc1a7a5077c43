/**
 * The messages about another email address of an account in French.
 *
 * @module
 */

import type { EmailChangeMailsMessages, EmailChangeMessages } from "../email_change_types.ts";

/** The card of the account page, and the pages behind its emails. */
export const emailChange: EmailChangeMessages = {
  heading: "Adresse e-mail",
  none: "Votre compte n’a pas d’adresse e-mail.",
  change: "Modifier",
  changeHeading: "Changer d’adresse e-mail",
  changeText: "Nous enverrons un lien à la nouvelle adresse. Rien ne change tant que vous ne l’ouvrez pas.",
  newAddress: "Nouvelle adresse e-mail",
  send: "Envoyer le lien",
  sent: "Nous avons envoyé un lien à la nouvelle adresse. Ouvrez-le pour terminer.",
  changed: "Votre adresse e-mail a été modifiée.",
  confirmHeading: "Utiliser cette adresse\u202f?",
  confirmText: "{email} sera l’adresse de votre compte {app}. Vos autres sessions seront fermées.",
  confirmButton: "Utiliser cette adresse",
  undoHeading: "Récupérer votre ancienne adresse\u202f?",
  undoText:
    "{email} sera de nouveau l’adresse de votre compte {app}. Toutes les sessions seront fermées, et ce qui a été ajouté depuis le changement sera supprimé\u00a0: modes de connexion, mot de passe, validation en deux étapes.",
  undoButton: "La récupérer",
  undoneHeading: "Votre ancienne adresse est rétablie",
  undoneText: "Connectez-vous avec cette adresse, puis vérifiez vos modes de connexion.",
  overHeading: "Ce lien ne fonctionne plus",
  overText: "Il a déjà servi, il est trop ancien, ou le compte a changé depuis.",
  errors: {
    InvalidNewEmail: {
      what: "Ce n’est pas une nouvelle adresse e-mail.",
      now: "Vérifiez votre saisie et réessayez.",
    },
    EmailInUse: {
      what: "Un autre compte a cette adresse.",
      now: "Utilisez-en une autre, ou connectez-vous à ce compte.",
    },
    TooManyEmails: { what: "Nous avons envoyé trop d’e-mails.", now: "Attendez une heure, puis réessayez." },
  },
};

/** The emails. */
export const emailChangeMails: EmailChangeMailsMessages = {
  emailChange: {
    subject: "Confirmez votre nouvelle adresse pour {app}",
    intro: "Quelqu’un veut utiliser cette adresse pour son compte {app}.",
    openLink: "Si c’est vous, ouvrez ce lien dans le navigateur où votre session est ouverte\u00a0:",
    button: "Confirmer mon adresse",
    ignore: "Si ce n’est pas vous, ignorez cet e-mail\u00a0: sans lui, rien ne change.",
  },
  emailChanged: {
    subject: "Votre adresse e-mail sur {app} a été modifiée",
    intro: "L’adresse e-mail de votre compte {app} a été modifiée\u00a0: {details}.",
    openLink:
      "Si ce n’était pas vous, ouvrez ce lien sous {time} pour récupérer votre ancienne adresse\u00a0:",
    button: "Ce n’était pas moi",
    ignore: "Si c’était vous, ignorez cet e-mail.",
  },
  emailAdopted: {
    subject: "Votre compte {app} a une nouvelle adresse e-mail",
    intro: "Votre compte {app} a désormais cette adresse ({details}).",
    openLink: "Ouvrez ce lien pour voir votre compte\u00a0:",
    button: "Vérifier mon compte",
    ignore: "Si c’était vous, ignorez cet e-mail.",
  },
  emailRestored: {
    subject: "Votre compte {app} a retrouvé son ancienne adresse",
    intro: "Le changement d’adresse e-mail de votre compte {app} a été annulé\u00a0: {details}.",
    openLink: "Ouvrez ce lien pour voir votre compte\u00a0:",
    button: "Vérifier mon compte",
    ignore:
      "La personne qui a fait cela a accès à la messagerie de l’ancienne adresse. Toutes les sessions ont été fermées.",
  },
};
