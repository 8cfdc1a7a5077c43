/**
 * The only place where strings become HTML. Whatever is put into a template is escaped, unless it came out of one.
 *
 * @module
 */

/** What a template takes. `null`, `undefined` and `false` leave nothing behind. */
export type Part = Html | string | number | null | undefined | false | readonly Part[];

/** Builds HTML; strings are escaped for text and for quoted attributes alike. */
export function markup(strings: TemplateStringsArray, ...parts: readonly Part[]): Html {
  return new Html(String.raw({ raw: strings }, ...parts.map(escape)));
}

/** A `style` element. A `<` in the sheet becomes a CSS escape, so that nothing can end the element early. */
export function styleElement(sheet: string): Html {
  return new Html(`<style>${sheet.replaceAll("<", "\\3c ")}</style>`);
}

/** Escaped HTML. Only this module makes it. */
class Html {
  readonly #text: string;

  /** Takes what is HTML already. */
  constructor(text: string) {
    this.#text = text;
  }

  /** The HTML as text. */
  toString(): string {
    return this.#text;
  }
}
export type { Html };

function escape(part: Part): string {
  if (part === null || part === undefined || part === false) return "";
  if (part instanceof Html) return part.toString();
  if (typeof part === "object") return part.map(escape).join("");
  return String(part).replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
