/**
 * The URLs of the endpoints and of the pages, which may be the application's own.
 *
 * @module
 */

import type { Place } from "./origin.ts";
import { withParams } from "./redirect.ts";
import { type CapabilityPage, toKebab } from "../shapes/shapes.ts";
import type { Incoming } from "./types.ts";
import { requestedLocales, UI_LOCALES } from "./ui_locales.ts";

/** Where the pages are. */
interface PagePlaces extends Pick<Place, "basePath"> {
  /** Pages of the application's own: absolute URLs, or paths from the origin. */
  readonly pages: { readonly [page in PageName]?: string };
}

/** A page that an application may replace. */
export type PageName =
  | "signIn"
  | "signOut"
  | "error"
  | "verifyRequest"
  | "link"
  | "takenOver"
  | CapabilityPage;

/**
 * Returns the URL of an endpoint.
 *
 * @param path Below `basePath`: `callback/github`.
 * @param origin Of the application: `https://example.com`.
 */
export function endpointUrl(
  path: string,
  origin: string,
  { basePath }: Pick<Place, "basePath">,
): string {
  return `${origin}${basePath}/${path}`;
}

/** Returns the URL of a provider's callback: a provider leads the browser there, and forms with credentials post there. */
export function callbackUrlOf(id: string, origin: string, place: Pick<Place, "basePath">): string {
  return endpointUrl(`callback/${id}`, origin, place);
}

/** Parameters of a query. Those that are `null` are left out. */
type Params = Readonly<Record<string, string | null>>;

/** The request of a person who goes on to another page. */
type Visitor = Pick<Incoming, "origin" | "body" | "query">;

/**
 * Returns the URL of the page to which the person who makes a request goes next, with parameters and in their language.
 *
 * @param begun `ui_locales` of the request that began the sign-in, where this one has none: that of a provider, for example.
 */
export function toPage(
  page: PageName,
  params: Params,
  incoming: Visitor,
  setup: PagePlaces,
  begun: string | null = null,
): string {
  return toAddress(pathOf(page, setup), params, incoming, begun);
}

/** The same for another address: absolute, or a path from the origin. */
export function toAddress(
  address: string,
  params: Params,
  incoming: Visitor,
  begun: string | null = null,
): string {
  return withParams(address, incoming.origin, {
    ...params,
    [UI_LOCALES]: requestedLocales(incoming) ?? begun,
  });
}

/** Returns the URL of a page with parameters, in no language by name. */
export function pageUrl(
  page: PageName,
  { origin, params = {} }: {
    /** Origin of the application: `https://example.com`. */
    readonly origin: string;
    /** Parameters of the query. */
    readonly params?: Params;
  },
  setup: PagePlaces,
): string {
  return withParams(pathOf(page, setup), origin, params);
}

function pathOf(page: PageName, { basePath, pages }: PagePlaces): string {
  // `signin`, `signout` and `signup` are one word there.
  return pages[page] ?? `${basePath}/${toKebab(page).replace("sign-", "sign")}`;
}
