/**
 * The messages of the account page in French.
 *
 * @module
 */

import type { AccountMessages } from "../account_types.ts";

/** The page. */
export const account: AccountMessages = {
  heading: "Votre compte",
  signOut: "Se déconnecter",
  security: "Sécurité",
  devices: "Appareils",
  data: "Vos données",
  dataCopy: "Copie de vos données",
  dataText:
    "Un fichier avec ce que ce site conserve sur vous, dans un format lisible par des programmes (JSON).",
  download: "Télécharger mes données",
  notMine: "Quelque chose vous semble inconnu\u202f?",
  secure: "Sécurisez votre compte",
  secureText:
    "Si quelque chose ici ne vient pas de vous, déconnectez-vous partout ailleurs, changez votre mot de passe et supprimez les moyens de connexion que vous ne connaissez pas.",
  recommended: "Recommandé",
  notNow: "Pas maintenant",
  ways: "Modes de connexion",
  noWays: "Aucun pour le moment.",
  notFresh: "Avant d’en supprimer un, vous devrez vous connecter de nouveau.",
  added: "Ajout\u00a0: {date}",
  verified: "Confirmation\u00a0: {date}",
  used: "Dernière utilisation\u00a0: {date}",
  signedIn: "Connexion\u00a0: {date}",
  connections: {
    heading: "Services connectés",
    text: "{app} peut y lire ou modifier des données pour vous.",
    connected: "Accès accordé\u00a0: {date}",
    revoke: "Révoquer l’accès",
    question: "Révoquer l’accès à {name}\u202f?",
    loss: "{app} ne pourra plus utiliser {name} pour vous.",
    stays: "Vous pourrez toujours vous connecter avec {name}. Cela rétablira l’accès.",
    done: "L’accès a été révoqué.",
    revoked: "Accès révoqué",
  },
  ended: "Appareil déconnecté",
  endedOthers: "Déconnexion partout ailleurs",
  downloaded: "Données téléchargées",
  add: "Ajouter un autre mode de connexion",
  remove: "Supprimer",
  removeNamed: "Supprimer {name}",
  removeEffect: "Vous ne pourrez plus vous connecter par ce moyen.",
  stays: "Vous pourrez encore vous connecter avec\u00a0: {ways}.",
  othersEnd: "Vos sessions sur vos autres appareils seront fermées.",
  lastWay: "C’est votre seul mode de connexion. Ajoutez-en un autre avant de le supprimer.",
  onlyWay: "Vous n’en avez qu’un seul. Si vous le perdez, vous ne pourrez plus vous connecter.",
  passkeys: "Clés d’accès",
  passkey: "Clé d’accès",
  securityKey: "Clé de sécurité",
  synced: "Sur tous vos appareils",
  rename: "Renommer {name}",
  newName: "Nom",
  showAll: "Tout afficher ({count})",
  save: "Enregistrer",
  addPasskey: "Ajouter une clé d’accès",
  passkeyAdvice:
    "Avec une clé d’accès, vous vous connectez avec votre empreinte, votre visage ou un code PIN.",
  needsScript: "L’ajout d’une clé d’accès nécessite JavaScript.",
  sessions: "Vos sessions ouvertes",
  thisSession: "Ce navigateur",
  unknownDevice: "Appareil inconnu",
  endSession: "Déconnecter",
  endSessionNamed: "Déconnecter {name}",
  endOthers: "Se déconnecter partout ailleurs",
  tokenSessions:
    "Ce site ne conserve votre session que dans votre navigateur\u00a0: il ne peut ni afficher ni déconnecter d’autres " +
    "navigateurs ici.",
  done: {
    removed: "Suppression effectuée. La connexion par ce moyen n’est plus possible.",
    added: "Ajouté. Vous pouvez désormais l’utiliser pour vous connecter.",
    renamed: "Le nom a été enregistré.",
    "signed-out": "L’autre navigateur a été déconnecté.",
    "signed-out-others": "Vos autres sessions ont été fermées.",
  },
  errors: {
    LastWay: {
      what: "C’est votre seul mode de connexion.",
      now: "Ajoutez-en un autre avant de le supprimer.",
    },
    NotFound: { what: "Cet élément n’existe plus.", now: "La liste ci-dessous est à jour." },
    NotRemovable: {
      what: "Cet élément ne peut pas être supprimé ici.",
      now: "Contactez les responsables de ce site.",
    },
    NotAvailable: {
      what: "Cela n’est pas possible sur ce site.",
      now: "Contactez les responsables de ce site.",
    },
    unknown: { what: "Cela n’a pas fonctionné.", now: "Veuillez réessayer." },
  },
};
