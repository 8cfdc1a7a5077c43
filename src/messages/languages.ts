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
export const ar: Language = { tag: "ar", load: async () => (await import("./ar.ts")).ar };
/** German. */
export const de: Language = { tag: "de", load: async () => (await import("./de.ts")).de };
/** English. */
export const en: Language = {
  tag: "en",
  load: async () => (await import("./en.ts")).en,
  loadSecondFactor: async () => (await import("./second_factors/en.ts")).words,
};
/** Spanish. */
export const es: Language = { tag: "es", load: async () => (await import("./es.ts")).es };
/** French. */
export const fr: Language = { tag: "fr", load: async () => (await import("./fr.ts")).fr };
/** Hebrew. */
export const he: Language = { tag: "he", load: async () => (await import("./he.ts")).he };
/** Italian. */
export const it: Language = { tag: "it", load: async () => (await import("./it.ts")).it };
/** Japanese. */
export const ja: Language = { tag: "ja", load: async () => (await import("./ja.ts")).ja };
/** Korean. */
export const ko: Language = { tag: "ko", load: async () => (await import("./ko.ts")).ko };
/** Dutch. */
export const nl: Language = { tag: "nl", load: async () => (await import("./nl.ts")).nl };
/** Polish. */
export const pl: Language = { tag: "pl", load: async () => (await import("./pl.ts")).pl };
/** Portuguese. */
export const pt: Language = { tag: "pt", load: async () => (await import("./pt.ts")).pt };
/** Russian. */
export const ru: Language = { tag: "ru", load: async () => (await import("./ru.ts")).ru };
/** Swedish. */
export const sv: Language = { tag: "sv", load: async () => (await import("./sv.ts")).sv };
/** Turkish. */
export const tr: Language = { tag: "tr", load: async () => (await import("./tr.ts")).tr };
/** Ukrainian. */
export const uk: Language = { tag: "uk", load: async () => (await import("./uk.ts")).uk };
/** Chinese, in simplified characters. */
export const zh: Language = { tag: "zh", load: async () => (await import("./zh.ts")).zh };

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
