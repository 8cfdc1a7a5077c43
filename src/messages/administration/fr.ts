/**
 * The messages of the pages for staff in French.
 *
 * @module
 */

import { acting } from "../acting/fr.ts";
import type { AdministrationMessages } from "../administration_types.ts";

/** The list of users, and the page about one. */
export const administration: AdministrationMessages = {
  acting,
  heading: "Utilisateurs",
  searchLabel: "Nom, adresse ou ID",
  search: "Rechercher",
  none: "Aucun utilisateur trouvé.",
  unverified: "Non confirmée",
  banned: "Accès bloqué",
  administrator: "Gère ce site",
  you: "C’est vous",
  nameless: "Sans nom",
  first: "Première page",
  next: "Page suivante",
  export: "Exporter en CSV",
  create: "Créer un utilisateur",
  createText: "Cette personne ne recevra pas d’e-mail.",
  back: "Tous les utilisateurs",
  id: "ID utilisateur",
  bannedAt: "Accès bloqué\u00a0: {date}",
  bannedBy: "Par {name}",
  bannedUntil: "Jusqu’au {date}",
  forGood: "Sans limite de durée",
  reason: "Motif",
  reasonText: "Pour vos collègues. Il figure aussi dans les données que la personne peut télécharger.",
  end: "Durée",
  until: "Jusqu’à une date précise",
  date: "Date de fin",
  dateText: "Le blocage prend fin au début de ce jour, à 0 h UTC.",
  ban: "Bloquer cette personne",
  banText: "Elle est déconnectée partout et ne peut plus se connecter jusqu’à la fin du blocage.",
  unban: "Lever le blocage",
  changeBan: "Modifier le blocage",
  sessions: "Sessions ouvertes",
  noSessions: "Aucune.",
  hiddenSessions: "Ce site ne peut pas afficher les sessions.",
  endAll: "Déconnecter partout",
  secondFactor: "Validation en deux étapes",
  on: "Activée",
  off: "Désactivée",
  reset: "Réinitialiser la validation en deux étapes",
  resetText:
    "La personne est déconnectée partout, peut se connecter sans la deuxième étape et en est informée par e-mail.",
  sendReset: "Envoyer un lien pour réinitialiser le mot de passe",
  remove: "Supprimer cette personne",
  removeHeading: "Supprimer {name}\u202f?",
  removeText:
    "Tout ce qui est enregistré sur cette personne est supprimé\u00a0: modes de connexion, sessions et toutes les autres données.",
  removeFinal: "C’est irréversible, et la personne n’en est pas informée par e-mail.",
  log: {
    heading: "Actions de l’équipe",
    none: "Rien pour l’instant.",
    noMore: "Aucune entrée plus ancienne.",
    past: {
      createUser: "Utilisateur créé",
      updateUser: "Informations modifiées",
      banUser: "Accès bloqué",
      unbanUser: "Blocage levé",
      removeUser: "Utilisateur supprimé",
      endSession: "Déconnexion d’un navigateur",
      endSessions: "Déconnexion partout",
      resetSecondFactor: "Validation en deux étapes réinitialisée",
      sendPasswordReset: "Lien de réinitialisation du mot de passe envoyé",
      actAs: "Début des actions au nom de cet utilisateur",
      stopActing: "Fin des actions au nom de cet utilisateur",
      exportUsers: "Liste des utilisateurs exportée",
      createSession: "Session ouverte",
      importUsers: "Utilisateur importé",
    },
    by: "Par {name}",
    byProgram: "Par un programme",
    failed: "Non effectué",
    unfinished: "Peut-être effectué",
  },
  done: {
    createUser: "L’utilisateur a été créé.",
    banUser: "L’accès de cette personne est bloqué, et ses sessions sont fermées.",
    unbanUser: "Le blocage a été levé.",
    endSessions: "Toutes les sessions de cette personne sont fermées.",
    removeUser: "L’utilisateur a été supprimé.",
    resetSecondFactor: "La validation en deux étapes a été réinitialisée.",
    sendPasswordReset: "L’e-mail a été envoyé.",
  },
  errors: {
    AccessDenied: {
      what: "Vous ne pouvez pas faire cela pour cette personne.",
      now: "Contactez les responsables de ce site.",
    },
    AlreadyBanned: {
      what: "L’accès de cette personne est déjà bloqué.",
      now: "Quelqu’un d’autre a été plus rapide.",
    },
    NotBanned: {
      what: "L’accès de cette personne n’est plus bloqué.",
      now: "Quelqu’un d’autre a été plus rapide.",
    },
    InvalidBan: {
      what: "Le blocage ne peut pas prendre fin à cette date.",
      now: "Choisissez une date à venir.",
    },
    InvalidName: { what: "Ce nom est trop long.", now: "Saisissez un nom plus court." },
    AddressTaken: {
      what: "Cette adresse est celle d’un autre utilisateur.",
      now: "Recherchez-la dans la liste.",
    },
    NotSent: {
      what: "Aucun e-mail n’a été envoyé.",
      now: "Cette personne ne peut pas définir de mot de passe avec son adresse.",
    },
    RateLimited: {
      what: "Trop d’e-mails ont été envoyés à cette adresse.",
      now: "Attendez un peu, puis réessayez.",
    },
    UserChanged: {
      what: "Vous utilisez maintenant un autre compte.",
      now: "Rien n’a été modifié.",
    },
  },
};
