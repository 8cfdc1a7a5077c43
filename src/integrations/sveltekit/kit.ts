/**
 * Parts of SvelteKit that the integration calls. `npm/modules/sveltekit.js` replaces this file in the npm package: only
 * there can a module import the framework.
 *
 * @module
 */

import { ConfigError } from "../../errors/errors.ts";

/** Path of the application: `paths.base` of Kit. With a leading slash, without a trailing one; empty for the root. */
export const base: string = "";

/** Throws the error of Kit for a status. Kit 3 deprecates an object in place of the message. @throws {ConfigError} outside of the npm package. */
export function error(_status: 401, message: string): never {
  throw new ConfigError(
    `Cannot answer 401 (${message}): auth.require() of "@latchkey/auth/sveltekit" works with the npm package only. ` +
      "Install it from npm, or read the session with `event.locals.auth()`",
  );
}

/**
 * Throws the redirect of Kit.
 *
 * @param options Kit 3 redirects to other sites only with `external`.
 * @throws {ConfigError} outside of the npm package.
 */
export function redirect(
  _status: 303,
  location: string,
  _options: { readonly external: boolean },
): never {
  throw new ConfigError(
    `Cannot redirect to "${location}": "@latchkey/auth/sveltekit" redirects with the npm package only. Install it from ` +
      "npm. Or pass `redirect: false` to signIn and signOut, and redirect to the `url` of the result; in place of " +
      "`auth.require()`, redirect to `auth.signInUrl()`",
  );
}

/** What `error()` of Kit throws. */
interface KitError {
  /** The status of the answer. */
  readonly status: number;
  /** What its page shows. */
  readonly body: { readonly message?: string };
}

/** Whether Kit's `error()` has thrown it. Outside of the npm package, its fields say so. */
export function isHttpError(thrown: unknown): thrown is KitError {
  return isThrownWith(thrown, "body", 400);
}

/** Whether Kit's `redirect()` has thrown it: its answer has the cookies. Outside of the npm package, its fields say so. */
export function isRedirect(thrown: unknown): boolean {
  return isThrownWith(thrown, "location", 300);
}

function isThrownWith(thrown: unknown, field: string, least: number): boolean {
  return !(thrown instanceof Error) && field in Object(thrown) &&
    Reflect.get(Object(thrown), "status") >= least;
}
