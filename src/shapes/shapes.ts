/**
 * The lists of all capabilities: the names and the functions that they add, for code that must not load a capability. Their
 * rows are in `rows.ts`; functions, forms and rows of each are in a file of its name.
 *
 * @module
 */

import { ACCOUNT_DELETION_FUNCTIONS } from "./account_deletion.ts";
import { ACCOUNT_PAGE_FUNCTIONS } from "./account_page.ts";
import { ADMINISTRATION_FUNCTIONS } from "./administration.ts";
import { ACTIVITY_LOG_FUNCTIONS } from "./activity_log.ts";
import { ANONYMOUS_USER_FUNCTIONS } from "./anonymous_users.ts";
import { DATA_EXPORT_FUNCTIONS } from "./data_export.ts";
import { EMAIL_FUNCTIONS } from "./mail.ts";
import { PASSWORD_FUNCTIONS } from "./passwords.ts";
import type { CookieOption } from "../values/cookie.ts";
import { PROFILE_FUNCTIONS } from "./profile.ts";
import { ACCESS_TOKEN_FUNCTIONS } from "./provider_tokens.ts";
import { SECOND_FACTOR_FUNCTIONS } from "./second_factor.ts";
import { SIGN_UP_FUNCTIONS } from "./sign_up.ts";
import type { FunctionsShape } from "./shape.ts";
import { USER_NAME_FUNCTIONS } from "./user_names.ts";
import { WEBHOOK_FUNCTIONS } from "./webhooks.ts";

/** The endpoints of capabilities: methods, by path below `basePath`. They are off in a config without their capability. */
export const CAPABILITY_ENDPOINTS = {
  // Email.
  "verify-request": "GET",
  // Passkeys.
  "webauthn-options/:provider": "GET",
  "webauthn-script": "GET",
  "passkey-offer": "GET",
  // Passwords.
  signup: "GET POST",
  "forgot-password": "GET POST",
  "new-password": "GET",
  "keep-password": "GET POST",
  password: "GET POST",
  // The account page.
  account: "GET POST",
  "account/:tab": "GET",
  "account-data": "GET",
  // Sign-up.
  "finish-signup": "GET POST",
  // Logout at a provider.
  "post-logout": "GET",
  "backchannel-logout/:provider": "POST",
  // Second factors.
  "second-factor": "GET POST",
  "second-factor-options": "GET",
  "second-factor-setup": "GET POST",
  // The deletion of accounts.
  "account-deletion": "GET POST",
  // Captchas.
  challenge: "GET",
  // Acting as a user.
  acting: "GET POST",
  // Administration.
  admin: "GET POST",
} as const satisfies Readonly<Record<string, Methods>>;

/** The cookies of all capabilities: `COOKIES_OF` says whose they are. `toKebab` of a name is the end of its default name. */
export const CAPABILITY_COOKIES = [
  /** The mail that the browser requested last. */
  "mail",
  /** One challenge to a passkey; a prefix. */
  "challenge",
  /** What a user has put away: of what the account page recommends, and the offer of a passkey. */
  "dismissed",
  /** The language that the user of the browser has chosen. */
  "language",
  /** The tokens of the provider that the session began with, if a cookie keeps them. */
  "providerTokens",
  /** The ID token of the session, if no database keeps it. */
  "providerSession",
  /** One logout at a provider under way; a prefix. */
  "logout",
  /** The name of the sign-in whose second step is awaited. */
  "secondFactor",
  /** Tokens of the users who need no second step on this device. */
  "rememberedDevice",
  /** That an administrator acts as a user. */
  "acting",
] as const;

