import assert from "node:assert/strict";
import { test } from "node:test";
import type { ProfileField } from "../../src/features/profile/options.ts";
import { readValue, shownValue } from "../../src/features/profile/values.ts";

const FIELDS = {
  text: { type: "text", label: "Motto" },
  short: { type: "text", label: "Code", maxLength: 3 },
  needed: { type: "text", label: "Motto", required: true },
  url: { type: "url", label: "Site" },
  shortUrl: { type: "url", label: "Site", maxLength: 20 },
  date: { type: "date", label: "Day" },
  choice: { type: "choice", label: "Size", choices: { s: "Small" } },
  none: { type: "choice", label: "Size" },
  boolean: { type: "boolean", label: "News" },
  terms: { type: "boolean", label: "Terms", required: true },
} as const satisfies Record<string, ProfileField>;

/** A field, what a form sends, and what the form has then: a value, or `!` and what is wrong. */
const SENT: readonly (readonly [keyof typeof FIELDS, unknown, unknown])[] = [
  ["text", " a\n b ", "a b"],
  ["text", "a".repeat(200), "a".repeat(200)],
  ["text", "a".repeat(201), "!tooLong"],
  ["text", "", null],
  ["text", null, null],
  ["text", "\u200b", null],
  ["text", 7, "!invalid"],
  ["text", ["a"], "!invalid"],
  ["short", "👩👩👩", "👩👩👩"],
  ["short", "abcd", "!tooLong"],
  ["needed", undefined, "!required"],
  ["needed", "a", "a"],
  ["url", "HTTPS://ada:secret@example.com", "https://example.com/"],
  ["url", "http://example.com/a", "http://example.com/a"],
  ["url", "javascript:alert(1)//https://", "!invalid"],
  ["url", "https://", "!invalid"],
  ["url", `https://a.example/${"a".repeat(1982)}`, `https://a.example/${"a".repeat(1982)}`],
  ["url", `https://a.example/${"a".repeat(1983)}`, "!tooLong"],
  ["shortUrl", "https://example.com/a", "!tooLong"],
  ["shortUrl", "https://example.com", "https://example.com/"],
  ["date", "2024-02-29", "2024-02-29"],
  ["date", "2026-02-29", "!invalid"],
  ["date", "2026-13-01", "!invalid"],
  ["date", "2026-01-011", "!invalid"],
  ["date", "+02026-01-1", "!invalid"],
  ["date", "26-01-01", "!invalid"],
  ["date", "+012026-01", "!invalid"],
  ["date", "2026-01-01 (a)", "!invalid"],
  ["date", "", null],
  ["choice", "s", "s"],
  ["choice", "m", "!invalid"],
  ["choice", "toString", "!invalid"],
  ["none", "s", "!invalid"],
  ["boolean", true, true],
  ["boolean", "true", true],
  ["boolean", "on", true],
  ["boolean", false, false],
  ["boolean", "false", false],
  ["boolean", "", false],
  ["boolean", null, false],
  ["boolean", "yes", "!invalid"],
  ["boolean", undefined, "!invalid"],
  ["terms", "false", "!required"],
  ["terms", "on", true],
];

test("A field of the profile takes what it is for, and says what is wrong with the rest", () => {
  for (const [name, sent, expected] of SENT) {
    const read = readValue(sent, FIELDS[name]);
    if (typeof read === "string") assert.equal(`!${read}`, expected, `${name} ${sent}`);
    else {
      assert.equal(read.shown, expected, `${name} ${sent}`);
      assert.equal(shownValue(read.value, FIELDS[name]), expected, "and shows what it has stored");
    }
  }
  const { value } = readValue("2024-02-29", FIELDS.date) as { readonly value: unknown };
  assert.deepEqual(value, new Date("2024-02-29T00:00:00Z"));
});

test("What a database has of another type counts as none", () => {
  const cases = [
    ["text", 7, null],
    ["text", "", null],
    ["boolean", "true", false],
    ["date", new Date(NaN), null],
    ["date", "2024-02-29T00:00:00.000Z", "2024-02-29"],
    ["date", "on 2024-02-29", null],
    ["date", 20240229, null],
    ["date", ["2024-02-29"], null],
    ["date", null, null],
  ] as const;
  for (const [name, stored, shown] of cases) {
    assert.equal(shownValue(stored, FIELDS[name]), shown, `${name} ${stored}`);
  }
});
