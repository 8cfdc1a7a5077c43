/**
 * What a later hook has thrown, as an answer: Kit's own has no headers.
 *
 * @module
 */

import { acceptsPage } from "../../http/incoming.ts";
import { answerFailure, answerOther } from "../mount/refusal.ts";
import type { Mount } from "../mount/integration.ts";
import { withHeaders } from "../mount/response.ts";
import type { KitEvent } from "./event.ts";

/** What `error()` of Kit throws. */
interface KitError {
  /** The status of the answer. */
  readonly status: number;
  /** What its page shows. */
  readonly body: { readonly message: string };
}

/**
 * Answers an error, so that its headers keep a token that works once, or the end of the session.
 *
 * @throws What was thrown, if Kit keeps the cookies, as for a redirect, or if there are none.
 */
export function answerThrown(
  thrown: unknown,
  event: KitEvent,
  { headers, mounted }: {
    readonly headers: readonly [name: string, value: string][];
    readonly mounted: Pick<Mount, "logger">;
  },
): Response {
  if ("location" in Object(thrown) || !headers.some(([name]) => name === "set-cookie")) throw thrown;
  if (isKitError(thrown)) {
    const { status, body } = thrown;
    const isForScript = event.isDataRequest || !acceptsPage((name) => event.request.headers.get(name));
    return withHeaders(
      isForScript ? Response.json(body, { status }) : new Response(body.message, { status }),
      headers,
    );
  }
  const answer = answerFailure(thrown, mounted) ?? answerOther(thrown, mounted);
  return withHeaders(new Response(answer.body, answer), headers);
}

function isKitError(thrown: unknown): thrown is KitError {
  const { status, body } = Object(thrown) as Partial<KitError>;
  return typeof status === "number" && typeof body?.message === "string";
}
