/**
 * The messages in French.
 *
 * @module
 */

import { account } from "./account/fr.ts";
import { activity } from "./activity/fr.ts";
import { deletion, deletionMails } from "./deletion/fr.ts";
import { emailChange, emailChangeMails } from "./email_change/fr.ts";
import { password, passwordMails, securityMails } from "./passwords/fr.ts";
import { signUp } from "./sign_up/fr.ts";
import { userNames } from "./user_names/fr.ts";
import { administration } from "./administration/fr.ts";
import { profile } from "./profile/fr.ts";
import type { Messages } from "./types.ts";

const AGAIN = "Réessayez ou choisissez une autre façon de vous connecter.";
const BEFORE = "Si c’est vous, connectez-vous comme avant. Sinon, contactez-nous.";
const UNVERIFIED = "Un compte existe avec cette adresse, mais elle n’a jamais été confirmée.";

/** The messages. */
export const fr: Messages = {
  general: {
    back: "Retour à {app}",
    unknownError: { what: "La connexion a échoué.", now: "Veuillez réessayer." },
    errorTitle: "Erreur\u00a0: {title}",
    wait: "Veuillez patienter.",
    waitTime: "Temps d’attente : {time}",
    triesLeft: "Essais restants\u00a0: {count}.",
    justNow: "à l’instant",
    email: "E-mail",
    passkey: "Clé d’accès",
    device: "{browser} sur {system}",
    terms: "Conditions d’utilisation",
    privacy: "Confidentialité",
    support: "Aide",
    otherWay: "Se connecter autrement",
    keptForm: {
      heading: "Encore une étape",
      text: "Votre formulaire n’a pas encore été envoyé.",
      button: "Envoyer",
      page: "Page",
      filledIn: "Rempli",
      files: "Les fichiers ne sont pas conservés. Choisissez-les de nouveau.",
      discard: "Abandonner",
    },
  },
  signIn: {
    heading: "Connexion",
    headingNamed: "Se connecter à {app}",
    purpose: "pour continuer vers {app}",
    headingToAdd: "Ajouter un mode de connexion",
    purposeToAdd: "à votre compte sur {app}",
    current: "Votre session est ouverte en tant que {person}.",
    currentNameless: "Votre session est ouverte.",
    another: "Vous pouvez aussi vous connecter avec un autre compte.",
    adding: "Ce que vous choisissez ici donnera accès à ce compte.",
    button: "Continuer avec {provider}",
    signUp: "S’inscrire avec {provider}",
    address: "Adresse e-mail",
    addressExample: "vous@example.com",
    password: "Mot de passe",
    continue: "Continuer",
    submit: "Se connecter",
    forgotPassword: "Mot de passe oublié\u202f?",
    showPassword: "Afficher le mot de passe",
    sendMail: "M’envoyer un lien de connexion",
    sendMailWith: "M’envoyer un lien de connexion avec {provider}",
    usePasskey: "Se connecter avec une clé d’accès",
    createPasskey: "S’inscrire avec une clé d’accès",
    addPasskey: "Ajouter une clé d’accès",
    passkeyNeedsScript: "Les clés d’accès nécessitent JavaScript.",
    lastUsed: "Utilisé en dernier",
    more: "Autres modes de connexion",
    newHere: "Première visite\u202f?",
    register: "Créer un compte",
    or: "ou",
    nothingToAdd: "Vous ne pouvez rien ajouter de plus.",
    noProvider: {
      what: "Aucun mode de connexion n’est encore disponible.",
      now: "Si vous gérez ce site, ajoutez un fournisseur à sa configuration.",
    },
  },
  signInErrors: {
    AccountNotLinked: {
      what: "Cette clé d’accès, ou son adresse, appartient à un autre utilisateur.",
      now: BEFORE,
    },
    CredentialsSignin: { what: "Ces informations sont incorrectes.", now: "Vérifiez-les et réessayez." },
    EmailSignInError: {
      what: "L’e-mail n’a pas pu être envoyé.",
      now: "Réessayez dans un instant.",
    },
    InvalidCheck: {
      what: "La connexion a pris trop de temps ou a commencé dans un autre navigateur.",
      now: "Recommencez ici. Si cela se reproduit, autorisez les cookies.",
    },
    InvalidEmail: { what: "Saisissez une adresse e-mail valide.", now: "Vérifiez-la et réessayez." },
    InvalidProvider: {
      what: "Ce mode de connexion n’est pas proposé.",
      now: "Choisissez-en un ci-dessous.",
    },
    MissingCSRF: {
      what: "Cette page est restée ouverte trop longtemps, ou les cookies sont bloqués.",
      now: "Autorisez les cookies et réessayez.",
    },
    OAuthAccountNotLinked: {
      what: "Ce compte, ou son adresse, appartient à un autre utilisateur.",
      now: BEFORE,
    },
    OAuthCallbackError: { what: "La connexion a été annulée ou refusée.", now: AGAIN },
    OAuthProfileParseError: {
      what: "Le service choisi n’a pas fourni assez d’informations sur votre compte.",
      now: AGAIN,
    },
    OtherAccount: { what: "Le compte choisi n’est pas celui qui est connecté.", now: AGAIN },
    ProviderResponseError: {
      what: "La réponse du service choisi n’est pas digne de confiance.",
      now: AGAIN,
    },
    ProviderUnavailable: { what: "Le service choisi ne répond pas.", now: AGAIN },
    RateLimited: {
      what: "Il y a eu trop de tentatives.",
      now: "Attendez un peu, puis réessayez, ou connectez-vous autrement.",
    },
    ReconnectRequired: {
      what: "La connexion à ce service a pris fin.",
      now: "Connectez-vous de nouveau avec lui.",
    },
    ReconnectRequiredWithName: {
      what: "La connexion à {provider} a pris fin.",
      now: "Connectez-vous de nouveau avec {provider}.",
    },
    ServerBusy: {
      what: "Le serveur est très sollicité en ce moment.",
      now: "Attendez quelques secondes, puis réessayez.",
    },
    SessionNotFresh: {
      what: "Veuillez confirmer qu’il s’agit bien de vous.",
      now: "Connectez-vous de nouveau pour continuer.",
    },
    SessionRequired: {
      what: "Vous devez ouvrir une session pour voir cette page.",
      now: "Choisissez comment vous connecter.",
    },
    TooManyWrongCodes: { what: "Il y a eu trop de codes incorrects.", now: "Recommencez ici." },
    UserChanged: { what: "Le compte a changé pendant votre connexion.", now: AGAIN },
    UserNotVerified: {
      what: UNVERIFIED,
      now:
        "Connectez-vous comme avant, puis redemandez un e-mail ici pour confirmer l’adresse. Si vous n’avez pas créé ce compte, contactez-nous.",
    },
    UserNotVerifiedWithWays: {
      what: UNVERIFIED,
      now:
        "Connectez-vous avec {ways}, puis redemandez un e-mail ici pour confirmer l’adresse. Si vous n’avez pas créé ce compte, contactez-nous.",
    },
    WebAuthnVerificationError: { what: "Votre clé d’accès n’a pas pu être vérifiée.", now: AGAIN },
  },
  challenge: {
    needsScript: "Ce formulaire nécessite JavaScript.",
    errors: {
      ChallengeFailed: {
        what: "Nous n’avons pas pu vérifier que vous êtes humain.",
        now: "Veuillez réessayer.",
      },
    },
  },
  signOut: {
    headingSignedOut: "Votre session est fermée",
    textSignedOut: "Aucune session n’est ouverte sur {app} dans ce navigateur.",
    signIn: "Se connecter",
    heading: "Se déconnecter\u202f?",
    text: "Votre session sur {app} sera fermée dans ce navigateur.",
    button: "Se déconnecter",
    stay: "Garder la session ouverte",
  },
  verifyRequest: {
    heading: "Consultez vos e-mails",
    sentLinkAndCode:
      "Nous avons envoyé un lien et un code à {email}. Ouvrez le lien ou saisissez le code ici.",
    sentLink: "Nous avons envoyé un lien de connexion à {email}. Ouvrez-le pour vous connecter.",
    again: "Renvoyer l’e-mail",
    againLater: "Renvoyer l’e-mail dans {seconds}\u00a0s",
    sentAgain: "Nous vous avons envoyé un autre e-mail. C’est le plus récent qui compte.",
    tooEarly: "Attendez {seconds}\u00a0s avant de demander un autre e-mail.",
    otherAddress: "Utiliser une autre adresse",
    link: "Un lien de connexion à {app} vous a été envoyé. Ouvrez-le pour vous connecter.",
    nothing: "Rien au bout de quelques minutes\u202f? Regardez dans vos courriers indésirables.",
    code: "Code",
    codeFormat: "Huit chiffres",
    button: "Se connecter",
    InvalidCode: {
      what: "Ce code est incorrect.",
      now: "Comparez-le avec le dernier e-mail reçu et réessayez.",
    },
  },
  confirmation: {
    heading: "Est-ce bien vous\u202f?",
    question: "Se connecter à {app} en tant que {email}\u202f?",
    button: "Se connecter",
    note: "Si vous n’avez pas demandé ce lien ou si ce n’est pas votre adresse, ne continuez pas\u00a0: le " +
      "lien seul ne connecte personne.",
    no: "Non, ce n’est pas moi",
    headingSignedIn: "Votre session est déjà ouverte",
  },
  link: {
    heading: "Ajouter ceci à votre compte\u202f?",
    text: "Votre session est ouverte en tant que {current} et vous venez d’utiliser {provider}.",
    textWithName:
      "Votre session est ouverte en tant que {current} et vous venez d’utiliser {provider} en tant que {proven}.",
    nameless: "une personne sans nom",
    add: "Ajouter {provider} au compte de {current}",
    addNameless: "Ajouter {provider} à ce compte",
    switch: "Continuer en tant que {proven}",
    switchNameless: "Continuer avec une autre identité",
    note:
      "Si vous l’ajoutez, {account} donnera désormais accès au compte de {current}. Ne l’ajoutez que si les deux sont à vous.",
    noteNameless:
      "Si vous l’ajoutez, {account} donnera désormais accès à votre compte actuel. Ne l’ajoutez que si les " +
      "deux sont à vous.",
    cancel: "Annuler",
  },
  takenOver: {
    heading: "Votre adresse est confirmée",
    text: "Un compte existait déjà avec cette adresse, et personne d’autre que vous n’y a désormais accès.",
    done: "Ce que nous avons fait",
    removed: "Supprimé",
    signedOut: "Tous les autres navigateurs ont été déconnectés",
    advice: "Si l’un d’eux était à vous, vous pouvez le configurer de nouveau.",
    again: "Configurer de nouveau",
    button: "Continuer",
  },
  account,
  activity,
  deletion,
  deletionMails,
  emailChange,
  emailChangeMails,
  profile,
  signUp,
  userNames,
  administration,
  error: {
    AccessDenied: {
      heading: "Accès refusé",
      text:
        "Votre compte n’est pas autorisé à se connecter ici. Utilisez-en un autre ou contactez les responsables de ce site.",
      button: "Utiliser un autre compte",
    },
    Configuration: {
      heading: "La connexion ne fonctionne pas",
      text:
        "Ce site n’est pas configuré correctement. Si vous le gérez, son journal indique ce qu’il faut changer.",
    },
    UserNotStored: {
      heading: "Cela n’est pas possible sur ce site",
      text: "Contactez les responsables de ce site.",
    },
    ServerError: {
      heading: "Une erreur est survenue",
      text: "Le problème vient de nous, pas de vous. Veuillez réessayer dans un instant.",
      button: "Réessayer",
    },
    Verification: {
      heading: "Ce lien n’est plus valable",
      text:
        "Le lien et le code d’un e-mail ne servent qu’une fois et expirent vite. Trop de codes erronés les annulent. " +
        "Connectez-vous de nouveau pour en recevoir d’autres.",
      button: "Se connecter de nouveau",
    },
    unknown: {
      heading: "Une erreur est survenue",
      text: "La connexion n’a pas abouti. Veuillez réessayer.",
      button: "Se connecter",
    },
  },
  passkey: {
    Configuration:
      "Les clés d’accès ne sont pas configurées correctement sur ce site. Si vous le gérez, son journal indique ce qu’il faut changer.",
    InvalidEmail: "Saisissez une adresse e-mail valide, par exemple vous@example.com.",
    InvalidStateError: "Cet appareil a déjà une clé d’accès pour vous. Connectez-vous avec elle.",
    NotAllowedError:
      "Aucune clé d’accès n’a été utilisée\u00a0: l’opération a été annulée ou a pris trop de temps. Réessayez.",
    NotSupportedError: "Cet appareil ne peut pas créer de clé d’accès pour ce site.",
    SecurityError: "Ce site ne peut pas utiliser de clés d’accès à cette adresse.",
    "Invalid request": "Connectez-vous d’abord. Pour vous inscrire, remplissez le formulaire.",
    Unsupported:
      "Ce navigateur ne prend pas en charge les clés d’accès. Utilisez un autre navigateur ou un autre mode de connexion.",
    unknown: "Cela n’a pas fonctionné. Réessayez dans un instant.",
  },
  passkeyOffer: {
    heading: "Connectez-vous plus vite la prochaine fois",
    text:
      "Avec une clé d’accès, vous vous connectez avec votre empreinte, votre visage ou un code PIN. Rien à retenir, aucun e-mail à attendre.",
    button: "Créer une clé d’accès",
    skip: "Pas maintenant",
  },
  mail: {
    subject: "Connexion à {app}",
    preheader: "Voici votre lien et votre code de connexion.",
    openLink: "Ouvrez ce lien\u00a0:",
    button: "Se connecter",
    typeCode: "Ou saisissez ce code sur la page qui le demande\u00a0:",
    lifetime: "Les deux sont valables {lifetime} et une seule fois.",
    asked: "Demande\u00a0: {details}",
    copyLink: "Le bouton ne fonctionne pas\u202f? Copiez cette adresse dans votre navigateur\u00a0:",
    warning:
      "Ne donnez jamais le lien ni le code à personne, même à quelqu’un qui prétend travailler pour {app}.",
    warningLink: "Ne donnez jamais le lien à personne, même à quelqu’un qui prétend travailler pour {app}.",
    warningCode: "Ne donnez jamais le code à personne, même à quelqu’un qui prétend travailler pour {app}.",
    ignore:
      "Si vous n’avez pas demandé cet e-mail, ignorez-le\u00a0: sans lui, personne ne peut se connecter.",
    reason: "Vous recevez cet e-mail parce que quelqu’un a utilisé votre adresse sur {app}.",
    accountReason: "Cet e-mail concerne la sécurité de votre compte {app}.",
  },
  password,
  passwordMails,
  securityMails,
};
