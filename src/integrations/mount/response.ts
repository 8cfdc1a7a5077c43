/**
 * Headers for a `Response` that the application has made.
 *
 * @module
 */

import { forbidCaches } from "../../http/caches.ts";

/**
 * Adds headers, each `Set-Cookie` as a separate one. A response without a body is copied, because an application may answer
 * with the same one again, to another user. A body can be sent only once.
 */
export function withHeaders(
  response: Response,
  added: readonly (readonly [name: string, value: string])[],
): Response {
  // A response that switches protocols (101) cannot be copied, and browsers ignore its cookies.
  if (added.length === 0 || response.status === 101) return response;
  const { body } = response;
  const copy = () => setHeaders(new Response(body, response), added);
  try {
    return body ? setHeaders(response, added) : copy();
  } catch {
    // Headers from `fetch` and `Response.redirect` are immutable.
    return copy();
  }
}

function setHeaders(response: Response, added: readonly (readonly [string, string])[]): Response {
  for (const [name, value] of added) {
    if (name === "set-cookie") response.headers.append(name, value);
    else if (name === "cache-control") forbidCaches(response.headers);
    else response.headers.set(name, value);
  }
  return response;
}
