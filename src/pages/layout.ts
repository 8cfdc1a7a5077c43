/**
 * The frame of all pages: document, style sheet, logo and `Content-Security-Policy`.
 *
 * @module
 */

import { documentTag } from "../messages/direction.ts";
import { fill } from "../messages/fill.ts";
import { FORM_SCRIPT } from "./form_script.ts";
import { sha256 } from "../crypto/hash.ts";
import { type Html, markup, ownHtml, type Part, scriptText, styleElement } from "../markup/html.ts";
import { ONLY } from "../http/link_request.ts";
import type { Only } from "../http/types.ts";
import { styleSheet } from "./style.ts";
import type { BrandedTheme, Content, Framed, Script } from "./content.ts";
import { brand } from "../values/markers.ts";
import type { Page, PageBase, PasskeyScript } from "./types.ts";
import type { Locale, Messages } from "../messages/types.ts";
import type { Theme, ThemeLinks } from "../values/types.ts";
import { UI_LOCALES } from "../http/ui_locales.ts";

/** Returns the script for passkeys with the messages of a page. */
export function scriptIn({ messages: { passkey } }: Locale, { english, ...script }: PasskeyScript): Script {
  return { ...script, messages: passkey === english ? undefined : passkey };
}

/** Puts content into a document. Its policy lets a browser load what is in the document and nothing else. */
export async function layout(page: PageBase, content: Content): Promise<Page> {
  const { document, finish, ...rest } = await toDocument(page, content);
  return { ...rest, html: (finish?.(document) ?? document).toString() };
}

/** As `layout`, for content that may have holes. */
export async function toDocument(
  page: PageBase,
  plain: Content,
): Promise<Omit<Page, "html"> & Pick<Content, "finish"> & { readonly document: Html }> {
  const { theme, origin, locale } = page;
  const content = await (theme as BrandedTheme)[brand]?.dress(page, plain) ?? plain;
  const { heading, title = heading, lead, body, script, inlineScript, formParts = [] } = content;
  // Forms with the same script load it once.
  const scripts = [...new Set(formParts.map(({ script }) => `${script ?? ""}`))];
  // What the script of the forms does.
  const hasForm = /<form| data-wait=/.test(body.toString());
  const logos = logosOf(theme, origin);
  const sheet = styleSheet(theme, content.tiles) + (content.style ?? "");
  const framed = {
    picture: logos.length ? logoElement(logos) : content.icon,
    heading,
    lead,
    body: markup`${body}
${hasForm && sendingStatus(locale.messages.general)}`,
    footer: footer(theme.links ?? {}, locale.messages.general),
  };
  const document = markup`<!DOCTYPE html>
<html lang="${documentTag(locale.language)}" dir="${locale.direction}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${title} ${DASH} ${appName(page)}</title>
${content.head}${styleElement(sheet)}${script && scriptElement(script)}
</head>
<body>
${(content.frame ?? card)(framed, content)}${hasForm && formScript()}${
    inlineScript !== undefined && scriptText(inlineScript)
  }${ownHtml(scripts.join(""))}
</body>
</html>
`;
  const images = [...logos, ...content.images ?? []];
  const policy = [
    "default-src 'none'",
    `style-src ${await hashSource(sheet)}`,
    ...await scriptPolicy({ script, hasForm, inlineScript }, origin),
    // 'self' also lets the browser show the application's icon in the tab.
    `img-src ${[...new Set(["'self'", ...images.map((url) => imageSource(url, origin))])].join(" ")}`,
    // Chromium checks the redirect to the provider too, not only the form's own target.
    `form-action 'self' https:${origin.startsWith("http:") ? " http:" : ""}`,
    "frame-ancestors 'none'",
    "base-uri 'none'",
  ].join("; ");
  return {
    status: content.status ?? 200,
    language: locale.language,
    document,
    finish: content.finish,
    policy: formParts.reduce((all, { allow }) => allow(all), policy),
  };
}

/** A card in the middle of the page. */
export function card(
  { picture, heading, lead, body, footer }: Framed,
  { isWide }: Pick<Content, "isWide">,
): Html {
  return markup`<main${isWide && markup` class="wide"`}>
<header>
${picture}
<h1>${heading}</h1>
${lead}
</header>
${body}</main>${footer}`;
}

/** The name of the application: that of the theme, else the host. */
export function appName({ theme, origin }: Pick<PageBase, "theme" | "origin">): string {
  return theme.name || readableHost(origin);
}

/** A link to the application, which leaves the page. */
export function homeLink(page: Pick<PageBase, "home" | "origin" | "theme" | "locale">): Html {
  const text = fill(page.locale.messages.general.back, { app: appName(page) });
  return textLink(page.home ?? page.origin, text, page);
}

/** A link that looks like text. @param url As `linkTarget` accepts it. */
export function textLink(url: string, text: Part, { origin }: Pick<PageBase, "origin">): Html {
  return markup`<a class="link" href="${linkTarget(url, origin)}">${text}</a>`;
}

