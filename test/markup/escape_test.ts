import assert from "node:assert/strict";
import { test } from "node:test";
import { escapeText } from "../../src/markup/escape.ts";

test("escapeText() leaves no character that ends a text or an attribute", () => {
  assert.equal(escapeText(`<a b="c" d='e'>&amp;é`), "&#60;a b=&#34;c&#34; d=&#39;e&#39;&#62;&#38;amp;é");
});
