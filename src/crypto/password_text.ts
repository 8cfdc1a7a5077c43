/**
 * The text that is hashed for a password, and its bounds: what counts characters counts these.
 *
 * @module
 */

/** The longest password, in UTF-16 code units. */
export const MAX_PASSWORD = 1024;

/** The text that is hashed for a password: the same for different keyboards. */
export function toHashed(password: string): string {
  return password.normalize("NFKC");
}

/** Whether a value can be a password: not empty, nor too long to be hashed. */
export function isPassword(value: unknown): value is string {
  if (typeof value !== "string" || value === "") return false;
  // Four characters may become one. One may become eighteen, and such passwords have hashes.
  return value.length <= MAX_PASSWORD ||
    value.length <= 4 * MAX_PASSWORD && toHashed(value).length <= MAX_PASSWORD;
}
