/**
 * The messages about the deletion of an account in Italian.
 *
 * @module
 */

import type { DeletionMailsMessages, DeletionMessages } from "../deletion_types.ts";

/** The card of the account page, and the page. */
export const deletion: DeletionMessages = {
  heading: "Elimina l’account",
  text: "Elimina il tuo account {app} con tutto ciò che contiene. Hai {time} per ripensarci.",
  textAtOnce: "Elimina subito il tuo account {app} con tutto ciò che contiene.",
  button: "Elimina l’account",
  question: "Eliminare il tuo account?",
  loss: "Perderai il tuo account {app}: il profilo, i modi per accedere e ciò che hai salvato.",
  stays:
    "Le tue sessioni vengono chiuse ovunque adesso. Puoi conservare l’account per {time}: accedi oppure apri il link nella nostra email.",
  nothingStays: "Succede subito e nessuno può annullarlo.",
  confirm: "Scrivi {value} per confermare",
  keep: "Conserva il mio account",
  kept: "Il tuo account resta.",
  notConfirmed: {
    what: "Non è stato eliminato nulla: hai scritto altro.",
    now: "Scrivilo esattamente come lo vedi.",
  },
  tooLate: {
    what: "È troppo tardi per conservare l’account.",
    now: "È in corso di eliminazione.",
  },
  pendingHeading: "Il tuo account verrà eliminato",
  pending: "Data di eliminazione: {date}.",
  pendingText: "Il tuo account {app} verrà eliminato. Data: {date}. Fino ad allora puoi conservarlo.",
  keptHeading: "Il tuo account resta",
  keptText: "Non è stato eliminato nulla. Accedi per continuare.",
  deletedHeading: "Il tuo account è eliminato",
  deletedText: "Il tuo account {app} non esiste più, con tutto ciò che conteneva.",
};

/** The emails. */
export const deletionMails: DeletionMailsMessages = {
  deletionRequested: {
    subject: "Il tuo account {app} verrà eliminato",
    intro: "Il tuo account {app} verrà eliminato. Data: {date}. Richiesta: {details}.",
    openLink: "Per conservarlo, apri prima questo link:",
    button: "Conserva il mio account",
    ignore:
      "Se l’hai chiesto tu, ignora questa email. Altrimenti apri il link e poi controlla dove hai effettuato l’accesso.",
  },
  deletionUndone: {
    subject: "Il tuo account {app} resta",
    intro: "Il tuo account {app} non verrà eliminato: {details}.",
    openLink: "Apri questo link per vedere il tuo account:",
    button: "Controlla il mio account",
    ignore: "Se sei stato tu, ignora questa email.",
  },
  accountDeleted: {
    subject: "Il tuo account {app} è eliminato",
    intro: "Il tuo account {app} è stato eliminato: {details}.",
    openLink: "Per usare di nuovo {app}, apri questo link:",
    button: "Apri il sito",
    ignore: "Questa è l’ultima email su questo account.",
  },
};
