/**
 * The messages about what has happened to an account in Polish.
 *
 * @module
 */

import type { ActivityMessages } from "../activity_types.ts";

/** The card of the account page. */
export const activity: ActivityMessages = {
  heading: "Ostatnia aktywność",
  signIn: "Zalogowano",
  stepUp: "Potwierdzono tożsamość",
  failed: "Nieudane logowanie",
  wrong: {
    password: "Nieprawidłowe hasło",
    code: "Nieprawidłowy kod",
    passkey: "Nie przyjęto klucza dostępu",
  },
  times: "Liczba prób: {count}",
  other: "Wprowadzono zmianę na koncie",
  past: {
    passwordChanged: "Zmieniono hasło",
    secondFactorReset: "Pomoc techniczna wyłączyła weryfikację dwuetapową",
    deletionRequested: "Zlecono usunięcie konta",
    deletionUndone: "Cofnięto usunięcie konta",
    emailAdopted: "Nowy adres e-mail",
    emailRestored: "Przywrócono poprzedni adres e-mail",
    "change-username": "Zmieniono nazwę użytkownika",
  },
};
