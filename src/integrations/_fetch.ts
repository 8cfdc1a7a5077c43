/**
 * What runtimes share whose servers speak `Request` and `Response`.
 *
 * @module
 */

import { Auth } from "../auth.ts";
import type { Environment } from "../config/env.ts";
import type { AuthConfig, SessionOf } from "../config/types.ts";
import { resolveSession } from "../resolve_session.ts";
import type { Awaitable } from "../types.ts";
import { mount } from "./_mount.ts";
import { setSameCookie } from "./_session_headers.ts";

/**
 * Answers the requests that are not the library's.
 *
 * @param auth Reads the session, once per request: `null` when no one is signed in. Rejects with `AdapterError` if the
 * database fails.
 * @param rest What else the server passes, such as the client's address.
 */
export type FetchApp<C extends AuthConfig, Rest extends readonly unknown[]> = (
  request: Request,
  auth: () => Promise<SessionOf<C> | null>,
  ...rest: Rest
) => Awaitable<Response>;

/** What a server calls for each request. */
export type FetchHandler<Rest extends readonly unknown[]> = (
  request: Request,
  ...rest: Rest
) => Promise<Response>;

/** Makes the handler. @throws {ConfigError} that says what to write instead. */
export function fetchHandler<C extends AuthConfig, Rest extends readonly unknown[]>(
  config: C,
  app: FetchApp<C, Rest>,
  env: Environment,
): FetchHandler<Rest> {
  const mounted = mount(config, env);
  return async (request, ...rest) => {
    // A server builds the URL from the `Host` header and the request target, which can be anything: `example.com:443`.
    if (!/^https?:/.test(request.url) || !URL.canParse(request.url)) {
      return new Response("Bad request.", { status: 400 });
    }
    if (mounted.owns(new URL(request.url).pathname)) return await Auth(request, mounted.config);
    // The application gets the server's own request: its body and its connection are not ours to take.
    let read: ReturnType<typeof resolveSession<C>> | undefined;
    const readOnce = () => read ??= resolveSession(request, mounted.config);
    const response = await app(request, async () => (await readOnce()).session, ...rest);
    return read
      ? withHeaders(response, await read.then(({ headers }) => headers, () => new Headers()))
      : response;
  };
}

function withHeaders(response: Response, headers: Headers): Response {
  // A response that switches protocols (101) can't be copied, and sets no cookies that anybody waits for.
  if ([...headers].length === 0 || response.status === 101) return response;
  if (setSameCookie(response.headers.getSetCookie(), headers)) return response;
  try {
    return setHeaders(response, headers);
  } catch {
    // Those of `fetch` and `Response.redirect` can't be changed.
    return setHeaders(new Response(response.body, response), headers);
  }
}

function setHeaders(response: Response, headers: Headers): Response {
  for (const [name, value] of headers) {
    if (name === "set-cookie") response.headers.append(name, value);
    else response.headers.set(name, value);
  }
  return response;
}
