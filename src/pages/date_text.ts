/**
 * Dates as people read them.
 *
 * @module
 */

/** Milliseconds. */
const MINUTE = 60_000;
const HOUR = 3_600_000;
const DAY = 86_400_000;

/** Days after which a date says more than the number of days. */
const MAX_DAYS = 7;

/**
 * Writes a date in a language: `now`, `5 minutes ago`, `3 hours ago`, and from a day on as `dayText` does. It writes no time of day,
 * because the server does not know the time zone of the user.
 *
 * @param date ISO 8601 date-time.
 * @param now Milliseconds since the epoch.
 * @param language Tag of the language (RFC 5646).
 */
export function dateText(date: string, now: number, language: string): string {
  const age = now - Date.parse(date);
  // The clock of the server that has stored the date may be ahead of this one.
  if (Math.abs(age) < MINUTE) return ago(0, "second", language);
  if (age < 0 || age >= DAY) return dayText(date, now, language);
  return age < HOUR
    ? ago(Math.floor(age / MINUTE), "minute", language)
    : ago(Math.floor(age / HOUR), "hour", language);
}

/**
 * Writes a day in a language: `today`, `yesterday`, `5 days ago`; from a week on `November 20, 2026`. Days are those of UTC. For what
 * is stored once a day, and for what is to come.
 *
 * @param date ISO 8601 date-time.
 * @param now Milliseconds since the epoch.
 * @param language Tag of the language (RFC 5646).
 */
export function dayText(date: string, now: number, language: string): string {
  const time = Date.parse(date);
  const days = Math.floor(now / DAY) - Math.floor(time / DAY);
  if (days >= 0 && days < MAX_DAYS) return ago(days, "day", language);
  const day = { year: "numeric", month: "long", day: "numeric" } as const;
  return new Intl.DateTimeFormat(language, { ...day, timeZone: "UTC" }).format(time);
}

function ago(count: number, unit: "second" | "minute" | "hour" | "day", language: string): string {
  return new Intl.RelativeTimeFormat(language, { numeric: "auto" }).format(-count, unit);
}
