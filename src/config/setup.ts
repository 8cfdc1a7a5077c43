/**
 * The setup: a config, checked and completed once, for all actions.
 *
 * @module
 */

import type { AuthConfig } from "../model/auth_config.ts";
import { assertConfig } from "./check.ts";
import type { Scheme } from "../http/cookies.ts";
import { ConfigError } from "../errors/errors.ts";
import type { Limits, LimitsSettings } from "../model/limits.ts";
import { addressHeader, capability, doorCapabilities, skipCSRFCheck } from "../values/markers.ts";
import { logMistakes, logWarnings } from "./mistakes.ts";
import { featuresOf } from "./features.ts";
import type { Provider } from "../model/provider.ts";
import { capabilityBroughtBy, completeProviders } from "./providers.ts";
import { defaultSession } from "../session/callback_results.ts";
import { redirectToOwnOrigin } from "../http/redirect.ts";
import { resolveProxySecrets } from "./redirect_proxy.ts";
import {
  findSessions,
  keepSessions,
  type KeptSessions,
  MOST_SETUPS,
  withCallbacks,
} from "./session_setup.ts";
import { sessionsOf } from "./sessions.ts";
import type { SessionSetup } from "../setup/session_setup.ts";
import type { CodedFeature } from "../setup/feature.ts";
import type { Capabilities, Setup, SetupProvider } from "../setup/setup.ts";
import { homeOf } from "../http/origin.ts";
import { isSame, type Snapshot, snapshotOf } from "./snapshot.ts";
import type { Store } from "../model/store.ts";
import { switchedOff } from "./switched_off.ts";
import { typedMap } from "../values/typed_map.ts";
import { UNLIMITED } from "../limits/unlimited.ts";

/** The part of a config that a request needs: its sessions, or all of it. */
export type Use = "sessions" | "all";

/** The part of a setup that a session check does not need, and the values that it was made from. */
interface Completed {
  readonly sessions: KeptSessions;
  /** The providers, with all that they hold. */
  readonly providers: Snapshot;
  readonly rest: Omit<Setup, Exclude<keyof SessionSetup, "off" | "store">>;
  /** The setup for each of the callbacks that the sessions keep. */
  readonly bySessions: WeakMap<SessionSetup, Setup>;
}

/** How a caller uses a config. */
interface SetupUse {
  /** The part that the request needs. With `sessions`, a change inside of a provider is not noticed. Default `all`. */
  readonly use?: Use;
  /** The code for providers that are plain objects. Default: that of the config, from the integration that completed it. */
  readonly capabilities?: Capabilities | undefined;
}

/** By the list of providers, which the copies of a config share. */
const setups = new WeakMap<readonly Provider[], readonly Completed[]>();

/** For `provider.options.authorization.params.scope`. */
const PROVIDER_DEPTH = 6;

/**
 * The setup of a config. All configs with the same values and the same list of providers share one: an application may
 * copy its config, and change it at any time, as with Auth.js.
 *
 * @param scheme Of the request: on https, cookies are `Secure` by default. Has no effect if the config has a `url`.
 * @throws {ConfigError} if the config cannot work; the message says what to write.
 */
export function setupOf(
  config: AuthConfig,
  scheme: Scheme,
  { use = "all", capabilities }: SetupUse = {},
): Setup {
  const earlier = setups.get(config.providers) ?? [];
  const sessions = findSessions(config, scheme);
  const known = earlier.find((each) =>
    each.sessions === sessions && (use === "sessions" || isSame(config.providers, each.providers))
  );
  if (known) return joined(known, withCallbacks(known.sessions, config));
  const code = capabilities ?? (config as Marked)[doorCapabilities] ?? null;
  logWarnings(config, code);
  assertConfig(config);
  const made = complete(config, sessions ?? keepSessions(config, scheme), code);
  const setup = joined(made, withCallbacks(made.sessions, config));
  for (const provider of setup.providers.values()) {
    const code = capabilityBroughtBy(provider);
    for (const each of earlier) code?.adopt?.(provider, each.rest.providers.get(provider.id));
  }
  logMistakes(config, setup);
  setups.set(config.providers, [made, ...earlier].slice(0, MOST_SETUPS));
  return setup;
}

function joined({ rest, bySessions }: Completed, sessions: SessionSetup): Setup {
  const known = bySessions.get(sessions);
  if (known) return known;
  const own = { redirect: redirectToOwnOrigin, ...sessions.callbacks };
  const callbacks = rest.frontEnds ? { ...own, redirect: rest.frontEnds.redirect(own) } : own;
  const setup = Object.freeze({ ...sessions, ...rest, callbacks });
  bySessions.set(sessions, setup);
  return setup;
}

