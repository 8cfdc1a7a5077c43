/**
 * Sessions of another library go on as ours: a token in one of its cookies is replaced, and ours is read instead. All other
 * files of the library see sessions of ours alone.
 *
 * @module
 */

import { AdapterError, ConfigError, JWTSessionError, SessionTokenError } from "../errors/errors.ts";
import { isA } from "../errors/thrown.ts";
import { candidatesOf, removeChunked } from "../http/chunked_cookies.ts";
import { movedCookieName } from "../http/cookie_names.ts";
import type { Cookies } from "../http/types.ts";
import type { CookieOption, SetCookie } from "../values/cookie.ts";
import type { Migration, OlderSessions, TokensContext } from "../model/migration.ts";
import type { LoggerInstance } from "../values/types.ts";
import { ENDED, UNREAD } from "../session/callback_results.ts";
import { browserSessions, newestOf, pickedOnce, pickedToken, sessionCookies } from "../session/cookie.ts";
import { withoutOwnClaims } from "../session/own_claims.ts";
import type { BrowserSessions, SessionRead, SessionStrategy, SessionToken } from "../model/session.ts";

/** Dependencies of `adoptingSessions`. */
interface AdoptingContext {
  /** The session cookie. */
  readonly cookie: CookieOption;
  /** The cookies of the other library. */
  readonly migration: Pick<Migration, "sessionCookies" | "until">;
  /** Its sessions. */
  readonly older: OlderSessions;
  /** Receives failures. */
  readonly logger: LoggerInstance;
}

/**
 * The session token of a request. A token in a cookie of the other library is never read as one of ours: another host of
 * the site may set such a cookie.
 */
interface FoundToken {
  readonly token: string;
  readonly isOlder: boolean;
}

/**
 * Keeps the sessions of browsers with a strategy, and adopts those of another library.
 *
 * @throws {ConfigError} if a cookie of the other library has the name of ours.
 */
export function adoptingSessions(own: SessionStrategy, context: AdoptingContext): BrowserSessions {
  const { cookie, migration, older, logger } = context;
  const olderCookies = migration.sessionCookies({ secure: cookie.options.secure === true });
  assertNames(olderCookies, cookie);
  const tokenIn = pickedToken(own, cookie);
  const ours = browserSessions(own, cookie, tokenIn);
  const isLive = async (token: string) => (await adopt(token, context))?.expires ?? 0;
  const receive = pickedOnce((cookies) => findToken(cookies, tokenIn, { cookie, olderCookies, isLive }));
  const read = async (cookies: Cookies, readOwn: SessionStrategy["read"]) => {
    const received = await receive(cookies);
    return received && await access(received, readOwn, context);
  };
  return {
    async issue(signedIn, cookies) {
      const received = await receive(cookies);
      const previous = received && !received.isOlder ? received.token : null;
      const issued = await own.issue({ ...signedIn, previous });
      if (received) await endPrevious(received, context);
      return issued;
    },
    identify: (cookies) => read(cookies, own.identify),
    read: (cookies) => read(cookies, own.read),
    update: (cookies, data) => read(cookies, (token) => own.update(token, data)),
    async isLive(cookies) {
      const token = await ownTokenOf(await receive(cookies), older);
      return token !== null && await own.isLive(token) > 0;
    },
    async revoke(cookies) {
      const tokens = candidatesOf(cookies, cookie.name);
      // First: a request with the other library's token must not bring ours back.
      for (const token of tokens) await older.end(token, token);
      if (tokens.length) return await ours.revoke(cookies);
      const received = await receive(cookies);
      if (!received) return 0;
      // The other library's session ends even if no row can replace it.
      const token = await ownTokenOf(received, older).catch((error) => {
        logger.error(error as Error);
        return null;
      });
      for (const each of olderTokensIn(cookies, olderCookies)) await older.end(each, token);
      await own.revoke(token);
      return 0;
    },
    carryOver: () => Promise.resolve(undefined),
    async raise(cookies, proof, renewed, claims) {
      const received = await receive(cookies);
      const token = renewed?.value ?? await ownTokenOf(received, older);
      const raised = token ? await own.raise(token, proof, claims) : null;
      // A request with the other library's token must not bring back the session before.
      if (raised && received) await endPrevious(received, context);
      return raised;
    },
    ...ofOurs(ours, olderCookies, context),
  };
}

