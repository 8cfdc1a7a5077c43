/**
 * The messages about another email address of an account in German.
 *
 * @module
 */

import type { EmailChangeMailsMessages, EmailChangeMessages } from "../email_change_types.ts";

/** The card of the account page, and the pages behind its emails. */
export const emailChange: EmailChangeMessages = {
  heading: "E-Mail-Adresse",
  none: "Ihr Konto hat keine E-Mail-Adresse.",
  change: "Ändern",
  changeHeading: "E-Mail-Adresse ändern",
  changeText: "Wir senden einen Link an die neue Adresse. Bis Sie ihn öffnen, ändert sich nichts.",
  newAddress: "Neue E-Mail-Adresse",
  send: "Link senden",
  sent: "Wir haben einen Link an die neue Adresse gesendet. Öffnen Sie ihn, um die Änderung abzuschließen.",
  changed: "Ihre E-Mail-Adresse wurde geändert.",
  confirmHeading: "Diese Adresse verwenden?",
  confirmText: "{email} wird die Adresse Ihres Kontos bei {app}. Überall sonst werden Sie abgemeldet.",
  confirmButton: "Diese Adresse verwenden",
  undoHeading: "Alte Adresse zurückholen?",
  undoText:
    "{email} wird wieder die Adresse Ihres Kontos bei {app}. Alle Browser werden abgemeldet, und was seit der Änderung hinzugefügt wurde, wird entfernt: Anmeldemethoden, ein Passwort, die Anmeldung in zwei Schritten.",
  undoButton: "Zurückholen",
  undoneHeading: "Ihre alte Adresse ist wieder da",
  undoneText: "Melden Sie sich damit an und prüfen Sie dann Ihre Anmeldemethoden.",
  overHeading: "Dieser Link gilt nicht mehr",
  overText: "Er wurde schon benutzt, ist zu alt, oder das Konto hat sich seitdem geändert.",
  errors: {
    InvalidNewEmail: {
      what: "Das ist keine neue E-Mail-Adresse.",
      now: "Prüfen Sie Ihre Eingabe und versuchen Sie es noch einmal.",
    },
    EmailInUse: {
      what: "Diese Adresse gehört zu einem anderen Konto.",
      now: "Verwenden Sie eine andere oder melden Sie sich bei diesem Konto an.",
    },
    TooManyEmails: {
      what: "Wir haben zu viele E-Mails gesendet.",
      now: "Warten Sie eine Stunde und versuchen Sie es dann noch einmal.",
    },
  },
};

/** The emails. */
export const emailChangeMails: EmailChangeMailsMessages = {
  emailChange: {
    subject: "Bestätigen Sie Ihre neue Adresse für {app}",
    intro: "Jemand möchte diese Adresse für sein Konto bei {app} verwenden.",
    openLink: "Wenn Sie das sind, öffnen Sie diesen Link in dem Browser, in dem Sie angemeldet sind:",
    button: "Meine Adresse bestätigen",
    ignore: "Wenn Sie es nicht sind, ignorieren Sie diese E-Mail: Ohne sie ändert sich nichts.",
  },
  emailChanged: {
    subject: "Ihre E-Mail-Adresse bei {app} wurde geändert",
    intro: "Die E-Mail-Adresse Ihres Kontos bei {app} wurde geändert: {details}.",
    openLink: "Wenn Sie es nicht waren, holen Sie mit diesem Link Ihre alte Adresse zurück (er gilt {time}):",
    button: "Das war ich nicht",
    ignore: "Wenn Sie es waren, ignorieren Sie diese E-Mail.",
  },
  emailAdopted: {
    subject: "Ihr Konto bei {app} hat eine neue E-Mail-Adresse",
    intro: "Ihr Konto bei {app} hat jetzt diese Adresse ({details}).",
    openLink: "Öffnen Sie diesen Link, um Ihr Konto zu sehen:",
    button: "Mein Konto prüfen",
    ignore: "Wenn Sie es waren, ignorieren Sie diese E-Mail.",
  },
  emailRestored: {
    subject: "Ihr Konto bei {app} hat wieder die alte Adresse",
    intro: "Die Änderung der E-Mail-Adresse Ihres Kontos bei {app} wurde rückgängig gemacht: {details}.",
    openLink: "Öffnen Sie diesen Link, um Ihr Konto zu sehen:",
    button: "Mein Konto prüfen",
    ignore:
      "Wer das getan hat, hat Zugriff auf das Postfach der alten Adresse. Alle Browser wurden abgemeldet.",
  },
};
