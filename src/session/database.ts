/**
 * Sessions that live in the application's database: the cookie holds a token, the database its hash.
 *
 * @module
 */

import type { AdapterSession, AdapterUser } from "../adapters/types.ts";
import type { Callbacks, Emit, SessionParams } from "../config/types.ts";
import type { Store } from "../config/store.ts";
import { toHex } from "../crypto/bytes.ts";
import { sha256 } from "../crypto/hash.ts";
import { AdapterError, SessionTokenError } from "../errors.ts";
import type { Platform } from "../platform.ts";
import type { LoggerInstance, Session } from "../types.ts";
import type { SessionRead, SessionStrategy, SessionToken } from "./types.ts";

/** What stored sessions need. */
export interface DatabaseSessionsContext {
  /** The database. */
  readonly store: Store;
  /** Lifetime of a session that is not used, in milliseconds. */
  readonly maxAge: number;
  /** How often a session in use is prolonged, in milliseconds. */
  readonly updateAge: number;
  /** Makes the token. */
  readonly generateSessionToken: () => string;
  /** Decisions of the application. */
  readonly callbacks: Required<Pick<Callbacks, "session">>;
  /** Tells the application. */
  readonly emit: Emit;
  /** Hears of failures. */
  readonly logger: LoggerInstance;
  /** Clock. */
  readonly platform: Pick<Platform, "now">;
}

/** What a stored token begins with if it is a hash. */
const HASHED = "sha256:";

/** Keeps sessions in the database. */
export function databaseSessions(context: DatabaseSessionsContext): SessionStrategy {
  const { store, emit, logger, platform, maxAge, generateSessionToken } = context;
  return {
    async issue({ user, previous }) {
      const value = generateSessionToken();
      const expires = platform.now() + maxAge;
      const sessionToken = await toStored(value);
      await store.createSession({ sessionToken, userId: user.id, expires: new Date(expires) });
      if (previous) await endPrevious(previous, context);
      return { value, expires };
    },
    async read(token) {
      try {
        return await access(token, context);
      } catch (error) {
        const reason = error instanceof AdapterError ? "the database failed" : "a callback failed";
        logger.error(new SessionTokenError(`Cannot read the session: ${reason}`, { err: error as Error }));
        return { session: null };
      }
    },
    async update(token, data) {
      return await access(token, context, { data });
    },
    async userIdOf(token) {
      const found = await find(token, store);
      return found && isLive(found.session, platform) ? found.user.id : null;
    },
    async revoke(token) {
      const found = await find(token, store);
      if (found) await store.deleteSession(found.session.sessionToken);
      await emit("signOut", { session: found?.session ?? null });
    },
  };
}

/** After the new session has begun, and whatever happens: the user has it, and must not lose it to the old one. */
async function endPrevious(token: string, { store, logger }: DatabaseSessionsContext): Promise<void> {
  try {
    const before = await find(token, store);
    if (before) await store.deleteSession(before.session.sessionToken);
  } catch (error) {
    logger.error(new SessionTokenError("Cannot end the session before this one", { err: error as Error }));
  }
}

/** One access to a session. @param update What the browser sent, if it asked for an update. */
async function access(
  token: string,
  context: DatabaseSessionsContext,
  update?: { readonly data: unknown },
): Promise<SessionRead> {
  const { store, callbacks, emit, platform } = context;
  const found = await find(token, store);
  if (!found) return { session: null, token: null };
  const { session: row, user } = found;
  if (!isLive(row, platform)) {
    await store.deleteSession(row.sessionToken);
    return { session: null, token: null };
  }
  const renewed = await prolong(row, token, context);
  const expires = new Date(renewed?.expires ?? row.expires);
  const params = {
    session: { ...row, sessionToken: token, user, expires: expires.toISOString() },
    user,
    ...(update && { newSession: update.data, trigger: "update" }),
  };
  // `token` is for sessions in a token alone: the type has both, so that a callback need not ask which it serves.
  const session = await callbacks.session(params as unknown as SessionParams);
  await emit("session", { session: session as Session });
  return { session, ...(renewed && { token: renewed }) };
}

/** Moves the end of a session, at most once per `updateAge`, however many requests come at the same time. */
async function prolong(
  { sessionToken, expires: before }: AdapterSession,
  value: string,
  { store, platform, maxAge, updateAge }: DatabaseSessionsContext,
): Promise<SessionToken | null> {
  const expires = platform.now() + maxAge;
  const ifBefore = expires - updateAge;
  if (before.getTime() > ifBefore) return null;
  const changes = { sessionToken, expires: new Date(expires) };
  if (store.prolongSession) await store.prolongSession({ ...changes, ifBefore: new Date(ifBefore + 1) });
  else await store.updateSession(changes);
  // Also if another request has done it: both browsers' cookies, and the row, end at the same time.
  return { value, expires };
}

/**
 * Finds a session by the token of a cookie. A row may hold the token itself, as the reference library writes it; but
 * what a cookie says is never taken for a hash, so that a stolen table signs nobody in.
 */
async function find(
  token: string,
  store: Store,
): Promise<{ readonly session: AdapterSession; readonly user: AdapterUser } | null> {
  if (token.startsWith(HASHED)) return null;
  const hashed = await store.getSessionAndUser(await toStored(token));
  if (hashed) return hashed;
  const plain = await store.getSessionAndUser(token);
  // To the letter: a database that ignores case would find a hash by `SHA256:` as well.
  return plain?.session.sessionToken === token ? plain : null;
}

async function toStored(token: string): Promise<string> {
  return HASHED + toHex(await sha256(token));
}

function isLive({ expires }: AdapterSession, platform: Pick<Platform, "now">): boolean {
  return expires.getTime() > platform.now();
}
