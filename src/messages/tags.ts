/**
 * The tags of the languages that a config offers. The check of a config needs them, and not the messages.
 *
 * @module
 */

import type { Language, MessageOverrides } from "./types.ts";

/** Languages of the library, by their tags in lower case. Each is exported by `languages.ts`. */
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
  "sv",
  "tr",
  "uk",
  "zh",
] as const;

/** The options of a config that say which languages there are. */
interface LanguageOptions {
  /** Languages to offer. Default: English, and those of `messages`. */
  readonly languages?: readonly (string | Language)[] | undefined;
  /** Messages of the application, by the tag of their language. */
  readonly messages?: Readonly<Record<string, MessageOverrides>> | undefined;
}

/** Returns the tags of the languages that a config offers, in canonical form. @throws {RangeError} if a tag is not valid. */
export function offeredLanguages({ languages, messages = {} }: LanguageOptions): readonly string[] {
  const listed = languages ?? ["en", ...Object.keys(messages)];
  return [...new Set(listed.map((each) => canonicalTag(tagOf(each))))];
}

/** Returns the tag of an entry of `languages`. */
export function tagOf(listed: string | Language): string {
  return typeof listed === "string" ? listed : listed.tag;
}

/** Returns what to write for a language that a program does not have. @param tag One of `LANGUAGE_TAGS`. */
export function toImport(tag: string): string {
  const values = tag === "en" ? "en" : `en, ${tag}`;
  return `\`languages: [${values}]\` with \`import { ${values} } from "@latchkey/auth/languages"\``;
}

/** Returns a tag in canonical form: `pt-BR` for `pt-br`, `he` for `iw` (RFC 5646 §4.5). @throws {RangeError} if it is not valid. */
export function canonicalTag(tag: string): string {
  return Intl.getCanonicalLocales(tag)[0]!;
}
