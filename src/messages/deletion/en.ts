/**
 * The messages about the deletion of an account in English.
 *
 * @module
 */

import type { DeletionMailsMessages, DeletionMessages } from "../deletion_types.ts";

/** The card of the account page, and the page. */
export const deletion: DeletionMessages = {
  heading: "Delete account",
  text: "Deletes your {app} account with everything in it. You have {time} to change your mind.",
  textAtOnce: "Deletes your {app} account with everything in it, at once.",
  button: "Delete account",
  question: "Delete your account?",
  loss: "You lose your {app} account: your profile, your ways to sign in, and what you stored there.",
  stays:
    "You'll be signed out everywhere now. You can keep the account for {time}: sign in, or open the link in our email.",
  nothingStays: "It happens at once, and nobody can bring it back.",
  confirm: "Type {value} to confirm",
  keep: "Keep my account",
  kept: "Your account stays.",
  notConfirmed: {
    what: "Nothing was deleted: you typed something else.",
    now: "Type it exactly as it's shown.",
  },
  tooLate: {
    what: "It's too late to keep the account.",
    now: "It's being deleted.",
  },
  pendingHeading: "Your account will be deleted",
  pending: "It will be deleted on {date}.",
  pendingText: "Your {app} account will be deleted on {date}. Until then you can keep it.",
  keptHeading: "Your account stays",
  keptText: "Nothing was deleted. Sign in to go on.",
  deletedHeading: "Your account is deleted",
  deletedText: "Your {app} account is gone, with everything in it.",
};

/** The emails. */
export const deletionMails: DeletionMailsMessages = {
  deletionRequested: {
    subject: "Your {app} account will be deleted",
    intro: "Your {app} account will be deleted on {date}. Asked for: {details}.",
    openLink: "To keep it, open this link before then:",
    button: "Keep my account",
    ignore:
      "If you asked for this, ignore this email. If not, open the link, then check where you're signed in.",
  },
  deletionUndone: {
    subject: "Your {app} account stays",
    intro: "Your {app} account won't be deleted: {details}.",
    openLink: "Open this link to see your account:",
    button: "Review my account",
    ignore: "If it was you, ignore this email.",
  },
  accountDeleted: {
    subject: "Your {app} account is deleted",
    intro: "Your {app} account was deleted: {details}.",
    openLink: "To use {app} again, open this link:",
    button: "Open the website",
    ignore: "This is the last email about this account.",
  },
};
