/**
 * Where a request comes from, as the browser says.
 *
 * @see {@link https://www.w3.org/TR/fetch-metadata/#sec-fetch-site-header | Fetch Metadata, `Sec-Fetch-Site`}
 * @module
 */

import type { Incoming } from "./types.ts";

/** What a request says about where it comes from. */
type Sent = Pick<Incoming, "origin"> & Partial<Pick<Incoming, "headers" | "isTrusted" | "requestOrigin">>;

/**
 * Returns whether a browser says that a page of another site, or of another subdomain, has caused a request. Old browsers, and all on
 * http, send no `Sec-Fetch-Site`: then `Referer` says it, if it is there. Its scheme does not count: a proxy may end TLS; nor another
 * origin of the application, or one that it trusts.
 */
export function isFromOtherSite({ headers, isTrusted, origin, requestOrigin }: Sent): boolean {
  const site = headers?.get("sec-fetch-site");
  const [host] = /\/\/[^/]+/.exec(headers?.get("referer") ?? "") ?? [origin];
  return !isTrusted &&
    (site ? /^(?:cross|same)-site$/.test(site) : !`${origin} ${requestOrigin} `.includes(`${host} `));
}

/**
 * Returns whether a browser says that a form comes from an origin. The forms of a page with `Referrer-Policy: no-referrer`, the default
 * of several packages of security headers, have `Origin: null`: then `Sec-Fetch-Site` says it.
 */
export function isFromOrigin(
  header: (name: string) => string | null | undefined,
  origin: string,
): boolean {
  const from = header("origin");
  return from === origin || (from === "null" && header("sec-fetch-site") === "same-origin");
}
