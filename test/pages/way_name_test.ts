import assert from "node:assert/strict";
import { test } from "node:test";
import { Credentials } from "../../src/providers/credentials.ts";
import { en } from "../../src/messages/en.ts";
import { GitHub } from "../../src/providers/github.ts";
import { Nodemailer } from "../../src/providers/nodemailer.ts";
import { Passkey } from "../../src/providers/passkey.ts";
import { Resend } from "../../src/providers/resend.ts";
import type { SetupProvider } from "../../src/setup/setup.ts";
import { wayName } from "../../src/pages/way_name.ts";
import { WebAuthn } from "../../src/providers/webauthn.ts";

const authorize = () => null;
const server = "smtp://localhost";
const from = "a@example.com";

function nameAmong(...providers: object[]): string {
  const map = new Map(providers.map((each, index) => [String(index), each as SetupProvider]));
  return wayName(providers[0] as SetupProvider, { providers: map }, en);
}

test("wayName() is the type where the name is that of a package or a service", () => {
  assert.equal(nameAmong(Nodemailer({ from, server })), "Email");
  assert.equal(nameAmong(Resend({ from, apiKey: "x" })), "Email");
  assert.equal(nameAmong(Credentials({ authorize })), "Password");
  for (const provider of [Passkey(), WebAuthn(), WebAuthn({ name: "Key" })]) {
    assert.equal(nameAmong(provider), "Passkey");
  }
});

test("wayName() is the name that the application gave", () => {
  assert.equal(nameAmong(Nodemailer({ from, server, name: "Magic link" })), "Magic link");
  assert.equal(nameAmong(Credentials({ authorize, name: "Staff card" })), "Staff card");
  assert.equal(nameAmong({ id: "m", type: "email", name: "Pigeon" }), "Pigeon");
  assert.equal(nameAmong(GitHub({ clientId: "a", clientSecret: "b" })), "GitHub");
});

test("wayName() tells several of a type apart", () => {
  assert.equal(nameAmong(Resend({ from, apiKey: "x" }), Nodemailer({ from, server })), "Resend");
  assert.equal(nameAmong(WebAuthn({ name: "Key" }), Passkey()), "Key");
});
