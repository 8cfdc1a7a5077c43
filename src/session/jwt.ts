/**
 * Sessions in an encrypted JWT, which only the browser keeps.
 *
 * @module
 */

import { whenReady } from "../values/awaitable.ts";
import { toBase64Url } from "../crypto/bytes.ts";
import { defined } from "../values/defined.ts";
import { assertClaims, ENDED, parseSession, toDate, UNREAD, userIdOf } from "./callback_results.ts";
import type { Callbacks, TokenSessionParams } from "../model/callbacks.ts";
import { MAX_CHUNKED } from "../http/chunked_cookies.ts";
import { AdapterError, JWTSessionError } from "../errors/errors.ts";
import type { Emit } from "../model/events.ts";
import { type Decoded, decodeWith, encodeWith } from "../model/jwt.ts";
import type { JWTOptions } from "../model/options.ts";
import {
  contentOf,
  issuedIn,
  levelClaims,
  ownClaimsOf,
  proofIn,
  rename,
  withoutOwnClaims,
} from "./own_claims.ts";
import { decodeWithOwn } from "./own_decode.ts";
import type { Platform } from "../platform/platform.ts";
import { isRevoked, markStored } from "./revocation.ts";
import { endOf, isDue, longestOf } from "./token_end.ts";
import type {
  Generations,
  SessionProof,
  SessionRead,
  SessionStrategy,
  SessionToken,
  StoredUsers,
} from "../model/session.ts";
import { hashToken } from "../model/stored_token.ts";
import { isA } from "../errors/thrown.ts";
import type { Awaitable, JWT, LoggerInstance, Session } from "../values/types.ts";

/** The longest URL of a picture in a token, in characters. */
const MAX_PICTURE = 2048;

/** Dependencies of `jwtSessions`. */
interface JWTSessionsContext {
  /** Secrets, the newest first. */
  readonly secrets: readonly string[];
  /** Name of the session cookie: the salt of its tokens. */
  readonly salt: string;
  /** Lifetime of an unused session, in milliseconds. */
  readonly maxAge: number;
  /** How often a session in use is prolonged, in milliseconds. */
  readonly updateAge: number;
  /** Lifetime of a session in use, in milliseconds. */
  readonly absoluteMaxAge: number;
  /** The application's own `encode` and `decode`. */
  readonly jwt: JWTOptions;
  /** Decisions of the application. */
  readonly callbacks: Required<Pick<Callbacks<"jwt">, "session">> & Pick<Callbacks, "jwt">;
  /** Emits events to the application. */
  readonly emit: Emit;
  /** The generations of users; `null` if the database cannot keep them. */
  readonly generations: Generations | null;
  /** The users of the database; `null` without one. */
  readonly storedUsers: StoredUsers | null;
  /** Returns whether each user is one of the database, also of a token that another library or version has issued. */
  areStored(): boolean;
  /** Receives tokens that cannot be read. */
  readonly logger: LoggerInstance;
  /** Clock and randomness. */
  readonly platform: Platform;
}

