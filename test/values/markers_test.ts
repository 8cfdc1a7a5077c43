import assert from "node:assert/strict";
import { test } from "node:test";
import * as markers from "../../src/values/markers.ts";

test("markers are symbols, which no JSON can hold", () => {
  for (const marker of Object.values(markers)) assert.equal(typeof marker, "symbol");
  assert.equal(new Set(Object.values(markers)).size, Object.keys(markers).length, "no two are the same");
});

test("markers are registered, so that two copies of the library understand each other", () => {
  assert.deepEqual({ ...markers }, {
    addressHeader: Symbol.for("@latchkey/auth/address-header"),
    doorCapabilities: Symbol.for("@latchkey/auth/door-capabilities"),
    brand: Symbol.for("@latchkey/auth/brand"),
    capability: Symbol.for("@latchkey/auth/capability"),
    customFetch: Symbol.for("@latchkey/auth/custom-fetch"),
    keepRenewed: Symbol.for("@latchkey/auth/keep-renewed"),
    lentTables: Symbol.for("@latchkey/auth/lent-tables"),
    ownServer: Symbol.for("@latchkey/auth/own-server"),
    raw: Symbol.for("@latchkey/auth/raw"),
    skipCSRFCheck: Symbol.for("@latchkey/auth/skip-csrf-check"),
  });
});
