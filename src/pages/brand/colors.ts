/**
 * The colours of a brand: its background, corrected where text stands on it, and what follows from it.
 *
 * @module
 */

import { BLACK, parseHex, type Rgb, WHITE } from "../../markup/contrast.ts";
import { type ColorScheme, GROUNDS } from "../../markup/grounds.ts";
import { blend, parseColor, toHexColor, withContrast } from "../../markup/parse_color.ts";
import { groundColors, paletteOf } from "../palette.ts";
import type { BrandOptions } from "./options.ts";

/** A background, in hexadecimal. */
export interface Background {
  /** As the application wants it. */
  readonly asked: string;
  /** Text on `asked`. */
  readonly ink: string;
  /** The same, light or dark enough for all texts and lines of a page. */
  readonly page: string;
}

/** The background of a theme in a scheme; `null` if it has none, or one that is not a colour. */
export function backgroundOf({ background }: BrandOptions, scheme: ColorScheme): Background | null {
  const color = parseColor((typeof background === "object" ? background[scheme] : background) ?? "");
  if (!color) return null;
  const { page, soft } = GROUNDS[scheme];
  const asked = blend(color, parseRgb(page));
  const readable = withContrast(asked, {
    grounds: [parseRgb(soft)],
    ratio: 4.5,
    goal: scheme === "light" ? WHITE : BLACK,
  });
  const hex = toHexColor(asked);
  return { asked: hex, ink: groundColors(hex)!.text, page: toHexColor(readable) };
}

/** The custom properties that a background changes, as declarations; nothing without one. */
export function backgroundRule(theme: BrandOptions, scheme: ColorScheme): string {
  const background = backgroundOf(theme, scheme);
  if (!background) return "";
  const { asked, ink, page } = background;
  const { edge, accent } = paletteOf(theme, scheme, { page });
  return `--page:${page};--edge:${edge};--accent:${accent};--behind:${asked};--ink:${ink}`;
}

/** The colour of the side, and of the text on it. Without one of the theme, both are those of the scheme. */
export function sideColors(
  { side, brandColor }: BrandOptions,
): { readonly ground: string; readonly text: string } {
  return groundColors(side?.color ?? "") ?? groundColors(brandColor ?? "") ??
    { ground: "var(--tint)", text: "var(--text)" };
}

/** The schemes in which a theme shows pages. */
export function schemesOf({ colorScheme }: BrandOptions): readonly ColorScheme[] {
  return colorScheme === "light" || colorScheme === "dark" ? [colorScheme] : ["light", "dark"];
}

function parseRgb(hex: string): Rgb {
  return parseHex(hex).rgb;
}
