/**
 * How well a colour can be read on another.
 *
 * @see {@link https://www.w3.org/TR/WCAG22/#dfn-contrast-ratio | WCAG 2.2, contrast ratio}
 * @module
 */

/** Red, green and blue in sRGB, each from 0 to 1. */
export type Rgb = readonly [red: number, green: number, blue: number];

/** A colour, and how much of it covers what is below. */
export interface Color {
  /** The colour, in the gamut of sRGB. */
  readonly rgb: Rgb;
  /** From 0 to 1. */
  readonly alpha: number;
}

/** Black. */
export const BLACK: Rgb = [0, 0, 0];

/** White. */
export const WHITE: Rgb = [1, 1, 1];

/** Parses a colour in hexadecimal, with `#` and 3, 4, 6 or 8 digits. */
export function parseHex(hex: string): Color {
  const digits = hex.length < 7 ? hex.replace(/[^#]/g, "$&$&") : hex;
  const part = (index: number) => parseInt(digits.slice(1 + 2 * index, 3 + 2 * index), 16) / 255;
  return { rgb: [part(0), part(1), part(2)], alpha: digits.length > 7 ? part(3) : 1 };
}

/** Returns the contrast ratio of two colours, from 1 to 21. */
export function contrast(a: Rgb, b: Rgb): number {
  const [one, other] = [luminance(a), luminance(b)];
  return (Math.max(one, other) + 0.05) / (Math.min(one, other) + 0.05);
}

/** Returns the relative luminance of a colour, from 0 to 1. */
export function luminance([red, green, blue]: Rgb): number {
  return 0.2126 * toLinear(red) + 0.7152 * toLinear(green) + 0.0722 * toLinear(blue);
}

function toLinear(part: number): number {
  return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
}
