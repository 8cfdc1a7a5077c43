/**
 * The lists of capabilities that a check of a config or a page reads: no session check loads them.
 *
 * @module
 */

import type { CapabilityAccountData } from "./account_data.ts";
import type { PASSWORD_FUNCTIONS } from "./passwords.ts";
import { type CapabilityCookie, type CapabilityPage, LAST_FEATURES } from "./shapes.ts";

/** The names of all features, in the order of their sections on the account page. */
export const FEATURES: readonly string[] = [
  "accountPage",
  "activityLog",
  "dataExport",
  "userProfile",
  "userNames",
  "signUp",
  "emailChange",
  "trustedOrigins",
  "challenge",
  "webhooks",
  "anonymousUsers",
  ...LAST_FEATURES,
];

/** The pages that a user sees who is signed in. */
export const CAPABILITY_PAGES_OF_USERS: readonly CapabilityPage[] = [
  "password",
  "account",
  "passkeyOffer",
  "admin",
];

/** The pages that only a feature shows, with its name. */
export const FEATURE_PAGES: Readonly<Record<Exclude<CapabilityPage, ProviderPage>, string>> = {
  account: "accountPage",
  finishSignUp: "signUp",
  secondFactor: "secondFactor",
  secondFactorSetup: "secondFactor",
  accountDeletion: "accountDeletion",
  acting: "administration",
  admin: "administration",
};

/** The forms that a provider brings: `Password()`. */
type PasswordFormShapes = (typeof PASSWORD_FUNCTIONS)["forms"];

/** Its pages, and that of `Passkey()`. */
type ProviderPage = PasswordFormShapes[keyof PasswordFormShapes]["page"] | "passkeyOffer";

/** The pages to which a link of the theme of the same name leads. */
export const CAPABILITY_LINKS = ["signUp", "forgotPassword"] as const satisfies readonly CapabilityPage[];

/** The emails of capabilities that `securityMails` turns off. */
export const CAPABILITY_MAILS = [
  "passwordChanged",
  "secondFactor",
  "accountDeletion",
  "emailChange",
] as const;

/** The cookies of each capability that has some, for whoever reads about them: the programs have one list of all. */
export const COOKIES_OF = {
  mail: ["mail"],
  passkeys: ["challenge"],
  accountPage: ["dismissed"],
  userProfile: ["language"],
  accessTokens: ["providerTokens"],
  providerLogout: ["providerSession", "logout"],
  secondFactor: ["secondFactor", "rememberedDevice"],
  administration: ["acting"],
} as const satisfies Readonly<Record<string, readonly CapabilityCookie[]>>;

/** The cookies that belong to a session, or to a sign-in under way: a sign-out removes them. */
export const SESSION_COOKIES: readonly CapabilityCookie[] = [
  "providerTokens",
  "providerSession",
  "secondFactor",
  "acting",
];

/** The endpoint of the feature that raises a session to level 2. */
export const LEVEL_2_ENDPOINT = "second-factor";

/** What to add to a config so that sessions can reach level 2, as messages say it. */
export const LEVEL_2_WAYS = "`SecondFactor()` to `features`, or the provider `Passkey`";

/** The groups of messages of capabilities, in `messages` of a config. */
export const CAPABILITY_WORDS = [
  "verifyRequest",
  "confirmation",
  "passkey",
  "passkeyOffer",
  "mail",
  "account",
  "profile",
  "userNames",
  "signUp",
  "challenge",
  "securityMails",
  "password",
  "passwordMails",
  "secondFactor",
  "secondFactorMails",
  "activity",
  "deletion",
  "deletionMails",
  "emailChange",
  "emailChangeMails",
  "administration",
] as const;

/** The fields of the account data that each config has, where the capability is off. */
export const NO_ACCOUNT_DATA: CapabilityAccountData = { password: null };
