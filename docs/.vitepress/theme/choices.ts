/**
 * The tab that a reader has chosen, for each kind of tabs. It is the same on all pages.
 *
 * @module
 */

import { reactive } from "vue";
import { type Kind, KINDS, placeOf } from "../tabs.ts";

/** Kind → the chosen tab. Nothing is chosen while the server renders. */
const choices = reactive<Partial<Record<Kind, string>>>({});

/** The chosen tab of a kind. */
export function choiceOf(kind: Kind): string | undefined {
  return choices[kind];
}

/** Reads the choices that the script in the head of the page has found. */
export function readChoices(): void {
  for (const kind of Object.keys(KINDS) as Kind[]) {
    choices[kind] = document.documentElement.getAttribute(placeOf(kind)) ?? undefined;
  }
}

/** Chooses a tab in all groups of its kind, and keeps the choice in the browser. */
export function choose(kind: Kind, tab: string): void {
  choices[kind] = tab;
  document.documentElement.setAttribute(placeOf(kind), tab);
  try {
    localStorage.setItem(placeOf(kind), tab);
  } catch {
    // A browser that keeps nothing shows the choice until the page is left.
  }
}
