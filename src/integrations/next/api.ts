/**
 * The types of the result of `NextAuth`.
 *
 * @module
 */

import type { SignOutAction } from "../../shapes/sign_out.ts";
import type { AuthConfig, SessionOf } from "../../model/auth_config.ts";
import type { StrategyName } from "../../model/callbacks.ts";
import type { SessionNeed } from "../../values/levels.ts";
import type { Awaitable, Session, SignInData } from "../../values/types.ts";
import type { ConfigSource } from "../mount/config_source.ts";
import type { FunctionsOf } from "../../model/feature.ts";
import type { OwnForm } from "../../values/own_form.ts";
import type { FormValue } from "../mount/request_auth_types.ts";
import type { NextFetchEvent, NextRequest } from "./types.ts";

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

/**
 * Reads the session. A feature or a provider of the config may add functions under its name, such as
 * `auth.accessTokens.get("google")`.
 */
export type AuthFunction<C extends AuthConfig> = SessionFunction<C> & NextFunctions<C>;

/** The functions that a config brings, under their names, for server components, server actions and route handlers. */
export type NextFunctions<C> = {
  readonly [F in FunctionsOf<C> as F["name"]]:
    & {
      readonly [Name in keyof F["forms"]]: F["forms"][Name] extends OwnForm<infer Fields, infer Shown>
        ? NextSubmit<Fields, Shown>
        : never;
    }
    & F["calls"];
};

/**
 * Does what a form asks for, in a server action or a route handler, by the fields of the form and what the page shows once
 * afterwards.
 */
export interface NextSubmit<Fields extends object, Shown extends object> {
  /** Does it for the form as the browser sent it, in which `redirectTo` counts as well, and goes on. @throws as below. */
  (form: FormData): Promise<NextShown<Shown>>;
  /** Does it, and returns the URL where the user goes. @throws {AuthError} if it fails. */
  (form: Fields & { readonly redirect: false }): Promise<FormValue<Shown>>;
  /**
   * Does it, and goes there, unless there is something to show before, which it returns.
   *
   * @param form The fields.
   * @throws {AuthError} if it fails. On success Next's redirect is thrown: let it pass.
   */
  (form: Fields & { readonly redirect?: boolean }): Promise<NextShown<Shown>>;
}

/** The values that a page shows once, and `url`, where the user goes afterwards. */
export type NextShown<Shown> = [Shown] extends [never] ? never : { readonly url: string } & Shown;

/** Reads the session, in every config. */
export interface SessionFunction<C extends AuthConfig> {
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
  /**
   * Scopes to ask for beside those of the provider's config, separated by spaces (RFC 6749 §3.3): name all that the application
   * needs by now. A user who is signed in must choose their own account at the provider. Never that of a form: write it in the
   * code. Default: none.
   */
  readonly scope?: string;
  /**
   * What the callbacks and the events of the sign-in get as `data`: an object of at most 500 bytes as JSON, which travels sealed. A text is
   * the field of a form. Default: nothing.
   */
  readonly data?: SignInData | string;
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
  /**
   * Signs out, and goes to `redirectTo`; by default to the page of the form. In a form, the field `provider` with the value `true`
   * also signs out at the provider, and the field `revokeTokens` revokes all tokens of the user. @throws {AuthError} if it fails.
   */
  (options?: FormData | { readonly redirectTo?: string; readonly redirect?: boolean }): Promise<never>;
  /**
   * Signs out at the provider, too, or revokes the tokens of the user: see `SignOutAction`. Returns where the user goes.
   *
   * @throws {AuthError} if it fails.
   */
  (options: SignOutAction & { readonly redirect: false }): Promise<{ redirect: string }>;
  /** The same, and goes there. @throws {AuthError} if it fails. */
  (options: SignOutAction & { readonly redirect?: boolean }): Promise<never>;
}

/**
 * The result of `NextAuth`, which an application exports from its `auth.ts`. The functions that the config brings stand here, too:
 * `export const { handlers, auth, password } = NextAuth(config)`.
 */
export type NextAuthResult<C extends AuthConfig> = NextAuthFunctions<C> & NextFunctions<C>;

/** The functions of every config. */
export interface NextAuthFunctions<C extends AuthConfig> {
  /** The route handlers of the library: `export const { GET, POST } = handlers`, with `TrustedOrigins()` also `OPTIONS`. */
  readonly handlers: Readonly<
    Record<"GET" | "POST" | "OPTIONS", (request: NextRequest) => Promise<Response>>
  >;
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
