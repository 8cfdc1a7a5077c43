/**
 * Parses the colours of CSS, mixes them, and finds one that can be read.
 *
 * @see {@link https://www.w3.org/TR/css-color-4/ | CSS Color 4}
 * @module
 */

import { isColor } from "./color.ts";
import { namedColor } from "./color_names.ts";
import { type Color, contrast, parseHex, type Rgb } from "./contrast.ts";

/** Parses a colour that `isColor` accepts; `null` if it is another text, or a name that no colour has. */
export function parseColor(text: string): Color | null {
  if (!isColor(text)) return null;
  const [, name, list = ""] = /^(\w+)\((.*)\)$/.exec(text.toLowerCase()) ?? [];
  if (name !== undefined) return parseFunction(name, list);
  const hex = text.startsWith("#") ? text : namedColor(text);
  return hex === null ? null : parseHex(hex);
}

/** Writes a colour in hexadecimal. */
export function toHexColor(rgb: Rgb): string {
  return `#${rgb.map((part) => Math.round(part * 255).toString(16).padStart(2, "0")).join("")}`;
}

/** Returns the colour that a browser shows where a colour lies on another. */
export function blend({ rgb, alpha }: Color, below: Rgb): Rgb {
  return toShown(mix(below, rgb, alpha));
}

/**
 * Returns a colour with enough contrast to each ground: the colour itself if it has, else one that is nearer to `goal`.
 *
 * @param goal Black or white, which must have the contrast.
 */
export function withContrast(
  color: Rgb,
  { grounds, ratio, goal }: { readonly grounds: readonly Rgb[]; readonly ratio: number; readonly goal: Rgb },
): Rgb {
  const steps = Array.from({ length: STEPS }, (_, step) => toShown(mix(color, goal, step / STEPS)));
  return steps.find((each) => grounds.every((ground) => contrast(each, ground) >= ratio)) ?? goal;
}

const STEPS = 25;

function mix(from: Rgb, to: Rgb, share: number): Rgb {
  const between = (part: number, other: number) => part + (other - part) * share;
  return [between(from[0], to[0]), between(from[1], to[1]), between(from[2], to[2])];
}

/** The colour as a browser shows it: each part is one of 256. */
function toShown(rgb: Rgb): Rgb {
  return mapRgb(rgb, (part) => Math.round(part * 255) / 255);
}

function mapRgb([red, green, blue]: Rgb, change: (part: number) => number): Rgb {
  return [change(red), change(green), change(blue)];
}

/** A function: the numbers for which 100 % stand, `null` for an angle, and the conversion of what it then has. */
type Parse = readonly [wholes: readonly (number | null)[], convert: (parts: Rgb) => Rgb];

const FUNCTIONS: Readonly<Record<string, Parse>> = {
  rgb: [[255, 255, 255], (parts) => mapRgb(parts, (part) => part / 255)],
  hsl: [[null, 100, 100], fromHsl],
  hwb: [[null, 100, 100], fromHwb],
  lab: [[100, 125, 125], fromLab],
  lch: [[100, 150, null], (parts) => fromLab(fromPolar(parts))],
  oklab: [[1, 0.4, 0.4], fromOklab],
  oklch: [[1, 0.4, null], (parts) => fromOklab(fromPolar(parts))],
};

/** @param name One of those that `isColor` accepts: `rgba` and `hsla` are `rgb` and `hsl`. */
function parseFunction(name: string, list: string): Color {
  const parts = list.trim().split(/[ ,/]+/);
  const [wholes, convert] = FUNCTIONS[name.replace(/a$/, "")]!;
  const [one = 0, two = 0, three = 0] = wholes.map((whole, at) => toPart(parts[at]!, whole));
  return { rgb: mapRgb(convert([one, two, three]), clamp), alpha: clamp(toPart(parts[3] ?? "1", 1)) };
}

/** @param whole The number that 100 % stands for; `null` for an angle, in degrees. */
function toPart(part: string, whole: number | null): number {
  if (part === "none") return 0;
  const number = parseFloat(part);
  if (whole !== null) return part.endsWith("%") ? number / 100 * whole : number;
  const unit = /[a-z]+$/.exec(part)?.[0] ?? "deg";
  return (number * (UNITS[unit] ?? 1) % 360 + 360) % 360;
}

const UNITS: Readonly<Record<string, number>> = { deg: 1, turn: 360, grad: 0.9, rad: 180 / Math.PI };

function clamp(part: number): number {
  return Math.min(1, Math.max(0, part));
}

/** CSS Color 4 §7.1 */
function fromHsl([hue, saturation, light]: Rgb): Rgb {
  const part = (n: number) => {
    const k = (n + hue / 30) % 12;
    const chroma = saturation * Math.min(light, 100 - light) / 100;
    return (light - chroma * Math.max(-1, Math.min(k - 3, 9 - k, 1))) / 100;
  };
  return [part(0), part(8), part(4)];
}

/** CSS Color 4 §8.1 */
function fromHwb([hue, white, black]: Rgb): Rgb {
  const sum = white + black;
  const share = Math.max(0, 100 - sum);
  return mapRgb(fromHsl([hue, 100, 50]), (part) => (part * share + white) / (share + sum));
}

function fromPolar([lightness, chroma, hue]: Rgb): Rgb {
  const angle = hue * Math.PI / 180;
  return [lightness, chroma * Math.cos(angle), chroma * Math.sin(angle)];
}

/** CIE Lab. CSS Color 4 §10.9 */
function fromLab([l, a, b]: Rgb): Rgb {
  const y = (l + 16) / 116;
  const cube = (t: number) => t ** 3 > 216 / 24389 ? t ** 3 : (116 * t - 16) * 27 / 24389;
  return fromLinear(multiply(XYZ_TO_LINEAR, mapRgb([y + a / 500, y, y - b / 200], cube)));
}

/** CSS Color 4 §9.3, §10.9 */
function fromOklab([l, a, b]: Rgb): Rgb {
  const [x, y, z] = multiply(OKLAB_TO_LMS, [l, a, b]);
  return fromLinear(multiply(LMS_TO_LINEAR, [x ** 3, y ** 3, z ** 3]));
}

function fromLinear(linear: Rgb): Rgb {
  return mapRgb(linear, (part) => part <= 0.0031308 ? part * 12.92 : 1.055 * part ** (1 / 2.4) - 0.055);
}

type Matrix = readonly [Rgb, Rgb, Rgb];

function multiply([one, two, three]: Matrix, [x, y, z]: Rgb): Rgb {
  const dot = ([a, b, c]: Rgb) => a * x + b * y + c * z;
  return [dot(one), dot(two), dot(three)];
}

/** From XYZ, as shares of the white point D50, by XYZ with D65. White is 1, 1, 1. */
const XYZ_TO_LINEAR: Matrix = [
  [3.022234, -1.617386, -0.404848],
  [-0.943848, 1.916254, 0.027594],
  [0.069386, -0.228977, 1.159591],
];
const OKLAB_TO_LMS: Matrix = [
  [1, 0.396338, 0.215804],
  [1, -0.105561, -0.063854],
  [1, -0.089484, -1.291486],
];
const LMS_TO_LINEAR: Matrix = [
  [4.076742, -3.307712, 0.23097],
  [-1.268438, 2.609757, -0.341319],
  [-0.004196, -0.703419, 1.707615],
];
