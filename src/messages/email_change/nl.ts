/**
 * The messages about another email address of an account in Dutch.
 *
 * @module
 */

import type { EmailChangeMailsMessages, EmailChangeMessages } from "../email_change_types.ts";

/** The card of the account page, and the pages behind its emails. */
export const emailChange: EmailChangeMessages = {
  heading: "E-mailadres",
  none: "Je account heeft geen e-mailadres.",
  change: "Wijzigen",
  changeHeading: "Je e-mailadres wijzigen",
  changeText: "We sturen een link naar het nieuwe adres. Er verandert niets totdat je die opent.",
  newAddress: "Nieuw e-mailadres",
  send: "Link versturen",
  sent: "We hebben een link naar het nieuwe adres gestuurd. Open die om de wijziging af te ronden.",
  changed: "Je e-mailadres is gewijzigd.",
  confirmHeading: "Dit adres gebruiken?",
  confirmText: "{email} wordt het adres van je account bij {app}. Je wordt overal elders uitgelogd.",
  confirmButton: "Dit adres gebruiken",
  undoHeading: "Je oude adres terughalen?",
  undoText:
    "{email} wordt weer het adres van je account bij {app}. Alle browsers worden uitgelogd en wat sinds de wijziging is toegevoegd, wordt verwijderd: inlogmethoden, een wachtwoord, verificatie in twee stappen.",
  undoButton: "Terughalen",
  undoneHeading: "Je oude adres is terug",
  undoneText: "Log ermee in en controleer daarna je inlogmethoden.",
  overHeading: "Deze link werkt niet meer",
  overText: "Hij is al gebruikt, is te oud, of het account is sindsdien veranderd.",
  errors: {
    InvalidNewEmail: {
      what: "Dat is geen nieuw e-mailadres.",
      now: "Controleer wat je hebt ingevuld en probeer het opnieuw.",
    },
    EmailInUse: {
      what: "Een ander account heeft dit adres.",
      now: "Gebruik een ander adres of log in op dat account.",
    },
    TooManyEmails: {
      what: "We hebben te veel e-mails gestuurd.",
      now: "Wacht een uur en probeer het dan opnieuw.",
    },
  },
};

/** The emails. */
export const emailChangeMails: EmailChangeMailsMessages = {
  emailChange: {
    subject: "Bevestig je nieuwe adres voor {app}",
    intro: "Iemand wil dit adres gebruiken voor een account bij {app}.",
    openLink: "Ben jij het, open dan deze link in de browser waarin je bent ingelogd:",
    button: "Mijn adres bevestigen",
    ignore: "Ben jij het niet, negeer dan deze e-mail: zonder verandert er niets.",
  },
  emailChanged: {
    subject: "Je e-mailadres bij {app} is gewijzigd",
    intro: "Het e-mailadres van je account bij {app} is gewijzigd: {details}.",
    openLink: "Was jij het niet, open dan binnen {time} deze link om je oude adres terug te halen:",
    button: "Dit was ik niet",
    ignore: "Was jij het, negeer dan deze e-mail.",
  },
  emailAdopted: {
    subject: "Je account bij {app} heeft een nieuw e-mailadres",
    intro: "Je account bij {app} heeft nu dit adres ({details}).",
    openLink: "Open deze link om je account te zien:",
    button: "Mijn account bekijken",
    ignore: "Was jij het, negeer dan deze e-mail.",
  },
  emailRestored: {
    subject: "Je account bij {app} heeft weer het oude adres",
    intro: "De wijziging van het e-mailadres van je account bij {app} is ongedaan gemaakt: {details}.",
    openLink: "Open deze link om je account te zien:",
    button: "Mijn account bekijken",
    ignore:
      "Wie dit heeft gedaan, heeft toegang tot de mailbox van het oude adres. Alle browsers zijn uitgelogd.",
  },
};
