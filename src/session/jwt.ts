/**
 * Sessions that live in their token: an encrypted JWT, kept by the browser alone.
 *
 * @module
 */

import type { Callbacks, Emit, JWTOptions, SessionParams } from "../config/types.ts";
import { JWTSessionError } from "../errors.ts";
import { type Decoded, decodeWith, encodeWith } from "../jwt.ts";
import type { Platform } from "../platform.ts";
import type { JWT, LoggerInstance, Session, User } from "../types.ts";
import type { SessionRead, SessionStrategy, SessionToken } from "./types.ts";

/** What stateless sessions need. */
export interface JWTSessionsContext {
  /** Secrets, the newest first. */
  readonly secrets: readonly string[];
  /** Name of the session cookie: the salt of its tokens. */
  readonly salt: string;
  /** Lifetime of a session that is not used, in milliseconds. */
  readonly maxAge: number;
  /** How often a session in use is prolonged, in milliseconds. */
  readonly updateAge: number;
  /** The application's own `encode` and `decode`. */
  readonly jwt: JWTOptions;
  /** Decisions of the application. */
  readonly callbacks: Required<Pick<Callbacks, "session">> & Pick<Callbacks, "jwt">;
  /** Tells the application. */
  readonly emit: Emit;
  /** Hears of tokens that cannot be read. */
  readonly logger: LoggerInstance;
  /** Clock and chance. */
  readonly platform: Platform;
}

/** Keeps sessions in encrypted JWTs. */
export function jwtSessions(context: JWTSessionsContext): SessionStrategy {
  const { callbacks, emit, logger } = context;
  return {
    async issue({ user, account, profile, isNewUser }) {
      // An adapter may have numbers for ids; a claim `sub` is text (RFC 7519 §4.1.2).
      const sub = String(user.id);
      const token: JWT = { name: user.name, email: user.email, picture: user.image, sub };
      const trigger = isNewUser ? "signUp" : "signIn";
      const params = { token, user, account, profile, isNewUser, trigger } as const;
      const claims = callbacks.jwt ? assertClaims(await callbacks.jwt(params)) : token;
      return claims && encodeToken(claims, context);
    },
    async read(token) {
      try {
        return await access(token, context);
      } catch (error) {
        logger.error(
          new JWTSessionError("Cannot read the session: a callback failed", { err: error as Error }),
        );
        return { session: null };
      }
    },
    async update(token, data) {
      try {
        return await access(token, context, { data });
      } catch (error) {
        throw new JWTSessionError("Cannot update the session: a callback failed", { err: error as Error });
      }
    },
    async userIdOf(token) {
      return (await decodeToken(token, context)).claims?.sub ?? null;
    },
    async revoke(token) {
      await emit("signOut", { token: (await decodeToken(token, context)).claims });
    },
  };
}

/** One access to a session. @param update What the browser sent, if it asked for an update. */
async function access(
  token: string,
  context: JWTSessionsContext,
  update?: { readonly data: unknown },
): Promise<SessionRead> {
  const { callbacks, platform, maxAge } = context;
  const { claims, expired } = await decodeToken(token, context);
  if (!claims) {
    // A session that has run out is nobody's fault; a token that cannot be read is worth knowing of.
    if (expired) context.logger.debug("session token has expired");
    else {context.logger.error(
        new JWTSessionError("Cannot read the session cookie: it is not of this secret"),
      );}
    return { session: null, token: null };
  }
  const { iat, exp, jti } = claims;
  const before = callbacks.jwt ? JSON.stringify(claims) : "";
  const next = callbacks.jwt
    ? assertClaims(
      await callbacks.jwt(
        update ? { token: claims, session: update.data, trigger: "update" } : { token: claims },
      ),
    )
    : claims;
  if (!next) return { session: null, token: null };
  // Each token gets its own of these three, so a callback changes nothing by dropping or setting them.
  const changed = callbacks.jwt !== undefined && JSON.stringify({ ...next, iat, exp, jti }) !== before;
  const renew = update !== undefined || changed || isDue({ iat, exp }, context);
  const expires = renew ? platform.now() + maxAge : exp! * 1000;
  const params = {
    session: toSession(next, expires),
    token: next,
    ...(update && { newSession: update.data, trigger: "update" }),
  };
  // `user` is for stored sessions alone: the type has both, so that a callback need not ask which strategy it serves.
  const session = await callbacks.session(params as SessionParams);
  const renewed = renew ? { token: await encodeToken(next, context) } : undefined;
  await context.emit("session", { session: session as Session, token: next });
  return { session, ...renewed };
}

/** Shows of a session what a browser needs. */
export function defaultSession(
  { session: { user, expires } }: { readonly session: Session & { user: User } },
): Session {
  return { user: { name: user.name, email: user.email, image: user.image }, expires };
}

function toSession({ name, email, picture }: JWT, expires: number): Session & { user: User } {
  return { user: { name, email, image: picture }, expires: new Date(expires).toISOString() };
}

function isDue({ iat, exp }: JWT, { platform, updateAge }: JWTSessionsContext): boolean {
  return iat === undefined || exp === undefined || platform.now() >= iat * 1000 + updateAge;
}

function assertClaims(claims: JWT | null): JWT | null {
  if (claims === null || (claims && typeof claims === "object")) return claims;
  throw new TypeError(
    `Cannot use "${claims}" as session token: return the token from callbacks.jwt, or null`,
  );
}

async function encodeToken(token: JWT, context: JWTSessionsContext): Promise<SessionToken> {
  const { jwt, secrets: secret, salt, maxAge, platform } = context;
  const params = { token, secret, salt, maxAge: maxAge / 1000 };
  const value = await (jwt.encode ? jwt.encode(params) : encodeWith(params, platform));
  return { value, expires: platform.now() + maxAge };
}

async function decodeToken(
  token: string,
  { jwt, secrets, salt, platform }: JWTSessionsContext,
): Promise<Decoded> {
  const params = { token, secret: secrets, salt };
  if (!jwt.decode) return await decodeWith(params, platform);
  try {
    return { claims: await jwt.decode(params) };
  } catch {
    return { claims: null };
  }
}
