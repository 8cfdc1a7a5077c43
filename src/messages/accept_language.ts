/**
 * Reads the languages that a browser accepts.
 *
 * @see {@link https://www.rfc-editor.org/rfc/rfc9110#section-12.5.4 | RFC 9110 §12.5.4}
 * @module
 */

/** Longest header that is read, in characters. The rest is ignored. */
const MAX_HEADER = 1000;

/** A range and its weight (RFC 9110 §12.4.2). */
const RANGE =
  /^[ \t]*([A-Za-z]{1,8}(?:-[A-Za-z0-9]{1,8})*)[ \t]*(?:;[ \t]*[qQ]=(0(?:\.\d{0,3})?|1(?:\.0{0,3})?)[ \t]*)?$/;

/**
 * Returns the ranges of `Accept-Language`, the most wanted first. Leaves out `*`, ranges with the weight 0, and what is
 * not a range.
 *
 * @param header Any text: a client can send what it likes.
 */
export function parseAcceptLanguage(header: string | null): readonly string[] {
  if (!header) return [];
  const ranges = header.slice(0, MAX_HEADER).split(",").flatMap((text) => {
    const [, range, weight = "1"] = RANGE.exec(text) ?? [];
    return range !== undefined && Number(weight) > 0 ? [{ range, weight: Number(weight) }] : [];
  });
  return ranges.sort((a, b) => b.weight - a.weight).map(({ range }) => range);
}
