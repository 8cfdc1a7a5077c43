/**
 * The messages about user names in Polish.
 *
 * @module
 */

import type { UserNamesMessages } from "../user_names_types.ts";

/** The card of the account page, and fields for a name. */
export const userNames: UserNamesMessages = {
  label: "Nazwa użytkownika",
  addressOrName: "Adres e-mail lub nazwa użytkownika",
  optionalAddress: "Adres e-mail (opcjonalnie)",
  withoutAddress:
    "Bez adresu nie odzyskasz dostępu, gdy zapomnisz hasła. Po zalogowaniu dodaj klucz dostępu.",
  none: "Nie masz jeszcze nazwy użytkownika.",
  choose: "Wybierz",
  chooseHeading: "Wybierz nazwę użytkownika",
  chooseText: "Możesz się nią logować. Inni mogą ją widzieć.",
  change: "Zmień",
  changeHeading: "Zmień nazwę użytkownika",
  changeText: "Będziesz się logować nową nazwą. Stara przestanie działać.",
  wait: "Możesz ją zmienić ponownie {date}.",
  changed: "Nazwa użytkownika została zmieniona.",
  errors: {
    length: {
      what: "Ta nazwa użytkownika jest za krótka lub za długa.",
      now: "Użyj od {min} do {max} znaków.",
    },
    characters: {
      what: "Ta nazwa użytkownika zawiera niedozwolone znaki.",
      now: "Użyj liter jednego alfabetu, cyfr, kropek, łączników i podkreśleń.",
    },
    taken: { what: "Ta nazwa użytkownika jest zajęta.", now: "Wybierz inną." },
    tooSoon: { what: "Nazwa użytkownika została niedawno zmieniona.", now: "Spróbuj ponownie po {date}." },
  },
};
