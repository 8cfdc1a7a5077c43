import assert from "node:assert/strict";
import { test } from "node:test";
import { isColor, styleSheet } from "../../src/pages/style.ts";

const COLORS = [
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

const OTHERS = [
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

test("isColor() accepts hexadecimal colours, names and functions with plain numbers", () => {
  assert.deepEqual(COLORS.filter((color) => !isColor(color)), []);
});

test("isColor() refuses everything else", () => {
  assert.deepEqual(OTHERS.filter(isColor), []);
});

test("isColor() needs linear time", () => {
  const start = performance.now();
  isColor(`rgb(${"1 ,".repeat(50_000)}`);
  isColor(`rgb(${"1".repeat(100_000)}`);
  isColor("a".repeat(100_000));
  assert.ok(performance.now() - start < 500);
});

test("styleSheet() drops what is not a colour, wherever it stands", () => {
  const plain = styleSheet({});
  for (const value of OTHERS) {
    assert.equal(styleSheet({ brandColor: value, buttonText: value }, [value]), plain);
  }
});

test("styleSheet() has as many closing as opening braces and no <", () => {
  for (const color of COLORS) {
    const sheet = styleSheet({ brandColor: color, buttonText: color }, [color]);
    assert.equal(sheet.split("{").length, sheet.split("}").length);
    assert.doesNotMatch(sheet, /<|@import|url\(/);
  }
});

test("styleSheet() follows colorScheme, and the browser where it is auto, absent or unknown", () => {
  const dark = /^:root\{color-scheme:dark/;
  const light = /^:root\{color-scheme:light/;
  const media = /prefers-color-scheme:dark/;
  assert.match(styleSheet({ colorScheme: "dark" }), dark);
  assert.doesNotMatch(styleSheet({ colorScheme: "dark" }), media);
  assert.match(styleSheet({ colorScheme: "light" }), light);
  assert.doesNotMatch(styleSheet({ colorScheme: "light" }), media);
  for (const scheme of ["auto", undefined, "__proto__"] as const) {
    const sheet = styleSheet({ colorScheme: scheme as "auto" });
    assert.match(sheet, light);
    assert.match(sheet, media);
  }
});

test("styleSheet() puts black or white on brandColor, whichever is easier to read", () => {
  const cases = { "#000": "#fff", "#2563eb": "#fff", "#767676": "#000", "#fff": "#000", "#FFcc00ff": "#000" };
  for (const [brandColor, text] of Object.entries(cases)) {
    assert.ok(
      styleSheet({ brandColor }).includes(`.button{background:${brandColor};color:${text}}`),
      brandColor,
    );
  }
});

test("styleSheet() lets the browser compute the text colour of other notations", () => {
  assert.match(
    styleSheet({ brandColor: "gold" }),
    /background:gold;color:lch\(from gold calc\(\(49\.3\d - l\)/,
  );
});

test("styleSheet() prefers buttonText", () => {
  assert.match(styleSheet({ brandColor: "#000", buttonText: "gold" }), /\.button\{color:gold\}$/);
});

test("styleSheet() gives each tile the class of its position", () => {
  const sheet = styleSheet({}, ["#000", undefined, "#ff0"]);
  assert.match(sheet, /\.p0\{background:#000;color:#fff\}\.p2\{background:#ff0;color:#000\}$/);
  assert.doesNotMatch(sheet, /\.p1\{/);
});

test("styleSheet() is readable: text has a contrast of 4.5 or more in both schemes", () => {
  for (const colorScheme of ["light", "dark"] as const) {
    const value = (name: string) => styleSheet({ colorScheme }).match(`--${name}:(#\\w+)`)![1]!;
    for (const text of ["text", "soft", "bad"]) {
      for (const ground of ["card", "page", "tint"]) {
        assert.ok(contrast(value(text), value(ground)) >= 4.5, `${text} on ${ground}, ${colorScheme}`);
      }
    }
  }
});

function contrast(a: string, b: string): number {
  const [dark, light] = [a, b].map(luminance).sort((x, y) => x - y) as [number, number];
  return (light + 0.05) / (dark + 0.05);
}

function luminance(hex: string): number {
  const digits = hex.length === 4 ? hex.replace(/\w/g, "$&$&") : hex;
  const weights = [0.2126, 0.7152, 0.0722];
  return weights.reduce((sum, weight, i) => {
    const value = parseInt(digits.slice(1 + 2 * i, 3 + 2 * i), 16) / 255;
    return sum + weight * (value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4);
  }, 0);
}
