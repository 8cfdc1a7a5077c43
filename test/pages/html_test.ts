import assert from "node:assert/strict";
import { test } from "node:test";
import { type Html, markup, styleElement } from "../../src/pages/html.ts";

test("markup() escapes text and attribute values", () => {
  const text = `<b a="1" c='2'>&amp;`;
  const escaped = "&#60;b a=&#34;1&#34; c=&#39;2&#39;&#62;&#38;amp;";
  assert.equal(markup`<i title="${text}">${text}</i>`.toString(), `<i title="${escaped}">${escaped}</i>`);
});

test("markup() nests its own results without escaping them again", () => {
  assert.equal(markup`<p>${markup`<b>${"<"}</b>`}</p>`.toString(), "<p><b>&#60;</b></p>");
});

test("markup() joins arrays, escaping each entry", () => {
  assert.equal(markup`${["<", markup`<br>`, ["&"]]}`.toString(), "&#60;<br>&#38;");
});

test("markup() leaves nothing behind for null, undefined, false and the empty string", () => {
  assert.equal(markup`[${null}${undefined}${false}${""}]`.toString(), "[]");
});

test("markup() writes numbers, zero included", () => {
  assert.equal(markup`${0},${12}`.toString(), "0,12");
});

test("markup() takes no other object for HTML", () => {
  const forged = { toString: () => "<script>" } as unknown as Html;
  assert.throws(() => markup`${forged}`, TypeError);
});

test("styleElement() cannot be ended by its content", () => {
  const element = styleElement("a{}</style><script>").toString();
  assert.equal(element.match(/<\/style>/g)?.length, 1);
  assert.doesNotMatch(element, /<script/);
});
