/**
 * The callbacks of the application, and their parameters.
 *
 * @module
 */

import type { AdapterUser } from "../adapters/contract/types.ts";
import type { Aal, AuthMethod } from "../values/levels.ts";
import type { Account, Awaitable, JWT, Profile, Session, SignInData, User } from "../values/types.ts";

/** Where sessions are kept. `jwt`: in an encrypted cookie. `database`: in the adapter's database. */
export type StrategyName = "jwt" | "database";

/** Decisions of the application. */
export type Callbacks<Strategy extends StrategyName = StrategyName> = CallbacksWith<SessionParams<Strategy>>;

/** Decisions of the application. @typeParam Params Parameters of `session`. */
export interface CallbacksWith<Params> {
  /**
   * Whether a user may sign in. Runs at each sign-in, after the provider, the link or the password was checked and before
   * anything is stored; with an email provider, also before the email is sent. Return `true` to allow it, or a string to
   * redirect to that URL instead; any other value, or an error, leads to the error page. Default: `true`.
   */
  signIn?(params: SignInParams): Awaitable<boolean | string>;
  /**
   * Decides where the user goes after sign-in or sign-out: return the URL. `url` is absolute, or a path of the application
   * such as `/home`, whichever the browser sent; `baseUrl` is the origin of the application. Any value but an http or https
   * URL, or an error, leads to the `url` of the application. It may be asked about a URL that it has returned: return that
   * one unchanged. Default: `url` if it is on the origin of the application, else the application's `url`.
   */
  redirect?(params: { url: string; baseUrl: string }): Awaitable<string>;
  /**
   * The claims of the session token. Runs with strategy `jwt`, at sign-in and at each access to the session. Return the
   * claims, which are stored in the token; `null` ends the session. Default: `token` unchanged.
   */
  jwt?(params: JWTParams): Awaitable<JWT | null>;
  /**
   * The session that the application and the browser receive. Runs at each access to the session, and at sign-in, where an
   * error fails the sign-in. Return the session; `null` holds it back: then the user is not signed in. A session without a
   * `user` links no account, adds no passkey and opens no account page. Default: id, name, email and image of the user,
   * and when the session expires.
   */
  session?(params: Params): Awaitable<SessionContent | null>;
}

/** Return type of `callbacks.session`: any object except a promise. */
export type SessionContent = object & { readonly then?: never };

/** Parameters of `callbacks.signIn`. */
export interface SignInParams {
  /** The stored user, if one exists; else the user from `profile()`, `authorize()` or the typed address. */
  user: User;
  /** The account with its tokens. */
  account: Account | null;
  /** The answer of the provider, unmapped. */
  profile?: Profile;
  /** The fields that the user typed, with a credentials provider. */
  credentials?: Readonly<Record<string, unknown>>;
  /** The user who is signed in, if this sign-in links the account to them. */
  link?: AdapterUser;
  /** What the application's own code has given the sign-in: `signIn(provider, { data })`. Absent without any. */
  data?: SignInData;
  /** With an email provider, when the user asks for an email; absent when they use its link or code. */
  email?: { verificationRequest: boolean };
}

/** Parameters of `callbacks.jwt`. */
export interface JWTParams {
  /** At sign-in `name`, `email`, `picture` and `sub`; later the whole token. */
  token: JWT;
  /** The user. Only at sign-in. */
  user?: User;
  /** The account with its tokens. Only at sign-in. */
  account?: Account | null;
  /** The answer of the provider, unmapped. Only at sign-in. */
  profile?: Profile;
  /** What the application's own code has given the sign-in: `signIn(provider, { data })`. Only at sign-in. */
  data?: SignInData;
  /** Why the callback runs; absent if the session is only read. */
  trigger?: "signIn" | "signUp" | "update";
  /** @deprecated Use `trigger === "signUp"`. */
  isNewUser?: boolean;
  /** With `trigger: "update"`: the data of the browser. Do not trust it. */
  // deno-lint-ignore no-explicit-any -- checked by the application, as with Auth.js
  session?: any;
}

/**
 * Parameters of `callbacks.session`: `token` with strategy `jwt`, `user` and `sessionId` with strategy `database`. Without
 * a type of the strategy, TypeScript takes all of them for present, as with Auth.js, although some are `undefined`:
 * write `AuthConfig<"jwt">` or `AuthConfig<"database">`.
 */
export type SessionParams<Strategy extends StrategyName = StrategyName> = [StrategyName] extends [Strategy]
  ? UntypedSessionParams
  : {
    readonly jwt: TokenSessionParams;
    readonly database: StoredSessionParams;
  }[Strategy];

/** Parameters of `callbacks.session` in a config whose type does not say the strategy. */
export interface UntypedSessionParams extends CommonSessionParams {
  /** The session: its user, and when it expires: a `Date` with strategy `database`, text with `jwt`. */
  session: StoredSession;
  /** The claims of the session token. `undefined` with strategy `database`. */
  token: JWT;
  /** The stored user. `undefined` with strategy `jwt`. */
  user: AdapterUser;
  /** Id of the stored session. `undefined` with strategy `jwt`. */
  sessionId: string;
}

/** Parameters of `callbacks.session` with every strategy. */
export interface CommonSessionParams {
  /**
   * When the user signed in, to the second, with a way that they had before: for a page that asks to sign in again first,
   * as `session.freshAge` does for the account page. Adding an account does not change it. `null` if they have
   * proven nothing, as an anonymous user, or if it is unknown: another library made the session, or your `generateSessionToken`
   * made its token and the adapter stores no `createdAt`.
   */
  signedInAt: Date | null;
  /**
   * How the user signed in, by RFC 8176 §2: `pwd`, `otp`, `hwk`, `swk`, `user`, `mfa`. Empty if unknown, as with OAuth and
   * with `Credentials`.
   */
  amr: readonly AuthMethod[];
  /** Level of the session: 2 after two factors, which is where `amr` has `mfa`; else 1. */
  aal: Aal;
  /** With `trigger: "update"`: the data of the browser. Do not trust it. */
  // deno-lint-ignore no-explicit-any -- checked by the application, as with Auth.js
  newSession?: any;
  /** `update` if the browser asked for an update. */
  trigger?: "update";
}

/** Parameters of `callbacks.session` with strategy `jwt`. */
export interface TokenSessionParams extends CommonSessionParams {
  /** The session: its user, and when it expires. */
  session: Session;
  /** The claims of the session token. */
  token: JWT;
}

/**
 * A stored session, as `callbacks.session` receives it: `expires` is a `Date`. To the compiler it is text as well, because
 * it becomes text in the session that the callback returns.
 */
export type StoredSession = Session & { expires: Date };

/** Parameters of `callbacks.session` with strategy `database`. */
export interface StoredSessionParams extends CommonSessionParams {
  /** The session: its user, and when it expires. */
  session: StoredSession;
  /** The stored user. */
  user: AdapterUser;
  /** Id of the stored session: `sha256:` and the hash of the token in the cookie. It cannot be used to sign in. */
  sessionId: string;
}
