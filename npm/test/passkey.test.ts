import assert from "node:assert/strict";
import { Auth, type AuthConfig } from "@latchkey/auth";
import { Memory } from "@latchkey/auth/adapters/memory";
import { Passkey } from "@latchkey/auth/providers/passkey";
import { testPlatform } from "@latchkey/auth/testing";
import { test } from "vitest";

const app = "https://app.test";

test("a customer without @simplewebauthn/server reads once in the log what to install", async () => {
  const platform = testPlatform();
  const config = {
    providers: [Passkey()],
    adapter: Memory(),
    secret: "a secret of at least 32 characters, for tests",
    trustHost: true,
    platform,
  } satisfies AuthConfig;
  for (let i = 0; i < 3; i++) {
    const response = await Auth(new Request(`${app}/auth/webauthn-options/passkey`), config);
    assert.deepEqual([response.status, await response.json()], [500, { error: "Configuration" }]);
  }
  const errors = platform.lines.filter(({ level }) => level === "error");
  assert.equal(errors.length, 1);
  assert.match(errors[0]!.text, /npm install @simplewebauthn\/server@14/);
  assert.equal((await Auth(new Request(`${app}/auth/signin`), config)).status, 200);
});
