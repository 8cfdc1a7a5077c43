/**
 * The case of a word.
 *
 * @module
 */

/** Returns a word with its first letter in upper case. */
export function capitalize(word: string): string {
  return word.slice(0, 1).toUpperCase() + word.slice(1);
}
