/**
 * The messages about passwords in French.
 *
 * @module
 */

import type { PasswordMailsMessages, PasswordMessages, SecurityMailsMessages } from "../password_types.ts";

/** The pages. */
export const password: PasswordMessages = {
  signUpHeading: "Créer un compte",
  signUpHeadingNamed: "Créer un compte sur {app}",
  signUpButton: "Créer le compte",
  unverified:
    "Le mot de passe est correct. Cette adresse n’a jamais été confirmée : confirmez-la grâce à l’e-mail pour vous connecter.",
  unknownBrowser:
    "Nous ne connaissons pas encore ce navigateur. Pour vous connecter, saisissez le code envoyé à {email}.",
  agreement: "En créant un compte, vous acceptez\u00a0: {documents}",
  haveAccount: "Vous avez déjà un compte\u202f?",
  signIn: "Se connecter",
  hint: "Au moins {count} caractères. Quelques mots à la suite sont sûrs et faciles à retenir.",
  typed: "{typed} sur {count} caractères.",
  longEnough: "Longueur suffisante.",
  forgotHeading: "Définir un nouveau mot de passe",
  forgotText:
    "Saisissez votre adresse e-mail. Nous vous enverrons un lien pour choisir un nouveau mot de passe.",
  forgotButton: "M’envoyer un lien",
  chooseHeading: "Choisir un mot de passe",
  chooseText: "Pour le compte de {email}. Votre session s’ouvrira ensuite.",
  chooseTextWithCode:
    "Nous avons envoyé un lien et un code à {email}. Ouvrez le lien, ou saisissez ici le code et un " +
    "nouveau mot de passe.",
  chooseButton: "Enregistrer et se connecter",
  keepHeading: "Ce mot de passe est-il le vôtre\u202f?",
  keepText:
    "Le compte de {email} a un mot de passe qui date d’avant la confirmation de cette adresse. Si vous " +
    "l’avez choisi, saisissez-le\u00a0: il sera conservé.",
  keepButton: "Garder ce mot de passe",
  keepWrong: "S’il est incorrect, il est supprimé, car un inconnu a pu le définir. Vous pourrez alors en " +
    "choisir un nouveau.",
  keepOther:
    "Si vous n’en avez jamais choisi, vous obtenez un nouveau compte, et l’autre n’a plus cette adresse.",
  keepNever: "Je n’ai jamais choisi de mot de passe",
  removed: "L’ancien mot de passe a été supprimé. Vous pouvez en choisir un nouveau.",
  changeHeading: "Changer de mot de passe",
  addHeading: "Ajouter un mot de passe",
  changeText: "Tous les autres navigateurs seront déconnectés.",
  currentPassword: "Mot de passe actuel",
  newPassword: "Nouveau mot de passe",
  changeButton: "Enregistrer",
  cancel: "Annuler",
  change: "Changer de mot de passe",
  add: "Ajouter un mot de passe",
  setAt: "Dernière modification\u00a0: {date}",
  changed: "Votre mot de passe est enregistré. Vos autres sessions ont été fermées.",
  errors: {
    TooShort: {
      what: "Ce mot de passe est trop court.",
      now: "Utilisez au moins {count} caractères, par exemple quelques mots à la suite.",
    },
    TooLong: { what: "Ce mot de passe est trop long.", now: "Utilisez au plus 1024 caractères." },
    TooCommon: {
      what: "Ce mot de passe est l’un des premiers que des inconnus essaient.",
      now: "Choisissez-en un autre, par exemple quelques mots sans rapport entre eux.",
    },
    Leaked: {
      what: "Ce mot de passe figure dans une fuite de données.",
      now: "Choisissez-en un autre et remplacez celui-ci partout ailleurs où vous l’utilisez.",
    },
    WrongPassword: { what: "Ce n’est pas votre mot de passe actuel.", now: "Vérifiez-le et réessayez." },
  },
};

