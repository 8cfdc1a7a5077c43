/**
 * The option `secondFactor` with its code, for programs that are one file.
 *
 * @module
 */

import type { SecondFactorOptions } from "../model/second_factor.ts";
import { capability } from "../values/markers.ts";
import { secondFactors } from "./capability.ts";

/**
 * Returns the option `secondFactor` together with its code: for a program that is one file, and has only the code that it
 * imports. On Cloudflare Workers, with Hono, and with `Auth()` and `mount()`, it is necessary; with the other integrations,
 * `secondFactor: true` is enough.
 *
 * @param options As the option itself. Default: those of its fields.
 *
 * @example
 * ```ts
 * import { SecondFactor } from "@latchkey/auth/second-factor";
 *
 * const config = { secondFactor: SecondFactor({ rememberFor: 0 }) };
 * console.log(config.secondFactor.rememberFor);
 * ```
 */
export function SecondFactor(options: SecondFactorOptions = {}): SecondFactorOptions {
  return { ...options, [capability]: secondFactors } as SecondFactorOptions;
}
