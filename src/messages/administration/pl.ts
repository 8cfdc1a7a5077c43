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
  unverified: "Adres niepotwierdzony",
  banned: "Zablokowano",
  administrator: "Administrator strony",
  you: "To Ty",
  nameless: "Bez nazwy",
  first: "Pierwsza strona",
  next: "Następna strona",
  export: "Eksportuj jako CSV",
  create: "Utwórz użytkownika",
  createText: "Ta osoba nie dostanie o tym wiadomości e-mail.",
  back: "Wszyscy użytkownicy",
  id: "Identyfikator",
  bannedAt: "Data blokady: {date}",
  bannedBy: "Kto zablokował: {name}",
  bannedUntil: "Do: {date}",
  forGood: "Na zawsze",
  reason: "Powód",
  reasonText: "Dla Twoich współpracowników. Jest też w danych, które użytkownik może pobrać.",
  end: "Czas trwania",
  until: "Do wybranej daty",
  date: "Data",
  ban: "Zablokuj użytkownika",
  banText: "Zostanie wylogowany wszędzie i nie zaloguje się, dopóki blokada się nie skończy.",
  unban: "Zdejmij blokadę",
  sessions: "Aktywne sesje",
  noSessions: "Brak aktywnych sesji.",
  hiddenSessions: "Ta strona nie może pokazać sesji.",
  endAll: "Wyloguj wszędzie",
  secondFactor: "Weryfikacja dwuetapowa",
  on: "Włączona",
  off: "Wyłączona",
  reset: "Zresetuj weryfikację dwuetapową",
  resetText:
    "Użytkownik zostanie wylogowany wszędzie, zaloguje się bez drugiego kroku i dostanie o tym wiadomość e-mail.",
  sendReset: "Wyślij link do zmiany hasła",
  remove: "Usuń użytkownika",
  removeHeading: "Usunąć użytkownika {name}?",
  removeText:
    "Zostanie usunięte wszystko, co zapisano o tym użytkowniku: sposoby logowania, sesje i wszystkie inne dane.",
  removeFinal: "Tego nie można cofnąć, a użytkownik nie dostanie o tym wiadomości e-mail.",
  log: {
    heading: "Działania pracowników",
    none: "Brak wpisów.",
    noMore: "Brak starszych wpisów.",
    past: {
      createUser: "Utworzono użytkownika",
      updateUser: "Zmieniono dane",
      banUser: "Zablokowano użytkownika",
      unbanUser: "Zdjęto blokadę",
      removeUser: "Usunięto użytkownika",
      endSession: "Wylogowano jedną przeglądarkę",
      endSessions: "Wylogowano wszędzie",
      resetSecondFactor: "Zresetowano weryfikację dwuetapową",
      sendPasswordReset: "Wysłano link do zmiany hasła",
      actAs: "Rozpoczęto działanie jako ten użytkownik",
      stopActing: "Zakończono działanie jako ten użytkownik",
      exportUsers: "Wyeksportowano listę użytkowników",
      createSession: "Rozpoczęto sesję",
      importUsers: "Zaimportowano użytkownika",
    },
    by: "Kto: {name}",
    byProgram: "Kto: program",
    failed: "Nie wykonano",
    unfinished: "Być może wykonano",
  },
  done: {
    createUser: "Użytkownik został utworzony.",
    banUser: "Użytkownik został zablokowany i wszędzie wylogowany.",
    unbanUser: "Blokada została zdjęta.",
    endSessions: "Użytkownik został wszędzie wylogowany.",
    removeUser: "Użytkownik został usunięty.",
    resetSecondFactor: "Weryfikacja dwuetapowa została zresetowana.",
    sendPasswordReset: "Wiadomość została wysłana.",
  },
  errors: {
    AccessDenied: {
      what: "Nie możesz wykonać tej czynności wobec tego użytkownika.",
      now: "Skontaktuj się z administratorem strony.",
    },
    AlreadyBanned: { what: "Ten użytkownik jest już zablokowany.", now: "Ktoś inny zrobił to wcześniej." },
    NotBanned: { what: "Ten użytkownik nie jest już zablokowany.", now: "Ktoś inny zrobił to wcześniej." },
    InvalidBan: { what: "Data końca blokady jest nieprawidłowa.", now: "Wybierz datę w przyszłości." },
    InvalidName: { what: "Ta nazwa jest za długa.", now: "Podaj krótszą." },
    AddressTaken: { what: "Ten adres należy do innego użytkownika.", now: "Poszukaj go na liście." },
    NotSent: {
      what: "Nie wysłano wiadomości.",
      now: "Ten użytkownik nie może ustawić hasła za pomocą swojego adresu.",
    },
    RateLimited: {
      what: "Na ten adres wysłano zbyt wiele wiadomości.",
      now: "Poczekaj chwilę i spróbuj ponownie.",
    },
    UserChanged: {
      what: "W tej przeglądarce zalogowano się na inne konto.",
      now: "Nic nie zostało zmienione.",
    },
  },
};
