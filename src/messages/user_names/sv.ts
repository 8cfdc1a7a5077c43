/**
 * The messages about user names in Swedish.
 *
 * @module
 */

import type { UserNamesMessages } from "../user_names_types.ts";

/** The card of the account page, and fields for a name. */
export const userNames: UserNamesMessages = {
  label: "Användarnamn",
  addressOrName: "E-postadress eller användarnamn",
  optionalAddress: "E-postadress (valfritt)",
  withoutAddress:
    "Utan en adress kommer du inte in igen om du glömmer ditt lösenord. Lägg till en lösennyckel när du har loggat in.",
  none: "Du har inget användarnamn än.",
  choose: "Välj",
  chooseHeading: "Välj ett användarnamn",
  chooseText: "Du kan logga in med det. Andra kan se det.",
  change: "Ändra",
  changeHeading: "Ändra ditt användarnamn",
  changeText: "Du loggar sedan in med det nya. Det gamla slutar att fungera.",
  wait: "Du kan ändra det igen den {date}.",
  changed: "Ditt användarnamn har ändrats.",
  errors: {
    length: { what: "Användarnamnet är för kort eller för långt.", now: "Använd {min} till {max} tecken." },
    characters: {
      what: "Användarnamnet har tecken som inte får användas.",
      now: "Använd bokstäver från ett alfabet, siffror, punkter, bindestreck och understreck.",
    },
    taken: { what: "Användarnamnet är upptaget.", now: "Välj ett annat." },
    tooSoon: { what: "Du ändrade ditt användarnamn nyligen.", now: "Försök igen från och med den {date}." },
  },
};
