import assert from "node:assert/strict";
import { test } from "node:test";
import { Auth, type AuthConfig } from "../../mod.ts";
import { Memory } from "../../src/adapters/memory.ts";
import { Passkey } from "../../src/providers/passkey.ts";
import { WebAuthn } from "../../src/providers/webauthn.ts";
import { openPasskeys } from "./_passkeys.ts";
import { APP } from "./_world.ts";

const WARNING = /^experimental-webauthn: `WebAuthn` may change with any version/;

for (const [name, provider] of Object.entries({ Passkey, WebAuthn })) {
  test(`experimental.enableWebAuthn warns once through logger.warn, with ${name} and with copies of the config`, async () => {
    const warnings: string[] = [];
    const logger = { warn: (code: string) => void warnings.push(code), error() {} };
    const world = openPasskeys({
      adapter: Memory(),
      providers: [provider()],
      experimental: { enableWebAuthn: true },
      logger,
    });
    for (let times = 0; times < 3; times++) {
      await Auth(
        new Request(`${APP}/auth/signin`),
        { ...world.config, theme: { name: `${times}` } } as AuthConfig,
      );
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
    assert.deepEqual(warnings.filter((code) => WARNING.test(code)).length, 1, String(warnings));
  });
}

test("nothing warns of WebAuthn while the flag is off, and Passkey works", async () => {
  for (const experimental of [undefined, {}, { enableWebAuthn: false }]) {
    const world = openPasskeys({ ...experimental && { experimental } });
    assert.equal((await world.browser.open(`${APP}/auth/signin`)).status, 200);
    await new Promise((resolve) => setTimeout(resolve, 20));
    assert.doesNotMatch(world.log(), /experimental/);
  }
});

test("WebAuthn is refused without the flag", async () => {
  const world = openPasskeys({ providers: [WebAuthn()], experimental: {} });
  const answer = await world.browser.fetch(`${APP}/auth/signin`);
  assert.equal(answer.status, 500);
  assert.match(world.log(), /ExperimentalFeatureNotEnabled.*enableWebAuthn: true/);
});
