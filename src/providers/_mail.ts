/**
 * The look of every mail: a text, a link and a code. It contains no text that the sender of the request can choose.
 *
 * @module
 */

import { contrast, luminance, parseHex } from "../markup/contrast.ts";
import { GROUNDS } from "../markup/grounds.ts";
import { escapeText } from "../markup/escape.ts";
import { documentTag } from "../messages/direction.ts";
import { fill, fillText, timeText } from "../messages/fill.ts";
import type { Locale, Messages } from "../messages/types.ts";
import type { Theme } from "../values/types.ts";

/** Content of the sign-in mail. */
interface MailContent {
  /** URL of the link. */
  readonly url: string;
  /** URL of the second action; `null` if there is one alone. Default `null`. */
  readonly otherUrl?: string | null;
  /** The code: eight digits; `null` if the email has none. */
  readonly code: string | null;
  /** Host, and port if it has one, of the application. */
  readonly host: string;
  /** Lifetime of link and code, in seconds. */
  readonly maxAge: number;
  /**
   * Appearance. Mail programs show its logo if it is a raster image on the web; where they block images, they show the name
   * instead.
   */
  readonly theme: Theme;
  /** The language, and the messages. */
  readonly locale: Locale<Messages["mail"]>;
}

/** An email without its addresses. */
export interface Mail {
  /** Subject. */
  readonly subject: string;
  /** The HTML part. */
  readonly html: string;
  /** The plain text part. */
  readonly text: string;
}

/** Creates the sign-in mail. */
export function signInMail(content: MailContent): Mail {
  const { locale } = content;
  const subject = fillText(locale.messages.subject, { app: nameOf(content) });
  return { subject, html: htmlOf(content), text: textOf(content) };
}

/** The name of the application, else its host. */
function nameOf({ theme, host }: MailContent): string {
  return theme.name || host;
}

/** Two groups of digits would change places in text from right to left. */
function textOf(content: MailContent): string {
  const { url, code, maxAge, locale } = content;
  const app = nameOf(content);
  const { direction } = locale;
  const { button, openLink, typeCode, lifetime, asked, warning, ignore, reason } = locale.messages;
  const second = secondOf(content);
  const withApp = (message: string) => fillText(message, { app });
  const parts = [
    withApp(leadOf(content)),
    button && `${openLink}\n${url}`,
    second && `${second.label}\n${second.url}`,
    ...code === null ? [] : [
      `${typeCode}\n${direction === "rtl" ? code : spaced(code)}`,
      fillText(lifetime, { lifetime: toLifetime(maxAge, locale) }),
    ],
    ...[asked, warning, ignore, reason].filter(Boolean).map(withApp),
  ];
  return `${parts.filter(Boolean).join("\n\n")}\n`;
}

/** What an inbox shows beside the subject, which must not come twice. Empty in a language that is older than the message. */
function leadOf({ locale: { messages: { intro, preheader } } }: MailContent): string {
  return intro || preheader || "";
}

/** The second action; `null` if there is none. */
function secondOf(
  { otherUrl, locale }: MailContent,
): { readonly url: string; readonly label: string } | null {
  const { otherButton: label } = locale.messages;
  return otherUrl && label ? { url: otherUrl, label } : null;
}

/** Groups the digits: `1234 5678`. */
function spaced(code: string): string {
  return code.replace(/^(\d{4})(\d{4})$/, "$1 $2");
}

/** Rounded down to whole minutes: `1 hour`. */
function toLifetime(seconds: number, locale: Locale<Messages["mail"]>): string {
  const [unit, length] = UNITS.find(([, length]) => seconds >= length && seconds % length === 0) ?? MINUTE;
  const count = Math.max(1, Math.floor(seconds / length));
  return timeText(count, unit, locale);
}

const MINUTE = ["minute", 60] as const;
const UNITS = [["day", 86_400], ["hour", 3_600], MINUTE] as const;

