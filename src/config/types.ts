/**
 * Everything an application can write.
 *
 * @module
 */

import type { AdapterSession, AdapterUser } from "../adapters/types.ts";
import type { CookieOption } from "../http/types.ts";
import type { raw, skipCSRFCheck } from "../markers.ts";
import type { Platform } from "../platform.ts";
import type { Provider } from "../providers/types.ts";
import type { Account, Awaitable, JWT, LoggerInstance, Profile, Session, Theme, User } from "../types.ts";
import type { AuthConfig } from "./_auth_config.ts";

export type {
  AuthConfig,
  ConfigOfAnyStrategy,
  ConfigWithoutAdapter,
  ConfigWithStoredSessions,
  ConfigWithTokens,
} from "./_auth_config.ts";

/** Where sessions are kept. `jwt`: in an encrypted cookie. `database`: in the adapter's database. */
export type StrategyName = "jwt" | "database";

/** What can be set with every strategy. Integrations and `setEnvDefaults` read the `AUTH_*` variables that are defaults. */
export interface CommonConfig {
  /** Who can prove that a user is who they say. In the order of the sign-in page. */
  readonly providers: readonly (Provider | (() => Provider))[];
  /**
   * URL of the application, as browsers see it: `https://example.com`. Links, redirects, cookies, CSRF protection and
   * passkeys are made for its origin, and the `Host` header does not matter. Its path is that of the application,
   * which a proxy may remove from the path of a request; a path that ends with `/auth` is the path of the handler.
   * Default: `AUTH_URL`; without both, the origin of the request, which `trustHost` must allow.
   */
  readonly url?: string;
  /** Path of the handler, as browsers see it. Default: `/auth`, below the path of `url`. */
  readonly basePath?: string;
  /**
   * At least 32 characters, from a random source. Of several the first is used to seal, all to open: to rotate, put
   * the new one first. Default: `AUTH_SECRET`.
   */
  readonly secret?: string | readonly string[];
  /** Whether the host of the request can be trusted. Must be `true` where there is no `url`; see `AUTH_TRUST_HOST`. */
  readonly trustHost?: boolean;
  /** `Secure` cookies, with the prefix `__Host-`, or `__Secure-` where a cookie has a `domain`. Default: `true` on https. */
  readonly useSecureCookies?: boolean;
  /** The session token. */
  readonly jwt?: JWTOptions;
  /** What the application wants to hear of. Awaited; a handler that throws is logged and changes nothing. */
  readonly events?: Events;
  /** Names and attributes of the cookies. What is not set keeps its default. */
  readonly cookies?: CookiesOptions;
  /** Pages of the application's own: paths or absolute URLs. */
  readonly pages?: PagesOptions;
  /** Appearance of the built-in pages. */
  readonly theme?: Theme;
  /** Receives log entries instead of the console. With it `debug` has no effect. */
  readonly logger?: Partial<LoggerInstance>;
  /** Writes each step to the console. Default `false`. */
  readonly debug?: boolean;
  /**
   * URL of a deployment that receives all OAuth callbacks, up to and with its `basePath`. That deployment sets it as well,
   * and forwards only to callback URLs, such as `https://preview.example/auth/callback/github`, that its
   * `callbacks.redirect` returns unchanged. Needs `redirectProxySecret`. Default: `AUTH_REDIRECT_PROXY_URL`.
   */
  readonly redirectProxyUrl?: string;
  /**
   * Seals what travels through the redirect proxy, and nothing else: the same in the proxy and in all deployments, at
   * least 32 characters, and different from every `secret`. Each deployment has a `secret` of its own, so that a session
   * of one is nothing to the others. Of several the first is used to seal, all to open.
   * Default: `AUTH_REDIRECT_PROXY_SECRET`.
   */
  readonly redirectProxySecret?: string | readonly string[];
  /** The exported `raw`: `Auth` returns its answer as data, and throws errors. For authors of integrations. */
  readonly raw?: typeof raw;
  /** The exported `skipCSRFCheck`: for authors of integrations whose framework checks the origin itself. */
  readonly skipCSRFCheck?: typeof skipCSRFCheck;
  /** Time, chance, network and log. Default: the runtime's. */
  readonly platform?: Partial<Platform>;
  /** What may change, or go, in any version. */
  readonly experimental?: ExperimentalOptions;
}

/** What may change, or go, in any version. */
export interface ExperimentalOptions {
  /** Lets providers of type `webauthn` in. Default `false`. */
  readonly enableWebAuthn?: boolean;
}

