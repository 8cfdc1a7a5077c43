/**
 * The messages about the profile in German.
 *
 * @module
 */

import type { ProfileMessages } from "../profile_types.ts";

/** The part of the account page. */
export const profile: ProfileMessages = {
  heading: "Profil",
  about: "Über Sie",
  name: "Name",
  optional: "Optional",
  followed:
    "Name und Bild kommen von dem Dienst, mit dem Sie sich anmelden. Ändern Sie beides dort und melden Sie sich danach neu an.",
  saved: "Ihr Profil wurde gespeichert.",
  language: "Sprache",
  ofBrowser: "Wie im Browser",
  changed: "Profil geändert",
  picture: "Bild",
  pictureLabel: "Bild auswählen",
  pictureRule: "PNG, JPEG, WebP oder GIF mit höchstens {size}.",
  errors: {
    required: "Füllen Sie dieses Feld aus.",
    tick: "Setzen Sie hier ein Häkchen.",
    tooLong: "Verwenden Sie höchstens {count} Zeichen.",
    url: "Geben Sie eine Webadresse ein, die mit https beginnt.",
    date: "Geben Sie ein Datum ein.",
    choice: "Wählen Sie einen Eintrag aus der Liste.",
  },
};
