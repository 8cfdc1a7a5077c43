/**
 * How a config keeps its sessions.
 *
 * @module
 */

import { featuresOf } from "./features.ts";
import type { AuthConfig } from "../model/auth_config.ts";
import type { Callbacks } from "../model/callbacks.ts";
import { browserSessions } from "../session/cookie.ts";
import { MissingAdapter } from "../errors/errors.ts";
import type { Emit } from "../model/events.ts";
import { DEFAULT_MAX_AGE } from "../model/jwt.ts";
import { jwtSessions } from "../session/jwt.ts";
import { capability } from "../values/markers.ts";
import type { AdoptingMigration } from "../model/migration.ts";
import { once } from "../platform/once.ts";
import type { JWTOptions } from "../model/options.ts";
import type { Platform } from "../platform/platform.ts";
import type { BrowserSessions, Generations, SessionStrategy, StoredUsers } from "../model/session.ts";
import type { Capability } from "../setup/setup.ts";
import { assertSessionStore, type Store } from "../model/store.ts";
import type { CookieNames } from "../http/cookie_names.ts";
import type { LoggerInstance } from "../values/types.ts";

/** Dependencies of `sessionsOf`. */
interface SessionParts {
  /** The database; `null` without one. */
  readonly store: Store | null;
  /** Secrets, the newest first. */
  readonly secrets: readonly string[];
  /** The library's cookies. */
  readonly cookies: CookieNames;
  /** Reads what another library has issued; `null` without one. */
  readonly migration: AdoptingMigration | null;
  /** Decisions of the application. */
  readonly callbacks: Callbacks & Required<Pick<Callbacks, "session">>;
  /** Emits events. */
  readonly emit: Emit;
  /** The generations of users; `null` if the database cannot keep them. */
  readonly generations: Generations | null;
  /** The users of the database; `null` without one. */
  readonly storedUsers: StoredUsers | null;
  /** The log. */
  readonly logger: LoggerInstance;
  /** Clock and randomness. */
  readonly platform: Platform;
}

/** How sessions are kept: the part of a setup that depends on `callbacks`. */
interface Sessions {
  /** How sessions are kept. */
  readonly strategy: "jwt" | "database";
  /** The sessions of browsers: issues, reads, updates and revokes them. */
  readonly sessions: BrowserSessions;
  /** How long after signing in a user may link an account without being asked, or remove one, in milliseconds. */
  readonly freshAge: number;
}

const loadDatabaseSessions = once(() => import("../session/database.ts"));

/** Creates the sessions of a config. @throws {ConfigError} if they need a database that the config lacks. */
export function sessionsOf(config: AuthConfig, parts: SessionParts): Sessions {
  const { session = {}, jwt = {}, providers } = config;
  const { store, migration, callbacks, platform } = parts;
  // Without them, a session that is prolonged would outlive what is known beside it.
  const features = featuresOf(config);
  const follow = (own: SessionStrategy) =>
    features.reduce(
      (each, { options, [capability]: code }) => code.follow?.(each, options, parts) ?? each,
      own,
    );
  const cookie = parts.cookies.sessionToken;
  const strategy = session.strategy ?? (store ? "database" : "jwt");
  const { maxAge: longest = DEFAULT_MAX_AGE, absoluteMaxAge = Infinity, freshAge = 3600 } = session;
  // One that proves nothing, and is never prolonged, must not last longer either.
  const maxAge = Math.min(longest, absoluteMaxAge, (strategy === "jwt" && jwt.maxAge) || longest);
  // A session in use must be prolonged before it expires.
  const { updateAge = Math.min(86_400, maxAge / 2) } = session;
  const common = {
    ...parts,
    maxAge: maxAge * 1000,
    updateAge: updateAge * 1000,
    absoluteMaxAge: absoluteMaxAge * 1000,
  };
  const inBrowser = (own: SessionStrategy, adopted: BrowserSessions | undefined): Sessions => ({
    strategy,
    // The cookie of the last one gives way first.
    sessions: features.reduceRight(
      (each, { options, [capability]: code }) => code.followInBrowser?.(each, parts, options) ?? each,
      adopted ?? browserSessions(own, cookie),
    ),
    freshAge: freshAge * 1000,
  });
  if (strategy === "jwt") {
    const context = {
      ...common,
      salt: cookie.name,
      jwt,
      // Under the id of the token: `authorize` of the application may find other users, and `callbacks.jwt` change the id. For
      // a config without providers, another one signs users in.
      areStored: () =>
        !callbacks.jwt && providers[0] !== undefined && providers.every((listed) => {
          const provider = (typeof listed === "function" ? listed() : listed) as Listed;
          return provider.type !== "credentials" || provider[capability]?.credentials;
        }),
    };
    const tokens = jwtSessions(context);
    const own = follow(tokens);
    const tokensOf = (decode: JWTOptions["decode"]) =>
      jwtSessions({ ...context, updateAge: -Infinity, jwt: { ...jwt, decode } });
    return inBrowser(own, migration?.adoptTokens(own, { cookie, platform, tokensOf }));
  }
  if (!store) throw new MissingAdapter('Cannot store sessions: set `adapter`, or `strategy: "jwt"`');
  const stored = { ...common, store: assertSessionStore(store) };
  const { generateSessionToken } = session;
  // With a migration, a token that is not a hash of ours is in a cookie of the other library.
  const context = { ...stored, acceptsPlain: !migration, generateSessionToken };
  const stores = lazySessions(async () => (await loadDatabaseSessions()).databaseSessions(context));
  const own = follow(stores);
  return inBrowser(own, migration?.adoptRows(own, { ...stored, cookie }));
}

/** A provider, as far as it says whose users it signs in. */
interface Listed {
  readonly type?: unknown;
  readonly [capability]?: Pick<Capability, "credentials">;
}

/** All methods of a strategy: TypeScript misses none. */
const METHODS: Readonly<Record<keyof SessionStrategy, 1>> = {
  issue: 1,
  identify: 1,
  read: 1,
  update: 1,
  isLive: 1,
  revoke: 1,
  withdraw: 1,
  carryOver: 1,
  raise: 1,
  keyOf: 1,
};

/** Sessions whose code is loaded when one is first needed. */
export function lazySessions(load: () => Promise<SessionStrategy>): SessionStrategy {
  const loaded = once(load);
  const lazy = (name: string) => async (...given: readonly unknown[]) =>
    await (await loaded() as unknown as Record<string, Method>)[name]!(...given);
  return Object.fromEntries(Object.keys(METHODS).map((name) => [name, lazy(name)])) as never;
}

type Method = (...given: readonly unknown[]) => unknown;
