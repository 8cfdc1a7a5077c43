/**
 * The messages of the pages for staff in Dutch.
 *
 * @module
 */

import { acting } from "../acting/nl.ts";
import type { AdministrationMessages } from "../administration_types.ts";

/** The list of users, and the page about one. */
export const administration: AdministrationMessages = {
  acting,
  heading: "Gebruikers",
  searchLabel: "Naam, adres of ID",
  search: "Zoeken",
  none: "Geen gebruikers gevonden.",
  unverified: "Niet bevestigd",
  banned: "Geblokkeerd",
  administrator: "Sitebeheerder",
  you: "Dat ben jij",
  nameless: "Zonder naam",
  first: "Eerste pagina",
  next: "Volgende pagina",
  export: "Exporteren als CSV",
  create: "Gebruiker aanmaken",
  createText: "Deze persoon krijgt er geen e-mail over.",
  back: "Alle gebruikers",
  id: "Gebruikers-ID",
  bannedAt: "Geblokkeerd: {date}",
  bannedBy: "Door {name}",
  bannedUntil: "Tot {date}",
  forGood: "Voorgoed",
  reason: "Reden",
  reasonText: "Voor je collega’s. De reden staat ook in de gegevens die de gebruiker kan downloaden.",
  end: "Duur",
  until: "Tot een bepaalde datum",
  date: "Datum",
  ban: "Deze gebruiker blokkeren",
  banText: "De gebruiker wordt overal uitgelogd en kan niet inloggen tot de blokkade eindigt.",
  unban: "Blokkade opheffen",
  sessions: "Waar de gebruiker is ingelogd",
  noSessions: "Nergens.",
  hiddenSessions: "Deze site kan geen sessies tonen.",
  endAll: "Overal uitloggen",
  secondFactor: "Verificatie in twee stappen",
  on: "Aan",
  off: "Uit",
  reset: "Verificatie in twee stappen resetten",
  resetText:
    "De gebruiker wordt overal uitgelogd, kan zonder de tweede stap inloggen en krijgt er een e-mail over.",
  sendReset: "Link voor een nieuw wachtwoord sturen",
  remove: "Deze gebruiker verwijderen",
  removeHeading: "{name} verwijderen?",
  removeText:
    "Alles wat over deze gebruiker is opgeslagen, wordt verwijderd: inlogmethoden, sessies en alle andere gegevens.",
  removeFinal: "Dit kan niet ongedaan worden gemaakt, en de gebruiker krijgt er geen e-mail over.",
  log: {
    heading: "Acties van het team",
    none: "Nog niets.",
    noMore: "Geen oudere acties.",
    past: {
      createUser: "Gebruiker aangemaakt",
      updateUser: "Gegevens gewijzigd",
      banUser: "Geblokkeerd",
      unbanUser: "Blokkade opgeheven",
      removeUser: "Gebruiker verwijderd",
      endSession: "In één browser uitgelogd",
      endSessions: "Overal uitgelogd",
      resetSecondFactor: "Verificatie in twee stappen gereset",
      sendPasswordReset: "Link voor een nieuw wachtwoord verstuurd",
      actAs: "Begonnen met handelen als deze gebruiker",
      stopActing: "Gestopt met handelen als deze gebruiker",
      exportUsers: "Lijst met gebruikers geëxporteerd",
      createSession: "Sessie gestart",
      importUsers: "Gebruiker geïmporteerd",
    },
    by: "Door {name}",
    byProgram: "Door een programma",
    failed: "Niet uitgevoerd",
    unfinished: "Mogelijk uitgevoerd",
  },
  done: {
    createUser: "De gebruiker is aangemaakt.",
    banUser: "De gebruiker is geblokkeerd en overal uitgelogd.",
    unbanUser: "De blokkade is opgeheven.",
    endSessions: "De gebruiker is overal uitgelogd.",
    removeUser: "De gebruiker is verwijderd.",
    resetSecondFactor: "De verificatie in twee stappen is gereset.",
    sendPasswordReset: "De e-mail is verstuurd.",
  },
  errors: {
    AccessDenied: {
      what: "Dat kun je bij deze gebruiker niet doen.",
      now: "Vraag het de beheerders van deze site.",
    },
    AlreadyBanned: { what: "Deze gebruiker is al geblokkeerd.", now: "Iemand anders was sneller." },
    NotBanned: { what: "Deze gebruiker is niet meer geblokkeerd.", now: "Iemand anders was sneller." },
    InvalidBan: {
      what: "De blokkade kan niet op die datum eindigen.",
      now: "Kies een datum in de toekomst.",
    },
    InvalidName: { what: "Die naam is te lang.", now: "Vul een kortere naam in." },
    AddressTaken: { what: "Een andere gebruiker heeft dit adres.", now: "Zoek het op in de lijst." },
    NotSent: {
      what: "Er is geen e-mail verstuurd.",
      now: "Deze gebruiker kan met dit adres geen wachtwoord instellen.",
    },
    RateLimited: {
      what: "Er zijn te veel e-mails naar dit adres gestuurd.",
      now: "Wacht even en probeer het opnieuw.",
    },
    UserChanged: { what: "Je bent nu als iemand anders ingelogd.", now: "Er is niets gewijzigd." },
  },
};
