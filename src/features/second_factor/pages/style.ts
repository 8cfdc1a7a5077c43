/**
 * The rules of the pages of the second factor, behind those of all pages.
 *
 * @module
 */

import { minify } from "../../../pages/style.ts";

/** Of the pages with a form. */
export const FORM_STYLE: string = minify(`
.check{display:flex;align-items:center;gap:var(--s3);margin-top:var(--s4)}
.check input{flex:none;margin:0;accent-color:var(--brand)}
.check input:not(:checked){padding:0;border-radius:.25rem;appearance:none}
.check label{font-weight:400}
.passkey{margin-top:var(--s3)}
.form+.passkey{margin-top:0}
.recovery{font-family:ui-monospace,Menlo,Consolas,monospace;text-transform:uppercase}
.recovery::placeholder{opacity:.5}
[dir=rtl] .recovery{direction:ltr;text-align:end}
details form .button{margin-bottom:var(--s1)}
:is(.form,.steps)+form:not(.passkey){margin-top:var(--s5);padding-top:var(--s1);border-top:1px solid var(--line)}
`);

/** Of the steps with the key of an app, behind `STEPS_STYLE`. A phone shows what is `near`, other devices what is `far`. */
export const KEY_STYLE: string = minify(`
.steps .note{margin-top:var(--s3)}
.steps .button.near{margin-top:var(--s3)}
.qr{display:block;width:12.5rem;height:auto;max-width:100%;margin:var(--s3) auto 0;border:1px solid var(--line);border-radius:var(--radius)}
.copy{display:flex;flex-wrap:wrap;align-items:center;justify-content:center;gap:0 var(--s1);margin-top:var(--s1);padding:var(--s1) var(--s2);
border-radius:var(--radius);background:var(--tint)}
.key{flex:1 1 10.75rem;padding:var(--s2) 0;font:.9375rem/1.6 ui-monospace,Menlo,Consolas,monospace;text-align:center;text-wrap:balance;user-select:all}
.copy .link{margin:0;padding-inline:var(--s1)}
.steps .near{display:none}
@media(max-width:30rem),(pointer:coarse){.steps .far{display:none}.steps .near{display:block}.steps .button.near{display:flex}}
`);

/** Of the page with the codes. On paper: the heading, whose codes they are, and the codes. */
export const CODES_STYLE: string = minify(`
.codes{margin-top:var(--s5);padding:var(--s3) var(--s4);border:1px solid var(--line);border-radius:var(--radius);background:var(--tint);
font:.9375rem/2 ui-monospace,Menlo,Consolas,monospace;text-align:center;list-style:none;white-space:nowrap;user-select:all}
@media(min-width:40rem){.codes{columns:2;column-gap:var(--s4);font-size:var(--t-m)}}
@media(max-width:22rem){.codes{padding:var(--s3) var(--s1);font-size:var(--t-m)}}
.saving{display:grid;grid-auto-flow:column;grid-auto-columns:1fr;gap:0 var(--s3)}
@media(max-width:30rem){.saving{grid-auto-flow:row}}
.check{margin-top:var(--s5);justify-content:center}
.check~button{display:none}
@supports selector(:has(*)){.check:has(input:not(:checked))~button{display:flex}.check:has(input:not(:checked))~a{display:none}}
@media print{:root{--text:#000;--soft:#000;--line:#000;--card:#fff;--page:#fff;--tint:#fff}body{display:block;min-height:0;padding:0}
main{max-width:none;padding:0;border:0;box-shadow:none}main>:not(header,.codes),header>:not(h1,.whose),footer{display:none!important}
header{text-align:start}.codes{display:inline-block;break-inside:avoid}}
`);
