/**
 * The types of the result of `KitAuth`.
 *
 * @module
 */

import type { Awaitable } from "../../values/types.ts";
import type { KitEvent } from "./event.ts";
import type { AuthConfig } from "../../model/auth_config.ts";
import type { FunctionsOf } from "../../model/feature.ts";
import type { OwnForm } from "../../values/own_form.ts";
import type { FormValue } from "../mount/request_auth_types.ts";
import type { SignInAction, SignOutAction } from "../mount/integration.ts";

/** A sign-in in the application's own code. */
export interface KitSignIn extends SignInAction {
  /** Whether to redirect. Default `true`. */
  readonly redirect?: boolean;
}

/** A sign-out in the application's own code. */
export interface KitSignOut extends SignOutAction {
  /** Whether to redirect. Default `true`. */
  readonly redirect?: boolean;
}

/**
 * The form actions that a config brings, under their names, as the functions of `event.locals.auth` of the same names. They read
 * the fields of the form, unless `form` is given, as by the application's own actions. They throw Kit's redirect, unless there
 * is something to show before: that is in the result.
 */
export type KitFunctions<C> = {
  readonly [F in FunctionsOf<C> as keyof F["forms"] extends never ? never : F["name"]]: {
    readonly [Name in keyof F["forms"]]: F["forms"][Name] extends OwnForm<infer Fields, infer Shown> ? (
        event: KitEvent,
        form?: Fields & { readonly redirect?: boolean },
      ) => Promise<[Shown] extends [never] ? KitActionResult : FormValue<Shown>>
      : never;
  };
};

/** The result of a form action that does not redirect. */
export interface KitActionResult {
  /** Absolute URL to go to: the provider, or the page after the sign-in or sign-out. */
  readonly url: string;
}

/** The hook and the form actions of a config. A provider or a feature may add some under its name, such as `password.signUp`. */
export type KitAuthResult<C extends AuthConfig = AuthConfig> = KitAuthFunctions & KitFunctions<C>;

/** The hook and the form actions of every config. */
export interface KitAuthFunctions {
  /** The hook: `handle` of `src/hooks.server.ts`, alone or in `sequence(…)`. */
  readonly handle: <E extends KitEvent>(
    input: { readonly event: E; readonly resolve: (event: E) => Awaitable<Response> },
  ) => Promise<Response>;
  /**
   * Signs in. As a form action it reads the fields `providerId`, `redirectTo`, `redirect` (`false` returns the URL) and
   * `authorizationParams-<name>`; the other fields are an address or credentials. In the application's own actions it
   * reads nothing if `action` is given.
   *
   * Throws Kit's redirect.
   *
   * @throws {AuthError} if it fails: `CredentialsSignin` with its `code` for wrong credentials.
   * @throws {ConfigError} if the body of the request was read before, or if the hook is missing.
   */
  readonly signIn: (event: KitEvent, action?: KitSignIn) => Promise<KitActionResult>;
  /**
   * Signs out. As a form action it reads the fields `redirectTo` and `redirect`.
   *
   * Throws Kit's redirect.
   *
   * @throws {AuthError} if it fails.
   */
  readonly signOut: (event: KitEvent, action?: KitSignOut) => Promise<KitActionResult>;
}
