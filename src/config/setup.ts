/**
 * The setup: a config, checked and completed once, for all actions.
 *
 * @module
 */

import { toSecrets } from "../crypto/keys.ts";
import { defined } from "../values/defined.ts";
import { type ConfigError, EventError } from "../errors/errors.ts";
import { type CookieNames, type Scheme, schemeOf, toCookieNames } from "../http/cookies.ts";
import { parseAppUrl, type Place, toBasePath, toInnerPath } from "../http/origin.ts";
import { redirectToOwnOrigin } from "../http/redirect.ts";
import { skipCSRFCheck } from "../values/markers.ts";
import type { Migration } from "../model/migration.ts";
import { adoptCaches } from "../oauth/cache_key.ts";
import { type Platform, webPlatform } from "../platform/platform.ts";
import type { Provider } from "../providers/types.ts";
import type { SessionCookie } from "../session/cookie.ts";
import { defaultSession } from "../session/jwt.ts";
import type { SessionStrategy } from "../session/types.ts";
import type { LoggerInstance, Theme } from "../values/types.ts";
import { assertCallbacks, assertConfig } from "./check.ts";
import { assertCookies, withOlderCookies } from "./cookies.ts";
import { toLogger } from "./logger.ts";
import { logMistakes, logWarnings } from "./mistakes.ts";
import { watchOutages } from "./outages.ts";
import { completeProviders, type SetupProvider } from "./providers.ts";
import { resolveProxySecrets } from "./redirect_proxy.ts";
import { sessionsOf } from "./sessions.ts";
import { isSame, type Snapshot, snapshotOf, snapshotOfFields } from "./snapshot.ts";
import { bindAdapter, type Store } from "../model/store.ts";
import type { AuthConfig } from "../auth_config/auth_config.ts";
import type { Callbacks } from "../auth_config/callbacks.ts";
import type { Emit, Events } from "../auth_config/events.ts";
import type { PagesOptions } from "../auth_config/options.ts";
import { switchedOff } from "./switched_off.ts";
import { assertWebAuthn } from "./webauthn.ts";

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

/** The part of a config that a request needs: its sessions, or all of it. */
export type Use = "sessions" | "all";

/** A setup, and the values that it was made from. */
interface Kept {
  readonly cookies: Scheme | "fixed";
  /** The fields of the config, without its callbacks. */
  readonly fields: Snapshot;
  /** The providers, with all that they hold. */
  readonly providers: Snapshot;
  /** The setup for the callbacks that several requests had. */
  lasting: WithCallbacks;
  /** The setup for the callbacks that one request had: next-auth makes a callback for each. */
  latest: WithCallbacks;
}

interface WithCallbacks {
  readonly callbacks: Snapshot;
  readonly setup: Setup;
}

/** By the list of providers, which the copies of a config share. */
const setups = new WeakMap<readonly Provider[], readonly Kept[]>();

/** How many setups are kept for one list of providers. A config that changes at each request needs a new one each time. */
const MOST = 8;

/** How many levels of each field are compared, as `snapshotOf` takes it. Default: 1. */
const DEPTHS: Readonly<Record<string, number | null>> = {
  // The copies of a config share it. The fields of an adapter need not show which database it asks.
  adapter: 0,
  callbacks: null,
  cookies: 3,
  // For `messages.de.account.errors.LastWay.now`.
  messages: 5,
  theme: 2,
};
/** For `provider.options.authorization.params.scope`. */
const PROVIDER_DEPTH = 6;

/**
 * The setup of a config. All configs with the same values and the same list of providers share one: an application may
 * copy its config, and change it at any time, as with Auth.js.
 *
 * @param scheme Of the request: on https, cookies are `Secure` by default. Has no effect if the config has a `url`.
 * @param use With `sessions`, a change inside of a provider is not noticed.
 * @throws {ConfigError} if the config cannot work; the message says what to write.
 */
