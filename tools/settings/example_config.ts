/**
 * An example of each field of a config. `deno task print` copies them to the pages.
 *
 * @module
 */

import type {
  AccountsOptions,
  Callbacks,
  ConfigOfAnyStrategy,
  CookiesOptions,
  Events,
  ExperimentalOptions,
  JWTOptions,
  LimitsSettings,
  LoggerInstance,
  PagesOptions,
  Platform,
  SecurityMails,
  SessionOptions,
  Theme,
} from "../../mod.ts";
import type { ThemeLinks } from "../../src/entries/types.ts";
import { raw, skipCSRFCheck } from "../../mod.ts";
import { Memory } from "../../src/adapters/memory/memory.ts";
import { decode, encode } from "../../src/entries/jwt.ts";
import type { CookieOfAuthJs } from "../../src/http/types.ts";
import { de, en, fr } from "../../src/messages/languages.ts";
import { fromAuthJs, type MigrationOptions } from "../../src/migrate/mod.ts";
import { GitHub } from "../../src/providers/github.ts";
import { Passkey } from "../../src/providers/passkey.ts";

/** All fields of a type: the compiler reports one without an example. */
export type All<T> = { readonly [Field in keyof T]-?: NonNullable<T[Field]> };

/** `AuthConfig`, but for the fields that have an object of their own below. */
export const config: All<Omit<ConfigOfAnyStrategy, Nested>> = {
  // In memory, for tests. An application takes that of its database.
  adapter: Memory(),
  providers: [GitHub, Passkey],
  url: "https://example.com",
  basePath: "/login",
  // The first one seals. AUTH_SECRET would not be read.
  secret: [
    "the-secret-that-seals-of-at-least-32-characters",
    "one-that-only-opens-of-at-least-32-characters",
  ],
  trustHost: true,
  useSecureCookies: true,
  signInPage: "skip-if-one",
  language: "de",
  languages: [en, de, fr],
  location: ({ headers }) => headers.get("cf-ipcity"),
  messages: { de: { signIn: { heading: "Willkommen" } } },
  debug: true,
  redirectProxyUrl: "https://auth.example.com/auth",
  redirectProxySecret: "another-secret-of-at-least-32-characters",
  raw: raw,
  skipCSRFCheck: skipCSRFCheck,
};

type Nested =
  | "features"
  | "accounts"
  | "callbacks"
  | "cookies"
  | "events"
  | "experimental"
  | "jwt"
  | "limits"
  | "logger"
  | "migration"
  | "pages"
  | "platform"
  | "securityMails"
  | "session"
  | "theme";

/** `session`. */
export const session: All<SessionOptions> = {
  strategy: "jwt",
  maxAge: 7 * 24 * 60 * 60,
  updateAge: 60 * 60,
  absoluteMaxAge: 12 * 60 * 60,
  freshAge: 10 * 60,
  revocationDelay: "always",
  generateSessionToken: () => crypto.randomUUID() + crypto.randomUUID(),
};

/** `jwt`. */
export const jwt: All<JWTOptions> = {
  maxAge: 60 * 60,
  encode: ({ token, ...params }) => encode({ ...params, token: { ...token, version: 2 } }),
  // Tokens without the version are no longer valid.
  decode: async (params) => {
    const token = await decode(params);
    return token?.version === 2 ? token : null;
  },
};

/** `callbacks`. */
export const callbacks: All<Callbacks> = {
  signIn({ profile }) {
    // Only users of one company, by an address that the provider has verified.
    const { email, email_verified } = profile ?? {};
    return email_verified === true && typeof email === "string" && email.endsWith("@example.com");
  },
  redirect({ url, baseUrl }) {
    const { origin } = new URL(url, baseUrl);
    return origin === baseUrl || origin === "https://shop.example.com" ? url : baseUrl;
  },
  jwt({ token, profile }) {
    // `profile` is there at sign-in only; the claim stays in the token.
    if (profile) token.locale = profile.locale;
    return token;
  },
  session({ session, token }) {
    return { ...session, locale: token.locale };
  },
};

/** `events`. */
export const events: All<Events> = {
  createUser({ user }) {
    console.log(`New user ${user.id}`);
  },
  updateUser({ user }) {
    console.log(`User ${user.id} has changed`);
  },
  linkAccount({ user, account }) {
    console.log(`User ${user.id} can sign in with ${account.provider}`);
  },
  unlinkAccount({ user, account }) {
    console.log(`User ${user.id} can no longer sign in with ${account.provider}`);
  },
  signIn({ user, isNewUser }) {
    console.log(`User ${user.id} signed in${isNewUser ? " for the first time" : ""}`);
  },
  signOut(message) {
    const userId = "session" in message ? message.session?.userId : message.token?.sub;
    console.log(`User ${userId} signed out`);
  },
  providerSignOut({ userId, provider }) {
    console.log(`User ${userId} was signed out by ${provider}`);
  },
  session({ session }) {
    console.log(`User ${session.user.id} was here`);
  },
  limited({ kind, address, retryAfter }) {
    console.log(`Too many attempts (${kind}) from ${address ?? "an unknown address"}, for ${retryAfter} s`);
  },
  anonymousMerged({ anonymous, user }) {
    console.log(`What belongs to ${anonymous.id} is now of ${user.id}`);
  },
  actAs({ user, actor, reason }) {
    console.log(`${actor.sub} acts as ${user.id}: ${reason}`);
  },
  signInFailure({ reason, provider }) {
    console.log(`A sign-in with ${provider ?? "no provider"} failed: ${reason}`);
  },
};

