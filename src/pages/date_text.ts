/**
 * Dates as people read them.
 *
 * @module
 */

/** Milliseconds. */
const DAY = 86_400_000;

/** Days after which a date says more than the number of days. */
const MAX_DAYS = 7;

/**
 * Writes a date in a language: `today`, `yesterday`, `5 days ago`; from a week on `November 20, 2026`. Days are those of
 * UTC, because the server does not know the time zone of the user; so it writes no time of day.
 *
 * @param date ISO 8601 date-time.
 * @param now Milliseconds since the epoch.
 * @param language Tag of the language (RFC 5646).
 */
export function dateText(date: string, now: number, language: string): string {
  const time = Date.parse(date);
  const days = Math.floor(now / DAY) - Math.floor(time / DAY);
  if (days >= 0 && days < MAX_DAYS) {
    return new Intl.RelativeTimeFormat(language, { numeric: "auto" }).format(-days, "day");
  }
  const day = { year: "numeric", month: "long", day: "numeric" } as const;
  return new Intl.DateTimeFormat(language, { ...day, timeZone: "UTC" }).format(time);
}
