/**
 * The setup: a config, checked and completed once, for all actions.
 *
 * @module
 */

import { toSecrets } from "../crypto/keys.ts";
import { defined } from "../defined.ts";
import { ConfigError, EventError, MissingAdapter } from "../errors.ts";
import { type CookieNames, type Scheme, schemeOf, serializeCookie, toCookieNames } from "../http/cookies.ts";
import { parseAppUrl, type Place, toBasePath, toInnerPath } from "../http/origin.ts";
import { redirectToOwnOrigin } from "../http/redirect.ts";
import { skipCSRFCheck } from "../markers.ts";
import { DEFAULT_MAX_AGE } from "../jwt.ts";
import type { Migration } from "../migration.ts";
import { once } from "../once.ts";
import { type Platform, webPlatform } from "../platform.ts";
import type { SessionCookie } from "../session/cookie.ts";
import { defaultSession, jwtSessions } from "../session/jwt.ts";
import type { SessionStrategy } from "../session/types.ts";
import type { LoggerInstance, Theme } from "../types.ts";
import { assertConfig } from "./check.ts";
import { toLogger } from "./logger.ts";
import {
  completeProviders,
  type SetupProvider,
  warnOfFormerIds,
  warnOfInsecureProviders,
} from "./providers.ts";
import { resolveProxySecrets } from "./redirect_proxy.ts";
import { assertSessionStore, bindAdapter, type Store } from "../store.ts";
import type { AuthConfig } from "../auth_config/auth_config.ts";
import type { Callbacks } from "../auth_config/callbacks.ts";
import type { Emit, Events } from "../auth_config/events.ts";
import type { PagesOptions } from "../auth_config/options.ts";
import { takeoverObstacle } from "./takeover.ts";
import { assertWebAuthn } from "./webauthn.ts";
import { writtenBy } from "./written.ts";

/** A config as the actions see it. */
export interface Setup extends Place {
  /** Default URL after a sign-in or sign-out: that of the application. `undefined`: the origin of the request. */
  readonly home: string | undefined;
  /** Secrets, the newest first. */
  readonly secrets: readonly string[];
  /** Secrets shared with the redirect proxy, the newest first. */
  readonly proxySecrets: readonly string[];
  /** Names and attributes of the cookies. */
  readonly cookies: CookieNames & { readonly sessionToken: SessionCookie };
  /** Reads what another library has issued; `null` without one. */
  readonly migration: Migration | null;
  /** Providers by id, in the order of the config. */
  readonly providers: ReadonlyMap<string, SetupProvider>;
  /** Why providers are switched off. */
  readonly incomplete: readonly ConfigError[];
  /** The database; `null` without one. */
  readonly store: Store | null;
  /** How sessions are kept. */
  readonly strategy: "jwt" | "database";
  /** The strategy: issues, reads, updates and revokes sessions. */
  readonly sessions: SessionStrategy;
  /** How long after signing in a user may link an account without being asked, or remove one, in milliseconds. */
  readonly freshAge: number;
  /** Decisions of the application, or the defaults. */
  readonly callbacks: Callbacks & Required<Pick<Callbacks, "redirect" | "session">>;
  /** Emits an event, and waits for its handler. Logs what it throws. */
  readonly emit: Emit;
  /** Pages of the application's own. */
  readonly pages: Omit<PagesOptions, "account"> & { readonly account?: string };
  /** Whether there is an account page, the application's own or the built-in one. */
  readonly hasAccountPage: boolean;
  /** Appearance of the built-in pages. */
  readonly theme: Theme;
  /** Language of the application, as configured. */
  readonly language: AuthConfig["language"];
  /** Languages to offer, as configured. */
  readonly languages: AuthConfig["languages"];
  /** Messages of the application, as configured. */
  readonly messages: AuthConfig["messages"];
  /** Whether a POST must carry the CSRF token. */
  readonly checksCsrf: boolean;
  /** Whether `Auth` returns its answer as data. */
  readonly raw: boolean;
  /** Clock, randomness, network, timers and log. */
  readonly platform: Platform;
  /** The log. */
  readonly logger: LoggerInstance;
}

const setups = new WeakMap<AuthConfig, Partial<Readonly<Record<Scheme | "fixed", Setup>>>>();
const warnedConfigs = new WeakSet<AuthConfig>();

