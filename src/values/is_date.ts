/**
 * Recognizes dates in the rows of databases that store text only. Adapters of Auth.js import it.
 *
 * @module
 */

/** A date-time of ISO 8601, with or without seconds, fraction and offset. */
const DATE_TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:?\d\d)?$/;

/**
 * Returns whether a value is text with a valid ISO 8601 date-time.
 *
 * @example
 * ```ts
 * import { isDate } from "@latchkey/auth/adapters";
 *
 * console.log(isDate("2030-01-31T12:00:00.000Z"), isDate("2030-13-31T12:00:00Z"), isDate("tomorrow"));
 * // true false false
 * ```
 */
export function isDate(value: unknown): value is string {
  return typeof value === "string" && DATE_TIME.test(value) && !Number.isNaN(Date.parse(value));
}
