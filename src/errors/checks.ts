/**
 * Checks of options as lists, which the library, its command and the page of the messages read alike.
 *
 * @module
 */

/**
 * A check of an option: its name, whether its value is wrong, and what to write instead. The advice of a value that is
 * right has no meaning.
 */
export type OptionCheck = readonly [field: string, isWrong: boolean, advice: string];

/** Returns the checks that found a mistake, in their order. */
export function failedOf(checks: readonly OptionCheck[]): readonly OptionCheck[] {
  return checks.filter(([, isWrong]) => isWrong);
}
