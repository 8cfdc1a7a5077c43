/**
 * The messages about passwords in German.
 *
 * @module
 */

import type { PasswordMailsMessages, PasswordMessages, SecurityMailsMessages } from "../password_types.ts";

/** The pages. */
export const password: PasswordMessages = {
  signUpHeading: "Konto erstellen",
  signUpHeadingNamed: "Konto bei {app} erstellen",
  signUpButton: "Konto erstellen",
  unverified:
    "Das Passwort stimmt. Diese Adresse wurde noch nie bestätigt: Holen Sie das mit der E-Mail nach, um sich anzumelden.",
  unknownBrowser:
    "Diesen Browser kennen wir noch nicht. Geben Sie zum Anmelden den Code ein, den wir an {email} gesendet haben.",
  agreement: "Wenn Sie ein Konto erstellen, akzeptieren Sie: {documents}",
  haveAccount: "Sie haben schon ein Konto?",
  signIn: "Anmelden",
  hint: "Mindestens {count} Zeichen. Ein paar Wörter hintereinander sind sicher und leicht zu merken.",
  typed: "{typed} von {count} Zeichen.",
  longEnough: "Lang genug.",
  forgotHeading: "Neues Passwort festlegen",
  forgotText:
    "Geben Sie Ihre E-Mail-Adresse ein. Wir senden Ihnen einen Link, mit dem Sie ein neues Passwort " +
    "wählen.",
  forgotButton: "Link per E-Mail senden",
  chooseHeading: "Passwort wählen",
  chooseText: "Für das Konto von {email}. Danach sind Sie angemeldet.",
  chooseTextWithCode:
    "Wir haben einen Link und einen Code an {email} gesendet. Öffnen Sie den Link oder geben Sie hier " +
    "den Code und ein neues Passwort ein.",
  chooseButton: "Speichern und anmelden",
  keepHeading: "Ist das Ihr Passwort?",
  keepText:
    "Das Konto von {email} hat ein Passwort aus der Zeit, bevor diese Adresse bestätigt wurde. Wenn " +
    "Sie es gewählt haben, geben Sie es ein, um es zu behalten.",
  keepButton: "Dieses Passwort behalten",
  keepWrong:
    "Wenn es falsch ist, wird es entfernt, denn ein Fremder könnte es festgelegt haben. Danach können " +
    "Sie ein neues wählen.",
  keepOther:
    "Wenn Sie nie eines gewählt haben, bekommen Sie ein neues Konto, und das andere hat diese Adresse nicht mehr.",
  keepNever: "Ich habe nie ein Passwort gewählt",
  removed: "Das frühere Passwort wurde entfernt. Sie können ein neues wählen.",
  changeHeading: "Passwort ändern",
  addHeading: "Passwort hinzufügen",
  changeText: "Alle anderen Browser werden abgemeldet.",
  currentPassword: "Aktuelles Passwort",
  newPassword: "Neues Passwort",
  changeButton: "Passwort speichern",
  cancel: "Abbrechen",
  change: "Passwort ändern",
  add: "Passwort hinzufügen",
  setAt: "Zuletzt geändert: {date}",
  changed: "Ihr Passwort wurde gespeichert. Überall sonst sind Sie abgemeldet.",
  errors: {
    TooShort: {
      what: "Dieses Passwort ist zu kurz.",
      now: "Verwenden Sie mindestens {count} Zeichen, zum Beispiel ein paar Wörter hintereinander.",
    },
    TooLong: { what: "Dieses Passwort ist zu lang.", now: "Verwenden Sie höchstens 1024 Zeichen." },
    TooCommon: {
      what: "Dieses Passwort ist eines der ersten, die Fremde ausprobieren.",
      now: "Wählen Sie ein anderes, zum Beispiel ein paar Wörter, die nicht zusammengehören.",
    },
    Leaked: {
      what: "Dieses Passwort ist in einem Datenleck aufgetaucht.",
      now: "Wählen Sie ein anderes und ersetzen Sie dieses überall, wo Sie es sonst noch verwenden.",
    },
    WrongPassword: {
      what: "Das ist nicht Ihr aktuelles Passwort.",
      now: "Prüfen Sie es und versuchen Sie es noch einmal.",
    },
  },
};

