import assert from "node:assert/strict";
import { test } from "node:test";
import { seeAlso } from "../../src/errors/help.ts";

const SECTIONS = {
  MissingSecret: "missing-secret",
  OAuthCallbackError: "oauth-callback-error",
  JWTSessionError: "jwt-session-error",
  MissingCSRF: "missing-csrf",
  DuplicateConditionalUI: "duplicate-conditional-ui",
  "unknown-option": "unknown-option",
};

for (const [name, section] of Object.entries(SECTIONS)) {
  test(`seeAlso() links ${name} to its section of the page on errors`, () => {
    assert.equal(seeAlso(name), `\n  see https://latchkey.github.io/auth/errors#${section}`);
  });
}
