import assert from "node:assert/strict";
import { Memory } from "@latchkey/auth/adapters/memory";
import { NodeAuth } from "@latchkey/auth/node";
import { Nodemailer } from "@latchkey/auth/providers/nodemailer";
import { Passkey } from "@latchkey/auth/providers/passkey";
import { SecondFactor } from "@latchkey/auth/second-factor";
import { Webhooks } from "@latchkey/auth/webhooks";
import { testPlatform } from "@latchkey/auth/testing";
import { test, vi } from "vitest";

test("a customer without the packages of their providers reads in the log at start what to install", async () => {
  const platform = testPlatform();
  NodeAuth({
    providers: [Nodemailer({ server: "smtp://localhost", from: "sign-in@app.test" }), Passkey()],
    adapter: Memory(),
    features: [SecondFactor(), Webhooks({ endpoints: [] })],
    secret: "a secret of at least 32 characters, for tests",
    trustHost: true,
    platform,
  });
  const errors = () => platform.lines.filter(({ level }) => level === "error").map(({ text }) => text);
  await vi.waitFor(() => assert.equal(errors().length, 2), { timeout: 5000 });
  assert.match(errors()[0]!, /the package `nodemailer` is missing; run `npm install nodemailer@\^10`/);
  assert.match(errors()[1]!, /npm install @simplewebauthn\/server@14/);
  for (const [code, name] of [["missing-qr", "uqr"], ["missing-webhooks", "standardwebhooks"]] as const) {
    const found = () => platform.lines.find(({ text }) => text.includes(code));
    await vi.waitFor(() => assert.ok(found()), { timeout: 5000 });
    assert.equal(found()?.level, "warn");
    assert.match(found()!.text, new RegExp(`Run \`npm install ${name}\``));
  }
});
