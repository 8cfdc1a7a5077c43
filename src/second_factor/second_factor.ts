/**
 * The option `secondFactor` with its code, for programs that are one file.
 *
 * @module
 */

import type { SecondFactorOptions } from "../model/second_factor.ts";
import { capability } from "../values/markers.ts";
import { secondFactors } from "./capability.ts";

/**
 * Returns the option `secondFactor` together with its code, for programs that have only the code that they import. On Cloudflare
 * Workers, with Hono, and with `Auth()` and `mount()`, it is necessary; with the other integrations, `secondFactor: true` is
 * enough.
 *
 * @param options The fields of the option. Default: those of each field.
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
