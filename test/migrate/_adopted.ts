/**
 * Sessions of Auth.js that go on as ours: in tokens, and in a database.
 *
 * @module
 */

import { Memory } from "../../src/adapters/memory/memory.ts";
import type { AdapterUser } from "../../src/adapters/contract/types.ts";
import { toCookieNames } from "../../src/http/cookie_names.ts";
import type { Cookies } from "../../src/http/types.ts";
import type { CookieOption, SetCookie } from "../../src/values/cookie.ts";
import { fromAuthJs } from "../../src/migrate/mod.ts";
import type { AdoptingMigration } from "../../src/model/migration.ts";
import type { JWTOptions } from "../../src/model/options.ts";
import type { SessionStrategy } from "../../src/model/session.ts";
import { assertSessionStore, bindAdapter } from "../../src/model/store.ts";
import { defaultSession } from "../../src/session/callback_results.ts";
import { databaseSessions } from "../../src/session/database.ts";
import { jwtSessions } from "../../src/session/jwt.ts";
import { testPlatform } from "../../src/testing/mod.ts";
import type { JWT, LoggerInstance } from "../../src/values/types.ts";

const SECRET = "a-secret-of-forty-characters-for-tests-0";
export const DAY = 24 * 3600_000;
export const UNTIL = "2040-01-01";
/** Our session cookie on http. */
export const COOKIE = toCookieNames("http").sessionToken;
/** That of Auth.js. */
export const OLDER = "authjs.session-token";
const ADA: AdapterUser = { id: "u1", name: "Ada", email: "ada@example.com", emailVerified: null };
/** A sign-in of Ada. */
export const SIGNED_IN = {
  user: ADA,
  account: { provider: "idp", type: "oidc" as const, providerAccountId: "ada" },
  isNewUser: false,
  storedUser: ADA,
};

/** What differs from the usual. */
interface Options {
  /** The session cookie. Default: `COOKIE`. */
  readonly cookie?: CookieOption;
  /** Makes another migration of the usual one, as an application does. */
  readonly wrap?: (migration: AdoptingMigration) => AdoptingMigration;
}

interface TokenOptions extends Options {
  readonly jwt?: JWTOptions;
  /** `callbacks.jwt`. */
  readonly callback?: (params: { token: JWT }) => JWT | null;
}

function world({ wrap = (migration) => migration }: Options) {
  const platform = testPlatform();
  const [events, errors]: [[string, unknown][], Error[]] = [[], []];
  const logger: LoggerInstance = {
    error: (error) => void errors.push(error as Error),
    warn: () => {},
    debug: () => {},
  };
  const emit = (event: string, message: unknown) => Promise.resolve(void events.push([event, message]));
  const migration = wrap(fromAuthJs({ secret: "secret", until: UNTIL }) as AdoptingMigration);
  return { platform, events, errors, logger, emit, migration };
}

/** Sessions in tokens. */
export function openTokens(options: TokenOptions = {}) {
  const { jwt = {}, callback, cookie = COOKIE } = options;
  const { platform, events, errors, logger, emit, migration } = world(options);
  const context = {
    ...{
      secrets: [SECRET],
      salt: cookie.name,
      maxAge: 30 * DAY,
      updateAge: DAY,
      absoluteMaxAge: Infinity,
      jwt,
      platform,
      generations: null,
      storedUsers: null,
      areStored: () => false,
    },
    ...{ callbacks: { session: defaultSession, ...(callback && { jwt: callback }) }, emit, logger },
  };
  const sessions = migration.adoptTokens(jwtSessions(context), {
    cookie,
    platform,
    tokensOf: (decode) => jwtSessions({ ...context, updateAge: -Infinity, jwt: { ...jwt, decode } }),
  });
  return { sessions, events, errors, platform };
}

/** Sessions in a database, where Ada has one of Auth.js. @param fails Names a method that fails. */
export async function openRows(fails: { method?: string } = {}, options: Options = {}) {
  const { cookie = COOKIE } = options;
  const { platform, events, errors, logger, emit, migration } = world(options);
  const memory = Memory();
  await memory.createUser(ADA);
  await memory.createSession({
    sessionToken: "old",
    userId: "u1",
    expires: new Date(platform.now() + 9 * DAY),
  });
  const adapter = new Proxy(memory, {
    get: (target, name: keyof typeof memory) =>
      name === fails.method ? () => Promise.reject(new Error("no database")) : target[name],
  });
  const store = assertSessionStore(bindAdapter(adapter));
  const common = { store, maxAge: 30 * DAY, updateAge: DAY, absoluteMaxAge: Infinity, platform, logger };
  const stored = databaseSessions({
    ...common,
    ...{
      acceptsPlain: false,
      generateSessionToken: undefined,
      generations: null,
      callbacks: { session: defaultSession as never },
    },
    emit: emit as never,
  });
  /** The token that each new session replaces. */
  const replaced: (string | null)[] = [];
  const strategy: SessionStrategy = {
    ...stored,
    issue(signedIn) {
      replaced.push(signedIn.previous);
      return stored.issue(signedIn);
    },
  };
  const sessions = migration.adoptRows(strategy, { ...common, cookie, secrets: [SECRET] });
  const rows = async () => (await memory.listSessionsByUserId("u1")).map(({ sessionToken }) => sessionToken);
  return { sessions, events, errors, platform, memory, rows, fails, replaced };
}

/** A request with the cookie of Auth.js. */
export const older = (token: string): Cookies => new Map([[OLDER, token]]);

/** A request with ours. */
export const own = (token: string): Cookies => new Map([[COOKIE.name, token]]);

/** The names of cookies, with a minus before those that an answer removes. */
export const namesOf = (cookies: readonly SetCookie[]): readonly string[] =>
  cookies.map(({ name, options }) => options.maxAge === 0 ? `-${name}` : name);
