/**
 * The messages about the second factor in English.
 *
 * @module
 */

import type { SecondFactorWords } from "../second_factor_types.ts";

/** The messages. */
export const words: SecondFactorWords = {
  secondFactor: {
    askHeading: "Verify that it's you",
    askText: "One more step, and you're signed in to {app}.",
    stepUpHeading: "Verify again that it's you",
    stepUpText: "You're signed in to {app}. What you want to do needs the second step, too.",
    code: "Code from your authenticator app",
    codeFormat: "Six digits",
    confirm: "Confirm",
    remember: "Don't ask on this device for {time}",
    usePasskey: "Use a passkey or security key",
    useRecoveryCode: "Use a recovery code",
    recoveryCode: "Recovery code",
    recoveryNote: "You saved ten of them when you turned this on. Each works once.",
    lost: "Can't use any of these? Ask the people who run this site.",
    never: "I never turned this on",
    neverEffect: "You'll get a new account, and the other one will no longer have this address.",
    neverNow: "Continue with a new account",
    setupHeading: "Turn on two-step verification",
    setupText: "From then on, signing in takes a second step: a code from an app on your phone.",
    requiredText: "{app} requires a second step: a code from an app on your phone.",
    getApp: "Install an authenticator app, or use your password manager.",
    scan: "Scan this QR code with the app.",
    qrLabel: "QR code with the key for your app",
    orKey: "Or enter this key in the app:",
    typeKey: "Enter this key in an authenticator app, or in your password manager:",
    addAccount: "Add your account to the app.",
    openApp: "Open in authenticator app",
    otherDevice: "App on another device",
    firstCode: "Enter the code that the app shows.",
    turnOn: "Turn on",
    passkeysText: "Or use the passkeys and security keys that you have as the second step.",
    usePasskeys: "Use my passkeys",
    mailHeading: "First, confirm your address",
    mailText: "We sent a code to {email}. Enter it here, and then set up your second step.",
    mailCode: "Code from the email",
    codesHeading: "Save your recovery codes",
    codesText:
      "If you lose your phone, you can use each of these codes once in its place. Print them, or save them " +
      "somewhere you can reach without your phone. They're shown only now.",
    replaced: "Your old codes no longer work.",
    codesOf: "{account} at {app}, {date}",
    stored: "I've saved them",
    copy: "Copy",
    copied: "Copied",
    download: "Download",
    print: "Print",
    heading: "Two-step verification",
    offText: "It's off. With a second step, the first one isn't enough to sign in.",
    requiredNote: "{app} requires a second step, so it stays on.",
    app: "Authenticator app",
    changeApp: "Use another app",
    changeAppText: "The new app replaces the one you have. Your recovery codes still work, and every " +
      "device will be asked for the second step again.",
    addApp: "Add an app",
    since: "On since {date}",
    passkeysToo: "Also accepted as the second step",
    recoveryCodes: "Recovery codes",
    codesLeft: "{count} left",
    fewLeft: "You have few recovery codes left. Make new ones before you need them.",
    lostApp: "Lost your phone?",
    newCodes: "Make new codes",
    newCodesEffect: "Your old codes will no longer work.",
    turnOff: "Turn off",
    turnOffEffect: "Your password, or what you use in its place, will be enough to sign in.",
    turnOffNow: "Turn off two-step verification",
    devices: "Devices without the second step",
    until: "Until {date}",
    forget: "Ask again",
    forgetNamed: "Ask again on {name}",
    done: {
      "second-factor-on": "Two-step verification is on.",
      "recovery-codes-shown": "Your recovery codes have already been shown, and are shown only once. If " +
        "you haven't saved them, make new ones.",
      "recovery-codes-replaced": "You have new recovery codes. The old ones no longer work.",
      "new-authenticator": "Your new authenticator app is set up.",
      "second-factor-off": "Two-step verification is off.",
      "device-forgotten": "That device will be asked for the second step again.",
    },
    errors: {
      InvalidSecondFactor: {
        what: "That code isn't right, or was used before.",
        now: "Wait for the next code, and enter it while the app shows it.",
      },
      InvalidRecoveryCode: {
        what: "That recovery code isn't right, or was used before.",
        now: "Compare it with those that you saved, or enter another one.",
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
      subject: "Two-step verification at {app} is on",
      intro: "Two-step verification was turned on for your {app} account: {details}.",
      openLink: "If it wasn't you, open this link to see where you're signed in:",
      button: "It wasn't me",
      ignore: "If it was you, ignore this email.",
    },
    newAuthenticator: {
      subject: "New authenticator app at {app}",
      intro: "A new authenticator app makes the codes for your {app} account: {details}.",
      openLink: "If it wasn't you, open this link to see where you're signed in:",
      button: "It wasn't me",
      ignore: "If it was you, ignore this email. If not, sign out everywhere else at once.",
    },
    secondFactorOff: {
      subject: "Two-step verification at {app} is off",
      intro: "Two-step verification was turned off for your {app} account: {details}.",
      openLink: "If it wasn't you, open this link to turn it on again:",
      button: "It wasn't me",
      ignore: "If it was you, ignore this email. If not, sign out everywhere else at once.",
    },
    secondFactorReset: {
      subject: "Two-step verification at {app} was turned off for you",
      intro: "The people who run {app} have turned off two-step verification for your account: {details}.",
      openLink: "Open this link to turn it on again:",
      button: "Review my account",
      ignore: "If you asked for it, ignore this email. If not, ask them at once who did.",
    },
    recoveryCodeUsed: {
      subject: "A recovery code was used at {app}",
      intro: "Someone signed in to your {app} account with one of your recovery codes: {details}.",
      openLink: "Open this link to see where you're signed in, and to make new codes:",
      button: "Review my account",
      ignore: "If it was you, ignore this email. If not, sign out everywhere else at once.",
    },
    recoveryCodesReplaced: {
      subject: "New recovery codes at {app}",
      intro: "Someone made new recovery codes for your {app} account: {details}.",
      openLink: "Open this link to see where you're signed in, and to make new codes:",
      button: "It wasn't me",
      ignore: "If it was you, ignore this email. If not, sign out everywhere else at once.",
    },
    enrol: {
      subject: "Your code for {app}",
      intro: "Use this code to set up two-step verification at {app}.",
      openLink: "If you closed the page that asks for it, open this link:",
      button: "Open the page",
      typeCode: "Type this code on the page that asks for it:",
      lifetime: "Use it within {lifetime}. It works only once.",
      ignore:
        "If it wasn't you, someone knows your password, or is using one of your accounts. They can't go on " +
        "without this code. Change that password.",
    },
  },
};
