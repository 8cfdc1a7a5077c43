/**
 * What a later hook has thrown, as an answer: Kit's own has no headers.
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

/** What `error()` of Kit throws. */
interface KitError {
  /** The status of the answer. */
  readonly status: number;
  /** What its page shows. */
  readonly body: { readonly message?: string };
}

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
  if (!isKitError(thrown)) {
    const answer = answerFailure(thrown, mounted) ?? answerOther(thrown, mounted);
    return new Response(answer.body, answer);
  }
  const { status, body } = thrown;
  const isPage = !event.isDataRequest && acceptsPage((name) => event.request.headers.get(name));
  return isPage ? new Response(body.message ?? null, { status }) : Response.json(body, { status });
}

/** What `redirect()` of Kit throws, whose answer has the cookies. */
function isRedirect(thrown: unknown): boolean {
  const { status, location } = Object(thrown) as { readonly status?: unknown; readonly location?: unknown };
  return !isA(thrown, Error) && typeof location === "string" && isIn(status, 300);
}

/** Those of other libraries may have such fields as well, with what no user may see. */
function isKitError(thrown: unknown): thrown is KitError {
  const { status, body } = Object(thrown) as Partial<KitError>;
  return !isA(thrown, Error) && typeof body === "object" && body !== null &&
    (isIn(status, 400) || isIn(status, 500));
}

function isIn(status: unknown, hundred: number): boolean {
  return Number.isInteger(status) && Math.floor(Number(status) / 100) * 100 === hundred;
}