/**
 * The setup of a config, created once: a config must not change after its first use.
 *
 * @param scheme Of the request: on https, cookies are `Secure` by default. Has no effect if the config has a `url`.
 * @throws {ConfigError} if the config cannot work; the message says what to write.
 */
export function setupOf(config: AuthConfig, scheme: Scheme): Setup {
  const known = setups.get(config) ?? {};
  const key = config.url === undefined ? cookieScheme(config, scheme) : "fixed";
  if (known[key]) return known[key];
  warnOnce(config);
  const setup = createSetup(config, scheme);
  setups.set(config, { ...known, [key]: setup });
  if (Object.keys(known).length === 0) {
    logIncomplete(config, setup);
    warnOfTakeover(setup);
    warnOfInsecureProviders(setup.providers, setup.logger);
    warnOfFormerIds(setup.providers, setup.logger);
  }
  return setup;
}

/** Logs why providers are switched off, once for each log. */
function logIncomplete(config: AuthConfig, { incomplete, logger, platform }: Setup): void {
  const { isNew } = writtenBy(config, { level: "error", platform });
  for (const error of incomplete) {
    if (isNew(error.type, error.message)) logger.error(error);
  }
}

/** Logs the warnings of a config, also of one that is not valid: a misspelt option may be why. Does not wait for them. */
function warnOnce(config: AuthConfig): void {
  if (warnedConfigs.has(config)) return;
  warnedConfigs.add(config);
  const logger = toLogger(config, { ...webPlatform, ...config.platform });
  const check = async () => {
    const { warningsOf } = await import("./warnings.ts");
    for (const warning of warningsOf(config)) logger.warn(warning);
    if (!config.messages) return;
    const { messageWarnings } = await import("./message_warnings.ts");
    for (const warning of messageWarnings(config.messages)) logger.warn(warning);
  };
  // A failure here is not lost: `assertConfig` refuses a config that cannot be read.
  check().catch(() => {});
}

function createSetup(config: AuthConfig, scheme: Scheme): Setup {
  assertConfig(config);
  const platform = { ...webPlatform, ...config.platform };
  const logger = toLogger(config, platform);
  const place = placeOf(config);
  const { origin } = place;
  const names = toCookieNames(
    cookieScheme(config, origin === undefined ? scheme : schemeOf(origin)),
    config.cookies,
  );
  assertCookies(names);
  const { migration = null } = config;
  const cookies = migration ? withOlderCookies(names, migration) : names;
  const store = config.adapter ? bindAdapter(config.adapter) : null;
  const { providers, incomplete } = completeProviders(config, { platform, store });
  assertWebAuthn(providers, config);
  const parts = {
    secrets: toSecrets(config.secret!),
    cookies,
    migration,
    store,
    callbacks: callbacksOf(config),
    emit: createEmit(config.events ?? {}, logger),
    platform,
    logger,
  };
  return Object.freeze({
    ...parts,
    ...place,
    ...sessionsOf(config, parts),
    proxySecrets: resolveProxySecrets(config, providers),
    providers,
    incomplete,
    ...pagesOf(config),
    theme: config.theme ?? {},
    language: config.language,
    languages: config.languages,
    messages: config.messages,
    checksCsrf: config.skipCSRFCheck !== skipCSRFCheck,
    raw: config.raw !== undefined,
  });
}

function cookieScheme({ useSecureCookies }: AuthConfig, scheme: Scheme): Scheme {
  if (useSecureCookies === undefined) return scheme;
  return useSecureCookies ? "https" : "http";
}

function placeOf({ url, basePath: written }: AuthConfig): Pick<Setup, keyof Place | "home"> {
  const app = url === undefined ? null : parseAppUrl(url);
  const basePath = toBasePath(written, app);
  return {
    basePath: basePath === "/" ? "" : basePath,
    innerPath: basePath === "/" ? "" : toInnerPath(basePath, app),
    origin: app?.origin,
    home: app ? app.origin + app.path : undefined,
  };
}

function pagesOf({ pages = {} }: AuthConfig): Pick<Setup, "pages" | "hasAccountPage"> {
  const { account, ...others } = pages;
  return { pages: account ? { ...others, account } : others, hasAccountPage: account !== false };
}

function callbacksOf({ callbacks }: AuthConfig): Setup["callbacks"] {
  return {
    redirect: redirectToOwnOrigin,
    session: defaultSession,
    // `AuthConfig` types them by the strategy.
    ...defined(callbacks as Callbacks | undefined),
  };
}

