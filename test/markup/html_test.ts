import assert from "node:assert/strict";
import { test } from "node:test";
import { hole, type Html, markup, styleElement, Template } from "../../src/markup/html.ts";

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

test("markup() accepts no number, which `&&` after a length leaves behind", () => {
  const none: readonly string[] = [];
  // @ts-expect-error -- the compiler refuses it
  markup`${none.length && "some"}`;
  // @ts-expect-error -- in a list, too
  markup`${[none.length && "some"]}`;
  assert.equal(markup`${none.length > 0 && "some"}${none.length ? "some" : null}`.toString(), "");
});

test("markup() writes a name that an adapter has made a Date of", () => {
  const name = new Date("2020-01-02T03:04:05.678Z") as unknown as string;
  assert.match(markup`<b>${name}</b>`.toString(), /^<b>[^<]*2020[^<]*<\/b>$/);
});

test("markup() escapes other objects", () => {
  const forged = { toString: () => "<script>" } as unknown as Html;
  assert.throws(() => markup`${forged}`, TypeError);
});

test("styleElement() cannot be ended by its content", () => {
  const element = styleElement("a{}</style><script>").toString();
  assert.equal(element.match(/<\/style>/g)?.length, 1);
  assert.doesNotMatch(element, /<script/);
});

test("Template.fill() puts a part into each of its holes, and escapes it", () => {
  const template = new Template<"a" | "b">(markup`<p title="${hole("a")}">${hole("b")}, ${hole("a")}</p>`);
  const expected = '<p title="&#60;">&#60;<i>$&#38;</i>, &#60;</p>';
  assert.equal(template.fill({ a: "<", b: ["<", markup`<i>${"$&"}</i>`] }).toString(), expected);
  assert.equal(template.fill({ a: null, b: "0" }).toString(), '<p title="">0, </p>');
});

test("Template.fill() takes no text for a hole, neither of the template nor of a part", () => {
  const text = markup`${hole("a")}`.toString();
  const template = new Template<"a">(markup`${text} ${hole("a")} ${text}`);
  assert.equal(template.fill({ a: text }).toString(), markup`${text} ${text} ${text}`.toString());
  assert.doesNotMatch(template.fill({ a: text }).toString(), /</);
});

test("Template.fill() puts a part in place of each text that stands for a hole", () => {
  const html = markup`<a href="https://x.invalid/">${hole("a")}</a> x.invalid`;
  const template = new Template<"a" | "host">(html, { host: "x.invalid" });
  assert.equal(
    template.fill({ a: "x.invalid", host: "<&>" }).toString(),
    '<a href="https://&#60;&#38;&#62;/">x.invalid</a> &#60;&#38;&#62;',
  );
});

test("Template.fill() leaves an empty place for a name that objects inherit", () => {
  assert.equal(new Template<never>(markup`(${hole("constructor")})`).fill({}).toString(), "()");
});
