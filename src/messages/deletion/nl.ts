/**
 * The messages about the deletion of an account in Dutch.
 *
 * @module
 */

import type { DeletionMailsMessages, DeletionMessages } from "../deletion_types.ts";

/** The card of the account page, and the page. */
export const deletion: DeletionMessages = {
  heading: "Account verwijderen",
  text: "Verwijdert je {app}-account met alles wat erbij hoort. Je hebt {time} om je te bedenken.",
  textAtOnce: "Verwijdert meteen je {app}-account met alles wat erbij hoort.",
  button: "Account verwijderen",
  question: "Je account verwijderen?",
  loss: "Je verliest je {app}-account: je profiel, je manieren om in te loggen en wat je er hebt opgeslagen.",
  stays:
    "Je wordt nu overal uitgelogd. Je kunt het account nog {time} behouden: log in of open de link in onze e-mail.",
  nothingStays: "Het gebeurt meteen en niemand kan het terugdraaien.",
  confirm: "Typ {value} om te bevestigen",
  keep: "Mijn account behouden",
  kept: "Je account blijft bestaan.",
  notConfirmed: {
    what: "Er is niets verwijderd: je typte iets anders.",
    now: "Typ het precies zoals het er staat.",
  },
  tooLate: {
    what: "Het is te laat om het account te behouden.",
    now: "Het wordt nu verwijderd.",
  },
  pendingHeading: "Je account wordt verwijderd",
  pending: "Het wordt op {date} verwijderd.",
  pendingText: "Je {app}-account wordt op {date} verwijderd. Tot die tijd kun je het behouden.",
  keptHeading: "Je account blijft bestaan",
  keptText: "Er is niets verwijderd. Log in om verder te gaan.",
  deletedHeading: "Je account is verwijderd",
  deletedText: "Je {app}-account bestaat niet meer, met alles wat erbij hoorde.",
};

/** The emails. */
export const deletionMails: DeletionMailsMessages = {
  deletionRequested: {
    subject: "Je {app}-account wordt verwijderd",
    intro: "Je {app}-account wordt op {date} verwijderd. Aangevraagd: {details}.",
    openLink: "Wil je het behouden, open dan eerder deze link:",
    button: "Mijn account behouden",
    ignore:
      "Heb je hierom gevraagd, negeer dan deze e-mail. Zo niet, open de link en kijk daarna waar je bent ingelogd.",
  },
  deletionUndone: {
    subject: "Je {app}-account blijft bestaan",
    intro: "Je {app}-account wordt niet verwijderd: {details}.",
    openLink: "Open deze link om je account te zien:",
    button: "Mijn account bekijken",
    ignore: "Was jij het, negeer dan deze e-mail.",
  },
  accountDeleted: {
    subject: "Je {app}-account is verwijderd",
    intro: "Je {app}-account is verwijderd: {details}.",
    openLink: "Wil je {app} weer gebruiken, open dan deze link:",
    button: "Website openen",
    ignore: "Dit is de laatste e-mail over dit account.",
  },
};
