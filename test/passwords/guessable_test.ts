import assert from "node:assert/strict";
import { test } from "node:test";
import { isGuessable } from "../../src/passwords/guessable.ts";

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
