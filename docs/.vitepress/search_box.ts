/**
 * Corrects the roles in the search box of VitePress 1.6: it is a dialog with a list of links, and says that it is a button
 * with options, in which screen readers find no links.
 *
 * @see {@link https://www.w3.org/TR/wai-aria-1.2/#button | WAI-ARIA 1.2, button}
 * @module
 */

import type { Plugin } from "vite";

/** Text in the source of the box → text in its place. */
const CORRECTIONS: readonly (readonly [wrong: string, right: string])[] = [
  ['role="button"', 'role="dialog" aria-modal="true"'],
  [`:aria-owns="results?.length ? 'localsearch-list' : undefined"`, ""],
  ['aria-expanded="true"', ""],
  ['aria-haspopup="listbox"', ""],
  [`:aria-activedescendant="selectedIndex > -1 ? ('localsearch-item-' + selectedIndex) : undefined"`, ""],
  ['aria-autocomplete="both"', ""],
  [`:role="results?.length ? 'listbox' : undefined"`, ""],
  [`:aria-selected="selectedIndex === index ? 'true' : 'false'"`, ""],
  ['role="option"', ""],
  [`:aria-label="[...p.titles, p.title].join(' > ')"`, ""],
  ['<span class="title-icon">', '<span class="title-icon" aria-hidden="true">'],
  ["<kbd :aria-label", '<kbd role="img" :aria-label'],
];

/** The plugin of Vite that does it. The build fails if another version of VitePress has another source. */
export function correctSearchBox(): Plugin {
  return {
    name: "correct-search-box",
    enforce: "pre",
    transform(source, id) {
      if (!id.endsWith("/VPLocalSearchBox.vue")) return;
      return CORRECTIONS.reduce((text, [wrong, right]) => {
        if (!text.includes(wrong)) throw new Error(`Cannot correct the search box: ${id} lacks ${wrong}`);
        return text.replaceAll(wrong, right);
      }, source);
    },
  };
}
