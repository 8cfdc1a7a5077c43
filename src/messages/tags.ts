/**
 * The tags of the languages that a config offers. The check of a config needs them, and not the messages.
 *
 * @module
 */

import type { MessageOverrides } from "./types.ts";

/** Languages of the library, by their tags in lower case. Each has a loader in `languages.ts`. */
export const LANGUAGE_TAGS = [
  "ar",
  "de",
  "en",
  "es",
  "fr",
  "he",
  "it",
  "ja",
  "ko",
  "nl",
  "pl",
  "pt",
  "ru",
  "tr",
  "uk",
  "zh",
] as const;

/** The options of a config that say which languages there are. */
export interface LanguageOptions {
  /** Languages to offer. Default: all. */
  readonly languages?: readonly string[] | undefined;
  /** Messages of the application, by the tag of their language. */
  readonly messages?: Readonly<Record<string, MessageOverrides>> | undefined;
}

/** Returns the tags of the languages that a config offers, in canonical form. @throws {RangeError} if a tag is not valid. */
export function offeredLanguages({ languages, messages = {} }: LanguageOptions): readonly string[] {
  const tags = languages ?? [...LANGUAGE_TAGS, ...Object.keys(messages)];
  return [...new Set(tags.map(canonicalTag))];
}

/** Returns a tag in canonical form: `pt-BR` for `pt-br`, `he` for `iw` (RFC 5646 §4.5). @throws {RangeError} if it is not valid. */
export function canonicalTag(tag: string): string {
  return Intl.getCanonicalLocales(tag)[0]!;
}
