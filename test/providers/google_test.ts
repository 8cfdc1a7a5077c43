import assert from "node:assert/strict";
import { test } from "node:test";
import { Google, type GoogleOptions, type GoogleProfile } from "../../src/providers/google.ts";

test("Google().issuers() accepts the bare host in ID tokens only", () => {
  const provider = Google();
  assert.deepEqual(provider.issuers!({ sub: "1" }, provider.issuer), ["accounts.google.com"]);
  assert.deepEqual(provider.issuers!(null, provider.issuer), []);
});

test("Google() keeps the options of the application as `options`", () => {
  const options: GoogleOptions = { clientId: "id", authorization: { params: { access_type: "offline" } } };
  assert.equal(Google(Object.freeze(options)).options, options);
});

test("Google().verifiedEmail() is the address if Google says that it is verified", () => {
  const { verifiedEmail } = Google();
  assert(typeof verifiedEmail === "function");
  const claims = { email: "ada@example.com" } as unknown as GoogleProfile;
  assert.equal(verifiedEmail({ ...claims, email_verified: true }), "ada@example.com");
  assert.equal(verifiedEmail({ ...claims, email_verified: false }), null);
  assert.equal(verifiedEmail(claims), null);
});