function sessionsOf(
  { session = {}, jwt = {} }: AuthConfig,
  { store, secrets, cookies, migration, callbacks, emit, logger, platform }: Pick<
    Setup,
    "store" | "secrets" | "cookies" | "migration" | "callbacks" | "emit" | "logger" | "platform"
  >,
): Pick<Setup, "strategy" | "sessions" | "freshAge"> {
  const strategy = session.strategy ?? (store ? "database" : "jwt");
  const { maxAge: longest = DEFAULT_MAX_AGE, freshAge = 3600 } = session;
  const maxAge = strategy === "jwt" ? Math.min(longest, jwt.maxAge ?? longest) : longest;
  // A session in use must be prolonged before it expires.
  const { updateAge = Math.min(86_400, maxAge / 2) } = session;
  const common = { maxAge: maxAge * 1000, updateAge: updateAge * 1000, callbacks, emit, logger, platform };
  const rest = { freshAge: freshAge * 1000 };
  if (strategy === "jwt") {
    const sessions = jwtSessions({ ...common, secrets, salt: cookies.sessionToken.name, jwt, migration });
    return { ...rest, strategy, sessions };
  }
  if (!store) throw new MissingAdapter('Cannot store sessions: set `adapter`, or `strategy: "jwt"`');
  const { generateSessionToken } = session;
  const params = {
    ...common,
    store: assertSessionStore(store),
    migration: migration?.stored(secrets) ?? null,
    generateSessionToken,
  };
  const sessions = lazySessions(async () =>
    (await import("../session/database.ts")).databaseSessions(params)
  );
  return { ...rest, strategy, sessions };
}

/** Sessions whose code is loaded when one is first needed. */
function lazySessions(load: () => Promise<SessionStrategy>): SessionStrategy {
  const loaded = once(load);
  return {
    issue: async (signedIn) => await (await loaded()).issue(signedIn),
    identify: async (token) => await (await loaded()).identify(token),
    read: async (token) => await (await loaded()).read(token),
    update: async (token, data) => await (await loaded()).update(token, data),
    isLive: async (token) => await (await loaded()).isLive(token),
    revoke: async (token) => await (await loaded()).revoke(token),
  };
}

/** Adds the session cookies of another library. */
function withOlderCookies(cookies: CookieNames, migration: Migration): Setup["cookies"] {
  const { sessionToken } = cookies;
  const secure = sessionToken.options.secure === true;
  const older = { cookies: migration.sessionCookies({ secure }), until: migration.until };
  if (older.cookies.some(({ name }) => name === sessionToken.name)) {
    throw new ConfigError(
      `Cannot use \`cookies.sessionToken.name\` with \`migration\`: "${sessionToken.name}" is the name in the other ` +
        "deployment, so that a cookie would not say who has set it. Leave it out",
    );
  }
  return { ...cookies, sessionToken: { ...sessionToken, older } };
}

function assertCookies(cookies: CookieNames): void {
  const { name } = cookies.sessionToken;
  if (/\.\d+$/.test(name)) {
    throw new ConfigError(
      `Cannot use \`cookies.sessionToken\`: its name "${name}" ends like that of a part of a cookie. Write a name without ` +
        "a number after the last dot",
    );
  }
  for (const [field, cookie] of Object.entries(cookies)) {
    try {
      serializeCookie({ ...cookie, value: "" });
    } catch (error) {
      throw new ConfigError(`Cannot use \`cookies.${field}\`: ${(error as Error).message}`);
    }
  }
}

/** Warns at start if sign-in by mail will be refused to users whose address is not verified. */
function warnOfTakeover(setup: Setup): void {
  const mails = [...setup.providers.values()].find(({ type }) => type === "email");
  const obstacle = mails && takeoverObstacle(setup);
  if (!obstacle) return;
  setup.logger.warn(
    `mail-refuses-unverified: sign-in with "${mails.id}" is refused to users whose address was never verified, because ` +
      `what a stranger may have registered cannot be removed: ${obstacle}`,
  );
}

function createEmit(events: Events, logger: LoggerInstance): Emit {
  return async (event, message) => {
    try {
      await events[event]?.(message as never);
    } catch (error) {
      logger.error(
        new EventError(`Cannot emit "${event}": the handler failed`, { err: error as Error, event }),
      );
    }
  };
}
