/**
 * The session of a request: one answer to "who is signed in" for the whole library.
 *
 * @module
 */

import { UserNotStored } from "../errors/errors.ts";
import { ageOf } from "../values/levels.ts";
import type { Platform } from "../platform/platform.ts";
import type { BrowserSessions, SessionRead } from "../model/session.ts";
import type { Store } from "../model/store.ts";
import type { AdapterUser } from "../adapters/contract/types.ts";
import type { Incoming, Outcome } from "../http/types.ts";
import type { CookieOption } from "../values/cookie.ts";

/** Where the session of a request, and its user, are read. */
interface SessionSource {
  /** The sessions of browsers. */
  readonly sessions: BrowserSessions;
  /** The database; `null` without one. */
  readonly store: Pick<Store, "getUser" | "getUserByEmail"> | null;
}

/** By request. All copies of the library in a process share it: a feature of one reads in a request of the other. */
const reads = (globalThis as Shared)[Symbol.for("@latchkey/auth/reads")] ??= new WeakMap();

interface Shared {
  [name: symbol]: WeakMap<Incoming, Promise<SessionRead | null>> | undefined;
}

/**
 * Reads the session of a request once, however often it is called: the application's callbacks may use refresh tokens,
 * which work only once.
 *
 * @returns `null` without a session token.
 * @throws {AdapterError} if the database fails.
 */
export function currentSession(
  incoming: Incoming,
  { sessions }: Pick<SessionSource, "sessions">,
): Promise<SessionRead | null> {
  const known = reads.get(incoming);
  if (known) return known;
  const read = sessions.identify(incoming.cookies);
  reads.set(incoming, read);
  return read;
}

/** The session of a user, and the user as stored. */
export type SignedInUser = SessionRead & {
  /** Id of the user. */
  readonly userId: string;
  /** The user; `null` without a database, and of another system. */
  readonly user: AdapterUser | null;
};

/**
 * The user who is signed in, also one of another system, whom the database never had.
 *
 * @returns `null` if no user is signed in.
 * @throws {AdapterError} if the database fails.
 */
export async function currentUser(
  incoming: Incoming,
  setup: SessionSource,
): Promise<SignedInUser | null> {
  const read = await currentSession(incoming, setup);
  if (!read?.userId) return null;
  return { ...read, userId: read.userId, user: await findStored(read.userId, setup.store) };
}

/**
 * The user who may change something, or get an email: with a database, one that it has.
 *
 * @returns `null` if no user is signed in, or under another form of their id than the database writes. The session of a user who is
 * gone has ended when it was read.
 * @throws {UserNotStored} if the user is one of another system. No page helps them: the sign-in page would lead back.
 * @throws {AdapterError} if the database fails.
 */
export async function storedUser(
  incoming: Incoming,
  setup: SessionSource,
): Promise<SignedInUser | null> {
  const read = await currentUser(incoming, setup);
  if (!read || !setup.store) return read;
  // All rows of a user are under the id as the database writes it, which the next session has.
  if (read.user) return String(read.user.id) === String(read.userId) ? read : null;
  throw new UserNotStored(
    `Cannot show or change the account: the database has no user "${read.userId}". Return a user that it has from ` +
      "`authorize`, or set `pages: { account: false }`",
  );
}

/** Whether the user of a session has signed in less than `session.freshAge` ago. A time that is unknown does not count. */
export function isFresh(
  { signedInAt }: Pick<SessionRead, "signedInAt">,
  { platform, freshAge }: { readonly platform: Pick<Platform, "now">; readonly freshAge: number },
): boolean {
  return ageOf(signedInAt, platform.now()) < freshAge;
}

/** Whether a session was fresh and no longer is. One whose time is not known is not stale: it may never have been fresh. */
export function isStale(
  session: Pick<SessionRead, "signedInAt">,
  context: Parameters<typeof isFresh>[1],
): boolean {
  return session.signedInAt !== null && !isFresh(session, context);
}

/**
 * Adds the cookies of a session that was read and renewed during the request. An answer that begins or ends a session
 * stays unchanged: sign-out is final.
 */
export function withRenewedSession(
  outcome: Outcome,
  incoming: Incoming,
  { sessions, cookies: { sessionToken } }: Pick<SessionSource, "sessions"> & {
    readonly cookies: { readonly sessionToken: CookieOption };
  },
): Outcome | Promise<Outcome> {
  const reading = reads.get(incoming);
  if (!reading || setsSession(outcome, sessionToken)) return outcome;
  return reading.then((read) => {
    if (!read || read.token === undefined) return outcome;
    const renewed = sessions.toCookies(read.token, incoming.cookies);
    return { ...outcome, cookies: [...outcome.cookies ?? [], ...renewed] };
    // The caller of `currentSession` has handled the failure.
  }, () => outcome);
}

/** Whether an answer sets or removes the session cookie, or a chunk of it. */
function setsSession({ cookies = [] }: Outcome, { name }: CookieOption): boolean {
  return cookies.some((cookie) => cookie.name === name || cookie.name.startsWith(`${name}.`));
}

/**
 * Finds a user whom the application may have found elsewhere. A column of numbers or UUIDs refuses the id of such a user each time:
 * the database has no such user.
 *
 * @throws {AdapterError} if the database is away: it does not answer about an address either.
 */
export async function findStored(
  id: string,
  store: SessionSource["store"],
): Promise<AdapterUser | null> {
  const ask = async () => await store?.getUser(id) ?? null;
  try {
    return await ask();
  } catch {
    await store!.getUserByEmail("-");
    return await ask().catch(() => null);
  }
}
