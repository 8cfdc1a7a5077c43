/**
 * The types of the result of `NextAuth`.
 *
 * @module
 */

import type { AuthConfig, SessionOf } from "../model/auth_config.ts";
import type { StrategyName } from "../model/callbacks.ts";
import type { SessionNeed } from "../values/levels.ts";
import type { Awaitable, Session } from "../values/types.ts";
import type { ConfigSource } from "./_config_source.ts";
import type { NextFetchEvent, NextRequest } from "./_next_types.ts";
import type {
  ChangePasswordForm,
  ForgotPasswordForm,
  KeepPasswordForm,
  NewPasswordForm,
  PasswordForm,
  ProveSecondFactorForm,
  SecondFactorPage,
  SecondFactorResult,
  SecondFactorSetup,
  SetUpSecondFactorForm,
  SignUpForm,
} from "./integration.ts";

/** A config for Next: that of the library, with one more callback. */
export type NextAuthConfig<Strategy extends StrategyName = StrategyName> = AuthConfig<Strategy> & {
  /** Decisions of the application. */
  readonly callbacks?: AuthorizedCallback;
};

/** The callback that only the integration for Next has. */
export interface AuthorizedCallback {
  /**
   * Decides in the proxy whether the user may open a page. Only `true` opens it; a `Response` is the answer; a need such as
   * `{ aal: 2, maxAge: 300 }` opens it to a session that is enough, and leads others to the page of the second factor and
   * back; anything else leads to the sign-in page and back. With a function in `auth(…)`, only a `Response` counts: the function decides the
   * rest. Default: each user may open each page.
   *
   * @param params The request, and the session: `null` if no one is signed in.
   */
  authorized?(
    params: { request: NextRequest; auth: Session | null },
  ): Awaitable<boolean | Response | SessionNeed | undefined>;
}

/** A request with its session. */
export type NextAuthRequest<C extends AuthConfig = AuthConfig> = NextRequest & {
  /** The session; `null` if no one is signed in. */
  auth: SessionOf<C> | null;
};

/** Options of `auth.require()`. */
export interface NextRequireOptions extends SessionNeed {
  /**
   * Where the user goes afterwards: the path of the page as browsers see it, because Next does not tell a page its own.
   * Default: the page of the form in a server action, else the page before, else `/`.
   */
  readonly redirectTo?: string;
  /**
   * The form that the server action has got. If the session is not enough, its fields are kept in a sealed cookie, for ten
   * minutes and for this user, and `auth.keptForm()` returns them to the page. Fields named like a secret, and files, are left
   * out. Default: the user types it again.
   */
  readonly form?: FormData;
}

/** Reads the session. */
export interface AuthFunction<C extends AuthConfig> {
  /**
   * Returns the session of the current request; `null` if no one is signed in. In server components, route handlers and
   * server actions. Reads it once per request. Prolongs the cookie, except in server components, which cannot set cookies.
   *
   * @throws {ConfigError} if the config is invalid.
   * @throws {AdapterError} if the database fails.
   */
  (): Promise<SessionOf<C> | null>;
  /** Answers a request of the proxy: `export { auth as proxy } from "@/auth"`. `callbacks.authorized` decides. */
  (request: NextRequest, event: NextFetchEvent): Promise<Response>;
  /** Gives a route handler or a proxy the session as `request.auth`. A proxy may return nothing: Next goes on. */
  // deno-lint-ignore no-explicit-any -- Next types it by the path of the route
  <Context = any>(
    handler: (
      request: NextAuthRequest<C>,
      context: Context,
    ) => Awaitable<Response | null | undefined | void>,
  ): (request: NextRequest, context: Context) => Promise<Response>;
  /**
   * Returns the session, for pages, route handlers and server actions that need one: `auth.require({ aal: 2, maxAge: 300 })`.
   *
   * A page or an action is redirected to sign in, or to the page of the second factor: Next's redirect is thrown, let it
   * pass. A route handler that a script calls gets `SessionRequired`, and `auth(handler)` sends its answer.
   *
   * @throws {SessionRequired} for a script, if no one is signed in, or the session is not enough.
   * @throws {ConfigError} if the config has no way to sign in that reaches the level, or `maxAge` is less than 10.
   * @throws {AdapterError} if the database fails.
   */
  require(options?: NextRequireOptions): Promise<SessionOf<C>>;
  /**
   * Returns the fields of a form that `auth.require({ form })` has kept, for the page to show it again; without fields if
   * there is none: `defaultValue={kept.get("amount") ?? ""}`. They stay until an action with `form` has a session that is enough.
   *
   * @param page The path of the page as browsers see it: that to which the user comes back. With a query, it must be the same.
   * @throws {ConfigError} if the config is invalid.
   * @throws {AdapterError} if the database fails.
   */
  keptForm(page: string): Promise<URLSearchParams>;
}

