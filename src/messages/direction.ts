/**
 * The direction in which a language is written, and the tag that a document has.
 *
 * @module
 */

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

/** Returns the tag for a document in a language. `pt` is that of Brazil, which a voice has to know; for another, write `pt-PT`. */
export function documentTag(language: string): string {
  return language === "pt" ? "pt-BR" : language;
}
