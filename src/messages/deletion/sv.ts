/**
 * The messages about the deletion of an account in Swedish.
 *
 * @module
 */

import type { DeletionMailsMessages, DeletionMessages } from "../deletion_types.ts";

/** The card of the account page, and the page. */
export const deletion: DeletionMessages = {
  heading: "Radera kontot",
  text: "Raderar ditt konto hos {app} med allt som hör till. Du har {time} på dig att ändra dig.",
  textAtOnce: "Raderar genast ditt konto hos {app} med allt som hör till.",
  button: "Radera kontot",
  question: "Vill du radera ditt konto?",
  loss: "Du förlorar ditt konto hos {app}: din profil, dina inloggningssätt och det du har sparat där.",
  stays: "Du loggas nu ut överallt. Du kan behålla kontot i {time}: logga in eller öppna länken i vårt mejl.",
  nothingStays: "Det sker genast och ingen kan ångra det.",
  confirm: "Skriv {value} för att bekräfta",
  keep: "Behåll mitt konto",
  kept: "Ditt konto finns kvar.",
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
  pendingText: "Ditt konto hos {app} raderas den {date}. Fram till dess kan du behålla det.",
  keptHeading: "Ditt konto finns kvar",
  keptText: "Inget raderades. Logga in för att fortsätta.",
  deletedHeading: "Ditt konto är raderat",
  deletedText: "Ditt konto hos {app} finns inte längre, inte heller det som hörde till.",
};

/** The emails. */
export const deletionMails: DeletionMailsMessages = {
  deletionRequested: {
    subject: "Ditt konto hos {app} kommer att raderas",
    intro: "Ditt konto hos {app} raderas den {date}. Begärt: {details}.",
    openLink: "Öppna länken före dess om du vill behålla det:",
    button: "Behåll mitt konto",
    ignore:
      "Om du bad om detta kan du strunta i mejlet. Om inte, öppna länken och se sedan efter var du är inloggad.",
  },
  deletionUndone: {
    subject: "Ditt konto hos {app} finns kvar",
    intro: "Ditt konto hos {app} raderas inte: {details}.",
    openLink: "Öppna länken för att se ditt konto:",
    button: "Granska mitt konto",
    ignore: "Om det var du kan du strunta i mejlet.",
  },
  accountDeleted: {
    subject: "Ditt konto hos {app} är raderat",
    intro: "Ditt konto hos {app} har raderats: {details}.",
    openLink: "Öppna länken om du vill använda {app} igen:",
    button: "Öppna webbplatsen",
    ignore: "Det här är det sista mejlet om kontot.",
  },
};
