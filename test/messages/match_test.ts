import assert from "node:assert/strict";
import { test } from "node:test";
import { matchLanguage } from "../../src/messages/match.ts";

const OFFERED = new Set(["en", "de", "pt", "he", "zh"]);

const FOUND: Readonly<Record<string, string | null>> = {
  "de": "de",
  "DE-at": "de",
  "pt-BR": "pt",
  "pt-PT-x-private": "pt",
  "de-u-co-phonebk": "de",
  "iw": "he",
  "iw-IL": "he",
  "zh": "zh",
  "zh-CN": "zh",
  "zh-Hans": "zh",
  "zh-Hans-TW": "zh",
  "zh-SG": "zh",
  "zh-TW": null,
  "zh-Hant": null,
  "zh-Hant-CN": null,
  "nb": null,
  "deu": null,
  "x-de": null,
  "": null,
  "-": null,
  "toString": null,
};

for (const [range, tag] of Object.entries(FOUND)) {
  test(`matchLanguage() finds the language for the range ${JSON.stringify(range)}: ${tag}`, () => {
    assert.equal(matchLanguage([range], OFFERED), tag);
  });
}

test("matchLanguage() takes the first range that finds a language", () => {
  assert.equal(matchLanguage(["nb", "zh-TW", "pt-BR", "de"], OFFERED), "pt");
  assert.equal(matchLanguage([], OFFERED), null);
});

test("matchLanguage() prefers the most specific language that fits", () => {
  const offered = new Set([...OFFERED, "de-at", "zh-hant", "pt-br"]);
  assert.equal(matchLanguage(["de-AT-1996"], offered), "de-at");
  assert.equal(matchLanguage(["de-CH"], offered), "de");
  assert.equal(matchLanguage(["zh-HK"], offered), "zh-hant");
  assert.equal(matchLanguage(["zh-Hant-MO"], offered), "zh-hant");
  assert.equal(matchLanguage(["pt"], new Set(["pt-br"])), null);
});
