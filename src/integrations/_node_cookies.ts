/**
 * Cookies of an answer of Node.
 *
 * @module
 */

import { ConfigError } from "../errors.ts";
import { serializeCookie, withoutReplaced } from "../http/cookies.ts";
import type { SetCookie } from "../http/types.ts";
import { type NodeResponse, setCookiesOf } from "./_node.ts";
import { UNCACHED } from "./_refusal.ts";

/**
 * Sets cookies on the answer, in place of earlier ones of the same name, unless the headers have been sent. Caches must not
 * keep the answer.
 */
export function setCookies(res: NodeResponse, cookies: readonly SetCookie[]): void {
  if (cookies.length === 0 || res.headersSent) return;
  const added = cookies.map(serializeCookie);
  const kept = withoutReplaced(setCookiesOf(res), added);
  res.removeHeader("set-cookie");
  for (const cookie of [...kept, ...added]) res.appendHeader("set-cookie", cookie);
  res.setHeader(...UNCACHED);
}

/** @throws {ConfigError} if the response has begun. @param wish What the application wants: `sign in`. */
export function assertUnsent(res: NodeResponse | undefined, wish: string): asserts res is NodeResponse {
  if (res && !res.headersSent) return;
  throw new ConfigError(
    `Cannot ${wish}: the response has begun, and a cookie cannot follow its headers. Do so before anything is sent`,
  );
}
