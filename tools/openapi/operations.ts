/**
 * What the code does not say of each endpoint: a summary, and what query, form and answer have, where no type has it.
 *
 * @module
 */

import { PAGE_ACTIONS } from "../../src/features/administration/page_change.ts";
import type { Endpoint } from "../../src/http/endpoints.ts";
import type { Schema } from "./schemas.ts";

/** What an operation has beside the table of the page. */
export interface Operation {
  /** What it is for. Default, of a page: what the list of pages says that it shows. */
  readonly summary?: string;
  /** Names of what the query may have. Default: none, of a page what the list of pages has. */
  readonly query?: readonly (keyof typeof QUERY)[];
  /** Fields of the form, beside those of the forms that pages of the application may have. Default: none. */
  readonly form?: Readonly<Record<string, Schema>>;
  /** Those of them that the form must have. Default: none. */
  readonly required?: readonly string[];
  /** Why the form may have other fields; absent if it may not. */
  readonly others?: string;
  /** The schema of a JSON answer with status 200, or the name of its type. Default: none. */
  readonly json?: Schema | string;
  /** The schema of a JSON answer that fails. Default: a problem. */
  readonly failure?: Schema;
  /** Whether it needs a session. Default: not. */
  readonly needsSession?: true;
}

const text = (description: string, more: Schema = {}): Schema => ({ type: "string", description, ...more });

/** What the query may have. */
export const QUERY = {
  actor: text("Id of whom it was done by, for `view`."),
  after: text("Where a part of a list begins: `next` of the part before."),
  as: text("The list as a file, for a request of the own site.", { enum: ["csv"] }),
  action: text("What the passkey is for; without it, to sign in if no one is signed in.", {
    enum: ["authenticate", "register"],
  }),
  again: text("Whether another email was sent."),
  at: text("When the form was kept, which the page shows: seconds since the epoch."),
  before: text("What the user has had to do before."),
  callbackUrl: text("Where the user goes in the end: a path, or an absolute URL of the application."),
  confirm: text("What the page asks about before it is done.", { enum: ["removeUser"] }),
  code: text("The authorization code of an OAuth provider."),
  done: text("The change that was made."),
  email: text("The address of the user."),
  error: {
    description: "Type of the error.",
    $ref: "#/components/schemas/ErrorType",
  },
  field: text("The field that was wrong."),
  iss: text("Issuer of the answer of an OAuth provider (RFC 9207)."),
  link: text("Whether the user adds a way to sign in.", { enum: ["true", "only"] }),
  offer: text("Says that a sign-in leads there, and with which way."),
  of: text("What was changed: a provider, or an id."),
  question: text("Names the sign-in that waits for an answer."),
  removed: text("Ids of the ways to sign in that were removed, separated by commas."),
  search: text("An id, or a text that name or address contain."),
  banned: text("`true`: only users who are banned.", { enum: ["true"] }),
  setup: text("The sealed secret that the page has shown before."),
  state: text("Names the attempt in this browser."),
  token: text("The token of a mailed link."),
  tries: text("How often the code may be tried again."),
  ui_locales: text("Languages of the page, separated by spaces (OpenID Connect Core §3.1.2.1)."),
  user: text("Id of a user."),
  view: text("What is shown in the place of the list: what staff has done, to `user` if that is given.", {
    enum: ["log"],
  }),
  v: text("Version of the script."),
  ways: text("Ids of the providers with which the user signs in, separated by commas."),
} as const satisfies Readonly<Record<string, Schema>>;

/** Fields that each form may have. */
export const COMMON: Readonly<Record<string, Schema>> = {
  callbackUrl: QUERY.callbackUrl,
  ui_locales: QUERY.ui_locales,
  shownFor: text("The user for whom the page was shown: the form acts for no one else."),
};

