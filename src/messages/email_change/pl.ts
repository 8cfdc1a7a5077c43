/**
 * The messages about another email address of an account in Polish.
 *
 * @module
 */

import type { EmailChangeMailsMessages, EmailChangeMessages } from "../email_change_types.ts";

/** The card of the account page, and the pages behind its emails. */
export const emailChange: EmailChangeMessages = {
  heading: "Adres e-mail",
  none: "Twoje konto nie ma adresu e-mail.",
  change: "Zmień",
  changeHeading: "Zmień swój adres e-mail",
  changeText: "Wyślemy link na nowy adres. Nic się nie zmieni, dopóki go nie otworzysz.",
  newAddress: "Nowy adres e-mail",
  send: "Wyślij link",
  sent: "Wysłaliśmy link na nowy adres. Otwórz go, aby dokończyć zmianę.",
  changed: "Twój adres e-mail został zmieniony.",
  confirmHeading: "Użyć tego adresu?",
  confirmText: "{email} będzie adresem Twojego konta w {app}. Nastąpi wylogowanie wszędzie indziej.",
  confirmButton: "Użyj tego adresu",
  undoHeading: "Odzyskać poprzedni adres?",
  undoText:
    "{email} będzie znowu adresem Twojego konta w {app}. Wszędzie nastąpi wylogowanie, a to, co dodano od czasu zmiany, zostanie usunięte: sposoby logowania, hasło, weryfikacja dwuetapowa.",
  undoButton: "Odzyskaj adres",
  undoneHeading: "Poprzedni adres został przywrócony",
  undoneText: "Zaloguj się nim, a potem sprawdź swoje sposoby logowania.",
  overHeading: "Ten link już nie działa",
  overText: "Został już użyty, jest za stary albo konto się od tego czasu zmieniło.",
  errors: {
    InvalidNewEmail: {
      what: "To nie jest nowy adres e-mail.",
      now: "Sprawdź, co wpisano, i spróbuj ponownie.",
    },
    EmailInUse: {
      what: "Ten adres należy do innego konta.",
      now: "Użyj innego adresu albo zaloguj się na tamto konto.",
    },
    TooManyEmails: { what: "Wysłaliśmy zbyt wiele wiadomości.", now: "Poczekaj godzinę i spróbuj ponownie." },
  },
};

/** The emails. */
export const emailChangeMails: EmailChangeMailsMessages = {
  emailChange: {
    subject: "Potwierdź swój nowy adres w {app}",
    intro: "Ktoś chce użyć tego adresu do swojego konta w {app}.",
    openLink: "Jeśli to Ty, otwórz ten link w przeglądarce, w której trwa Twoja sesja:",
    button: "Potwierdź mój adres",
    ignore: "Jeśli to nie Ty, zignoruj tę wiadomość: bez niej nic się nie zmieni.",
  },
  emailChanged: {
    subject: "Twój adres e-mail w {app} został zmieniony",
    intro: "Adres e-mail Twojego konta w {app} został zmieniony: {details}.",
    openLink: "Jeśli to nie Ty, otwórz ten link, aby odzyskać poprzedni adres (czas ważności: {time}):",
    button: "To nie ja",
    ignore: "Jeśli to Ty, zignoruj tę wiadomość.",
  },
  emailAdopted: {
    subject: "Twoje konto w {app} ma nowy adres e-mail",
    intro: "Twoje konto w {app} ma teraz ten adres ({details}).",
    openLink: "Otwórz ten link, aby zobaczyć swoje konto:",
    button: "Sprawdź moje konto",
    ignore: "Jeśli to Ty, zignoruj tę wiadomość.",
  },
  emailRestored: {
    subject: "Twoje konto w {app} ma znowu poprzedni adres",
    intro: "Zmiana adresu e-mail Twojego konta w {app} została cofnięta: {details}.",
    openLink: "Otwórz ten link, aby zobaczyć swoje konto:",
    button: "Sprawdź moje konto",
    ignore:
      "Ktokolwiek to zrobił, ma dostęp do skrzynki poprzedniego adresu. Wszędzie nastąpiło wylogowanie.",
  },
};
