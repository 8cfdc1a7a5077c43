/**
 * Cookies of an answer of Node.
 *
 * @module
 */

import { ConfigError } from "../errors/errors.ts";
import { cookieNameOf, serializeCookie } from "../http/cookies.ts";
import { isForCaches } from "../http/outcome.ts";
import type { SetCookie } from "../http/types.ts";
import { replaceCookies, setCookiesOf, writeHeaders } from "./_node.ts";
import type { NodeResponse } from "./_node_types.ts";
import { UNCACHED } from "./_refusal.ts";

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
 * Forbids caches to keep an answer, whatever the application sets before or after: the methods that write headers pass over
 * those for caches. The headers leave at a time that only Node knows.
 */
export function keepPrivate(res: NodeResponse): void {
  if (res.headersSent || guarded.has(res)) return;
  guarded.add(res);
  for (const name of res.getHeaderNames()) if (isForCaches(name)) res.removeHeader(name);
  res.setHeader(...UNCACHED);
  for (const method of ["setHeader", "appendHeader", "removeHeader"] as const) {
    const own = res[method] as ((...args: unknown[]) => unknown) | undefined;
    const passed = (name: string, ...rest: unknown[]) =>
      isForCaches(String(name)) ? res : own?.call(res, name, ...rest);
    if (own) Object.assign(res, { [method]: passed });
  }
  const { writeHead } = res as { writeHead: (...args: unknown[]) => unknown };
  Object.assign(res, { writeHead: (...args: unknown[]) => writeHead.apply(res, args.map(withoutCaching)) });
}

const guarded = new WeakSet<NodeResponse>();

/** The headers of `writeHead`, an object or a list of names and values, without those for caches. Else the argument itself. */
function withoutCaching(argument: unknown): unknown {
  if (Array.isArray(argument)) {
    return argument.filter((each, i) =>
      !isForCaches(String(Array.isArray(each) ? each[0] : argument[i - i % 2]))
    );
  }
  if (typeof argument !== "object" || argument === null) return argument;
  return Object.fromEntries(Object.entries(argument).filter(([name]) => !isForCaches(name)));
}

/**
 * Adds the headers of a prolonged session, and forbids caches to keep the answer, unless they have been sent. Without the cookie, if the answer sets that cookie
 * itself: it begins or ends a session. Nothing else runs between the look and the write.
 */
export function addProlonged(
  res: NodeResponse,
  headers: readonly (readonly [name: string, value: string])[],
): void {
  keepPrivate(res);
  if (headers.length === 0 || res.headersSent) return;
  const own = new Set(setCookiesOf(res).map(cookieNameOf));
  const isSet = headers.some(([name, value]) => name === "set-cookie" && own.has(cookieNameOf(value)));
  writeHeaders(res, isSet ? headers.filter(([name]) => name !== "set-cookie") : headers);
}

/** @throws {ConfigError} if the response has begun. @param wish What the application wants: `sign in`. */
export function assertUnsent(res: NodeResponse | undefined, wish: string): asserts res is NodeResponse {
  if (res && !res.headersSent) return;
  throw new ConfigError(
    `Cannot ${wish}: the response has begun, and a cookie cannot follow its headers. Do so before anything is sent`,
  );
}
