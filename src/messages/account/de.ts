/**
 * The messages of the account page in German.
 *
 * @module
 */

import type { AccountMessages } from "../account_types.ts";

/** The page. */
export const account: AccountMessages = {
  heading: "Ihr Konto",
  signOut: "Abmelden",
  security: "Sicherheit",
  devices: "Geräte",
  data: "Ihre Daten",
  dataCopy: "Kopie Ihrer Daten",
  dataText:
    "Eine Datei mit dem, was diese Website über Sie speichert, in einem Format, das Programme lesen können (JSON).",
  download: "Meine Daten herunterladen",
  notMine: "Etwas kommt Ihnen nicht bekannt vor?",
  secure: "Konto absichern",
  secureText:
    "Wenn hier etwas nicht von Ihnen ist: Melden Sie sich überall sonst ab, ändern Sie Ihr Passwort und entfernen Sie Anmeldemethoden, die Sie nicht kennen.",
  recommended: "Empfohlen",
  notNow: "Nicht jetzt",
  ways: "Anmeldemethoden",
  noWays: "Noch keine.",
  notFresh: "Bevor Sie eine davon entfernen, müssen Sie sich noch einmal anmelden.",
  added: "Hinzugefügt: {date}",
  verified: "Bestätigt: {date}",
  used: "Zuletzt verwendet: {date}",
  signedIn: "Angemeldet: {date}",
  connections: {
    heading: "Verbundene Dienste",
    text: "{app} darf dort in Ihrem Namen Daten lesen oder ändern.",
    connected: "Verbunden: {date}",
    revoke: "Zugriff entziehen",
    question: "Zugriff auf {name} entziehen?",
    loss: "{app} kann {name} nicht mehr für Sie nutzen.",
    stays: "Sie können sich weiterhin mit {name} anmelden. Dabei wird der Dienst wieder verbunden.",
    done: "Der Zugriff wurde entzogen.",
    revoked: "Zugriff entzogen",
  },
  ended: "Gerät abgemeldet",
  endedOthers: "Überall sonst abgemeldet",
  downloaded: "Daten heruntergeladen",
  add: "Weitere Anmeldemethode hinzufügen",
  remove: "Entfernen",
  removeNamed: "{name} entfernen",
  removeEffect: "Danach können Sie sich damit nicht mehr anmelden.",
  stays: "Weiterhin anmelden können Sie sich mit: {ways}.",
  othersEnd: "Auf Ihren anderen Geräten werden Sie abgemeldet.",
  lastWay: "Das ist Ihre einzige Anmeldemethode. Fügen Sie eine andere hinzu, bevor Sie sie entfernen.",
  onlyWay: "Sie haben nur eine. Wenn Sie sie verlieren, können Sie sich nicht mehr anmelden.",
  passkeys: "Passkeys",
  passkey: "Passkey",
  securityKey: "Sicherheitsschlüssel",
  synced: "Auf allen Ihren Geräten",
  rename: "{name} umbenennen",
  newName: "Name",
  showAll: "Alle {count} anzeigen",
  save: "Speichern",
  addPasskey: "Passkey hinzufügen",
  passkeyAdvice: "Mit einem Passkey melden Sie sich per Fingerabdruck, Gesicht oder PIN an.",
  needsScript: "Das Hinzufügen eines Passkeys braucht JavaScript.",
  sessions: "Wo Sie angemeldet sind",
  thisSession: "Dieser Browser",
  unknownDevice: "Unbekanntes Gerät",
  endSession: "Abmelden",
  endSessionNamed: "{name} abmelden",
  endOthers: "Überall sonst abmelden",
  tokenSessions:
    "Diese Website speichert Ihre Sitzung nur in Ihrem Browser. Andere Browser lassen sich hier daher weder anzeigen " +
    "noch abmelden.",
  done: {
    removed: "Entfernt. Sie können sich damit nicht mehr anmelden.",
    added: "Hinzugefügt. Sie können sich ab jetzt damit anmelden.",
    renamed: "Der Name wurde gespeichert.",
    "signed-out": "Der Browser wurde abgemeldet.",
    "signed-out-others": "Sie sind überall sonst abgemeldet.",
  },
  errors: {
    LastWay: {
      what: "Das ist Ihre einzige Anmeldemethode.",
      now: "Fügen Sie eine andere hinzu, bevor Sie sie entfernen.",
    },
    NotFound: { what: "Das gibt es nicht mehr.", now: "Die Liste unten ist aktuell." },
    NotRemovable: {
      what: "Das lässt sich hier nicht entfernen.",
      now: "Wenden Sie sich an die Betreiber dieser Website.",
    },
    NotAvailable: {
      what: "Das ist auf dieser Website nicht möglich.",
      now: "Wenden Sie sich an die Betreiber dieser Website.",
    },
    unknown: { what: "Das hat nicht funktioniert.", now: "Bitte versuchen Sie es noch einmal." },
  },
};
