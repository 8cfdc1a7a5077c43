/**
 * The config of an application.
 *
 * @module
 */

import type { Adapter } from "../adapters/contract/types.ts";
import type { CookiesOptions } from "../http/types.ts";
import type { Feature } from "./feature.ts";
import type { raw, skipCSRFCheck } from "../values/markers.ts";
import type { Language, MessageOverrides } from "../messages/types.ts";
import type { LimitsOptions } from "./limits.ts";
import type { Migration } from "./migration.ts";
import type { Platform } from "../platform/platform.ts";
import type { Provider } from "./provider.ts";
import type { Awaitable, LoggerInstance, Session, Theme } from "../values/types.ts";
import type { Callbacks, StoredSession, StrategyName } from "./callbacks.ts";
import type { Events } from "./events.ts";
import type {
  AccountsOptions,
  ExperimentalOptions,
  JWTOptions,
  PagesOptions,
  SecurityMails,
  SessionOptions,
} from "./options.ts";

/**
 * Configuration of the library. Only `setEnvDefaults` writes to it; the application may change it at any time.
 *
 * `AuthConfig<"jwt">` and `AuthConfig<"database">` type `callbacks.session` by the session strategy, so write
 * `satisfies AuthConfig<"jwt">`. In an `AuthConfig` without the strategy `token` and `user` both have a type, as with
 * Auth.js, although one of them is `undefined`: TypeScript cannot read the strategy from the fields of a config.
 */
export type AuthConfig<Strategy extends StrategyName = StrategyName> = [StrategyName] extends [Strategy]
  ? ConfigOfAnyStrategy
  : {
    readonly jwt: ConfigWithoutAdapter | ConfigWithTokens;
    readonly database: ConfigWithStoredSessions;
  }[Strategy];

/** A config without a database: sessions are in tokens. */
export interface ConfigWithoutAdapter extends CommonConfig {
  /** No database. */
  readonly adapter?: undefined;
  /** How long sessions last. */
  readonly session?: SessionOptions<"jwt">;
  /** Decisions of the application. */
  readonly callbacks?: Callbacks<"jwt">;
}

/** A config with users in a database, and sessions in tokens. */
export interface ConfigWithTokens extends CommonConfig {
  /** The application's database. */
  readonly adapter: Adapter;
  /** How sessions are kept, and for how long. */
  readonly session: SessionOptions<"jwt"> & { readonly strategy: "jwt" };
  /** Decisions of the application. */
  readonly callbacks?: Callbacks<"jwt">;
}

/** A config with users and sessions in a database. */
export interface ConfigWithStoredSessions extends CommonConfig {
  /** The application's database. With it, sessions are stored by default. */
  readonly adapter: Adapter;
  /** How long sessions last. */
  readonly session?: SessionOptions<"database">;
  /** Decisions of the application. */
  readonly callbacks?: Callbacks<"database">;
}

/** A config whose type does not say the strategy. */
export interface ConfigOfAnyStrategy extends CommonConfig {
  /** The application's database. With it, sessions are stored by default. Default: none: sessions are in tokens. */
  readonly adapter?: Adapter | undefined;
  /** How sessions are kept, and for how long. Default: those of its fields. */
  readonly session?: SessionOptions | undefined;
  /** Decisions of the application: who signs in, where they go, and which data a session has. Default: those of its fields. */
  // With `object`, TypeScript accepts one that shares no property with it: a config of Next may have `authorized` alone.
  readonly callbacks?: Callbacks & object;
}

