/**
 * The messages about the second factor in English.
 *
 * @module
 */

import type { SecondFactorWords } from "../second_factor_types.ts";

/** The messages. */
export const words: SecondFactorWords = {
  secondFactor: {
    askHeading: "Confirm that it is you",
    askText: "One more step, and you are signed in to {app}.",
    stepUpHeading: "Confirm again that it is you",
    stepUpText: "You are signed in to {app}. What you want to do needs the second step as well.",
    code: "Code from your authenticator app",
    codeFormat: "Six digits",
    confirm: "Confirm",
    remember: "Do not ask on this device for {time}",
    usePasskey: "Use a passkey or security key",
    useRecoveryCode: "Use a recovery code",
    recoveryCode: "Recovery code",
    recoveryNote: "You stored ten of them when you turned this on. Each works once.",
    lost: "You have none of these any more? Ask the people who run this site.",
    never: "I never turned this on",
    neverEffect: "You get a new account, and the other one no longer has this address.",
    neverNow: "Continue with a new account",
    setupHeading: "Turn on two-step sign-in",
    setupText: "From then on, signing in takes a second step: a code that an app on your phone shows.",
    requiredText: "{app} requires a second step: a code that an app on your phone shows.",
    scan: "Scan this with an authenticator app, or with your password manager.",
    qrLabel: "QR code with the key for your app",
    orKey: "Or enter this key in the app:",
    typeKey: "Enter this key in an authenticator app, or in your password manager:",
    openApp: "Open an app on this device",
    firstCode: "Then enter the code that the app shows.",
    turnOn: "Turn on",
    passkeysText: "Or use the passkeys and security keys that you have as the second step.",
    usePasskeys: "Use my passkeys",
    mailHeading: "First, confirm your address",
    mailText: "We sent a code to {email}. Enter it here, and then set up your second step.",
    mailCode: "Code from the email",
    codesHeading: "Store your recovery codes",
    codesText:
      "If you lose your phone, each of these codes takes its place once. Print them, or store them where you " +
      "find them without your phone. They are shown only now.",
    replaced: "The codes from before no longer work.",
    codesOf: "{account} at {app}, {date}",
    stored: "I have stored them",
    heading: "Two-step sign-in",
    offText: "It is off. With a second step, no one can sign in with the first one alone.",
    requiredNote: "{app} requires a second step, so it stays on.",
    app: "Authenticator app",
    changeApp: "Use another app",
    changeAppText: "The new app replaces the one you have. Your recovery codes still work, and every " +
      "device is asked for the second step again.",
    addApp: "Add an app",
    since: "On since: {date}",
    recoveryCodes: "Recovery codes",
    codesLeft: "Left: {count}",
    fewLeft: "You have few recovery codes left. Make new ones before you need them.",
    newCodes: "Make new codes",
    newCodesEffect: "The codes from before will no longer work.",
    turnOff: "Turn off",
    turnOffEffect: "Your password, or what you use in its place, will be enough to sign in.",
    turnOffNow: "Turn off two-step sign-in",
    devices: "Devices without the second step",
    until: "Until: {date}",
    forget: "Ask again",
    forgetNamed: "Ask again on {name}",
    done: {
      "second-factor-on": "Two-step sign-in is on.",
      "recovery-codes-shown": "The recovery codes were shown already, and are shown only once. If " +
        "you have not stored them, make new ones.",
      "new-authenticator": "Your new authenticator app is set up.",
      "second-factor-off": "Two-step sign-in is off.",
      "device-forgotten": "That device will be asked for the second step again.",
    },
    errors: {
      InvalidSecondFactor: {
        what: "That code is not right, or was used before.",
        now: "Wait for the next code, and enter it while the app shows it.",
      },
      InvalidRecoveryCode: {
        what: "That recovery code is not right, or was used before.",
        now: "Compare it with those that you stored, or enter another one.",
      },
      InvalidCheck: {
        what: "That took too long, or was started in another browser.",
        now: "Start again. If it happens again, allow cookies.",
      },
      LastFactor: {
        what: "That passkey is your second step.",
        now: "Set up an authenticator app, or turn the second step off, before you remove it.",
      },
      SecondFactorRequired: {
        what: "This site asks you for a second step.",
        now: "Ask the people who run it if you have to turn it off.",
      },
    },
  },
  secondFactorMails: {
    secondFactorOn: {
      subject: "Two-step sign-in at {app} is on",
      intro: "Two-step sign-in was turned on for your account at {app}: {details}.",
      openLink: "If it was not you, open this link to see where you are signed in:",
      button: "Look at my account",
      ignore: "If it was you, ignore this email.",
    },
    newAuthenticator: {
      subject: "New authenticator app at {app}",
      intro: "A new authenticator app makes the codes for your account at {app}: {details}.",
      openLink: "If it was not you, open this link to see where you are signed in:",
      button: "Look at my account",
      ignore: "If it was you, ignore this email. If not, sign out everywhere else at once.",
    },
    secondFactorOff: {
      subject: "Two-step sign-in at {app} is off",
      intro: "Two-step sign-in was turned off for your account at {app}: {details}.",
      openLink: "If it was not you, open this link to turn it on again:",
      button: "Look at my account",
      ignore: "If it was you, ignore this email. If not, sign out everywhere else at once.",
    },
    secondFactorReset: {
      subject: "Two-step sign-in at {app} was turned off for you",
      intro: "The people who run {app} have turned off two-step sign-in for your account: {details}.",
      openLink: "Open this link to turn it on again:",
      button: "Look at my account",
      ignore: "If you have asked for it, ignore this email. If not, ask them at once who did.",
    },
    recoveryCodeUsed: {
      subject: "A recovery code was used at {app}",
      intro: "Someone has signed in to your account at {app} with one of your recovery codes: {details}.",
      openLink: "Open this link to see where you are signed in, and to make new codes:",
      button: "Look at my account",
      ignore: "If it was you, ignore this email. If not, sign out everywhere else at once.",
    },
    recoveryCodesReplaced: {
      subject: "New recovery codes at {app}",
      intro: "Someone has made new recovery codes for your account at {app}: {details}.",
      openLink: "Open this link to see where you are signed in, and to make new codes:",
      button: "Look at my account",
      ignore: "If it was you, ignore this email. If not, sign out everywhere else at once.",
    },
    enrol: {
      subject: "Your code for {app}",
      intro: "With this code you set up two-step sign-in at {app}.",
      openLink: "If you have closed the page that asks for it, open this link:",
      button: "Open the page",
      typeCode: "Type this code on the page that asks for it:",
      lifetime: "Use it within {lifetime}. It works only once.",
      ignore:
        "If it was not you, someone knows your password, or uses an account of yours. Without this code they " +
        "cannot go on. Change that password.",
    },
  },
};
