/**
 * Checks the appearance of the pages: no value can end a declaration of the style sheet, or load anything.
 *
 * @module
 */

import { ConfigError } from "../errors/errors.ts";
import type { Theme, ThemeLinks } from "../values/types.ts";
import { isColor } from "./color.ts";

/** The longest name of an application, in characters. It is part of titles and of the subject of mails. */
const MAX_NAME = 60;

/** @throws {ConfigError} if a value of the theme is not valid; the message says what to write. */
export function assertTheme(theme: Theme): void {
  const { name, brandColor, buttonText, colorScheme, logo, logoDark, radius, font, links } = theme;
  if (name && !isName(name)) {
    fail("name", `${JSON.stringify(name)} must be text of 1 to ${MAX_NAME} characters in one line`);
  }
  for (const [field, color] of Object.entries({ brandColor, buttonText })) {
    if (color && !isColor(color)) fail(field, `"${color}" is not a CSS colour, such as "#346df1"`);
  }
  if (colorScheme && !["auto", "dark", "light"].includes(colorScheme)) {
    fail("colorScheme", `"${colorScheme}" must be "auto", "dark" or "light"`);
  }
  for (const [field, url] of Object.entries({ logo, logoDark })) {
    if (url && !isPicture(url)) {
      fail(field, `"${url}" must be an http or https URL, a path, or a data URL of an image`);
    }
  }
  if (radius && !isLength(radius)) {
    fail("radius", `${JSON.stringify(radius)} must be a CSS length in px, rem or em, such as "8px"`);
  }
  if (font && !isFontList(font)) {
    fail(
      "font",
      `${JSON.stringify(font)} must be a list of font names, such as 'Inter, "Segoe UI", sans-serif'`,
    );
  }
  assertLinks(links ?? {});
}

/** Returns whether a URL is one of a picture that the pages can show. */
export function isPicture(url: string): boolean {
  return /^(https?:\/\/|\/(?!\/)|data:image\/)/.test(url) && URL.canParse(url, "https://x");
}

/** Returns whether a text is a CSS length that the pages accept: `0`, or up to three digits with px, rem or em. */
export function isLength(value: string): boolean {
  return /^(?:0|(?:\d{1,3}(?:\.\d{1,3})?|\.\d{1,3})(?:px|r?em))$/.test(value);
}

/** Returns whether a text is a CSS `font-family` list of names alone: without functions, escapes and further declarations. */
export function isFontList(value: string): boolean {
  return typeof value === "string" && value.length <= 500 && FONTS.test(value);
}

const FONT = String.raw`(?:"[\p{L}\d _.-]+"|'[\p{L}\d _.-]+'|[a-z][a-z\d-]*(?: [a-z\d-]+)*)`;
const FONTS = new RegExp(String.raw`^${FONT}(?: ?, ?${FONT})*$`, "iu");

const MAILBOX = /^mailto:[^\s@?]+@[^\s@?]+$/;

function assertLinks(links: ThemeLinks): void {
  if (typeof links !== "object") fail("links", 'write an object, such as { terms: "/terms" }');
  for (const [name, url] of Object.entries(links)) {
    if (url === undefined || isLink(url)) continue;
    const isMailbox = name === "support";
    if (isMailbox && MAILBOX.test(url)) continue;
    fail(
      `links.${name}`,
      `"${url}" must be an http or https URL, or a path${isMailbox ? ", or mailto: with an address" : ""}`,
    );
  }
}

function isLink(url: unknown): boolean {
  return typeof url === "string" && /^(https?:\/\/|\/(?![/\\]))/.test(url) && URL.canParse(url, "https://x");
}

/** A line break in a name would end the header of a mail. */
function isName(name: unknown): boolean {
  return typeof name === "string" && name.length <= MAX_NAME && name.trim() !== "" &&
    !/\p{Cc}|\p{Zl}|\p{Zp}/u.test(name);
}

function fail(field: string, reason: string): never {
  throw new ConfigError(`Cannot use \`theme.${field}\`: ${reason}`);
}
