/**
 * The events of Kit.
 *
 * @module
 */

import { acceptsPage } from "../../http/incoming.ts";
import type { CookieOptions } from "../../values/cookie.ts";
import { wholeSeconds } from "../mount/visit.ts";

/** The part of Kit's `RequestEvent` that the library uses. */
export interface KitEvent {
  /** The request. */
  readonly request: Request;
  /** The URL without the parts that Kit adds. Its query is not readable while Kit prerenders. */
  readonly url: URL;
  /** Whether the client of Kit asks for the data of a page, to show the page itself. */
  readonly isDataRequest?: boolean;
  /** Returns the address of the client, if the adapter knows it. */
  readonly getClientAddress?: () => string;
  /** The application's own data. */
  readonly locals: object;
  /** Data of the adapter. On Cloudflare it has the environment. */
  readonly platform?: unknown;
  /** The cookies. */
  readonly cookies: {
    /** Sets a cookie, and percent-encodes the value. */
    set(name: string, value: string, options: CookieOptions & { readonly path: string }): void;
  };
}

/** Returns whether the answer leads a user to another page: of a `load`, of a form action, or of an endpoint for pages. */
export function isOfPage({ isDataRequest, request: { headers } }: KitEvent): boolean {
  return isDataRequest === true || headers.has("x-sveltekit-action") ||
    acceptsPage((name) => headers.get(name));
}

/** Returns the URL of the page of an event, without the name of a form action. */
export function pageUrlOf({ url }: KitEvent): URL {
  const page = new URL(url);
  for (const name of [...page.searchParams.keys()]) {
    if (name.startsWith("/")) page.searchParams.delete(name);
  }
  return page;
}

/** Completes the options of a cookie: Kit has defaults of its own for what is missing. */
export function toKitOptions(options: CookieOptions): CookieOptions & { readonly path: string } {
  const { path = "/", httpOnly = false, secure = false } = options;
  return { ...wholeSeconds(options), path, httpOnly, secure };
}
