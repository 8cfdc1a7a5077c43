import assert from "node:assert/strict";
import { test } from "node:test";
import { isGuessable, RUNS, WORDS } from "../../src/features/passwords/guessable.ts";
import { GUESS_SCRIPT, METER_SCRIPT } from "../../src/features/passwords/meter_script.ts";
import { seeded } from "../_seeded.ts";

const CONTEXT = { email: "grace.hopper@navy.example", app: ["Northwind Traders", "northwind.example"] };

/** What is tried first, with a length that would be enough. */
const GUESSABLE = [
  "passwordpassword",
  "Password123456789",
  "P4ssw0rdP4ssw0rd",
  "p@ssword-password-1",
  "qwertyuiopasdfgh",
  "QWERTZ1234567890",
  "123456789012345678",
  "98765432109876543",
  "aaaaaaaaaaaaaaaaaaaa",
  "abcabcabcabcabcabc",
  "abcdefghijklmnopq",
  "                    ",
  "!!!!!!!!!!!!!!!!!!!!",
  "grace.hopper@navy.example",
  "gracehopper12345",
  "navy.example-2026",
  "NorthwindTraders1",
  "northwind-password",
  "correct horse battery staple",
  "iloveyouiloveyou",
  "пароль1234567890123456".slice(6),
  "１２３４５６７８９０１２３４５６",
];

/** What no list begins with. */
const GOOD = [
  "lovely engine weaves",
  "seven purple teapots",
  "Grace under pressure, always",
  "Ein Schiff fährt über Land",
  "пишем письмо на рассвете",
  "四季の歌をうたう夜にひとり",
  "🦉🌙🕯️ three signs at night",
  "k3v7q9x2m5b8w1z4",
  "northwind sails at dawn over Lisbon",
];

for (const password of GUESSABLE) {
  test(`isGuessable() refuses ${JSON.stringify(password)}, which is tried first`, () => {
    assert.equal(isGuessable(password, CONTEXT), true);
  });
}

for (const password of GOOD) {
  test(`isGuessable() accepts ${JSON.stringify(password)}, which is on no list`, () => {
    assert.equal(isGuessable(password, CONTEXT), false);
  });
}

test("isGuessable() refuses 1024 characters that are one part again and again", () => {
  for (const password of ["a".repeat(1024), "ab".repeat(512), "password1".repeat(113), "é".repeat(1024)]) {
    assert.equal(isGuessable(password, CONTEXT), true);
  }
});

test(
  "GUESS_SCRIPT decides in a browser as isGuessable() does on the server",
  seeded((random) => {
    const inBrowser: typeof isGuessable = new Function(`"use strict";${GUESS_SCRIPT};return isGuessable`)();
    const integer = (below: number) => random.below(below);
    const pick = (list: readonly string[]) => random.pick(list);
    const known = [CONTEXT.email, ...CONTEXT.app, "Grace", "Hopper", "navy"];
    const parts = [
      ...WORDS,
      ...RUNS,
      ...known,
      ...GOOD,
      "ab",
      "é",
      "🦉",
      "１",
      "2026",
      "!",
      " ",
      "P@ssw0rd",
      "x7",
    ];
    const refused = new Set<boolean>();
    for (let round = 0; round < 400; round++) {
      const typed = Array.from({ length: 1 + integer(4) }, () => {
        const part = pick(parts);
        return part.slice(integer(2) * integer(part.length), 4 + integer(part.length)).repeat(1 + integer(2));
      }).join(pick(["", " ", "-"]));
      assert.equal(inBrowser(typed, CONTEXT), isGuessable(typed, CONTEXT), JSON.stringify(typed));
      refused.add(isGuessable(typed, CONTEXT));
    }
    for (const password of [...GUESSABLE, ...GOOD, "", "a".repeat(1024), "password1".repeat(113)]) {
      assert.equal(inBrowser(password, CONTEXT), isGuessable(password, CONTEXT), password);
    }
    assert.equal(refused.size, 2);
  }),
);

test("METER_SCRIPT asks for nothing, and runs nothing that is handed to it", () => {
  assert.doesNotThrow(() => new Function(METER_SCRIPT));
  assert.doesNotMatch(
    METER_SCRIPT,
    /fetch|XMLHttp|innerHTML|eval|document\.write|import\(|cookie|localStorage/,
  );
});
