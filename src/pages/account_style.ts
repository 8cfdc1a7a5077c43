/**
 * The rules of the account page, and of the pages for staff, behind those of all pages.
 *
 * @module
 */

import { minify } from "./style.ts";

/** The page: a bar on top, the pages of the account at the side, and a column of cards. */
const FRAME = `
:root{--good:light-dark(#0f6b3f,#6fdca0);--pleased:light-dark(#e8f6ee,#10281b);--warn:light-dark(#8a4b00,#ffc56b);
--warned:light-dark(#fff4e0,#2e2110);--s12:3rem;--t-xl:1.25rem;--c-s:2rem;--c-m:2.5rem;--fast:.12s cubic-bezier(.2,0,0,1)}
@media(pointer:coarse){:root{--c-s:2.75rem;--c-m:2.75rem}}
@media(prefers-reduced-motion:reduce){:root{--fast:0s}}
body{display:block;align-content:normal;justify-items:normal;padding:0;background:var(--page)}
.top,.account{max-width:67.5rem;margin:0 auto;padding:var(--s4) var(--s6)}
.top{display:flex;align-items:center;gap:var(--s4)}
.top .logo,.top .logo img{margin:0;max-height:1.75rem}
.letter{display:grid;place-items:center;width:1.75rem;height:1.75rem;border-radius:var(--r-s);background:var(--brand);color:var(--on);
font-size:var(--t-s);font-weight:600}
.top a.link{gap:var(--s2);min-width:0;margin:0;overflow-wrap:anywhere;text-align:start;text-decoration:none}
.top :is(.letter,.button){flex:none}
.top a.link:hover{text-decoration:underline}
.top>.button.small{margin-inline-start:auto}
.account{display:grid;grid-template-columns:12.5rem minmax(0,1fr);gap:var(--s8);padding-bottom:var(--s12)}
.account>nav{position:sticky;top:1rem;align-self:start}
nav ul{display:grid;gap:.125rem;padding:0;list-style:none}
nav a{display:flex;align-items:center;gap:var(--s3);min-height:var(--c-m);padding:var(--s1) var(--s3);border-radius:var(--radius);color:var(--soft);
font-weight:500;text-decoration:none}
nav a:hover{background:var(--tint);color:var(--text)}
nav a[aria-current]{background:var(--tint);color:var(--accent)}
[dir=rtl] :is(.top .sign,.next){transform:scaleX(-1)}
nav .next{margin-inline-start:auto;display:none}
.account main{display:grid;gap:var(--s6);align-content:start;max-width:none;padding:0;border:0;border-radius:0;background:none;box-shadow:none}
main>header{text-align:start}
main>header h1{font-size:var(--t-2xl)}
.card{overflow:clip;border:1px solid var(--line);border-radius:var(--r-l);background:var(--card);
box-shadow:var(--shadow)}
.card>header{display:flex;flex-wrap:wrap;align-items:center;gap:var(--s2) var(--s4);padding:var(--s5) var(--s6) var(--s4);text-align:start}
.card>header>div:first-child{flex:1 1 14rem}
.card>header h2{display:inline}
.card>header>div:first-child p{margin-top:.125rem;font-size:var(--t-m)}
.card>.text,.card>.note,.card>noscript>.note{margin:0;padding:0 var(--s6) var(--s4)}
.person{display:flex;align-items:center;gap:var(--s4);padding:var(--s5) var(--s6)}
.person b,.person small{display:block}
.person b{font-size:var(--t-l)}
.person small{color:var(--soft);font-size:var(--t-m)}
.person .icon{flex:none;width:4rem;height:4rem;margin:0;padding:var(--s4)}
.person img{flex:none;width:4rem;height:4rem;border-radius:50%;object-fit:cover}
.advice{display:flex;flex-wrap:wrap;align-items:center;gap:var(--s3) var(--s4);padding:var(--s4) var(--s6);background:var(--tint)}
.advice>svg{color:var(--accent)}
.advice>div:not(.acts){flex:1 1 16rem}
.advice h2{font-size:var(--t-l)}
.advice p{color:var(--soft);font-size:var(--t-m)}
.advice:has(form[hidden]),main:has(.advice .adds) header .adds{display:none}
.own{padding:0 var(--s6) var(--s5)}
.initials{flex:none;display:grid;place-items:center;width:4rem;height:4rem;border-radius:50%;background:var(--tint);color:var(--accent);
font-size:var(--t-xl);font-weight:600}
.account>footer{grid-column:-2/-1;justify-content:start;margin:0}
`;

