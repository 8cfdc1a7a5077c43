import assert from "node:assert/strict";
import { test } from "node:test";
import { passkeys } from "../../src/sign_in/passkey/capability.ts";
import { listed, listingOf } from "../../src/sign_in/passkey/listed.ts";
import { capability } from "../../src/values/markers.ts";
import { WebAuthn } from "../../src/providers/webauthn.ts";

test("WebAuthn prefers passkeys, accepts other credentials, and requires user verification", () => {
  const { simpleWebAuthn: _, formFields, ...provider } = WebAuthn();
  assert.equal(formFields.email?.autocomplete, "username webauthn");
  assert.deepEqual(provider, {
    [capability]: passkeys,
    [listed]: listingOf(provider),
    id: "webauthn",
    name: "WebAuthn",
    type: "webauthn",
    enableConditionalUI: true,
    registrationOptions: {
      timeout: 300_000,
      authenticatorSelection: { residentKey: "preferred", userVerification: "required" },
    },
    authenticationOptions: { timeout: 300_000, userVerification: "required" },
  });
});

test("the options of the application apply to WebAuthn, and the other defaults stay", () => {
  const provider = WebAuthn({
    id: "key",
    relayingParty: { name: "Example" },
    registrationOptions: { authenticatorSelection: { userVerification: "discouraged" } },
    authenticationOptions: { timeout: 1000 },
  });
  assert.deepEqual([provider.id, provider.relayingParty], ["key", { name: "Example" }]);
  assert.deepEqual(provider.registrationOptions, {
    timeout: 300_000,
    authenticatorSelection: { residentKey: "preferred", userVerification: "discouraged" },
  });
  assert.deepEqual(provider.authenticationOptions, { timeout: 1000, userVerification: "required" });
});