/** The mails. */
export const passwordMails: PasswordMailsMessages = {
  confirm: {
    subject: "Confirmez votre adresse pour {app}",
    intro: "Bienvenue sur {app}. Confirmez que cette adresse est bien la vôtre, et votre compte sera prêt.",
    openLink: "Ouvrez ce lien pour confirmer votre adresse\u00a0:",
    button: "Confirmer l’adresse",
    ignore:
      "Si vous n’avez pas créé de compte, ignorez cet e-mail\u00a0: sans lui, aucun compte ne sera créé.",
  },
  exists: {
    subject: "Vous avez déjà un compte sur {app}",
    intro: "Quelqu’un, peut-être vous, a voulu créer un compte sur {app} avec cette adresse. Vous en avez " +
      "déjà un\u00a0: connectez-vous comme d’habitude. Si vous avez oublié votre mot de passe, " +
      "choisissez-en un nouveau.",
    openLink: "Ouvrez ce lien pour choisir un nouveau mot de passe\u00a0:",
    button: "Choisir un nouveau mot de passe",
    ignore: "Si ce n’était pas vous, ignorez cet e-mail\u00a0: rien n’a changé.",
  },
  reset: {
    subject: "Définir un nouveau mot de passe pour {app}",
    intro: "Choisissez un nouveau mot de passe pour votre compte sur {app}. Tous les autres navigateurs " +
      "seront alors déconnectés.",
    openLink: "Ouvrez ce lien pour choisir un nouveau mot de passe\u00a0:",
    button: "Choisir un nouveau mot de passe",
    ignore: "Si vous n’avez pas demandé cet e-mail, ignorez-le\u00a0: votre mot de passe n’a pas changé.",
  },
  noAccount: {
    subject: "Aucun compte sur {app} avec cette adresse",
    intro: "Quelqu’un, peut-être vous, a demandé un nouveau mot de passe sur {app}, mais aucun compte " +
      "n’existe avec cette adresse. Vous avez peut-être utilisé une autre adresse ou un autre mode de " +
      "connexion.",
    openLink: "Ouvrez ce lien pour créer un compte\u00a0:",
    button: "Créer un compte",
    ignore: "Si ce n’était pas vous, ignorez cet e-mail\u00a0: il ne s’est rien passé.",
  },
  unknownBrowser: {
    subject: "Confirmez votre connexion à {app}",
    intro:
      "Quelqu’un, peut-être vous, a saisi votre mot de passe {app} dans un navigateur que nous ne connaissons pas.",
    openLink:
      "Si ce n’était pas vous, quelqu’un connaît votre mot de passe. Ouvrez ce lien pour en choisir un nouveau\u00a0:",
    button: "Choisir un nouveau mot de passe",
    typeCode: "Si c’était vous, saisissez ce code dans ce navigateur\u00a0:",
    ignore:
      "Si ce n’était pas vous, choisissez immédiatement un nouveau mot de passe. Sans le code, personne ne peut s’y connecter.",
  },
};

const LOOK = {
  button: "Ce n’était pas moi",
  ignore: "Si c’était vous, ignorez cet e-mail. Sinon, déconnectez-vous immédiatement partout ailleurs.",
};

/** The mails that tell a user what has happened to their account. */
export const securityMails: SecurityMailsMessages = {
  newDevice: {
    subject: "Nouvelle connexion à {app}",
    intro:
      "Quelqu’un s’est connecté à votre compte {app} avec un navigateur que nous ne connaissons pas : {details}.",
    openLink: "Ouvrez ce lien pour voir vos connexions :",
    ...LOOK,
  },
  passwordChanged: {
    subject: "Votre mot de passe {app} est nouveau",
    intro:
      "Le mot de passe de votre compte {app} a été défini : {details}. Tous les autres navigateurs sont déconnectés.",
    openLink: "Si ce n’était pas vous, ouvrez ce lien pour choisir un autre mot de passe :",
    button: "Choisir un autre mot de passe",
    otherButton: "Voir mon compte",
    ignore: "Si c’était vous, ignorez cet e-mail.",
  },
  wayAdded: {
    subject: "Nouveau moyen de connexion à {app}",
    intro: "Un moyen de connexion a été ajouté à votre compte {app}\u00a0: {way} ({details}).",
    openLink: "Ouvrez ce lien pour voir tous vos moyens de connexion\u00a0:",
    ...LOOK,
  },
  wayRemoved: {
    subject: "Un moyen de connexion à {app} a été supprimé",
    intro: "Un moyen de connexion a été supprimé de votre compte {app}\u00a0: {way} ({details}).",
    openLink: "Ouvrez ce lien pour voir tous vos moyens de connexion\u00a0:",
    ...LOOK,
  },
};