const EMAIL = text("The address.");
const PASSKEY = {
  action: text("What the passkey did.", { enum: ["authenticate", "register"] }),
  data: text("The credential of the browser, as a JSON text."),
};
/** What `signalUnknownCredential()` takes. */
const UNKNOWN_PASSKEY = {
  type: "object",
  properties: { rpId: { type: "string" }, credentialId: { type: "string" } },
  required: ["rpId", "credentialId"],
};
const LINK = { link: text("`true` adds the account to the user who is signed in.") };

const LACK = { lack: text("Why the user was led to the page: `level`, if it needs a second factor.") };

/** The operations. */
export const OPERATIONS: Readonly<Record<Endpoint, Operation>> = {
  "GET csrf": {
    summary: "A token for `csrfToken` of the forms",
    json: {
      type: "object",
      properties: { csrfToken: { type: "string", pattern: "^[0-9a-f]{128}$" } },
      required: ["csrfToken"],
    },
  },
  "GET providers": {
    summary: "The providers of the config, by their ids",
    json: { type: "object", additionalProperties: { $ref: "#/components/schemas/AppProvider" } },
  },
  "GET session": { summary: "The session; `null` if no one is signed in", json: "Session" },
  "POST session": {
    summary: "Passes data to the callbacks of the application, and answers the new session",
    form: { data: { description: "Any value, in JSON." } },
    failure: { anyOf: [{ $ref: "#/components/schemas/Problem" }, { type: "null" }] },
    json: "Session",
  },
  "GET signin": {},
  "POST signin": { summary: "Leads to the sign-in page", form: { ...LINK, email: EMAIL } },
  "POST signin/:provider": {
    summary: "Begins a sign-in: leads to an OAuth provider, or sends an email",
    form: { ...LINK, email: EMAIL, again: text("`true`: another email.", { const: "true" }) },
    others: "The query of the URL goes to an OAuth provider, as parameters of the authorization request.",
  },
  "GET callback/:provider": {
    summary: "Ends a sign-in: an OAuth provider, or a mailed link, leads here",
    query: ["code", "state", "iss", "error", "token", "email", "callbackUrl"],
  },
  "POST callback/:provider": {
    summary: "Ends a sign-in with a password, a mailed code or a passkey; some OAuth providers post here",
    form: {
      ...LINK,
      ...PASSKEY,
      email: EMAIL,
      password: text("The password; a new one, beside the code or the token of an email about it."),
      code: text("The code of an email, or the authorization code of an OAuth provider."),
      token: QUERY.token,
      again: text("`true`: another email.", { const: "true" }),
      state: QUERY.state,
    },
    others: "The fields of `Credentials`, and those of an OAuth provider.",
  },
  "GET signout": {},
  "POST signout": {
    summary: "Ends the session",
    form: {
      provider: text("`true`: also at the provider, with `ProviderLogout()`."),
      revokeTokens: text("`true`: revokes the tokens of the user, with `AccessTokens()`."),
    },
  },
  "GET link": {},
  "POST link": {
    summary: "Answers whether to add the account that the user has just signed in with",
    form: {
      ...LINK,
      choice: text("The answer.", { enum: ["link", "switch", "cancel"] }),
      question: text("Names the question that the page has shown."),
    },
    required: ["choice"],
  },
  "GET taken-over": {},
  "GET error": {},
  "GET kept-form": {
    summary: "Shows a form that was kept until the user proves more",
    query: ["at", "callbackUrl"],
  },
  "GET verify-request": {},
  "GET webauthn-options/:provider": {
    summary: "Options for `navigator.credentials`",
    query: ["action", "email", "link", "offer"],
    json: {
      type: "object",
      properties: {
        action: PASSKEY.action,
        options: { type: "object", additionalProperties: true },
        unknown: UNKNOWN_PASSKEY,
      },
      required: ["action", "options"],
    },
  },
  "GET challenge": {
    summary: "Makes a challenge that the widget of ALTCHA solves",
    json: {
      type: "object",
      required: ["parameters", "signature"],
      properties: {
        parameters: { type: "object", description: "What the widget reads: version 3 of it." },
        signature: { type: "string", description: "Signs them." },
      },
    },
  },
  "GET webauthn-script": { summary: "The script of the built-in pages that uses passkeys", query: ["v"] },
  "GET passkey-offer": { query: ["offer"], needsSession: true },
  "GET signup": {},
  "POST signup": { summary: "Creates an account: sends an email to confirm the address" },
  "GET forgot-password": {},
  "POST forgot-password": { summary: "Sends an email with a link and a code for a new password" },
  "GET new-password": {},
  "GET keep-password": {},
  "POST keep-password": { summary: "Answers whether a password from before stays" },
  "GET finish-signup": {},
  "POST finish-signup": {
    summary: "Creates a user with what they have filled in",
    form: {
      question: text("Names the question that the page has shown."),
      acceptedTerms: text("The version of the terms, if the user accepts them."),
    },
    others: "The fields of `SignUp()`, by their names.",
  },
  "GET password": { needsSession: true },
  "POST password": {
    summary: "Changes the password, or adds one",
    form: { email: text("The address, for password managers: it changes nothing.") },
    needsSession: true,
  },
  "GET account": { needsSession: true },
  "POST account": {
    summary: "Changes the account",
    others: "The fields of the `action`.",
    needsSession: true,
  },
  "GET account/:tab": { summary: "Shows a tab of the account page", needsSession: true },
  "GET account-data": {
    summary: "The ways to sign in and the sessions of the user",
    json: "AccountData",
    needsSession: true,
  },
  "GET post-logout": { summary: "Where a provider leads the user after a logout", query: ["state"] },
  "POST backchannel-logout/:provider": {
    summary: "Ends the sessions that a provider names (OpenID Connect Back-Channel Logout)",
    form: { logout_token: text("The logout token.") },
    required: ["logout_token"],
  },
  "GET second-factor": {},
  "POST second-factor": {
    summary: "Answers the question for a second factor",
    form: LACK,
  },
  "GET second-factor-options": {
    summary: "Options for a passkey as the second factor",
    query: ["question"],
    json: {
      type: "object",
      properties: { action: PASSKEY.action, options: { type: "object", additionalProperties: true } },
      required: ["action", "options"],
    },
  },
  "GET second-factor-setup": { json: "SecondFactorSetup" },
  "POST second-factor-setup": { summary: "Sets a second factor up, or changes it", form: LACK },
  "GET account-deletion": {
    summary: "Shows what becomes of an account that is to be deleted",
    query: ["token"],
  },
  "POST account-deletion": {
    summary: "Keeps an account that is to be deleted",
    form: { token: QUERY.token },
    required: ["token"],
  },
  "GET acting": {
    summary: "Shows an administrator that they act as a user",
    query: ["callbackUrl"],
  },
  "POST acting": {
    summary: "Ends that an administrator acts as a user",
    form: { callbackUrl: QUERY.callbackUrl },
  },
  "GET admin": {
    query: ["search", "banned", "after", "as", "user", "confirm", "view", "actor", "done", "error"],
    json: {
      type: "object",
      description:
        "A part of the list with `users` and `next`, a user with all that their page shows, or with `view=log` a part of " +
        "what staff has done, with `actions` and `next`.",
      properties: {
        may: { type: "array", items: { type: "string" }, description: "Functions that may be called." },
      },
      additionalProperties: true,
    },
    needsSession: true,
  },
  "POST admin": {
    summary: "Calls a function of `auth.administration`",
    form: {
      action: text("Its name.", {
        enum: PAGE_ACTIONS,
      }),
      user: QUERY.user,
      session: text("Id of a session."),
      reason: text("Why: for acting as the user. Default elsewhere: none."),
      length: text("How long a ban lasts. Without it: until `until`, for good without that.", {
        enum: ["", "day", "week", "date"],
      }),
      until: text("When a ban ends: a date, or a date-time in UTC."),
      ban: text("`bannedAt` of the ban that is changed; empty or absent to ban a user who is not."),
      email: text("Address of a new user."),
      name: text("Name of a new user, or the other name of one."),
    },
    required: ["action"],
    needsSession: true,
  },
};
