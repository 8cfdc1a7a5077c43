/**
 * Reads the fields that Nitro, the server of Nuxt, adds to an event of h3.
 *
 * @module
 */

import type { Environment } from "../../config/env.ts";
import { bindingEnvironment, processEnvironment } from "../mount/environment.ts";
import type { H3Event } from "./h3_event.ts";

/** Returns the variables of a request: on Cloudflare its bindings, elsewhere those of the process. */
export function environmentOf({ context }: H3Event): Environment {
  const { cloudflare } = context as { readonly cloudflare?: { readonly env?: unknown } };
  return bindingEnvironment(cloudflare?.env, processEnvironment());
}

/** Returns the context of a worker; `undefined` elsewhere. */
export function contextOf({ context }: H3Event): unknown {
  return (context as { readonly cloudflare?: { readonly context?: unknown } }).cloudflare?.context;
}

/**
 * Returns the URL of the page that the user sees. Nuxt renders its page of an error in a request of its own, in which the
 * middleware of the page runs again: its query has the address of the page.
 */
export function shownPage(url: string): string {
  if (!url.includes("/__nuxt_error?")) return url;
  const { pathname, searchParams, origin } = new URL(url);
  const address = searchParams.get("url") ?? "";
  if (!pathname.endsWith("/__nuxt_error") || !URL.canParse(address, url)) return url;
  const page = new URL(address, url);
  return page.origin === origin ? page.href : url;
}

/** Returns the context of the event from which Nitro has sent this one in its process. */
export function outerContextOf(event: H3Event): unknown {
  const { node } = event as { readonly node?: { readonly req: { readonly __unenv__?: unknown } } };
  return node?.req.__unenv__;
}

/** Returns whether Nitro builds a page: it marks its requests then. A client that sends the mark has no session. */
export function isPrerendered(event: H3Event): boolean {
  const { headers } = event as { readonly headers?: Headers };
  return headers?.has?.("x-nitro-prerender") ?? false;
}

/** Returns whether Nitro caches the answer for all users, and not one for each cookie. */
export function isCached({ context }: H3Event): boolean {
  const { cache } = context as {
    readonly cache?: { readonly options?: { readonly varies?: readonly string[] } };
  };
  return cache !== undefined && !cache.options?.varies?.some((header) => header.toLowerCase() === "cookie");
}
