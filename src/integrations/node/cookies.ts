/**
 * Cookies of an answer of Node.
 *
 * @module
 */

import { ConfigError } from "../../errors/errors.ts";
import { cookieNameOf, serializeCookie } from "../../http/cookies.ts";
import type { SetCookie } from "../../values/cookie.ts";
import { replaceCookies, setCookiesOf, writeHeaders } from "./door.ts";
import type { NodeResponse } from "./types.ts";
import { keepPrivate, keepReadPrivate } from "./caches.ts";
import type { LoggerInstance } from "../../values/types.ts";

/**
 * Sets cookies on the answer, in place of earlier ones of the same name, unless the headers have been sent. Caches must not
 * keep the answer.
 */
export function setCookies(res: NodeResponse, cookies: readonly SetCookie[]): void {
  if (res.headersSent) return;
  if (cookies.length > 0) replaceCookies(res, cookies.map(serializeCookie));
  keepPrivate(res);
}

/**
 * Adds the cookie of a prolonged session, and forbids caches to keep the answer, unless the headers have been sent. An answer that sets
 * this cookie itself begins or ends a session, and gets none. Nothing else runs between the look and the write.
 */
export function addProlonged(
  res: NodeResponse,
  headers: readonly (readonly [name: string, value: string])[],
  logger: Pick<LoggerInstance, "warn">,
): void {
  keepReadPrivate(res, logger);
  const cookies = headers.filter(([name]) => name === "set-cookie");
  if (cookies.length === 0 || res.headersSent) return;
  const own = new Set(setCookiesOf(res).map(cookieNameOf));
  if (!cookies.some(([, value]) => own.has(cookieNameOf(value)))) writeHeaders(res, cookies);
}

/** @throws {ConfigError} if the response has begun. @param wish What the application wants: `sign in`. */
export function assertUnsent(res: NodeResponse | undefined, wish: string): asserts res is NodeResponse {
  if (res && !res.headersSent) return;
  throw new ConfigError(
    `Cannot ${wish}: the response has begun, and a cookie cannot follow its headers. Do so before anything is sent`,
  );
}
