/**
 * The messages about passwords in English.
 *
 * @module
 */

import type { PasswordMailsMessages, PasswordMessages } from "../password_types.ts";

/** The pages. */
export const password: PasswordMessages = {
  signUpHeading: "Create an account",
  signUpHeadingNamed: "Create your {app} account",
  signUpButton: "Create account",
  unverified:
    "The password is right. This address was never confirmed: the email does that, and signs you in.",
  unknownBrowser: "This browser is new to us. To sign in, enter the code we sent to {email}.",
  agreement: "By creating an account, you accept: {documents}",
  haveAccount: "Already have an account?",
  signIn: "Sign in",
  hint: "At least {count} characters. A few words in a row are strong, and easy to remember.",
  typed: "{typed} of {count} characters.",
  longEnough: "Long enough.",
  forgotHeading: "Set a new password",
  forgotText: "Enter your email address. We'll send you a link to choose a new password.",
  forgotButton: "Email me a link",
  chooseHeading: "Choose a password",
  chooseText: "For the account of {email}. You'll be signed in afterwards.",
  chooseTextWithCode:
    "We sent a link and a code to {email}. Open the link, or enter the code and a new password here.",
  chooseButton: "Save and sign in",
  keepHeading: "Is this password yours?",
  keepText:
    "The account of {email} has a password from before this address was confirmed. If you chose it, " +
    "enter it to keep it.",
  keepButton: "Keep this password",
  keepWrong:
    "If it's wrong, it will be removed, because a stranger may have set it. Then you can choose a new one.",
  keepOther:
    "If you never chose one, you'll get a new account, and the other one will no longer have this address.",
  keepNever: "I never chose a password",
  removed: "The password from before was removed. You can choose a new one.",
  changeHeading: "Change your password",
  addHeading: "Add a password",
  changeText: "All other browsers will be signed out.",
  currentPassword: "Current password",
  newPassword: "New password",
  changeButton: "Save password",
  cancel: "Cancel",
  change: "Change password",
  add: "Add a password",
  setAt: "Set: {date}",
  changed: "Your password was saved. All other browsers were signed out.",
  errors: {
    TooShort: {
      what: "That password is too short.",
      now: "Use at least {count} characters, such as a few words in a row.",
    },
    TooLong: { what: "That password is too long.", now: "Use at most 1024 characters." },
    TooCommon: {
      what: "That password is too easy to guess.",
      now: "Choose another one, such as a few words that don't belong together.",
    },
    Leaked: {
      what: "That password has appeared in a data leak.",
      now: "Choose another one, and change it wherever else you use it.",
    },
    WrongPassword: { what: "That's not your current password.", now: "Check it and try again." },
  },
};

/** The mails. */
export const passwordMails: PasswordMailsMessages = {
  confirm: {
    subject: "Confirm your address for {app}",
    intro: "Welcome to {app}. Confirm that this address is yours, and your account is ready.",
    openLink: "Open this link to confirm your address:",
    button: "Confirm address",
    ignore: "If you didn't create an account, ignore this email: no account will be created.",
  },
  exists: {
    subject: "You already have an account at {app}",
    intro:
      "Someone, perhaps you, tried to create an account at {app} with this address. You already have one: " +
      "sign in as you always do. If you've forgotten your password, choose a new one.",
    openLink: "Open this link to choose a new password:",
    button: "Choose a new password",
    ignore: "If it wasn't you, ignore this email: nothing has changed.",
  },
  reset: {
    subject: "Set a new password for {app}",
    intro: "Choose a new password for your {app} account. All other browsers will be signed out then.",
    openLink: "Open this link to choose a new password:",
    button: "Choose a new password",
    ignore: "If you didn't ask for this email, ignore it: your password hasn't changed.",
  },
  noAccount: {
    subject: "No account at {app} has this address",
    intro:
      "Someone, perhaps you, asked for a new password at {app}, but there's no account with this address. " +
      "Maybe you used another address, or another way to sign in.",
    openLink: "Open this link to create an account:",
    button: "Create an account",
    ignore: "If it wasn't you, ignore this email: nothing has happened.",
  },
  unknownBrowser: {
    subject: "Confirm your sign-in to {app}",
    intro: "Someone, perhaps you, entered your {app} password in a browser that's new to us.",
    openLink: "If it wasn't you, someone knows your password. Open this link to choose a new one:",
    button: "Choose a new password",
    typeCode: "If it was you, enter this code in that browser:",
    ignore: "If it wasn't you, choose a new password at once. Without the code, no one can sign in there.",
  },
};
