/**
 * The colours of a theme that the pages show in another tone, because no one could read what they wanted to say.
 *
 * @module
 */

import { parseHex } from "../../markup/contrast.ts";
import type { ColorScheme } from "../../markup/grounds.ts";
import { blend, parseColor, toHexColor } from "../../markup/parse_color.ts";
import { paletteOf } from "../palette.ts";
import { backgroundOf, schemesOf } from "./colors.ts";
import type { BrandOptions } from "./options.ts";

/** A colour that was corrected. */
export interface Correction {
  /** The option: `theme.brandColor`. */
  readonly option: string;
  /** Where it is shown in another tone. */
  readonly place: string;
  /** On which pages. */
  readonly scheme: ColorScheme;
  /** As the application wrote it. */
  readonly asked: string;
  /** As the pages show it there, in hexadecimal. */
  readonly shown: string;
}

/** Lists what was corrected, by option and place. A colour that is opaque there and has contrast is not in it. */
export function correctionsOf(theme: BrandOptions): readonly Correction[] {
  return schemesOf(theme).flatMap((scheme) => {
    const background = backgroundOf(theme, scheme);
    const { brand, on, edge, accent } = paletteOf(theme, scheme, background ? { page: background.page } : {});
    const { brandColor, buttonText } = theme;
    const text = parseColor(buttonText ?? "");
    const askedText = text && toHexColor(blend(text, parseHex(brand).rgb));
    const written = typeof theme.background === "object" ? theme.background[scheme] : theme.background;
    const rows:
      readonly (readonly [keyof BrandOptions, string, string | undefined, string | null, string])[] = [
        ["brandColor", "borders and rings", brandColor, parseColor(brandColor ?? "") && brand, edge],
        ["brandColor", "links", brandColor, parseColor(brandColor ?? "") && brand, accent],
        ["buttonText", "buttons", buttonText, askedText, on],
        ["background", "below text", written, background && background.asked, background?.page ?? ""],
      ];
    return rows.flatMap(([option, place, asked, wanted, shown]) =>
      asked !== undefined && wanted !== null && wanted !== shown
        ? [{ option: `theme.${option}`, place, scheme, asked, shown }]
        : []
    );
  });
}
