/**
 * The messages of security mails in English.
 *
 * @module
 */

import type { SecurityMailsMessages } from "./types.ts";

const LOOK = {
  button: "Look at my account",
  ignore: "If it was you, ignore this email. If not, sign out everywhere else at once.",
};

/** The mails that tell a user what has happened to their account. */
export const securityMails: SecurityMailsMessages = {
  newDevice: {
    subject: "New sign-in to {app}",
    intro: "Someone has signed in to your account at {app} in a browser that is new to us: {details}.",
    openLink: "Open this link to see where you are signed in:",
    ...LOOK,
  },
  passwordChanged: {
    subject: "Your password at {app} is new",
    intro: "The password of your account at {app} was set: {details}. All other browsers are signed out.",
    openLink: "If it was not you, open this link to choose another password:",
    button: "Choose another password",
    ignore: "If it was you, ignore this email.",
  },
  wayAdded: {
    subject: "New way to sign in to {app}",
    intro: "A way to sign in was added to your account at {app}: {way} ({details}).",
    openLink: "Open this link to see all ways to sign in:",
    ...LOOK,
  },
  wayRemoved: {
    subject: "A way to sign in to {app} was removed",
    intro: "A way to sign in was removed from your account at {app}: {way} ({details}).",
    openLink: "Open this link to see all ways to sign in:",
    ...LOOK,
  },
};
