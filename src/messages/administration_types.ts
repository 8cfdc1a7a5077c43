/**
 * The text that staff reads on the pages about users: see `types.ts`.
 *
 * @module
 */

import type { ActingMessages } from "./acting_types.ts";
import type { AlertMessage } from "./alert_types.ts";

/** The list of users, and the page about one. The words of the account page stand beside them. */
export interface AdministrationMessages {
  /** The page of an administrator who acts as a user. */
  readonly acting: ActingMessages;
  /** Heading of the list. */
  readonly heading: string;
  /** The field of the search. */
  readonly searchLabel: string;
  /** Its button. */
  readonly search: string;
  /** There is no user, or none that the search finds. */
  readonly none: string;
  /** A word or two beside an address that no one has proven. */
  readonly unverified: string;
  /** The same beside a user who is banned. */
  readonly banned: string;
  /** The same beside one whom no one may ban or remove. */
  readonly administrator: string;
  /** The same beside the person who looks at the page. */
  readonly you: string;
  /** In place of the name of a user who has neither name nor address. */
  readonly nameless: string;
  /** Leads to the beginning of the list. */
  readonly first: string;
  /** Leads to the next part of the list. */
  readonly next: string;
  /** Downloads the list. */
  readonly export: string;
  /** Opens the form for a new user, and is its button. */
  readonly create: string;
  /** What the new user notices. */
  readonly createText: string;
  /** Leads back to the list. */
  readonly back: string;
  /** In front of the id. */
  readonly id: string;
  /** When the user was banned. Placeholder: `date`. */
  readonly bannedAt: string;
  /** By whom. Placeholder: `name`. */
  readonly bannedBy: string;
  /** When the ban ends. Placeholder: `date`. */
  readonly bannedUntil: string;
  /** It does not end. */
  readonly forGood: string;
  /** Why, of a ban. */
  readonly reason: string;
  /** Who reads the reason. */
  readonly reasonText: string;
  /** The list of how long a ban lasts. */
  readonly end: string;
  /** The entry for a date, which is typed below. */
  readonly until: string;
  /** The field for that date. */
  readonly date: string;
  /** When on that date the ban ends. */
  readonly dateText: string;
  /** Opens the form of a ban, and is its heading and its button. */
  readonly ban: string;
  /** What a ban does. */
  readonly banText: string;
  /** Ends a ban. */
  readonly unban: string;
  /** Gives a ban another end, or another reason. */
  readonly changeBan: string;
  /** Heading of the list of sessions. */
  readonly sessions: string;
  /** There is none. */
  readonly noSessions: string;
  /** They cannot be listed. */
  readonly hiddenSessions: string;
  /** Ends all sessions. */
  readonly endAll: string;
  /** The second factor. */
  readonly secondFactor: string;
  /** It is on. */
  readonly on: string;
  /** It is off. */
  readonly off: string;
  /** Asks whether to remove it, and does. */
  readonly reset: string;
  /** What that does. */
  readonly resetText: string;
  /** Sends an email with which the user chooses another password. */
  readonly sendReset: string;
  /** Leads to the page that asks whether to remove the user, and removes them there. */
  readonly remove: string;
  /** Its heading. Placeholder: `name`. */
  readonly removeHeading: string;
  /** What goes. */
  readonly removeText: string;
  /** There is no way back. */
  readonly removeFinal: string;
  /** What staff has done. */
  readonly log: StaffLogMessages;
  /** Messages after a change, by the function that has made it. */
  readonly done: Readonly<
    Record<
      | "createUser"
      | "banUser"
      | "unbanUser"
      | "endSessions"
      | "removeUser"
      | "resetSecondFactor"
      | "sendPasswordReset",
      string
    >
  >;
  /** Messages after a failure. */
  readonly errors: Readonly<
    Record<
      | "AccessDenied"
      | "AlreadyBanned"
      | "NotBanned"
      | "InvalidBan"
      | "InvalidName"
      | "AddressTaken"
      | "NotSent"
      | "RateLimited"
      | "UserChanged",
      AlertMessage
    >
  >;
}

/** The log of what staff has done. */
export interface StaffLogMessages {
  /** Its heading, and the link to it. */
  readonly heading: string;
  /** It has nothing. */
  readonly none: string;
  /** It has nothing more: what came next is no longer kept. */
  readonly noMore: string;
  /** What was done, by the name of the function. */
  readonly past: Readonly<
    Record<
      | "createUser"
      | "updateUser"
      | "banUser"
      | "unbanUser"
      | "removeUser"
      | "endSession"
      | "endSessions"
      | "resetSecondFactor"
      | "sendPasswordReset"
      | "actAs"
      | "stopActing"
      | "exportUsers"
      | "createSession"
      | "importUsers",
      string
    >
  >;
  /** By whom. Placeholder: `name`. */
  readonly by: string;
  /** The same, if no person has done it. */
  readonly byProgram: string;
  /** A word or two beside what was refused, or has failed. */
  readonly failed: string;
  /** The same beside what may be done, or not. */
  readonly unfinished: string;
}