/** How sessions are kept, and for how long. */
export interface SessionOptions<Strategy extends StrategyName = StrategyName> {
  /** `jwt`: in an encrypted cookie. `database`: in the adapter's database. Default: `database` with an adapter. */
  readonly strategy?: Strategy;
  /** After how many seconds a session that is not used ends. Default 2 592 000 (30 days). */
  readonly maxAge?: number;
  /** After how many seconds a session in use is prolonged. Default 86 400 (1 day), or half of `maxAge` if that is less. `0`: each time. */
  readonly updateAge?: number;
  /**
   * For how many seconds after signing in a user who asks for it, with `link` in the form, adds an account or a passkey
   * without being asked once more. Default 3600 (1 hour). No effect with a `generateSessionToken` of the application's
   * own: then the user is always asked.
   */
  readonly freshAge?: number;
  /** Makes the token of a stored session. Default: 32 random bytes in base64url, and when the user signed in. */
  generateSessionToken?(): string;
}

/** The session token, an encrypted JWT. */
export interface JWTOptions {
  /** Lifetime in seconds: at most `session.maxAge`, which is the default. */
  readonly maxAge?: number;
  /** Makes the token. Default: JWE, `dir` with A256CBC-HS512. */
  encode?(params: JWTEncodeParams): Awaitable<string>;
  /** Reads the token; `null` if it is not valid. */
  decode?(params: JWTDecodeParams): Awaitable<JWT | null>;
}

/** What `encode` takes. */
export interface JWTEncodeParams<Payload = JWT> {
  /** Claims. Default `{}`. */
  readonly token?: Payload;
  /** The first encrypts. */
  readonly secret: string | readonly string[];
  /** Keeps tokens for different uses apart. Sessions use the name of their cookie. */
  readonly salt: string;
  /** Lifetime in seconds. Default 2 592 000 (30 days). */
  readonly maxAge?: number;
}

/** What `decode` takes. */
export interface JWTDecodeParams {
  /** The token. */
  readonly token?: string;
  /** The first that decrypts is used. */
  readonly secret: string | readonly string[];
  /** The salt that it was encoded with. */
  readonly salt: string;
}

/** Decisions of the application. */
export interface Callbacks<Strategy extends StrategyName = StrategyName> {
  /**
   * Whether a user may sign in: `true`. A string is a URL to go to instead; anything else, or throwing, leads to the
   * error page. Default: yes.
   */
  signIn?(params: SignInParams): Awaitable<boolean | string>;
  /**
   * Where a user may be sent after sign-in or sign-out. Anything but an http or https URL, and throwing, leads
   * to the `url` of the application. Default: URLs on the application's own origin; for any other, its `url`.
   */
  redirect?(params: { url: string; baseUrl: string }): Awaitable<string>;
  /**
   * Content of the session token, at sign-in and at each access. `null` ends the session.
   * Default: as it is.
   */
  jwt?(params: JWTParams): Awaitable<JWT | null>;
  /**
   * What the application and the browser see of a session. `null` holds the session back: the user is then not signed
   * in. It runs at sign-in, too, where throwing fails the sign-in, and whenever the library needs to know who is signed
   * in. Default: id, name, e-mail and image of the user, and when the session ends.
   */
  session?(params: SessionParams<Strategy>): Awaitable<SessionContent | null>;
}

/** What `callbacks.session` may return: any object but a promise of something else. */
export type SessionContent = object & { readonly then?: never };

/** What `callbacks.signIn` is given. */
export interface SignInParams {
  /** The user as stored, if there is one already; else as `profile()`, `authorize()` or the typed address gives them. */
  user: User;
  /** The account with its tokens. */
  account: Account | null;
  /** What the provider said. */
  profile?: Profile;
  /** What the user typed, with a credentials provider. */
  credentials?: Readonly<Record<string, unknown>>;
  /** The user who is signed in, if this sign-in adds an account to theirs. */
  link?: AdapterUser;
  /** With an e-mail provider, when a mail is asked for; absent when its link or code is used. */
  email?: { verificationRequest: boolean };
}

/** What `callbacks.jwt` is given. */
export interface JWTParams {
  /** At sign-in `name`, `email`, `picture` and `sub`; later the whole token. */
  token: JWT;
  /** The user. Only at sign-in. */
  user?: User;
  /** The account with its tokens. Only at sign-in. */
  account?: Account | null;
  /** What the provider said. Only at sign-in. */
  profile?: Profile;
  /** Why the callback runs; nothing when a session is only read. */
  trigger?: "signIn" | "signUp" | "update";
  /** @deprecated Use `trigger === "signUp"`. */
  isNewUser?: boolean;
  /** With `trigger: "update"`: what the browser sent. Do not trust it. */
  session?: unknown;
}

/**
 * What `callbacks.session` is given: `token` with sessions in tokens, `user` and `sessionId` with stored ones. If the
 * strategy is not known, check which of them is there.
 */
export type SessionParams<Strategy extends StrategyName = StrategyName> = {
  readonly jwt: TokenSessionParams;
  readonly database: StoredSessionParams;
}[Strategy];

