/**
 * The option `secondFactor` with its code, for Cloudflare Workers.
 *
 * @module
 */

import type { SecondFactorOptions } from "../model/second_factor.ts";
import { capability } from "../values/markers.ts";
import { secondFactors } from "./capability.ts";

/**
 * Returns the option `secondFactor` together with its code. Only a Worker needs it, which has the code that it imports: anywhere
 * else, `secondFactor: true` is enough.
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
