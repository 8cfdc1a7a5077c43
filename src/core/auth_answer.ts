/**
 * Answers the requests that `Auth()` gets: the core, with the code of all ways to sign in.
 *
 * @module
 */

import { answer, answerRaw } from "./answer.ts";
import { ALL_CAPABILITIES } from "./capabilities.ts";
import { toResponse } from "../http/fetch_door.ts";
import type { RawAnswer } from "../http/types.ts";
import type { AuthConfig } from "../model/auth_config.ts";
import { raw } from "../values/markers.ts";

/** Answers a request. @throws {AuthError} if it fails, with `raw` in the config. */
export async function answerAuth(request: Request, config: AuthConfig): Promise<Response | RawAnswer> {
  if (config?.raw === raw) return await answerRaw(request, config, ALL_CAPABILITIES);
  return toResponse(await answer(request, config, ALL_CAPABILITIES));
}