function complete(
  config: AuthConfig,
  sessions: KeptSessions,
  capabilities: Capabilities | null,
): Completed {
  const { setup: base } = sessions.lasting;
  const features = featuresOf(config);
  const store = accountStore(config, features, base);
  const setup = { ...base, store };
  const providing = completeProviders(config, { ...setup, capabilities });
  const { providers } = providing;
  const ofFeatures = features.map(({ [capability]: code }) => code);
  const completed = { ...providing, capabilities: new Set([...providing.capabilities, ...ofFeatures]) };
  for (const { assert } of completed.capabilities) assert?.(providers, config, completed.mailsOff);
  const [toLimits = () => UNLIMITED] = [...completed.capabilities].flatMap(({ limits = [] }) => limits);
  const limitsContext = {
    ...setup,
    adapter: config.adapter,
    providers,
    header: (config as Marked)[addressHeader],
    knowsAccounts: [...providers.values()].some(isAccountKnown),
    cookie: setup.cookies.browser,
  };
  const limits = toLimits({ ...limitsContext, options: config.limits });
  // Without limits, who knows a password could try one code after the other. A function may not know of codes.
  const isCounted = typeof (config.limits ?? {}) === "object";
  const always = isCounted
    ? limits
    : alsoCounted(limits, toLimits({ ...limitsContext, options: NO_ADDRESSES }));
  const ruled = features.map(({ name, options, [capability]: code }) => ({
    name,
    code,
    own: code.rules?.(options, setup, always),
  }));
  const rules = typedMap(ruled.map(({ name, own }) => [name, own]));
  const rest = {
    store,
    home: homeOf(config.url),
    frontEnds: ruled.flatMap(({ code, own }) => code.frontEnds?.(own) ?? [])[0],
    off: switchedOff({ ...completed, store, strategy: base.strategy, rules }),
    tabs: new Set(ruled.flatMap(({ code, own }) => code.tabs?.(own) ?? [])),
    readers: new Map(ruled.flatMap(({ code, own }) => Object.entries(code.readers?.(own) ?? {}))),
    rules,
    signsUp: !ruled.some(({ code, own }) => code.closesSignUp?.(own)),
    proxySecrets: resolveProxySecrets(config, providers),
    ...completed,
    pages: config.pages ?? {},
    signInPage: config.signInPage,
    theme: config.theme ?? {},
    language: config.language,
    location: config.location,
    languages: config.languages,
    messages: config.messages,
    securityMails: config.securityMails ?? {},
    limits,
    holders: () => sessionsOf(config, { ...base, callbacks: { session: defaultSession } }).sessions,
    checksCsrf: config.skipCSRFCheck !== skipCSRFCheck,
    raw: config.raw !== undefined,
  };
  return {
    sessions,
    providers: snapshotOf(config.providers, PROVIDER_DEPTH),
    rest,
    bySessions: new WeakMap(),
  };
}

/**
 * The database as features wrap it. It seals the tokens of accounts if the config wants that. @throws {ConfigError} without a feature
 * that does.
 */
function accountStore(
  { accounts }: AuthConfig,
  features: readonly CodedFeature[],
  setup: SessionSetup,
): Store | null {
  if (!setup.store) return null;
  let { store } = setup;
  for (const { options, [capability]: code } of features) {
    store = code.wrapStore?.(store, options, setup) ?? store;
  }
  if (!accounts?.encrypt) return store;
  const [encrypt] = features.flatMap(({ [capability]: { encryptAccounts = [] } }) => encryptAccounts);
  if (encrypt) return encrypt(store, setup);
  throw new ConfigError("Cannot use `accounts.encrypt`: add `AccessTokens()` to `features`");
}

/** Limits for accounts alone. */
const NO_ADDRESSES: LimitsSettings = { address: () => null };

/** Limits of the application with those of the library behind them. */
function alsoCounted(limits: Limits, counted: Limits): Limits {
  return {
    ...limits,
    attempt: (attempted, incoming, run) =>
      limits.attempt(attempted, incoming, () => counted.attempt(attempted, incoming, run)),
  };
}

function isAccountKnown(provider: SetupProvider): boolean {
  const { credentials } = capabilityBroughtBy(provider) ?? {};
  return provider.type === "email" || provider.type === "webauthn" || credentials !== undefined;
}

/** A config that an integration has completed. */
type Marked = AuthConfig & {
  readonly [addressHeader]?: string;
  readonly [doorCapabilities]?: Capabilities;
};
