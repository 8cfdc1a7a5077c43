/**
 * What a capability adds to a form of a page.
 *
 * @module
 */

import type { Html } from "../markup/html.ts";

/** What a capability adds to a form, and the rest of the page that it needs. */
export interface FormPart {
  /** Elements for the form, above its button. */
  readonly html: Html;
  /** The element that loads its script; `null` without one. It stands in the page once, behind all forms. */
  readonly script: Html | null;
  /** Adds what it loads to the policy of the page. */
  readonly allow: (policy: string) => string;
}
