/**
 * The answer of `node:http` to an error that no one else handles.
 *
 * @module
 */

import { sendAnswer, sendText } from "./door.ts";
import type { NodeResponse } from "./types.ts";
import { answerFailure, answerOther } from "../mount/refusal.ts";
import type { Mount } from "../mount/integration.ts";

/**
 * Logs an error and answers it, in place of what the application has begun to answer. The cookies stay: one may end the session, or
 * have a token that works once.
 */
export function sendFailure(res: NodeResponse, error: unknown, mounted: Pick<Mount, "logger">): void {
  const answer = answerFailure(error, mounted) ?? answerOther(error, mounted);
  if (res.headersSent) return sendText(res, answer.status, "");
  for (const name of res.getHeaderNames()) if (name !== "set-cookie") res.removeHeader(name);
  sendAnswer(res, { ...answer, setCookies: [] });
}
