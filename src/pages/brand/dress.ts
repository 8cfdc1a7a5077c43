/**
 * Gives a page the appearance of a brand.
 *
 * @module
 */

import { GROUNDS } from "../../markup/grounds.ts";
import { type Html, markup, ownHtml } from "../../markup/html.ts";
import { escapeText } from "../../markup/escape.ts";
import type { Content } from "../content.ts";
import { card, imageSource } from "../layout.ts";
import type { PageBase } from "../types.ts";
import { backgroundOf, schemesOf } from "./colors.ts";
import type { BrandOptions, BrandSide } from "./options.ts";
import { withParts } from "./parts.ts";
import { brandStyle } from "./styles.ts";

/** Returns the content with the frame, the rules, the images and the head of the theme. */
export function dress(page: PageBase, content: Content): Promise<Content> {
  const theme: BrandOptions = page.theme;
  const isFramed = content.frame !== undefined;
  const isSplit = theme.layout === "split" && !isFramed;
  const [icon, picture] = [theme.icon, isSplit ? theme.side?.image : undefined].map((url) =>
    url && imageSource(url, page.origin) ? url : undefined
  );
  return Promise.resolve({
    ...content,
    head: icon && headOf(icon, theme, isFramed),
    style: (content.style ?? "") + brandStyle(theme, isFramed),
    images: [...content.images ?? [], ...icon ? [icon] : [], ...picture ? [picture] : []],
    ...(isSplit && { frame: (framed) => split(card(framed, content), sideOf(page, picture)) }),
    finish: finishOf(page, isFramed),
  });
}

/** What a theme changes in the text of a document; `undefined` for nothing. */
function finishOf({ theme, locale }: PageBase, isFramed: boolean): Content["finish"] {
  const { providerButtons = "full", css }: BrandOptions = theme;
  const changes: readonly ((document: Html) => Html)[] = [
    ...providerButtons === "grid" ? [withNames(locale.messages.signIn.button)] : [],
    ...providerButtons === "icons" ? [withTitles] : [],
    ...css === undefined ? [] : [(document: Html) => withParts(document, isFramed)],
  ];
  if (!changes.length) return undefined;
  return (document) => changes.reduce((changed, change) => change(changed), document);
}

/** The icon, and the colour for the bars of a browser: that of the page as a phone shows it. */
function headOf(icon: string, theme: BrandOptions, isFramed: boolean): Html {
  const isPage = isFramed || theme.layout === "plain" || (theme.layout === "split" && theme.background);
  const schemes = schemesOf(theme);
  return markup`<link rel="icon" href="${icon}">${
    schemes.map((scheme) => {
      const { card, page } = GROUNDS[scheme];
      const color = isPage ? backgroundOf(theme, scheme)?.page ?? page : card;
      return markup`
<meta name="theme-color" content="${color}"${
        schemes.length > 1 && markup` media="(prefers-color-scheme: ${scheme})"`
      }>`;
    })
  }
`;
}

/** Screen readers read the form first. The rules show the side in front of it. */
function split(form: Html, side: Html): Html {
  return markup`<div class="split"><div class="pane">${form}</div>
${side}</div>`;
}

/** An `aside` with the text; without one, a `div` that says nothing. */
function sideOf({ theme, locale }: PageBase, picture: string | undefined): Html {
  const { text, author }: BrandSide = (theme as BrandOptions).side ?? {};
  const said = typeof text === "function" ? text(locale.language) : text;
  const image = picture && markup`<img src="${picture}" alt="" loading="lazy">`;
  if (!said) return markup`<div class="side">${image}</div>`;
  return markup`<aside class="side">${image}<figure dir="auto"><p>${said}</p>${
    author && markup`<figcaption>${author}</figcaption>`
  }</figure></aside>`;
}

/** Hides the words around the name of a provider, but not from screen readers. */
function withNames(message: string): (html: Html) => Html {
  const [before = "", after = ""] = message.split("{provider}").map(escapeText);
  const hide = (text: string) => text.trim() && `<span class="unseen">${text}</span>`;
  return (html) =>
    ownHtml(
      html.toString().replace(CHOICE, (all, start: string, text: string) =>
        text.startsWith(before) && text.endsWith(after)
          ? `${start}${hide(before)}${text.slice(before.length, text.length - after.length)}${
            hide(after)
          }</span>`
          : all),
    );
}

/** Gives a button that shows only its mark a `title`: a pointer that rests shows it. */
function withTitles(document: Html): Html {
  const ways = /<ul class="ways">[^]*?<\/ul>/;
  const titled = (list: string) =>
    list.replace(CHOICE, (all, _, text: string) => all.replace("<button ", `<button title="${text}" `));
  return ownHtml(document.toString().replace(ways, titled));
}

/** The text of a button that leads to a provider. */
const CHOICE = /(<button class="choice" formaction="[^"]*">[^]*?<span>)([^<]*)<\/span>/g;
