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
  other: "Zmieniono Twoje konto",
};
