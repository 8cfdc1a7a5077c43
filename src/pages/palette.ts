/**
 * The colours of the pages: those of the theme, corrected where they lack contrast.
 *
 * @see {@link https://www.w3.org/TR/WCAG22/#contrast-minimum | WCAG 2.2 §1.4.3}
 * @see {@link https://www.w3.org/TR/WCAG22/#non-text-contrast | WCAG 2.2 §1.4.11}
 * @module
 */

import { BLACK, contrast, parseHex, type Rgb, WHITE } from "../markup/contrast.ts";
import { blend, parseColor, toHexColor, withContrast } from "../markup/parse_color.ts";
import { type ColorScheme, GROUNDS } from "../markup/grounds.ts";
import type { Theme } from "../values/types.ts";

type GroundColors = (typeof GROUNDS)[ColorScheme];

/** The colours of pages, in hexadecimal. */
interface Palette extends GroundColors {
  /** Ground of the main button. */
  readonly brand: string;
  /** The same under a pointer: farther from the text on it. */
  readonly hover: string;
  /** Text on the main button: at least 4.5:1. */
  readonly on: string;
  /** Border of the main button and ring of what has the focus: at least 3:1 to page and card. */
  readonly edge: string;
  /** Links in text: at least 4.5:1 to page and card. */
  readonly accent: string;
}

/** Computes the colours of a theme. What is not a colour counts as absent. @param ground Grounds that replace those of the scheme. */
export function paletteOf(
  { brandColor, buttonText }: Theme,
  scheme: ColorScheme,
  ground: Partial<GroundColors> = {},
): Palette {
  const base = { ...GROUNDS[scheme], ...ground };
  const grounds = [base.page, base.card, base.tint].map(parseRgb);
  const goal = scheme === "light" ? BLACK : WHITE;
  const given = brandColor ? parseColor(brandColor) : null;
  const brand = given ? blend(given, parseRgb(base.card)) : parseRgb(base.text);
  const on = textOn(brand, buttonText);
  return {
    ...base,
    brand: toHexColor(brand),
    hover: toHexColor(
      blend({ rgb: contrast(on, BLACK) > contrast(on, WHITE) ? BLACK : WHITE, alpha: .14 }, brand),
    ),
    on: toHexColor(on),
    edge: toHexColor(withContrast(brand, { grounds, ratio: 3, goal })),
    accent: toHexColor(withContrast(brand, { grounds, ratio: 4.5, goal })),
  };
}

/**
 * Returns the colours of a square with a letter: white where it has 3:1, which is enough beside a text that says the same,
 * else black. `null` if the text is not a colour.
 */
export function letterColors(text: string): { readonly ground: string; readonly letter: string } | null {
  const color = parseColor(text);
  if (!color) return null;
  const ground = blend(color, WHITE);
  return { ground: toHexColor(ground), letter: toHexColor(contrast(WHITE, ground) >= 3 ? WHITE : BLACK) };
}

/** The colours of a mark. */
interface MarkColors {
  /** In the light scheme; `null` where it lacks contrast. */
  readonly light: string | null;
  /** In the dark scheme; `null` where it lacks contrast. */
  readonly dark: string | null;
}

/** Returns the colours of a mark, which needs 3:1 to the button (WCAG 2.2 §1.4.11). `null` if the text is not a colour. */
export function markColors(text: string): MarkColors | null {
  const color = parseColor(text);
  if (!color) return null;
  const shown = (scheme: ColorScheme) => {
    const card = parseRgb(GROUNDS[scheme].card);
    const rgb = blend(color, card);
    return contrast(rgb, card) >= 3 ? toHexColor(rgb) : null;
  };
  return { light: shown("light"), dark: shown("dark") };
}

/** Returns a colour without transparency, on white, and the colour of a text on it. `null` if the text is not a colour. */
export function groundColors(text: string): { readonly ground: string; readonly text: string } | null {
  const color = parseColor(text);
  if (!color) return null;
  const ground = blend(color, WHITE);
  return { ground: toHexColor(ground), text: toHexColor(textOn(ground, undefined)) };
}

/**
 * The colour of the theme if it has contrast; else white where that has 4.5:1, else black. A grey between them looks like
 * a button that is off.
 */
function textOn(ground: Rgb, wanted: string | undefined): Rgb {
  const white = contrast(WHITE, ground);
  const goal = white >= 4.5 || white >= contrast(BLACK, ground) ? WHITE : BLACK;
  const given = wanted ? parseColor(wanted) : null;
  if (!given) return goal;
  const color = blend(given, ground);
  return contrast(color, ground) >= 4.5 ? color : goal;
}

function parseRgb(hex: string): Rgb {
  return parseHex(hex).rgb;
}
