/**
 * The messages about the deletion of an account in Swedish.
 *
 * @module
 */

import type { DeletionMailsMessages, DeletionMessages } from "../deletion_types.ts";

/** The card of the account page, and the page. */
export const deletion: DeletionMessages = {
  heading: "Radera kontot",
  text: "Raderar ditt konto på {app} med allt som hör till. Du har {time} på dig att ändra dig.",
  textAtOnce: "Raderar genast ditt konto på {app} med allt som hör till.",
  button: "Radera kontot",
  question: "Vill du radera ditt konto?",
  loss: "Du förlorar ditt konto på {app}: din profil, dina inloggningssätt och det du har sparat där.",
  stays:
    "Du loggas nu ut överallt. Du har {time} på dig att ändra dig: logga in eller öppna länken i vårt mejl.",
  nothingStays: "Det sker genast och kan inte ångras.",
  confirm: "Skriv {value} för att bekräfta",
  keep: "Behåll mitt konto",
  kept: "Du har behållit ditt konto.",
  notConfirmed: {
    what: "Inget raderades: du skrev något annat.",
    now: "Skriv exakt som det står.",
  },
  tooLate: {
    what: "Det är för sent att behålla kontot.",
    now: "Det håller på att raderas.",
  },
  pendingHeading: "Ditt konto kommer att raderas",
  pending: "Det raderas den {date}.",
  pendingText: "Ditt konto på {app} raderas den {date}. Fram till dess kan du behålla det.",
  keptHeading: "Du har behållit ditt konto",
  keptText: "Inget raderades. Logga in för att fortsätta.",
  deletedHeading: "Ditt konto har raderats",
  deletedText: "Ditt konto på {app} finns inte längre, inte heller det som hörde till.",
};

/** The emails. */
export const deletionMails: DeletionMailsMessages = {
  deletionRequested: {
    subject: "Ditt konto på {app} kommer att raderas",
    intro: "Ditt konto på {app} raderas den {date}. Begärt: {details}.",
    openLink: "Öppna länken före dess om du vill behålla det:",
    button: "Behåll mitt konto",
    ignore:
      "Om du bad om detta kan du bortse från det här mejlet. Om inte, öppna länken och se sedan efter var du är inloggad.",
  },
  deletionUndone: {
    subject: "Du har behållit ditt konto på {app}",
    intro: "Ditt konto på {app} raderas inte: {details}.",
    openLink: "Öppna länken för att se ditt konto:",
    button: "Granska mitt konto",
    ignore: "Om det var du kan du bortse från det här mejlet. Om inte, logga genast ut överallt annars.",
  },
  accountDeleted: {
    subject: "Ditt konto på {app} har raderats",
    intro: "Ditt konto på {app} har raderats: {details}.",
    openLink: "Öppna länken för att gå till webbplatsen:",
    button: "Öppna webbplatsen",
    ignore: "Om du inte ville detta, kontakta {app}. Det här är det sista mejlet om kontot.",
  },
};