/** Keeps sessions in encrypted JWTs. */
export function jwtSessions(context: JWTSessionsContext): SessionStrategy {
  const { callbacks, emit, platform } = context;
  const emitRead = async (read: SessionRead) => {
    if (read.session) await emit("session", { session: read.session as Session, token: read.claims! });
    return read;
  };
  return {
    async issue(signedIn) {
      const { user, account, profile, data, isNewUser, signedInAt = platform.now() } = signedIn;
      const token: JWT = {
        // JSON drops what is undefined: a name that is missing would look like one that `callbacks.jwt` has taken out.
        name: user.name ?? null,
        email: user.email,
        picture: toPicture(user.image),
        // An id may be a number; the claim is a string (RFC 7519 §4.1.2).
        sub: String(user.id),
      };
      const auth_time = Math.floor(signedInAt / 1000);
      const own = {
        auth_time,
        ...levelClaims(signedIn.amr ?? []),
        ...(signedIn.isKeyed && { latchkey_sid: toBase64Url(platform.random(16)) }),
      };
      const claims = await runCallbacks("begin", async () => {
        const trigger = isNewUser ? "signUp" : "signIn";
        const given = { token, user, account, profile, ...data && { data }, isNewUser, trigger } as const;
        const returned = callbacks.jwt ? assertClaims(await callbacks.jwt(given)) : token;
        const claims = returned && { ...withoutOwnClaims(returned), ...own };
        if (claims) await toSession(claims, { expires: endOf(claims, context), ...proofIn(claims) }, context);
        return claims;
      });
      if (!claims) return null;
      const { names, ...bound } = await signedIn.bind?.(claims.sub) ?? {};
      return { ...await encodeClaims({ ...claims, ...own, ...defined(bound) }, context), names };
    },
    identify: (token) => accessClaimsOrNone(token, context, { prolongs: false, isExact: true }),
    async read(token) {
      return await emitRead(await accessClaimsOrNone(token, context, { prolongs: true }));
    },
    async update(token, data) {
      const purpose = { prolongs: true, isExact: true, update: { data } };
      return await emitRead(await runCallbacks("update", () => accessClaims(token, context, purpose)));
    },
    async isLive(token) {
      const { claims } = await decodeToken(token, context);
      return claims === null || await isRevoked(claims, context, { isExact: true }) ? 0 : claims.iat ?? 1;
    },
    async revoke(token) {
      const claims = token === null ? null : (await decodeToken(token, context)).claims;
      await emit("signOut", { token: claims });
    },
    // Only the browser keeps tokens, and it does not get this one.
    withdraw: () => Promise.resolve(),
    async keyOf(token) {
      const id = (await decodeToken(token, context)).claims?.latchkey_sid;
      return typeof id === "string" ? await hashToken(id) : null;
    },
    async carryOver(token, generation) {
      const { claims } = await decodeToken(token, context);
      const key = claims?.named_gen === undefined ? "gen" : "named_gen";
      // This session does not end with the user whom it names, whose generation this is.
      if (key === "gen" && claims?.gen_sub !== undefined) return undefined;
      // A takeover, or another request, has ended this session meanwhile: it must not go on beside the new ones.
      if (!claims || (claims[key] ?? 0) < generation - 1) return null;
      return await reissue(claims, { [key]: generation }, context);
    },
    async raise(token, { amr, signedInAt }, others) {
      const { claims } = await decodeToken(token, context);
      if (!claims || await isRevoked(claims, context, { isExact: true, renews: true })) return null;
      const auth_time = Math.floor(signedInAt / 1000);
      const level = { auth_time, amr: undefined, aal: undefined, ...levelClaims(amr), ...others };
      return await reissue(claims, level, context);
    },
  };
}

/** Issues the token of a session anew, in a generation or with a level; `null` if the session names no user. */
async function reissue(
  claims: JWT,
  changed: Partial<JWT>,
  context: JWTSessionsContext,
): Promise<SessionToken | null> {
  return issuedIn(claims).userId === undefined
    ? null
    : await encodeClaims({ ...claims, ...changed }, context);
}

/** The purpose of one access to a session. */
interface Purpose {
  /** Whether to prolong the session if that is due. */
  readonly prolongs: boolean;
  /** Whether the generation of the user must be that of now. Default: only if the session is prolonged. */
  readonly isExact?: boolean;
  /** The data of the browser, if it asked for an update. */
  readonly update?: { readonly data: unknown } | undefined;
  /** Gets the renewed token before `callbacks.session`, which may fail. */
  readonly keep?: (token: SessionToken) => void;
}

/** Reads a session. If a callback fails, no one is signed in. @throws {AdapterError} if the database fails. */
async function accessClaimsOrNone(
  value: string,
  context: JWTSessionsContext,
  purpose: Purpose,
): Promise<SessionRead> {
  let kept = UNREAD;
  const keep: Purpose["keep"] = (token) => kept = { ...UNREAD, token };
  try {
    return await runCallbacks("read", () => accessClaims(value, context, { ...purpose, keep }));
  } catch (error) {
    if (isA(error, AdapterError)) throw error;
    context.logger.error(error as Error);
    return kept;
  }
}

/** Wraps what a callback throws in an error that names the step. */
async function runCallbacks<T>(step: "begin" | "read" | "update", work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (isA(error, JWTSessionError) || isA(error, AdapterError)) throw error;
    throw new JWTSessionError(`Cannot ${step} the session: a callback failed`, { err: error as Error });
  }
}

