import assert from "node:assert/strict";
import { test } from "node:test";
import { ATTACKS } from "./_css_attacks.ts";
import { isFontList, isLength, isPicture } from "../../src/markup/css_values.ts";

test("isFontList() and isLength() refuse what could end a declaration or load something", () => {
  for (const attack of ATTACKS) {
    assert.equal(isFontList(attack), false, attack);
    assert.equal(isLength(attack), false, attack);
  }
});

test("isFontList() needs linear time", () => {
  const start = performance.now();
  isFontList("a ,".repeat(160));
  isFontList(`"${" ".repeat(490)}`);
  isFontList("a ".repeat(250) + ";");
  assert.ok(performance.now() - start < 10_000);
});

test("isPicture() accepts URLs from which a page can show a picture", () => {
  const pictures = [
    "https://a.test/x.svg",
    "http://localhost/x.png",
    "/logo.svg",
    "data:image/svg+xml;base64,AAAA",
  ];
  for (const url of pictures) assert.equal(isPicture(url), true, url);
  const others = [
    "",
    "logo.svg",
    "//evil.test/x.png",
    "javascript:alert(1)",
    "data:text/html,<script>",
    "blob:https://app.test/x",
    " https://a.test",
    "https://",
    "file:///x.png",
  ];
  for (const url of others) assert.equal(isPicture(url), false, url);
});