/** `cookies`, but for those of Auth.js. */
export const cookies: All<Omit<CookiesOptions, CookieOfAuthJs>> = {
  // Share the session with all hosts below example.com.
  sessionToken: { options: { domain: "example.com" } },
  csrfToken: { name: "__Host-csrf" },
  mail: { name: "__Host-mail" },
  flow: { options: { sameSite: "none", secure: true } },
  challenge: { name: "__Host-passkey" },
  link: { name: "__Host-link" },
  form: { name: "__Host-form" },
  keptForm: { name: "__Host-kept" },
  language: { name: "language" },
  lastUsed: { options: { maxAge: 30 * 24 * 60 * 60 } },
  browser: { name: "__Host-browser" },
  dismissed: { name: "__Host-later" },
  secondFactor: { name: "second-step" },
  providerSession: { name: "at-the-provider" },
  logout: { name: "leaving" },
  rememberedDevice: { name: "remembered" },
  acting: { name: "acting" },
  providerTokens: { name: "tokens" },
};

/** `pages`. */
export const pages: All<PagesOptions> = {
  signIn: "/sign-in",
  signOut: "/sign-out",
  error: "/sign-in/error",
  verifyRequest: "/sign-in/mail",
  confirmation: "/sign-in/confirm",
  newUser: "/welcome",
  link: "/sign-in/link",
  signUp: "/join",
  forgotPassword: "/forgot",
  newPassword: "/choose-password",
  keepPassword: "/keep-password",
  finishSignUp: "/finish-sign-up",
  secondFactor: "/second-step",
  secondFactorSetup: "/settings/second-step",
  passkeyOffer: "/passkey",
  accountDeletion: "/leaving",
  acting: "/acting",
  admin: "/staff",
  password: "/account/password",
  takenOver: "/welcome-back",
  account: "/settings/account",
};

/** `theme`. */
export const theme: All<Omit<Theme, "links">> = {
  name: "Example",
  colorScheme: "light",
  logo: "/logo.png",
  logoDark: "/logo-dark.svg",
  brandColor: "#0a7d4f",
  buttonText: "#fff",
  radius: "4px",
  font: "Inter, system-ui, sans-serif",
};

/** `theme.links`. */
export const links: All<ThemeLinks> = {
  terms: "/terms",
  privacy: "/privacy",
  support: "mailto:help@example.com",
  forgotPassword: "/password/reset",
  signUp: "/sign-up",
};

/** `limits`. */
export const limits: All<LimitsSettings> = {
  // Behind one proxy, which adds the address that it has seen at the end.
  address: ({ headers }) => headers.get("x-forwarded-for")?.split(",").at(-1),
  account: ({ username }) => String(username).trim().toLowerCase(),
};

/** `accounts`. */
export const accounts: All<AccountsOptions> = {
  encrypt: true,
};

/** `securityMails`. */
export const securityMails: All<SecurityMails> = {
  newDevice: false,
  passwordChanged: true,
  ways: true,
  secondFactor: true,
  accountDeletion: true,
  emailChange: true,
};

/** Options of `fromAuthJs`. */
export const migration: All<MigrationOptions> = {
  secret: "the-secret-that-the-other-library-had",
  until: "2027-03-01",
  cookies: { sessionToken: { name: "my-session", options: { domain: "example.com" } } },
  useSecureCookies: false,
  jwt: { secret: "the-secret-of-its-tokens-if-it-had-one" },
  mailSecret: "the-secret-of-its-mail-provider",
};

/** `logger`. */
export const logger: All<LoggerInstance> = {
  error: (error) => console.error(error.name, error.cause ?? error),
  warn: (code) => console.warn(code),
  debug: (message, metadata) => console.debug(message, metadata),
};

/** `platform`. */
export const platform: All<Platform> = {
  // A fixed time, for tests.
  now: () => Date.UTC(2027, 0, 1),
  random: (length) => crypto.getRandomValues(new Uint8Array(length)),
  fetch: (input, init) => fetch(input, { ...init, keepalive: true }),
  timer: (milliseconds, callback) => {
    const id = setTimeout(callback, milliseconds);
    return () => clearTimeout(id);
  },
  log: (level, text) => console[level](`[auth] ${text}`),
};

/** `experimental`. */
export const experimental: All<ExperimentalOptions> = {
  enableWebAuthn: true,
};

/** The fields of a config whose sections show how they begin. */
export const objects: Pick<ConfigOfAnyStrategy, "migration"> = {
  migration: fromAuthJs({ secret: "the-secret-that-auth-js-had-at-least-32-chars", until: "2027-03-01" }),
};
