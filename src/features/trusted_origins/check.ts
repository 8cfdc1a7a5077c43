/**
 * Checks the origins at start: a front end on another site would be signed in nowhere, and not say why.
 *
 * @module
 */

import { ConfigError } from "../../errors/errors.ts";

/** @param own Origin of the application, if the config has it. @throws {ConfigError} if one is not an origin of its site. */
export function assertOrigins(origins: readonly string[], own: string | undefined): ReadonlySet<string> {
  // Two hosts of one site have at least two labels in common, or are equal: how many more, only browsers know.
  const siteOf = (url: string) => `${url.split(":", 1)}${new URL(url).hostname.split(".").slice(-2)}`;
  const list = [origins].flat();
  for (const each of list) {
    const isOrigin = /^(?:https:|http:\/\/(?:localhost|127\.0\.0\.1)(?::|$))[^*]*$/.test(each) &&
      URL.canParse(each) && new URL(each).origin === each;
    if (isOrigin && siteOf(each) === siteOf(own ?? each)) continue;
    throw new ConfigError(`Cannot use \`TrustedOrigins\`: "${each}" is not an origin of your site`);
  }
  return new Set(list);
}
