/**
 * The messages of mail in English: its pages, the sign-in mail, security mails.
 *
 * @module
 */

import type { Messages, SecurityMailsMessages } from "./types.ts";

/** The page that says that a mail is on its way, and accepts its code. */
export const verifyRequest: Messages["verifyRequest"] = {
  heading: "Check your email",
  sentLinkAndCode: "We sent a link and a code to {email}. Open the link, or enter the code here.",
  sentLink: "We sent a sign-in link to {email}. Open it to sign in.",
  link: "A sign-in link for {app} is on its way to you. Open it to sign in.",
  again: "Send it again",
  againLater: "Send it again in {seconds} s",
  sentAgain: "We sent you another email. The newest one counts.",
  tooEarly: "You can ask for another email in {seconds} s.",
  otherAddress: "Use another address",
  nothing: "Didn't get it? Check your spam folder.",
  code: "Code",
  codeFormat: "Eight digits",
  button: "Sign in",
  InvalidCode: {
    what: "That code isn't right.",
    now: "Compare it with the newest email and try again.",
  },
};

/** The page that asks whether to sign in with a mailed link. */
export const confirmation: Messages["confirmation"] = {
  heading: "Is this you?",
  question: "Sign in as {email} to {app}?",
  button: "Sign in",
  note: "If you didn't ask for this link, or this isn't your address, don't continue: opening the link " +
    "signs no one in.",
  no: "No, this isn't me",
  headingSignedIn: "You're already signed in",
};

/** The sign-in mail. */
export const mail: Messages["mail"] = {
  subject: "Sign in to {app}",
  preheader: "Here are your sign-in link and code.",
  openLink: "Open this link:",
  button: "Sign in",
  typeCode: "Or type this code on the page that asks for it:",
  lifetime: "Use either one within {lifetime}. It works only once.",
  asked: "Requested: {details}",
  copyLink: "Button doesn't work? Copy this address into your browser:",
  warning: "Don't share the link or the code with anyone, even someone who says they're from {app}.",
  warningLink: "Don't share the link with anyone, even someone who says they're from {app}.",
  warningCode: "Don't share the code with anyone, even someone who says they're from {app}.",
  ignore: "If you didn't ask for this email, ignore it: no one can sign in without it.",
  reason: "You're getting this email because someone used your address at {app}.",
  accountReason: "This email is about the security of your {app} account.",
};

const LOOK = {
  button: "It wasn't me",
  ignore: "If it was you, ignore this email. If not, sign out everywhere else at once.",
};

/** The mails that tell a user what has happened to their account. */
export const securityMails: SecurityMailsMessages = {
  newDevice: {
    subject: "New sign-in to {app}",
    intro: "Someone signed in to your {app} account in a browser that's new to us: {details}.",
    openLink: "Open this link to see where you're signed in:",
    ...LOOK,
  },
  passwordChanged: {
    subject: "Your {app} password was changed",
    intro: "A new password was set for your {app} account: {details}. All other browsers were signed out.",
    openLink: "If it wasn't you, open this link to choose another password:",
    button: "Choose another password",
    otherButton: "Review my account",
    ignore: "If it was you, ignore this email.",
  },
  wayAdded: {
    subject: "New way to sign in to {app}",
    intro: "A way to sign in was added to your {app} account: {way} ({details}).",
    openLink: "Open this link to see all ways to sign in:",
    ...LOOK,
  },
  wayRemoved: {
    subject: "A way to sign in to {app} was removed",
    intro: "A way to sign in was removed from your {app} account: {way} ({details}).",
    openLink: "Open this link to see all ways to sign in:",
    ...LOOK,
  },
};
