/**
 * The messages about administrators who act as users in Polish.
 *
 * @module
 */

import type { ActingMessages } from "../acting_types.ts";

/** The page of an administrator who acts as a user, and what the user reads of it. */
export const acting: ActingMessages = {
  heading: "Działasz jako inny użytkownik",
  text: "{app} pokazuje to, co widzi {name}.",
  closed: "Tylko {name} może zmienić sposób logowania, urządzenia i konto.",
  left: "Pozostały czas: {time}.",
  refused: "Nic nie zostało zmienione. Spróbuj ponownie z własnego konta.",
  stop: "Zakończ",
  overHeading: "Nie działasz już jako inny użytkownik",
  overText: "Kontynuujesz jako {name}.",
  goOn: "Kontynuuj",
  act: "Działaj jako ten użytkownik",
  actText: "Zobaczysz {app} oczami tego użytkownika. Potrwa to {time}.",
  past: "Pomoc techniczna {app} skorzystała z konta",
};
