/**
 * The door to servers that use `Request` and `Response`. The library reads a `Request` directly.
 *
 * @module
 */

import type { Answer } from "./outcome.ts";
import { NO_STORE, passOverCaches } from "./caches.ts";

/** Creates the response. */
export function toResponse({ status, headers, setCookies, body }: Answer): Response {
  const response = new Response(body, { status });
  // Set here, because headers that are passed to the constructor are checked twice.
  for (const name in headers) response.headers.set(name, headers[name]!);
  for (const cookie of setCookies) response.headers.append("set-cookie", cookie);
  if (headers["cache-control"] === NO_STORE) passOverCaches(response.headers);
  return response;
}
