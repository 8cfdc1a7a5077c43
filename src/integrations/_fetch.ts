/**
 * The handler for runtimes whose servers use `Request` and `Response`.
 *
 * @module
 */

import type { Environment } from "../config/env.ts";
import type { AuthConfig, SessionOf } from "../auth_config/auth_config.ts";
import type { Awaitable } from "../types.ts";
import { mount } from "./integration.ts";

/**
 * Answers the requests that are not for the library.
 *
 * @param auth Reads the session, once per request: `null` when no one is signed in. Rejects with `AdapterError` if the
 * database fails.
 * @param rest Further arguments of the server, such as the client's address.
 */
export type FetchApp<C extends AuthConfig, Rest extends readonly unknown[]> = (
  request: Request,
  auth: () => Promise<SessionOf<C> | null>,
  ...rest: Rest
) => Awaitable<Response>;

/** The function that a server calls for each request. */
export type FetchHandler<Rest extends readonly unknown[]> = (
  request: Request,
  ...rest: Rest
) => Promise<Response>;

/** Creates the handler. @throws {ConfigError} if the config is invalid. The message says what to write instead. */
export function fetchHandler<C extends AuthConfig, Rest extends readonly unknown[]>(
  config: C,
  app: FetchApp<C, Rest>,
  env: Environment,
): FetchHandler<Rest> {
  const mounted = mount(config, env);
  return async (request, ...rest) => {
    if (!hasValidUrl(request)) return new Response("Bad request.", { status: 400 });
    if (mounted.owns(new URL(request.url).pathname)) return await mounted.answer(request);
    // The application gets the server's own request, with its unread body and its connection.
    const session = mounted.session(request);
    return await session.addTo(await app(request, session.read, ...rest));
  };
}

/**
 * Returns whether the URL of a request is valid. A server builds it from the `Host` header and the request target, which
 * may be `example.com:443`.
 */
export function hasValidUrl({ url }: Pick<Request, "url">): boolean {
  return /^https?:/.test(url) && URL.canParse(url);
}