/**
 * Keeps the sessions of browsers in tokens, and reads those of another library. `callbacks.jwt` gets their own claims, so
 * that it can end a session by its `iat`, its `jti` or any other; what it returns becomes a token of ours.
 */
export function adoptingTokens(
  own: SessionStrategy,
  { cookie, migration, ...context }: TokensContext & {
    readonly migration: Pick<Migration, "sessionCookies" | "until" | "readToken">;
  },
): BrowserSessions {
  const olderCookies = migration.sessionCookies({ secure: cookie.options.secure === true });
  assertNames(olderCookies, cookie);
  const tokenIn = pickedToken(own, cookie);
  const ours = browserSessions(own, cookie, tokenIn);
  const older = olderTokens(migration, context);
  const find = pickedOnce(async (cookies) => {
    const received = await findToken(cookies, tokenIn, { cookie, olderCookies, isLive: older.isLive });
    return received && { token: received.token, strategy: received.isOlder ? older : own };
  });
  return {
    issue: ours.issue,
    async identify(cookies) {
      const found = await find(cookies);
      return found && await found.strategy.identify(found.token);
    },
    async read(cookies) {
      const found = await find(cookies);
      return found && await found.strategy.read(found.token);
    },
    async update(cookies, data) {
      const found = await find(cookies);
      return found && await found.strategy.update(found.token, data);
    },
    async isLive(cookies) {
      const found = await find(cookies);
      return found !== null && await found.strategy.isLive(found.token) > 0;
    },
    async revoke(cookies) {
      const found = await find(cookies);
      if (found?.strategy !== older) return await ours.revoke(cookies);
      await older.revoke(found.token);
      return 0;
    },
    async carryOver(cookies, generation, renewed) {
      if (renewed) return await own.carryOver(renewed.value, generation);
      const found = await find(cookies);
      return found ? await found.strategy.carryOver(found.token, generation) : undefined;
    },
    async raise(cookies, proof, renewed, claims) {
      if (renewed) return await own.raise(renewed.value, proof, claims);
      const found = await find(cookies);
      return found && await found.strategy.raise(found.token, proof, claims);
    },
    ...ofOurs(ours, olderCookies, { cookie, migration }),
  };
}

/** What rows and tokens have in common: only a session of ours has a key, and a new token removes the other library's. */
function ofOurs(
  { withdraw, keyOf }: BrowserSessions,
  olderCookies: readonly CookieOption[],
  { cookie, migration }: Pick<AdoptingContext, "cookie" | "migration">,
): Pick<BrowserSessions, "withdraw" | "keyOf" | "toCookies"> {
  return {
    withdraw,
    keyOf,
    toCookies(token, cookies) {
      const removed = token === undefined ? [] : removeOlder(cookies, olderCookies, { cookie, migration });
      return [...sessionCookies(token, cookies, cookie), ...removed];
    },
  };
}

/** Reads tokens of another library, and replaces each that it reads for the application. */
function olderTokens(
  migration: Pick<Migration, "readToken">,
  { platform, tokensOf }: Omit<TokensContext, "cookie">,
): SessionStrategy {
  return tokensOf(async ({ token = "" }) => {
    const { claims, expired } = await migration.readToken(token, platform);
    if (expired) throw new JWTSessionError("Cannot read a session token: it has expired", { expired });
    // An application may wrap a migration: what its tokens claim makes no session younger, and raises no level.
    return claims && withoutOwnClaims(claims);
  });
}

