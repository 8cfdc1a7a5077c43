/**
 * The messages about the second factor in French.
 *
 * @module
 */

import type { SecondFactorWords } from "../second_factor_types.ts";

/** The messages. */
export const words: SecondFactorWords = {
  secondFactor: {
    askHeading: "Confirmez qu’il s’agit bien de vous",
    askText: "Encore une étape pour vous connecter à {app}.",
    stepUpHeading: "Confirmez encore qu’il s’agit bien de vous",
    stepUpText: "Votre session sur {app} est ouverte. Cette action nécessite aussi la " +
      "deuxième étape.",
    code: "Code de votre application d’authentification",
    codeFormat: "Six chiffres",
    confirm: "Confirmer",
    remember: "Ne pas demander sur cet appareil pendant {time}",
    usePasskey: "Utiliser une clé d’accès ou de sécurité",
    useRecoveryCode: "Utiliser un code de récupération",
    recoveryCode: "Code de récupération",
    recoveryNote: "Vous en avez conservé dix lors de l’activation. Chacun sert une fois.",
    lost: "Vous n’avez plus rien de tout cela\u202f? Contactez les responsables de ce site.",
    never: "Je n’ai jamais activé cela",
    neverEffect: "Vous obtenez un nouveau compte, et l’autre n’a plus cette adresse.",
    neverNow: "Continuer avec un nouveau compte",
    setupHeading: "Activer la validation en deux étapes",
    setupText: "La connexion demandera ensuite une deuxième étape\u00a0: un code qu’une application " +
      "affiche sur votre téléphone.",
    requiredText: "{app} demande une deuxième étape\u00a0: un code qu’une application " +
      "affiche sur votre téléphone.",
    getApp: "Installez une application d’authentification ou utilisez votre gestionnaire de mots de passe.",
    scan: "Scannez ce code QR avec l’application.",
    qrLabel: "Code QR avec la clé pour votre application",
    orKey: "Ou saisissez cette clé dans l’application\u00a0:",
    typeKey: "Saisissez cette clé dans une application d’authentification ou dans votre gestionnaire " +
      "de mots de passe\u00a0:",
    addAccount: "Ajoutez votre compte à l’application.",
    openApp: "Ouvrir dans l’application d’authentification",
    otherDevice: "Application sur un autre appareil",
    firstCode: "Saisissez le code que l’application affiche.",
    turnOn: "Activer",
    passkeysText: "Ou utilisez comme deuxième étape les clés d’accès et de sécurité que vous avez déjà.",
    usePasskeys: "Utiliser mes clés d’accès",
    mailHeading: "D’abord, confirmez votre adresse",
    mailText: "Nous avons envoyé un code à {email}. Saisissez-le ici, puis configurez la deuxième étape.",
    mailCode: "Code reçu par e-mail",
    codesHeading: "Conservez vos codes de récupération",
    codesText: "Si vous perdez votre téléphone, chacun de ces codes le remplace une fois. " +
      "Imprimez-les, ou conservez-les là où vous les trouverez sans votre téléphone. Ils ne " +
      "s’affichent que maintenant.",
    replaced: "Les codes précédents ne fonctionnent plus.",
    codesOf: "{account} sur {app}, {date}",
    stored: "Je les ai conservés",
    copy: "Copier",
    copied: "Copié",
    download: "Télécharger",
    print: "Imprimer",
    heading: "Validation en deux étapes",
    offText: "Elle est désactivée. Avec une deuxième étape, la première ne suffit pas pour se connecter.",
    requiredNote: "{app} demande une deuxième étape\u00a0: elle reste donc activée.",
    app: "Application d’authenti\u00adfication",
    changeApp: "Utiliser une autre application",
    changeAppText: "La nouvelle application remplace l’ancienne. Vos codes de récupération restent " +
      "valables, et la deuxième étape sera de nouveau demandée sur tous les appareils.",
    addApp: "Ajouter une application",
    since: "Activation\u00a0: {date}",
    passkeysToo: "Acceptées aussi comme deuxième étape",
    recoveryCodes: "Codes de récu\u00adpération",
    codesLeft: "Codes restants\u00a0: {count}",
    fewLeft: "Il vous reste peu de codes de récupération. Créez-en de nouveaux avant d’en avoir besoin.",
    lostApp: "Téléphone perdu ?",
    newCodes: "Créer de nouveaux codes",
    newCodesEffect: "Les codes précédents ne fonctionneront plus.",
    turnOff: "Désactiver",
    turnOffEffect: "Votre mot de passe, ou ce que vous utilisez à sa place, suffira pour vous connecter.",
    turnOffNow: "Désactiver maintenant",
    devices: "Appareils sans deuxième étape",
    until: "Jusqu’au\u00a0: {date}",
    forget: "Redemander",
    forgetNamed: "Redemander sur {name}",
    done: {
      "second-factor-on": "La validation en deux étapes est activée.",
      "recovery-codes-shown": "Les codes de récupération ont déjà été affichés, et ne s’affichent " +
        "qu’une fois. Si vous ne les avez pas conservés, créez-en de nouveaux.",
      "recovery-codes-replaced":
        "Vous avez de nouveaux codes de récupération. Les précédents ne fonctionnent plus.",
      "new-authenticator": "La nouvelle application d’authentification est configurée.",
      "second-factor-off": "La validation en deux étapes est désactivée.",
      "device-forgotten": "La deuxième étape sera de nouveau demandée sur cet appareil.",
    },
    errors: {
      InvalidSecondFactor: {
        what: "Ce code est incorrect ou a déjà servi.",
        now: "Attendez le code suivant et saisissez-le pendant que l’application l’affiche.",
      },
      InvalidRecoveryCode: {
        what: "Ce code de récupération est incorrect ou a déjà servi.",
        now: "Comparez-le avec ceux que vous avez conservés, ou saisissez-en un autre.",
      },
      InvalidCheck: {
        what: "Cela a pris trop de temps ou a commencé dans un autre navigateur.",
        now: "Recommencez. Si cela se reproduit, autorisez les cookies.",
      },
      LastFactor: {
        what: "Cette clé d’accès est votre deuxième étape.",
        now:
          "Configurez une application d’authentification, ou désactivez la deuxième étape, avant de la supprimer.",
      },
      SecondFactorRequired: {
        what: "Ce site vous demande une deuxième étape.",
        now: "Adressez-vous aux responsables du site si vous devez la désactiver.",
      },
    },
  },
  secondFactorMails: {
    secondFactorOn: {
      subject: "La validation en deux étapes sur {app} est activée",
      intro: "La validation en deux étapes de votre compte {app} a été activée\u00a0: {details}.",
      openLink: "Si ce n’était pas vous, ouvrez ce lien pour voir vos connexions\u00a0:",
      button: "Ce n’était pas moi",
      ignore: "Si c’était vous, ignorez cet e-mail.",
    },
    newAuthenticator: {
      subject: "Nouvelle application d’authentification sur {app}",
      intro:
        "Les codes de votre compte {app} viennent désormais d’une nouvelle application d’authentification\u00a0: {details}.",
      openLink: "Si ce n’était pas vous, ouvrez ce lien pour voir vos connexions\u00a0:",
      button: "Ce n’était pas moi",
      ignore: "Si c’était vous, ignorez cet e-mail. Sinon, déconnectez-vous immédiatement partout ailleurs.",
    },
    secondFactorOff: {
      subject: "La validation en deux étapes sur {app} est désactivée",
      intro: "La validation en deux étapes de votre compte {app} a été désactivée\u00a0: {details}.",
      openLink: "Si ce n’était pas vous, ouvrez ce lien pour l’activer de nouveau\u00a0:",
      button: "Ce n’était pas moi",
      ignore: "Si c’était vous, ignorez cet e-mail. Sinon, déconnectez-vous immédiatement partout ailleurs.",
    },
    secondFactorReset: {
      subject: "Votre validation en deux étapes sur {app} a été désactivée pour vous",
      intro: "Les responsables de {app} ont désactivé la validation en deux étapes de votre compte\u00a0: " +
        "{details}.",
      openLink: "Ouvrez ce lien pour l’activer de nouveau\u00a0:",
      button: "Voir mon compte",
      ignore: "Si vous l’avez demandé, ignorez cet e-mail. Sinon, demandez-leur immédiatement qui l’a fait.",
    },
    recoveryCodeUsed: {
      subject: "Un code de récupération a servi sur {app}",
      intro: "Quelqu’un s’est connecté à votre compte {app} avec l’un de vos codes de récupération\u00a0: " +
        "{details}.",
      openLink: "Ouvrez ce lien pour voir vos connexions et pour créer de nouveaux codes\u00a0:",
      button: "Voir mon compte",
      ignore: "Si c’était vous, ignorez cet e-mail. Sinon, déconnectez-vous immédiatement partout ailleurs.",
    },
    recoveryCodesReplaced: {
      subject: "Nouveaux codes de récupération sur {app}",
      intro: "Quelqu’un a créé de nouveaux codes de récupération pour votre compte {app}\u00a0: {details}.",
      openLink: "Ouvrez ce lien pour voir vos connexions et pour créer de nouveaux codes\u00a0:",
      button: "Ce n’était pas moi",
      ignore: "Si c’était vous, ignorez cet e-mail. Sinon, déconnectez-vous immédiatement partout ailleurs.",
    },
    enrol: {
      subject: "Votre code pour {app}",
      intro: "Avec ce code, vous configurez la validation en deux étapes sur {app}.",
      openLink: "Si vous avez fermé la page qui le demande, ouvrez ce lien\u00a0:",
      button: "Ouvrir la page",
      typeCode: "Saisissez ce code sur la page qui le demande\u00a0:",
      lifetime: "Il est valable {lifetime} et une seule fois.",
      ignore: "Si ce n’était pas vous, quelqu’un connaît votre mot de passe ou utilise l’un de vos " +
        "comptes. Sans ce code, cette personne ne peut pas continuer. Changez ce mot de passe.",
    },
  },
};
