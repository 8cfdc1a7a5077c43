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

type Parse = (parts: readonly [string, string, string]) => Rgb;

const fromRgb: Parse = ([red, green, blue]) => {
  const part = (text: string) => toPart(text, 255) / 255;
  return [part(red), part(green), part(blue)];
};

/** Each function converts its three parts. */
const FUNCTIONS: ReadonlyMap<string, Parse> = new Map<string, Parse>([
  ["rgb", fromRgb],
  ["rgba", fromRgb],
  ["hsl", fromHslParts],
  ["hsla", fromHslParts],
  ["hwb", ([h, w, b]) => fromHwb(toDegrees(h), toPart(w, 100) / 100, toPart(b, 100) / 100)],
  ["lab", ([l, a, b]) => fromLab([toPart(l, 100), toPart(a, 125), toPart(b, 125)])],
  ["lch", ([l, c, h]) => fromLab(fromPolar(toPart(l, 100), toPart(c, 150), toDegrees(h)))],
  ["oklab", ([l, a, b]) => fromOklab([toPart(l, 1), toPart(a, 0.4), toPart(b, 0.4)])],
  ["oklch", ([l, c, h]) => fromOklab(fromPolar(toPart(l, 1), toPart(c, 0.4), toDegrees(h)))],
]);

function fromHslParts([hue, saturation, lightness]: readonly [string, string, string]): Rgb {
  return fromHsl(toDegrees(hue), toPart(saturation, 100) / 100, toPart(lightness, 100) / 100);
}

function parseFunction(name: string, list: string): Color | null {
  const [one = "", two = "", three = "", alpha = "1"] = list.trim().split(/[ ,/]+/);
  const parse = FUNCTIONS.get(name);
  return parse ? { rgb: mapRgb(parse([one, two, three]), clamp), alpha: clamp(toPart(alpha, 1)) } : null;
}

/** @param whole The number that 100 % stands for. */
function toPart(part: string, whole: number): number {
  if (part === "none") return 0;
  return part.endsWith("%") ? parseFloat(part) / 100 * whole : parseFloat(part);
}

const UNITS: ReadonlyMap<string, number> = new Map([["turn", 360], ["grad", 0.9], ["rad", 180 / Math.PI]]);

function toDegrees(part: string): number {
  if (part === "none") return 0;
  const unit = /[a-z]+$/.exec(part)?.[0] ?? "deg";
  return (parseFloat(part) * (UNITS.get(unit) ?? 1) % 360 + 360) % 360;
}

function clamp(part: number): number {
  return Math.min(1, Math.max(0, part));
}

/** CSS Color 4 §7.1 */
function fromHsl(hue: number, saturation: number, lightness: number): Rgb {
  const part = (n: number) => {
    const k = (n + hue / 30) % 12;
    return lightness -
      saturation * Math.min(lightness, 1 - lightness) * Math.max(-1, Math.min(k - 3, 9 - k, 1));
  };
  return [part(0), part(8), part(4)];
}

/** CSS Color 4 §8.1 */
function fromHwb(hue: number, white: number, black: number): Rgb {
  const sum = white + black;
  if (sum >= 1) return [white / sum, white / sum, white / sum];
  return mapRgb(fromHsl(hue, 1, 0.5), (part) => part * (1 - sum) + white);
}

function fromPolar(lightness: number, chroma: number, hue: number): Rgb {
  const angle = hue * Math.PI / 180;
  return [lightness, chroma * Math.cos(angle), chroma * Math.sin(angle)];
}

/** CIE Lab with white point D50, by XYZ with D65. CSS Color 4 §10.9 */
function fromLab([l, a, b]: Rgb): Rgb {
  const y = (l + 16) / 116;
  const [x, z] = [y + a / 500, y - b / 200];
  const cube = (t: number) => t ** 3 > 216 / 24389 ? t ** 3 : (116 * t - 16) * 27 / 24389;
  const d50 = [0.96429568 * cube(x), cube(y), 0.8251046 * cube(z)] as const;
  return fromLinear(multiply(D65_TO_LINEAR, multiply(D50_TO_D65, d50)));
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

const D50_TO_D65: Matrix = [
  [0.95547342, -0.02309845, 0.06325924],
  [-0.02836971, 1.0099954, 0.02104144],
  [0.01231401, -0.02050765, 1.33036593],
];
const D65_TO_LINEAR: Matrix = [
  [3.24096994, -1.53738318, -0.49861076],
  [-0.96924364, 1.8759675, 0.04155506],
  [0.05563008, -0.20397696, 1.05697151],
];
const OKLAB_TO_LMS: Matrix = [
  [1, 0.39633778, 0.21580376],
  [1, -0.10556135, -0.06385417],
  [1, -0.08948418, -1.29148555],
];
const LMS_TO_LINEAR: Matrix = [
  [4.07674166, -3.30771159, 0.23096993],
  [-1.268438, 2.6097574, -0.3413194],
  [-0.00419609, -0.70341861, 1.7076147],
];
