import assert from "node:assert/strict";
import { test } from "node:test";
import { fill, fillText, placeholdersOf } from "../../src/messages/fill.ts";

test("fill() puts a part in the place of each placeholder, in the order of the message", () => {
  const [host, person] = [{ part: 1 }, { part: 2 }];
  assert.deepEqual(fill("{person} goes to {host}.", { host, person }), ["", person, " goes to ", host, "."]);
});

test("fill() leaves a placeholder without a part as it is", () => {
  assert.equal(fillText("{a} and {toString}, {b} {} {c d}", { a: "1" }), "1 and {toString}, {b} {} {c d}");
});

test("fillText() does not fill a placeholder that is in a part", () => {
  assert.equal(fillText("{a}{b}", { a: "{b}", b: "$&" }), "{b}$&");
});

test("placeholdersOf() names each placeholder once, in alphabetical order", () => {
  assert.deepEqual(placeholdersOf("{b} {a} {b}"), ["a", "b"]);
  assert.deepEqual(placeholdersOf("none"), []);
});
