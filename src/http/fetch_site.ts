/**
 * Where a request comes from, as the browser says.
 *
 * @see {@link https://www.w3.org/TR/fetch-metadata/#sec-fetch-site-header | Fetch Metadata, `Sec-Fetch-Site`}
 * @module
 */

import type { Incoming } from "./types.ts";

/**
 * Returns whether a browser says that a page of another site, or of another subdomain, has caused a request. Old browsers, and all
 * on http, send no `Sec-Fetch-Site`: then `Referer` says it, if it is there. Its scheme does not count: a proxy may end TLS.
 */
export function isFromOtherSite({ headers, origin, requestOrigin }: FetchSource): boolean {
  const site = headers?.get("sec-fetch-site");
  if (site) return /^(?:cross|same)-site$/.test(site);
  const referer = headers?.get("referer") ?? "";
  const host = URL.canParse(referer) && new URL(referer).host;
  return !!host && !!origin && ![origin, requestOrigin].some((own) => own?.endsWith(`//${host}`));
}

/** What says where a request comes from; an application at several origins has that of the request, too. */
type FetchSource = Partial<Pick<Incoming, "origin" | "requestOrigin">> & {
  readonly headers?: Pick<Incoming["headers"], "get">;
};
