/**
 * The cookies of a config: checked, and with those of another library.
 *
 * @module
 */

import { ConfigError } from "../errors/errors.ts";
import { type CookieNames, serializeCookie } from "../http/cookies.ts";
import type { Migration } from "../model/migration.ts";
import type { SessionCookie } from "../session/cookie.ts";

/** Names and attributes of the cookies, with what older session cookies are read. */
export type Cookies = CookieNames & { readonly sessionToken: SessionCookie };

/** Adds the session cookies of another library. @throws {ConfigError} if one has the name of ours. */
export function withOlderCookies(cookies: CookieNames, migration: Migration): Cookies {
  const { sessionToken } = cookies;
  const secure = sessionToken.options.secure === true;
  const older = { cookies: migration.sessionCookies({ secure }), until: migration.until };
  if (older.cookies.some(({ name }) => name === sessionToken.name)) {
    throw new ConfigError(
      `Cannot use \`cookies.sessionToken.name\` with \`migration\`: "${sessionToken.name}" is the name in the other ` +
        "deployment, so that a cookie would not say who has set it. Leave it out",
    );
  }
  return { ...cookies, sessionToken: { ...sessionToken, older } };
}

/** Checks names and attributes. @throws {ConfigError} that names the cookie. */
export function assertCookies(cookies: CookieNames): void {
  const { name } = cookies.sessionToken;
  if (/\.\d+$/.test(name)) {
    throw new ConfigError(
      `Cannot use \`cookies.sessionToken\`: its name "${name}" ends like that of a part of a cookie. Write a name without ` +
        "a number after the last dot",
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
