/**
 * The rules of a brand, behind those of its pages. A page has those of the options that are used, and no others.
 *
 * @module
 */

import type { ColorScheme } from "../../markup/grounds.ts";
import { minify } from "../style.ts";
import { backgroundRule, schemesOf, sideColors } from "./colors.ts";
import type { BrandOptions } from "./options.ts";

/**
 * Returns the rules of a theme. Line breaks in its CSS are as a browser reads them before it hashes the sheet.
 *
 * @param isFramed Whether the page has a frame of its own, as that of the account does.
 */
export function brandStyle(theme: BrandOptions, isFramed: boolean): string {
  const { layout, side, background, order, providerButtons, density, logoGround, logoDark, css } = theme;
  const isSplit = layout === "split" && !isFramed;
  return minify([
    background ? schemeRules(theme, (scheme) => `:root{${backgroundRule(theme, scheme)}}`) : "",
    background && !isFramed && (layout ?? "card") === "card" ? BEHIND : "",
    layout === "plain" && !isFramed ? PLAIN : "",
    isSplit ? splitRules(theme) : "",
    isSplit && side?.image ? PICTURE : "",
    order ? FIRST : "",
    providerButtons === "grid" ? GRID : "",
    providerButtons === "icons" ? ICONS : "",
    density === "compact" ? COMPACT : "",
    logoGround === "light" && !logoDark
      ? schemeRules(theme, (scheme) => scheme === "dark" ? LOGO_GROUND : "")
      : "",
  ].join("")) + (css ?? "").replace(/\r\n?/g, "\n");
}

/** Rules for light pages and for dark ones, where the theme has both. */
function schemeRules(theme: BrandOptions, rules: (scheme: ColorScheme) => string): string {
  const schemes = schemesOf(theme);
  if (schemes.length === 1) return rules(schemes[0]!);
  return schemes.map((scheme) => rules(scheme) && `@media(prefers-color-scheme:${scheme}){${rules(scheme)}}`)
    .join("");
}

/** On a phone, the card is the page. A theme may have a background for only one scheme. */
const BEHIND = `
@media(min-width:30.01rem){body{background:var(--behind,var(--page))}body>footer a{color:var(--ink,var(--soft))}
body>footer a:focus-visible{outline-color:currentcolor}}
`;

const PLAIN = `
body{background:var(--page)}
main{border:0;background:none;box-shadow:none}
`;

/** In a narrow window, the form is all of the page. */
function splitRules(theme: BrandOptions): string {
  const { ground, text } = sideColors(theme);
  return `
body{display:block;justify-items:normal;padding:0;background:var(${theme.background ? "--page" : "--card"})}
.split{display:grid;min-height:100vh;min-height:100svh}
.pane{display:grid;align-content:center;justify-items:center;padding:var(--s8) var(--s4)}
main{border:0;background:none;box-shadow:none}
.side{display:none}
.side figure{margin:var(--s8);color:${text};font-size:1.25rem;line-height:1.4}
.side figcaption{margin-top:var(--s3);font-size:var(--t-m)}
@media(max-width:30rem){.pane{padding:0 0 var(--s5);align-content:start}}
@media(min-width:60rem){.split{grid-template-columns:1fr 1fr}
.side{display:grid;align-content:end;position:sticky;top:0;order:-1;height:100vh;background:${ground}}
.side figure{max-width:30rem}}
@media(forced-colors:active){.side{border-inline-end:1px solid}.side figure{color:CanvasText;background:Canvas}}
`;
}

/** A text on a picture has a ground of its own: no one knows the colours of the picture. */
const PICTURE = `
.side img{position:absolute;inset:0;width:100%;height:100%;object-fit:cover}
.side figure{position:relative;padding:var(--s5) var(--s6);border-radius:var(--r-l);background:inherit}
`;

/** Buttons may stand on top. Without passkeys in the browser, the line below them goes. */
const FIRST = `
header+.passkey .choice{margin-top:var(--s5)}
header+.passkey[hidden]+noscript+.or{display:none}
`;

const GRID = `
ul.ways:not(.names){grid-template-columns:repeat(auto-fill,minmax(min(100%,9.5rem),1fr))}
ul.ways .choice::after{content:none}
ul.ways .choice{text-align:start}
ul.ways .choice[aria-busy]::after{content:""}
`;

const ICONS = `
ul.ways:not(.names){display:flex;flex-wrap:wrap;justify-content:center}
ul.ways:not(.names) .choice{position:relative;width:auto;min-width:3.5rem}
ul.ways:not(.names) .choice>span:not(.tile):not(.tag){position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%);white-space:nowrap}
ul.ways:not(.names) .choice:not([aria-busy])::after{content:none}
ul.ways:not(.names) .choice[aria-busy]>:is(.tile,.mark,.tag){display:none}
`;

/** Fingers need 44 pixels, and fields on iOS a text of 16, or the page is enlarged. */
const COMPACT = `
:root{--s5:1rem;--s6:1.125rem;--s8:1.5rem;--t-2xl:1.375rem}
@media(pointer:fine){:root{--c-l:2.375rem}input{padding-block:.25rem}}
.icon{width:2.5rem;height:2.5rem;padding:.5rem}
ul.ways{gap:var(--s2)}
.line,.button{margin-top:var(--s3)}
.card .rows li{min-height:3.25rem;padding-block:var(--s2)}
`;

/** The image has an inset, so that its lines do not touch the edge of the ground. */
const LOGO_GROUND =
  `.logo img{max-height:4rem;padding:.5rem .75rem;border-radius:var(--r-s);background:#fff;forced-color-adjust:none}
.top .logo img{max-height:2.25rem;padding:.25rem .5rem}`;
