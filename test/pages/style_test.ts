import assert from "node:assert/strict";
import { test } from "node:test";
import { parseColor, toHexColor } from "../../src/markup/parse_color.ts";
import { styleSheet } from "../../src/pages/style.ts";
import type { Theme } from "../../src/values/types.ts";
import type { Mark } from "../../src/model/provider.ts";
import { COLORS, OTHERS } from "../markup/_colors.ts";
import { chosenRounds } from "../_nightly.ts";
import { seeded } from "../_seeded.ts";

const MARK: Mark = { viewBox: "0 0 24 24", paths: [{ d: "M0 0h24v24z" }] };

test("styleSheet() drops what is not a colour, a length or a font, wherever it stands", () => {
  const plain = styleSheet({});
  for (const value of OTHERS) {
    const theme = {
      brandColor: value,
      buttonText: value,
      radius: value || "x",
      font: value.includes(";") ? value : "a;b",
    };
    assert.equal(styleSheet(theme, [{ color: value, mark: null }]), plain, value);
  }
});

test("styleSheet() has as many closing as opening braces, and nothing of the theme but radius and font as it was written", () => {
  for (const color of COLORS) {
    const sheet = styleSheet({ brandColor: color, buttonText: color }, [{ color, mark: null }]);
    assert.equal(sheet.split("{").length, sheet.split("}").length);
    assert.doesNotMatch(sheet, /<|@import|url\(/);
    if (/[(]/.test(color)) assert.ok(!sheet.includes(color), color);
  }
  const sheet = styleSheet({ radius: "8px", font: '"Segoe UI", serif' });
  assert.ok(sheet.includes('--radius:8px;--font:"Segoe UI", serif;'));
});

test("styleSheet() follows colorScheme, and the browser where it is auto, absent or unknown", () => {
  const dark = /^:root\{[^}]*;color-scheme:dark/;
  const light = /^:root\{[^}]*;color-scheme:light/;
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

/** The colours of a sheet, in one scheme. */
function colorsOf(theme: Theme, colorScheme: "light" | "dark"): (name: string) => string {
  const sheet = styleSheet({ ...theme, colorScheme });
  return (name) => sheet.match(`--${name}:(#\\w+)`)![1]!;
}

/** How many random colours are tried. */
const RANDOM_COLORS = chosenRounds({ here: 300, nightly: 20_000 });

test(
  "styleSheet() has contrast whatever brandColor and buttonText are: text 4.5, borders, rings and links",
  seeded(({ below }) => {
    const any = () => `#${below(2 ** 24).toString(16).padStart(6, "0")}`;
    const pairs = [
      ...COLORS.map((color) => [color, color]),
      ...["#ffffff", "#fefefe", "#000000", "#777777", "#ffff00", "#0000ff"].flatMap((
        color,
      ) => [[color, "#fff"], [color, "#000"]]),
      ...Array.from({ length: RANDOM_COLORS }, () => [any(), any()]),
    ] as [string, string][];
    for (const [brandColor, buttonText] of pairs) {
      for (const scheme of ["light", "dark"] as const) {
        for (const theme of [{ brandColor }, { brandColor, buttonText }]) {
          const value = colorsOf(theme, scheme);
          const what = `${brandColor} ${buttonText} ${scheme}`;
          assert.ok(contrast(value("on"), value("brand")) >= 4.5, `text on the button, ${what}`);
          for (const ground of ["page", "card"]) {
            assert.ok(contrast(value("edge"), value(ground)) >= 3, `edge on ${ground}, ${what}`);
            assert.ok(contrast(value("accent"), value(ground)) >= 4.5, `link on ${ground}, ${what}`);
          }
        }
      }
    }
  }),
);

test("styleSheet() keeps brandColor and buttonText where they have contrast", () => {
  const value = colorsOf({ brandColor: "oklch(45% 0.2 270)", buttonText: "gold" }, "light");
  const { rgb } = parseColor("oklch(45% 0.2 270)")!;
  assert.equal(value("brand"), toHexColor(rgb));
  assert.equal(value("on"), "#ffd700");
  assert.equal(value("edge"), value("brand"));
});

test("styleSheet() gives each tile the class of its position", () => {
  const sheet = styleSheet(
    {},
    [{ color: "#000", mark: null }, { color: undefined, mark: null }, { color: "yellow", mark: null }],
  );
  assert.match(sheet, /\.p0\{background:#000000;color:#ffffff\}\.p2\{background:#ffff00;color:#000000\}$/);
  assert.doesNotMatch(sheet, /\.p1\{/);
});

test("styleSheet() gives a mark its colour, or that of the text where the contrast is below 3", () => {
  const ruleOf = (color: string, mark: Partial<Mark> = {}) =>
    styleSheet({}, [{ color, mark: { ...MARK, ...mark } }]).split(".p0")[1];
  assert.equal(ruleOf("#000"), "{color:light-dark(#000000,var(--text))}");
  assert.equal(ruleOf("white"), "{color:light-dark(var(--text),#ffffff)}");
  assert.equal(ruleOf("#ea4335"), "{color:#ea4335}");
  // On a ground of its own, it is as its owner wants it.
  assert.equal(ruleOf("currentColor"), "{color:currentColor}");
  assert.equal(ruleOf("#fff", { background: "#000" }), "{background:#000000;color:#ffffff}");
  assert.equal(ruleOf("nocolor"), undefined);
});

test("styleSheet() draws a mark on a ground of its own in black or white if it has no colour", () => {
  const ruleOf = (background: string) => styleSheet({}, [{ mark: { ...MARK, background } }]).split(".p0")[1];
  assert.equal(ruleOf("#fff"), "{background:#ffffff;color:#000000}");
  assert.equal(ruleOf("#123"), "{background:#112233;color:#ffffff}");
});

test(
  "styleSheet() draws a mark of any opaque colour with a contrast of 3 or more in both schemes",
  seeded(({ below }) => {
    const value = (colorScheme: "light" | "dark", name: string) =>
      styleSheet({ colorScheme }).match(`--${name}:(#\\w+)`)![1]!;
    for (let i = 0; i < RANDOM_COLORS; i++) {
      const color = `#${below(2 ** 24).toString(16).padStart(6, "0")}`;
      const [, rule] = styleSheet({}, [{ color, mark: MARK }]).split(".p0");
      const [, light, dark] = /^\{color:(?:light-dark\()?([^,]+?)(?:,(.+)\))?\}$/.exec(rule!)!;
      for (const [scheme, drawn] of [["light", light!], ["dark", dark ?? light!]] as const) {
        const ink = drawn === "var(--text)" ? value(scheme, "text") : drawn;
        assert.ok(contrast(ink, value(scheme, "card")) >= 3, `${color}: ${rule}, ${scheme}`);
      }
    }
  }),
);

test("styleSheet() is readable: text has a contrast of 4.5 or more in both schemes", () => {
  for (const colorScheme of ["light", "dark"] as const) {
    const value = (name: string) => styleSheet({ colorScheme }).match(`--${name}:(#\\w+)`)![1]!;
    assert.ok(contrast(value("bad"), value("alarm")) >= 4.5);
    assert.ok(contrast(value("field"), value("card")) >= 3);
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
