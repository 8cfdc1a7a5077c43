/**
 * The type of `auth`.
 *
 * @module
 */

import type { AuthConfig, SessionOf } from "../../model/auth_config.ts";
import type { SessionNeed } from "../../values/levels.ts";
import type { FunctionsOf } from "../../model/feature.ts";
import type { OwnForm } from "../../values/own_form.ts";
import type { SignInAction } from "../../core/server_action.ts";
import type { SignOutAction } from "../../shapes/sign_out.ts";

/**
 * The session of one request, and the functions that change it. Those set the cookies of the answer: await them before the
 * headers are sent.
 *
 * A request of another site cannot sign in, sign out or change the session, so forms of the application need no CSRF token.
 *
 * A feature or a provider of the config may add functions under its name, such as `auth.accessTokens.get("google")` and
 * `auth.password.signUp(form)`: one for a form returns the URL to redirect to, beside it what the page shows once before.
 * TypeScript knows them of a config that `satisfies AuthConfig`.
 */
export type RequestAuth<C extends AuthConfig = AuthConfig> =
  & SessionAuth<C>
  & {
    readonly [F in FunctionsOf<C> as F["name"]]:
      & {
        readonly [Name in keyof F["forms"]]: F["forms"][Name] extends OwnForm<infer Fields, infer Shown>
          ? (form: Fields | FormData | URLSearchParams) => Promise<FormValue<Shown>>
          : never;
      }
      & F["calls"];
  };

/** The absolute URL where the user goes. Beside it the values that the page shows once before, `null` for each that it lacks. */
export type FormValue<Shown> = [Shown] extends [never] ? string
  : { readonly url: string } & { readonly [Name in keyof Shown]: Shown[Name] | null };

/** The functions of every config. */
export interface SessionAuth<C extends AuthConfig = AuthConfig> {
  /**
   * Returns the session; `null` when no one is signed in. It is read once per request.
   *
   * @throws {AdapterError} if the database fails.
   */
  (): Promise<SessionOf<C> | null>;
  /**
   * Returns the session, for pages and APIs that need one: `auth.require({ aal: 2, maxAge: 300 })` needs two factors, and a
   * proof in the last five minutes.
   *
   * @throws {SessionRequired} if no one is signed in, or the session is not enough, with the answer for this request: a page
   * is redirected to sign in, or to the page of the second factor, which leads back, and everything else gets 401. Most
   * integrations send this answer if nothing else catches the error.
   * @throws {ConfigError} if the config has no way to sign in that reaches the level, or `maxAge` is less than 10.
   * @throws {AdapterError} if the database fails.
   */
  require(options?: RequireOptions): Promise<SessionOf<C>>;
  /**
   * Returns where to send a user who must sign in first: the path of the sign-in page, or an absolute URL if `pages` has
   * one.
   *
   * @param returnTo Where the user goes afterwards: a path as browsers see it. Default: the page of this request.
   * @throws {ConfigError} if the page is prerendered, because it has no request.
   */
  signInUrl(returnTo?: string): string;
  /**
   * Signs a user in from a form of the application: begins at the provider, sends an email, or checks credentials.
   *
   * @returns The URL to redirect to.
   * @throws {AuthError} if it fails: `CredentialsSignin` with its `code` for wrong credentials.
   */
  signIn(action?: SignInAction): Promise<string>;
  /** Signs the user out. @returns The URL to redirect to. @throws {AuthError} if it fails. */
  signOut(action?: SignOutAction): Promise<string>;
  /**
   * Passes data to the callbacks that make the session, with `trigger: "update"`.
   *
   * @returns The changed session, which `auth()` then returns too; `null` if no one is signed in.
   * @throws {AuthError} if it fails.
   */
  update(data: unknown): Promise<SessionOf<C> | null>;
}

/** Options of `auth.require()`. */
export interface RequireOptions extends SessionNeed {
  /**
   * Path or URL of another sign-in page. It gets the parameter `callbackUrl`. Default: `pages.signIn` of the config, else
   * the sign-in page of the library.
   */
  readonly signInUrl?: string;
}
