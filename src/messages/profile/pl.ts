/**
 * The messages about the profile in Polish.
 *
 * @module
 */

import type { ProfileMessages } from "../profile_types.ts";

/** The part of the account page. */
export const profile: ProfileMessages = {
  heading: "Profil",
  about: "O Tobie",
  name: "Imię i nazwisko",
  optional: "Opcjonalne",
  followed:
    "Imię i nazwisko oraz zdjęcie pochodzą z usługi, przez którą się logujesz. Zmień je tam, a potem zaloguj się ponownie.",
  saved: "Profil został zapisany.",
  language: "Język",
  ofBrowser: "Taki jak w przeglądarce",
  changed: "Zmieniono profil",
  picture: "Zdjęcie",
  pictureLabel: "Wybierz obraz",
  pictureRule: "PNG, JPEG, WebP lub GIF o rozmiarze do {size}.",
  errors: {
    required: "Wypełnij to pole.",
    tick: "Zaznacz to pole.",
    tooLong: "Użyj najwyżej {count} znaków.",
    url: "Podaj adres strony zaczynający się od https.",
    date: "Podaj datę.",
    choice: "Wybierz pozycję z listy.",
  },
};
