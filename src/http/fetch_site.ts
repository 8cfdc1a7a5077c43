/**
 * What a browser says about the page that has caused a request.
 *
 * @see {@link https://www.w3.org/TR/fetch-metadata/#sec-fetch-site-header | Fetch Metadata, `Sec-Fetch-Site`}
 * @module
 */

import type { RequestHeaders } from "./types.ts";

/** Returns whether a browser says that a page of another site, or of another subdomain, has caused a request. */
export function isFromOtherSite({ headers }: { readonly headers?: Pick<RequestHeaders, "get"> }): boolean {
  return ["cross-site", "same-site"].includes(headers?.get("sec-fetch-site") ?? "");
}