/** Uses tables, inline styles and `bgcolor`, because mail programs ignore most other HTML and CSS. */
function htmlOf(content: MailContent): string {
  const { url, theme, locale } = content;
  const app = nameOf(content);
  const { page, card, text, soft, line, tint } = groundsOf(theme.colorScheme);
  const scheme = theme.colorScheme === "light" || theme.colorScheme === "dark" ? theme.colorScheme : null;
  const { messages, language, direction } = locale;
  const link = escapeText(url);
  const note = `color:${soft};font:14px/20px ${FONT}`;
  const withApp = (message: string) => fillHtml(message, { app: unlinked(app) });
  return `<!DOCTYPE html>
<html lang="${escapeText(documentTag(language))}" dir="${direction}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="${scheme ?? "light dark"}">
<meta name="supported-color-schemes" content="${scheme ?? "light dark"}">
<meta name="format-detection" content="telephone=no, date=no, address=no, email=no, url=no">
<title>${fillHtml(messages.subject, { app: escapeText(app) })}</title>
<style>
:root{color-scheme:${scheme ?? "light dark"}}
.card h1,.card p{text-wrap:balance}
a[x-apple-data-detectors]{color:inherit!important;text-decoration:none!important}
@media(max-width:480px){.card{padding:32px 20px!important}.foot{padding:24px 20px 0!important}}${
    scheme ? "" : darkSheet(theme)
  }
</style>
</head>
<body class="page" style="margin:0;padding:0;background:${page}">
<div style="display:none;max-height:0;overflow:hidden;mso-hide:all">${
    withApp(leadOf(content))
  }${PADDING}</div>
<table class="page" role="presentation" dir="${direction}" width="100%" cellspacing="0" cellpadding="0" border="0" bgcolor="${page}" style="background:${page}">
<tr><td align="center" style="padding:24px 12px">
<table role="presentation" width="600" cellspacing="0" cellpadding="0" border="0" style="width:100%;max-width:600px">
<tr><td class="card" align="center" bgcolor="${card}" style="padding:48px 40px;border:1px solid ${line};border-radius:20px;background:${card};color:${text};font:16px/24px ${FONT}">
${
    logoOf(content)
  }<h1 class="text" style="margin:0;color:${text};font:600 24px/32px ${FONT};word-break:break-word">${
    withApp(messages.subject)
  }</h1>${introOf(content, soft)}
${buttonPart(content)}${secondPart(content, text)}${codePart(content, { soft, text, tint })}${
    messages.asked
      ? `<p class="soft tint" style="margin:32px 0 0;padding:12px 16px;border-radius:12px;background:${tint};${note}">${
        withApp(messages.asked)
      }</p>
`
      : ""
  }${
    [messages.warning, messages.ignore].filter(Boolean).map((message) =>
      `<p class="soft" style="margin:16px 0 0;${note}">${withApp(message)}</p>
`
    ).join("")
  }</td></tr>
<tr><td class="soft foot" align="center" style="padding:24px 40px 0;color:${soft};font:12px/18px ${FONT}">${
    messages.reason
      ? `<p style="margin:0 0 16px">${withApp(messages.reason)}</p>
`
      : ""
  }${
    messages.button &&
    `<p style="margin:0">${
      escapeText(messages.copyLink)
    }<br><a class="soft" dir="ltr" href="${link}" style="color:${soft};word-break:break-all">${link}</a></p>
`
  }</td></tr>
</table>
</td></tr>
</table>
</body>
</html>
`;
}

/** The text above the button; nothing in the sign-in mail. */
function introOf(content: MailContent, soft: string): string {
  const { intro } = content.locale.messages;
  if (intro === undefined) return "";
  return intro.split(/\n\s*\n/).map((paragraph) => {
    const text = fillHtml(paragraph, { app: unlinked(nameOf(content)) });
    return `
<p class="soft" style="margin:16px 0 0;color:${soft}">${text}</p>`;
  }).join("");
}

/** The button; nothing in an email that asks for nothing. */
function buttonPart({ url, theme, locale: { messages: { button } } }: MailContent): string {
  const { background, color } = buttonColors(theme);
  return button &&
    `<table role="presentation" cellspacing="0" cellpadding="0" border="0" style="margin:32px auto">
<tr><td class="button" bgcolor="${background}" style="border-radius:12px;background:${background}"><a class="label" href="${
      escapeText(url)
    }" style="display:inline-block;padding:14px 40px;border-radius:12px;color:${color};font:600 16px/24px ${FONT};text-align:center;text-decoration:none">${
      escapeText(button)
    }</a></td></tr>
</table>
`;
}

/** The link below the button; nothing in an email with one action. */
function secondPart(content: MailContent, text: string): string {
  const second = secondOf(content);
  return second
    ? `<p style="margin:-16px 0 32px"><a class="text" href="${
      escapeText(second.url)
    }" style="display:inline-block;padding:8px;color:${text};font:600 16px/24px ${FONT}">${
      escapeText(second.label)
    }</a></p>
`
    : "";
}