export function setupOf(config: AuthConfig, scheme: Scheme, use: Use = "all"): Setup {
  const cookies = config.url === undefined ? cookieScheme(config, scheme) : "fixed";
  const earlier = setups.get(config.providers) ?? [];
  const known = earlier.find((each) =>
    each.cookies === cookies && isSame(config, each.fields) &&
    (use === "sessions" || isSame(config.providers, each.providers))
  );
  if (known) return withCallbacks(known, config);
  logWarnings(config);
  const setup = createSetup(config, scheme);
  for (const each of earlier) adoptCaches(setup.providers, each.lasting.setup.providers);
  logMistakes(config, setup);
  const made = { callbacks: snapshotOf(config.callbacks, 1), setup };
  const kept: Kept = {
    cookies,
    fields: snapshotOfFields(config, (key) => DEPTHS[key] === undefined ? 1 : DEPTHS[key]),
    providers: snapshotOf(config.providers, PROVIDER_DEPTH),
    lasting: made,
    latest: made,
  };
  setups.set(config.providers, [kept, ...earlier].slice(0, MOST));
  return setup;
}

/** The setup for the callbacks of a config, whose other values are those of a setup. */
function withCallbacks(kept: Kept, config: AuthConfig): Setup {
  if (isSame(config.callbacks, kept.lasting.callbacks)) return kept.lasting.setup;
  if (isSame(config.callbacks, kept.latest.callbacks)) {
    kept.lasting = kept.latest;
    return kept.latest.setup;
  }
  assertCallbacks(config);
  const { setup: other } = kept.lasting;
  const callbacks = callbacksOf(config);
  const setup = Object.freeze({ ...other, callbacks, ...sessionsOf(config, { ...other, callbacks }) });
  kept.latest = { callbacks: snapshotOf(config.callbacks, 1), setup };
  return setup;
}

function createSetup(config: AuthConfig, scheme: Scheme): Setup {
  assertConfig(config);
  const platform = { ...webPlatform, ...config.platform };
  const log = toLogger(config, platform);
  const { logger, watch } = watchOutages(config.adapter, log, platform);
  const place = placeOf(config);
  const { origin } = place;
  const names = toCookieNames(
    cookieScheme(config, origin === undefined ? scheme : schemeOf(origin)),
    config.cookies,
  );
  assertCookies(names);
  const { migration = null } = config;
  const cookies = migration ? withOlderCookies(names, migration) : names;
  const store = config.adapter ? bindAdapter(config.adapter, watch) : null;
  const { providers, incomplete } = completeProviders(config, { platform, logger, store });
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
  const sessions = sessionsOf(config, parts);
  const hasAccountPage = config.pages?.account !== false;
  return Object.freeze({
    ...parts,
    ...place,
    ...sessions,
    off: switchedOff({ store, providers, strategy: sessions.strategy, hasAccountPage }),
    proxySecrets: resolveProxySecrets(config, providers),
    providers,
    incomplete,
    pages: pagesOf(config),
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

function placeOf({ url, basePath: written }: AuthConfig): Omit<Place, "off"> & Pick<Setup, "home"> {
  const app = url === undefined ? null : parseAppUrl(url);
  const basePath = toBasePath(written, app);
  return {
    basePath: basePath === "/" ? "" : basePath,
    innerPath: basePath === "/" ? "" : toInnerPath(basePath, app),
    origin: app?.origin,
    home: app ? app.origin + app.path : undefined,
  };
}

function pagesOf({ pages = {} }: AuthConfig): Setup["pages"] {
  const { account, ...others } = pages;
  return account ? { ...others, account } : others;
}

function callbacksOf({ callbacks }: AuthConfig): Setup["callbacks"] {
  return {
    redirect: redirectToOwnOrigin,
    session: defaultSession,
    // `AuthConfig` types them by the strategy.
    ...defined(callbacks as Callbacks | undefined),
  };
}

function createEmit(events: Events, logger: LoggerInstance): Emit {
  return async (event, message) => {
    try {
      if (events[event]) logger.debug(`event ${event}`);
      await events[event]?.(message as never);
    } catch (error) {
      logger.error(
        new EventError(`Cannot emit "${event}": the handler failed`, { err: error as Error, event }),
      );
    }
  };
}
