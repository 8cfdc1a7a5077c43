/**
 * The messages about another email address of an account in Swedish.
 *
 * @module
 */

import type { EmailChangeMailsMessages, EmailChangeMessages } from "../email_change_types.ts";

/** The card of the account page, and the pages behind its emails. */
export const emailChange: EmailChangeMessages = {
  heading: "E-postadress",
  none: "Ditt konto har ingen e-postadress.",
  change: "Ändra",
  changeHeading: "Ändra din e-postadress",
  changeText: "Vi skickar en länk till den nya adressen. Inget ändras förrän du öppnar den.",
  newAddress: "Ny e-postadress",
  send: "Skicka länken",
  sent: "Vi har skickat en länk till den nya adressen. Öppna den för att slutföra bytet.",
  changed: "Din e-postadress har ändrats.",
  confirmHeading: "Vill du använda den här adressen?",
  confirmText: "{email} blir adressen för ditt konto på {app}. Du loggas ut överallt utom här.",
  confirmButton: "Använd den här adressen",
  undoHeading: "Vill du få tillbaka din gamla adress?",
  undoText:
    "{email} blir åter adressen för ditt konto på {app}. Alla webbläsare loggas ut, och det som har lagts till sedan bytet tas bort: inloggningssätt, lösenord, tvåstegsverifiering.",
  undoButton: "Få tillbaka adressen",
  undoneHeading: "Din gamla adress är tillbaka",
  undoneText: "Logga in med den och kontrollera sedan dina inloggningssätt.",
  overHeading: "Länken fungerar inte längre",
  overText: "Den har använts eller är för gammal, eller så har kontot ändrats sedan dess.",
  errors: {
    InvalidNewEmail: {
      what: "Det är ingen ny e-postadress.",
      now: "Kontrollera det du skrev och försök igen.",
    },
    EmailInUse: {
      what: "Ett annat konto har den adressen.",
      now: "Använd en annan eller logga in på det kontot.",
    },
    TooManyEmails: { what: "Vi har skickat för många mejl.", now: "Vänta en timme och försök sedan igen." },
  },
};

/** The emails. */
export const emailChangeMails: EmailChangeMailsMessages = {
  emailChange: {
    subject: "Bekräfta din nya adress för {app}",
    intro: "Någon vill använda den här adressen för sitt konto på {app}.",
    openLink: "Om det är du, öppna den här länken i webbläsaren där du är inloggad:",
    button: "Bekräfta min adress",
    ignore: "Om det inte är du kan du ignorera det här mejlet: utan det ändras inget.",
  },
  emailChanged: {
    subject: "Din e-postadress på {app} har ändrats",
    intro: "E-postadressen för ditt konto på {app} har ändrats: {details}.",
    openLink: "Om det inte var du, öppna den här länken inom {time} för att få tillbaka din gamla adress:",
    button: "Det var inte jag",
    ignore: "Om det var du kan du ignorera det här mejlet.",
  },
  emailAdopted: {
    subject: "Ditt konto på {app} har en ny e-postadress",
    intro: "Den här adressen hör nu till ditt konto på {app}: {details}.",
    openLink: "Öppna den här länken för att se ditt konto:",
    button: "Granska mitt konto",
    ignore: "Om det var du kan du ignorera det här mejlet.",
  },
  emailRestored: {
    subject: "Ditt konto på {app} har sin gamla adress igen",
    intro: "Bytet av e-postadress för ditt konto på {app} har ångrats: {details}.",
    openLink: "Öppna den här länken för att se ditt konto:",
    button: "Granska mitt konto",
    ignore:
      "Den som gjorde det har tillgång till inkorgen för den gamla adressen. Alla webbläsare har loggats ut.",
  },
};
