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
  textAtOnce: "Deletes your {app} account with everything in it, right away.",
  button: "Delete account",
  question: "Delete your account?",
  loss: "You'll lose your {app} account: your profile, your ways to sign in, and what you stored there.",
  stays:
    "You'll be signed out everywhere now. You have {time} to change your mind: sign in, or open the link in our email.",
  nothingStays: "This happens right away and can't be undone.",
  confirm: "Type {value} to confirm",
  keep: "Keep my account",
  kept: "You kept your account.",
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
  keptHeading: "You kept your account",
  keptText: "Nothing was deleted. Sign in to continue.",
  deletedHeading: "Your account was deleted",
  deletedText: "Your {app} account is gone, with everything in it.",
};

/** The emails. */
export const deletionMails: DeletionMailsMessages = {
  deletionRequested: {
    subject: "Your {app} account will be deleted",
    intro: "Your {app} account will be deleted on {date}. Requested: {details}.",
    openLink: "To keep it, open this link before then:",
    button: "Keep my account",
    ignore:
      "If you asked for this, ignore this email. If not, open the link, then check where you're signed in.",
  },
  deletionUndone: {
    subject: "You kept your {app} account",
    intro: "Your {app} account won't be deleted: {details}.",
    openLink: "Open this link to see your account:",
    button: "Review my account",
    ignore: "If it was you, ignore this email. If not, sign out everywhere else at once.",
  },
  accountDeleted: {
    subject: "Your {app} account was deleted",
    intro: "Your {app} account was deleted: {details}.",
    openLink: "Open this link to go to the website:",
    button: "Open the website",
    ignore: "If you didn't want this, contact {app}. This is the last email about this account.",
  },
};
