/**
 * The languages of the library, each in a file of its own that is loaded when it is first asked for.
 *
 * @module
 */

import { once } from "../once.ts";
import type { MessageOverrides, Messages } from "./types.ts";

/** Loads the messages of each language, by its tag in lower case. English is the default. */
export const LANGUAGES: Readonly<Record<string, () => Promise<Messages>>> = {
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

/** The options of a config that say which languages there are. */
export interface LanguageOptions {
  /** Languages to offer. Default: all. */
  readonly languages?: readonly string[] | undefined;
  /** Messages of the application, by the tag of their language. */
  readonly messages?: Readonly<Record<string, MessageOverrides>> | undefined;
}

/** Returns the tags of the languages that a config offers, in canonical form. @throws {RangeError} if a tag is not valid. */
export function offeredLanguages({ languages, messages = {} }: LanguageOptions): readonly string[] {
  const tags = languages ?? [...Object.keys(LANGUAGES), ...Object.keys(messages)];
  return [...new Set(tags.map(canonicalTag))];
}

/** Returns a tag in canonical form: `pt-BR` for `pt-br`, `he` for `iw` (RFC 5646 §4.5). @throws {RangeError} if it is not valid. */
export function canonicalTag(tag: string): string {
  return Intl.getCanonicalLocales(tag)[0]!;
}

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
