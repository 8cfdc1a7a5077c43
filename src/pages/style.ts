/**
 * The style sheet of the pages, with the colours of the theme and of the providers.
 *
 * @module
 */

import { isFontList, isLength } from "../markup/css_values.ts";
import type { ColorScheme } from "../markup/grounds.ts";
import { groundColors, letterColors, markColors, paletteOf } from "./palette.ts";
import type { Mark } from "../model/provider.ts";
import type { Theme } from "../values/types.ts";

/** The square with the mark of a provider, or with the first letter of its name. */
export interface Tile {
  /** CSS colour of the mark, or of the square with the letter. */
  readonly color?: string | undefined;
  /** The mark; `null` for the letter. */
  readonly mark: Mark | null;
}

/**
 * The sheet of one page.
 *
 * @param theme Appearance. A value that is not valid is left out.
 * @param tiles The providers' tiles: the first has class `p0`, the next `p1`, and so on.
 */
export function styleSheet(theme: Theme, tiles: readonly Tile[] = []): string {
  return [rootOf(theme), BASE, ...tiles.map(tileRule)].join("");
}

function rootOf(theme: Theme): string {
  const { colorScheme, radius, font } = theme;
  const shape = `--radius:${radius && isLength(radius) ? radius : ".625rem"};--font:${
    font && isFontList(font) ? font : "system-ui,sans-serif"
  }`;
  if (colorScheme === "light" || colorScheme === "dark") {
    return `:root{${shape};${colorsOf(theme, colorScheme)}}`;
  }
  return `:root{${shape};${colorsOf(theme, "light")}}` +
    `@media(prefers-color-scheme:dark){:root{${colorsOf(theme, "dark")}}}`;
}

function colorsOf(theme: Theme, scheme: ColorScheme): string {
  const colors = Object.entries(paletteOf(theme, scheme)).map(([name, color]) => `--${name}:${color}`);
  return [`color-scheme:${scheme}`, ...colors, `--shade:${SHADES[scheme]}`].join(";");
}

const SHADES: Readonly<Record<ColorScheme, string>> = { light: "rgb(20 24 33/.06)", dark: "rgb(0 0 0/.4)" };

function tileRule({ color = "", mark }: Tile, index: number): string {
  const declarations = mark ? markRule(color, mark) : letterRule(color);
  return declarations && `.p${index}{${declarations}}`;
}

function letterRule(color: string): string {
  const colors = letterColors(color);
  return colors ? `background:${colors.ground};color:${colors.letter}` : "";
}

/** On a ground of its own, a mark is as its owner wants it. Else it has the colour of the text where it lacks contrast. */
function markRule(color: string, { background = "" }: Mark): string {
  const ground = groundColors(background);
  const colors = markColors(color);
  if (ground) return `background:${ground.ground};color:${groundColors(color)?.ground ?? ground.text}`;
  if (/^currentcolor$/i.test(color)) return `color:${color}`;
  if (!colors) return "";
  const [light, dark] = [colors.light ?? TEXT, colors.dark ?? TEXT];
  return `color:${light === dark ? light : `light-dark(${light},${dark})`}`;
}

const TEXT = "var(--text)";

/**
 * The values that everything on a page is made of: space, radii beside that of the theme, sizes of text, the height of controls for a
 * finger, one shadow. The account page has some more of its own.
 */
const TOKENS = `
:root{--s1:.25rem;--s2:.5rem;--s3:.75rem;--s4:1rem;--s5:1.25rem;--s6:1.5rem;--s8:2rem;
--r-s:min(calc(var(--radius)*.6),.75rem);--r-l:min(calc(var(--radius)*1.6),1.25rem);
--t-s:.8125rem;--t-m:.875rem;--t-l:1rem;--t-2xl:1.5rem;
--c-l:2.75rem;--shadow:0 1px 2px var(--shade),0 .5rem 1.5rem -.5rem var(--shade)}
`;

const FRAME = `
*{box-sizing:border-box;margin:0}
html{-webkit-text-size-adjust:100%;text-size-adjust:100%}
:lang(ko){word-break:keep-all}
body{min-height:100vh;min-height:100svh;display:grid;align-content:center;justify-items:center;padding:var(--s8) var(--s4);background:var(--page);
color:var(--text);font:.9375rem/1.5 var(--font);overflow-wrap:anywhere}
main{width:100%;max-width:26rem;padding:var(--s8);background:var(--card);border:1px solid var(--line);
border-radius:var(--r-l);box-shadow:var(--shadow)}
.wide{max-width:38rem}
header{text-align:center}
.logo{display:block;margin:0 auto var(--s5)}
.logo img,img.logo{display:block;margin:0 auto;max-width:min(70%,14rem);max-height:3rem}
img.logo{margin-bottom:var(--s5)}
.icon{display:block;width:3rem;height:3rem;margin:0 auto var(--s4);padding:var(--s3);border-radius:50%;background:var(--tint);
color:var(--accent);fill:none;stroke:currentColor;stroke-width:1.75;stroke-linecap:round;stroke-linejoin:round}
h1{font-size:var(--t-2xl);line-height:1.3;font-weight:600;letter-spacing:-.01em;text-wrap:balance}
.name{display:inline-block;max-width:100%}
h2{font-size:var(--t-l);line-height:1.4;font-weight:600}
p{text-wrap:pretty}
header p{margin-top:var(--s2);color:var(--soft)}
header b{color:var(--text)}
b{font-weight:600}
a{color:var(--accent);text-underline-offset:.2em;border-radius:.25rem}
footer{display:flex;flex-wrap:wrap;justify-content:center;gap:var(--s1) var(--s5);margin-top:var(--s6);font-size:var(--t-s)}
footer a{padding:var(--s1) 0;color:var(--soft);text-decoration:none}
footer a:hover{text-decoration:underline}
:focus-visible{outline:3px solid var(--edge);outline-offset:2px}
.unseen{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%);white-space:nowrap}
[hidden]{display:none!important}
`;

