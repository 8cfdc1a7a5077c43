import assert from "node:assert/strict";
import { test } from "node:test";
import { alert } from "../../src/pages/alert.ts";

const MESSAGES = {
  messages: { Known: { what: "It <broke>.", now: "Mend it." } },
  unknown: { what: "You could not be signed in.", now: "Try again." },
};

test("alert() says what happened and what to do now", () => {
  assert.equal(
    String(alert("Known", MESSAGES)),
    '<p class="alert" id="alert" role="alert"><b>It &#60;broke&#62;.</b> Mend it.</p>',
  );
});

test("alert() has general words for what it does not know, and never repeats it", () => {
  const general = String(alert("constructor", MESSAGES));
  assert.match(general, /<b>You could not be signed in\.<\/b>/);
  for (const error of ["known", "__proto__", "<script>"]) {
    assert.equal(String(alert(error, MESSAGES)), general);
  }
});

test("alert() says nothing without an error", () => {
  for (const error of [null, ""]) assert.equal(alert(error, MESSAGES), null);
});
