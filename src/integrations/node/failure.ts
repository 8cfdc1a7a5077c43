/**
 * The answer of `node:http` to an error that no one else handles.
 *
 * @module
 */

import { ServerError } from "../../errors/errors.ts";
import { sendAnswer, sendText } from "./door.ts";
import type { NodeResponse } from "./types.ts";
import { answerFailure } from "../mount/refusal.ts";
import type { Mount } from "../mount/integration.ts";

/** The answer to a failure of the application. */
const FAILED = {
  status: 500,
  headers: { "content-type": "text/plain; charset=utf-8" },
  body: "Internal server error.",
} as const;

/**
 * Logs an error and answers it, in place of what the application has begun to answer. The cookies stay: one may end the session, or
 * have a token that works once.
 */
export function sendFailure(res: NodeResponse, error: unknown, mounted: Pick<Mount, "logger">): void {
  const answer = answerFailure(error, mounted) ?? FAILED;
  if (answer === FAILED) {
    mounted.logger.error(
      new ServerError("Cannot answer the request: the application failed", { err: error as Error }),
    );
  }
  if (res.headersSent) return sendText(res, answer.status, "");
  for (const name of res.getHeaderNames()) if (name !== "set-cookie") res.removeHeader(name);
  sendAnswer(res, { ...answer, setCookies: [] });
}
