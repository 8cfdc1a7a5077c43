/**
 * Names the elements of a page for the application's CSS: these names are promised, the classes are not.
 *
 * @module
 */

import { type Html, ownHtml } from "../../markup/html.ts";

/** What an element is. */
type PagePart = "card" | "title" | "field" | "button" | "provider" | "row" | "pill" | "message";

/** The parts of elements with a class. */
const CLASSES: Readonly<Record<string, PagePart>> = {
  card: "card",
  choice: "provider",
  button: "button",
  tag: "pill",
  alert: "message",
  notice: "message",
  done: "message",
  error: "message",
};

/** The parts of elements without one. */
const TAGS: Readonly<Record<string, PagePart>> = {
  h1: "title",
  select: "field",
  textarea: "field",
};

/** A start tag, or the end of a list. */
const TAG = /<(\/?ul|main|h1|input|select|textarea|section|aside|div|button|a|span|p|li)\b([^<>]*)>/g;

/**
 * Writes `data-part` into a document of the library.
 *
 * @param isFramed Whether the page has a frame of its own: then its `main` is no card.
 */
export function withParts(document: Html, isFramed: boolean): Html {
  let isInRows = false;
  return ownHtml(
    document.toString().replace(TAG, (all, tag: string, attributes: string) => {
      const [, names = ""] = / class="([^"]*)"/.exec(attributes) ?? [];
      const classes = names.split(" ");
      if (tag.endsWith("ul")) {
        isInRows = classes.includes("rows");
        return all;
      }
      const [ofClass] = classes.flatMap((name) => Object.hasOwn(CLASSES, name) ? CLASSES[name]! : []);
      const part = tag === "main"
        ? !isFramed && "card"
        : tag === "input"
        ? !/ type="(?:hidden|checkbox|radio)"/.test(attributes) && "field"
        : tag === "li"
        ? isInRows && "row"
        : TAGS[tag] ?? ofClass;
      return part ? `<${tag} data-part="${part}"${attributes}>` : all;
    }),
  );
}
