/**
 * The messages about the profile in Dutch.
 *
 * @module
 */

import type { ProfileMessages } from "../profile_types.ts";

/** The part of the account page. */
export const profile: ProfileMessages = {
  heading: "Profiel",
  about: "Over jou",
  name: "Naam",
  optional: "Optioneel",
  followed: "Je naam en foto komen van de dienst waarmee je inlogt. Wijzig ze daar en log dan opnieuw in.",
  saved: "Je profiel is opgeslagen.",
  language: "Taal",
  ofBrowser: "Zoals in de browser",
  changed: "Profiel gewijzigd",
  picture: "Foto",
  pictureLabel: "Kies een afbeelding",
  pictureRule: "PNG, JPEG, WebP of GIF van hoogstens {size}.",
  errors: {
    required: "Vul dit in.",
    tick: "Vink dit vakje aan.",
    tooLong: "Gebruik hoogstens {count} tekens.",
    url: "Vul een webadres in dat met https begint.",
    date: "Vul een datum in.",
    choice: "Kies iets uit de lijst.",
  },
};
