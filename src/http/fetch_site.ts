/**
 * Where a request comes from, as the browser says.
 *
 * @see {@link https://www.w3.org/TR/fetch-metadata/#sec-fetch-site-header | Fetch Metadata, `Sec-Fetch-Site`}
 * @module
 */

import type { RequestHeaders } from "./types.ts";

/** Returns whether a browser says that a page of another site, or of another subdomain, has caused a request. */
export function isFromOtherSite({ headers }: { readonly headers?: Pick<RequestHeaders, "get"> }): boolean {
  return /^(?:cross|same)-site$/.test(headers?.get("sec-fetch-site") ?? "");
}
