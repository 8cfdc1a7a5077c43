/**
 * The entry point: answers requests.
 *
 * @module
 */

import { answer, answerRaw } from "./answer.ts";
import type { AuthConfig } from "../model/auth_config.ts";
import { toResponse } from "../http/fetch_door.ts";
import type { RawAnswer } from "../http/types.ts";
import { ALL_CAPABILITIES } from "./capabilities.ts";
import { raw } from "../values/markers.ts";

/**
 * Answers the requests below `basePath`: signing in and out, sessions, and the pages for it.
 *
 * It never rejects, even if callbacks, events, providers, the adapter or the logger throw: it logs a failure once, and
 * the answer does not reveal details. With `raw` in the config it returns its answer as data, and throws
 * {@linkcode AuthError}s.
 *
 * @param config The application may change it between two requests, and copy it.
 *
 * @example
 * ```ts
 * import { Auth } from "@latchkey/auth";
 * import { GitHub } from "@latchkey/auth/providers/github";
 *
 * const config = {
 *   providers: [GitHub({ clientId: "id", clientSecret: "secret" })],
 *   secret: "at-least-32-characters-from-a-random-source",
 *   trustHost: true,
 * };
 * const response = await Auth(new Request("http://localhost/auth/session"), config);
 * console.log(await response.json()); // null
 * ```
 */
export function Auth(request: Request, config: AuthConfig & { readonly raw: typeof raw }): Promise<RawAnswer>;
/** As above, for a `Response`. */
export function Auth(request: Request, config: AuthConfig): Promise<Response>;
/** As above. */
export async function Auth(request: Request, config: AuthConfig): Promise<Response | RawAnswer> {
  if (config?.raw === raw) return await answerRaw(request, config, ALL_CAPABILITIES);
  return toResponse(await answer(request, config, ALL_CAPABILITIES));
}
