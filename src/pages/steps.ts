/**
 * The rules of numbered steps: pages that have them put these behind the rules of all pages.
 *
 * @module
 */

import { minify } from "./style.ts";

/** Of an `ol` with the class `steps`. */
export const STEPS_STYLE: string = minify(`
.steps{margin-top:var(--s6);padding:0;list-style:none;counter-reset:step}
.steps>li{position:relative;padding-inline-start:2.125rem;counter-increment:step}
.steps>li+li{margin-top:var(--s5)}
.steps>li::before{content:counter(step);position:absolute;inset-inline-start:0;top:-.0625rem;width:1.5rem;height:1.5rem;border-radius:50%;
background:var(--tint);color:var(--accent);font-size:var(--t-s);line-height:1.5rem;font-weight:600;text-align:center}
.steps :is(.form,.line){margin-top:0}
.steps label{font-size:inherit;font-weight:400}
`);
