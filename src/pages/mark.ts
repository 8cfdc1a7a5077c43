/**
 * Pictures of ways to sign in, on buttons and in lists: marks of providers, logos, letters and signs of the library's own.
 *
 * @module
 */

import type { Mark } from "../model/provider.ts";
import { type Html, markup } from "../markup/html.ts";
import { imageSource, PERSON } from "./layout.ts";
import type { Tile } from "./style.ts";
import type { PageForm } from "./types.ts";

/** The tiles of a list, as `styleSheet` takes them. */
export function tilesOf(forms: readonly PageForm[]): readonly Tile[] {
  return forms.map((form) =>
    form.form === "button"
      ? { color: form.mark?.color ?? form.style.brandColor, mark: form.mark }
      : { mark: null }
  );
}

/** The logos that a page can show. */
export function logosOf(forms: readonly PageForm[], origin: string): readonly string[] {
  return forms.flatMap((form) => logoOf(form, origin) ?? []);
}

/** The logo of a provider, if the page can show it. */
function logoOf(form: PageForm, origin: string): string | null {
  const logo = form.form === "button" ? form.style.logo : null;
  return logo && imageSource(logo, origin) ? logo : null;
}

/**
 * Draws the picture in front of the name of a provider. Screen readers pass over it.
 *
 * @param index Position of the form in the list of `tilesOf`: the style sheet has its colour.
 */
export function tileOf(form: PageForm, index: number, origin: string): Html {
  const logo = logoOf(form, origin);
  if (logo) return markup`<img class="tile" src="${logo}" alt="" loading="lazy">`;
  if (form.form !== "button") return drawSign(SIGNS[form.form]);
  if (form.mark) return markSvg(form.mark, index);
  return markup`<span class="tile p${String(index)}" aria-hidden="true">${monogram(form.name)}</span>`;
}

/**
 * Draws a mark. `styleSheet` has its colour.
 *
 * @param mark As `config/mark.ts` has checked it.
 * @param index Position of its tile in the style sheet.
 */
export function markSvg({ viewBox, paths }: Mark, index: number): Html {
  const shapes = paths.map(({ d, fill }) => markup`<path d="${d}"${fill && markup` fill="${fill}"`}/>`);
  return markup`<svg class="mark p${String(index)}" viewBox="${viewBox}" aria-hidden="true">${shapes}</svg>`;
}

/** Draws the first letter of a name, for a provider that the config does not have any more. */
export function letterTile(name: string): Html {
  return markup`<span class="tile" aria-hidden="true">${monogram(name)}</span>`;
}

/** Draws a sign: the path of an SVG, 24 units square, as a line. */
export function drawSign(path: string): Html {
  return markup`<svg class="sign" viewBox="0 0 24 24" aria-hidden="true"><path d="${path}"/></svg>`;
}

/** Path of an envelope. */
export const ENVELOPE: string =
  "M4.5 5h15A1.5 1.5 0 0 1 21 6.5v11a1.5 1.5 0 0 1-1.5 1.5h-15A1.5 1.5 0 0 1 3 17.5v-11A1.5 1.5 0 0 1 4.5 5ZM3.5 7l8.5 6 8.5-6";

/** A person and a key, as the path of an SVG of 24 units. */
export const PERSON_KEY: string =
  "M9.5 11a3.5 3.5 0 1 0 0-7 3.5 3.5 0 0 0 0 7ZM3 20c.4-3.6 3-6 6.5-6 1.2 0 2.3.3 3.2.8M17.5 15a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5Zm0 0v6l1.8-1.6M17.5 18h1.6";

/** A key, as the path of an SVG of 24 units. */
export const KEY: string =
  "M14.5 10.5a4 4 0 1 0-4 4c.6 0 1.1-.1 1.6-.3L14 16h2v2h2v2h3v-3l-6.8-4.9c.2-.5.3-1 .3-1.6ZM9.5 9.5h.01";

/** The signs of ways to sign in that have no mark of their own. */
const SIGNS = { email: ENVELOPE, fields: PERSON, passkey: KEY } as const;

function monogram(name: string): string {
  return [...name.trim()][0]?.toUpperCase() ?? "";
}
