/**
 * The languages of the library, for `languages` of the config: each with the loader of its messages.
 *
 * Nothing else in the library imports this module but the integrations of servers with files: a program that is bundled
 * into one file has the languages that it names here, and English.
 *
 * @example
 * ```ts
 * import type { AuthConfig } from "@latchkey/auth";
 * import { de, en } from "@latchkey/auth/languages";
 *
 * const config = { providers: [], languages: [en, de] } satisfies AuthConfig;
 * ```
 *
 * @module
 */

import type { Language } from "./types.ts";

export type { Language };

/** Arabic. */
export const ar: Language = {
  tag: "ar",
  load: async () => (await import("./ar.ts")).ar,
  loadSecondFactor: async () => (await import("./second_factors/ar.ts")).words,
};
/** German. */
export const de: Language = {
  tag: "de",
  load: async () => (await import("./de.ts")).de,
  loadSecondFactor: async () => (await import("./second_factors/de.ts")).words,
};
/** English. */
export const en: Language = {
  tag: "en",
  load: async () => (await import("./en.ts")).en,
  loadSecondFactor: async () => (await import("./second_factors/en.ts")).words,
};
/** Spanish. */
export const es: Language = {
  tag: "es",
  load: async () => (await import("./es.ts")).es,
  loadSecondFactor: async () => (await import("./second_factors/es.ts")).words,
};
/** French. */
export const fr: Language = {
  tag: "fr",
  load: async () => (await import("./fr.ts")).fr,
  loadSecondFactor: async () => (await import("./second_factors/fr.ts")).words,
};
/** Hebrew. */
export const he: Language = {
  tag: "he",
  load: async () => (await import("./he.ts")).he,
  loadSecondFactor: async () => (await import("./second_factors/he.ts")).words,
};
/** Italian. */
export const it: Language = {
  tag: "it",
  load: async () => (await import("./it.ts")).it,
  loadSecondFactor: async () => (await import("./second_factors/it.ts")).words,
};
/** Japanese. */
export const ja: Language = {
  tag: "ja",
  load: async () => (await import("./ja.ts")).ja,
  loadSecondFactor: async () => (await import("./second_factors/ja.ts")).words,
};
/** Korean. */
export const ko: Language = {
  tag: "ko",
  load: async () => (await import("./ko.ts")).ko,
  loadSecondFactor: async () => (await import("./second_factors/ko.ts")).words,
};
/** Dutch. */
export const nl: Language = {
  tag: "nl",
  load: async () => (await import("./nl.ts")).nl,
  loadSecondFactor: async () => (await import("./second_factors/nl.ts")).words,
};
/** Polish. */
export const pl: Language = {
  tag: "pl",
  load: async () => (await import("./pl.ts")).pl,
  loadSecondFactor: async () => (await import("./second_factors/pl.ts")).words,
};
/** Portuguese. */
export const pt: Language = {
  tag: "pt",
  load: async () => (await import("./pt.ts")).pt,
  loadSecondFactor: async () => (await import("./second_factors/pt.ts")).words,
};
/** Russian. */
export const ru: Language = {
  tag: "ru",
  load: async () => (await import("./ru.ts")).ru,
  loadSecondFactor: async () => (await import("./second_factors/ru.ts")).words,
};
/** Swedish. */
export const sv: Language = {
  tag: "sv",
  load: async () => (await import("./sv.ts")).sv,
  loadSecondFactor: async () => (await import("./second_factors/sv.ts")).words,
};
/** Turkish. */
export const tr: Language = {
  tag: "tr",
  load: async () => (await import("./tr.ts")).tr,
  loadSecondFactor: async () => (await import("./second_factors/tr.ts")).words,
};
/** Ukrainian. */
export const uk: Language = {
  tag: "uk",
  load: async () => (await import("./uk.ts")).uk,
  loadSecondFactor: async () => (await import("./second_factors/uk.ts")).words,
};
/** Chinese, in simplified characters. */
export const zh: Language = {
  tag: "zh",
  load: async () => (await import("./zh.ts")).zh,
  loadSecondFactor: async () => (await import("./second_factors/zh.ts")).words,
};

/** All languages of the library. English comes first, so that it is the default. */
export const all: readonly Language[] = [
  en,
  ar,
  de,
  es,
  fr,
  he,
  it,
  ja,
  ko,
  nl,
  pl,
  pt,
  ru,
  sv,
  tr,
  uk,
  zh,
];