/** Fields of a sign-in: those of the form, such as `email` or `username`, and where the user goes. */
export interface SignInOptions {
  /** Where the user goes afterwards: a path or an absolute URL. Default: the page of the form. */
  readonly redirectTo?: string;
  /** `false` returns the URL instead of going there. Default `true`. */
  readonly redirect?: boolean;
  /** Fields of the form. */
  readonly [field: string]: unknown;
}

/** Parameters to add to the authorization request, such as `login_hint`. */
export type AuthorizationParams =
  | Readonly<Record<string, string>>
  | readonly (readonly [string, string])[]
  | string
  | URLSearchParams;

/** Signs in, in a server action or a route handler. */
export interface SignIn {
  /**
   * Signs in, and returns the URL where the user goes.
   *
   * @throws {AuthError} if it fails: `CredentialsSignin` with its `code` for wrong credentials.
   */
  (
    provider: string | undefined,
    options: SignInOptions & { readonly redirect: false },
    authorizationParams?: AuthorizationParams,
  ): Promise<string>;
  /**
   * Signs in, and goes to the provider, or where the user wanted to go. Without a provider, goes to the sign-in page.
   *
   * @param options The fields, or the form as the browser sent it, in which `redirectTo` counts as well.
   * @throws {AuthError} as above. On success Next's redirect is thrown: let it pass.
   */
  (
    provider?: string,
    options?: FormData | SignInOptions,
    authorizationParams?: AuthorizationParams,
  ): Promise<never>;
}

/** Signs out, in a server action or a route handler. */
export interface SignOut {
  /** Signs out, and returns where the user goes. @throws {AuthError} if it fails. */
  (options: { readonly redirectTo?: string; readonly redirect: false }): Promise<{ redirect: string }>;
  /** Signs out, and goes to `redirectTo`; by default to the page of the form. @throws {AuthError} if it fails. */
  (options?: FormData | { readonly redirectTo?: string; readonly redirect?: boolean }): Promise<never>;
}

/** Does what a form about a password asks for, in a server action or a route handler. */
export interface PasswordFunction<Form extends PasswordForm> {
  /** Does it for the form as the browser sent it, in which `redirectTo` counts as well, and goes on. @throws as below. */
  (form: FormData): Promise<never>;
  /** Does it, and returns the URL where the user goes. @throws {AuthError} if it fails. */
  (form: Form & { readonly redirect: false }): Promise<string>;
  /**
   * Does it, and goes there.
   *
   * @param form The fields.
   * @throws {AuthError} if it fails. On success Next's redirect is thrown: let it pass.
   */
  (form: Form & { readonly redirect?: boolean }): Promise<never>;
}

/**
 * The functions for forms of the application about a password. They need `Password()` in the config, and throw a
 * `ConfigError` without it. A request of another site is refused with `MissingCSRF`; a link changes nothing, and leads to the
 * page that has the form.
 */
export interface PasswordFunctions {
  /**
   * Creates an account: mails a link and a code, and goes to the page that asks for the code. Somebody who has an account
   * gets a mail that says so. The code signs in: `signIn("password", { code })`.
   *
   * Throws `InvalidPassword` with its `code`, `InvalidEmail`, `AccessDenied`, `EmailSignInError`.
   */
  readonly signUp: PasswordFunction<SignUpForm>;
  /**
   * Mails a link and a code for a new password, and goes to the page that asks for code and password.
   *
   * Throws `InvalidEmail`, `AccessDenied`, `EmailSignInError`.
   */
  readonly forgotPassword: PasswordFunction<ForgotPasswordForm>;
  /**
   * Sets a new password behind a mail, and signs in: with `code` in the browser that asked for the mail, or with `token` and
   * `email` of the link. All other sessions of the user end.
   *
   * Throws `InvalidPassword` with its `code`, `InvalidCode`, `Verification`, `AccessDenied`.
   */
  readonly newPassword: PasswordFunction<NewPasswordForm>;
  /**
   * Ends a sign-in that has led to `pages.keepPassword`: a password from before the address was confirmed stays if it is right,
   * else it is removed.
   *
   * Throws `InvalidCheck` if no question waits in this browser, and what a sign-in throws.
   */
  readonly keepPassword: PasswordFunction<KeepPasswordForm>;
  /**
   * Changes the password of the user who is signed in, with the current one, or adds one to a user who has none. All other
   * sessions of the user end. Goes to `redirectTo` with `done=password-changed`; to the sign-in page without a session.
   *
   * Throws `InvalidPassword` with its `code`, such as `WrongPassword`, and `UserChanged`.
   */
  readonly changePassword: PasswordFunction<ChangePasswordForm>;
}

