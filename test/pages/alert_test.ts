import assert from "node:assert/strict";
import { test } from "node:test";
import { alert, alertMessage } from "../../src/pages/alert.ts";

const WRONG = { what: "That was <wrong>.", now: "Try again." };
const unknown = { what: "Unknown.", now: "Try again." };

test("messageOf() returns the message of an error, and the unknown one for any other text", () => {
  assert.equal(alertMessage("Wrong", { messages: { Wrong: WRONG }, unknown }), WRONG);
  for (const error of ["wrong", "__proto__", "constructor", "toString", "<b>"]) {
    assert.equal(alertMessage(error, { messages: { Wrong: WRONG }, unknown }), unknown);
  }
});

test("alert() says what happened and what to do now, and has the focus", () => {
  assert.equal(
    alert(WRONG).toString(),
    '<p class="alert" id="alert" role="alert" tabindex="-1" autofocus><b>That was &#60;wrong&#62;.</b> Try again.</p>',
  );
});
