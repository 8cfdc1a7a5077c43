/**
 * The messages of the pages for staff in German.
 *
 * @module
 */

import { acting } from "../acting/de.ts";
import type { AdministrationMessages } from "../administration_types.ts";

/** The list of users, and the page about one. */
export const administration: AdministrationMessages = {
  acting,
  heading: "Nutzer",
  searchLabel: "Name, Adresse oder ID",
  search: "Suchen",
  none: "Keine Nutzer gefunden.",
  unverified: "Nicht bestätigt",
  banned: "Gesperrt",
  administrator: "Verwaltet diese Website",
  you: "Das sind Sie",
  nameless: "Ohne Namen",
  first: "Erste Seite",
  next: "Nächste Seite",
  export: "Als CSV exportieren",
  create: "Nutzer anlegen",
  createText: "Die Person wird darüber nicht per E-Mail informiert.",
  back: "Alle Nutzer",
  id: "Nutzer-ID",
  bannedAt: "Gesperrt: {date}",
  bannedBy: "Durch {name}",
  bannedUntil: "Bis {date}",
  forGood: "Unbefristet",
  reason: "Grund",
  reasonText:
    "Für Ihre Kolleginnen und Kollegen. Der Grund steht auch in den Daten, die die Person herunterladen kann.",
  end: "Dauer",
  until: "Bis zu einem bestimmten Datum",
  date: "Datum",
  dateText: "Die Sperre endet mit dem Beginn dieses Tages, um 0:00 Uhr UTC.",
  ban: "Person sperren",
  banText: "Die Person wird überall abgemeldet und kann sich nicht anmelden, bis die Sperre endet.",
  unban: "Sperre aufheben",
  changeBan: "Sperre ändern",
  sessions: "Wo die Person angemeldet ist",
  noSessions: "Nirgends.",
  hiddenSessions: "Diese Website kann Sitzungen nicht auflisten.",
  endAll: "Überall abmelden",
  secondFactor: "Anmeldung in zwei Schritten",
  on: "Eingeschaltet",
  off: "Ausgeschaltet",
  reset: "Zweiten Schritt zurücksetzen",
  resetText:
    "Die Person wird überall abgemeldet, kann sich ohne den zweiten Schritt anmelden und wird per E-Mail darüber informiert.",
  sendReset: "Link für ein neues Passwort senden",
  remove: "Person entfernen",
  removeHeading: "{name} entfernen?",
  removeText:
    "Damit wird alles gelöscht, was über die Person gespeichert ist: Anmeldemethoden, Sitzungen und alle übrigen Daten.",
  removeFinal:
    "Das lässt sich nicht rückgängig machen, und die Person wird darüber nicht per E-Mail informiert.",
  log: {
    heading: "Aktivitäten des Teams",
    none: "Noch nichts.",
    noMore: "Keine älteren Einträge.",
    past: {
      createUser: "Nutzer angelegt",
      updateUser: "Angaben geändert",
      banUser: "Gesperrt",
      unbanUser: "Sperre aufgehoben",
      removeUser: "Person entfernt",
      endSession: "In einem Browser abgemeldet",
      endSessions: "Überall abgemeldet",
      resetSecondFactor: "Zweiter Schritt zurückgesetzt",
      sendPasswordReset: "Link für ein neues Passwort gesendet",
      actAs: "Zugriff als diese Person begonnen",
      stopActing: "Zugriff als diese Person beendet",
      exportUsers: "Liste der Nutzer exportiert",
      createSession: "Sitzung begonnen",
      importUsers: "Nutzer importiert",
    },
    by: "Durch {name}",
    byProgram: "Durch ein Programm",
    failed: "Nicht ausgeführt",
    unfinished: "Möglicherweise ausgeführt",
  },
  done: {
    createUser: "Die Person wurde angelegt.",
    banUser: "Die Person ist gesperrt und überall abgemeldet.",
    unbanUser: "Die Sperre wurde aufgehoben.",
    endSessions: "Die Person ist überall abgemeldet.",
    removeUser: "Die Person wurde entfernt.",
    resetSecondFactor: "Der zweite Schritt wurde zurückgesetzt.",
    sendPasswordReset: "Die E-Mail wurde gesendet.",
  },
  errors: {
    AccessDenied: {
      what: "Das können Sie bei dieser Person nicht tun.",
      now: "Fragen Sie die Betreiber dieser Website.",
    },
    AlreadyBanned: { what: "Diese Person ist schon gesperrt.", now: "Jemand anders war schneller." },
    NotBanned: { what: "Diese Person ist nicht mehr gesperrt.", now: "Jemand anders war schneller." },
    InvalidBan: {
      what: "An diesem Tag kann die Sperre nicht enden.",
      now: "Wählen Sie ein Datum in der Zukunft.",
    },
    InvalidName: { what: "Dieser Name ist zu lang.", now: "Geben Sie einen kürzeren ein." },
    AddressTaken: {
      what: "Diese Adresse gehört einer anderen Person.",
      now: "Suchen Sie in der Liste danach.",
    },
    NotSent: {
      what: "Es wurde keine E-Mail gesendet.",
      now: "Mit dieser Adresse lässt sich kein Passwort festlegen.",
    },
    RateLimited: {
      what: "An diese Adresse gingen zu viele E-Mails.",
      now: "Warten Sie etwas und versuchen Sie es noch einmal.",
    },
    UserChanged: { what: "Sie sind jetzt als jemand anders angemeldet.", now: "Es wurde nichts geändert." },
  },
};
