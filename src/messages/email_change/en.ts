/**
 * The messages about another email address of an account in English.
 *
 * @module
 */

import type { EmailChangeMailsMessages, EmailChangeMessages } from "../email_change_types.ts";

/** The card of the account page, and the pages behind its emails. */
export const emailChange: EmailChangeMessages = {
  heading: "Email address",
  none: "Your account has no email address.",
  change: "Change",
  changeHeading: "Change your email address",
  changeText: "We'll send a link to the new address. Nothing changes until you open it.",
  newAddress: "New email address",
  send: "Send the link",
  sent: "We sent a link to the new address. Open it to finish.",
  changed: "Your email address was changed.",
  confirmHeading: "Use this address?",
  confirmText: "{email} will be the address of your {app} account. You'll be signed out everywhere else.",
  confirmButton: "Use this address",
  undoHeading: "Get your old address back?",
  undoText:
    "{email} will be the address of your {app} account again. All devices are signed out, and what was added since the change is removed: ways to sign in, a password, two-step verification.",
  undoButton: "Get it back",
  undoneHeading: "Your old address is back",
  undoneText: "Sign in with it, then check your ways to sign in.",
  overHeading: "This link no longer works",
  overText: "It was used, is too old, or the account has changed since.",
  errors: {
    InvalidNewEmail: { what: "That isn't a new email address.", now: "Check what you typed and try again." },
    EmailInUse: {
      what: "Another account has this address.",
      now: "Use another one, or sign in to that account.",
    },
    TooManyEmails: { what: "We sent too many emails.", now: "Wait an hour, then try again." },
  },
};

/** The emails. */
export const emailChangeMails: EmailChangeMailsMessages = {
  emailChange: {
    subject: "Confirm your new address for {app}",
    intro: "Someone wants to use this address for their {app} account.",
    openLink: "If it's you, open this link in the browser where you're signed in:",
    button: "Confirm my address",
    ignore: "If it isn't you, ignore this email: nothing changes without it.",
  },
  emailChanged: {
    subject: "Your email address at {app} was changed",
    intro: "The email address of your {app} account was changed: {details}.",
    openLink: "If it wasn't you, open this link within {time} to get your old address back:",
    button: "It wasn't me",
    ignore: "If it was you, ignore this email.",
  },
  emailAdopted: {
    subject: "Your {app} account has a new email address",
    intro: "Your {app} account has this address now ({details}).",
    openLink: "Open this link to see your account:",
    button: "Review my account",
    ignore: "If it was you, ignore this email.",
  },
  emailRestored: {
    subject: "Your {app} account has its old address again",
    intro: "The change of the email address of your {app} account was undone: {details}.",
    openLink: "Open this link to see your account:",
    button: "Review my account",
    ignore: "Whoever did it has the mailbox of the old address. All devices were signed out.",
  },
};
