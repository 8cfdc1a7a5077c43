/**
 * The messages about the deletion of an account in German.
 *
 * @module
 */

import type { DeletionMailsMessages, DeletionMessages } from "../deletion_types.ts";

/** The card of the account page, and the page. */
export const deletion: DeletionMessages = {
  heading: "Konto löschen",
  text:
    "Löscht Ihr Konto bei {app} mit allem, was dazugehört. Sie haben {time} Zeit, es sich anders zu überlegen.",
  textAtOnce: "Löscht Ihr Konto bei {app} sofort, mit allem, was dazugehört.",
  button: "Konto löschen",
  question: "Konto wirklich löschen?",
  loss:
    "Sie verlieren Ihr Konto bei {app}: Ihr Profil, Ihre Anmeldemethoden und alles, was Sie dort gespeichert haben.",
  stays:
    "Sie werden jetzt überall abgemeldet. Sie haben {time} Zeit, es sich anders zu überlegen: Melden Sie sich an oder öffnen Sie den Link in unserer E-Mail.",
  nothingStays: "Das geschieht sofort und lässt sich nicht rückgängig machen.",
  confirm: "Geben Sie zur Bestätigung {value} ein",
  keep: "Mein Konto behalten",
  kept: "Ihr Konto bleibt bestehen.",
  notConfirmed: {
    what: "Es wurde nichts gelöscht: Die Eingabe stimmt nicht überein.",
    now: "Geben Sie den Text genau so ein, wie er da steht.",
  },
  tooLate: {
    what: "Es ist zu spät, das Konto zu behalten.",
    now: "Es wird gerade gelöscht.",
  },
  pendingHeading: "Ihr Konto wird gelöscht",
  pending: "Es wird am {date} gelöscht.",
  pendingText: "Ihr Konto bei {app} wird am {date} gelöscht. Bis dahin können Sie es behalten.",
  keptHeading: "Ihr Konto bleibt bestehen",
  keptText: "Es wurde nichts gelöscht. Melden Sie sich an, um fortzufahren.",
  deletedHeading: "Ihr Konto wurde gelöscht",
  deletedText: "Ihr Konto bei {app} und alles, was dazugehörte, gibt es nicht mehr.",
};

/** The emails. */
export const deletionMails: DeletionMailsMessages = {
  deletionRequested: {
    subject: "Ihr Konto bei {app} wird gelöscht",
    intro: "Ihr Konto bei {app} wird am {date} gelöscht. Angefordert: {details}.",
    openLink: "Wenn Sie es behalten möchten, öffnen Sie vorher diesen Link:",
    button: "Mein Konto behalten",
    ignore:
      "Wenn Sie das wollten, ignorieren Sie diese E-Mail. Wenn nicht, öffnen Sie den Link und prüfen Sie dann, wo Sie angemeldet sind.",
  },
  deletionUndone: {
    subject: "Ihr Konto bei {app} bleibt bestehen",
    intro: "Ihr Konto bei {app} wird nicht gelöscht: {details}.",
    openLink: "Öffnen Sie diesen Link, um Ihr Konto zu sehen:",
    button: "Mein Konto prüfen",
    ignore:
      "Wenn Sie es waren, ignorieren Sie diese E-Mail. Wenn nicht, melden Sie sich sofort überall sonst ab.",
  },
  accountDeleted: {
    subject: "Ihr Konto bei {app} wurde gelöscht",
    intro: "Ihr Konto bei {app} wurde gelöscht: {details}.",
    openLink: "Öffnen Sie diesen Link, um zur Website zu gelangen:",
    button: "Website öffnen",
    ignore:
      "Wenn Sie das nicht wollten, wenden Sie sich an {app}. Das ist die letzte E-Mail zu diesem Konto.",
  },
};
