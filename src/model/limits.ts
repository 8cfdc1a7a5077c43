/**
 * Limits: how often something may be tried that a stranger can try, such as a password.
 *
 * @module
 */

import type { Incoming } from "../http/types.ts";
import type { SetCookie } from "../values/cookie.ts";
import type { Awaitable } from "../values/types.ts";

/**
 * What is counted. `password`: of `Password()`. `credentials`: of `Credentials`. `code`: of an email, for a sign-in. `mail`: one that is sent.
 * `passkey`: the answer of a passkey. `signUp`: a form that creates an account. `secondFactor`: a code of an authenticator app,
 * or the mailed code that comes before a first second factor. `recoveryCode`: a recovery code.
 */
export type LimitKind =
  | "code"
  | "credentials"
  | "mail"
  | "passkey"
  | "password"
  | "recoveryCode"
  | "secondFactor"
  | "signUp";

/** An attempt that is counted. */
export interface LimitedAttempt {
  /** What is tried. */
  readonly kind: LimitKind;
  /**
   * Whose account is tried: the address that was typed, normalized, whether it has a user or not; for a name of `UserNames()`, the id
   * of its user, and `@` with the name if it has none; for `Credentials`, what `limits.account` returns; for a passkey, its id. `null`
   * if it is unknown, or the attempt concerns none, as a sign-up.
   */
  readonly account: string | null;
  /** The address of the client: of IPv6, the first 64 bits. `null` if unknown, or if this browser has signed in to the account. */
  readonly address: string | null;
  /** Id of the provider. */
  readonly provider: string;
}

/** What the library cannot know by itself. */
export interface LimitsSettings {
  /**
   * Returns the IP address of the client, or any other text that tells clients apart; `null` if it is unknown. Behind a proxy,
   * return what that proxy has written, never what a client can write: of `X-Forwarded-For`, the last address. `connection` is the
   * address at the other end of the connection, if the server tells it: that of the client where no proxy is. Default: the
   * address of the connection if it is public and no proxy stands before it, and on Cloudflare Workers, Vercel, Netlify and
   * Fly, that of their own header; else unknown, and only accounts have limits.
   */
  readonly address?: (
    request: Request,
    client: { readonly connection: string | null },
  ) => Awaitable<string | null | undefined>;
  /**
   * Returns whose account the credentials of `Credentials` name, such as the lower-cased user name. Default: unknown, and only
   * addresses of clients have limits.
   */
  readonly account?: (credentials: Readonly<Record<string, unknown>>) => Awaitable<string | null | undefined>;
}

/**
 * Limits of the application's own, in place of those of the library: called before each attempt. Returns after how many seconds
 * it may be tried again; `0` or nothing, if now.
 */
export type LimitsFunction = (
  attempt: LimitedAttempt & { readonly request: Request },
) => Awaitable<number | null | undefined | void>;

/** The option `limits`. */
export type LimitsOptions = false | LimitsSettings | LimitsFunction;

/**
 * Whose attempts are counted, and who is known in a browser: each kind has names of its own, so that a user name that is the
 * address or the id of another user is not theirs. The names of `credentials` begin with the id of the provider.
 */
export type Whose = readonly [
  kind: "address" | "credentials" | "passkey" | "user",
  name: string,
  ...more: string[],
];

/** An attempt, as an action describes it. */
export interface Attempted {
  /** What is tried. */
  readonly kind: LimitKind;
  /** Id of the provider. */
  readonly provider: string;
  /** Whose account is tried; `null` or absent if the library does not know. */
  readonly account?: string | null;
  /** Whose attempts are counted, if the kind of `account` does not say it. */
  readonly whose?: Whose | undefined;
  /** Emails that are counted apart, with `mail`: what they are about. Absent for those that sign a user in. */
  readonly about?: "enrol" | "noAccount" | "reset" | "staffReset" | "unknownBrowser" | undefined;
  /** Id of the person of the staff who attempts it for the user, and whose attempts are counted first. Default: the user does, or code. */
  readonly actor?: string | null | undefined;
  /** Whether a failure is a slip that tells a stranger nothing. Default: those of the server alone are. */
  readonly forgives?: ((error: unknown) => boolean) | undefined;
  /** The fields of a form of `Credentials`. */
  readonly credentials?: Readonly<Record<string, unknown>>;
}

/** Counts attempts. */
export interface Limits {
  /**
   * Runs an attempt, unless there were too many before. It counts from its beginning, so that many at the same time are not
   * more than many in a row. A success takes it back, except for emails and sign-ups. So does a failure that is not the client's.
   *
   * @throws {RateLimited} if there were too many.
   * @throws {ServerBusy} if the database fails.
   */
  attempt<T>(attempted: Attempted, incoming: Incoming, run: () => Promise<T>): Promise<T>;
  /** Takes back what was counted for an account: its owner has proven to be one. A failure is logged. */
  forget(attempted: Attempted, incoming: Incoming): Promise<void>;
  /** Counts an email that tells a user what has happened. Returns whether it may be sent; if the database fails, it may. */
  allowsNotice(notice: {
    /** What has happened. */
    readonly purpose: string;
    /** Id of the user. */
    readonly userId: string;
  }): Promise<boolean>;
  /** Whether a user has signed in with this browser before. @param generation In this generation, as it is now. Default: in any. */
  isKnownBrowser(userId: string, incoming: Incoming, generation?: number): Promise<boolean>;
  /** The cookie by which this browser is known next time. */
  knownBrowser(signedIn: SignedInUser, incoming: Incoming): Promise<readonly SetCookie[]>;
}

/** A user who has just signed in. */
export interface SignedInUser {
  /** Id of the user. */
  readonly userId: string;
  /** The generation of the user, which another password ends. Default: the first one. */
  readonly generation?: number | undefined;
  /** The names under which attempts of this user are counted, beside their id. */
  readonly accounts: readonly Whose[];
  /** Id of the provider. */
  readonly provider: string;
  /** The fields of a form of `Credentials`. */
  readonly credentials?: Readonly<Record<string, unknown>>;
}
