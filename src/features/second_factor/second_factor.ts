/**
 * The feature of second factors.
 *
 * @module
 */

import type { Feature, WithFunctions } from "../../model/feature.ts";
import type { SecondFactorOptions } from "./options.ts";
import type {
  OutsideSecondFactor,
  SecondFactorCalls,
  SecondFactorForms,
} from "../../shapes/second_factor.ts";
import { toFeature } from "../../setup/feature.ts";
import { secondFactors } from "./capability.ts";

/** The feature, with the functions of `auth.secondFactor`. */
export interface SecondFactorFeature
  extends
    Feature<"secondFactor", SecondFactorOptions>,
    WithFunctions<"secondFactor", SecondFactorForms, SecondFactorCalls, OutsideSecondFactor> {}

/**
 * A second factor: a code of an authenticator app (RFC 6238), a passkey or a security key, with recovery codes. Each user may turn it
 * on, on the account page. From then on, the first step alone does not sign them in, whichever it is. Needs an `adapter`.
 *
 * @param options Default: those of each field.
 *
 * @example
 * ```ts
 * import { SecondFactor } from "@latchkey/auth/second-factor";
 *
 * const config = { features: [SecondFactor({ rememberFor: 0 })] };
 * console.log(config.features.map(({ name }) => name)); // ["secondFactor"]
 * ```
 */
export function SecondFactor(options: SecondFactorOptions = {}): SecondFactorFeature {
  return toFeature("secondFactor", options, secondFactors);
}
