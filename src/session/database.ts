/**
 * Sessions in the application's database: the cookie holds a token, the database its hash.
 *
 * @module
 */

import { ENDED, parseSession, toDate, UNREAD, userIdOf } from "./callback_results.ts";
import type { Callbacks, StoredSession, StoredSessionParams } from "../model/callbacks.ts";
import { AdapterError, SessionTokenError, UserChanged } from "../errors/errors.ts";
import type { Emit } from "../model/events.ts";
import { aalOf } from "../values/levels.ts";
import type { Platform } from "../platform/platform.ts";
import type {
  Generations,
  NewProof,
  SessionProof,
  SessionRead,
  SessionStrategy,
  SessionToken,
  SignedIn,
} from "../model/session.ts";
import type { SessionStore } from "../model/store.ts";
import { hashToken } from "../model/stored_token.ts";
import { isA } from "../errors/thrown.ts";
import { findSession, type Found } from "./found_session.ts";
import { generationOf, proofOf } from "./stored_proof.ts";
import { newToken, readToken, withMethods } from "./token_content.ts";
import type { AdapterSession, AdapterUser } from "../adapters/contract/types.ts";
import type { JWT, LoggerInstance, Session } from "../values/types.ts";

/** Dependencies of `databaseSessions`. */
interface DatabaseSessionsContext {
  /** The database. */
  readonly store: SessionStore;
  /** Lifetime of an unused session, in milliseconds. */
  readonly maxAge: number;
  /** How often a session in use is prolonged, in milliseconds. */
  readonly updateAge: number;
  /** Lifetime of a session in use, in milliseconds. */
  readonly absoluteMaxAge: number;
  /** Whether a row may hold the token itself, as Auth.js writes it. */
  readonly acceptsPlain: boolean;
  /** Makes the token. Default: `newToken`. */
  readonly generateSessionToken: (() => string) | undefined;
  /** Decisions of the application. */
  readonly callbacks: Required<Pick<Callbacks<"database">, "session">>;
  /** Emits events to the application. */
  readonly emit: Emit;
  /** The generations of users; `null` if the database cannot keep them. */
  readonly generations: Generations | null;
  /** Receives failures. */
  readonly logger: LoggerInstance;
  /** Clock and randomness. */
  readonly platform: Pick<Platform, "now" | "random">;
}

/** Keeps sessions in the database. */
export function databaseSessions(context: DatabaseSessionsContext): SessionStrategy {
  const { store, callbacks, emit, platform } = context;
  return {
    async issue(signedIn) {
      const { user, storedUser, previous, signedInAt = platform.now(), amr = [] } = signedIn;
      const { id: userId } = storedUser ?? user;
      const { value, row } = await newSession({ ...signedIn, userId, signedInAt, amr }, context);
      const expires = row.expires.getTime();
      await runCallback("begin", async () => {
        const content = readToken(value);
        parseSession(
          await callbacks.session(toParams({
            sessionId: row.sessionToken,
            expires,
            user: storedUser ?? user as AdapterUser,
            ...content,
            signedInAt: content.signedInAt ?? signedInAt,
          })),
        );
      });
      await insert(row, storedUser, store).catch(async (error) => {
        const changed = isA(error, UserChanged) && await signedIn.changedUser?.();
        if (!changed) throw error;
        await insert(row, changed, store);
      });
      return { value, expires, leavesPrevious: await failsToEnd(previous, context) };
    },
    async identify(token) {
      return await accessStoredOrNone(token, context);
    },
    async read(token) {
      const read = await accessStoredOrNone(token, context);
      if (read.session) await emit("session", toMessage(read.session));
      return read;
    },
    async update(token, data) {
      const read = await runCallback("update", () => accessStored(token, context, { data }));
      if (read.session) await emit("session", toMessage(read.session));
      return read;
    },
    async isLive(token) {
      const found = await findSession(token, context);
      return found !== null && isLive(found, context) ? found.session.expires.getTime() : 0;
    },
    async revoke(token) {
      const found = token === null ? null : await endSession(token, context);
      await emit("signOut", { session: found?.session ?? null });
    },
    // The other sessions are removed: see `deleteSessionsByUserId` of the adapter.
    carryOver: () => Promise.resolve(undefined),
    async raise(token, proof) {
      const found = await findSession(token, context);
      if (!found || !isLive(found, context)) return null;
      return await replace(token, found, { proof, context });
    },
    withdraw: async ({ value }) => void await endSession(value, context),
    keyOf: hashToken,
  };
}

/** There is no token, although the type of the event says so for code of Auth.js. */
function toMessage(session: object): { session: Session; token: JWT } {
  return { session } as { session: Session; token: JWT };
}

/** A session that begins, or goes on after a new proof. */
interface Beginning extends NewProof, Pick<SignedIn, "device"> {
  readonly userId: string;
}

/** Makes a token, and the row that has its hash. */
async function newSession(
  { userId, device = null, signedInAt, amr }: Beginning,
  context: DatabaseSessionsContext,
): Promise<{ readonly value: string; readonly row: AdapterSession }> {
  const { store, platform, maxAge, absoluteMaxAge, generateSessionToken, generations } = context;
  const value = withMethods(
    await generateSessionToken?.() ?? newToken(signedInAt, platform),
    amr,
    aalOf(amr) === 2 ? await generationOf(userId, store, generations) : 0,
  );
  const now = platform.now();
  const began = signedInAt || now;
  const details = store.deleteSessionsByUserId &&
    { createdAt: new Date(began), usedAt: new Date(now), device };
  return {
    value,
    row: {
      sessionToken: await hashToken(value),
      userId,
      expires: new Date(Math.min(now + maxAge, began + absoluteMaxAge)),
      ...details,
    },
  };
}

