/**
 * The sessions of a browser whose user acts as another one. The application sees the other user; the library itself sees no one, so that
 * none of its endpoints and functions can be used in their name.
 *
 * @module
 */

import { AdapterError } from "../../errors/errors.ts";
import { isA } from "../../errors/thrown.ts";
import type { Cookies } from "../../http/types.ts";
import type { Callbacks } from "../../model/callbacks.ts";
import type { BrowserSessions, SessionRead, SessionStrategy, SessionToken } from "../../model/session.ts";
import { assertSessionStore } from "../../model/store.ts";
import { UNREAD } from "../../session/callback_results.ts";
import { databaseSessions } from "../../session/database.ts";
import { jwtSessions } from "../../session/jwt.ts";
import type { FollowContext } from "../../setup/wrapping.ts";
import { type ActingCookie, forgetActing, openActing, removeActing } from "./acting_cookie.ts";
import { ActingDenied } from "./acting_denied.ts";
import { findTarget, type Target } from "./acting_target.ts";
import type { Actor } from "./actor.ts";
import type { AdministrationOptions } from "./options.ts";

/** Lets administrators act as users, with the sessions that their browsers have. */
export function withActing(
  own: BrowserSessions,
  options: AdministrationOptions,
  context: FollowContext,
): BrowserSessions {
  // Tokens of sessions that have begun in this request: no one acts in them.
  const begun = new WeakSet<SessionToken>();
  const find = (cookies: Cookies) => findActing(cookies, own, context);
  /** Refuses what the library would do for the user of the session. */
  const refusing =
    <A extends unknown[], T>(work: (cookies: Cookies, ...rest: A) => Promise<T>) =>
    async (cookies: Cookies, ...rest: A) => {
      if (!await find(cookies)) return await work(cookies, ...rest);
      throw new ActingDenied(
        "Cannot do this while an administrator acts as another user: stop that first, on the page `acting` or with `administration.stopActing`",
      );
    };
  return {
    ...own,
    async issue(signedIn, cookies) {
      const token = await own.issue(signedIn, cookies);
      if (!token) return token;
      begun.add(token);
      await forgetActing(cookies, context).catch(context.logger.error);
      return token;
    },
    identify: refusing(own.identify),
    update: refusing(own.update),
    carryOver: refusing(own.carryOver),
    raise: refusing(own.raise),
    async revoke(cookies) {
      await forgetActing(cookies, context).catch(context.logger.error);
      return await own.revoke(cookies);
    },
    async read(cookies) {
      const cookie = await find(cookies);
      const read = await own.read(cookies);
      // No one acts once the session of the administrator has ended, or is held back.
      if (!cookie || !read?.session) return read;
      const shown = await readTarget(cookie, options, context);
      return read.token === undefined ? shown : { ...shown, token: read.token };
    },
    toCookies: (token, cookies) => [
      ...own.toCookies(token, cookies),
      ...token === null || token && begun.has(token) ? removeActing(cookies, context) : [],
    ],
  };
}

/**
 * Reads the cookie; `null` once the session has ended in which it was set. Runs no callbacks of the application: one that fails now and
 * then would change who is signed in.
 */
async function findActing(
  cookies: Cookies,
  own: BrowserSessions,
  context: FollowContext,
): Promise<ActingCookie | null> {
  const cookie = await openActing(cookies, context);
  return cookie && await own.isLive(cookies) && await own.keyOf(cookies) === cookie.key ? cookie : null;
}

/** Reads the session of the user; that of no one once it's over. @throws {AdapterError} if the database fails. */
async function readTarget(
  cookie: ActingCookie,
  options: AdministrationOptions,
  context: FollowContext,
): Promise<SessionRead> {
  try {
    const target = await findTarget(cookie, options, context);
    return target && await readAs(target, cookie, context) || UNREAD;
  } catch (error) {
    if (isA(error, AdapterError)) throw error;
    context.logger.error(error as Error);
    return UNREAD;
  }
}

/**
 * Reads the session of the user as whom someone acts.
 *
 * @returns `null` if the application holds it back, or shows somebody else.
 * @throws {AdapterError} if the database fails.
 */
export async function readAs(
  { row, user }: Target,
  { secret, token, actor }: Pick<ActingCookie, "secret" | "token" | "actor">,
  context: FollowContext,
): Promise<SessionRead | null> {
  const left = row.expires.getTime() - context.platform.now();
  const [strategy, value] = token === undefined
    ? [storedSession({ row, user }, actor, context), secret]
    : [tokenSessions(actor, left, context), token];
  const { session, userId } = await strategy.read(value);
  if (!session || String(userId) !== row.userId) return null;
  // Nobody has proven that they are this user.
  const shown = Object.assign(Object.create(Object.getPrototypeOf(session)), session, { act: actor });
  delete shown.auth_time;
  return { ...UNREAD, session: shown };
}

/** The session of a user that stands in no table: there, it would outlive whoever acts. */
function storedSession(
  { row: { id, userId, createdAt, expires }, user }: Target,
  actor: Actor,
  context: FollowContext,
): SessionStrategy {
  // Applications end sessions after a time: this one has begun then.
  const session = { sessionToken: id, userId, createdAt, expires };
  const store = {
    ...assertSessionStore(context.store!),
    getSessionAndUser: () => Promise.resolve({ session, user }),
  };
  const ages = {
    maxAge: 0,
    updateAge: 0,
    absoluteMaxAge: Infinity,
    acceptsPlain: false,
    generateSessionToken: undefined,
  };
  return databaseSessions({
    ...context,
    ...ages,
    store,
    callbacks: actingCallbacks(context.callbacks, actor),
  });
}

/**
 * The strategy for the token of a user's session. Its salt is another one: as a session cookie, the token opens nowhere.
 *
 * @param maxAge How long one lasts that begins, in milliseconds.
 */
export function tokenSessions(
  actor: Actor,
  maxAge: number,
  context: Pick<FollowContext, Exclude<keyof FollowContext, "store">>,
): SessionStrategy {
  return jwtSessions({
    ...context,
    salt: context.cookies.acting.name,
    maxAge,
    updateAge: Infinity,
    absoluteMaxAge: Infinity,
    jwt: {},
    areStored: () => true,
    callbacks: actingCallbacks(context.callbacks, actor),
  });
}

type OwnCallbacks = FollowContext["callbacks"];

/** The callbacks of the application, which see who acts. */
function actingCallbacks(callbacks: OwnCallbacks, act: Actor): OwnCallbacks {
  const { session, jwt } = callbacks as { readonly session: AnyCallback; readonly jwt?: AnyCallback };
  const seeing = (callback: AnyCallback): AnyCallback => (params) =>
    callback({
      ...params,
      ...params.session && { session: { ...params.session, act } },
      ...params.token && { token: { ...params.token, act } },
    });
  return { ...callbacks, session: seeing(session), ...jwt && { jwt: seeing(jwt) } } as
    & Callbacks
    & OwnCallbacks;
}

type AnyCallback = (params: Readonly<Record<"session" | "token", object | undefined>>) => unknown;
