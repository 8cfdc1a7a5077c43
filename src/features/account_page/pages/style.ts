/**
 * The rules of the account page, behind those of all pages.
 *
 * @module
 */

import { minify } from "../../../pages/style.ts";

/** The page: a bar on top, the pages of the account at the side, and a column of cards. */
const FRAME = `
:root{--good:light-dark(#0f6b3f,#6fdca0);--pleased:light-dark(#e8f6ee,#10281b);--warn:light-dark(#8a4b00,#ffc56b);
--warned:light-dark(#fff4e0,#2e2110);--small:min(calc(var(--radius)*.6),.75rem)}
body{display:block;align-content:normal;justify-items:normal;padding:0;background:var(--page)}
.top,.account{max-width:67.5rem;margin:0 auto;padding:1rem 1.5rem}
.top{display:flex;flex-wrap:wrap;align-items:center;gap:.25rem 1rem}
.top .logo,.top .logo img{margin:0;max-height:1.75rem}
.letter{display:grid;place-items:center;width:1.75rem;height:1.75rem;border-radius:var(--small);background:var(--brand);color:var(--on);
font-size:.8125rem;font-weight:600}
.top a.link{gap:.375rem;margin:0;text-decoration:none}
.top a.link:hover{text-decoration:underline}
.top>.button.small{margin-inline-start:auto}
.account{display:grid;grid-template-columns:12.5rem minmax(0,1fr);gap:2rem;padding-bottom:3rem}
.account>nav{position:sticky;top:1rem;align-self:start}
nav ul{display:grid;gap:.125rem;padding:0;list-style:none}
nav a{display:flex;align-items:center;gap:.75rem;min-height:2.5rem;padding:.25rem .75rem;border-radius:var(--radius);color:var(--soft);
font-weight:500;text-decoration:none}
nav a:hover{background:var(--tint);color:var(--text)}
nav a[aria-current]{background:var(--tint);color:var(--accent)}
[dir=rtl] :is(.top .sign,.next){transform:scaleX(-1)}
nav .next{margin-inline-start:auto;display:none}
.account main{display:grid;gap:1.5rem;align-content:start;max-width:none;padding:0;border:0;border-radius:0;background:none;box-shadow:none}
main>header{text-align:start}
main>header h1{font-size:1.5rem}
.card{overflow:clip;border:1px solid var(--line);border-radius:min(calc(var(--radius)*1.6),1.25rem);background:var(--card);
box-shadow:0 1px 2px var(--shade)}
.card>header{display:flex;flex-wrap:wrap;align-items:center;gap:.5rem 1rem;padding:1.25rem 1.5rem 1rem;text-align:start}
.card>header>div:first-child{flex:1 1 14rem}
.card>header h2{display:inline}
.card>header>div:first-child p{margin-top:.125rem;font-size:.875rem}
.card>.text,.card>.note,.card>noscript>.note{margin:0;padding:0 1.5rem 1rem}
.person{display:flex;align-items:center;gap:1rem;padding:1.25rem 1.5rem}
.person b,.person small{display:block}
.person b{font-size:1rem}
.person small{color:var(--soft);font-size:.875rem}
.person .icon{flex:none;width:4rem;height:4rem;margin:0;padding:1rem}
.person img{flex:none;width:4rem;height:4rem;border-radius:50%;object-fit:cover}
.advice{display:flex;flex-wrap:wrap;align-items:center;gap:.75rem 1rem;padding:1rem 1.5rem;background:var(--tint)}
.advice>svg{color:var(--accent)}
.advice>div:not(.acts){flex:1 1 16rem}
.advice h2{font-size:.9375rem}
.advice p{color:var(--soft);font-size:.875rem}
.advice:has(form[hidden]),main:has(.advice .adds) header .adds{display:none}
.own{padding:0 1.5rem 1.25rem}
.initials{flex:none;display:grid;place-items:center;width:4rem;height:4rem;border-radius:50%;background:var(--tint);color:var(--accent);
font-size:1.375rem;font-weight:600}
.account>footer{grid-column:-2/-1;justify-content:start;margin:0}
`;

/** The lists. */
const ROWS = `
.rows{margin:0;border:0;border-radius:0}
.card .rows li{display:grid;grid-template-columns:2.5rem minmax(0,1fr) auto;gap:0 1rem;min-height:4rem;padding:.75rem 1.5rem;
border-top:1px solid var(--line)}
.picture{display:grid;place-items:center;width:2.5rem;height:2.5rem;border-radius:var(--radius);background:var(--tint)}
.picture .tile:not([class*=" "]){background:none}
*+.what{max-width:none}
.what b{display:inline}
.what{overflow:clip;hyphens:auto}
.what small{display:flex;flex-wrap:wrap;margin-inline-start:-.875rem}
.what small span{position:relative;padding-inline-start:.875rem}
.what small span::before{content:"\\b7"/"";position:absolute;inset-inline-start:0;width:.875rem;text-align:center}
.acts{display:flex;flex-wrap:wrap;align-items:center;justify-content:end;gap:.25rem .5rem}
.tag.good{border-color:transparent;background:var(--pleased);color:var(--good)}
.tag.warn{border-color:transparent;background:var(--warned);color:var(--warn)}
.more{border-top:1px solid var(--line)}
.more>summary{min-height:2.75rem;margin:0;padding:.5rem 1.5rem;border:0;border-radius:0;background:none;color:var(--accent);
justify-content:start;font-size:.875rem}
.done{display:flex;align-items:center;gap:.75rem;padding:.75rem 1.25rem;border-radius:var(--radius);background:var(--pleased);color:var(--good);
font-weight:500}
.done:focus{outline:0}
.done b{display:block}
main>.alert{margin:0}
`;

