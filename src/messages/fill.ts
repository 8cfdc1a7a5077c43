/**
 * Puts values in the place of the placeholders of a message, and writes those that depend on the language.
 *
 * @module
 */

import type { Locale } from "./types.ts";

/**
 * Splits a message at its placeholders, and puts a part in the place of each. A placeholder without a part stays as it is.
 *
 * @param message The text, with placeholders such as `{app}`.
 * @param parts Parts by the name of their placeholder.
 */
export function fill<P>(message: string, parts: Readonly<Record<string, P>>): readonly (string | P)[] {
  return message.split(PLACEHOLDER).map((piece, index) => {
    if (index % 2 === 0) return piece;
    return Object.hasOwn(parts, piece) ? parts[piece]! : `{${piece}}`;
  });
}

/** As `fill`, for text alone. */
export function fillText(message: string, parts: Readonly<Record<string, string>>): string {
  return fill(message, parts).join("");
}

/** Returns the names of the placeholders of a message, in alphabetical order, each once. */
export function placeholdersOf(message: string): readonly string[] {
  return [...new Set(message.split(PLACEHOLDER).filter((_, index) => index % 2 === 1))].sort();
}

const PLACEHOLDER = /\{(\w+)\}/;

/** A number of units of time in a language: `45 seconds`, `15 minutes`, `3 days`. */
export function timeText(count: number, unit: string, { language }: Pick<Locale, "language">): string {
  const options = { style: "unit", unit, unitDisplay: "long", numberingSystem: "latn" } as const;
  return new Intl.NumberFormat(language, options).format(count);
}
