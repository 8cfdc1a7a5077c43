/**
 * The entry point: answers requests.
 *
 * @module
 */

import type { AuthConfig } from "../model/auth_config.ts";
import type { RawAnswer } from "../http/types.ts";
import { once } from "../platform/once.ts";
import type { raw } from "../values/markers.ts";

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
  const { answerAuth } = await code();
  return await answerAuth(request, config);
}

// Loaded on demand: a program that only checks sessions imports the same module.
const code = /* @__PURE__ */ once(() => import("./auth_answer.ts"));
