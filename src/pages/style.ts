/**
 * The style sheet of the pages, with the colours of the theme and of the providers.
 *
 * @module
 */

import { isColor } from "../config/color.ts";
import type { Mark } from "../providers/types.ts";
import type { Theme } from "../types.ts";

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
 * @param theme Colours of the page. What is not a colour is left out.
 * @param tiles The providers' tiles: the first has class `p0`, the next `p1`, and so on.
 */
export function styleSheet(theme: Theme, tiles: readonly Tile[] = []): string {
  const { brandColor: brand, buttonText } = theme;
  return [
    SCHEMES[theme.colorScheme === "light" || theme.colorScheme === "dark" ? theme.colorScheme : "auto"],
    BASE,
    glow("#2563eb"),
    isUsable(brand) && `${glow(brand)}.icon{color:${brand}}.button{${filled(brand, 0.179)}}`,
    isUsable(buttonText) && `.button{color:${buttonText}}`,
    ...tiles.map(tileRule),
  ].filter(Boolean).join("");
}

function isUsable(color: string | undefined): color is string {
  return color !== undefined && isColor(color);
}

function tileRule({ color, mark }: Tile, index: number): string {
  const rule = (declarations: string) => `.p${index}{${declarations}}`;
  const ground = isUsable(mark?.background) ? mark.background : null;
  if (!isUsable(color)) return ground ? rule(filled(ground, 0.179)) : "";
  if (!mark) return rule(filled(color, 0.3));
  return rule(ground ? `background:${ground};color:${color}` : `color:${readable(color)}`);
}

/**
 * The colour of a mark. In a scheme where its contrast to the button is below 3:1 (WCAG 2.2 §1.4.11), the colour of the
 * text. A browser that does not know `light-dark()` uses that in both.
 */
function readable(color: string): string {
  if (/^currentcolor$/i.test(color)) return color;
  const [light, dark] = CARDS;
  if (!/^#(?:.{3}|.{6})$/.test(color)) {
    // What is not parsed here, the browser does: it limits the lightness, and makes the colour opaque.
    const lightest = lightnessOf((light + 0.05) / 3 - 0.05);
    const darkest = lightnessOf((dark + 0.05) * 3 - 0.05);
    const limited = (lightness: string) => `lch(from ${color} ${lightness} c h/1)`;
    return `light-dark(${limited(`min(l,${lightest})`)},${limited(`max(l,${darkest})`)})`;
  }
  const own = luminance(color);
  const [onLight, onDark] = CARDS.map((card) =>
    (Math.max(own, card) + 0.05) / (Math.min(own, card) + 0.05) >= 3 ? color : "var(--text)"
  ) as [string, string];
  return onLight === onDark ? onLight : `light-dark(${onLight},${onDark})`;
}

/**
 * A colour with white text on it, or black where the colour's luminance is above `limit`: at 0.179 black has the
 * better contrast, up to 0.3 white still has 3:1, enough for a letter that repeats what is written beside it.
 * A browser drops a declaration with an unknown colour name, so the colours of `BASE` stay.
 */
function filled(color: string, limit: number): string {
  if (color.startsWith("#")) return `background:${color};color:${luminance(color) > limit ? "#000" : "#fff"}`;
  // What is not parsed here, the browser does: its lightness is the cube root of luminance.
  return `background:${color};color:lch(from ${color} calc((${lightnessOf(limit)} - l)*infinity) 0 0)`;
}

/** Lightness of CIE L*a*b*, from 0 to 100, of a luminance. */
function lightnessOf(luminance: number): string {
  return (116 * Math.cbrt(luminance) - 16).toFixed(2);
}

/** A tint at the top of the page. */
function glow(color: string): string {
  const tint = `color-mix(in oklab,${color} 22%,transparent)`;
  return `body{background-image:radial-gradient(60rem 30rem at 50% -12rem,${tint},transparent)}`;
}