/** The mails. */
export const passwordMails: PasswordMailsMessages = {
  confirm: {
    subject: "Bestätigen Sie Ihre Adresse für {app}",
    intro:
      "Willkommen bei {app}. Bestätigen Sie, dass diese Adresse Ihnen gehört, dann ist Ihr Konto bereit.",
    openLink: "Öffnen Sie diesen Link, um Ihre Adresse zu bestätigen:",
    button: "Adresse bestätigen",
    ignore:
      "Wenn Sie kein Konto erstellt haben, ignorieren Sie diese E-Mail: Ohne sie wird kein Konto erstellt.",
  },
  exists: {
    subject: "Sie haben schon ein Konto bei {app}",
    intro:
      "Jemand, vielleicht Sie, wollte mit dieser Adresse ein Konto bei {app} erstellen. Sie haben schon " +
      "eines: Melden Sie sich an wie immer. Wenn Sie Ihr Passwort vergessen haben, wählen Sie ein neues.",
    openLink: "Öffnen Sie diesen Link, um ein neues Passwort zu wählen:",
    button: "Neues Passwort wählen",
    ignore: "Wenn Sie das nicht waren, ignorieren Sie diese E-Mail: Es hat sich nichts geändert.",
  },
  reset: {
    subject: "Neues Passwort für {app} festlegen",
    intro:
      "Wählen Sie ein neues Passwort für Ihr Konto bei {app}. Alle anderen Browser werden dann abgemeldet.",
    openLink: "Öffnen Sie diesen Link, um ein neues Passwort zu wählen:",
    button: "Neues Passwort wählen",
    ignore: "Wenn Sie diese E-Mail nicht angefordert haben, ignorieren Sie sie: Ihr Passwort wurde nicht " +
      "geändert.",
  },
  noAccount: {
    subject: "Mit dieser Adresse gibt es kein Konto bei {app}",
    intro: "Jemand, vielleicht Sie, hat bei {app} ein neues Passwort angefordert, aber mit dieser Adresse " +
      "gibt es kein Konto. Vielleicht haben Sie eine andere Adresse oder eine andere Anmeldemethode verwendet.",
    openLink: "Öffnen Sie diesen Link, um ein Konto zu erstellen:",
    button: "Konto erstellen",
    ignore: "Wenn Sie das nicht waren, ignorieren Sie diese E-Mail: Es ist nichts geschehen.",
  },
  unknownBrowser: {
    subject: "Bestätigen Sie Ihre Anmeldung bei {app}",
    intro:
      "Jemand, vielleicht Sie, hat Ihr Passwort für {app} in einem Browser eingegeben, den wir noch nicht kennen.",
    openLink:
      "Wenn Sie das nicht waren, kennt jemand Ihr Passwort. Öffnen Sie diesen Link, um ein neues zu wählen:",
    button: "Neues Passwort wählen",
    typeCode: "Wenn Sie es waren, geben Sie diesen Code in jenem Browser ein:",
    ignore:
      "Wenn Sie es nicht waren, wählen Sie sofort ein neues Passwort. Ohne den Code kann sich dort niemand anmelden.",
  },
};

const LOOK = {
  button: "Das war ich nicht",
  ignore:
    "Wenn Sie es waren, ignorieren Sie diese E-Mail. Wenn nicht, melden Sie sich sofort überall sonst ab.",
};

/** The mails that tell a user what has happened to their account. */
export const securityMails: SecurityMailsMessages = {
  newDevice: {
    subject: "Neue Anmeldung bei {app}",
    intro:
      "Jemand hat sich mit einem Browser, den wir noch nicht kennen, in Ihrem Konto bei {app} angemeldet: {details}.",
    openLink: "Öffnen Sie diesen Link, um zu sehen, wo Sie angemeldet sind:",
    ...LOOK,
  },
  passwordChanged: {
    subject: "Ihr Passwort bei {app} wurde geändert",
    intro:
      "Das Passwort Ihres Kontos bei {app} wurde festgelegt: {details}. Alle anderen Browser sind abgemeldet.",
    openLink: "Wenn Sie es nicht waren, öffnen Sie diesen Link, um ein anderes Passwort zu wählen:",
    button: "Anderes Passwort wählen",
    otherButton: "Konto ansehen",
    ignore: "Wenn Sie es waren, ignorieren Sie diese E-Mail.",
  },
  wayAdded: {
    subject: "Neue Anmeldemethode bei {app}",
    intro: "Zu Ihrem Konto bei {app} wurde eine Anmeldemethode hinzugefügt: {way} ({details}).",
    openLink: "Öffnen Sie diesen Link, um alle Anmeldemethoden zu sehen:",
    ...LOOK,
  },
  wayRemoved: {
    subject: "Eine Anmeldemethode bei {app} wurde entfernt",
    intro: "Aus Ihrem Konto bei {app} wurde eine Anmeldemethode entfernt: {way} ({details}).",
    openLink: "Öffnen Sie diesen Link, um alle Anmeldemethoden zu sehen:",
    ...LOOK,
  },
};
