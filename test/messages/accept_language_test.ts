import assert from "node:assert/strict";
import { test } from "node:test";
import { parseAcceptLanguage } from "../../src/messages/accept_language.ts";
import { all } from "../../src/messages/languages.ts";
import { matchLanguage } from "../../src/messages/match.ts";
import { chosenRounds } from "../_nightly.ts";
import { seeded } from "../_seeded.ts";

const CASES: Readonly<Record<string, readonly string[]>> = {
  "": [],
  "de": ["de"],
  "de-AT,de;q=0.9,en;q=0.8": ["de-AT", "de", "en"],
  "en;q=0.5, fr;q=0.7 , *;q=0.1": ["fr", "en"],
  "da, en-gb;q=0.8, en;q=0.7": ["da", "en-gb", "en"],
  "en;q=0.8,de;q=0.80,fr;Q=0.800": ["en", "de", "fr"],
  "de;q=0,en;q=0.001,fr;q=0.000": ["en"],
  "en;q=1.001,de;q=2,fr;q=-1,es;q=.5,it;q=0.1234,nl;q=": [],
  "*": [],
  ",,; ,de;level=1,en-,-en,e n,1234567890,fr\t;\tq=0.5": ["fr"],
  "ä,de": ["de"],
};

for (const [header, ranges] of Object.entries(CASES)) {
  test(`parseAcceptLanguage() reads the ranges of ${JSON.stringify(header)}, the most wanted first`, () => {
    assert.deepEqual(parseAcceptLanguage(header), ranges);
  });
}

test("parseAcceptLanguage() has no range without the header, and reads a bounded part of a long one (PG-25)", () => {
  assert.deepEqual(parseAcceptLanguage(null), []);
  assert.ok(parseAcceptLanguage("de,".repeat(100_000)).length <= 500);
});

/** Pieces of headers, in any order. */
const PIECES = [
  "de",
  "en-US",
  "zh-Hant-TW",
  "iw",
  "x",
  "*",
  "-",
  ",",
  ";",
  ";q=",
  "0.5",
  "1",
  "0",
  " ",
  "\t",
  "\0",
  "ü",
  "toString",
  "__proto__",
];

test(
  "parseAcceptLanguage() and matchLanguage() accept any text",
  seeded(({ below, pick }) => {
    const offered = new Set(all.map(({ tag }) => tag));
    const found = new Set<string | null>();
    for (let i = 0; i < chosenRounds({ here: 2000, nightly: 50_000 }); i++) {
      const header = Array.from({ length: below(30) }, () => pick(PIECES)).join("");
      const ranges = parseAcceptLanguage(header);
      for (const range of ranges) assert.match(range, /^[A-Za-z]{1,8}(-[A-Za-z0-9]{1,8})*$/, header);
      const tag = matchLanguage(ranges, offered);
      assert.ok(tag === null || offered.has(tag), header);
      assert.equal(matchLanguage(header.split(","), new Set()), null);
      found.add(tag);
    }
    assert.ok(found.has("de") && found.has(null), "some headers name a language, and some do not");
  }),
);
