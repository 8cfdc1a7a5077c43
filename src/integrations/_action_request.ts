/**
 * A request as it is after the application's own code has signed the user in or out.
 *
 * @module
 */

import { parseCookies } from "../http/cookies.ts";
import type { RequestHeaders, SetCookie } from "../http/types.ts";
import type { ActionRequest } from "./integration.ts";

/** Returns the request with the cookies that the answer sets, so that what follows reads the session that they make. */
export function withCookies(request: ActionRequest, cookies: readonly SetCookie[]): ActionRequest {
  const jar = new Map(parseCookies(request.headers.get("cookie")));
  for (const { name, value, options } of cookies) {
    if (options.maxAge === 0) jar.delete(name);
    else jar.set(name, value);
  }
  const header = [...jar].map(([name, value]) => `${name}=${encodeURIComponent(value)}`).join("; ");
  const { url, headers, signal } = request;
  return { url, headers: withCookie(headers, header), ...(signal && { signal }) };
}

function withCookie(headers: RequestHeaders, cookie: string): RequestHeaders {
  return {
    get: (name) => name.toLowerCase() === "cookie" ? cookie : headers.get(name),
    *[Symbol.iterator]() {
      for (const header of headers) if (header[0].toLowerCase() !== "cookie") yield header;
      yield ["cookie", cookie];
    },
  };
}
