/**
 * The messages about passwords in Swedish.
 *
 * @module
 */

import type { PasswordMailsMessages, PasswordMessages, SecurityMailsMessages } from "../password_types.ts";

/** The pages. */
export const password: PasswordMessages = {
  signUpHeading: "Skapa ett konto",
  signUpHeadingNamed: "Skapa ett konto på {app}",
  signUpButton: "Skapa konto",
  unverified:
    "Lösenordet stämmer. Den här adressen har aldrig bekräftats: bekräfta den med mejlet för att logga in.",
  unknownBrowser:
    "Vi känner inte igen den här webbläsaren. Ange koden som vi har skickat till {email} för att logga in.",
  agreement: "När du skapar ett konto godkänner du: {documents}",
  haveAccount: "Har du redan ett konto?",
  signIn: "Logga in",
  hint: "Minst {count} tecken. Några ord i rad är starka och lätta att komma ihåg.",
  typed: "{typed} av {count} tecken.",
  longEnough: "Tillräckligt långt.",
  forgotHeading: "Ange ett nytt lösenord",
  forgotText: "Ange din e-postadress. Vi skickar en länk där du kan välja ett nytt lösenord.",
  forgotButton: "Mejla mig en länk",
  chooseHeading: "Välj ett lösenord",
  chooseText: "För kontot som tillhör {email}. Du loggas in efteråt.",
  chooseTextWithCode:
    "Vi har skickat en länk och en kod till {email}. Öppna länken, eller ange koden och ett nytt " +
    "lösenord här.",
  chooseButton: "Spara och logga in",
  keepHeading: "Är det här ditt lösenord?",
  keepText: "Kontot för {email} har ett lösenord från tiden innan adressen bekräftades. Om du har valt det " +
    "anger du det, så finns det kvar.",
  keepButton: "Behåll lösenordet",
  keepWrong: "Om det är fel tas det bort, eftersom en främling kan ha angett det. Då kan du välja ett nytt.",
  keepOther:
    "Om du aldrig har valt något får du ett nytt konto, och det andra har inte längre den här adressen.",
  keepNever: "Jag har aldrig valt något lösenord",
  removed: "Det tidigare lösenordet har tagits bort. Du kan välja ett nytt.",
  changeHeading: "Byt lösenord",
  addHeading: "Lägg till ett lösenord",
  changeText: "Alla andra webbläsare loggas ut.",
  currentPassword: "Nuvarande lösenord",
  newPassword: "Nytt lösenord",
  changeButton: "Spara lösenord",
  cancel: "Avbryt",
  change: "Byt lösenord",
  add: "Lägg till ett lösenord",
  setAt: "Angavs: {date}",
  changed: "Lösenordet är sparat. Du är utloggad överallt utom här.",
  errors: {
    TooShort: {
      what: "Lösenordet är för kort.",
      now: "Använd minst {count} tecken, till exempel några ord i rad.",
    },
    TooLong: { what: "Lösenordet är för långt.", now: "Använd högst 1024 tecken." },
    TooCommon: {
      what: "Lösenordet är ett av de första som främlingar provar.",
      now: "Välj ett annat, till exempel några ord som inte hör ihop.",
    },
    Leaked: {
      what: "Lösenordet har förekommit i en dataläcka.",
      now: "Välj ett annat, och byt ut det här överallt där du annars använder det.",
    },
    WrongPassword: {
      what: "Det är inte ditt nuvarande lösenord.",
      now: "Kontrollera det och försök igen.",
    },
  },
};

/** The mails. */
export const passwordMails: PasswordMailsMessages = {
  confirm: {
    subject: "Bekräfta din adress för {app}",
    intro: "Välkommen till {app}. Bekräfta att det här är din adress, så är ditt konto klart.",
    openLink: "Öppna den här länken för att bekräfta din adress:",
    button: "Bekräfta adressen",
    ignore: "Om du inte har skapat ett konto kan du ignorera det här mejlet: utan det skapas inget konto.",
  },
  exists: {
    subject: "Du har redan ett konto på {app}",
    intro:
      "Någon, kanske du, ville skapa ett konto på {app} med den här adressen. Du har redan ett: logga in " +
      "som du brukar. Om du har glömt lösenordet väljer du ett nytt.",
    openLink: "Öppna den här länken för att välja ett nytt lösenord:",
    button: "Välj ett nytt lösenord",
    ignore: "Om det inte var du kan du ignorera det här mejlet: inget har ändrats.",
  },
  reset: {
    subject: "Ange ett nytt lösenord för {app}",
    intro: "Välj ett nytt lösenord för ditt konto på {app}. Alla andra webbläsare loggas då ut.",
    openLink: "Öppna den här länken för att välja ett nytt lösenord:",
    button: "Välj ett nytt lösenord",
    ignore: "Om du inte har begärt det här mejlet kan du ignorera det: ditt lösenord har inte ändrats.",
  },
  noAccount: {
    subject: "Det finns inget konto på {app} med den här adressen",
    intro: "Någon, kanske du, begärde ett nytt lösenord på {app}, men det finns inget konto med den här " +
      "adressen. Du kanske har använt en annan adress eller ett annat inloggningssätt.",
    openLink: "Öppna den här länken för att skapa ett konto:",
    button: "Skapa ett konto",
    ignore: "Om det inte var du kan du ignorera det här mejlet: inget har hänt.",
  },
  unknownBrowser: {
    subject: "Bekräfta din inloggning på {app}",
    intro: "Någon, kanske du, har angett ditt lösenord för {app} i en webbläsare som vi inte känner till.",
    openLink: "Om det inte var du kan någon ditt lösenord. Öppna den här länken för att välja ett nytt:",
    button: "Välj ett nytt lösenord",
    typeCode: "Om det var du anger du den här koden i den webbläsaren:",
    ignore: "Om det inte var du, välj genast ett nytt lösenord. Utan koden kan ingen logga in där.",
  },
};

const LOOK = {
  button: "Det var inte jag",
  ignore: "Om det var du kan du bortse från det här mejlet. Om inte, logga genast ut överallt annars.",
};

/** The mails that tell a user what has happened to their account. */
export const securityMails: SecurityMailsMessages = {
  newDevice: {
    subject: "Ny inloggning på {app}",
    intro: "Någon har loggat in på ditt konto på {app} med en webbläsare som vi inte känner till: {details}.",
    openLink: "Öppna den här länken för att se var du är inloggad:",
    ...LOOK,
  },
  passwordChanged: {
    subject: "Ditt lösenord på {app} är nytt",
    intro:
      "Lösenordet för ditt konto på {app} har ställts in: {details}. Alla andra webbläsare har loggats ut.",
    openLink: "Om det inte var du, öppna den här länken för att välja ett annat lösenord:",
    button: "Välj ett annat lösenord",
    otherButton: "Visa mitt konto",
    ignore: "Om det var du kan du bortse från det här mejlet.",
  },
  wayAdded: {
    subject: "Nytt sätt att logga in på {app}",
    intro: "Ett sätt att logga in har lagts till i ditt konto på {app}: {way} ({details}).",
    openLink: "Öppna den här länken för att se alla sätt att logga in:",
    ...LOOK,
  },
  wayRemoved: {
    subject: "Ett sätt att logga in på {app} har tagits bort",
    intro: "Ett sätt att logga in har tagits bort från ditt konto på {app}: {way} ({details}).",
    openLink: "Öppna den här länken för att se alla sätt att logga in:",
    ...LOOK,
  },
};
