import assert from "node:assert/strict";
import { test } from "node:test";
import GoogleByDefault, {
  Google,
  type GoogleOptions,
  type GoogleProfile,
} from "../../src/providers/google.ts";

test("Google() is an OpenID provider whose endpoints are discovered", () => {
  const provider = Google();
  assert.equal(provider.id, "google");
  assert.equal(provider.name, "Google");
  assert.equal(provider.type, "oidc");
  assert.equal(provider.issuer, "https://accounts.google.com");
  assert.deepEqual(provider.authorization, { params: { scope: "openid profile email" } });
  assert.equal(provider.token, undefined);
  assert.equal(provider.style?.brandColor, "#1a73e8");
  assert.equal(GoogleByDefault, Google);
});

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
