/**
 * The messages of the pages for staff in Polish.
 *
 * @module
 */

import { acting } from "../acting/pl.ts";
import type { AdministrationMessages } from "../administration_types.ts";

/** The list of users, and the page about one. */
export const administration: AdministrationMessages = {
  acting,
  heading: "Użytkownicy",
  searchLabel: "Nazwa, adres lub identyfikator",
  search: "Szukaj",
  none: "Nie znaleziono użytkowników.",
  unverified: "Niepotwierdzony",
  banned: "Zablokowano",
  administrator: "Zarządza tą stroną",
  you: "To Ty",
  nameless: "Bez nazwy",
  first: "Pierwsza strona",
  next: "Następna strona",
  export: "Eksportuj jako CSV",
  create: "Utwórz użytkownika",
  createText: "Ta osoba nie dostanie wiadomości e-mail.",
  back: "Wszyscy użytkownicy",
  id: "Identyfikator",
  bannedAt: "Data blokady: {date}",
  bannedBy: "Blokuje: {name}",
  bannedUntil: "Do dnia: {date}",
  forGood: "Na zawsze",
  reason: "Powód",
  reasonText: "Dla Twoich współpracowników. Jest też w danych, które użytkownik może pobrać.",
  end: "Jak długo",
  until: "Do wybranego dnia",
  date: "Dzień",
  ban: "Zablokuj użytkownika",
  banText: "Zostanie wylogowany wszędzie i nie zaloguje się, dopóki blokada się nie skończy.",
  unban: "Zdejmij blokadę",
  sessions: "Otwarte sesje",
  noSessions: "Na razie brak.",
  hiddenSessions: "Ta strona nie może pokazać sesji.",
  endAll: "Wyloguj wszędzie",
  secondFactor: "Weryfikacja dwuetapowa",
  on: "Włączona",
  off: "Wyłączona",
  reset: "Zresetuj weryfikację dwuetapową",
  resetText:
    "Użytkownik zostanie wylogowany wszędzie, zaloguje się bez drugiego kroku i dostanie o tym wiadomość e-mail.",
  sendReset: "Wyślij link do nowego hasła",
  remove: "Usuń użytkownika",
  removeHeading: "Usunąć: {name}?",
  removeText:
    "Zniknie wszystko, co jest zapisane o tym użytkowniku: metody logowania, sesje i wszystkie inne dane.",
  removeFinal: "Tego nie można cofnąć, a użytkownik nie dostanie wiadomości e-mail.",
  log: {
    heading: "Działania personelu",
    none: "Jeszcze nic.",
    changed: "Zmieniono dane",
    by: "Kto: {name}",
    byProgram: "Kto: program",
    failed: "Nie wykonano",
    unfinished: "Być może wykonano",
  },
  done: {
    createUser: "Użytkownik został utworzony.",
    banUser: "Użytkownik jest zablokowany i wylogowany wszędzie.",
    unbanUser: "Blokada została zdjęta.",
    endSessions: "Użytkownik jest wylogowany wszędzie.",
    removeUser: "Użytkownik został usunięty.",
    resetSecondFactor: "Weryfikacja dwuetapowa została zresetowana.",
    sendPasswordReset: "Wiadomość została wysłana.",
  },
  errors: {
    AccessDenied: {
      what: "Nie możesz tego zrobić z tym użytkownikiem.",
      now: "Zapytaj osoby, które prowadzą tę stronę.",
    },
    AlreadyBanned: { what: "Ten użytkownik jest już zablokowany.", now: "Ktoś inny był szybszy." },
    NotBanned: { what: "Ten użytkownik nie jest już zablokowany.", now: "Ktoś inny był szybszy." },
    InvalidBan: { what: "Blokada nie może się wtedy skończyć.", now: "Wybierz dzień w przyszłości." },
    AddressTaken: { what: "Ten adres ma inny użytkownik.", now: "Poszukaj go na liście." },
    NotSent: {
      what: "Nie wysłano wiadomości.",
      now: "Ten użytkownik nie może ustawić hasła ze swoim adresem.",
    },
    RateLimited: {
      what: "Na ten adres wysłano zbyt wiele wiadomości.",
      now: "Poczekaj chwilę i spróbuj ponownie.",
    },
    UserChanged: { what: "Jesteś teraz na koncie innej osoby.", now: "Nic nie zostało zmienione." },
  },
};
