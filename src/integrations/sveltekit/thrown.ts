/**
 * The answer to what a later hook has thrown. Kit's answer would have no headers, and so lose the cookies.
 *
 * @module
 */

import { ConfigError } from "../../errors/errors.ts";
import { isA } from "../../errors/thrown.ts";
import { acceptsPage } from "../../http/incoming.ts";
import { answerFailure, answerOther } from "../mount/refusal.ts";
import type { AuthConfig } from "../../model/auth_config.ts";
import type { Mount } from "../mount/integration.ts";
import { withHeaders } from "../mount/response.ts";
import type { ResponseAuth } from "../mount/response_auth.ts";
import type { KitEvent } from "./event.ts";
import { isHttpError, isRedirect } from "./kit.ts";

/** A request that ends so. */
interface Ending extends Pick<ResponseAuth<AuthConfig>, "end"> {
  /** The cookies that the application has changed. */
  readonly changed: readonly string[];
  readonly mounted: Pick<Mount, "config" | "logger">;
}

/**
 * Answers an error, so that its headers keep a token that works once, or the end of the session.
 *
 * @throws What was thrown, if Kit keeps the cookies, as for a redirect, or if there are none but a prolonged one.
 */
export async function answerThrown(
  thrown: unknown,
  event: KitEvent,
  { changed, end, mounted }: Ending,
): Promise<Response> {
  const isAtStake = changed.length > 0 || mounted.config.callbacks?.jwt !== undefined;
  const headers = [
    ...changed.map((cookie): [string, string] => ["set-cookie", cookie]),
    ...isAtStake ? await end(changed) : [],
  ];
  if (isRedirect(thrown) || isA(thrown, ConfigError) || !headers.some(([name]) => name === "set-cookie")) {
    throw thrown;
  }
  return withHeaders(toAnswer(thrown, event, mounted), headers);
}

function toAnswer(thrown: unknown, event: KitEvent, mounted: Ending["mounted"]): Response {
  if (!isHttpError(thrown)) {
    const answer = answerFailure(thrown, mounted) ?? answerOther(thrown, mounted);
    return new Response(answer.body, answer);
  }
  const { status, body } = thrown;
  const isPage = !event.isDataRequest && acceptsPage((name) => event.request.headers.get(name));
  return isPage ? new Response(body.message ?? null, { status }) : Response.json(body, { status });
}