const TEXT_STYLES = `
.alert,.notice{margin-top:var(--s5);padding:var(--s3) var(--s4);border:1px solid var(--line);border-radius:var(--radius);
background:var(--tint)}
.alert{border-color:var(--bad);background:var(--alarm);color:var(--bad)}
.alert:focus{outline:0}
.alert b{display:block}
.notice .button{margin-top:var(--s3)}
.text,.note{margin-top:var(--s4);color:var(--soft)}
.text b,.note b{color:var(--text)}
.note{font-size:var(--t-s);line-height:1.45}
.aside{text-align:center}
.or{display:flex;align-items:center;gap:var(--s4);margin-top:var(--s5);color:var(--soft);font-size:var(--t-s)}
.or::before,.or::after{content:"";flex:1;border-top:1px solid var(--line)}
.tag{flex:none;padding:0 var(--s2);border:1px solid var(--line);border-radius:1rem;background:var(--tint);color:var(--soft);
font-size:.75rem;font-weight:500;line-height:1.5;white-space:nowrap}
.rows{margin-top:var(--s3);padding:0;border:1px solid var(--line);border-radius:var(--radius);list-style:none}
.rows li{display:flex;flex-wrap:wrap;align-items:center;gap:var(--s2) var(--s3);padding:var(--s3) var(--s4)}
.rows li+li{border-top:1px solid var(--line)}
.what{flex:1 1 auto;min-width:0;max-width:100%}
*+.what{max-width:calc(100% - 2.25rem)}
.what b,.what small{display:block}
.what small{color:var(--soft);font-size:var(--t-s)}
`;

const FIELDS = `
.form{margin-top:var(--s5)}
.line{display:grid;grid-template-columns:1fr auto;align-items:center;gap:var(--s2) var(--s3);margin-top:var(--s4)}
label{grid-area:1/1;font-size:var(--t-m);font-weight:500}
.field{position:relative;grid-area:2/1/auto/-1}
.line .tag,.beside{grid-area:1/2}
.beside{font-size:var(--t-s)}
input{display:block;width:100%;min-height:var(--c-l);padding:var(--s2) var(--s4);border:1px solid var(--field);
border-radius:var(--radius);background:var(--card);color:inherit;font:1rem/1.5 var(--font)}
input:focus-visible{outline-offset:-1px;border-color:var(--edge)}
input[type=checkbox],input[type=radio]{width:1.5rem;min-height:1.5rem}
input[aria-invalid]{border-color:var(--bad)}
input[aria-invalid]:focus-visible{border-color:var(--bad);outline-color:var(--bad)}
input[readonly]{background:var(--tint)}
::placeholder{color:var(--soft);opacity:1}
.line .note{grid-column:1/-1;margin:0}
.error{grid-column:1/-1;color:var(--bad);font-size:var(--t-m)}
form>.error{margin-top:var(--s3)}
.code{font-size:var(--t-2xl);font-variant-numeric:tabular-nums;letter-spacing:.2em;text-indent:.2em;text-align:center}
.code::placeholder{opacity:.5}
[dir=rtl] :is([type=email],[type=password],.code){direction:ltr}
[dir=rtl] :is([type=email],[type=password]){text-align:end}
.show{position:absolute;inset-block:1px;inset-inline-end:1px;width:auto;min-height:0;padding:0 var(--s4);border:0;
border-radius:var(--radius);background:var(--card);color:var(--soft);font-size:var(--t-m);font-weight:500}
.show:focus-visible{outline-offset:-3px}
`;