/** The code and its lifetime; nothing in an email without one. */
function codePart(
  { code, maxAge, locale }: MailContent,
  { soft, text, tint }: Pick<(typeof GROUNDS)["light"], "soft" | "text" | "tint">,
): string {
  if (code === null) return "";
  return `<p class="soft" style="margin:0;color:${soft}">${escapeText(locale.messages.typeCode)}</p>
<p class="text tint" dir="ltr" style="margin:16px 0;padding:16px 8px;border-radius:12px;background:${tint};color:${text};font:600 32px/40px ${MONOSPACE};letter-spacing:4px;white-space:nowrap">${
    escapeText(spaced(code))
  }</p>
<p class="soft" style="margin:0;color:${soft}">${
    fillHtml(locale.messages.lifetime, { lifetime: escapeText(toLifetime(maxAge, locale)) })
  }</p>
`;
}

/** Without a colour of the application, the button has that of the text, and the text that of the card. */
function darkSheet(theme: Theme): string {
  const { background, color } = buttonColors({ ...theme, colorScheme: "dark" });
  return `${DARK_SHEET}
@media(prefers-color-scheme:dark){
.button{background:${background}!important}
.label{color:${color}!important}
.light{display:none!important}
.dark{display:block!important}
}`;
}

const DARK_SHEET = `
@media(prefers-color-scheme:dark){
.page{background:${GROUNDS.dark.page}!important}
.card{background:${GROUNDS.dark.card}!important;border-color:${GROUNDS.dark.line}!important}
.text{color:${GROUNDS.dark.text}!important}
.soft{color:${GROUNDS.dark.soft}!important}
.tint{background:${GROUNDS.dark.tint}!important}
}`;

/** After the preheader: an inbox would go on with the heading, which is the subject. */
const PADDING = "&#847;&#8204;&#160;".repeat(80);

const FONT = "-apple-system,BlinkMacSystemFont,'Segoe UI',Roboto,Helvetica,Arial,sans-serif";
const MONOSPACE = "ui-monospace,SFMono-Regular,Menlo,Consolas,monospace";

/** Returns whether mail programs can show a picture: not an SVG, and not data in the email itself. A path is completed. */
export function isMailPicture(source: string): boolean {
  const base = "https://path.invalid";
  if (!URL.canParse(source, base)) return false;
  const { protocol, pathname } = new URL(source, base);
  return /^https?:$/.test(protocol) && !/\.svgz?$/i.test(pathname);
}

/** The logo, that for dark emails behind it; empty if mail programs cannot show it: SVG, and data in the email itself. */
function logoOf({ theme, url, host }: MailContent): string {
  const { logo, logoDark, colorScheme, name } = theme;
  const image = (source: string | undefined, style: string, display: string) => {
    if (!source || !isMailPicture(source)) return "";
    return `<img class="${style}" src="${escapeText(new URL(source, url).href)}" alt="${
      escapeText(name || host)
    }" height="48" style="display:${display};height:48px;max-width:200px;margin:0 auto 24px;border:0">
`;
  };
  if (colorScheme === "dark") return image(logoDark || logo, "only", "block");
  if (colorScheme === "light" || !logoDark || logoDark === logo) {
    return image(logo || logoDark, "only", "block");
  }
  return image(logo || logoDark, "light", "block") + image(logoDark, "dark", "none");
}

/**
 * Mail programs support hexadecimal colours and colour names. The text colour is computed from a hexadecimal colour;
 * with a name, `buttonText` is required. A `buttonText` that lacks contrast is replaced (WCAG 2.2 §1.4.3).
 */
function buttonColors(
  { brandColor, buttonText, colorScheme }: Theme,
): { readonly background: string; readonly color: string } {
  const wanted = buttonText && COLOR.test(buttonText) ? buttonText : null;
  const isUsable = brandColor && COLOR.test(brandColor) && (wanted || brandColor.startsWith("#"));
  const background = isUsable ? brandColor : groundsOf(colorScheme).text;
  if (!background.startsWith("#")) return { background, color: wanted! };
  const { rgb: ground } = parseHex(background);
  const isReadable = wanted !== null &&
    (!wanted.startsWith("#") || contrast(parseHex(wanted).rgb, ground) >= 4.5);
  return { background, color: isReadable ? wanted : luminance(ground) > 0.179 ? "#000000" : "#ffffff" };
}

const COLOR = /^(?:#[\da-f]{3}|#[\da-f]{6}|[a-z]{3,20})$/i;

/** Inserts a zero-width non-joiner before each dot: mail programs would turn a name that is a host into a link. */
function unlinked(name: string): string {
  return escapeText(name).replaceAll(".", "&#8204;.");
}

/** Escapes a message, and fills it with HTML. */
function fillHtml(message: string, parts: Readonly<Record<string, string>>): string {
  return fill(escapeText(message), parts).join("");
}

function groundsOf(scheme: Theme["colorScheme"]): (typeof GROUNDS)["light"] {
  return GROUNDS[scheme === "dark" ? scheme : "light"];
}
