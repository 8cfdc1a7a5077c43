/**
 * The setup of a session check: the part of a config that reading a session needs, checked and completed once.
 *
 * It knows no provider, no page and no language, so that a program which only reads sessions does not have them.
 *
 * @module
 */

import type { AuthConfig } from "../model/auth_config.ts";
import { defaultSession, leveled, leveledSession } from "../session/callback_results.ts";
import type { Callbacks } from "../model/callbacks.ts";
import { toCookieNames } from "../http/cookie_names.ts";
import { assertCookies } from "./cookies.ts";
import { type Scheme, schemeOf } from "../http/cookies.ts";
import { defined } from "../values/defined.ts";
import { EventError } from "../errors/errors.ts";
import type { Emit, Events } from "../model/events.ts";
import { generationsOf } from "../session/generations.ts";
import { toSecrets } from "../crypto/keys.ts";
import { toLogger } from "./logger.ts";
import type { AdoptingMigration } from "../model/migration.ts";
import { hasLevels } from "./features.ts";
import { parseAppUrl, type Place, toBasePath, toInnerPath } from "../http/origin.ts";
import { watchOutages } from "./outages.ts";
import { webPlatform } from "../platform/platform.ts";
import type { Provider } from "../model/provider.ts";
import { assertCallbacks, assertSessions } from "./session_check.ts";
import type { SessionSetup } from "../setup/session_setup.ts";
import { sessionsOf } from "./sessions.ts";
import { isSame, type Snapshot, snapshotOf, snapshotOfFields } from "./snapshot.ts";
import { bindAdapter } from "../model/store.ts";
import { storedUsersOf } from "../session/stored_users.ts";
import type { LoggerInstance } from "../values/types.ts";

/** The sessions of a config, and the values that they were made from. */
export interface KeptSessions {
  readonly cookies: Scheme | "fixed";
  /** The fields of the config, without its callbacks. */
  readonly fields: Snapshot;
  /** The setup for the callbacks that several requests had. */
  lasting: WithCallbacks;
  /** The setup for the callbacks that one request had: next-auth makes a callback for each. */
  latest: WithCallbacks;
}

interface WithCallbacks {
  readonly callbacks: Snapshot;
  readonly setup: SessionSetup;
}

/** By the list of providers, which the copies of a config share. */
const kept = new WeakMap<readonly Provider[], readonly KeptSessions[]>();

/** How many setups are kept for one list of providers. A config that changes at each request needs a new one each time. */
export const MOST_SETUPS = 8;

/** How many levels of each field are compared, as `snapshotOf` takes it. Default: 1. */
const DEPTHS: Readonly<Record<string, number | null>> = {
  // The copies of a config share it. The fields of an adapter need not show which database it asks.
  adapter: 0,
  callbacks: null,
  cookies: 3,
  // For `features[0].options.required`.
  features: 3,
  // For `messages.de.account.errors.LastWay.now`.
  messages: 5,
  theme: 2,
};

/**
 * The setup of a config for a session check. It throws for mistakes in what a session check reads; `setupOf` for all.
 *
 * @param scheme As for `setupOf`.
 * @throws {ConfigError} if it cannot work; the message says what to write.
 */
export function sessionSetupOf(config: AuthConfig, scheme: Scheme): SessionSetup {
  return withCallbacks(findSessions(config, scheme) ?? keepSessions(config, scheme), config);
}

/** Finds the sessions of a config with the same values; `null` if there are none. */
export function findSessions(config: AuthConfig, scheme: Scheme): KeptSessions | null {
  const cookies = schemeOfCookies(config, scheme);
  return kept.get(config.providers)?.find((each) =>
    each.cookies === cookies && isSame(config, each.fields)
  ) ?? null;
}

/** Makes the sessions of a config. @throws {ConfigError} if it cannot work. */
export function keepSessions(config: AuthConfig, scheme: Scheme): KeptSessions {
  const setup = createSessions(config, scheme);
  const made = { callbacks: snapshotOf(config.callbacks, 1), setup };
  const sessions: KeptSessions = {
    cookies: schemeOfCookies(config, scheme),
    fields: snapshotOfFields(config, (key) => DEPTHS[key] === undefined ? 1 : DEPTHS[key]),
    lasting: made,
    latest: made,
  };
  kept.set(config.providers, [sessions, ...kept.get(config.providers) ?? []].slice(0, MOST_SETUPS));
  return sessions;
}

/** The setup for the callbacks of a config, whose other values are those of the kept one. */
export function withCallbacks(sessions: KeptSessions, config: AuthConfig): SessionSetup {
  const { lasting, latest } = sessions;
  if (isSame(config.callbacks, lasting.callbacks)) return lasting.setup;
  if (isSame(config.callbacks, latest.callbacks)) {
    sessions.lasting = latest;
    return latest.setup;
  }
  assertCallbacks(config);
  const callbacks = callbacksOf(config);
  const setup = Object.freeze({
    ...lasting.setup,
    callbacks,
    ...sessionsOf(config, { ...lasting.setup, callbacks }),
  });
  sessions.latest = { callbacks: snapshotOf(config.callbacks, 1), setup };
  return setup;
}

function createSessions(config: AuthConfig, scheme: Scheme): SessionSetup {
  assertSessions(config);
  const platform = { ...webPlatform, ...config.platform };
  const { logger, watch } = watchOutages(config.adapter, toLogger(config, platform), platform);
  const place = placeOf(config);
  const { origin } = place;
  const cookies = toCookieNames(
    cookieScheme(config, origin === undefined ? scheme : schemeOf(origin)),
    config.cookies,
  );
  assertCookies(cookies);
  const { adapter, session: { revocationDelay = 300 } = {} } = config;
  const store = adapter ? bindAdapter(adapter, watch) : null;
  const delay = revocationDelay === "always" ? 0 : revocationDelay * 1000;
  const parts = {
    secrets: toSecrets(config.secret!),
    cookies,
    // `assertSessions` has looked for its methods.
    migration: config.migration as AdoptingMigration | undefined ?? null,
    store,
    generations: generationsOf(adapter, { store, delay, platform, logger }),
    storedUsers: storedUsersOf(adapter, { store, delay, platform }),
    callbacks: callbacksOf(config),
    emit: createEmit(config.events ?? {}, logger),
    platform,
    logger,
  };
  return Object.freeze({ ...parts, ...place, ...sessionsOf(config, parts) });
}

function schemeOfCookies(config: AuthConfig, scheme: Scheme): Scheme | "fixed" {
  return config.url === undefined ? cookieScheme(config, scheme) : "fixed";
}

function cookieScheme({ useSecureCookies }: AuthConfig, scheme: Scheme): Scheme {
  if (useSecureCookies === undefined) return scheme;
  return useSecureCookies ? "https" : "http";
}

function placeOf({ url, basePath: written }: AuthConfig): Omit<Place, "off"> {
  const app = url === undefined ? null : parseAppUrl(url);
  const basePath = toBasePath(written, app);
  return {
    basePath: basePath === "/" ? "" : basePath,
    innerPath: basePath === "/" ? "" : toInnerPath(basePath, app),
    origin: app?.origin,
  };
}

/** `AuthConfig` types them by the strategy. */
function callbacksOf(config: AuthConfig): SessionSetup["callbacks"] {
  const own = defined(config.callbacks as Callbacks | undefined);
  if (!hasLevels(config)) return { session: defaultSession, ...own };
  return { ...own, session: leveled(own?.session ?? leveledSession) };
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
