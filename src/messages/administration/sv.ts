/**
 * The messages of the pages for staff in Swedish.
 *
 * @module
 */

import { acting } from "../acting/sv.ts";
import type { AdministrationMessages } from "../administration_types.ts";

/** The list of users, and the page about one. */
export const administration: AdministrationMessages = {
  acting,
  heading: "Användare",
  searchLabel: "Namn, adress eller id",
  search: "Sök",
  none: "Inga användare hittades.",
  unverified: "Inte bekräftad",
  banned: "Spärrad",
  administrator: "Sköter webbplatsen",
  you: "Det är du",
  nameless: "Utan namn",
  first: "Första sidan",
  next: "Nästa sida",
  export: "Exportera som CSV",
  create: "Skapa en användare",
  createText: "Personen får inget mejl om det.",
  back: "Alla användare",
  id: "Användar-id",
  bannedAt: "Spärrades: {date}",
  bannedBy: "Av {name}",
  bannedUntil: "Till {date}",
  forGood: "För alltid",
  reason: "Skäl",
  reasonText: "För dina kollegor. Det finns också bland de data som användaren kan ladda ner.",
  end: "Hur länge",
  until: "Till ett datum",
  date: "Datum",
  ban: "Spärra användaren",
  banText: "Användaren loggas ut överallt och kan inte logga in förrän spärren upphör.",
  unban: "Häv spärren",
  sessions: "Var användaren är inloggad",
  noSessions: "Ingenstans.",
  hiddenSessions: "Webbplatsen kan inte visa sessioner.",
  endAll: "Logga ut överallt",
  secondFactor: "Tvåstegsverifiering",
  on: "På",
  off: "Av",
  reset: "Återställ tvåstegsverifieringen",
  resetText: "Användaren loggas ut överallt, kan logga in utan det andra steget och får ett mejl om det.",
  sendReset: "Mejla en länk till ett nytt lösenord",
  remove: "Ta bort användaren",
  removeHeading: "Vill du ta bort {name}?",
  removeText: "Allt som är lagrat om användaren tas bort: inloggningssätt, sessioner och alla andra data.",
  removeFinal: "Det går inte att ångra, och användaren får inget mejl om det.",
  done: {
    createUser: "Användaren skapades.",
    banUser: "Användaren är spärrad och utloggad överallt.",
    unbanUser: "Spärren hävdes.",
    endSessions: "Användaren är utloggad överallt.",
    removeUser: "Användaren togs bort.",
    resetSecondFactor: "Tvåstegsverifieringen återställdes.",
    sendPasswordReset: "Mejlet skickades.",
  },
  errors: {
    AccessDenied: {
      what: "Det kan du inte göra med den här användaren.",
      now: "Fråga dem som sköter webbplatsen.",
    },
    AlreadyBanned: { what: "Användaren är redan spärrad.", now: "Någon annan var snabbare." },
    NotBanned: { what: "Användaren är inte längre spärrad.", now: "Någon annan var snabbare." },
    InvalidBan: { what: "Spärren kan inte upphöra då.", now: "Välj ett datum i framtiden." },
    AddressTaken: { what: "En annan användare har den adressen.", now: "Sök efter den i listan." },
    NotSent: { what: "Inget mejl skickades.", now: "Användaren kan inte ange ett lösenord med sin adress." },
    RateLimited: { what: "Det skickades för många mejl till adressen.", now: "Vänta lite och försök igen." },
    UserChanged: { what: "Du är nu inloggad som någon annan.", now: "Ingenting ändrades." },
  },
};
