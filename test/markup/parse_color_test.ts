import assert from "node:assert/strict";
import { test } from "node:test";
import { BLACK, contrast, WHITE } from "../../src/markup/contrast.ts";
import { blend, parseColor, toHexColor, withContrast } from "../../src/markup/parse_color.ts";
import { OTHERS } from "./_colors.ts";

/** What Chromium draws. */
const DRAWN: Readonly<Record<string, string>> = {
  "#abc": "#aabbcc",
  "#0D9488": "#0d9488",
  RebeccaPurple: "#663399",
  teal: "#008080",
  "rgb(10%,20%,30%)": "#1a334d",
  "rgb( 1, 2, 3 )": "#010203",
  "hsl(.5turn,50%,40%)": "#339999",
  "hsl(-120deg 50% 40%)": "#333399",
  "hsl(300grad 80% 40%)": "#6614b8",
  "hsl(1.2rad 80% 40%)": "#a0b814",
  "hwb(90 10% 10%)": "#80e61a",
  "hwb(0 60% 80%)": "#6d6d6d",
  "lab(50% -20 none)": "#4d8176",
  "lab(80% 10% -40%)": "#b3c1ff",
  "lch(50% 40 180)": "#008875",
  "lch(52.2345% 72.2 56.2)": "#c65d06",
  "oklab(0.6 +0.1 -0.1)": "#9f63ba",
  "oklch(0.623 0.214 259.815)": "#2b7fff",
  "oklch(60% 0.15 50)": "#c46016",
};

test("parseColor() computes what a browser draws", () => {
  for (const [text, hex] of Object.entries(DRAWN)) {
    const { rgb, alpha } = parseColor(text)!;
    assert.equal(toHexColor(rgb), hex, text);
    assert.equal(alpha, 1);
  }
  assert.equal(parseColor("#abcd")!.alpha, 0xdd / 255);
  assert.equal(parseColor("rgb(1 2 3 / 50%)")!.alpha, 0.5);
  assert.equal(parseColor("rgba(1,2,3,7)")!.alpha, 1);
});

test("parseColor() finds nothing in a text that is not a colour, or names none", () => {
  for (const text of [...OTHERS, "currentcolor", "transparent", "canvas", "constructor", "foo"]) {
    assert.equal(parseColor(text), null, text);
  }
});

test("blend() shows what is below as far as the colour is transparent", () => {
  assert.equal(toHexColor(blend(parseColor("#00000080")!, WHITE)), "#7f7f7f");
  assert.equal(toHexColor(blend(parseColor("#000")!, WHITE)), "#000000");
});

test("withContrast() returns the colour itself if it has contrast, else one nearer to the goal", () => {
  const options = { grounds: [WHITE], ratio: 4.5, goal: BLACK };
  const blue = parseColor("#00f")!.rgb;
  assert.deepEqual(withContrast(blue, options), blue);
  const darker = withContrast(parseColor("#ffcc00")!.rgb, options);
  assert.ok(contrast(darker, WHITE) >= 4.5 && contrast(darker, WHITE) < 6, toHexColor(darker));
  assert.deepEqual(withContrast(WHITE, { ...options, ratio: 21 }), BLACK);
});
