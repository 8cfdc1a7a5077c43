/**
 * A box to tick, with its label beside it.
 *
 * @module
 */

import { type Html, markup, type Part } from "../markup/html.ts";
import { minify } from "./style.ts";

/** Writes a box. @param id Of the element in `box`. */
export function tick(
  box: Html,
  { id, label }: { readonly id: string; readonly label: Part },
  below?: Part,
): Html {
  return markup`<div class="line"><div class="tick">${box}<label for="${id}">${label}</label></div>${below}</div>`;
}

/** Its rules: pages that have one put these behind the rules of all pages. */
export const TICK_STYLE: string = minify(`
.tick{grid-column:1/-1;display:flex;align-items:start;gap:var(--s3)}
.tick label{align-self:center;font-weight:400}
.tick [type=checkbox]{flex:none;margin:0;accent-color:var(--brand)}
.tick input:not(:checked){padding:0;border-radius:.25rem;appearance:none}
`);
