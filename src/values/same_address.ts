/**
 * Compares e-mail addresses. It ignores only the case of ASCII letters: two mailboxes may differ only in the case of
 * other letters, or in Unicode normalization.
 *
 * @module
 */

/** Returns whether two addresses are equal, ignoring the case of ASCII letters. */
export function isSameAddress(a: string, b: string): boolean {
  return toAsciiLowerCase(a) === toAsciiLowerCase(b);
}

/** Converts the ASCII letters of a text to lower case. */
export function toAsciiLowerCase(text: string): string {
  return text.replaceAll(/[A-Z]/g, (letter) => letter.toLowerCase());
}