/** What `callbacks.session` is given with every strategy. */
export interface CommonSessionParams {
  /** The session: its user, and when it ends. */
  session: Session;
  /** With `trigger: "update"`: what the browser sent. Do not trust it. */
  newSession?: unknown;
  /** `update` when the browser asked for an update. */
  trigger?: "update";
}

/** What `callbacks.session` is given with strategy `jwt`. */
export interface TokenSessionParams extends CommonSessionParams {
  /** The claims of the session token. */
  token: JWT;
  /** Exists with strategy `database` only. */
  user?: undefined;
  /** Exists with strategy `database` only. */
  sessionId?: undefined;
}

/** What `callbacks.session` is given with strategy `database`. */
export interface StoredSessionParams extends CommonSessionParams {
  /** The user as stored. */
  user: AdapterUser;
  /** What the library stores a session under: `sha256:` and the hash of the token in the cookie. It signs no one in. */
  sessionId: string;
  /** Exists with strategy `jwt` only. */
  token?: undefined;
}

/** Tells the application of an event. */
export type Emit = <E extends keyof Events>(
  event: E,
  message: Parameters<NonNullable<Events[E]>>[0],
) => Promise<void>;

/** What the application wants to hear of. */
export interface Events {
  /** A user was created. */
  createUser?(message: { user: User }): Awaitable<void>;
  /** A user was updated. */
  updateUser?(message: { user: User }): Awaitable<void>;
  /** An account was linked to a user. `profile` is the user as the provider tells of them. */
  linkAccount?(
    message: { user: User; account: Omit<Account, "expires_in">; profile: User },
  ): Awaitable<void>;
  /** Somebody signed in. */
  signIn?(
    message: { user: User; account: Account | null; profile?: Profile; isNewUser?: boolean },
  ): Awaitable<void>;
  /** Somebody signed out: of a session in a `token`, `null` if it could not be read, or of a stored `session`. */
  signOut?(message: { token: JWT | null } | { session: AdapterSession | null }): Awaitable<void>;
  /** A session was checked. `token` only with strategy `jwt`. */
  session?(message: { session: Session; token?: JWT }): Awaitable<void>;
}

/** The library's cookies. */
export interface CookiesOptions {
  /** The session token. */
  readonly sessionToken?: Partial<CookieOption>;
  /** The CSRF token and its signature. */
  readonly csrfToken?: Partial<CookieOption>;
  /** The mail that this browser last asked for. */
  readonly mail?: Partial<CookieOption>;
  /** One OAuth sign-in under way. The name is a prefix: each sign-in adds its own ending. */
  readonly flow?: Partial<CookieOption>;
  /** One challenge to a passkey. The name is a prefix, as with `flow`. */
  readonly challenge?: Partial<CookieOption>;
  /** An account that waits for the user to say whether to link it. */
  readonly link?: Partial<CookieOption>;
}

/** Pages of the application's own. */
export interface PagesOptions {
  /**
   * Gets `?callbackUrl=` and, after a failure, `&error=`; with `CredentialsSignin` also `&code=`, with `UserNotVerified`
   * also `&ways=`, the ids of the providers that the user has, separated by commas.
   */
  readonly signIn?: string;
  /** Asks whether to sign out. */
  readonly signOut?: string;
  /** Gets `?error=`. */
  readonly error?: string;
  /** Says that a mail is on its way, and takes its code. Gets `?provider=` and `&type=email`, after a wrong code `&error=`. */
  readonly verifyRequest?: string;
  /** Welcomes a new user. Gets `?callbackUrl=`. */
  readonly newUser?: string;
  /**
   * Asks a user who is signed in whether to link the account that they have just signed in with. Gets `?provider=` and
   * `&callbackUrl=`. Its form posts `csrfToken` and `choice` (`link`, `switch` or `cancel`) to
   * `<basePath>/link`. `switch` is refused for a passkey: it was made for this user.
   */
  readonly link?: string;
  /**
   * Welcomes the owner of a mailbox to a user whose address was not verified until now. Gets `?removed=`, the ids of the
   * providers that the user could sign in with before, separated by commas, and `&callbackUrl=`. Shown only if a way to
   * sign in was removed.
   */
  readonly takenOver?: string;
}

/**
 * The session type of a config: what its `callbacks.session` returns, other than `null`.
 *
 * @example
 * ```ts
 * import type { AuthConfig, SessionOf } from "@latchkey/auth";
 *
 * const config = {
 *   providers: [],
 *   callbacks: { session: ({ session, token }) => ({ ...session, role: String(token.role) }) },
 * } satisfies AuthConfig<"jwt">;
 *
 * const greet = (session: SessionOf<typeof config>) => `${session.user.name} is ${session.role}`;
 * greet({ user: { id: "1", name: "Ada" }, expires: "", role: "admin" });
 * ```
 */
export type SessionOf<C extends AuthConfig> = C extends
  { readonly callbacks: { session: (...params: never[]) => infer R } } ? NonNullable<Awaited<R>> : Session;
