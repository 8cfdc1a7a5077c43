/**
 * The functions of Next that the integration calls. In the npm package, this module is `npm/modules/next_server.js`, which
 * imports Next.
 *
 * @module
 */

import { ConfigError } from "../../errors/errors.ts";
import type { RequestHeaders } from "../../http/types.ts";
import type { CookieOptions } from "../../values/cookie.ts";

/** The cookies of the current request. */
export interface CookieStore {
  /** Returns all cookies, with the changes that the application has made so far. */
  getAll(): readonly { readonly name: string; readonly value: string }[];
  /** Sets a cookie. @throws in server components, which cannot. */
  set(name: string, value: string, options: CookieOptions): unknown;
}

/** A `Set-Cookie` header, in parts. */
export interface ParsedCookie extends CookieOptions {
  /** Name of the cookie. */
  readonly name: string;
  /** Its value, decoded. */
  readonly value: string;
}

/** Returns the cookies of the current request: `cookies` of `next/headers`. */
export function cookies(): Promise<CookieStore> {
  throw withoutNext();
}

/** Waits for a request of a browser: `connection` of `next/server`. Next also renders pages before someone asks for them. */
export function connection(): Promise<void> {
  throw withoutNext();
}

/** Returns the headers of the current request: `headers` of `next/headers`. */
export function headers(): Promise<RequestHeaders> {
  throw withoutNext();
}

/** Ends a server action with a redirect: `redirect` of `next/navigation`. */
export function redirect(url: string): never {
  throw withoutNext({ url });
}

/** Lets a proxy hand the request on: `NextResponse.next`. @param headers The request's headers, if they have changed. */
export function handOn(_headers?: Headers): Response {
  throw withoutNext();
}

/**
 * Lets work end after the response: `after` of `next/server`, for a platform that stops a function with its response. Next before 15.1
 * has none, nor has the module without Next.
 */
export function afterResponse(_work: () => Promise<void>): void {}

/** Reads `Set-Cookie` headers. */
export function parseSetCookies(_setCookies: readonly string[]): readonly ParsedCookie[] {
  throw withoutNext();
}

function withoutNext(cause?: { readonly url: string }): ConfigError {
  return new ConfigError(
    "Cannot use Next: @latchkey/auth/next works with the npm package only: run `npm install @latchkey/auth`",
    cause,
  );
}
