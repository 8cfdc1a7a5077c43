/**
 * The messages about the profile in Swedish.
 *
 * @module
 */

import type { ProfileMessages } from "../profile_types.ts";

/** The part of the account page. */
export const profile: ProfileMessages = {
  heading: "Profil",
  about: "Om dig",
  name: "Namn",
  optional: "Valfritt",
  followed:
    "Ditt namn och din bild kommer från tjänsten som du loggar in med. Ändra dem där och logga sedan in igen.",
  saved: "Din profil har sparats.",
  language: "Språk",
  ofBrowser: "Som i webbläsaren",
  changed: "Profilen ändrades",
  picture: "Bild",
  pictureLabel: "Välj en bild",
  pictureRule: "PNG, JPEG, WebP eller GIF på högst {size}.",
  errors: {
    required: "Fyll i det här fältet.",
    tick: "Kryssa i rutan.",
    tooLong: "Använd högst {count} tecken.",
    url: "Ange en webbadress som börjar med https.",
    date: "Ange ett datum.",
    choice: "Välj något i listan.",
  },
};
