import assert from "node:assert/strict";
import { test } from "node:test";
import { candidatesOf } from "../../src/http/chunked_cookies.ts";
import { parseCookies } from "../../src/http/cookies.ts";

/** The values that a name may have, where the browser sends these whole values and these chunks 0, 1, … of it. */
function valuesOf(whole: readonly string[], ...levels: readonly (readonly string[])[]): readonly string[] {
  const chunks = levels.flatMap((level, i) => level.map((chunk) => `name.${i}=${chunk}`));
  return candidatesOf(parseCookies([...whole.map((value) => `name=${value}`), ...chunks].join("; ")), "name");
}

test("candidatesOf() returns whole values first, then the chunks of each cookie, then mixtures, each once (SE-40)", () => {
  assert.deepEqual(valuesOf([]), []);
  assert.deepEqual(valuesOf(["whole", "other"]), ["whole", "other"]);
  assert.deepEqual(valuesOf([], ["aa"], ["a"]), ["aaa"]);
  assert.deepEqual(valuesOf(["whole"], ["aa"], ["a"]), ["whole", "aaa"]);
  assert.deepEqual(valuesOf(["aaa"], ["aa"], ["a"]), ["aaa"]);
  assert.deepEqual(valuesOf([], ["aa", "bb"], ["a", "b"]), ["aaa", "bbb", "aab", "bba"]);
});

test("candidatesOf() adds no chunk to a cookie that has ended with a shorter one (SE-40)", () => {
  assert.deepEqual(valuesOf([], ["aaa", "bbb"], ["a", "bbb"], ["b"]), [
    ...["aaaa", "bbbbbbb"],
    ...["aaaab", "aaabbbb", "bbbab"],
    ...["aaabbb", "bbba", "bbbbbb"],
  ]);
  const longer = valuesOf([], ["aaa", "bbb"], ["aaa", "bbb"], ["a", "bbb"], ["b"]);
  assert.deepEqual(longer.slice(0, 2), ["aaaaaaa", "bbbbbbbbbb"]);
  // The other way round, the ended one is among the mixtures.
  assert.ok(valuesOf([], ["aaa", "bbb"], ["bbb", "a"], ["b"]).includes("aaaa"));
});

test("candidatesOf() ends no cookie at a shorter chunk while each has a next one (SE-40)", () => {
  // Percent-encoded, all chunks are of one size.
  const both = valuesOf([], ["aaa", "bbb"], ["a", "bbb"], ["aaa", "bbb"]);
  assert.deepEqual(both.slice(0, 2), ["aaaaaaa", "bbbbbbbbb"]);
});

test("candidatesOf() tries few mixtures, however many cookies a sibling host has set (SE-40)", () => {
  const level = ["a", "b", "c", "d"];
  assert.equal(valuesOf([], level, level).length, 16);
  assert.equal(valuesOf([], ...Array.from({ length: 8 }, () => level)).length, 3 + 16);
});
