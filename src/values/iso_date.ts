/**
 * Dates as scripts read them.
 *
 * @module
 */

/** An ISO 8601 date-time; `null` for anything else: a column of the application may have the name of one of ours. */
export function toIso(date: unknown): string | null {
  return date instanceof Date && !Number.isNaN(date.getTime()) ? date.toISOString() : null;
}
