/**
 * HTML in which every interpolated value is escaped.
 *
 * @module
 */

/** Safe HTML. */
export class Html {
  /** The markup. */
  readonly text: string;

  /** @param text The markup. */
  constructor(text: string) {
    this.text = text;
  }
}

/** A value in a template. Strings are escaped, HTML and lists of HTML are not; `null` and `undefined` are omitted. */
export type Part = string | number | Html | readonly Html[] | null | undefined;

/** Builds HTML from a template. */
export function html(strings: TemplateStringsArray, ...parts: readonly Part[]): Html {
  return new Html(strings.reduce((text, string, i) => text + toMarkup(parts[i - 1]) + string));
}

function toMarkup(part: Part): string {
  if (part === null || part === undefined) return "";
  if (part instanceof Html) return part.text;
  if (typeof part === "object") return part.map((each) => each.text).join("");
  return String(part).replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