/** Answers the question for a second factor, in a server action or a route handler. */
export interface ProveSecondFactor {
  /** Answers with the form as the browser sent it, in which `redirectTo` counts as well, and goes on. @throws as below. */
  (form: FormData): Promise<never>;
  /** Answers, and returns the URL where the user goes. @throws {AuthError} if it fails. */
  (form: ProveSecondFactorForm & { readonly redirect: false }): Promise<string>;
  /**
   * Answers, and goes there.
   *
   * @param form The fields.
   * @throws {AuthError} if it fails. On success Next's redirect is thrown: let it pass.
   */
  (form: ProveSecondFactorForm & { readonly redirect?: boolean }): Promise<never>;
}

/** Sets a second factor up, or changes it, in a server action or a route handler. */
export interface SetUpSecondFactor {
  /** Does it for the form as the browser sent it, in which `redirectTo` counts as well. @throws as below. */
  (form: FormData): Promise<ShownCodes>;
  /** Does it, and returns the URL where the user goes. @throws {AuthError} if it fails. */
  (
    form: SetUpSecondFactorForm & { readonly redirect: false },
  ): Promise<Pick<SecondFactorResult, "url" | "codes">>;
  /**
   * Does it, and goes on, unless there are new recovery codes to show.
   *
   * @param form The fields.
   * @returns The codes.
   * @throws {AuthError} if it fails. Without codes Next's redirect is thrown: let it pass.
   */
  (form: SetUpSecondFactorForm & { readonly redirect?: boolean }): Promise<ShownCodes>;
}

/** New recovery codes, which are shown once. */
export interface ShownCodes {
  /** The codes. */
  readonly codes: readonly string[];
  /** Absolute URL where the user goes afterwards. */
  readonly url: string;
}

/**
 * The functions for pages of the application that ask for a second factor, and set one up. They need `secondFactor` in the
 * config, and throw a `ConfigError` without it. A request of another site is refused with `MissingCSRF`; a link changes nothing.
 */
export interface SecondFactorFunctions {
  /**
   * Answers the question for a second factor: with `code` of the authenticator app, `recoveryCode`, or `data` of a passkey. It
   * finishes the sign-in that `question` names; without it, it raises the session to level 2.
   *
   * Throws `InvalidSecondFactor`, `InvalidCheck`, `RateLimited`, and what a sign-in throws.
   */
  readonly proveSecondFactor: ProveSecondFactor;
  /**
   * Returns what a page shows that sets a second factor up: a secret for an authenticator app, as a QR code too. A user who has
   * to sign in first, or to prove that it is them, is redirected there, and back to `pages.secondFactorSetup`; for a script it
   * throws `SessionRequired`. Before a code is mailed in a session, the page leads to the endpoint, which sets a cookie, and back.
   *
   * Throws `InvalidCheck` if the sign-in that `question` names waits no longer, and `EmailSignInError`.
   *
   * @param page `question` and `redirectTo`: `question` and `callbackUrl` of the page's address.
   */
  readonly startSecondFactor: (page?: SecondFactorPage) => Promise<SecondFactorSetup>;
  /**
   * Sets a second factor up: `code` with `setup` of the page, or `mailCode`. With `action` it changes it. Goes to `redirectTo`
   * with `done` or `error`, as `setUpSecondFactor` of other frameworks does; new recovery codes are returned instead.
   *
   * Throws `InvalidSecondFactor`, `InvalidCheck`, `UserChanged`, and what a sign-in throws.
   */
  readonly setUpSecondFactor: SetUpSecondFactor;
}

/** The result of `NextAuth`, which an application exports from its `auth.ts`. */
export interface NextAuthResult<C extends AuthConfig> extends PasswordFunctions, SecondFactorFunctions {
  /** The route handlers of the library: `export const { GET, POST } = handlers`. */
  readonly handlers: Readonly<Record<"GET" | "POST", (request: NextRequest) => Promise<Response>>>;
  /** Reads the session; around a route handler; as the proxy. */
  readonly auth: AuthFunction<C>;
  /** Signs in. */
  readonly signIn: SignIn;
  /** Signs out. */
  readonly signOut: SignOut;
  /**
   * Passes data to the callbacks that make the session, with `trigger: "update"`. Returns the changed session.
   *
   * @throws {AuthError} if it fails.
   */
  readonly update: (data: unknown) => Promise<SessionOf<C> | null>;
  /** The same as `update`: its name in next-auth 5. */
  readonly unstable_update: (data: unknown) => Promise<SessionOf<C> | null>;
}

/** A config, or a function that creates one per request. It gets no request in server components and actions. */
export type NextAuthSource<C extends NextAuthConfig> = ConfigSource<C, NextRequest | undefined>;
