/**
 * The messages about the deletion of an account in Dutch.
 *
 * @module
 */

import type { DeletionMailsMessages, DeletionMessages } from "../deletion_types.ts";

/** The card of the account page, and the page. */
export const deletion: DeletionMessages = {
  heading: "Account verwijderen",
  text: "Verwijdert je account bij {app} met alles wat erbij hoort. Je hebt {time} om je te bedenken.",
  textAtOnce: "Verwijdert meteen je account bij {app} met alles wat erbij hoort.",
  button: "Account verwijderen",
  question: "Je account verwijderen?",
  loss:
    "Je verliest je account bij {app}: je profiel, je manieren om in te loggen en wat je er hebt opgeslagen.",
  stays:
    "Je wordt nu overal uitgelogd. Je hebt {time} om je te bedenken: log in of open de link in onze e-mail.",
  nothingStays: "Dit gebeurt meteen en kan niet ongedaan worden gemaakt.",
  confirm: "Typ {value} om te bevestigen",
  keep: "Mijn account behouden",
  kept: "Je hebt je account behouden.",
  notConfirmed: {
    what: "Er is niets verwijderd: je hebt iets anders getypt.",
    now: "Typ het precies zoals het er staat.",
  },
  tooLate: {
    what: "Het is te laat om het account te behouden.",
    now: "Het wordt nu verwijderd.",
  },
  pendingHeading: "Je account wordt verwijderd",
  pending: "Het wordt op {date} verwijderd.",
  pendingText: "Je account bij {app} wordt op {date} verwijderd. Tot die tijd kun je het behouden.",
  keptHeading: "Je hebt je account behouden",
  keptText: "Er is niets verwijderd. Log in om verder te gaan.",
  deletedHeading: "Je account is verwijderd",
  deletedText: "Je account bij {app} bestaat niet meer, net als alles wat erbij hoorde.",
};

/** The emails. */
export const deletionMails: DeletionMailsMessages = {
  deletionRequested: {
    subject: "Je account bij {app} wordt verwijderd",
    intro: "Je account bij {app} wordt op {date} verwijderd. Aangevraagd: {details}.",
    openLink: "Wil je het behouden, open dan vóór die dag deze link:",
    button: "Mijn account behouden",
    ignore:
      "Heb je hierom gevraagd, negeer dan deze e-mail. Zo niet, open de link en kijk daarna waar je bent ingelogd.",
  },
  deletionUndone: {
    subject: "Je hebt je account bij {app} behouden",
    intro: "Je account bij {app} wordt niet verwijderd: {details}.",
    openLink: "Open deze link om je account te zien:",
    button: "Mijn account bekijken",
    ignore: "Als jij het was, negeer dan deze e-mail. Zo niet, log dan meteen overal elders uit.",
  },
  accountDeleted: {
    subject: "Je account bij {app} is verwijderd",
    intro: "Je account bij {app} is verwijderd: {details}.",
    openLink: "Open deze link om naar de website te gaan:",
    button: "Website openen",
    ignore: "Wilde je dit niet, neem dan contact op met {app}. Dit is de laatste e-mail over dit account.",
  },
};
