/**
 * The messages of the pages for staff in Italian.
 *
 * @module
 */

import { acting } from "../acting/it.ts";
import type { AdministrationMessages } from "../administration_types.ts";

/** The list of users, and the page about one. */
export const administration: AdministrationMessages = {
  acting,
  heading: "Utenti",
  searchLabel: "Nome, indirizzo o ID",
  search: "Cerca",
  none: "Nessun utente trovato.",
  unverified: "Non confermato",
  banned: "Bloccato",
  administrator: "Gestisce questo sito",
  you: "Sei tu",
  nameless: "Senza nome",
  first: "Prima pagina",
  next: "Pagina successiva",
  export: "Esporta come CSV",
  create: "Crea un utente",
  createText: "Non riceverà alcuna e-mail.",
  back: "Tutti gli utenti",
  id: "ID utente",
  bannedAt: "Data del blocco: {date}",
  bannedBy: "Da {name}",
  bannedUntil: "Fino al {date}",
  forGood: "Per sempre",
  reason: "Motivo",
  reasonText: "Per i tuoi colleghi. Si trova anche nei dati che l’utente può scaricare.",
  end: "Durata",
  until: "Fino a una data",
  date: "Data",
  ban: "Blocca questo utente",
  banText: "Viene disconnesso ovunque e non può accedere finché il blocco non finisce.",
  unban: "Rimuovi il blocco",
  sessions: "Sessioni aperte",
  noSessions: "Nessuna.",
  hiddenSessions: "Questo sito non può elencare le sessioni.",
  endAll: "Disconnetti ovunque",
  secondFactor: "Verifica in due passaggi",
  on: "Attiva",
  off: "Disattivata",
  reset: "Reimposta la verifica in due passaggi",
  resetText:
    "L’utente viene disconnesso ovunque, può accedere senza il secondo passaggio e riceve un’e-mail che lo avvisa.",
  sendReset: "Invia un link per una nuova password",
  remove: "Elimina questo utente",
  removeHeading: "Eliminare {name}?",
  removeText:
    "Viene cancellato tutto ciò che è memorizzato su questo utente: metodi di accesso, sessioni e tutti gli altri dati.",
  removeFinal: "Non si può annullare, e l’utente non riceve alcuna e-mail.",
  log: {
    heading: "Azioni dello staff",
    none: "Ancora niente.",
    changed: "Dati modificati",
    by: "Da {name}",
    byProgram: "Da un programma",
    failed: "Non eseguito",
    unfinished: "Forse eseguito",
  },
  done: {
    createUser: "L’utente è stato creato.",
    banUser: "L’utente è bloccato e disconnesso ovunque.",
    unbanUser: "Il blocco è stato rimosso.",
    endSessions: "L’utente è disconnesso ovunque.",
    removeUser: "L’utente è stato eliminato.",
    resetSecondFactor: "La verifica in due passaggi è stata reimpostata.",
    sendPasswordReset: "L’e-mail è stata inviata.",
  },
  errors: {
    AccessDenied: { what: "Non puoi farlo con questo utente.", now: "Rivolgiti a chi gestisce questo sito." },
    AlreadyBanned: { what: "Questo utente è già bloccato.", now: "Qualcun altro è stato più veloce." },
    NotBanned: { what: "Questo utente non è più bloccato.", now: "Qualcun altro è stato più veloce." },
    InvalidBan: { what: "Il blocco non può finire allora.", now: "Scegli una data futura." },
    AddressTaken: { what: "Un altro utente ha questo indirizzo.", now: "Cercalo nell’elenco." },
    NotSent: {
      what: "Non è stata inviata alcuna e-mail.",
      now: "Questo utente non può impostare una password con il suo indirizzo.",
    },
    RateLimited: {
      what: "A questo indirizzo sono state inviate troppe e-mail.",
      now: "Aspetta un po’, poi riprova.",
    },
    UserChanged: {
      what: "Ora hai effettuato l’accesso come un’altra persona.",
      now: "Non è stato modificato nulla.",
    },
  },
};