/** Reads a session. Changes of `callbacks.jwt` are always stored: they may be new tokens of a provider. */
async function accessClaims(
  token: string,
  context: JWTSessionsContext,
  { prolongs, isExact, update, keep }: Purpose,
): Promise<SessionRead> {
  const { callbacks } = context;
  const decoded = await decodeToken(token, context);
  const { claims } = decoded;
  if (!claims) {
    logUnreadable(decoded, context);
    return ENDED;
  }
  const renews = update !== undefined || prolongs && isDue(claims, context);
  const hasEnded = async (renews: boolean) => {
    if (await isRevoked(claims, context, { isExact: isExact ?? renews, renews })) return true;
    if (renews) await markStored(claims, context.storedUsers);
    return false;
  };
  if (await hasEnded(renews)) return ENDED;
  // Before the callback, which may change a list or an object of the claims in place.
  const own = callbacks.jwt && ownClaimsOf(claims);
  const before = own && contentOf(claims);
  const returned = own
    ? assertClaims(
      await callbacks.jwt!({
        token: { ...claims },
        ...(update && { session: update.data, trigger: "update" }),
      }),
    )
    : claims;
  if (!returned) return ENDED;
  if (own && `${returned.sub}` !== `${claims.sub}`) rename(own, claims, returned.sub);
  const changed = own && contentOf(returned) !== before;
  if (changed && !renews) {
    // A change renews the token as well. While the database fails, it goes out all the same: it may be a provider's new token, without
    // which the user would have to connect again. It was not revoked a short time ago, and the next access asks anew.
    if (await hasEnded(true).catch(() => false)) return ENDED;
    if (claims.latchkey_stored) own.latchkey_stored = true;
  }
  const renew = changed || renews;
  const next = own ? { ...withoutOwnClaims(returned), ...defined(own) } : returned;
  const proof = proofIn(next);
  const expires = renew || claims.exp === undefined
    ? endOf(next, context)
    : Math.min(claims.exp * 1000, longestOf(claims, context));
  const renewed = renew ? await encodeClaims(next, context) : undefined;
  if (changed) keep?.(renewed!);
  const session = await toSession(next, { expires, ...proof, update }, context);
  const userId = userIdOf(session, next.sub);
  return { session, userId, ...proof, ...(renewed && { token: renewed }), claims: next };
}

/** A token is read for this session. */
interface ReadFor extends SessionProof, Pick<Purpose, "update"> {
  /** In milliseconds since the epoch. */
  readonly expires: number;
}

/** The session that `callbacks.session` returns for a token; `null` if it holds it back. */
function toSession(
  token: JWT,
  { expires, signedInAt, amr, aal, update }: ReadFor,
  { callbacks }: JWTSessionsContext,
): Awaitable<object | null> {
  const { sub, name, email, picture } = token;
  const user = { id: sub, name, email, image: picture };
  const params = {
    session: { user, expires: new Date(expires).toISOString() },
    // A copy: what it changes must not become a claim of the library.
    token: { ...token },
    signedInAt: toDate(signedInAt),
    amr,
    aal,
    ...(update && { newSession: update.data, trigger: "update" }),
  };
  return whenReady(callbacks.session(params as TokenSessionParams), parseSession);
}

/** Drops a picture that is data or a very long URL: a cookie has no room for it. `null` also without one. */
function toPicture(url: string | null | undefined): string | null {
  return !url || url.length > MAX_PICTURE || /^\s*data:/i.test(url) ? null : url;
}

/** Logs why a token was refused: an expired session is normal, an unreadable token is an error. */
function logUnreadable(
  { expired, err }: Decoded,
  { logger }: Pick<JWTSessionsContext, "logger">,
): void {
  if (expired) return logger.debug("session token has expired");
  const message = err ? "`jwt.decode` failed" : "it was not made with this secret";
  const hint = "applications on one host share cookies";
  logger.error(new JWTSessionError(`Cannot read the session cookie: ${message}`, err ? { err } : { hint }));
}

/** Makes the session token of claims. @throws {JWTSessionError} if it is too long for cookies. */
async function encodeClaims(token: JWT, context: JWTSessionsContext): Promise<SessionToken> {
  const { jwt, secrets, salt, platform } = context;
  const now = platform.now();
  const lasts = Math.min(context.maxAge, longestOf(token, context) - now);
  const maxAge = Math.floor(lasts / 1000);
  const params = { token, secret: [...secrets], salt, maxAge };
  const value = await (jwt.encode ? jwt.encode(params) : encodeWith(params, platform));
  const { length } = encodeURIComponent(value);
  if (length > MAX_CHUNKED) {
    throw new JWTSessionError(
      `Cannot keep the session: its token of ${length} bytes is longer than the ${MAX_CHUNKED} that cookies hold: ` +
        "put less into what `callbacks.jwt` returns, or set `adapter`",
    );
  }
  return { value, expires: now + lasts };
}

function decodeToken(token: string, context: JWTSessionsContext): Awaitable<Decoded> {
  const { jwt, secrets, salt, platform } = context;
  const params = { token, secret: [...secrets], salt };
  const decoded = jwt.decode ? decodeWithOwn(params, jwt.decode) : decodeWith(params, platform);
  // A token may be older than the option.
  return whenReady(
    decoded,
    (decoded) =>
      decoded.claims && longestOf(decoded.claims, context) <= platform.now()
        ? { claims: null, expired: true }
        : decoded,
  );
}
