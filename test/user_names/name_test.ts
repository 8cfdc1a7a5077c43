import assert from "node:assert/strict";
import { test } from "node:test";
import { MOST_BYTES, parseUserName, toUserNameKey } from "../../src/features/user_names/name.ts";
import { toAddress } from "../../src/values/same_address.ts";
import type { Random } from "../_random.ts";
import { seeded } from "../_seeded.ts";

/** What is typed, its key, and what is shown if that differs. */
const NAMES: readonly (readonly [text: string, key: string, shown?: string])[] = [
  // RFC 8265 §3.5, Table 1, as often as the shortest name has them.
  ["fussball", "fussball"],
  ["fu\u00dfball", "fu\u00dfball"],
  ["\u03c0\u03c0\u03c0", "\u03c0\u03c0\u03c0"],
  ["\u03c3\u03c3\u03c3", "\u03c3\u03c3\u03c3"],
  ["\u03a3\u03c3\u03b1", "\u03c3\u03c3\u03b1"],
  ["\u03c2\u03c2\u03c2", "\u03c2\u03c2\u03c2"],
  // Small letters, blanks, width, composition.
  ["Ada.Lovelace-1_x", "ada.lovelace-1_x"],
  ["\u3000 Ada\n", "ada", "Ada"],
  ["\u200eAda\ufeff", "ada", "Ada"],
  ["Ａｄａ２", "ada2", "Ada2"],
  ["ｶﾞｶﾞｶ", "ガガカ", "ガガカ"],
  ["Rene\u0301", "ren\u00e9", "Ren\u00e9"],
  ["\u1112\u1161\u11ab\u1100\u1173\u11af1", "한글1", "한글1"],
  ["007", "007"],
  // The last letter of a Greek word, and the capital that Turkish and Georgian have.
  ["ΝΙΚΟΣ", "νικος"],
  ["İnci", "i\u0307nci"],
  ["ᲥᲐᲠᲗ", "ქართ"],
  // One script, or those of one language.
  ["Иван.2", "иван.2"],
  ["東京タワーのtower", "東京タワーのtower"],
  ["김철수", "김철수"],
  ["金철수lee", "金철수lee"],
  ["हिन्दी१२", "हिन्दी१२"],
  ["தமிழ்", "தமிழ்"],
  ["ภาษาไทย", "ภาษาไทย"],
  ["བོད་ཡིག", "བོད་ཡིག"],
  // From right to left.
  ["שלום1", "שלום1"],
  ["מ.ש-א", "מ.ש-א"],
  ["سلام۱۲", "سلام۱۲"],
  ["سلامٌ", "سلامٌ"],
];

for (const [text, key, shown = text] of NAMES) {
  test(`parseUserName() reads the name ${JSON.stringify(text)}`, () => {
    assert.deepEqual(parseUserName(text), { shown, key });
    assert.deepEqual(parseUserName(key), { shown: key, key });
  });
}

/** What is not a name, and why. */
const OTHERS: Readonly<Record<string, readonly string[]>> = {
  "RFC 8265 §3.5, Table 2, and its Table 1 with an @": [
    "foo bar",
    "henry\u2163",
    "abc\u265a",
    "juliet@example.com",
    "juliet＠example",
  ],
  "a sign that paths, pages or code read": [
    "a/b",
    "a\\b",
    "a:b",
    "a?b",
    "a#b",
    "a%b",
    "a&b",
    "a<b>",
    'a"b',
    "a'b",
    "a+b",
  ],
  "a separator outside, or a mark without a letter": [
    ".ada",
    "ada.",
    "-ada",
    "ada-",
    "_ada",
    "ada_",
    "...",
    "\u0301ada",
    "a.\u0301da",
  ],
  "letters of two scripts": ["p\u0430ypal", "zα1", "adaא", "adaи", "한かな", "カ주ㄅ"],
  "a script that no one writes every day": ["ᚠᚢᚦ", "𐐨𐐩𐐪", "ⲁⲃⲅ", "ꓐꓑꓒ"],
  "digits of two systems": ["हि1१न", "سلام١۱", "سلام1۱"],
  "a digit first, from right to left": ["1שלום", "١٢٣", "1سلام", "1ދިވެ"],
  "what no one sees": [
    "a\u200dda",
    "a\u200cda",
    "a\u00adda",
    "a\ufe0fda",
    "a\u034fda",
    "ad\u115fa",
    "a\u202eda",
    "ada\u0000",
  ],
  "characters that are another one": [
    "\ufb01sch",
    "\u0149ada",
    "ａ\u2460ｂ",
    "\uffa1\uffc2\uffa1\uffc2\uffa1\uffc2",
    "x²y",
    "\u03f4εα",
  ],
  "signs that stand beside certain letters alone": [
    "l\u00b7la",
    "א\u05f3בג",
    "カ\u30fbカ",
    "س\u0640لام",
    "한\u302e글자",
  ],
  "parts of a syllable, half a character, and none": ["\u1112\u1161\u1100", "ada\ud800", "ada\u0378"],
  "more marks than a word has": ["a\u0300\u0300da", "\u00e0\u0300da", "a\u0316\u0317\u0318\u0319\u031cda"],
};

