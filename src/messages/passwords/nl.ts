/**
 * The messages about passwords in Dutch.
 *
 * @module
 */

import type { PasswordMailsMessages, PasswordMessages, SecurityMailsMessages } from "../password_types.ts";

/** The pages. */
export const password: PasswordMessages = {
  signUpHeading: "Account aanmaken",
  signUpHeadingNamed: "Account aanmaken bij {app}",
  signUpButton: "Account aanmaken",
  unverified:
    "Het wachtwoord klopt. Dit adres is nog nooit bevestigd: bevestig het met de e-mail om in te loggen.",
  unknownBrowser:
    "We kennen deze browser nog niet. Vul de code in die we naar {email} hebben gestuurd om in te loggen.",
  agreement: "Als je een account aanmaakt, accepteer je: {documents}",
  haveAccount: "Heb je al een account?",
  signIn: "Inloggen",
  hint: "Minstens {count} tekens. Een paar woorden achter elkaar zijn sterk en makkelijk te onthouden.",
  typed: "{typed} van {count} tekens.",
  longEnough: "Lang genoeg.",
  forgotHeading: "Nieuw wachtwoord instellen",
  forgotText: "Vul je e-mailadres in. We sturen je een link om een nieuw wachtwoord te kiezen.",
  forgotButton: "Stuur mij een link",
  chooseHeading: "Wachtwoord kiezen",
  chooseText: "Voor het account van {email}. Daarna ben je ingelogd.",
  chooseTextWithCode:
    "We hebben een link en een code gestuurd naar {email}. Open de link of vul hier de code en een nieuw " +
    "wachtwoord in.",
  chooseButton: "Opslaan en inloggen",
  keepHeading: "Is dit jouw wachtwoord?",
  keepText:
    "Het account van {email} heeft een wachtwoord van voordat dit adres werd bevestigd. Heb je het zelf " +
    "gekozen, vul het dan in: dan blijft het.",
  keepButton: "Dit wachtwoord houden",
  keepWrong:
    "Als het niet klopt, wordt het verwijderd, omdat een onbekende het kan hebben ingesteld. Daarna " +
    "kun je een nieuw kiezen.",
  keepOther:
    "Als je er nooit een hebt gekozen, krijg je een nieuw account, en heeft het andere dit adres niet meer.",
  keepNever: "Ik heb nooit een wachtwoord gekozen",
  removed: "Het eerdere wachtwoord is verwijderd. Je kunt een nieuw kiezen.",
  changeHeading: "Wachtwoord wijzigen",
  addHeading: "Wachtwoord toevoegen",
  changeText: "Alle andere browsers worden uitgelogd.",
  currentPassword: "Huidig wachtwoord",
  newPassword: "Nieuw wachtwoord",
  changeButton: "Wachtwoord opslaan",
  cancel: "Annuleren",
  change: "Wachtwoord wijzigen",
  add: "Wachtwoord toevoegen",
  setAt: "Ingesteld: {date}",
  changed: "Je wachtwoord is opgeslagen. Je bent overal elders uitgelogd.",
  errors: {
    TooShort: {
      what: "Dat wachtwoord is te kort.",
      now: "Gebruik minstens {count} tekens, bijvoorbeeld een paar woorden achter elkaar.",
    },
    TooLong: { what: "Dat wachtwoord is te lang.", now: "Gebruik hooguit 1024 tekens." },
    TooCommon: {
      what: "Dat wachtwoord is een van de eerste die vreemden proberen.",
      now: "Kies een ander, bijvoorbeeld een paar woorden die niet bij elkaar horen.",
    },
    Leaked: {
      what: "Dat wachtwoord is in een datalek opgedoken.",
      now: "Kies een ander en vervang dit wachtwoord overal waar je het nog meer gebruikt.",
    },
    WrongPassword: {
      what: "Dat is niet je huidige wachtwoord.",
      now: "Controleer het en probeer het opnieuw.",
    },
  },
};

