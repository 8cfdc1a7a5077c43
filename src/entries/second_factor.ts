/**
 * Second factors: the feature `SecondFactor`.
 *
 * @module
 */

export type { Feature } from "../model/feature.ts";
export type { SecondFactorOptions } from "../model/second_factor.ts";
export { SecondFactor } from "../second_factor/second_factor.ts";