function assertNames(olderCookies: readonly CookieOption[], { name }: CookieOption): void {
  if (olderCookies.every((each) => each.name !== name)) return;
  throw new ConfigError(
    `Cannot use \`cookies.sessionToken.name\` with \`migration\`: "${name}" is the name in the other deployment, so that a ` +
      "cookie would not say who has set it. Leave it out",
  );
}

/**
 * A cookie of ours counts first, even one that is not valid. Of several of the other library, the one of the session that is alive
 * and ends last.
 */
async function findToken(
  cookies: Cookies,
  tokenIn: ReturnType<typeof pickedToken>,
  { cookie, olderCookies, isLive }: Pick<SessionStrategy, "isLive"> & {
    readonly cookie: CookieOption;
    readonly olderCookies: readonly CookieOption[];
  },
): Promise<FoundToken | null> {
  const own = await tokenIn(cookies);
  if (own) return { token: own, isOlder: false };
  if (cookies.has(movedCookieName(cookie.name))) return null;
  const tokens = olderTokensIn(cookies, olderCookies);
  const token = tokens.length > 1 ? await newestOf(tokens, { isLive }) : tokens[0];
  return token ? { token, isOlder: true } : null;
}

/** The values of the other library's cookies. */
function olderTokensIn(cookies: Cookies, olderCookies: readonly CookieOption[]): readonly string[] {
  return olderCookies.flatMap(({ name }) => candidatesOf(cookies, name));
}

async function access(
  { token, isOlder }: FoundToken,
  read: SessionStrategy["read"],
  { older, logger }: AdoptingContext,
): Promise<SessionRead> {
  if (!isOlder) {
    const found = await read(token);
    if (found.token !== null) await confirm(token, { older, logger });
    return found;
  }
  const ours = await adopt(token, { older, logger });
  if (!ours) return ours === null ? ENDED : UNREAD;
  return { token: ours, ...await read(ours.value) };
}

/** Adopts a session: `null` if it has ended, `undefined` after a failure. @throws {AdapterError} if the database fails. */
async function adopt(
  token: string,
  { older, logger }: Pick<AdoptingContext, "older" | "logger">,
): Promise<SessionToken | null | undefined> {
  try {
    return await older.adopt(token);
  } catch (error) {
    if (isA(error, AdapterError)) throw error;
    logger.error(error as Error);
    return undefined;
  }
}

/** The browser has sent a token of ours. A failure is only logged: the next request tries it again. */
async function confirm(
  token: string,
  { older, logger }: Pick<AdoptingContext, "older" | "logger">,
): Promise<void> {
  try {
    await older.confirm(token);
  } catch (error) {
    logger.error(error as Error);
  }
}

/** A failure is only logged: the new session has begun and stays valid. */
async function endPrevious({ token }: FoundToken, { older, logger }: AdoptingContext): Promise<void> {
  try {
    await older.end(token, null);
  } catch (error) {
    logger.error(new SessionTokenError("Cannot end the previous session", { err: error as Error }));
  }
}

async function ownTokenOf(received: FoundToken | null, older: OlderSessions): Promise<string | null> {
  if (!received?.isOlder) return received?.token ?? null;
  return (await older.adopt(received.token))?.value ?? null;
}

/**
 * Removes session cookies of the other library. A browser keeps them if they have a `Domain` that the migration does not
 * name, so another cookie says that they no longer count: they would undo a sign-out.
 */
function removeOlder(
  cookies: Cookies,
  olderCookies: readonly CookieOption[],
  { cookie: { name, options }, migration }: Pick<AdoptingContext, "cookie" | "migration">,
): readonly SetCookie[] {
  const removed = olderCookies.flatMap((each) => removeChunked(cookies, each));
  if (removed.length === 0) return [];
  const moved = { ...options, expires: new Date(migration.until) };
  return [...removed, { name: movedCookieName(name), value: "1", options: moved }];
}
