/**
 * Values that are CSS colours, and values that are not.
 *
 * @module
 */

/** Colours. */
export const COLORS = [
  ..."#abc #ABCD #0d9488 #0D9488cc red RebeccaPurple".split(" "),
  ..."rgb(1,2,3) rgb(10%,20%,30%) rgba(1,2,3,.5) hsl(210,50%,40%) hsl(.5turn,50%,40%)".split(" "),
  "rgb(1 2 3)",
  "rgb( 1, 2, 3 )",
  "rgb(1 2 3 / 50%)",
  "hsl(-120deg 50% 40%)",
  "hwb(90 10% 10%)",
  "lab(50% -20 none)",
  "lch(50% 40 180)",
  "oklab(0.6 +0.1 -0.1)",
  "oklch(0.623 0.214 259.815)",
];

/** What is none. */
export const OTHERS = [
  ..."# #ab #abcde #abcdefa #abcdefabc #ggg rgb() rgb(1) rgb(1,2) rgb(1,2,3,4,5) url(x) var(--x)".split(" "),
  "",
  " red",
  "red\n",
  "red;",
  "red}",
  "red<",
  "red !important",
  "</style>",
  "red;}body{display:none",
  "rgb(url(x),2,3)",
  "rgb(var(--a) 1 2)",
  "rgb(from red r g b)",
  "color-mix(in srgb, red, blue)",
  "light-dark(red, blue)",
  "rgb(1 2 3",
  "rgb(1 2 3);",
  "rgb(1 2 3)/**/",
  "r\\65 d",
  'red"',
];
