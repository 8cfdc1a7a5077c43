/**
 * The languages of the library, each in a file of its own that is loaded when it is first asked for.
 *
 * @module
 */

import { once } from "../platform/once.ts";
import type { LANGUAGE_TAGS } from "./tags.ts";
import type { Messages } from "./types.ts";

/** Loads the messages of each language. English is the default. */
const LOADERS: Readonly<Record<typeof LANGUAGE_TAGS[number], () => Promise<Messages>>> = {
  ar: once(async () => (await import("./ar.ts")).ar),
  de: once(async () => (await import("./de.ts")).de),
  en: once(async () => (await import("./en.ts")).en),
  es: once(async () => (await import("./es.ts")).es),
  fr: once(async () => (await import("./fr.ts")).fr),
  he: once(async () => (await import("./he.ts")).he),
  it: once(async () => (await import("./it.ts")).it),
  ja: once(async () => (await import("./ja.ts")).ja),
  ko: once(async () => (await import("./ko.ts")).ko),
  nl: once(async () => (await import("./nl.ts")).nl),
  pl: once(async () => (await import("./pl.ts")).pl),
  pt: once(async () => (await import("./pt.ts")).pt),
  ru: once(async () => (await import("./ru.ts")).ru),
  tr: once(async () => (await import("./tr.ts")).tr),
  uk: once(async () => (await import("./uk.ts")).uk),
  zh: once(async () => (await import("./zh.ts")).zh),
};

/** Loads the messages of a language, by its tag in lower case: any text may be looked up. */
export const LANGUAGES: Readonly<Record<string, () => Promise<Messages>>> = LOADERS;

/** Scripts that are written from right to left. @see {@link https://www.unicode.org/iso15924/ | ISO 15924} */
const RIGHT_TO_LEFT: ReadonlySet<string> = new Set([
  "Adlm",
  "Arab",
  "Aran",
  "Hebr",
  "Mand",
  "Mend",
  "Nkoo",
  "Rohg",
  "Samr",
  "Syrc",
  "Thaa",
]);

/** Returns the direction of a language: that of its script, which for `ar` is the Arabic one. @throws {RangeError} if the tag is not valid. */
export function directionOf(language: string): "ltr" | "rtl" {
  return RIGHT_TO_LEFT.has(new Intl.Locale(language).maximize().script ?? "") ? "rtl" : "ltr";
}
