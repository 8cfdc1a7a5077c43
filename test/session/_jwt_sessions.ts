/**
 * Sessions in tokens, without a browser: opens `jwtSessions()` and records what it emits.
 *
 * @module
 */

import type { Callbacks } from "../../src/model/callbacks.ts";
import type { JWTOptions } from "../../src/model/options.ts";
import { decodeWith, encodeWith } from "../../src/model/jwt.ts";
import { defaultSession } from "../../src/session/callback_results.ts";
import { jwtSessions } from "../../src/session/jwt.ts";
import type { Generations, SessionToken, SignedIn, StoredUsers } from "../../src/model/session.ts";
import { testPlatform } from "../../src/testing/mod.ts";
import type { JWT } from "../../src/values/types.ts";

/** The secret of all sessions that name no other. */
export const SECRET = "a-secret-of-forty-characters-for-tests-0";

/** Name of the session cookie, which salts the key. */
export const SALT = "latchkey.session-token";

/** Seconds. */
export const HOUR = 3600;

/** Seconds. */
export const DAY = 24 * HOUR;

/** What one access comes to where a callback fails: the browser keeps the token. */
export const UNREAD = { session: null, userId: null, signedInAt: null, amr: [], aal: 1 };

/** What one access comes to where a token is not that of a live session: the browser drops it. */
export const ENDED = { ...UNREAD, token: null };

/** Ada, who has just signed in. */
export const ADA: SignedIn = {
  user: { id: "u1", name: "Ada", email: "ada@example.com", image: "https://ada.test/a.png" },
  account: { provider: "idp", type: "oidc", providerAccountId: "ada", access_token: "at" },
  profile: { sub: "ada", hobby: "engines" },
  isNewUser: false,
  previous: null,
};

interface Options {
  readonly callbacks?: Pick<Callbacks<"jwt">, "jwt" | "session">;
  readonly jwt?: JWTOptions;
  readonly secrets?: readonly string[];
  readonly updateAge?: number;
  readonly generations?: Generations | null;
  readonly storedUsers?: StoredUsers | null;
  readonly areStored?: boolean;
}

/** Sessions of 30 days, prolonged each day; what they told the application and the log. */
export function open(
  {
    callbacks,
    jwt = {},
    secrets = [SECRET],
    updateAge = DAY,
    generations = null,
    storedUsers = null,
    areStored = false,
  }: Options = {},
) {
  const platform = testPlatform();
  const events: [string, unknown][] = [];
  const errors: Error[] = [];
  const debug: string[] = [];
  const sessions = jwtSessions({
    secrets,
    salt: SALT,
    maxAge: 30 * DAY * 1000,
    updateAge: updateAge * 1000,
    absoluteMaxAge: Infinity,
    jwt,
    callbacks: { session: defaultSession, ...callbacks },
    generations,
    storedUsers,
    areStored: () => areStored,
    emit: (event, message) => Promise.resolve(void events.push([event, message])),
    logger: {
      error: (error) => void errors.push(error),
      warn: () => {},
      debug: (message) => void debug.push(message),
    },
    platform,
  });
  return {
    platform,
    sessions,
    events,
    errors,
    debug,
    /** The token of Ada, who has just signed in. */
    issue: async () => (await sessions.issue(ADA))!.value,
    claims: async (token: SessionToken | null | undefined) =>
      (await decodeWith({ token: token!.value, secret: secrets, salt: SALT }, platform)).claims!,
    at: (seconds: number) => new Date(Date.UTC(2030, 0, 1) + seconds * 1000).toISOString(),
    /** A token with these claims, sealed as the sessions' own. */
    seal: (token: JWT) => encodeWith({ token, secret: SECRET, salt: SALT, maxAge: 30 * DAY }, platform),
  };
}

/** Calls of a callback, and the callback. */
export function recorded<P, R>(answer: (params: P) => R) {
  const calls: P[] = [];
  const callback = (params: P): R => {
    calls.push(structuredClone(params));
    return answer(params);
  };
  return { calls, callback };
}
