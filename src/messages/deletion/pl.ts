/**
 * The messages about the deletion of an account in Polish.
 *
 * @module
 */

import type { DeletionMailsMessages, DeletionMessages } from "../deletion_types.ts";

/** The card of the account page, and the page. */
export const deletion: DeletionMessages = {
  heading: "Usuń konto",
  text: "Usuwa Twoje konto w {app} ze wszystkim, co do niego należy. Czas na zmianę zdania: {time}.",
  textAtOnce: "Usuwa od razu Twoje konto w {app} ze wszystkim, co do niego należy.",
  button: "Usuń konto",
  question: "Usunąć konto?",
  loss: "Stracisz konto w {app}: profil, metody logowania i to, co tam zapisano.",
  stays:
    "Nastąpi teraz wylogowanie ze wszystkich urządzeń. Czas na zachowanie konta: {time}. Zaloguj się albo otwórz link z naszej wiadomości.",
  nothingStays: "Nastąpi to od razu i nie można tego cofnąć.",
  confirm: "Wpisz {value}, aby potwierdzić",
  keep: "Zachowaj moje konto",
  kept: "Twoje konto zostało zachowane.",
  notConfirmed: {
    what: "Nic nie usunięto: wpisano coś innego.",
    now: "Wpisz dokładnie to, co widzisz.",
  },
  tooLate: {
    what: "Jest już za późno, aby zachować konto.",
    now: "Właśnie jest usuwane.",
  },
  pendingHeading: "Twoje konto zostanie usunięte",
  pending: "Data usunięcia: {date}.",
  pendingText: "Twoje konto w {app} zostanie usunięte {date}. Do tego czasu możesz je zachować.",
  keptHeading: "Twoje konto zostało zachowane",
  keptText: "Nic nie usunięto. Zaloguj się, aby kontynuować.",
  deletedHeading: "Twoje konto zostało usunięte",
  deletedText: "Twojego konta w {app} już nie ma, ani tego, co do niego należało.",
};

/** The emails. */
export const deletionMails: DeletionMailsMessages = {
  deletionRequested: {
    subject: "Twoje konto w {app} zostanie usunięte",
    intro: "Twoje konto w {app} zostanie usunięte {date}. Żądanie: {details}.",
    openLink: "Aby je zachować, otwórz wcześniej ten link:",
    button: "Zachowaj moje konto",
    ignore:
      "Jeśli to Twoja prośba, zignoruj tę wiadomość. Jeśli nie, otwórz link, a potem sprawdź, na jakich urządzeniach otwarte jest Twoje konto.",
  },
  deletionUndone: {
    subject: "Twoje konto w {app} zostało zachowane",
    intro: "Twoje konto w {app} nie zostanie usunięte: {details}.",
    openLink: "Otwórz ten link, aby zobaczyć swoje konto:",
    button: "Sprawdź moje konto",
    ignore: "Jeśli to Ty, zignoruj tę wiadomość. Jeśli nie, natychmiast wyloguj się wszędzie indziej.",
  },
  accountDeleted: {
    subject: "Twoje konto w {app} zostało usunięte",
    intro: "Twoje konto w {app} zostało usunięte: {details}.",
    openLink: "Otwórz ten link, aby przejść na stronę:",
    button: "Otwórz stronę",
    ignore: "Jeśli to nie była Twoja decyzja, skontaktuj się z {app}. To ostatnia wiadomość o tym koncie.",
  },
};
