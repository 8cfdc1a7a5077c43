import assert from "node:assert/strict";
import { test } from "node:test";
import { toPrintableName } from "../../src/values/printable_name.ts";

/** Names that people type, and what is stored of them. */
const NAMES: readonly (readonly [typed: string, stored: string | null])[] = [
  ["Ada Lovelace", "Ada Lovelace"],
  [" Ada\n\tLovelace ", "Ada Lovelace"],
  ["\u202eevil", "evil"],
  // Emoji and several scripts need joiners.
  ["👩\u200d💻", "👩\u200d💻"],
  ["نام\u200cها", "نام\u200cها"],
  ["x".repeat(200), "x".repeat(100)],
  ["", null],
  [" \u00a0\u3000", null],
  // Nothing can be seen in these.
  ["\u200b", null],
  ["\u200b \u200d\ufeff\u2060", null],
  ["\u00ad", null],
  ["\u3164\u115f\uffa0", null],
  ["\u2800", null],
  ["\ufe0f\u034f\u{e0041}", null],
  [`${"\u200b".repeat(100)}Ada`, null],
];

for (const [typed, stored] of NAMES) {
  test(`toPrintableName() makes one line of ${JSON.stringify(typed).slice(0, 40)}: ${JSON.stringify(stored)?.slice(0, 40)}`, () => {
    assert.equal(toPrintableName(typed), stored);
  });
}