/** The path of the icon of a person. */
export const PERSON = "M12 12a4 4 0 1 0 0-8 4 4 0 0 0 0 8ZM4.5 20.5c.6-3.6 3.6-5.5 7.5-5.5s6.9 1.9 7.5 5.5";

/** A picture above a heading: the path of an SVG, 24 units square, drawn as a line. */
export function icon(path: string): Html {
  return markup`<svg class="icon" viewBox="0 0 24 24" aria-hidden="true"><path d="${path}"/></svg>`;
}

/** The hidden fields of a form. */
export function fields(
  { csrfToken, shownFor, callbackUrl, link, only, locales }: {
    readonly csrfToken: string;
    readonly shownFor?: string | undefined;
    readonly callbackUrl: string;
    readonly link?: boolean;
    readonly only?: Only | undefined;
    readonly locales?: string | null | undefined;
  },
): Html {
  return markup`${field("csrfToken", csrfToken)}${field("shownFor", shownFor ?? "")}${
    field("callbackUrl", callbackUrl)
  }${field("link", link ? "true" : "")}${field(ONLY, only === "one" ? "true" : only ?? "")}${
    field(UI_LOCALES, locales ?? "")
  }`;
}

/** The source of an image for a policy; `null` if a page may not show the image. */
export function imageSource(url: string, origin: string): string | null {
  const target = parseWebUrl(url, origin);
  if (target?.protocol === "data:") return "data:";
  if (!isWeb(target) || !POLICY_ORIGIN.test(target.origin)) return null;
  return target.origin === origin ? "'self'" : target.origin;
}

/** The URL of a link: the one given if it is http or https, else the origin of the application. */
export function linkTarget(url: string, origin: string): string {
  return isWeb(parseWebUrl(url, origin)) ? url : origin;
}

/** Host and port of an origin, for people to read. */
export function readableHost(origin: string): string {
  return origin.replace(/^https?:\/\//, "");
}

/** The URLs of the logo: that for light pages, and behind it that for dark ones if it differs. */
function logosOf({ logo, logoDark, colorScheme }: Theme, origin: string): readonly string[] {
  const [light, dark] = [logo || logoDark, logoDark || logo].map((url) =>
    url && imageSource(url, origin) ? url : ""
  );
  const wanted = colorScheme === "light" ? [light] : colorScheme === "dark" ? [dark] : [light, dark];
  return [...new Set(wanted)].flatMap((url) => url || []);
}

/** Empty alternative text: the name of the application stands below it. */
function logoElement([light, dark]: readonly string[]): Html {
  return markup`<picture class="logo">${
    dark && markup`<source srcset="${dark}" media="(prefers-color-scheme: dark)">`
  }<img src="${light}" alt=""></picture>`;
}

function footer({ terms, privacy, support }: ThemeLinks, messages: Messages["general"]): Html | null {
  const links = [[terms, messages.terms], [privacy, messages.privacy], [support, messages.support]] as const;
  const shown = links.filter(([url]) => url);
  if (!shown.length) return null;
  return markup`
<footer>${shown.map(([url, text]) => markup`<a href="${url}">${text}</a>`)}</footer>`;
}

/** The directives for scripts: none where the page has no script. The script for passkeys fetches from its own origin. */
async function scriptPolicy(
  { script, hasForm, inlineScript }: Pick<Content, "script" | "inlineScript"> & { readonly hasForm: boolean },
  origin: string,
): Promise<readonly string[]> {
  const sources = [
    ...hasForm ? [await hashSource(FORM_SCRIPT)] : [],
    ...inlineScript !== undefined ? [await hashSource(inlineScript)] : [],
    ...script ? [scriptSource(script, origin)] : [],
  ];
  return [
    ...sources.length ? [`script-src ${sources.join(" ")}`] : [],
    ...script ? ["connect-src 'self'"] : [],
  ];
}

/** The source of an element that stands in the page: its hash (CSP §2.3.1). */
async function hashSource(text: string): Promise<string> {
  return `'sha256-${btoa(String.fromCharCode(...await sha256(text)))}'`;
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

/** Screen readers read what the script writes into it while a form is being sent. */
function sendingStatus({ wait }: Messages["general"]): Html {
  return markup`<output class="unseen" data-sending="${wait}"></output>
`;
}

function formScript(): Html {
  return markup`
${scriptText(FORM_SCRIPT)}`;
}

/** The URL of the script alone. A policy cannot name the file of a host that is an IPv6 address (CSP §2.3.1). */
function scriptSource({ src }: Script, origin: string): string {
  const [file = ""] = src.split("?");
  return /^https?:\/\/[\w.:-]+\/[\w.~/-]+$/.test(file) && file.startsWith(`${origin}/`) ? file : "'self'";
}

/** A host may contain characters that would end a directive. */
const POLICY_ORIGIN = /^https?:\/\/[\w.:[\]-]+$/;

function isWeb(url: URL | null): url is URL {
  return url?.protocol === "https:" || url?.protocol === "http:";
}

function parseWebUrl(url: string, origin: string): URL | null {
  return URL.canParse(url, origin) ? new URL(url, origin) : null;
}
