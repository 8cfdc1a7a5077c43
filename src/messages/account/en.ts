/**
 * The messages of the account page in English.
 *
 * @module
 */

import type { AccountMessages } from "../account_types.ts";

/** The page. */
export const account: AccountMessages = {
  heading: "Your account",
  signOut: "Sign out",
  security: "Security",
  devices: "Devices",
  data: "Your data",
  dataCopy: "A copy of your data",
  dataText: "A file with what this site stores about you, in a format that programs can read (JSON).",
  download: "Download my data",
  notMine: "Don't recognize something?",
  secure: "Secure your account",
  secureText:
    "If something here isn't yours, sign out everywhere else, change your password, and remove the ways to sign in that you don't know.",
  recommended: "Recommended",
  notNow: "Not now",
  ways: "Ways to sign in",
  noWays: "None yet.",
  notFresh: "You'll be asked to sign in again before you remove one.",
  added: "Added {date}",
  verified: "Confirmed {date}",
  used: "Last used {date}",
  signedIn: "Signed in {date}",
  connections: {
    heading: "Connected services",
    text: "{app} may read or change data there for you.",
    connected: "Connected {date}",
    revoke: "Revoke access",
    question: "Revoke access to {name}?",
    loss: "{app} won't be able to use {name} for you any more.",
    stays: "You can still sign in with {name}. Signing in with it connects it again.",
    done: "Access was revoked.",
    revoked: "Access revoked",
  },
  ended: "Signed out a device",
  endedOthers: "Signed out everywhere else",
  downloaded: "Data downloaded",
  add: "Add another way to sign in",
  remove: "Remove",
  removeNamed: "Remove {name}",
  removeEffect: "You won't be able to sign in with it any more.",
  stays: "You can still sign in with: {ways}.",
  othersEnd: "You'll be signed out on your other devices.",
  lastWay: "This is your only way to sign in. Add another one before you remove it.",
  onlyWay: "You have only one. If you lose it, you can't sign in.",
  passkeys: "Passkeys",
  passkey: "Passkey",
  securityKey: "Security key",
  synced: "On all your devices",
  rename: "Rename {name}",
  newName: "Name",
  showAll: "Show all {count}",
  save: "Save",
  addPasskey: "Add a passkey",
  passkeyAdvice: "Your fingerprint, face or PIN signs you in.",
  needsScript: "Adding a passkey needs JavaScript.",
  sessions: "Where you're signed in",
  thisSession: "This browser",
  unknownDevice: "Unknown device",
  endSession: "Sign out",
  endSessionNamed: "Sign out {name}",
  endOthers: "Sign out everywhere else",
  tokenSessions:
    "This site keeps your session in your browser only, so we can't list other browsers, or sign them out.",
  done: {
    removed: "It was removed. It no longer signs you in.",
    added: "It was added. You can sign in with it from now on.",
    renamed: "The name was saved.",
    "signed-out": "That browser was signed out.",
    "signed-out-others": "You're signed out everywhere else.",
  },
  errors: {
    LastWay: {
      what: "That's your only way to sign in.",
      now: "Add another one before you remove it.",
    },
    NotFound: { what: "That no longer exists.", now: "The list below is up to date." },
    NotRemovable: {
      what: "That can't be removed here.",
      now: "Ask the people who run this site.",
    },
    NotAvailable: { what: "That isn't possible on this site.", now: "Ask the people who run this site." },
    unknown: { what: "That didn't work.", now: "Please try again." },
  },
};
