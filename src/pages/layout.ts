/**
 * The frame of all pages: document, style sheet, logo and `Content-Security-Policy`.
 *
 * @module
 */

import { sha256 } from "../crypto/hash.ts";
import { UI_LOCALES } from "../http/ui_locales.ts";
import type { PasskeyMessages } from "../messages/types.ts";
import { type Html, markup, type Part, styleElement } from "./html.ts";
import { styleSheet, type Tile } from "./style.ts";
import type { Page, PageBase } from "./types.ts";

/** The content that differs between pages. */
export interface Content {
  /** Heading, and title of the document. */
  readonly heading: Part;
  /** The part below the heading. */
  readonly body: Html;
  /** Picture above the heading, where the theme has no logo. */
  readonly icon?: Html;
  /** Default 200. */
  readonly status?: number;
  /** Whether the content fills several columns. Default `false`. */
  readonly wide?: boolean;
  /** The providers' tiles, as `styleSheet` takes them. */
  readonly tiles?: readonly Tile[];
  /** URLs of the images in `body`, each accepted by `imageSource`. */
  readonly images?: readonly string[];
  /** The one script. */
  readonly script?: Script | undefined;
}

/** A script of the library's own. */
export interface Script {
  /** URL on the application's own origin. */
  readonly src: string;
  /** Its hash: `sha256-…`, as Subresource Integrity writes it. */
  readonly integrity: string;
  /** Its messages, where they are not those that it contains. */
  readonly messages?: PasskeyMessages | undefined;
}

/** Puts content into a document. Its policy lets a browser load what is in the document and nothing else. */
export async function layout(page: PageBase, content: Content): Promise<Page> {
  const { document, ...rest } = await toDocument(page, content);
  return { ...rest, html: document.toString() };
}

/** As `layout`, for content that may have holes. */
export async function toDocument(
  page: PageBase,
  content: Content,
): Promise<Omit<Page, "html"> & { readonly document: Html }> {
  const { theme, origin } = page;
  const logo = theme.logo && imageSource(theme.logo, origin) ? theme.logo : null;
  const sheet = styleSheet(theme, content.tiles);
  const document = markup`<!DOCTYPE html>
<html lang="${page.locale.language}" dir="${page.locale.direction}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${content.heading} ${DASH} ${hostOf(origin)}</title>
${styleElement(sheet)}${content.script && scriptElement(content.script)}
</head>
<body>
<main${content.wide && markup` class="wide"`}>
${logo ? markup`<img class="logo" src="${logo}" alt="">` : content.icon}
<h1>${content.heading}</h1>
${content.body}
</main>
</body>
</html>
`;
  const images = [logo ?? [], content.images ?? []].flat();
  return {
    status: content.status ?? 200,
    language: page.locale.language,
    document,
    policy: [
      "default-src 'none'",
      `style-src 'sha256-${btoa(String.fromCharCode(...await sha256(sheet)))}'`,
      // The script fetches from its own origin only.
      ...content.script ? [`script-src ${scriptSource(content.script, origin)}`, "connect-src 'self'"] : [],
      // 'self' also lets the browser show the application's icon in the tab.
      `img-src ${[...new Set(["'self'", ...images.map((url) => imageSource(url, origin))])].join(" ")}`,
      // Chromium checks the redirect to the provider too, not only the form's own target.
      `form-action 'self' https:${origin.startsWith("http:") ? " http:" : ""}`,
      "frame-ancestors 'none'",
      "base-uri 'none'",
    ].join("; "),
  };
}

/** A picture above a heading: the path of an SVG, 24 units square, drawn as a line. */
export function icon(path: string): Html {
  return markup`<svg class="icon" viewBox="0 0 24 24" aria-hidden="true"><path d="${path}"/></svg>`;
}

/** The hidden fields of a form. */
export function fields(
  { csrfToken, callbackUrl, link, locales }: {
    readonly csrfToken: string;
    readonly callbackUrl: string;
    readonly link?: boolean;
    readonly locales?: string | null | undefined;
  },
): Html {
  return markup`${field("csrfToken", csrfToken)}${field("callbackUrl", callbackUrl)}${
    field("link", link ? "true" : "")
  }${field(UI_LOCALES, locales ?? "")}`;
}

/** The source of an image for a policy; `null` if a page may not show the image. */
export function imageSource(url: string, origin: string): string | null {
  const target = parseUrl(url, origin);
  if (target?.protocol === "data:") return "data:";
  if (!isWeb(target) || !PLAIN_ORIGIN.test(target.origin)) return null;
  return target.origin === origin ? "'self'" : target.origin;
}

/** The URL of a link: the one given if it is http or https, else the origin of the application. */
export function linkTarget(url: string, origin: string): string {
  return isWeb(parseUrl(url, origin)) ? url : origin;
}

/** Host and port of an origin, for people to read. */
export function hostOf(origin: string): string {
  return origin.replace(/^https?:\/\//, "");
}

/** An en dash as a reference: engines write out text several times as fast if no character is above U+00FF. */
const DASH = markup`&#8211;`;

function field(name: string, value: string): Html | "" {
  return value && markup`<input type="hidden" name="${name}" value="${value}">`;
}

function scriptElement({ src, integrity, messages }: Script): Html {
  const data = messages && markup` data-messages="${JSON.stringify(messages)}"`;
  return markup`
<script src="${src}" integrity="${integrity}"${data} defer></script>`;
}

/** The URL of the script alone. A policy cannot name the file of a host that is an IPv6 address (CSP §2.3.1). */
function scriptSource({ src }: Script, origin: string): string {
  const [file = ""] = src.split("?");
  return /^https?:\/\/[\w.:-]+\/[\w.~/-]+$/.test(file) && file.startsWith(`${origin}/`) ? file : "'self'";
}

/** A host may contain characters that would end a directive. */
const PLAIN_ORIGIN = /^https?:\/\/[\w.:[\]-]+$/;

function isWeb(url: URL | null): url is URL {
  return url?.protocol === "https:" || url?.protocol === "http:";
}

function parseUrl(url: string, origin: string): URL | null {
  return URL.canParse(url, origin) ? new URL(url, origin) : null;
}
