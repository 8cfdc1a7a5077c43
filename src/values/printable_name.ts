/**
 * Names that people choose, here or at a provider.
 *
 * @module
 */

/** Most characters of a name. */
const MAX_NAME = 100;

/** Joiners stay: emoji and several scripts need them. */
const UNPRINTABLE = /[\p{Cc}\p{Cs}\u202a-\u202e\u2066-\u2069\s]+/gu;

/** A character with an image. None: blanks, joiners, fillers (Default_Ignorable_Code_Point), the empty pattern of Braille. */
const VISIBLE = /[^\p{DI}\s\u2800]/u;

/** A text on one line, without what would change how the text around it reads. */
export function onOneLine(text: string): string {
  return text.replaceAll(UNPRINTABLE, " ").trim();
}

/**
 * A name on one line, without control characters and overrides of its direction; `null` for an empty one, and for one in which
 * nothing can be seen.
 */
export function toPrintableName(name: string): string | null {
  const text = [...onOneLine(name)].slice(0, MAX_NAME).join("").trim();
  return VISIBLE.test(text) ? text : null;
}