/**
 * Replaces the row of a session by one with a new token. A session that ends in the meantime stays ended: the new row is stored
 * first, and counts only if the old one was still there to be removed.
 */
async function replace(
  token: string,
  { session: { userId, device }, user }: Found,
  { proof, context }: { readonly proof: NewProof; readonly context: DatabaseSessionsContext },
): Promise<SessionToken | null> {
  const { store } = context;
  const { value, row } = await newSession({ ...proof, userId, device }, context);
  try {
    await insert(row, user, store);
  } catch (error) {
    if (isA(error, UserChanged)) return null;
    throw error;
  }
  if (await endSession(token, context)) return { value, expires: row.expires.getTime() };
  await store.deleteSession(row.sessionToken);
  return null;
}

/** Stores a session. If the adapter can check it, only if the user has not changed since the decision. */
async function insert(
  session: AdapterSession,
  storedUser: AdapterUser | undefined,
  store: SessionStore,
): Promise<void> {
  if (!store.addCredentials || !storedUser) return void await store.createSession(session);
  const { id: userId, emailVerified } = storedUser;
  if (await store.addCredentials({ userId, emailVerified, session })) return;
  throw new UserChanged("Cannot begin a session: the user was removed or changed in the meantime");
}

/**
 * Ends the previous session, if there is one. A failure is logged only: the new session has begun and stays valid.
 *
 * @returns Whether that failed; `null` if another request has ended it.
 */
async function failsToEnd(
  previous: string | null,
  context: DatabaseSessionsContext,
): Promise<boolean | null> {
  try {
    return previous === null || await endSession(previous, context) ? false : null;
  } catch (error) {
    context.logger.error(new SessionTokenError("Cannot end the previous session", { err: error as Error }));
    return true;
  }
}

/** Ends a session; returns it, `null` if there is none, or another request has ended it, as far as the adapter says so. */
async function endSession(token: string, context: DatabaseSessionsContext): Promise<Found | null> {
  const found = await findSession(token, context);
  return found && await context.store.deleteSession(found.session.sessionToken) === false ? null : found;
}

/** Wraps what `callbacks.session` throws in an error that names the step. An `AdapterError` stays as it is. */
async function runCallback<T>(step: "begin" | "read" | "update", work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (isA(error, AdapterError)) throw error;
    throw new SessionTokenError(`Cannot ${step} the session: callbacks.session failed`, {
      err: error as Error,
    });
  }
}

/** Reads a session. If a callback fails, no one is signed in. @throws {AdapterError} if the database fails. */
async function accessStoredOrNone(token: string, context: DatabaseSessionsContext): Promise<SessionRead> {
  try {
    return await runCallback("read", () => accessStored(token, context));
  } catch (error) {
    if (isA(error, AdapterError)) throw error;
    context.logger.error(error as Error);
    return UNREAD;
  }
}

/** Reads a session, and prolongs it if that is due. @param update The data of the browser, if it asked for an update. */
async function accessStored(
  token: string,
  context: DatabaseSessionsContext,
  update?: { readonly data: unknown },
): Promise<SessionRead> {
  const { store, callbacks } = context;
  const found = await findSession(token, context);
  if (!found) {
    context.logger.debug("session cookie is of no stored session");
    return ENDED;
  }
  const { session: row, user, sessionId } = found;
  if (!isLive(found, context)) {
    // The session has ended even if the row cannot be removed: another request may have removed it already.
    try {
      await store.deleteSession(row.sessionToken);
    } catch (error) {
      context.logger.error(error as Error);
    }
    return ENDED;
  }
  const renewed = await prolongIfDue(found, token, context);
  const proof = await proofOf(token, found, context);
  const expires = renewed?.expires ?? found.ends;
  const params = toParams({ sessionId, expires, user, ...proof });
  const session = parseSession(
    await callbacks.session(update ? { ...params, newSession: update.data, trigger: "update" } : params),
  );
  return {
    session,
    userId: userIdOf(session, user.id),
    ...proof,
    ...(renewed && { token: renewed }),
    storedAs: row.sessionToken,
  };
}

/** A session, with its times in milliseconds since the epoch. */
interface Read extends Pick<StoredSessionParams, "sessionId" | "user">, Omit<SessionProof, "aal"> {
  readonly expires: number;
}

/** The parameters of `callbacks.session`: no token, and only the user's data that a browser needs. */
function toParams({ sessionId, expires, user, signedInAt, amr }: Read): StoredSessionParams {
  const { id, name, email, image } = user;
  const session = { user: { id, name, email, image }, expires: new Date(expires) };
  return {
    session: session as unknown as StoredSession,
    sessionId,
    user,
    signedInAt: toDate(signedInAt),
    amr,
    aal: aalOf(amr),
  };
}

/** Prolongs a session at most once per `updateAge`, also with concurrent requests. */
async function prolongIfDue(
  { session: { sessionToken, expires: before }, longest }: Found,
  value: string,
  { store, platform, maxAge, updateAge }: DatabaseSessionsContext,
): Promise<SessionToken | null> {
  const now = platform.now();
  const expires = Math.min(now + maxAge, longest);
  const ifBefore = expires - updateAge;
  if (before.getTime() > ifBefore) return null;
  const usedAt = store.deleteSessionsByUserId && { usedAt: new Date(now) };
  const changes = { sessionToken, expires: new Date(expires), ...usedAt };
  if (store.prolongSession) await store.prolongSession({ ...changes, ifBefore: new Date(ifBefore + 1) });
  else await store.updateSession(changes);
  // Also if a concurrent request has prolonged it: cookie and row must expire at the same time.
  return { value, expires };
}

const isLive = ({ ends }: Found, { platform }: DatabaseSessionsContext): boolean => ends > platform.now();
