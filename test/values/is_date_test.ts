import assert from "node:assert/strict";
import { test } from "node:test";
import { isDate } from "../../src/values/is_date.ts";

test("isDate() accepts the text that JSON makes of a date, and other ISO 8601 date-times", () => {
  const dates = ["2030-01-31T12:00Z", "2030-01-31T12:00:00", "2030-01-31T12:00:00.123+02:00"];
  for (const text of [new Date(0).toJSON(), ...dates]) assert.equal(isDate(text), true, text);
});

test("isDate() refuses dates without time, impossible dates, and values that are not text", () => {
  const others = [
    "2030-01-31",
    "2030-13-31T12:00:00Z",
    "2030-01-31T25:00:00Z",
    "soon",
    "",
    0,
    null,
    new Date(),
  ];
  for (const value of others) assert.equal(isDate(value), false, String(value));
});
