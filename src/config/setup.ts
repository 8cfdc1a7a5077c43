/**
 * A config, checked and completed once: what every action works with.
 *
 * @module
 */

import { toSecrets } from "../crypto/keys.ts";
import { ConfigError, EventError } from "../errors.ts";
import { type CookieNames, serializeCookie, toCookieNames } from "../http/cookies.ts";
import { redirectToOwnOrigin } from "../http/redirect.ts";
import { skipCSRFCheck } from "../markers.ts";
import { type OAuthProvider, toOAuthProvider } from "../oauth/provider.ts";
import { type Platform, webPlatform } from "../platform.ts";
import { defaultSession, jwtSessions } from "../session/jwt.ts";
import type { SessionStrategy } from "../session/types.ts";
import type { LoggerInstance, Theme } from "../types.ts";
import { assertConfig, isPicture } from "./check.ts";
import { isColor } from "./color.ts";
import { toLogger } from "./logger.ts";
import type { AuthConfig, Callbacks, Events, PagesOptions } from "./types.ts";

/** A config as the actions see it. */
export interface Setup {
  /** Path of the handler: leading slash, none at the end; empty for the root. */
  readonly basePath: string;
  /** The newest first. */
  readonly secrets: readonly string[];
  /** Names and attributes of the cookies. */
  readonly cookies: CookieNames;
  /** By id, in the order of the config. */
  readonly providers: ReadonlyMap<string, OAuthProvider>;
  /** Keeps the sessions. */
  readonly sessions: SessionStrategy;
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

/** Tells the application of an event. */
export type Emit = <E extends keyof Events>(
  event: E,
  message: Parameters<NonNullable<Events[E]>>[0],
) => Promise<void>;

const setups = new WeakMap<AuthConfig, { plain?: Setup; secure?: Setup }>();

/**
 * The setup of a config, made once: a config must not change after its first use.
 *
 * @param isHttps Whether the request came over https, on which cookies are `Secure` by default.
 * @throws {ConfigError} if the config cannot work; the message says what to write.
 */
export function setupOf(config: AuthConfig, isHttps: boolean): Setup {
  const known = setups.get(config) ?? {};
  const key = config.useSecureCookies ?? isHttps ? "secure" : "plain";
  if (known[key]) return known[key];
  const setup = toSetup(config, key === "secure");
  setups.set(config, { ...known, [key]: setup });
  return setup;
}

function toSetup(config: AuthConfig, secure: boolean): Setup {
  assertConfig(config);
  const { basePath = "/auth", session = {}, jwt = {}, pages = {}, theme = {} } = config;
  const platform = { ...webPlatform, ...config.platform };
  const logger = toLogger(config, platform);
  const secrets = toSecrets(config.secret!);
  const cookies = toCookieNames(secure, config.cookies);
  assertCookies(cookies);
  const callbacks = {
    redirect: redirectToOwnOrigin,
    session: defaultSession,
    ...defined(config.callbacks ?? {}),
  };
  const emit = emitter(config.events ?? {}, logger);
  const { maxAge = 2_592_000, updateAge = 86_400 } = session;
  const sessions = jwtSessions({
    secrets,
    salt: cookies.sessionToken.name,
    maxAge: Math.min(maxAge, jwt.maxAge ?? maxAge) * 1000,
    updateAge: updateAge * 1000,
    jwt,
    callbacks,
    emit,
    logger,
    platform,
  });
  return Object.freeze({
    basePath: basePath === "/" ? "" : basePath,
    secrets,
    cookies,
    providers: toProviders(config, platform),
    sessions,
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

function toProviders({ providers, redirectProxyUrl }: AuthConfig, platform: Platform) {
  const byId = new Map<string, OAuthProvider>();
  for (const listed of providers) {
    const definition = typeof listed === "function" ? listed() : listed;
    if (typeof definition?.id !== "string") throw new ConfigError("Cannot use a provider without an `id`");
    const provider = toOAuthProvider(definition, { platform, redirectProxyUrl });
    const { id, style: { brandColor, logo } } = provider;
    if (byId.has(id)) {
      throw new ConfigError(`Cannot list provider "${id}" twice: give one of them another \`id\``, {
        provider: id,
      });
    }
    if (brandColor && !isColor(brandColor)) {
      throw new ConfigError(
        `Cannot use provider "${id}": \`style.brandColor\` "${brandColor}" is no CSS colour`,
      );
    }
    if (logo && !isPicture(logo)) {
      throw new ConfigError(`Cannot use provider "${id}": \`style.logo\` "${logo}" is no URL of a picture`);
    }
    byId.set(id, provider);
  }
  return byId;
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

/** Leaves out what is `undefined`, so that it does not hide a default. */
function defined<T extends object>(options: T): T {
  return Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined)) as T;
}
