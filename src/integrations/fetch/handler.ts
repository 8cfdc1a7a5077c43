/**
 * The handler for runtimes whose servers use `Request` and `Response`.
 *
 * @module
 */

import type { Environment } from "../../config/env.ts";
import type { AuthConfig } from "../../model/auth_config.ts";
import { sentPathOf } from "../../http/incoming.ts";
import { withPeer } from "../../http/peer.ts";
import type { Awaitable } from "../../values/types.ts";
import { formOf } from "../mount/sent_form.ts";
import { explainMissing } from "../mount/other_path.ts";
import { answerFailure, answerOther } from "../mount/refusal.ts";
import type { RequestAuth } from "../mount/request_auth.ts";
import { withHeaders } from "../mount/response.ts";
import { createResponseAuth, type ResponseAuth } from "../mount/response_auth.ts";
import { beginVisit, type Visit } from "../mount/visit.ts";
import { withWaits } from "../mount/waits.ts";
import { mountFromFiles } from "../mount/files.ts";
import type { Mount } from "../mount/integration.ts";

/**
 * Answers the requests that are not for the library.
 *
 * @param auth Reads the session, once per request: `null` when no one is signed in. Rejects with `AdapterError` if the
 * database fails. Its functions sign in, sign out and change the session: their cookies are added to the response.
 * @param rest Further arguments of the server, such as the client's address.
 */
export type FetchApp<C extends AuthConfig, Rest extends readonly unknown[]> = (
  request: Request,
  auth: RequestAuth<C>,
  ...rest: Rest
) => Awaitable<Response>;

/** The function that a server calls for each request. */
export type FetchHandler<Rest extends readonly unknown[]> = (
  request: Request,
  ...rest: Rest
) => Promise<Response>;

/** Creates the handler. @param addressOf Returns the IP address at the other end of the connection. @throws {ConfigError} if the config is invalid. The message says what to write instead. */
export function fetchHandler<C extends AuthConfig, Rest extends readonly unknown[]>(
  config: C,
  app: FetchApp<C, Rest>,
  env: Environment,
  addressOf: (request: Request, rest: Rest) => unknown = () => undefined,
): FetchHandler<Rest> {
  const mounted = mountFromFiles(config, env);
  return async (request, ...rest) => {
    if (!hasValidUrl(request)) return new Response("Bad request.", { status: 400 });
    withPeer(request, addressOf(request, rest));
    if (mounted.owns(sentPathOf(request.url))) return await mounted.answer(request);
    // The application gets the server's own request, with its unread body and its connection.
    const visit = withWaits(beginVisit(mounted, request));
    return await withSession(visit, request, (auth) => app(request, auth, ...rest));
  };
}

/** Lets the application answer a request, and adds the cookies of its session to the response. */
export async function withSession<C extends AuthConfig>(
  visit: Visit<C>,
  request: Request,
  respond: (auth: RequestAuth<C>) => Awaitable<Response>,
): Promise<Response> {
  const { mounted } = visit;
  const { auth, end } = createResponseAuth(visit, { form: () => formOf(request) });
  let response: Response;
  try {
    response = await respond(auth);
  } catch (error) {
    const answer = answerFailure(error, mounted);
    if (!answer) return keepCookies(error, await end([]), mounted);
    response = new Response(answer.body, answer);
  }
  if (response.status === 404) explainMissing(mounted, sentPathOf(request.url));
  return withHeaders(response, await end(response.headers.getSetCookie()));
}

/**
 * Leaves an error of the application to the runtime, which knows no headers: a cookie that has a token which works once, or ends the
 * session, goes with an answer instead.
 */
function keepCookies(
  error: unknown,
  headers: Awaited<ReturnType<ResponseAuth<AuthConfig>["end"]>>,
  mounted: Pick<Mount, "logger">,
): Response {
  if (!headers.some(([name]) => name === "set-cookie")) throw error;
  const answer = answerOther(error, mounted);
  return withHeaders(new Response(answer.body, answer), headers);
}

/**
 * Returns whether the URL of a request is valid. A server builds it from the `Host` header and the request target, which
 * may be `example.com:443`.
 */
export function hasValidUrl({ url }: Pick<Request, "url">): boolean {
  return /^https?:/.test(url) && URL.canParse(url);
}