/** Options of the cookies that features set. */
export interface FeatureCookies {
  /**
   * What a user has put away of what the account page recommends, and that a passkey was offered to them, with a keyed hash of their
   * id. It lasts 90 days.
   * Default: `latchkey.dismissed`.
   */
  readonly dismissed?: Partial<CookieOption>;
  /**
   * The language that the user has chosen, with `UserProfile({ language: true })`: a tag such as `de`. It lasts a year.
   * Default: `latchkey.language`.
   */
  readonly language?: Partial<CookieOption>;
  /** Names the sign-in whose second step is awaited. It lasts 10 minutes. Default: `latchkey.second-factor`. */
  readonly secondFactor?: Partial<CookieOption>;
  /**
   * Sealed tokens of the users who need no second step on this device. It lasts as long as `rememberFor` of `SecondFactor()`.
   * Default: `latchkey.remembered-device`.
   */
  readonly rememberedDevice?: Partial<CookieOption>;
  /** Sealed tokens of the provider, with `AccessTokens({ keptIn: "cookie" })`. Default: `latchkey.provider-tokens`. */
  readonly providerTokens?: Partial<CookieOption>;
  /**
   * The sealed ID token of the session, which a logout at its provider shows there. Only with `ProviderLogout()`, and without a
   * database that keeps it. It lasts as long as the session. Default: `latchkey.provider-session`.
   */
  readonly providerSession?: Partial<CookieOption>;
  /** That an administrator acts as a user, sealed. It lasts a day longer than `maxAge` of `actAs()`. Default: `latchkey.acting`. */
  readonly acting?: Partial<CookieOption>;
  /** One logout at a provider under way. The name is a prefix, as with `flow`. It lasts 10 minutes. Default: `latchkey.logout`. */
  readonly logout?: Partial<CookieOption>;
}

/** The functions for an application, by the name of the capability, under which they stand. */
export const FUNCTIONS: Readonly<Record<string, FunctionsShape<FormAction, CapabilityPage>>> = {
  password: PASSWORD_FUNCTIONS,
  email: EMAIL_FUNCTIONS,
  accountPage: ACCOUNT_PAGE_FUNCTIONS,
  dataExport: DATA_EXPORT_FUNCTIONS,
  accessTokens: ACCESS_TOKEN_FUNCTIONS,
  secondFactor: SECOND_FACTOR_FUNCTIONS,
  accountDeletion: ACCOUNT_DELETION_FUNCTIONS,
  userProfile: PROFILE_FUNCTIONS,
  signUp: SIGN_UP_FUNCTIONS,
  activityLog: ACTIVITY_LOG_FUNCTIONS,
  userNames: USER_NAME_FUNCTIONS,
  anonymousUsers: ANONYMOUS_USER_FUNCTIONS,
  administration: ADMINISTRATION_FUNCTIONS,
  webhooks: WEBHOOK_FUNCTIONS,
};

/** The features that act after the ways to sign in and all other features, in this order. */
export const LAST_FEATURES: readonly string[] = [
  "accessTokens",
  "providerLogout",
  // It asks when all other questions are answered.
  "secondFactor",
  // Who is banned proves all that a sign-in asks for before they learn it.
  "administration",
  // The last: who has not proven all that a sign-in asks for must not learn of it, nor undo it.
  "accountDeletion",
];

/** The pages of capabilities, which an application may replace. The path of each follows from its name. */
export const CAPABILITY_PAGES = [
  "signUp",
  "forgotPassword",
  "newPassword",
  "keepPassword",
  "password",
  "passkeyOffer",
  "finishSignUp",
  "account",
  "secondFactor",
  "secondFactorSetup",
  "accountDeletion",
  "acting",
  "admin",
] as const;

/** The methods of an endpoint. */
export type Methods = "GET" | "POST" | "GET POST";

/** The endpoints of a list of methods by path: method and path. @typeParam L The list, or several. */
export type EndpointOf<L> = L extends Readonly<Record<string, Methods>> ? {
    [P in keyof L & string]: L[P] extends `${infer First} ${infer Second}` ? `${First | Second} ${P}`
      : `${L[P]} ${P}`;
  }[keyof L & string]
  : never;

/** An endpoint of a capability. */
export type CapabilityEndpoint = EndpointOf<typeof CAPABILITY_ENDPOINTS>;

/** A cookie of a capability. */
export type CapabilityCookie = (typeof CAPABILITY_COOKIES)[number];

/** A page of a capability. */
export type CapabilityPage = (typeof CAPABILITY_PAGES)[number];

/** The action of a form of the application: one of a capability, or the end of a sign-in. */
type FormAction = PostOf<CapabilityEndpoint> | "callback";

type PostOf<Endpoint> = Endpoint extends `POST ${infer Path}`
  ? Path extends `${string}/${string}` ? never : Path
  : never;

/** Writes a name in lower case: `secondFactor` is `second-factor`. */
export function toKebab(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}