/** The mails. */
export const passwordMails: PasswordMailsMessages = {
  confirm: {
    subject: "Bevestig je adres voor {app}",
    intro: "Welkom bij {app}. Bevestig dat dit adres van jou is, dan is je account klaar.",
    openLink: "Open deze link om je adres te bevestigen:",
    button: "Adres bevestigen",
    ignore:
      "Heb je geen account aangemaakt, negeer deze e-mail dan: zonder wordt er geen account aangemaakt.",
  },
  exists: {
    subject: "Je hebt al een account bij {app}",
    intro:
      "Iemand, misschien jij, wilde met dit adres een account aanmaken bij {app}. Je hebt er al een: log " +
      "in zoals altijd. Ben je je wachtwoord vergeten, kies dan een nieuw.",
    openLink: "Open deze link om een nieuw wachtwoord te kiezen:",
    button: "Nieuw wachtwoord kiezen",
    ignore: "Was jij dit niet, negeer deze e-mail dan: er is niets veranderd.",
  },
  reset: {
    subject: "Nieuw wachtwoord instellen voor {app}",
    intro: "Kies een nieuw wachtwoord voor je account bij {app}. Alle andere browsers worden dan uitgelogd.",
    openLink: "Open deze link om een nieuw wachtwoord te kiezen:",
    button: "Nieuw wachtwoord kiezen",
    ignore: "Heb je deze e-mail niet aangevraagd, negeer hem dan: je wachtwoord is niet veranderd.",
  },
  noAccount: {
    subject: "Er is geen account bij {app} met dit adres",
    intro:
      "Iemand, misschien jij, heeft bij {app} een nieuw wachtwoord aangevraagd, maar er is geen account " +
      "met dit adres. Misschien heb je een ander adres of een andere inlogmethode gebruikt.",
    openLink: "Open deze link om een account aan te maken:",
    button: "Account aanmaken",
    ignore: "Was jij dit niet, negeer deze e-mail dan: er is niets gebeurd.",
  },
  unknownBrowser: {
    subject: "Bevestig dat je inlogt bij {app}",
    intro:
      "Iemand, misschien jij, heeft je wachtwoord van {app} ingevuld in een browser die we nog niet kennen.",
    openLink:
      "Was jij het niet, dan kent iemand je wachtwoord. Open deze link om een nieuw wachtwoord te kiezen:",
    button: "Nieuw wachtwoord kiezen",
    typeCode: "Was jij het, vul deze code dan in die browser in:",
    ignore:
      "Was jij het niet, kies dan meteen een nieuw wachtwoord. Zonder de code kan niemand daar inloggen.",
  },
};

const LOOK = {
  button: "Dit was ik niet",
  ignore: "Als jij het was, negeer dan deze e-mail. Zo niet, meld je dan meteen overal elders af.",
};

/** The mails that tell a user what has happened to their account. */
export const securityMails: SecurityMailsMessages = {
  newDevice: {
    subject: "Nieuwe aanmelding bij {app}",
    intro:
      "Iemand heeft zich bij je account van {app} aangemeld met een browser die we nog niet kennen: {details}.",
    openLink: "Open deze link om te zien waar je bent aangemeld:",
    ...LOOK,
  },
  passwordChanged: {
    subject: "Je wachtwoord van {app} is nieuw",
    intro:
      "Het wachtwoord van je account bij {app} is ingesteld: {details}. Alle andere browsers zijn afgemeld.",
    openLink: "Als jij het niet was, open dan deze link om een ander wachtwoord te kiezen:",
    button: "Een ander wachtwoord kiezen",
    otherButton: "Mijn account bekijken",
    ignore: "Als jij het was, negeer dan deze e-mail.",
  },
  wayAdded: {
    subject: "Nieuwe manier om in te loggen bij {app}",
    intro: "Aan je account bij {app} is een manier om in te loggen toegevoegd: {way} ({details}).",
    openLink: "Open deze link om alle manieren om in te loggen te zien:",
    ...LOOK,
  },
  wayRemoved: {
    subject: "Een manier om bij {app} in te loggen is verwijderd",
    intro: "Uit je account bij {app} is een manier om in te loggen verwijderd: {way} ({details}).",
    openLink: "Open deze link om alle manieren om in te loggen te zien:",
    ...LOOK,
  },
};
