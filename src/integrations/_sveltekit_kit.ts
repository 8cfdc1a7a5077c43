/**
 * Parts of SvelteKit that the integration calls. `npm/modules/sveltekit.js` replaces this file in the npm package: only
 * there can a module import the framework.
 *
 * @module
 */

import { ConfigError } from "../errors.ts";

/** Path of the application: `paths.base` of Kit. With a leading slash, without a trailing one; empty for the root. */
export const base: string = "";

/**
 * Throws what Kit turns into a redirect.
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
    `Cannot redirect to "${location}": signIn and signOut of "@latchkey/auth/sveltekit" redirect with the npm package ` +
      "only. Install it from npm, or pass `redirect: false` and redirect to the `url` of the result",
  );
}
