import assert from "node:assert/strict";
import { test } from "node:test";
import { en } from "../../src/messages/en.ts";
import { withIsolates, withOverrides } from "../../src/messages/overrides.ts";

test("withOverrides() replaces single messages, and keeps the others", () => {
  const messages = withOverrides(en, {
    signIn: { heading: "Hello" },
    signInErrors: { InvalidEmail: { now: "Once more." } },
  });
  assert.equal(messages.signIn.heading, "Hello");
  assert.deepEqual({ ...messages.signIn, heading: en.signIn.heading }, en.signIn);
  const { what } = en.signInErrors.InvalidEmail;
  assert.deepEqual(messages.signInErrors.InvalidEmail, { what, now: "Once more." });
  assert.deepEqual(messages.mail, en.mail);
});

test("withOverrides() ignores what is not a message, and keys that do not exist", () => {
  for (
    const odd of [{ signIn: "no" }, { signIn: null }, { signIn: { heading: 1, or: null } }, {
      other: { a: "b" },
    }]
  ) {
    assert.deepEqual(withOverrides(en, odd as object), en);
  }
  assert.deepEqual(withOverrides(en, JSON.parse('{"__proto__":{"signIn":{"heading":"x"}}}')), en);
});

test("withIsolates() keeps the direction of what is put into a message apart from the text around it", () => {
  const { link, signIn } = withIsolates(en);
  assert.equal(link.add, "Add \u2068{provider}\u2069 to \u2068{current}\u2069's account");
  assert.equal(signIn.heading, en.signIn.heading);
});
