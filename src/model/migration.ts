/**
 * What the library asks of a migration: to read what another library has issued. `migrate/` has the implementations;
 * nothing else imports them, so that only an application that sets `migration` loads them.
 *
 * @module
 */

import type { Adapter, AdapterSession, AdapterUser } from "../adapters/types.ts";
import type { SetCookie } from "../http/types.ts";
import type { OlderTokens } from "./jwt.ts";
import type { Platform } from "../platform/platform.ts";

/**
 * Reads sessions, mailed links and sign-ins under way that another library has issued, until a date. `fromAuthJs` and
 * `fromNextAuth4` of `@latchkey/auth/migrate` create it.
 */
export interface Migration extends OlderTokens {
  /** The other library, for messages. */
  readonly from: string;
  /** When the migration stops, in milliseconds since the epoch. */
  readonly until: number;
  /** Whether a secret of the other library has fewer than 32 characters, and so may be guessed. */
  readonly hasShortSecret: boolean;
  /** Replaces sessions in the database. @param secrets Secrets of this library, the newest first. */
  stored(secrets: readonly string[]): StoredMigration;
  /** Returns the stored forms that a mailed token may have; none after `until`. */
  hashesOf(mailedToken: string, platform: Pick<Platform, "now">): Promise<readonly string[]>;
  /** Returns the sign-in that a callback ends; `null` unless the other library began it in this browser. */
  readFlow(callback: OlderCallback, platform: Pick<Platform, "now">): Promise<OlderFlow | null>;
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

/** Dependencies of a migration of stored sessions. */
export interface StoredMigrationContext {
  /** The database. */
  readonly store: Required<
    Pick<Adapter, "createSession" | "getSessionAndUser" | "updateSession" | "deleteSession">
  >;
  /** Lifetime of an unused session, in milliseconds. */
  readonly maxAge: number;
  /** Clock. */
  readonly platform: Pick<Platform, "now">;
  /** Returns the stored form of a token. */
  hashToken(token: string): Promise<string>;
}

/** A stored session, found by the token of another library. */
export interface OlderSession {
  /** The session: that of the other library, or the one that replaces it. */
  readonly session: AdapterSession;
  /** Its user. */
  readonly user: AdapterUser;
  /** Hash of the token that replaces the other library's. */
  readonly sessionId: string;
  /** The token that replaces the other library's. */
  readonly successor: string;
}

/** Replaces stored sessions whose row holds the token by sessions whose row holds a hash. */
export interface StoredMigration {
  /** Accepts a row that holds the token of the cookie; `null` after `until`, or once the session was replaced or ended. */
  accept(
    row: { readonly session: AdapterSession; readonly user: AdapterUser },
    context: StoredMigrationContext,
  ): Promise<OlderSession | null>;
  /** Stores the session that replaces the other library's. Returns its end; `null` if it has ended in the meantime. */
  replace(older: OlderSession, context: StoredMigrationContext): Promise<number | null>;
  /** Ends the other library's session whose replacement the browser has sent. Does nothing for other tokens. */
  confirm(token: string, context: StoredMigrationContext): Promise<void>;
  /** Removes the row that holds a token, and those of the sessions that it replaces or is replaced by. */
  end(token: string, context: StoredMigrationContext): Promise<void>;
}