/** The options for every strategy. Integrations and `setEnvDefaults` read the `AUTH_*` variables that are defaults. */
export interface CommonConfig {
  /** The providers, in the order of the sign-in page. */
  // The empty tuple lets TypeScript infer each entry: in an array, the type of `Password()` is lost beside that of `Credentials()`.
  readonly providers: readonly [] | readonly Provider[];
  /**
   * URL of the application, as browsers see it: `https://example.com`. Links, redirects, cookies, CSRF protection and
   * passkeys use its origin, whatever the `Host` header says. Only the error page of a browser that is at another origin
   * of the application stays there. The path of the URL is that of the application, which a proxy may remove from the path
   * of a request; a path that ends with `/auth` is the path of the handler.
   * Default: `AUTH_URL`; without both, the origin of the request, which `trustHost` must allow.
   */
  readonly url?: string;
  /** Path of the handler, as browsers see it. Default: `/auth`, below the path of `url`. */
  readonly basePath?: string;
  /**
   * At least 32 random characters. The first of several seals, all of them open. Leave it out, and write them into the
   * environment, as {@link https://latchkey.github.io/auth/recipes/sessions.html#rotate-the-secret | a rotation} needs them: with
   * a `secret` here, no variable is read. Default: `AUTH_SECRET`.
   */
  readonly secret?: string | readonly string[];
  /**
   * Whether to trust the host of the request, which the server or the proxy in front of it must then set: in the `Host`
   * header, in `:authority` of HTTP/2, and in a request target that is a whole URL. Without a `url`, it must be `true`. With
   * a `url` it has no effect. Default: `AUTH_TRUST_HOST`; else `true` on Vercel, Cloudflare Pages and Deno Deploy, which set
   * the host themselves, and `false` elsewhere.
   */
  readonly trustHost?: boolean;
  /** `Secure` cookies, with the prefix `__Host-`, or `__Secure-` where a cookie has a `domain`. Default: `true` on https. */
  readonly useSecureCookies?: boolean;
  /** The session token, with the session strategy `jwt`. Default: those of its fields. */
  readonly jwt?: JWTOptions;
  /**
   * Handlers of events. The library awaits them; an error of a handler is logged and has no other effect. Their results are
   * ignored. Default: none.
   */
  readonly events?: Events;
  /**
   * Names and attributes of the cookies. Default: the names below, with the prefix `__Host-` on https; `HttpOnly`,
   * `SameSite=Lax`, `Path=/`, and `Secure` on https.
   */
  readonly cookies?: CookiesOptions;
  /**
   * Pages of the application's own: paths that begin with `/`, or absolute URLs. A guard lets GET, HEAD and POST to them pass
   * without a session, except for the pages of users who are signed in: `signOut`, `newUser`, `link`, `takenOver`, `account` and
   * `password`. The others must show nothing that needs a session. Default: the built-in pages.
   */
  readonly pages?: PagesOptions;
  /**
   * `"skip-if-one"`: where the one way to sign in is an OAuth provider, users are sent there in the place of the built-in sign-in
   * page. After a failure, and to users who are signed in, the page is shown. Default: it is always shown.
   */
  readonly signInPage?: "skip-if-one";
  /**
   * Appearance of the built-in pages and of the emails. `Brand()` of `@latchkey/auth/brand` returns one with a layout and more.
   * Default: those of its fields.
   */
  readonly theme?: Theme;
  /**
   * Language of pages and emails: a tag such as `de` or `pt-BR`, or a function of the request that returns one, or `null`
   * where the browser decides. A request with `ui_locales` in its query goes before it.
   * Default: the language that the browser prefers (`Accept-Language`), and English.
   */
  readonly language?: string | ((request: Request) => Awaitable<string | null | undefined>);
  /**
   * Languages to offer: those of `@latchkey/auth/languages`, and tags of `messages`. The first is the default in place of
   * English. An integration for servers with files knows the tags of the library too. Default: with such an integration,
   * all languages of the library, otherwise English; and those of `messages`.
   */
  readonly languages?: readonly (string | Language)[];
  /**
   * Names the place of a request, such as `"Berlin, Germany"`: a function of the request that returns a name, or `null` where it is not
   * known. A proxy in front of you may say it in a header, such as `cf-ipcity` or `x-vercel-ip-city`: without that proxy, whoever sends
   * the request writes it. Letters, digits and the marks of names stay, 100 characters at most. Emails about the account name it,
   * and `ActivityLog()` keeps it. It is asked for two seconds at most; an error is logged. Default: none: no place is named.
   */
  readonly location?: (request: Request) => Awaitable<string | null | undefined>;
  /**
   * Messages in the place of those of the library, by the tag of their language: `{ de: { signIn: { heading: "…" } } }`.
   * A tag that the library lacks adds a language; what it leaves out is English. The log names a language, a key or a
   * placeholder that does not exist. Default: none.
   */
  readonly messages?: Readonly<Record<string, MessageOverrides>>;
  /**
   * Limits for attempts to guess a password or a code, for emails and for sign-ups: see the page "Limits and captchas". `false`: none. With
   * `address`, the library knows the clients behind a proxy; with `account`, the accounts of `Credentials`. A function replaces
   * the limits. Default: for each account, and for each client whose address is certain.
   */
  readonly limits?: LimitsOptions;
  /**
   * Emails that tell a user what has happened to their account. `false`: none. They go to an address that the user has proven,
   * with the first provider of mail that can send them: see `notices` of a provider. `limits: false` leaves out those of a new
   * device, which a cookie of the limits knows. Default: those of its fields.
   */
  readonly securityMails?: false | SecurityMails;
  /**
   * What the application turns on, such as `[AccountPage(), SecondFactor()]`. Each feature comes from its own module, which has
   * its code. For a condition, write `[...(on ? [SecondFactor()] : [])]`. Default: none.
   */
  readonly features?: readonly [] | readonly Feature[];
  /** How accounts are stored. Default: as Auth.js stores them. */
  readonly accounts?: AccountsOptions;
  /**
   * For a time, reads what Auth.js or next-auth has issued, so that no one has to sign in again: `fromAuthJs(options)` or
   * `fromNextAuth4(options)` of `@latchkey/auth/migrate`. Default: none.
   */
  readonly migration?: Migration;
  /**
   * Receives log entries instead of the console. During an outage of the database, it receives one failure a minute.
   * With a logger, `debug` has no effect. Default: the console.
   */
  readonly logger?: Partial<LoggerInstance>;
  /**
   * Writes each step to the console: requests, calls of the database by their method, requests to providers, decisions,
   * callbacks, events and answers. Never a value, an address or a secret. Default `false`.
   */
  readonly debug?: boolean;
  /**
   * URL of a deployment that receives all OAuth callbacks, up to and with its `basePath`. That deployment sets it as well,
   * and forwards only to callback URLs, such as `https://preview.example/auth/callback/github`, that its
   * `callbacks.redirect` returns unchanged. Needs `redirectProxySecret`. Default: `AUTH_REDIRECT_PROXY_URL`.
   */
  readonly redirectProxyUrl?: string;
  /**
   * Seals only the data that passes through the redirect proxy: the same in the proxy and in all deployments, at least 32
   * characters, and different from every `secret`. Each deployment has a `secret` of its own, so that a session of one is
   * not valid in the others. The first of several seals, all of them open.
   * Default: `AUTH_REDIRECT_PROXY_SECRET`.
   */
  readonly redirectProxySecret?: string | readonly string[];
  /** The exported `raw`: `Auth` returns its answer as data, and throws errors. For authors of integrations. Default: none. */
  readonly raw?: typeof raw;
  /**
   * The exported `skipCSRFCheck`: for authors of integrations whose framework checks the origin itself. Default: none: the
   * library checks each form.
   */
  readonly skipCSRFCheck?: typeof skipCSRFCheck;
  /** Clock, randomness, network, timers and log. Default: those of the runtime. */
  readonly platform?: Partial<Platform>;
  /** Options that may change or disappear in any version. Default: those of its fields. */
  readonly experimental?: ExperimentalOptions;
}

/**
 * The session type of a config: the return type of its `callbacks.session`, without `null`, and with `expires` as text.
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
  { readonly callbacks: { session: (...params: never[]) => infer R } }
  ? NonNullable<Awaited<R>> extends infer S extends { readonly expires: Date }
    ? [S, StoredSession] extends [StoredSession, S] ? Session : Omit<S, "expires"> & { expires: string }
  : NonNullable<Awaited<R>>
  : Session;
