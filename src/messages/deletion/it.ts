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
    "Tutte le tue sessioni verranno chiuse subito. Hai {time} per ripensarci: accedi oppure apri il link nella nostra e-mail.",
  nothingStays: "Avviene subito e non si può annullare.",
  confirm: "Scrivi {value} per confermare",
  keep: "Mantieni il mio account",
  kept: "Hai mantenuto il tuo account.",
  notConfirmed: {
    what: "Non è stato eliminato nulla: hai scritto qualcos’altro.",
    now: "Scrivilo esattamente come lo vedi.",
  },
  tooLate: {
    what: "È troppo tardi per mantenere l’account.",
    now: "È in corso di eliminazione.",
  },
  pendingHeading: "Il tuo account verrà eliminato",
  pending: "Data di eliminazione: {date}.",
  pendingText: "Il tuo account {app} verrà eliminato. Data: {date}. Fino ad allora puoi mantenerlo.",
  keptHeading: "Hai mantenuto il tuo account",
  keptText: "Non è stato eliminato nulla. Accedi per continuare.",
  deletedHeading: "Il tuo account è stato eliminato",
  deletedText: "Il tuo account {app} e tutto ciò che conteneva non esistono più.",
};

/** The emails. */
export const deletionMails: DeletionMailsMessages = {
  deletionRequested: {
    subject: "Il tuo account {app} verrà eliminato",
    intro: "Il tuo account {app} verrà eliminato. Data: {date}. Richiesta: {details}.",
    openLink: "Per mantenerlo, apri prima di allora questo link:",
    button: "Mantieni il mio account",
    ignore:
      "Se l’hai chiesto tu, ignora questa e-mail. Altrimenti apri il link e poi controlla dove hai effettuato l’accesso.",
  },
  deletionUndone: {
    subject: "Hai mantenuto il tuo account {app}",
    intro: "Il tuo account {app} non verrà eliminato: {details}.",
    openLink: "Apri questo link per vedere il tuo account:",
    button: "Controlla il mio account",
    ignore:
      "Se la modifica è tua, ignora questa e-mail. Altrimenti esci subito da tutti gli altri dispositivi.",
  },
  accountDeleted: {
    subject: "Il tuo account {app} è stato eliminato",
    intro: "Il tuo account {app} è stato eliminato: {details}.",
    openLink: "Apri questo link per andare al sito:",
    button: "Apri il sito",
    ignore: "Se non lo volevi, contatta {app}. Questa è l’ultima e-mail su questo account.",
  },
};
