import assert from "node:assert/strict";
import { test } from "node:test";
import { styleSheet } from "../../src/pages/style.ts";
import type { Mark } from "../../src/providers/types.ts";
import { COLORS, OTHERS } from "../config/_colors.ts";

const MARK: Mark = { viewBox: "0 0 24 24", paths: [{ d: "M0 0h24v24z" }] };

test("styleSheet() drops what is not a colour, wherever it stands", () => {
  const plain = styleSheet({});
  for (const value of OTHERS) {
    assert.equal(
      styleSheet({ brandColor: value, buttonText: value }, [{ color: value, mark: null }, {
        color: value,
        mark: { ...MARK, background: value },
      }]),
      plain,
    );
  }
});

test("styleSheet() has as many closing as opening braces and no <", () => {
  for (const color of COLORS) {
    const sheet = styleSheet({ brandColor: color, buttonText: color }, [{ color, mark: null }, {
      color,
      mark: MARK,
    }]);
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
  const sheet = styleSheet(
    {},
    [{ color: "#000", mark: null }, { color: undefined, mark: null }, { color: "#ff0", mark: null }],
  );
  assert.match(sheet, /\.p0\{background:#000;color:#fff\}\.p2\{background:#ff0;color:#000\}$/);
  assert.doesNotMatch(sheet, /\.p1\{/);
});

test("styleSheet() gives a mark its colour, or that of the text where the contrast is below 3", () => {
  const ruleOf = (color: string, mark: Partial<Mark> = {}) =>
    styleSheet({}, [{ color, mark: { ...MARK, ...mark } }]).split(".p0")[1];
  assert.equal(ruleOf("#000"), "{color:light-dark(#000,var(--text))}");
  assert.equal(ruleOf("#FFFFFF"), "{color:light-dark(var(--text),#FFFFFF)}");
  assert.equal(ruleOf("#ea4335"), "{color:#ea4335}");
  assert.equal(ruleOf("currentColor"), "{color:currentColor}");
  // On a ground of its own, it is as its owner wants it.
  assert.equal(ruleOf("#fff", { background: "#000" }), "{background:#000;color:#fff}");
});

test("styleSheet() draws a mark on a ground of its own in black or white if it has no colour", () => {
  const ruleOf = (background: string) => styleSheet({}, [{ mark: { ...MARK, background } }]).split(".p0")[1];
  assert.equal(ruleOf("#fff"), "{background:#fff;color:#000}");
  assert.equal(ruleOf("#123"), "{background:#123;color:#fff}");
});

test("styleSheet() draws a mark of any opaque colour with a contrast of 3 or more in both schemes", () => {
  const value = (colorScheme: "light" | "dark", name: string) =>
    styleSheet({ colorScheme }).match(`--${name}:(#\\w+)`)![1]!;
  const random = randomNumbers(42);
  for (let i = 0; i < 2000; i++) {
    const color = `#${Math.floor(random() * 2 ** 24).toString(16).padStart(6, "0")}`;
    const [, rule] = styleSheet({}, [{ color, mark: MARK }]).split(".p0");
    const [, light, dark] = /^\{color:(?:light-dark\()?([^,]+?)(?:,(.+)\))?\}$/.exec(rule!)!;
    for (const [scheme, drawn] of [["light", light!], ["dark", dark ?? light!]] as const) {
      const ink = drawn === "var(--text)" ? value(scheme, "text") : drawn;
      assert.ok(contrast(ink, value(scheme, "card")) >= 3, `${color}: ${rule}, ${scheme}`);
    }
  }
});

test("styleSheet() lets the browser limit the lightness of a mark in other notations", () => {
  const [, rule] = styleSheet({}, [{ color: "gold", mark: MARK }]).split(".p0");
  assert.match(
    rule!,
    /^\{color:light-dark\(lch\(from gold min\(l,6\d\.\d\d\) c h\/1\),lch\(from gold max\(l,4\d\.\d\d\) c h\/1\)\)\}$/,
  );
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

/** Numbers from 0 to 1, the same for the same seed. */
function randomNumbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
}
