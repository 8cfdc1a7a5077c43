/**
 * A sentence with links to the documents that a new user accepts.
 *
 * @module
 */

import { type Html, markup, type Part } from "../markup/html.ts";
import { fill } from "../messages/fill.ts";
import { linkTarget } from "./layout.ts";
import type { PageBase } from "./types.ts";

/** Fills `documents` of a message with the links of the theme to the terms of use and the privacy notice. */
export function documents(
  message: string,
  { theme, origin, locale }: Pick<PageBase, "theme" | "origin" | "locale">,
): Part {
  const { language, messages: { general } } = locale;
  const { terms, privacy } = theme.links ?? {};
  const links = ([[terms, general.terms], [privacy, general.privacy]] as const).flatMap(([url, text]) =>
    url ? [link(linkTarget(url, origin), text)] : []
  );
  const list = new Intl.ListFormat(language, { type: "unit", style: "short" })
    .formatToParts(Object.keys(links))
    .map(({ type, value }) => type === "literal" ? value : links[Number(value)]);
  return fill(message, { documents: markup`${list}` });
}

/** In another tab: the form keeps what was typed. */
function link(url: string, text: string): Html {
  return markup`<a href="${url}" target="_blank" rel="noopener">${text}</a>`;
}