const BUTTONS = `
button,.button{display:flex;align-items:center;justify-content:center;gap:var(--s3);width:100%;min-height:var(--c-l);
padding:var(--s2) var(--s4);border:1px solid transparent;border-radius:var(--radius);background:none;color:inherit;
font:500 .9375rem/1.35 var(--font);text-align:center;text-decoration:none;cursor:pointer}
.button{margin-top:var(--s4);border-color:var(--edge);background:var(--brand);color:var(--on)}
.button:hover{background:var(--hover);box-shadow:0 0 0 .1875rem var(--line)}
:is(button,.button):active{transform:translateY(1px)}
.button.plain,.choice{border-color:var(--line);background:var(--card);color:var(--text)}
.button.plain{margin-top:var(--s3)}
.button.plain:hover,.choice:hover,summary:hover{border-color:var(--field);background:var(--tint);box-shadow:none}
.link{width:auto;min-height:var(--c-l);margin:var(--s1) auto 0;padding:var(--s1) var(--s2);color:var(--accent);
font-size:var(--t-m);text-decoration:underline;text-underline-offset:.2em}
a.link{display:flex;align-items:center;justify-content:center}
button:disabled,.button[aria-disabled]{cursor:default;opacity:.6}
main:has(form[data-sent]),main:has(form[data-sent]) :is(button,summary){cursor:progress}
button[aria-busy]{position:relative}
button[aria-busy]::after,.choice[aria-busy]:has(.tag)::after,.names .choice[aria-busy]::after{content:"";flex:none;width:1rem;height:1rem;
margin:0 var(--s1);border:.125rem solid;border-inline-end-color:transparent;border-radius:50%;animation:turn 1s linear infinite}
.button[aria-busy]::after{position:absolute;inset-inline-end:.75rem}
@keyframes turn{to{transform:rotate(1turn)}}
svg.sign{flex:none;width:1.5rem;height:1.5rem;padding:.0625rem;fill:none;stroke:currentColor;stroke-width:1.75;stroke-linecap:round;
stroke-linejoin:round}
ul.ways{display:grid;gap:var(--s3);margin-top:var(--s5);padding:0;list-style:none}
ul.names{grid-template-columns:repeat(auto-fill,minmax(min(100%,9.5rem),1fr))}
.choice{gap:var(--s3)}
.passkey .choice{margin-top:var(--s3)}
:is(.notice,.alert)+.passkey .choice{margin-top:var(--s5)}
.choice>span:not(.tile):not(.tag){flex:1}
.choice::after{content:"";flex:none;width:1.5rem}
.choice:has(.tag)::after,.names .choice::after{content:none}
.names .choice{text-align:start}
.tile{flex:none;width:1.5rem;height:1.5rem;display:grid;place-items:center;border-radius:.375rem;background:var(--tint);
color:var(--text);font-size:var(--t-s);font-weight:600;line-height:1}
.mark{flex:none;width:1.5rem;height:1.5rem;padding:.125rem;border-radius:.375rem;fill:currentColor}
img.tile{padding:.125rem;background:#fff;object-fit:contain}
summary{display:flex;align-items:center;justify-content:center;gap:var(--s2);min-height:var(--c-l);margin-top:var(--s3);
padding:var(--s2) var(--s4);border:1px solid var(--line);border-radius:var(--radius);font-weight:500;text-align:center;
list-style:none;cursor:pointer}
summary::-webkit-details-marker{display:none}
summary::after{content:"";width:.4375rem;height:.4375rem;border:solid;border-width:0 1.5px 1.5px 0;
transform:translateY(-.125rem) rotate(45deg)}
details[open]>summary::after{transform:translateY(.125rem) rotate(225deg)}
`;

/** Of the pages with a field for a file, behind the others. */
export const FILE_STYLE: string = minify(`
[type=file]{padding:var(--s2);font-size:var(--t-m)}
::file-selector-button{min-height:2rem;margin-inline-end:var(--s3);padding:0 var(--s3);border:1px solid var(--line);
border-radius:var(--r-s);background:var(--tint);color:inherit;font:inherit}
`);

/** Where scripts run, the second step of a form is out of sight until the script opens it. */
const STEP_STYLES = `
.button.first{display:none}
@media(scripting:enabled){form[data-steps]:not(.open)>.step{position:absolute;width:1px;height:1px;overflow:hidden;
visibility:hidden}form[data-steps]:not(.open)>.button.first{display:flex}form[data-steps]:not(.open)>.second{display:none}}
`;

const MEDIA = `
@media(max-width:30rem){body{padding:0 0 var(--s5);align-content:start;background:var(--card)}
main{max-width:none;padding:var(--s6) var(--s5) var(--s2);border:0;border-radius:0;box-shadow:none}}
@media(prefers-reduced-motion:reduce){:is(button,.button):active{transform:none}button[aria-busy]::after{animation-duration:6s}}
@media(prefers-contrast:more){:root{--line:var(--field);--soft:var(--text)}}
@media(forced-colors:active){.button:not(.plain){forced-color-adjust:none;border-color:Highlight;background:Highlight;color:HighlightText}
.button.plain,summary{background:ButtonFace;color:ButtonText}input[aria-invalid]{border-width:.25rem;border-style:double}
.tile{forced-color-adjust:none}svg.mark{color:inherit}}
`;

const BASE = minify(TOKENS + FRAME + TEXT_STYLES + FIELDS + BUTTONS + STEP_STYLES + MEDIA);

/** Takes the line breaks of a sheet away. */
export function minify(sheet: string): string {
  return sheet.replaceAll("\n", "");
}
