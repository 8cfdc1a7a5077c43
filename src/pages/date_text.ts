/**
 * Dates as people read them.
 *
 * @module
 */

import type { Locale } from "../messages/types.ts";

/** Milliseconds. */
const MINUTE = 60_000;
const HOUR = 3_600_000;
const DAY = 86_400_000;

/** Days after which a date says more than the number of days. */
const MAX_DAYS = 7;

/**
 * Writes a date in a language: `just now`, `5 minutes ago`, `3 hours ago`, and from a day on as `dayText` does. It writes no time of day,
 * because the server does not know the time zone of the user.
 *
 * @param date ISO 8601 date-time.
 * @param now Milliseconds since the epoch.
 */
export function dateText(date: string, now: number, locale: Locale): string {
  const { language, messages } = locale;
  const age = now - Date.parse(date);
  // The clock of the server that has stored the date may be ahead of this one.
  if (Math.abs(age) < MINUTE) return messages.general.justNow;
  if (age < 0 || age >= DAY) return dayText(date, now, locale);
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
 */
export function dayText(date: string, now: number, { language }: Pick<Locale, "language">): string {
  const time = Date.parse(date);
  const days = Math.floor(now / DAY) - Math.floor(time / DAY);
  if (days >= 0 && days < MAX_DAYS) return ago(days, "day", language);
  const day = { year: "numeric", month: "long", day: "numeric" } as const;
  return new Intl.DateTimeFormat(language, { ...day, timeZone: "UTC" }).format(time);
}

/** Writes a date with its time of day, in UTC. For what differs by nothing else. As above. */
export function exactText(date: string, _now: number, { language }: Pick<Locale, "language">): string {
  const day = { year: "numeric", month: "short", day: "numeric" } as const;
  const time = { hour: "numeric", minute: "2-digit", timeZoneName: "short" } as const;
  return new Intl.DateTimeFormat(language, { ...day, ...time, timeZone: "UTC" }).format(new Date(date));
}

function ago(count: number, unit: "minute" | "hour" | "day", language: string): string {
  return new Intl.RelativeTimeFormat(language, { numeric: "auto" }).format(-count, unit);
}
