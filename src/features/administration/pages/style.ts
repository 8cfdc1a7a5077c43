/**
 * The rules of the pages for staff, behind those of the account page.
 *
 * @module
 */

import { minify } from "../../../pages/style.ts";

/** The rules. */
export const STAFF_STYLE: string = minify(`
.account.staff{grid-template-columns:minmax(0,1fr)}
.top,.account.staff{max-width:60rem}
.card>.text:first-child{padding-top:var(--s5)}
.back{display:inline-flex;align-items:center;min-height:var(--c-s);font-size:var(--t-m)}
.find{display:flex;flex-wrap:wrap;align-items:end;gap:var(--s2) var(--s3);padding:var(--s5) var(--s6)}
.find .line{flex:1 1 14rem;margin:0}
.find .button{width:auto;margin:0}
.find .small{min-height:var(--c-l)}
.find a[aria-current]{border-color:var(--accent);background:var(--tint);color:var(--accent);font-weight:600}
.picture{overflow:clip;color:var(--accent);font-weight:600}
.picture img{width:100%;height:100%;object-fit:cover}
.person .picture{flex:none;width:4rem;height:4rem;border-radius:50%;font-size:var(--t-xl)}
.person p{flex:1;min-width:0}
.card .rows.users li{position:relative;grid-template-columns:2.5rem minmax(0,1fr)}
.users li:hover{background:var(--tint)}
.users .what a::after{content:"";position:absolute;inset:0}
.what a{text-decoration:none}
.what a:hover{text-decoration:underline}
.what b a{display:inline-block;min-width:1.5rem;min-height:1.5rem}
.what small a{padding-block:.25rem}
.pages{display:flex;flex-wrap:wrap;align-items:center;gap:var(--s2);padding:var(--s4) var(--s6);border-top:1px solid var(--line)}
.pages .button{width:auto;margin:0}
.fold>summary{justify-content:start;margin:0;padding:var(--s4) var(--s6);border:0;border-radius:0;color:var(--accent)}
.fold form{padding:0 var(--s6) var(--s5)}
.fold .button{width:auto}
.line select{display:block;width:100%;min-height:var(--c-l);padding:var(--s2) var(--s3);border:1px solid var(--field);
border-radius:var(--radius);background:var(--card);color:inherit;font:1rem/1.5 var(--font)}
.ask:not(:has([value=date]:checked)) .ban-until{display:none}
.facts{display:grid;grid-template-columns:fit-content(14rem) minmax(0,1fr);gap:var(--s1) var(--s4);padding:0 var(--s6) var(--s5);font-size:var(--t-m)}
.facts dt{color:var(--soft)}
.facts dd{margin:0}
@media(max-width:50rem){.find,.pages,.facts{padding-inline:var(--s4)}.fold>summary{justify-content:start;margin:0;padding:var(--s4) var(--s6);border:0;border-radius:0;color:var(--accent)}
:is(.fold form,.fold>summary){padding-inline:var(--s4)}
.account.staff main>header{margin-inline:var(--s4)}}
@media(max-width:30rem){.facts{grid-template-columns:minmax(0,1fr)}.facts dd+dt{margin-top:var(--s2)}}
`);