/** Relative luminance of a hexadecimal colour, from 0 to 1. */
function luminance(hex: string): number {
  const digits = hex.length < 6 ? hex.replace(/[^#]/g, "$&$&") : hex;
  const [r, g, b] = [1, 3, 5].map((at) => {
    const channel = parseInt(digits.slice(at, at + 2), 16) / 255;
    return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4;
  }) as [number, number, number];
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

const LIGHT = `
color-scheme:light;--page:#f5f7fa;--card:#fff;--text:#131a26;--soft:#556070;--line:#c6cfdb;--tint:#eef2f7;
--shade:rgb(19 26 38/.08);--focus:#1d4ed8;--bad:#8c1d18`;
const DARK = `
color-scheme:dark;--page:#0c1017;--card:#151b25;--text:#edf1f7;--soft:#a5b0c0;--line:#3a4555;--tint:#222a37;
--shade:rgb(0 0 0/.4);--focus:#8ab4ff;--bad:#ffb9b2`;

/** Luminance of the buttons, in the light and in the dark scheme. */
const CARDS = [LIGHT, DARK].map((scheme) => luminance(/--card:(#\w+)/.exec(scheme)![1]!)) as [number, number];

const SCHEMES = {
  light: minify(`:root{${LIGHT}}`),
  dark: minify(`:root{${DARK}}`),
  auto: minify(`:root{${LIGHT}}@media(prefers-color-scheme:dark){:root{${DARK}}}`),
};

const BASE = minify(`
*{box-sizing:border-box;margin:0}
body{min-height:100svh;display:grid;place-items:center;padding:1.5rem .75rem;
background:var(--page) no-repeat;color:var(--text);font:1rem/1.5 system-ui,sans-serif;overflow-wrap:anywhere}
main{width:100%;max-width:26rem;padding:clamp(1.25rem,6vw,2.5rem);background:var(--card);
border:1px solid var(--line);border-radius:1.25rem;box-shadow:0 1rem 3rem var(--shade);text-align:center}
.wide{max-width:64rem}
.logo{display:block;margin:0 auto 1.25rem;max-width:70%;max-height:4rem}
.icon{display:block;width:3rem;height:3rem;margin:0 auto 1rem;color:var(--focus);fill:none;stroke:currentColor;
stroke-width:1.5;stroke-linecap:round;stroke-linejoin:round}
h1{font-size:1.5rem;line-height:1.25;text-wrap:balance}
p{margin-top:.5rem;color:var(--soft);text-wrap:pretty}
b{color:var(--text);font-weight:600}
.alert{margin-top:1.25rem;padding:.75rem 1rem;border:1px solid rgb(255 0 0/.25);border-radius:.75rem;
background:rgb(255 0 0/.07);color:var(--bad);text-align:start}
.alert b{display:block;color:inherit}
ul{display:grid;grid-template-columns:repeat(auto-fill,minmax(min(100%,15rem),1fr));gap:.75rem;
margin-top:1.75rem;padding:0;list-style:none}
li form{height:100%}
.or{display:flex;align-items:center;gap:1rem;margin:1.5rem 0 -.5rem}
.or::before,.or::after{content:"";flex:1;border-top:1px solid var(--line)}
.form{max-width:21rem;margin:1.25rem auto 0;text-align:start}
label{display:block;margin-top:1rem;font-weight:600}
input{display:block;width:100%;min-height:3.25rem;margin-top:.375rem;padding:.625rem 1rem;border:1px solid var(--soft);
border-radius:.75rem;background:var(--page);color:inherit;font:inherit}
input[type=checkbox]{width:1.5rem;min-height:1.5rem}
::placeholder{color:var(--soft);opacity:1}
.code{font-size:1.5rem;font-variant-numeric:tabular-nums;letter-spacing:.2em;text-indent:.2em;text-align:center}
.code::placeholder{opacity:.5}
[dir=rtl] :is([type=email],[type=password],.code){direction:ltr}
[dir=rtl] :is([type=email],[type=password]){text-align:end}
.list{display:block;margin-top:.75rem;padding-inline-start:1.25rem;text-align:start;list-style:disc;color:var(--text)}
.note{margin-top:1.25rem;font-size:.875rem}
h2{font-size:1.125rem;line-height:1.25}
.part{margin-top:2rem;padding-top:1.5rem;border-top:1px solid var(--line);text-align:start}
.part .button{text-align:center}
.rows{display:block;margin-top:.75rem}
.rows li{display:flex;flex-wrap:wrap;align-items:center;justify-content:space-between;gap:.25rem 1rem;
padding:.75rem 0;border-top:1px solid var(--line)}
.rows li:first-child{border-top:0}
.what{flex:1 1 12rem}
.what b,.what small{display:block}
.what small,summary{color:var(--soft);font-size:.875rem}
.rows form{height:auto}
.rows .button{margin:0;min-height:2.75rem;padding:.5rem 1rem}
.rows details{flex-basis:100%}
summary{padding:.75rem 0;cursor:pointer}
.unseen{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%);white-space:nowrap}
button,.button{width:100%;min-height:3.25rem;padding:.625rem 1rem;border:1px solid transparent;
border-radius:.75rem;font:inherit;font-weight:600;cursor:pointer}
.button{display:block;margin-top:1.75rem;padding-top:.8rem;background:#2563eb;color:#fff;text-decoration:none}
.form .button{margin-top:1rem}
.button.plain{margin-top:.75rem;background:none;color:inherit;border-color:var(--line)}
.choice{height:100%;display:flex;align-items:center;gap:.75rem;border-color:var(--line);background:var(--card);
color:inherit;text-align:start;line-height:1.25}
.choice:hover{border-color:var(--soft);background:var(--tint)}
.button:hover{box-shadow:0 .25rem 1rem var(--shade);text-decoration:underline}
.tile{flex:none;width:2rem;height:2rem;display:grid;place-items:center;border-radius:.5rem;
background:var(--tint);color:var(--soft);box-shadow:inset 0 0 0 1px rgb(128 128 128/.3)}
.mark{flex:none;width:2rem;height:2rem;padding:.25rem;border-radius:.5rem;fill:currentColor}
img.tile{padding:.25rem;background:#fff;object-fit:contain}
.link{display:block;margin:.5rem 0 -.8rem;padding:.8rem;color:var(--text)}
button.link{width:100%;border:0;background:none;font:inherit;text-decoration:underline;cursor:pointer}
.note a{color:inherit}
:focus-visible{outline:3px solid var(--focus);outline-offset:2px}
@media(forced-colors:active){svg.mark{color:inherit}}
@media(prefers-contrast:more){:root{--line:var(--text);--soft:var(--text)}}
`);

function minify(sheet: string): string {
  return sheet.replaceAll("\n", "");
}
