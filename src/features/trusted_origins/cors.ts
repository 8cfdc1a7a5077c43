/**
 * Lets front ends on other origins read the answers to what they request, and users return to their pages.
 *
 * @see {@link https://fetch.spec.whatwg.org/#http-cors-protocol | Fetch §3.3} on CORS
 * @module
 */

import type { Outcome, Received } from "../../http/types.ts";

/**
 * Adds the headers by which scripts of a trusted origin may send a request, and read the answer. Any other page gets none of them: only
 * `Vary`, so that no cache hands one page the answer for another. Where a browser asks before such a request (§4.8), the answer is yes,
 * which it may remember for two hours: Chromium accepts no more.
 */
export function readableBy(
  { method, headers }: Received,
  isTrusted: boolean,
  outcome: Outcome,
): Outcome {
  const { headers: { vary, ...own } = {} as Readonly<Record<string, string>> } = outcome;
  const isPreflight = isTrusted && method === "OPTIONS";
  return {
    ...isPreflight ? { status: 204 } : outcome,
    headers: {
      ...own,
      vary: vary ? `${vary}, Origin` : "Origin",
      ...isTrusted && {
        "access-control-allow-origin": headers.get("origin")!,
        "access-control-allow-credentials": "true",
        "access-control-expose-headers": "content-disposition, retry-after",
      },
      ...isPreflight && {
        "access-control-allow-headers": headers.get("access-control-request-headers") ?? "",
        "access-control-allow-methods": "GET, POST",
        "access-control-max-age": "7200",
      },
    },
  };
}

/**
 * Where a user goes whom `callbacks.redirect` has led to an address. It was written for other addresses: if it returns `baseUrl`, it has
 * refused the one that was asked for, which is allowed if it is that of a page of a trusted origin. Any other address counts.
 */
export function allowedUrl(
  { url, baseUrl }: { readonly url: string; readonly baseUrl: string },
  origins: ReadonlySet<string>,
  to: string,
): string {
  return to === baseUrl && origins.has(new URL(url, baseUrl).origin) ? url : to;
}
