/**
 * The messages in English that each program has. Those of mail, of passkeys and of passwords come with their providers.
 *
 * @module
 */

import type { Messages } from "./types.ts";

const AGAIN = "Try again, or choose another way to sign in.";
const BEFORE = "If that's you, sign in the way you did before. If not, contact us.";
const UNVERIFIED = "An account with this address exists, but its address was never confirmed.";

/** The messages. */
export const english: Omit<
  Messages,
  | "challenge"
  | "verifyRequest"
  | "confirmation"
  | "passkey"
  | "passkeyOffer"
  | "mail"
  | "account"
  | "activity"
  | "deletion"
  | "deletionMails"
  | "emailChange"
  | "emailChangeMails"
  | "profile"
  | "signUp"
  | "userNames"
  | "administration"
  | "securityMails"
  | "password"
  | "passwordMails"
> = {
  general: {
    back: "Back to {app}",
    unknownError: { what: "We couldn't sign you in.", now: "Please try again." },
    errorTitle: "Error: {title}",
    wait: "Please wait.",
    waitTime: "Time to wait: {time}",
    triesLeft: "Tries left: {count}.",
    justNow: "just now",
    email: "Email",
    passkey: "Passkey",
    device: "{browser} on {system}",
    terms: "Terms",
    privacy: "Privacy",
    support: "Help",
    otherWay: "Sign in another way",
    keptForm: {
      heading: "One more step",
      text: "Your form hasn't been sent yet.",
      button: "Send",
      page: "Page",
      filledIn: "Filled in",
      files: "We don't keep files. Please choose them again.",
      discard: "Discard",
    },
  },
  signIn: {
    heading: "Sign in",
    headingNamed: "Sign in to {app}",
    purpose: "to continue to {app}",
    headingToAdd: "Add a way to sign in",
    purposeToAdd: "to your {app} account",
    current: "You're signed in as {person}.",
    currentNameless: "You're signed in.",
    another: "You can also sign in with another account.",
    adding: "Choose another way to sign in to this account.",
    button: "Continue with {provider}",
    address: "Email address",
    addressExample: "you@example.com",
    password: "Password",
    continue: "Continue",
    submit: "Sign in",
    forgotPassword: "Forgot your password?",
    showPassword: "Show password",
    sendMail: "Email me a sign-in link",
    sendMailWith: "Email me a sign-in link with {provider}",
    usePasskey: "Sign in with a passkey",
    createPasskey: "Sign up with a passkey",
    addPasskey: "Add a passkey",
    signUp: "Sign up with {provider}",
    passkeyNeedsScript: "Passkeys need JavaScript.",
    lastUsed: "Last used",
    more: "More ways to sign in",
    newHere: "New here?",
    register: "Create an account",
    or: "or",
    nothingToAdd: "There's nothing more to add.",
    noProvider: {
      what: "There's no way to sign in yet.",
      now: "If you run this site, add a provider to its configuration.",
    },
  },
  signInErrors: {
    AccountNotLinked: { what: "That passkey, or its address, belongs to another user.", now: BEFORE },
    CredentialsSignin: {
      what: "That doesn't match our records.",
      now: "Check what you typed and try again.",
    },
    EmailSignInError: {
      what: "We couldn't send the email.",
      now: "Try again in a moment.",
    },
    InvalidCheck: {
      what: "This sign-in took too long, or was started in another browser.",
      now: "Start again from here. If it happens again, allow cookies.",
    },
    InvalidEmail: { what: "Enter a valid email address.", now: "Check it and try again." },
    InvalidProvider: { what: "That way to sign in isn't available here.", now: "Choose one of those below." },
    MissingCSRF: {
      what: "This page was open too long, or cookies are blocked.",
      now: "Allow cookies and try again.",
    },
    OAuthAccountNotLinked: { what: "That account, or its address, belongs to another user.", now: BEFORE },
    OAuthCallbackError: { what: "The sign-in was cancelled or refused.", now: AGAIN },
    OAuthProfileParseError: {
      what: "The service you chose didn't tell us enough about your account.",
      now: AGAIN,
    },
    OtherAccount: { what: "That isn't the connected account.", now: AGAIN },
    ProviderResponseError: {
      what: "The service you chose sent an answer that we can't trust.",
      now: AGAIN,
    },
    ProviderUnavailable: { what: "The service you chose isn't responding.", now: AGAIN },
    RateLimited: {
      what: "There were too many attempts.",
      now: "Wait a little, then try again, or sign in another way.",
    },
    ReconnectRequired: { what: "The connection to that service has ended.", now: "Sign in with it again." },
    ReconnectRequiredWithName: {
      what: "The connection to {provider} has ended.",
      now: "Sign in with {provider} again.",
    },
    ServerBusy: {
      what: "The server is very busy at the moment.",
      now: "Wait a few seconds, then try again.",
    },
    SessionNotFresh: {
      what: "Please verify that it's you.",
      now: "Sign in again to continue.",
    },
    SessionRequired: {
      what: "You need to be signed in to see that page.",
      now: "Choose how to sign in.",
    },
    TooManyWrongCodes: { what: "There were too many wrong codes.", now: "Start again from here." },
    UserChanged: { what: "The account changed while you were signing in.", now: AGAIN },
    UserNotVerified: {
      what: UNVERIFIED,
      now:
        "Sign in the way you did before, then ask for an email here again to confirm the address. If you didn't create that account, contact us.",
    },
    UserNotVerifiedWithWays: {
      what: UNVERIFIED,
      now:
        "Sign in with {ways}, then ask for an email here again to confirm the address. If you didn't create that account, contact us.",
    },
    WebAuthnVerificationError: { what: "We couldn't verify your passkey.", now: AGAIN },
  },
  signOut: {
    headingSignedOut: "You're signed out",
    textSignedOut: "You're signed out of {app} in this browser.",
    signIn: "Sign in",
    heading: "Sign out?",
    text: "This signs you out of {app} in this browser.",
    button: "Sign out",
    stay: "Stay signed in",
  },
  link: {
    heading: "Add this to your account?",
    text: "You're signed in as {current}, and you've just used {provider}.",
    textWithName: "You're signed in as {current}, and you've just used {provider} as {proven}.",
    nameless: "someone without a name",
    add: "Add {provider} to {current}'s account",
    addNameless: "Add {provider} to this account",
    switch: "Continue as {proven}",
    switchNameless: "Continue as someone else",
    note:
      "If you add it, {account} will sign in to the account of {current} from then on. Add it only if both are yours.",
    noteNameless:
      "If you add it, {account} will sign in to your current account from then on. Add it only if both are yours.",
    cancel: "Cancel",
  },
  takenOver: {
    heading: "Your address is confirmed",
    text: "There was already an account with this address, and now only you can use it.",
    done: "What we did",
    removed: "Removed",
    signedOut: "All other browsers were signed out",
    advice: "If one of them was yours, you can set it up again.",
    again: "Set up again",
    button: "Continue",
  },
  error: {
    AccessDenied: {
      heading: "You don't have access",
      text: "Use another account, or ask the people who run this site.",
      button: "Use another account",
    },
    Configuration: {
      heading: "Sign-in isn't working",
      text: "This site isn't set up correctly. If you run it, its log says what to change.",
    },
    UserNotStored: { heading: "That isn't possible on this site", text: "Ask the people who run this site." },
    ServerError: {
      heading: "Something went wrong",
      text: "This is our fault, not yours. Please try again in a moment.",
      button: "Try again",
    },
    Verification: {
      heading: "This link no longer works",
      text:
        "The link and the code in an email work once, and for a short time. After too many wrong codes, they " +
        "stop working. Sign in again to get new ones.",
      button: "Sign in again",
    },
    unknown: {
      heading: "Something went wrong",
      text: "You're not signed in. Please try again.",
      button: "Sign in",
    },
  },
};
