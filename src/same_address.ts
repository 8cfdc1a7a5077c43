/**
 * When two e-mail addresses are the same. Only the case of ASCII letters does not matter: two mailboxes may differ in
 * other letters alone, and in how Unicode writes them.
 *
 * @module
 */

/** Whether two addresses are the same but for the case of ASCII letters. */
export function isSameAddress(a: string, b: string): boolean {
  return toAsciiLowerCase(a) === toAsciiLowerCase(b);
}

/** A text with its ASCII letters in lower case. */
export function toAsciiLowerCase(text: string): string {
  return text.replaceAll(/[A-Z]/g, (letter) => letter.toLowerCase());
}
