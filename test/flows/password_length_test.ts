/**
 * How long a password is: the characters that are hashed count, on the server and in the script of the page.
 *
 * @module
 */

import assert from "node:assert/strict";
import { test } from "node:test";
import { METER_SCRIPT } from "../../src/features/passwords/meter_script.ts";
import { openPasswords } from "./_kept_passwords.ts";
import { testForms } from "./_password_forms.ts";

/** Passwords, with the number of characters that are hashed. */
const TYPED: readonly (readonly [password: string, length: number])[] = [
  ["ｶﾞｷﾞｸﾞｹﾞｺﾞｻﾞｼﾞｽﾞ", 8],
  ["ｶﾞｷﾞｸﾞｹﾞｺﾞｻﾞｼﾞｽﾞｾﾞｿﾞﾀﾞﾁﾞﾂﾞﾃﾞ", 14],
  ["ｶﾞｷﾞｸﾞｹﾞｺﾞｻﾞｼﾞｽﾞｾﾞｿﾞﾀﾞﾁﾞﾂﾞﾃﾞﾄﾞ", 15],
  ["힣가나다라마바사아자차카타파".normalize("NFD"), 14],
  ["lovely ﬁne wéb".normalize("NFD"), 15],
  ["🦉🐘🦊🐳🦜🐢🦋🐙🦔🐧🦩🐬🦥🐝", 14],
  ["🦉🐘🦊🐳🦜🐢🦋🐙🦔🐧🦩🐬🦥🐝🌻", 15],
];

testForms(
  "the characters of a password count as they are hashed: 16 of half-width Katakana are 8",
  async () => {
    for (const [password, length] of TYPED) {
      const page = await openPasswords().signUp({ password });
      if (length < 15) assert.match(page.url, /error=TooShort/, `${password} ${length}`);
      else assert.doesNotMatch(page.url, /error/, `${password} ${length}`);
    }
  },
);

testForms("a password may be too long as well only by the characters that are hashed", async () => {
  const words = Array.from({ length: 320 }, (_, i) => `ｶﾞ${i}`);
  const [most, more] = [words.slice(0, 254).join("").slice(0, 1124), words.join("").slice(0, 1360)];
  assert.ok(most.length > 1024 && most.normalize("NFKC").length <= 1024);
  assert.ok(more.normalize("NFKC").length > 1024);
  const world = openPasswords();
  await world.register(most);
  assert.match((await world.enter(most, world.visitor())).url, /\/home$/, world.log());
  // One character becomes eighteen.
  for (const password of [more, "ﷺ and 57 words ".repeat(40), "x".repeat(5000)]) {
    assert.match((await openPasswords().signUp({ password })).url, /error=TooLong/);
  }
});

test("the page counts the characters of a password as the server does", () => {
  for (const [password, length] of TYPED) {
    const texts: { textContent?: string }[] = [];
    const createElement = () => {
      const element = { textContent: "", setAttribute() {}, append() {} };
      texts.push(element);
      return element;
    };
    const input = {
      value: password,
      minLength: 100,
      dataset: { typed: "{typed} of {count}", known: "[]" },
      form: { elements: {} },
      closest: () => ({ append() {} }),
      addEventListener() {},
    };
    const run = new Function("document", METER_SCRIPT);
    run({ createElement, querySelectorAll: () => [input] });
    assert.ok(texts.some(({ textContent }) => textContent === `${length} of 100`), JSON.stringify(texts));
  }
});