/** The lists. */
const ROWS = `
.rows{margin:0;border:0;border-radius:0}
.card .rows li{display:grid;grid-template-columns:2.5rem minmax(0,1fr) auto;gap:0 var(--s4);min-height:4rem;padding:var(--s3) var(--s6);
border-top:1px solid var(--line)}
.picture{display:grid;place-items:center;width:2.5rem;height:2.5rem;border-radius:var(--radius);background:var(--tint)}
.picture .tile:not([class*=" "]){background:none}
*+.what{max-width:none}
.what b{display:inline}
.what{overflow:clip;hyphens:auto}
.what small{display:flex;flex-wrap:wrap;margin-inline-start:calc(var(--s3)*-1)}
.what small span{position:relative;padding-inline-start:var(--s3)}
.what small span::before{content:"\\b7"/"";position:absolute;inset-inline-start:0;width:var(--s3);text-align:center}
.acts{display:flex;flex-wrap:wrap;align-items:center;justify-content:end;gap:var(--s1) var(--s2)}
.tag.good{border-color:transparent;background:var(--pleased);color:var(--good)}
.tag.warn{border-color:transparent;background:var(--warned);color:var(--warn)}
.more{border-top:1px solid var(--line)}
.more>summary{min-height:var(--c-l);margin:0;padding:var(--s2) var(--s6);border:0;border-radius:0;background:none;color:var(--accent);
justify-content:start;font-size:var(--t-m)}
.done{display:flex;align-items:center;gap:var(--s3);padding:var(--s3) var(--s5);border-radius:var(--radius);background:var(--pleased);color:var(--good);
font-weight:500}
.done:focus{outline:0}
.done b{display:block}
main>.alert{margin:0}
`;

/** Buttons and questions. */
const CONTROLS = `
.button.small{width:auto;min-width:var(--c-s);min-height:var(--c-s);margin:0;padding:var(--s1) var(--s3);border-radius:var(--radius);font-size:var(--t-s)}
.button.small:hover{transition:background var(--fast),border-color var(--fast)}
.card>header .acts>form>.alert{margin-top:var(--s2)}
.button.bad{border-color:transparent;background:none;color:var(--bad)}
.button.bad:hover{background:var(--alarm);box-shadow:none}
.button.loss{border-color:var(--bad);background:var(--bad);color:var(--card)}
.button.signed{width:var(--c-s);padding:0;border-color:transparent;background:none}
.signed svg{width:1.375rem;height:1.375rem}
[popover]{border:1px solid var(--line);border-radius:var(--radius);background:var(--card);color:inherit;
box-shadow:var(--shadow)}
.card>header .acts .bad{margin-inline:calc(var(--s3)*-1)}
.ask{position:fixed;inset:0;width:min(26rem,100vw - 2rem);height:fit-content;max-height:calc(100vh - 2rem);margin:auto;padding:var(--s6);overflow:auto;
border-radius:var(--r-l);text-align:start}
.ask::backdrop{background:rgb(8 10 14/.5)}
.ask h2{font-size:var(--t-l);font-weight:600}
.ask label{text-wrap:balance}
.ask>p{margin-top:var(--s2);color:var(--soft);font-size:var(--t-m)}
[dir=rtl] .ask input{text-align:right}
.end{display:flex;flex-wrap:wrap;justify-content:end;gap:var(--s2);margin-top:var(--s5)}
.ask .button.small{min-height:var(--c-m);padding:var(--s2) var(--s4);font-size:var(--t-m)}
@supports not selector(:popover-open){.acts>[popovertarget],.end>[popovertarget]{display:none}
[popover]{display:block;position:static;width:auto;margin:var(--s1) 0;box-shadow:none}}
`;

/** Phones show one page of the account at a time: of all of them, the list that leads there. */
const MEDIA = `
@media(pointer:coarse){.card>header p>a{padding-block:var(--s4)}}
@media(max-width:50rem){.top{padding:var(--s3) var(--s4)}
.account{grid-template-columns:minmax(0,1fr);gap:var(--s4);padding:0 0 var(--s8)}
.account main{gap:var(--s4)}
main>header,.account>nav,.account>footer,main>.alert,.done{margin-inline:var(--s4)}
.account>nav{position:static;order:1}
.one>nav{order:0;overflow-x:auto}
.one>nav ul{display:flex}
.one>nav a{white-space:nowrap}
.one>nav a[aria-current]{scroll-initial-target:nearest}
.one>nav svg{display:none}
.all>nav ul{gap:0;margin-inline:-1rem;border-block:1px solid var(--line);background:var(--card)}
.all>nav li:first-child{display:none}
.all>nav li:nth-child(n+3){border-top:1px solid var(--line)}
.all>nav a{min-height:3.5rem;padding-inline:var(--s4);border-radius:0;color:var(--text);background:none}
.all .card:not(.person,.advice){display:none}
.all>nav .next{display:block}
.account>footer{order:2}
.card>header .acts{flex-basis:100%;justify-content:start}
.card{border-inline:0;border-radius:0;box-shadow:none}
.card>header,.card .rows li,.person,.own,.advice,.more>summary,.card>.text,.card>.note,.card>noscript>.note{padding-inline:var(--s4)}
.card .rows li{gap:0 var(--s3)}
.what:has(+.acts) small span:nth-child(n+3){display:none}
.rows .button:not(.signed){max-width:8rem}}
@media(forced-colors:active){.button:is(.bad,.signed):not(.loss){border-color:ButtonText;background:ButtonFace;color:ButtonText}
.card,.done,.tag,.ask,.picture,nav a[aria-current]{border:1px solid}}
`;

/** The rules. */
export const ACCOUNT_STYLE: string = minify(FRAME + ROWS + CONTROLS + MEDIA);
