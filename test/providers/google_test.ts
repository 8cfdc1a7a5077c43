import assert from "node:assert/strict";
import { test } from "node:test";
import { Google, type GoogleOptions } from "../../src/providers/google.ts";

test("Google().issuers() accepts the bare host in ID tokens only", () => {
  const provider = Google();
  assert.deepEqual(provider.issuers!({ sub: "1" }, provider.issuer), ["accounts.google.com"]);
  assert.deepEqual(provider.issuers!(null, provider.issuer), []);
});

test("Google() keeps the options of the application as `options`", () => {
  const options: GoogleOptions = { clientId: "id", authorization: { params: { access_type: "offline" } } };
  assert.equal(Google(Object.freeze(options)).options, options);
});
