/**
 * Sessions that live in the application's database: the cookie holds a token, the database its hash.
 *
 * @module
 */

import type { AdapterSession, AdapterUser } from "../adapters/types.ts";
import type { Callbacks, Emit, StoredSessionParams } from "../config/types.ts";
import type { Store } from "../config/store.ts";
import { toBase64Url, toHex } from "../crypto/bytes.ts";
import { sha256 } from "../crypto/hash.ts";
import { AdapterError, SessionTokenError, UserChanged } from "../errors.ts";
import type { Platform } from "../platform.ts";
import { isA } from "../thrown.ts";
import type { LoggerInstance, Session } from "../types.ts";
import { assertSession, ENDED } from "./answer.ts";
import type { SessionRead, SessionStrategy, SessionToken } from "./types.ts";

/** Dependencies of `databaseSessions`. */
export interface DatabaseSessionsContext {
  /** The database. */
  readonly store: Store;
  /** Lifetime of a session that is not used, in milliseconds. */
  readonly maxAge: number;
  /** How often a session in use is prolonged, in milliseconds. */
  readonly updateAge: number;
  /** Makes the token. Default: `newToken`. */
  readonly generateSessionToken: (() => string) | undefined;
  /** Decisions of the application. */
  readonly callbacks: Required<Pick<Callbacks<"database">, "session">>;
  /** Emits events to the application. */
  readonly emit: Emit;
  /** Receives failures. */
  readonly logger: LoggerInstance;
  /** Clock and randomness. */
  readonly platform: Pick<Platform, "now" | "random">;
}

/** What a stored token begins with if it is a hash. */
const HASHED = "sha256:";

/** Keeps sessions in the database. */
export function databaseSessions(context: DatabaseSessionsContext): SessionStrategy {
  const { store, callbacks, emit, platform, maxAge } = context;
  return {
    async issue({ user, storedUser, previous }) {
      const value = await context.generateSessionToken?.() ?? newToken(platform);
      const expires = platform.now() + maxAge;
      const sessionToken = await toStored(value);
      const session = { sessionToken, userId: user.id, expires: new Date(expires) };
      await attempt("begin", async () => {
        assertSession(
          await callbacks.session(toParams(sessionToken, expires, storedUser ?? user as AdapterUser)),
        );
      });
      await insert(session, storedUser, store);
      if (previous) await endPrevious(previous, context);
      return { value, expires };
    },
    async identify(token) {
      return await readable(context, () => access(token, context));
    },
    async read(token) {
      const read = await readable(context, () => access(token, context));
      if (read.session) await emit("session", { session: read.session as Session });
      return read;
    },
    async update(token, data) {
      const read = await attempt("update", () => access(token, context, { data }));
      if (read.session) await emit("session", { session: read.session as Session });
      return read;
    },
    async isLive(token) {
      const found = await find(token, store);
      return found !== null && isLive(found.session, platform);
    },
    async revoke(token) {
      const found = await find(token, store);
      if (found) await store.deleteSession(found.session.sessionToken);
      await emit("signOut", { session: found?.session ?? null });
    },
  };
}

/** A token: 32 random bytes, and when it was made, which its stored hash protects like the rest of it. */
function newToken({ random, now }: Pick<Platform, "random" | "now">): string {
  return `${toBase64Url(random(32))}.${Math.floor(now() / 1000).toString(36)}`;
}

/** When a token of `newToken` was made; `null` for one that the application has made. */
function signedInAt(token: string): number | null {
  const [, seconds] = /^[\w-]{43}\.([\da-z]{6,8})$/.exec(token) ?? [];
  return seconds === undefined ? null : parseInt(seconds, 36) * 1000;
}

/** Stores a session, where the adapter can only if the user is still as the sign-in was decided on. */
async function insert(
  session: AdapterSession,
  storedUser: AdapterUser | undefined,
  store: Store,
): Promise<void> {
  if (!store.addCredentials || !storedUser) return void await store.createSession(session);
  const { id: userId, emailVerified } = storedUser;
  if (await store.addCredentials({ userId, emailVerified, session })) return;
  throw new UserChanged("Cannot begin a session: the user has been removed or taken over in the meantime");
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

/** What a callback throws becomes an error that names the step. A failure of the database is one already. */
async function attempt<T>(step: "begin" | "read" | "update", work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (isA(error, AdapterError)) throw error;
    throw new SessionTokenError(`Cannot ${step} the session: callbacks.session failed`, {
      err: error as Error,
    });
  }
}

/** No one is signed in where a callback fails. That the database fails is for the caller to handle. */
async function readable(
  { logger }: DatabaseSessionsContext,
  work: () => Promise<SessionRead>,
): Promise<SessionRead> {
  try {
    return await attempt("read", work);
  } catch (error) {
    if (isA(error, AdapterError)) throw error;
    logger.error(error as Error);
    return { session: null, userId: null, signedInAt: null };
  }
}

/** One access to a session. @param update What the browser sent, if it asked for an update. */
async function access(
  token: string,
  context: DatabaseSessionsContext,
  update?: { readonly data: unknown },
): Promise<SessionRead> {
  const { store, callbacks, platform } = context;
  const found = await find(token, store);
  if (!found) return ENDED;
  const { session: row, user, sessionId } = found;
  if (!isLive(row, platform)) {
    // It has ended whether or not the row can be removed: another request may just have done so.
    try {
      await store.deleteSession(row.sessionToken);
    } catch (error) {
      context.logger.error(error as Error);
    }
    return ENDED;
  }
  const renewed = await prolong(row, token, context);
  const params = toParams(sessionId, renewed?.expires ?? row.expires.getTime(), user);
  const session = assertSession(
    await callbacks.session(update ? { ...params, newSession: update.data, trigger: "update" } : params),
  );
  return {
    session,
    userId: session && user.id,
    signedInAt: signedInAt(token),
    ...(renewed && { token: renewed }),
  };
}

/** What `callbacks.session` is given: nothing that could sign anyone in, and of the user what a browser needs. */
function toParams(sessionId: string, expires: number, user: AdapterUser): StoredSessionParams {
  const { id, name, email, image } = user;
  const session = { user: { id, name, email, image }, expires: new Date(expires).toISOString() };
  return { session, sessionId, user };
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
async function find(token: string, store: Store): Promise<Found | null> {
  if (token.startsWith(HASHED)) return null;
  const sessionId = await toStored(token);
  const hashed = await store.getSessionAndUser(sessionId);
  if (hashed) return { ...hashed, sessionId };
  const plain = await store.getSessionAndUser(token);
  // To the letter: a database that ignores case would find a hash by `SHA256:` as well.
  return plain?.session.sessionToken === token ? { ...plain, sessionId } : null;
}

interface Found {
  readonly session: AdapterSession;
  readonly user: AdapterUser;
  /** Hash of the token. */
  readonly sessionId: string;
}

async function toStored(token: string): Promise<string> {
  return HASHED + toHex(await sha256(token));
}

function isLive({ expires }: AdapterSession, platform: Pick<Platform, "now">): boolean {
  return expires.getTime() > platform.now();
}
