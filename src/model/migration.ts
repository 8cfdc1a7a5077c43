/**
 * The interface of a migration, which reads the sessions that another library has issued. `migrate/` implements it, and
 * nothing imports that folder: only an application that sets `migration` has it.
 *
 * @module
 */

import type { Adapter } from "../adapters/contract/types.ts";
import type { CookieOption, SetCookie } from "../values/cookie.ts";
import type { Decoded, OlderTokens } from "./jwt.ts";
import type { JWTOptions } from "./options.ts";
import type { BrowserSessions, SessionStrategy } from "./session.ts";
import type { Platform } from "../platform/platform.ts";
import type { LoggerInstance } from "../values/types.ts";

/**
 * Reads sessions, mailed links and sign-ins under way that another library has issued, until a date. `fromAuthJs` and
 * `fromNextAuth4` of `@latchkey/auth/migrate` create it.
 */
export interface Migration extends OlderTokens {
  /** When it stops, in milliseconds since the epoch. */
  readonly until: number;
  /** Returns warnings about its options, as `warningsOf` does: each says what to change. */
  warnings(platform: Pick<Platform, "now">): readonly string[];
  /** Returns the cookies that may hold a session token. @param site Whether its cookies are `Secure`. */
  sessionCookies(site: { readonly secure: boolean }): readonly CookieOption[];
  /** Reads a session token. */
  readToken(token: string, platform: Pick<Platform, "now">): Promise<Decoded>;
  /** Replaces sessions whose row holds the token by sessions whose row holds a hash. */
  storedSessions(context: StoredContext): OlderSessions;
  /** Returns the stored forms that a mailed token may have; none after `until`. */
  hashesOf(mailedToken: string, platform: Pick<Platform, "now">): Promise<readonly string[]>;
  /** Returns the sign-in that a callback ends; `null` unless the other library began it in this browser. */
  readFlow(callback: OlderCallback, platform: Pick<Platform, "now">): Promise<OlderFlow | null>;
}

/** A migration with the code that adopts sessions, as `fromAuthJs` and `fromNextAuth4` make it. */
export interface AdoptingMigration extends Migration {
  /** Keeps the sessions of browsers in tokens, and adopts those of the other library. @throws {ConfigError} as `adoptRows`. */
  adoptTokens(own: SessionStrategy, context: TokensContext): BrowserSessions;
  /**
   * Keeps the sessions of browsers in rows, and adopts those of the other library.
   *
   * @throws {ConfigError} if a cookie of the other library has the name of ours.
   */
  adoptRows(
    own: SessionStrategy,
    context: StoredContext & {
      /** The session cookie. */
      readonly cookie: CookieOption;
      /** Receives failures. */
      readonly logger: LoggerInstance;
    },
  ): BrowserSessions;
}

/** The request that ends a sign-in. */
export interface OlderCallback {
  /** Id and type of the provider. */
  readonly provider: { readonly id: string; readonly type: string };
  /** `state` of the response; `null` if it has none. */
  readonly state: string | null;
  /** Cookies of the request. */
  readonly cookies: ReadonlyMap<string, string>;
  /** Whether the site sets `Secure` cookies. */
  readonly secure: boolean;
}

/** A sign-in that another library began. At least one of `state`, `verifier` and `nonce` binds it to the browser. */
export interface OlderFlow {
  /** State of the authorization request. It equals that of the response. */
  readonly state?: string;
  /** PKCE code verifier. */
  readonly verifier?: string;
  /** Nonce of the authorization request. */
  readonly nonce?: string;
  /** Where the user wanted to go, not checked; `null` if unknown. */
  readonly returnTo: string | null;
  /** Removes the cookies of the sign-in. */
  readonly consumed: readonly SetCookie[];
}

/** Dependencies of `storedSessions`. */
export interface StoredContext {
  /** The database. */
  readonly store: Required<
    Pick<Adapter, "createSession" | "getSessionAndUser" | "updateSession" | "deleteSession">
  >;
  /** Secrets of this library, the newest first. */
  readonly secrets: readonly string[];
  /** Lifetime of an unused session, in milliseconds. */
  readonly maxAge: number;
  /** Clock. */
  readonly platform: Pick<Platform, "now">;
  /** Receives failures that change no answer. */
  readonly logger: Pick<LoggerInstance, "error">;
}

/** Dependencies of `adoptTokens`. */
export interface TokensContext {
  /** The session cookie. */
  readonly cookie: CookieOption;
  /** Clock. */
  readonly platform: Pick<Platform, "now">;
  /** Creates sessions in tokens that another function decodes, and replaces each that is read for the application. */
  tokensOf(decode: NonNullable<JWTOptions["decode"]>): SessionStrategy;
}

/** Sessions of the other library, which go on as ours. */
export interface OlderSessions {
  /** Gives a session a token of ours, of which the end is in milliseconds since the epoch; `null` if it has ended. */
  adopt(token: string): Promise<{ readonly value: string; readonly expires: number } | null>;
  /** Ends the session whose replacement the browser has sent. Does nothing for other tokens. @param token One of ours. */
  confirm(token: string): Promise<void>;
  /**
   * Ends a session, what replaces it, and what it replaces.
   *
   * @param token One of either library.
   * @param own Token of ours, whose session the caller ends next; `null` without one.
   */
  end(token: string, own: string | null): Promise<void>;
}
