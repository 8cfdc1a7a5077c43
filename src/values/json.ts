/**
 * Values as JSON.
 *
 * @module
 */

/** A value as JSON; `undefined` for what has none, such as a `bigint`, or an object that has itself. */
export function toJson(value: unknown): string | undefined {
  try {
    return JSON.stringify(value);
  } catch {
    return undefined;
  }
}
