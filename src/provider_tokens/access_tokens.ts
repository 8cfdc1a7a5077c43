/**
 * The option `accessTokens` with its code, for programs that are one file.
 *
 * @module
 */

import type { AccessTokenOptions } from "../model/access_tokens.ts";
import { capability } from "../values/markers.ts";
import { accessTokens } from "./capability.ts";

/**
 * Returns the option `accessTokens` together with its code, for programs that have only the code that they import. On
 * Cloudflare Workers, with Hono, and with `Auth()` and `mount()`, it is necessary; with the other integrations,
 * `accessTokens: true` is enough.
 *
 * @param options The fields of the option. Default: those of each field.
 *
 * @example
 * ```ts
 * import { AccessTokens } from "@latchkey/auth/access-tokens";
 *
 * const config = { accessTokens: AccessTokens({ keptIn: "cookie" }) };
 * console.log(config.accessTokens.keptIn); // cookie
 * ```
 */
export function AccessTokens(options: AccessTokenOptions = {}): AccessTokenOptions {
  return { ...options, [capability]: accessTokens } as AccessTokenOptions;
}
