/**
 * The only place where strings become HTML. Both `markup` and `Template` escape what is not HTML yet.
 *
 * @module
 */

import { escapeText } from "./escape.ts";

/** Key of the text of HTML: another copy of the library, of which a part of a page may be, has the same. */
const HTML: unique symbol = Symbol.for("@latchkey/auth/html") as never;

/** A value in a template. `null`, `undefined` and `false` add nothing. A number is none: `list.length && …` would show a 0. */
export type Part = Html | string | null | undefined | false | readonly Part[];

/** Builds HTML; strings are escaped for text and for quoted attributes alike. */
export function markup(strings: TemplateStringsArray, ...parts: readonly Part[]): Html {
  return new Html(strings.reduce((html, text, i) => html + toHtmlText(parts[i - 1]) + text));
}

/** HTML that the application has written: it answers for what is in it. */
export function ownHtml(html: string): Html {
  return new Html(html);
}

/** A `style` element. A `<` that begins a tag becomes a CSS escape, so that nothing can end the element early. */
export function styleElement(sheet: string): Html {
  return new Html(`<style>${sheet.replace(/<(?=[/!a-z])/gi, "\\3c ")}</style>`);
}

/**
 * A `script` element with a script of the library's own.
 *
 * @throws {TypeError} if the script contains `</`, `<!` or `<script`, which could end the element early.
 */
export function scriptText(script: string): Html {
  if (/<[/!s]/i.test(script)) throw new TypeError("Cannot write a script into a page: it contains a tag");
  return new Html(`<script>${script}</script>`);
}

/** A gap that a `Template` fills in. Text cannot contain it, since `markup` escapes every `<`. */
export function hole(name: string): Html {
  return new Html(`<?${name}>`);
}

/** HTML with holes: made once, filled in for each visitor. */
export class Template<Hole extends string> {
  /** The HTML before the first hole. */
  readonly #start: string;
  /** Each hole, and the HTML after it. */
  readonly #pieces: readonly { readonly hole: string; readonly after: string }[];

  /**
   * Cuts the HTML at its holes.
   *
   * @param marks Texts that stand for further holes, by the name of the hole.
   */
  constructor(html: Html, marks: Readonly<Record<string, string>> = {}) {
    let text = html.toString();
    for (const [name, mark] of Object.entries(marks)) text = text.replaceAll(mark, hole(name).toString());
    const [start = "", ...pieces] = text.split(/<\?(?=\w+>)/);
    this.#start = start;
    this.#pieces = pieces.map((piece) => {
      const [hole = ""] = piece.split(">", 1);
      return { hole, after: piece.slice(hole.length + 1) };
    });
  }

  /** Puts a part into each hole, escaped as `markup` does. A hole without a part stays empty. */
  fill(parts: Readonly<Partial<Record<Hole, Part>>>): Html {
    const texts = new Map(Object.entries<Part>(parts).map(([hole, part]) => [hole, toHtmlText(part)]));
    let html = this.#start;
    for (const { hole, after } of this.#pieces) html += (texts.get(hole) ?? "") + after;
    return new Html(html);
  }
}

/** Escaped HTML. Only this module makes it. */
class Html {
  readonly [HTML]: string;

  /** @param text HTML, escaped already. */
  constructor(text: string) {
    this[HTML] = text;
  }

  /** The HTML as text. */
  toString(): string {
    return this[HTML];
  }
}
export type { Html };

function toHtmlText(part: Part): string {
  if (part === null || part === undefined || part === false) return "";
  // Some adapters make a `Date` of a name that looks like one.
  if (typeof part !== "object" || part as object instanceof Date) return escapeText(String(part));
  return HTML in part ? part[HTML] : part.map(toHtmlText).join("");
}
