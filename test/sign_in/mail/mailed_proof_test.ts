import assert from "node:assert/strict";
import { test } from "node:test";
import { Memory } from "../../../src/adapters/memory/memory.ts";
import { setupOf } from "../../../src/config/setup.ts";
import { ALL_CAPABILITIES } from "../../../src/core/capabilities.ts";
import { EmailSignInError } from "../../../src/errors/errors.ts";
import { parseRequest } from "../../../src/http/incoming.ts";
import type { EmailProvider } from "../../../src/setup/setup.ts";
import { mailProof, secondsToWait, toCode } from "../../../src/sign_in/mail/mailed_proof.ts";
import { testPlatform } from "../../../src/testing/mod.ts";

test("secondsToWait() counts thirty seconds from the last mail, in whole seconds", () => {
  const platform = testPlatform();
  const now = platform.now();
  const cases = [[undefined, 0], [now, 30], [now - 1, 30], [now - 1000, 29], [now - 29_001, 1], [
    now - 30_000,
    0,
  ], [now - 90_000, 0]] as const;
  for (const [sentAt, seconds] of cases) {
    assert.equal(secondsToWait(sentAt === undefined ? {} : { sentAt }, platform), seconds);
  }
});

test("toCode() has eight digits, also with zeros in front", () => {
  const of = (last: number) => toCode({ random: (size) => new Uint8Array(size).fill(last, size - 1) });
  assert.equal(of(0), "00000000");
  assert.equal(of(7), "00000007");
  const most = new Uint8Array(8).fill(255);
  assert.equal(toCode({ random: () => most }), "09551615");
});

/** A world in which a proof is mailed: `steps` lists what was done, `errors` what was logged. */
async function open(sendVerificationRequest: () => void) {
  const steps: string[] = [];
  const errors: unknown[] = [];
  const setup = setupOf(
    {
      adapter: Memory(),
      providers: [{
        id: "email",
        name: "Email",
        type: "email",
        sendVerificationRequest() {
          steps.push("mail");
          sendVerificationRequest();
        },
      }],
      secret: "a-secret-of-forty-characters-for-tests-0",
      trustHost: true,
      platform: testPlatform(),
      logger: { error: (error) => errors.push(error) },
    },
    "https",
    { capabilities: ALL_CAPABILITIES },
  );
  const provider = setup.providers.get("email") as EmailProvider;
  const incoming = await parseRequest(new Request("https://app.test/auth/signin/email"), "/auth");
  const proof = {
    mail: { purpose: "signIn", identifier: "ada@example.com", token: "", expires: new Date(0) },
    url() {
      steps.push("url");
      return "https://app.test/link";
    },
    keep() {
      steps.push("keep");
      return Promise.resolve([]);
    },
    takeBack() {
      steps.push("take back");
      return Promise.resolve();
    },
  } as const;
  const run = (changes: Partial<Parameters<typeof mailProof>[0]> = {}) =>
    mailProof({ ...proof, ...changes }, { incoming, provider }, setup);
  return { run, steps, errors };
}

test("mailProof() keeps the proof, and mails it", async () => {
  const { run, steps } = await open(() => {});
  assert.deepEqual(await run(), []);
  assert.deepEqual(steps, ["keep", "url", "mail"]);
});

test("mailProof() mails nothing if another request has kept a proof at the same time", async () => {
  const { run, steps } = await open(() => {});
  assert.equal(await run({ keep: () => Promise.resolve(null) }), null);
  assert.deepEqual(steps, []);
});

test("mailProof() takes the proof back if the mail or its URL fails, and throws that error", async () => {
  const { run, steps } = await open(() => {
    throw new Error("no server");
  });
  await assert.rejects(run(), EmailSignInError);
  assert.deepEqual(steps.splice(0), ["keep", "url", "mail", "take back"]);
  const failed = new Error("no URL");
  await assert.rejects(run({ url: () => Promise.reject(failed) }), failed);
  assert.deepEqual(steps, ["keep", "take back"]);
});

test("mailProof() logs that taking back failed, and throws why the mail was not sent", async () => {
  const { run, errors } = await open(() => {
    throw new Error("no server");
  });
  const failed = new Error("no database");
  await assert.rejects(run({ takeBack: () => Promise.reject(failed) }), EmailSignInError);
  assert.deepEqual(errors, [failed]);
  await assert.rejects(run({ takeBack: undefined }), EmailSignInError);
});