/** Buttons and questions. */
const CONTROLS = `
.button.small{width:auto;min-height:2rem;margin:0;padding:.25rem .75rem;border-radius:var(--radius);font-size:.8125rem}
.button.small:hover{transition:background .12s,border-color .12s}
.card>header .acts>form>.alert{margin-top:.5rem}
.button.bad{border-color:transparent;background:none;color:var(--bad)}
.button.bad:hover{background:var(--alarm);box-shadow:none}
.button.loss{border-color:var(--bad);background:var(--bad);color:var(--card)}
.button.signed{width:2rem;padding:0;border-color:transparent;background:none}
.signed svg{width:1.375rem;height:1.375rem}
[popover]{border:1px solid var(--line);border-radius:var(--radius);background:var(--card);color:inherit;
box-shadow:0 1px 2px var(--shade),0 .5rem 1.5rem -.5rem var(--shade)}
.card>header .acts .bad{margin-inline:-.75rem}
.ask{position:fixed;inset:0;width:min(26rem,100vw - 2rem);height:fit-content;max-height:calc(100vh - 2rem);margin:auto;padding:1.5rem;overflow:auto;
border-radius:min(calc(var(--radius)*1.6),1.25rem);text-align:start}
.ask::backdrop{background:rgb(8 10 14/.5)}
.ask h2{font-size:1rem;font-weight:600}
.ask label{text-wrap:balance}
.ask>p{margin-top:.5rem;color:var(--soft);font-size:.875rem}
[dir=rtl] .ask input{text-align:right}
.end{display:flex;flex-wrap:wrap;justify-content:end;gap:.5rem;margin-top:1.25rem}
.ask .button.small{min-height:2.5rem;padding:.375rem 1rem;font-size:.875rem}
@supports not selector(:popover-open){.acts>[popovertarget],.end>[popovertarget]{display:none}
[popover]{display:block;position:static;width:auto;margin:.25rem 0;box-shadow:none}}
`;

/** Phones show one page of the account at a time: of all of them, the list that leads there. */
const MEDIA = `
@media(pointer:coarse){.button.small,.ask .button.small{min-width:2.75rem;min-height:2.75rem}.button.signed{width:2.75rem}nav a{min-height:2.75rem}
.card>header p>a{padding-block:.875rem}}
@media(max-width:50rem){.top{padding:.75rem 1rem}
.account{grid-template-columns:minmax(0,1fr);gap:1rem;padding:0 0 2rem}
.account main{gap:1rem}
main>header,.account>nav,.account>footer,main>.alert,.done{margin-inline:1rem}
.account>nav{position:static;order:1}
.one>nav{order:0;overflow-x:auto}
.one>nav ul{display:flex}
.one>nav a{white-space:nowrap}
.one>nav a[aria-current]{scroll-initial-target:nearest}
.one>nav svg{display:none}
.all>nav ul{gap:0;margin-inline:-1rem;border-block:1px solid var(--line);background:var(--card)}
.all>nav li:first-child{display:none}
.all>nav li:nth-child(n+3){border-top:1px solid var(--line)}
.all>nav a{min-height:3.5rem;padding-inline:1rem;border-radius:0;color:var(--text);background:none}
.all .card:not(.person,.advice){display:none}
.all>nav .next{display:block}
.account>footer{order:2}
.card>header .acts{flex-basis:100%;justify-content:start}
.card{border-inline:0;border-radius:0;box-shadow:none}
.card>header,.card .rows li,.person,.own,.advice,.more>summary,.card>.text,.card>.note,.card>noscript>.note{padding-inline:1rem}
.card .rows li{gap:0 .75rem}
.what:has(+.acts) small span:nth-child(n+3){display:none}
.rows .button:not(.signed){max-width:8rem}}
@media(prefers-reduced-motion:reduce){.button.small:hover{transition:none}}
@media(forced-colors:active){.button:is(.bad,.signed):not(.loss){border-color:ButtonText;background:ButtonFace;color:ButtonText}
.card,.done,.tag,.ask,.picture,nav a[aria-current]{border:1px solid}}
`;

/** The rules. */
export const ACCOUNT_STYLE: string = minify(FRAME + ROWS + CONTROLS + MEDIA);
