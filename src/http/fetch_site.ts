/**
 * Where a request comes from, as the browser says.
 *
 * @see {@link https://www.w3.org/TR/fetch-metadata/#sec-fetch-site-header | Fetch Metadata, `Sec-Fetch-Site`}
 * @module
 */

import type { Incoming, RequestHeaders } from "./types.ts";

/** What a request says about where it comes from. Without `origin`, only `Sec-Fetch-Site` is read. */
export interface Sent extends Partial<Pick<Incoming, "origin" | "requestOrigin">> {
  /** The headers. */
  readonly headers?: Pick<RequestHeaders, "get">;
}

/**
 * Returns whether a browser says that a page of another site, or of another subdomain, has caused a request. Old browsers, and all on
 * http, send no `Sec-Fetch-Site`: then `Referer` says it, if it is there. Its scheme does not count: a proxy may end TLS; nor another
 * origin of the application.
 */
export function isFromOtherSite({ headers, origin, requestOrigin }: Sent): boolean {
  const site = headers?.get("sec-fetch-site");
  if (site) return /^(?:cross|same)-site$/.test(site);
  const referer = headers?.get("referer") ?? "";
  if (origin === undefined || !URL.canParse(referer)) return false;
  const { host } = new URL(referer);
  return ![origin, requestOrigin].some((own) => own?.endsWith(`//${host}`));
}
