/**
 * Marks of providers on buttons.
 *
 * @module
 */

import type { Mark } from "../providers/types.ts";
import { type Html, markup } from "./html.ts";

/**
 * Draws a mark. `styleSheet` has its colour.
 *
 * @param mark As `config/mark.ts` has checked it.
 * @param index Position of its tile in the style sheet.
 */
export function markSvg({ viewBox, paths }: Mark, index: number): Html {
  const shapes = paths.map(({ d, fill }) => markup`<path d="${d}"${fill && markup` fill="${fill}"`}/>`);
  return markup`<svg class="mark p${index}" viewBox="${viewBox}" aria-hidden="true">${shapes}</svg>`;
}
