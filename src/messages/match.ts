/**
 * Finds the language that fits best.
 *
 * @see {@link https://www.rfc-editor.org/rfc/rfc4647#section-3.4 | RFC 4647 §3.4}
 * @module
 */

/**
 * Finds the first wanted language that is offered, `null` if there is none. A tag loses its last subtags until it fits:
 * `pt-BR` finds `pt`. In the other direction it does not: `pt` does not find `pt-BR`.
 *
 * @param wanted Ranges, the most wanted first. Any text: what is not a tag finds nothing.
 * @param offered Tags in lower case.
 */
export function matchLanguage(wanted: readonly string[], offered: Pick<Set<string>, "has">): string | null {
  for (const range of wanted) {
    for (const tag of lookupsOf(range)) if (offered.has(tag)) return tag;
  }
  return null;
}

/** Old codes of languages, by the code that replaced them (RFC 5646 §3.1.7). */
const REPLACED: ReadonlyMap<string, string> = new Map([["iw", "he"], ["in", "id"], ["ji", "yi"]]);

/** Regions where Chinese is written in traditional characters. */
const TRADITIONAL: ReadonlySet<string> = new Set(["tw", "hk", "mo"]);

/** The tags that fit a range, the most specific first. */
function lookupsOf(range: string): readonly string[] {
  const [code = "", ...rest] = range.toLowerCase().split("-");
  const subtags = [REPLACED.get(code) ?? code, ...rest];
  const tags: string[] = [];
  for (let end = subtags.length; end > 0; end--) {
    // An extension such as `-u-` goes together with what follows it.
    if (subtags[end - 1]!.length > 1) tags.push(subtags.slice(0, end).join("-"));
  }
  return isTraditional(subtags) ? [...tags.slice(0, -1), "zh-hant"] : tags;
}

/** Returns whether a tag means traditional characters: it does not find `zh`, whose characters are the simplified ones. */
function isTraditional([code, ...rest]: readonly string[]): boolean {
  if (code !== "zh" || rest.includes("hans")) return false;
  return rest.includes("hant") || rest.some((subtag) => TRADITIONAL.has(subtag));
}
