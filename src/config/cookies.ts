/**
 * Checks the cookies of a config.
 *
 * @module
 */

import { ConfigError } from "../errors/errors.ts";
import type { CookieNames } from "../http/cookie_names.ts";
import { serializeCookie } from "../http/cookies.ts";

/** Checks names and attributes. @throws {ConfigError} that names the cookie. */
export function assertCookies(cookies: CookieNames): void {
  const { name } = cookies.sessionToken;
  if (/\.\d+$/.test(name)) {
    throw new ConfigError(
      `Cannot use \`cookies.sessionToken\`: "${name}" is the name of a part of a cookie. Leave out the ` +
        "number at its end",
    );
  }
  for (const [field, cookie] of Object.entries(cookies)) {
    try {
      serializeCookie({ ...cookie, value: "" });
    } catch (error) {
      throw new ConfigError(`Cannot use \`cookies.${field}\`: ${(error as Error).message}`);
    }
  }
}
