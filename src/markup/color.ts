/**
 * Colours that are safe in a style sheet.
 *
 * @module
 */

/**
 * Returns whether a value is a CSS colour that the pages accept: hexadecimal, a name, or `rgb() hsl() hwb() lab() lch()
 * oklab() oklch()` with plain numbers. An accepted value cannot end a declaration, call `url()` or read `var()`.
 *
 * @see {@link https://www.w3.org/TR/css-color-4/#color-syntax | CSS Color 4 §4}
 */
export function isColor(value: string): boolean {
  return COLOR.test(value);
}

const NUMBER = String.raw`(?:[+-]?(?:\d{1,5}(?:\.\d{1,9})?|\.\d{1,9})(?:%|deg|g?rad|turn)?|none)`;
const COLOR = new RegExp(
  String.raw`^(?:#(?:[\da-f]{3,4}|[\da-f]{6}|[\da-f]{8})|[a-z]{3,20}|` +
    String.raw`(?:rgba?|hsla?|hwb|(?:ok)?(?:lab|lch))\( ?${NUMBER}(?:[ ,/]{1,3}${NUMBER}){2,3} ?\))$`,
  "i",
);
