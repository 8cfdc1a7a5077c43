/**
 * Checks of the values that an application gives to the style sheet of pages: none ends its declaration, or loads anything else.
 *
 * @module
 */

/** Returns whether a URL is one of a picture that the pages can show. */
export function isPicture(url: string): boolean {
  return /^(https?:\/\/|\/(?!\/)|data:image\/)/.test(url) && URL.canParse(url, "https://x");
}

/** Returns whether a text is a CSS length that the pages accept: `0`, or up to three digits with px, rem or em. */
export function isLength(value: string): boolean {
  return /^(?:0|(?:\d{1,3}(?:\.\d{1,3})?|\.\d{1,3})(?:px|r?em))$/.test(value);
}

/** Returns whether a text is a CSS `font-family` list of only names, without functions, escapes and further declarations. */
export function isFontList(value: string): boolean {
  return typeof value === "string" && value.length <= 500 && FONTS.test(value);
}

const FONT = String.raw`(?:"[\p{L}\d _.-]+"|'[\p{L}\d _.-]+'|[a-z][a-z\d-]*(?: [a-z\d-]+)*)`;
const FONTS = new RegExp(String.raw`^${FONT}(?: ?, ?${FONT})*$`, "iu");
