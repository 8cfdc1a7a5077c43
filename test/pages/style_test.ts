import assert from "node:assert/strict";
import { test } from "node:test";
import { styleSheet } from "../../src/pages/style.ts";
import { COLORS, OTHERS } from "../config/_colors.ts";

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
