/**
 * A day, as people read it.
 *
 * @module
 */

/**
 * Writes the day in a language: `December 14, 2026`. It is that of UTC, as the server doesn't know the user's time zone. Where the
 * date ends with a dot, as in Russian, that of the sentence stands for it.
 */
export function longDate(date: Date, language: string): string {
  const format = { dateStyle: "long", timeZone: "UTC", numberingSystem: "latn" } as const;
  return new Intl.DateTimeFormat(language, format).format(date).replace(/\.$/, "");
}
