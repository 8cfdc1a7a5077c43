/**
 * Second factors in a program that is one file: `SecondFactor` brings the code of the option `secondFactor`.
 *
 * @module
 */

export type { SecondFactorOptions } from "../model/second_factor.ts";
export { SecondFactor } from "../second_factor/second_factor.ts";
