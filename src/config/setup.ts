/**
 * A config, checked and completed once: what every action works with.
 *
 * @module
 */

import { toSecrets } from "../crypto/keys.ts";
import { ConfigError, EventError, MissingAdapter } from "../errors.ts";
import { type CookieNames, serializeCookie, toCookieNames } from "../http/cookies.ts";
import { parseAppUrl, type Place, toBasePath, toInnerPath } from "../http/origin.ts";
import { redirectToOwnOrigin } from "../http/redirect.ts";
import { skipCSRFCheck } from "../markers.ts";
import { type Platform, webPlatform } from "../platform.ts";
import { databaseSessions } from "../session/database.ts";
import { defaultSession, jwtSessions } from "../session/jwt.ts";
import type { SessionStrategy } from "../session/types.ts";
import type { LoggerInstance, Theme } from "../types.ts";
import { assertConfig } from "./check.ts";
import { toLogger } from "./logger.ts";
import { defined, type SetupProvider, toProviders, warnOfInsecureProviders } from "./providers.ts";
import { toProxySecrets } from "./redirect_proxy.ts";
import {
  assertMethods,
  AUTHENTICATOR_METHODS,
  SESSION_METHODS,
  type Store,
  TOKEN_METHODS,
  toStore,
  USER_METHODS,
} from "./store.ts";
import type { AuthConfig, Callbacks, Emit, Events, PagesOptions } from "./types.ts";
import { takeoverObstacle } from "./takeover.ts";
import { assertWebAuthn } from "./webauthn.ts";

/** A config as the actions see it. */
export interface Setup extends Place {
  /** Where a user goes who asked for no address: the URL of the application. `undefined`: the origin of the request. */
  readonly home: string | undefined;
  /** The newest first. */
  readonly secrets: readonly string[];
  /** Shared with the redirect proxy, the newest first. */
  readonly proxySecrets: readonly string[];
  /** Names and attributes of the cookies. */
  readonly cookies: CookieNames;
  /** By id, in the order of the config. */
  readonly providers: ReadonlyMap<string, SetupProvider>;
  /** The database, if there is one. */
  readonly store: Store | null;
  /** How sessions are kept. */
  readonly strategy: "jwt" | "database";
  /** Keeps the sessions. */
  readonly sessions: SessionStrategy;
  /** How long after signing in a user may link an account without being asked, in milliseconds. */
  readonly freshAge: number;
  /** Decisions of the application, or the defaults. */
  readonly callbacks: Callbacks & Required<Pick<Callbacks, "redirect" | "session">>;
  /** Tells the application, and waits. What it throws is logged. */
  readonly emit: Emit;
  /** Pages of the application's own. */
  readonly pages: PagesOptions;
  /** Appearance of the built-in pages. */
  readonly theme: Theme;
  /** Whether a POST must carry the CSRF token. */
  readonly checksCsrf: boolean;
  /** Whether `Auth` returns its answer as data. */
  readonly raw: boolean;
  /** Time, chance, network and log. */
  readonly platform: Platform;
  /** The log. */
  readonly logger: LoggerInstance;
}

const setups = new WeakMap<AuthConfig, { plain?: Setup; secure?: Setup; fixed?: Setup }>();
const warned = new WeakSet<AuthConfig>();

/**
 * The setup of a config, made once: a config must not change after its first use.
 *
 * @param isHttps Whether the request came over https, on which cookies are `Secure` by default. Does not matter where
 * the config has a `url`.
 * @throws {ConfigError} if the config cannot work; the message says what to write.
 */
export function setupOf(config: AuthConfig, isHttps: boolean): Setup {
  const known = setups.get(config) ?? {};
  const key = config.url !== undefined ? "fixed" : config.useSecureCookies ?? isHttps ? "secure" : "plain";
  if (known[key]) return known[key];
  warnOnce(config);
  const setup = toSetup(config, isHttps);
  setups.set(config, { ...known, [key]: setup });
  if (Object.keys(known).length === 0) {
    warnOfTakeover(setup);
    warnOfInsecureProviders(setup.providers, setup.logger);
  }
  return setup;
}

/** Says what is odd about a config, even if it cannot work: what is misspelt may be why. Delays nothing. */
function warnOnce(config: AuthConfig): void {
  if (warned.has(config)) return;
  warned.add(config);
  const logger = toLogger(config, { ...webPlatform, ...config.platform });
  const check = async () => {
    const { warningsOf } = await import("./warnings.ts");
    for (const warning of warningsOf(config)) logger.warn(warning);
  };
  // A config that cannot be read is refused, with a message of its own, by what reads it next.
  check().catch(() => {});
}

