/**
 * The options that a config can have, as values: the compiler compares them with the types.
 *
 * @module
 */

import type { CookieOfAuthJs, CookiesOptions } from "../http/types.ts";
import type { CookieOption, CookieOptions } from "../values/cookie.ts";
import type { ProviderStyle } from "../model/provider.ts";
import type { Keys } from "../values/keys.ts";
import type { Theme, ThemeLinks } from "../values/types.ts";
import type { ConfigOfAnyStrategy } from "../model/auth_config.ts";
import { CAPABILITY_COOKIES, CAPABILITY_PAGES } from "../shapes/shapes.ts";
import { CAPABILITY_LINKS, CAPABILITY_MAILS, FEATURES } from "../shapes/lists.ts";
import type { Callbacks } from "../model/callbacks.ts";
import type { Events } from "../model/events.ts";
import type { LimitsSettings } from "../model/limits.ts";
import type {
  AccountsOptions,
  ExperimentalOptions,
  JWTOptions,
  PagesOptions,
  SecurityMails,
  SessionOptions,
} from "../model/options.ts";

/** Options that a config does not have, and no warning names. */
export const UNREPORTED: readonly string[] = [
  // The guard of the proxy of next-auth, which runs on this library.
  "callbacks.authorized",
  // The path of @auth/solid-start, which does so as well.
  "prefix",
  // The check of the config says where they are listed.
  ...FEATURES,
];

/** Options of a config. */
export const CONFIG: Keys<ConfigOfAnyStrategy> = {
  providers: true,
  adapter: true,
  url: true,
  basePath: true,
  secret: true,
  trustHost: true,
  useSecureCookies: true,
  session: true,
  jwt: true,
  callbacks: true,
  events: true,
  cookies: true,
  pages: true,
  signInPage: true,
  theme: true,
  language: true,
  languages: true,
  location: true,
  messages: true,
  limits: true,
  accounts: true,
  features: true,
  securityMails: true,
  migration: true,
  logger: true,
  debug: true,
  redirectProxyUrl: true,
  redirectProxySecret: true,
  raw: true,
  skipCSRFCheck: true,
  platform: true,
  experimental: true,
};

/** The names of capabilities, as keys. */
function known<Name extends string>(names: readonly Name[]): Readonly<Record<Name, true>> {
  return Object.fromEntries(names.map((name) => [name, true])) as Readonly<Record<Name, true>>;
}

/** Cookies. */
export const COOKIES: Keys<Omit<CookiesOptions, CookieOfAuthJs>> = {
  sessionToken: true,
  csrfToken: true,
  flow: true,
  link: true,
  form: true,
  keptForm: true,
  lastUsed: true,
  browser: true,
  ...known(CAPABILITY_COOKIES),
};
/** Fields of a cookie. */
export const COOKIE: Keys<CookieOption> = { name: true, options: true };
/** Attributes of a cookie. */
export const COOKIE_ATTRIBUTES: Keys<CookieOptions> = {
  domain: true,
  expires: true,
  httpOnly: true,
  maxAge: true,
  path: true,
  sameSite: true,
  secure: true,
  partitioned: true,
  priority: true,
};

/** The parts of a config whose keys are all known. A logger and a platform may have further keys. */
export const PARTS = {
  session: {
    strategy: true,
    maxAge: true,
    updateAge: true,
    absoluteMaxAge: true,
    freshAge: true,
    revocationDelay: true,
    generateSessionToken: true,
  } satisfies Keys<SessionOptions>,
  jwt: { maxAge: true, encode: true, decode: true } satisfies Keys<JWTOptions>,
  callbacks: { signIn: true, redirect: true, jwt: true, session: true } satisfies Keys<Callbacks>,
  events: {
    createUser: true,
    updateUser: true,
    linkAccount: true,
    unlinkAccount: true,
    signIn: true,
    signOut: true,
    providerSignOut: true,
    session: true,
    limited: true,
    signInFailure: true,
    actAs: true,
    anonymousMerged: true,
  } satisfies Keys<Events>,
  cookies: COOKIES,
  pages: {
    signIn: true,
    signOut: true,
    error: true,
    verifyRequest: true,
    confirmation: true,
    newUser: true,
    link: true,
    takenOver: true,
    ...known(CAPABILITY_PAGES),
  } satisfies Keys<PagesOptions>,
  theme: {
    name: true,
    colorScheme: true,
    logo: true,
    logoDark: true,
    brandColor: true,
    buttonText: true,
    radius: true,
    font: true,
    links: true,
  } satisfies Keys<Theme>,
  limits: { address: true, account: true } satisfies Keys<LimitsSettings>,
  securityMails: { newDevice: true, ways: true, ...known(CAPABILITY_MAILS) } satisfies Keys<SecurityMails>,
  accounts: { encrypt: true } satisfies Keys<AccountsOptions>,
  experimental: { enableWebAuthn: true } satisfies Keys<ExperimentalOptions>,
};

/** Links of a theme. */
export const LINKS: Keys<ThemeLinks> = {
  terms: true,
  privacy: true,
  support: true,
  ...known(CAPABILITY_LINKS),
};

/** Fields of all providers. A capability has those of its own as `options`. */
export const NAMED = { id: true, name: true, type: true, options: true } as const;

/** Fields of the style of a provider. */
export const STYLE: Keys<Omit<ProviderStyle, "text">> = {
  brandColor: true,
  bg: true,
  logo: true,
  mark: true,
};
