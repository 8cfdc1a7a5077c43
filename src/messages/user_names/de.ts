/**
 * The messages about user names in German.
 *
 * @module
 */

import type { UserNamesMessages } from "../user_names_types.ts";

/** The card of the account page, and fields for a name. */
export const userNames: UserNamesMessages = {
  label: "Benutzername",
  addressOrName: "E-Mail-Adresse oder Benutzername",
  optionalAddress: "E-Mail-Adresse (optional)",
  withoutAddress:
    "Ohne Adresse kommen Sie nicht mehr hinein, wenn Sie Ihr Passwort vergessen. Fügen Sie nach der Anmeldung einen Passkey hinzu.",
  none: "Sie haben noch keinen Benutzernamen.",
  choose: "Auswählen",
  chooseHeading: "Benutzernamen auswählen",
  chooseText: "Sie können sich damit anmelden. Andere können ihn sehen.",
  change: "Ändern",
  changeHeading: "Benutzernamen ändern",
  changeText: "Sie melden sich dann mit dem neuen an. Der alte funktioniert nicht mehr.",
  wait: "Sie können ihn ab dem {date} wieder ändern.",
  changed: "Ihr Benutzername wurde geändert.",
  errors: {
    length: {
      what: "Dieser Benutzername ist zu kurz oder zu lang.",
      now: "Verwenden Sie {min} bis {max} Zeichen.",
    },
    characters: {
      what: "Dieser Benutzername enthält unzulässige Zeichen.",
      now: "Verwenden Sie Buchstaben eines Alphabets, Ziffern, Punkte, Binde- und Unterstriche.",
    },
    taken: { what: "Dieser Benutzername ist vergeben.", now: "Wählen Sie einen anderen." },
    tooSoon: {
      what: "Sie haben Ihren Benutzernamen vor Kurzem geändert.",
      now: "Versuchen Sie es ab dem {date} noch einmal.",
    },
  },
};
