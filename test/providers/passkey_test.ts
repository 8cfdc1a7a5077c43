import assert from "node:assert/strict";
import { test } from "node:test";
import { passkeys } from "../../src/sign_in/passkey/capability.ts";
import { capability } from "../../src/values/markers.ts";
import { Passkey } from "../../src/providers/passkey.ts";

test("a passkey sign-in requires discoverable passkeys and user verification", () => {
  const { simpleWebAuthn: _, ...provider } = Passkey();
  assert.deepEqual(provider, {
    [capability]: passkeys,
    id: "passkey",
    name: "Passkey",
    type: "webauthn",
    discoverable: true,
    enableConditionalUI: true,
    formFields: {
      email: {
        type: "email",
        autocomplete: "username webauthn",
        required: true,
      },
    },
    registrationOptions: {
      timeout: 300_000,
      authenticatorSelection: { residentKey: "required", userVerification: "required" },
    },
    authenticationOptions: { timeout: 300_000, userVerification: "required" },
    verifyRegistrationOptions: { requireUserVerification: true },
    verifyAuthenticationOptions: { requireUserVerification: true },
  });
});

test("the options of the application apply to passkeys, except weaker requirements", () => {
  const provider = Passkey({
    id: "key",
    name: "Key",
    enableConditionalUI: false,
    discoverable: false,
    registrationOptions: {
      timeout: 1000,
      authenticatorSelection: {
        authenticatorAttachment: "platform",
        residentKey: "discouraged",
        userVerification: "discouraged",
      },
    },
    authenticationOptions: { userVerification: "discouraged", timeout: 2000 },
    verifyRegistrationOptions: { requireUserVerification: false },
    verifyAuthenticationOptions: { requireUserVerification: false },
  });
  assert.deepEqual([provider.id, provider.name, provider.enableConditionalUI], ["key", "Key", false]);
  assert.equal(provider.discoverable, true);
  assert.deepEqual(provider.registrationOptions, {
    timeout: 1000,
    authenticatorSelection: {
      authenticatorAttachment: "platform",
      residentKey: "required",
      userVerification: "required",
    },
  });
  assert.deepEqual(provider.authenticationOptions, { timeout: 2000, userVerification: "required" });
  assert.deepEqual(provider.verifyRegistrationOptions, { requireUserVerification: true });
  assert.deepEqual(provider.verifyAuthenticationOptions, { requireUserVerification: true });
});
