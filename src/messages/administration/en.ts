/**
 * The messages of the pages for staff in English.
 *
 * @module
 */

import { acting } from "../acting/en.ts";
import type { AdministrationMessages } from "../administration_types.ts";

export { account } from "../account/en.ts";

/** The list of users, and the page about one. */
export const administration: AdministrationMessages = {
  acting,
  heading: "Users",
  searchLabel: "Name, address or ID",
  search: "Search",
  none: "No users found.",
  unverified: "Not confirmed",
  banned: "Banned",
  administrator: "Site administrator",
  you: "That's you",
  nameless: "Without a name",
  first: "First page",
  next: "Next page",
  export: "Export as CSV",
  create: "Create a user",
  createText: "They get no email about it.",
  back: "All users",
  id: "User ID",
  bannedAt: "Banned {date}",
  bannedBy: "By {name}",
  bannedUntil: "Until {date}",
  forGood: "For good",
  reason: "Reason",
  reasonText: "For your colleagues. It's also in the data that the user can download.",
  end: "How long",
  until: "Until a date",
  date: "Date",
  ban: "Ban this user",
  banText: "They're signed out everywhere, and can't sign in until the ban ends.",
  unban: "Lift the ban",
  sessions: "Where they're signed in",
  noSessions: "Nowhere.",
  hiddenSessions: "This site can't list sessions.",
  endAll: "Sign out everywhere",
  secondFactor: "Two-step verification",
  on: "On",
  off: "Off",
  reset: "Reset two-step verification",
  resetText: "They're signed out everywhere, can sign in without the second step, and get an email about it.",
  sendReset: "Email a link for a new password",
  remove: "Remove this user",
  removeHeading: "Remove {name}?",
  removeText: "This deletes everything stored about them: ways to sign in, sessions, and all other data.",
  removeFinal: "It can't be undone, and they get no email about it.",
  log: {
    heading: "What staff has done",
    none: "Nothing yet.",
    changed: "Details changed",
    by: "By {name}",
    byProgram: "By a program",
    failed: "Not done",
    unfinished: "Possibly done",
  },
  done: {
    createUser: "The user was created.",
    banUser: "The user is banned, and signed out everywhere.",
    unbanUser: "The ban was lifted.",
    endSessions: "The user is signed out everywhere.",
    removeUser: "The user was removed.",
    resetSecondFactor: "Two-step verification was reset.",
    sendPasswordReset: "The email was sent.",
  },
  errors: {
    AccessDenied: { what: "You can't do that with this user.", now: "Ask the people who run this site." },
    AlreadyBanned: { what: "This user is already banned.", now: "Someone else was faster." },
    NotBanned: { what: "This user isn't banned any more.", now: "Someone else was faster." },
    InvalidBan: { what: "The ban can't end then.", now: "Choose a date in the future." },
    AddressTaken: { what: "Another user has this address.", now: "Search for it in the list." },
    NotSent: { what: "No email was sent.", now: "This user can't set a password with their address." },
    RateLimited: {
      what: "There were too many emails to this address.",
      now: "Wait a little, then try again.",
    },
    UserChanged: { what: "You're signed in as someone else now.", now: "Nothing was changed." },
  },
};
