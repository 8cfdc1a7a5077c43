import assert from "node:assert/strict";
import { test } from "node:test";
import { Auth, type AuthConfig, type AuthError } from "../../mod.ts";
import { Memory } from "../../src/adapters/memory/memory.ts";
import { Passkey } from "../../src/providers/passkey.ts";
import { WebAuthn } from "../../src/providers/webauthn.ts";
import { openPasskeys } from "./_passkeys.ts";
import { APP, openPlain } from "./_world.ts";

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

test("debug writes what the library does, warns of nothing, and is for the console alone", async () => {
  const plain = openPlain({ debug: true });
  await Auth(new Request(`${APP}/auth/signin`), plain.config);
  await settled();
  assert.match(plain.log(), /\[latchkey\] GET signin/);
  assert.deepEqual(plain.platform.lines.filter(({ level }) => level !== "debug"), []);
  const without = openPlain({ debug: true, logger: { error() {} } });
  await Auth(new Request(`${APP}/auth/signin`), without.config);
  await settled();
  assert.equal(without.log(), "");
});

for (const debug of [true, false]) {
  test(`logger.debug is called with debug: ${debug}`, async () => {
    const steps: string[] = [];
    const { config } = openPlain({ debug, logger: { debug: (step: string) => void steps.push(step) } });
    await Auth(new Request(`${APP}/auth/signin`), config);
    assert.ok(steps.length > 0);
  });
}

test("a logger of next-auth 4 is given the error, a warning with its code first, and each step", async () => {
  const entries: unknown[][] = [];
  const log = (level: string) => (code: unknown, ...message: unknown[]) =>
    void entries.push([level, code, ...message]);
  const { config } = openPlain({
    logger: { error: log("error"), warn: log("warn"), debug: log("debug") },
    unread: true,
  } as never);
  await Auth(new Request(`${APP}/auth/callback/nothing`), config);
  await settled();
  const of = (level: string) => entries.find(([each]) => each === level)!;
  assert.deepEqual([of("error").length, (of("error")[1] as AuthError).type], [2, "InvalidProvider"]);
  assert.deepEqual([of("warn").length, String(of("warn")[1]).startsWith("unknown-option: ")], [2, true]);
  assert.equal(typeof of("debug")[1], "string");
});

/** Warnings of a config are written beside the answer. */
async function settled(): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, 20));
}