function toSetup(config: AuthConfig, isHttps: boolean): Setup {
  assertConfig(config);
  const { session = {}, jwt = {}, pages = {}, theme = {} } = config;
  const app = config.url === undefined ? null : parseAppUrl(config.url);
  const basePath = toBasePath(config.basePath, app);
  const platform = { ...webPlatform, ...config.platform };
  const logger = toLogger(config, platform);
  const secrets = toSecrets(config.secret!);
  const isSecure = config.useSecureCookies ?? app?.origin.startsWith("https:") ?? isHttps;
  const cookies = toCookieNames(isSecure, config.cookies);
  assertCookies(cookies);
  const callbacks = {
    redirect: redirectToOwnOrigin,
    session: defaultSession,
    // They are those of the strategy: `AuthConfig` sees to it.
    ...defined(config.callbacks as Callbacks | undefined),
  };
  const emit = emitter(config.events ?? {}, logger);
  const store = config.adapter ? toStore(config.adapter) : null;
  const providers = toProviders(config, platform);
  assertWebAuthn(providers, config);
  const strategy = session.strategy ?? (store ? "database" : "jwt");
  assertAdapter(config.adapter, strategy, providers);
  const { maxAge: longest = 2_592_000 } = session;
  const maxAge = strategy === "jwt" ? Math.min(longest, jwt.maxAge ?? longest) : longest;
  // A session that is in use has to be prolonged before it ends.
  const { updateAge = Math.min(86_400, maxAge / 2) } = session;
  const common = { maxAge: maxAge * 1000, updateAge: updateAge * 1000, callbacks, emit, logger, platform };
  const sessions = strategy === "database"
    ? databaseSessions({
      ...common,
      store: store!,
      generateSessionToken: session.generateSessionToken,
    })
    : jwtSessions({
      ...common,
      secrets,
      salt: cookies.sessionToken.name,
      jwt,
    });
  return Object.freeze({
    basePath: basePath === "/" ? "" : basePath,
    innerPath: basePath === "/" ? "" : toInnerPath(basePath, app),
    origin: app?.origin,
    home: app ? app.origin + app.path : undefined,
    secrets,
    proxySecrets: toProxySecrets(config, providers),
    cookies,
    providers,
    store,
    strategy,
    sessions,
    freshAge: (session.freshAge ?? 3600) * 1000,
    callbacks,
    emit,
    pages,
    theme,
    checksCsrf: config.skipCSRFCheck !== skipCSRFCheck,
    raw: config.raw !== undefined,
    platform,
    logger,
  });
}

function assertCookies(cookies: CookieNames): void {
  for (const [field, cookie] of Object.entries(cookies)) {
    try {
      serializeCookie({ ...cookie, value: "" });
    } catch (error) {
      throw new ConfigError(`Cannot use \`cookies.${field}\`: ${(error as Error).message}`);
    }
  }
}

function assertAdapter(
  adapter: AuthConfig["adapter"],
  strategy: Setup["strategy"],
  providers: Setup["providers"],
): void {
  const mails = [...providers.values()].find(({ type }) => type === "email");
  const passkeys = [...providers.values()].some(({ type }) => type === "webauthn");
  if (adapter) {
    return assertMethods(adapter, {
      "signing in": USER_METHODS,
      ...(strategy === "database" && { "stored sessions": SESSION_METHODS }),
      ...(mails && { "sign-in by mail": TOKEN_METHODS }),
      ...(passkeys && { "passkeys": [...TOKEN_METHODS, ...AUTHENTICATOR_METHODS] }),
    });
  }
  if (strategy === "database") {
    throw new MissingAdapter('Cannot store sessions: set `adapter`, or `strategy: "jwt"`');
  }
  if (mails) {
    throw new MissingAdapter(
      `Cannot sign in by mail with "${mails.id}": its tokens are kept in an \`adapter\``,
    );
  }
}

/** Says at start what would otherwise surprise a user at their first mail. */
function warnOfTakeover(setup: Setup): void {
  const mails = [...setup.providers.values()].find(({ type }) => type === "email");
  const obstacle = mails && takeoverObstacle(setup);
  if (!obstacle) return;
  setup.logger.warn(
    `mail-refuses-unverified: sign-in with "${mails.id}" is refused to users whose address was never verified, since what ` +
      `a stranger may have registered cannot be removed: ${obstacle}`,
  );
}

function emitter(events: Events, logger: LoggerInstance): Emit {
  return async (event, message) => {
    try {
      await events[event]?.(message as never);
    } catch (error) {
      logger.error(
        new EventError(`Cannot tell of "${event}": the handler failed`, { err: error as Error, event }),
      );
    }
  };
}