for (const [reason, texts] of Object.entries(OTHERS)) {
  test(`parseUserName() refuses characters of ${reason}`, () => {
    for (const text of texts) assert.deepEqual(parseUserName(text), { wrong: "characters" }, text);
  });
}

test("parseUserName() counts the characters of the key, and its bytes", () => {
  const sized = (length: number, unit = "a") => parseUserName(unit.repeat(length));
  const wrong = { wrong: "length" };
  assert.deepEqual(
    [sized(0), parseUserName(" \u3000"), sized(2), sized(31), parseUserName("@".repeat(1025))],
    Array(5).fill(wrong),
  );
  assert.deepEqual(
    [sized(3), sized(30)],
    [3, 30].map((length) => ({ shown: "a".repeat(length), key: "a".repeat(length) })),
  );
  // A character of two units of UTF-16 and four bytes.
  assert.ok("key" in sized(30, "𠮷"));
  const most = { maxLength: 100 };
  assert.ok("key" in parseUserName("語".repeat(MOST_BYTES / 3), most));
  assert.deepEqual(parseUserName("語".repeat(MOST_BYTES / 3 + 1), most), wrong);
  assert.ok("key" in parseUserName("王", { minLength: 1 }));
  assert.deepEqual(parseUserName("abcdef", { maxLength: 5 }), wrong);
});

/** What random names are made of: letters of all kinds, their marks, wide forms, separators, and what no name has. */
const PARTS = [
  "abcxyzABCXYZ019._-",
  "éßıİſœøǆΣσςΝιάИйЁёґՕօֆᲐა",
  "אבשׁתابتثیۀ١۲ދި",
  "कि१ก์ཀ་မြ한ㅎ語々カガかゝー〇",
  "Ａｂ．＿＠ｶﾞﾊﾟ\u3000 ",
  "\u0301\u0307\u0308\u0323\u0345\u064b\u05b4\u3099\u200d\u00ad",
  "@/:%#'\u00b7ﬁⅣ²♚𐐀𠮷",
];

function randomText(random: Random): string {
  const parts = random.some(3, () => random.pick(PARTS));
  return random.some(10, () => random.pick([...random.pick(parts.length > 0 ? parts : PARTS)])).join("");
}

test(
  "a name is the same when it is read again, and is never an address",
  seeded((random) => {
    let names = 0;
    for (let times = 0; times < 20_000; times++) {
      const text = randomText(random);
      const key = toUserNameKey(text);
      assert.equal(toUserNameKey(key), key, JSON.stringify(text));
      const name = parseUserName(text);
      if ("wrong" in name) continue;
      names++;
      assert.equal(name.key, key);
      assert.deepEqual(parseUserName(name.shown), name);
      assert.deepEqual(parseUserName(key), { shown: key, key });
      assert.equal(toAddress(name.shown), null, name.shown);
    }
    assert.ok(names > 400, `${names} of the texts are names`);
  }),
);

test("no address is a name, in whatever width its signs are", () => {
  for (
    const address of [
      "ada@example.org",
      "a@b.c",
      "ada＠example.org",
      "ADA@EXAMPLE．ORG",
      "юзер@пример.рф",
      '"a b"@c.de',
    ]
  ) {
    assert.deepEqual(parseUserName(address), { wrong: "characters" }, address);
  }
});
