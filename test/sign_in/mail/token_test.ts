import assert from "node:assert/strict";
import { test } from "node:test";
import { Memory } from "../../../src/adapters/memory/memory.ts";
import type { VerificationToken } from "../../../src/adapters/contract/types.ts";
import { assertTokenStore, bindAdapter } from "../../../src/model/store.ts";
import { ConfigError, InvalidCode, TooManyWrongCodes, Verification } from "../../../src/errors/errors.ts";
import {
  consumeToken,
  deleteToken,
  type MailTokenContext,
  storeToken,
  verifyCode,
} from "../../../src/sign_in/mail/token.ts";
import { toHex, toUtf8 } from "../../../src/crypto/bytes.ts";
import { testPlatform } from "../../../src/testing/mod.ts";

const SECRET = "a-secret-of-forty-characters-for-tests-0";
const OTHER = "another-secret-of-forty-characters-00000";

const MAIL = {
  provider: "email",
  identifier: "ada@example.com",
  token: "t0ken-of-22-characters",
  code: "12345678",
};

/** A kept mail that ends in an hour, and what is stored. */
async function kept(secrets: readonly string[] = [SECRET]) {
  const platform = testPlatform();
  const stored: VerificationToken[] = [];
  const adapter = Memory();
  const store = assertTokenStore(
    bindAdapter({
      ...adapter,
      createVerificationToken: async (token) => {
        stored.push(token);
        await adapter.createVerificationToken(token);
      },
      useVerificationToken: async (key) => {
        const used = await adapter.useVerificationToken(key);
        if (used) stored.splice(stored.findIndex(({ token }) => token === used.token), 1);
        return used;
      },
    }),
    "Cannot sign in",
  );
  const context: MailTokenContext = { store, secrets, platform };
  await storeToken({ ...MAIL, expires: new Date(platform.now() + 3_600_000) }, context);
  return { platform, context, stored };
}

test("storeToken() stores hashes under a secret, each of its own", async () => {
  const [one, other] = [await kept(), await kept([OTHER])];
  const tokens = [...one.stored, ...other.stored].map(({ token }) => token);
  assert.ok(tokens.every((token) => /^[\da-f]{64}$/.test(token)));
  assert.equal(new Set(tokens).size, tokens.length);
  for (const { identifier, expires } of one.stored) {
    assert.deepEqual([identifier, expires], [MAIL.identifier, new Date(one.platform.now() + 3_600_000)]);
  }
});

test("consumeToken() accepts a token once", async () => {
  const { context } = await kept();
  await consumeToken(MAIL, context);
  await assert.rejects(consumeToken(MAIL, context), Verification);
});

test("consumeToken() rejects the token of another address or provider, and any other token", async () => {
  const { context, stored } = await kept();
  const others = [
    { identifier: "grace@example.com" },
    { identifier: "ADA@example.com" },
    { provider: "other" },
    { token: "" },
    { token: `${MAIL.token} ` },
    { token: `${MAIL.token} try 0` },
    { token: stored[0]!.token },
  ];
  for (const other of others) {
    await assert.rejects(consumeToken({ ...MAIL, ...other }, context), Verification);
  }
  await consumeToken(MAIL, context);
});

test("consumeToken() lets one of 20 callers at the same time through", async () => {
  const { context } = await kept();
  const uses = await Promise.allSettled(Array.from({ length: 20 }, () => consumeToken(MAIL, context)));
  assert.equal(uses.filter(({ status }) => status === "fulfilled").length, 1);
});

test("consumeToken() accepts a token until it expires, then removes it", async () => {
  const inTime = await kept();
  inTime.platform.tick(3599);
  await consumeToken(MAIL, inTime.context);
  const late = await kept();
  late.platform.tick(3600);
  await assert.rejects(consumeToken(MAIL, late.context), /it is too old/);
});

test("consumeToken() accepts tokens of an old secret while it is configured", async () => {
  const { context } = await kept();
  await assert.rejects(consumeToken(MAIL, { ...context, secrets: [OTHER] }), Verification);
  await consumeToken(MAIL, { ...context, secrets: [OTHER, SECRET] });
});

test("consumeToken() and verifyCode() refuse what was mailed in another generation of the user", async () => {
  const { context } = await kept();
  const first = { ...context, generationOf: () => Promise.resolve(0) };
  const [second, third] = [1, 2].map((generation) => ({
    ...context,
    generationOf: () => Promise.resolve(generation),
  }));
  const expires = new Date(context.platform.now() + 3_600_000);
  await assert.rejects(consumeToken(MAIL, second!), Verification);
  // A context without generations is one of the first.
  await consumeToken(MAIL, first);
  await storeToken({ ...MAIL, expires }, second!);
  await assert.rejects(verifyCode(MAIL.code, MAIL, third!), Verification);
  for (const other of [context, first, third!]) {
    await assert.rejects(consumeToken(MAIL, other), Verification);
  }
  await consumeToken(MAIL, second!);
});

test("consumeToken() refuses a token that an adapter found for another address", async () => {
  const { context } = await kept();
  const found = { identifier: "ada@example.com", token: "x", expires: new Date(Date.UTC(2100, 0)) };
  const store = { ...context.store, useVerificationToken: () => Promise.resolve(found) };
  await assert.rejects(
    consumeToken({ ...MAIL, identifier: "grace@example.com" }, { ...context, store }),
    Verification,
  );
});

test("deleteToken() leaves nothing", async () => {
  const { context, stored } = await kept();
  await deleteToken(MAIL, context);
  assert.deepEqual(stored, []);
});

test("verifyCode() accepts the code, once, and leaves the token to be used", async () => {
  const { context } = await kept();
  await verifyCode("12345678", MAIL, context);
  await assert.rejects(verifyCode("12345678", MAIL, context), Verification);
  await consumeToken(MAIL, context);
});

test("verifyCode() accepts the code with any separators between the digits", async () => {
  for (const code of ["1234 5678", "1234-5678", "\n12345678 ", "Code: 12345678"]) {
    const { context } = await kept();
    await verifyCode(code, MAIL, context);
  }
});

test("verifyCode() refuses a wrong code four times, and the fifth time for ever (EM-25)", async () => {
  const { context, stored, platform } = await kept();
  const end = new Date(platform.now() + 3_600_000);
  for (const [index, code] of ["00000000", "1234567", "123456789", ""].entries()) {
    const isSaid = (error: Error) => error instanceof InvalidCode && error.cause?.left === 4 - index;
    await assert.rejects(verifyCode(code, MAIL, context), isSaid);
  }
  await assert.rejects(verifyCode("87654321", MAIL, context), TooManyWrongCodes);
  // One row is left, which says why until the mail would have expired.
  for (const code of ["12345678", "87654321", "12345678"]) {
    assert.deepEqual(stored.map(({ expires }) => expires), [end]);
    await assert.rejects(verifyCode(code, MAIL, context), TooManyWrongCodes);
  }
  await assert.rejects(consumeToken(MAIL, context), Verification);
  platform.tick(3600);
  await assert.rejects(verifyCode("12345678", MAIL, context), Verification);
  assert.deepEqual(stored, []);
});

test("verifyCode() says that too many codes were wrong also in another generation of the user", async () => {
  const { context, stored } = await kept();
  for (let time = 0; time < 5; time++) await assert.rejects(verifyCode("00000000", MAIL, context));
  for (const generation of [1, 2, 0]) {
    const later = { ...context, generationOf: () => Promise.resolve(generation) };
    await assert.rejects(verifyCode("12345678", MAIL, later), TooManyWrongCodes);
    await assert.rejects(consumeToken(MAIL, later), Verification);
    assert.equal(stored.length, 1);
  }
});

test("verifyCode() leaves the link as it is after a wrong code that is not the last one", async () => {
  const { context } = await kept();
  for (let time = 0; time < 4; time++) {
    await assert.rejects(verifyCode("00000000", MAIL, context), InvalidCode);
  }
  await consumeToken(MAIL, context);
});

test("consumeToken() accepts the token of another library, once", async () => {
  const { context } = await kept();
  const { identifier } = MAIL;
  const token = "a hash of another library";
  const expires = new Date(context.platform.now() + 1000);
  await context.store.createVerificationToken({ identifier, token, expires });
  const migration = { hashesOf: () => Promise.resolve([token]) } as never;
  const mailed = { ...MAIL, token: "another-token-of-22-letters" };
  await consumeToken(mailed, { ...context, migration });
  await assert.rejects(consumeToken(mailed, { ...context, migration }), Verification);
});

test("verifyCode() accepts the code at the fifth try", async () => {
  const { context } = await kept();
  for (let time = 0; time < 4; time++) {
    await assert.rejects(verifyCode("00000000", MAIL, context), InvalidCode);
  }
  await verifyCode("12345678", MAIL, context);
});

test("verifyCode() compares at most five of many codes that come at the same time, and lets one right one through", async () => {
  const { context } = await kept();
  const wrong = Array.from({ length: 20 }, (_, i) => verifyCode(String(i), MAIL, context));
  const tried = (await Promise.allSettled(wrong)) as PromiseRejectedResult[];
  assert.ok(tried.filter(({ reason }) => reason instanceof InvalidCode).length < 5);
  const fresh = await kept();
  const right = Array.from({ length: 20 }, () => verifyCode("12345678", MAIL, fresh.context));
  const accepted = (await Promise.allSettled(right)).filter(({ status }) => status === "fulfilled");
  assert.equal(accepted.length, 1);
});

test("verifyCode() rejects a code after the mail has expired, and a wrong one does not prolong it", async () => {
  const { context, platform, stored } = await kept();
  const end = new Date(platform.now() + 3_600_000);
  platform.tick(3000);
  await assert.rejects(verifyCode("00000000", MAIL, context), InvalidCode);
  assert.ok(stored.every(({ expires }) => expires.getTime() === end.getTime()));
  platform.tick(600);
  await assert.rejects(verifyCode("12345678", MAIL, context), Verification);
});

test("verifyCode() counts the tries of each mail by itself", async () => {
  const { context, platform } = await kept();
  const next = { ...MAIL, token: "next-token-of-22-characters", code: "11111111" };
  await storeToken({ ...next, expires: new Date(platform.now() + 3_600_000) }, context);
  for (let time = 0; time < 4; time++) await assert.rejects(verifyCode("0", MAIL, context), InvalidCode);
  await assert.rejects(verifyCode("12345678", next, context), InvalidCode);
  await verifyCode("11111111", next, context);
  await verifyCode("12345678", MAIL, context);
});

const USE_CODE: typeof consumeToken = (_mailed, context) => verifyCode(MAIL.code, MAIL, context);

test("consumeToken() and verifyCode() leave no row of a mail that is too old", async () => {
  for (const use of [consumeToken, USE_CODE]) {
    const { platform, context, stored } = await kept();
    assert.equal(stored.length, 2);
    platform.tick(3600);
    await assert.rejects(use(MAIL, { ...context, hasCode: true }), Verification);
    assert.deepEqual(stored, []);
  }
});

test("consumeToken() removes the permit of the code under an older secret, too", async () => {
  const { context, stored } = await kept([OTHER]);
  await consumeToken(MAIL, { ...context, secrets: [SECRET, OTHER], hasCode: true });
  assert.deepEqual(stored, []);
});

test("consumeToken() leaves the code of a mail whose link is guessed", async () => {
  const { context, stored } = await kept();
  await assert.rejects(
    consumeToken({ ...MAIL, token: "another-token-of-22-chars" }, { ...context, hasCode: true }),
    Verification,
  );
  assert.equal(stored.length, 2);
});

test("storeToken() stores one row for a link, and another one for a code", async () => {
  const { context, stored } = await kept();
  assert.equal(stored.length, 2);
  const { code: _, ...link } = MAIL;
  await storeToken({ ...link, token: "another-token-of-22-chars", expires: new Date(0) }, context);
  assert.equal(stored.length, 3);
});

test("storeToken() refuses what `generateVerificationToken` returns in JavaScript, if it is no text", async () => {
  const { context } = await kept();
  const mailed = Object.assign(
    { ...MAIL, expires: new Date(0) },
    JSON.parse('{ "token": 12345678901234567890 }'),
  );
  await assert.rejects(storeToken(mailed, context), ConfigError);
});

test("storeToken() refuses a short token, and names the provider", async () => {
  const { context } = await kept();
  const short = storeToken({ ...MAIL, token: "123456", expires: new Date(0) }, context);
  await assert.rejects(short, (error) => {
    assert.ok(error instanceof ConfigError);
    assert.deepEqual(error.cause, { provider: "email" });
    return true;
  });
});

test("storeToken() stores HMAC-SHA-256 of what is permitted, with the key of the purpose that every version has", async () => {
  const { stored } = await kept();
  const secret = await crypto.subtle.importKey("raw", toUtf8(SECRET), "HKDF", false, ["deriveBits"]);
  const info = toUtf8("Latchkey mailed token, HMAC-SHA-256");
  const params = { name: "HKDF", hash: "SHA-256", salt: new Uint8Array(0), info };
  const bits = await crypto.subtle.deriveBits(params, secret, 256);
  const key = await crypto.subtle.importKey("raw", bits, { name: "HMAC", hash: "SHA-256" }, false, ["sign"]);
  const expected = await Promise.all(["link", "try 0"].map(async (permit) => {
    const text = toUtf8(JSON.stringify([permit, MAIL.provider, MAIL.token]));
    return toHex(new Uint8Array(await crypto.subtle.sign("HMAC", key, text)));
  }));
  assert.deepEqual(stored.map(({ token }) => token), expected);
});

test("consumeToken() removes the permit of a code only if mails have codes", async () => {
  const { context, stored } = await kept();
  await consumeToken(MAIL, context);
  assert.equal(stored.length, 1);
});

test("consumeToken() accepts a token although the permit of its code cannot be removed, and logs why", async () => {
  for (const logs of [true, false]) {
    const { context } = await kept();
    const [failure, errors]: [Error, Error[]] = [new Error("no connection"), []];
    let calls = 0;
    const { useVerificationToken } = context.store;
    const store = {
      ...context.store,
      useVerificationToken: (key: Parameters<typeof useVerificationToken>[0]) =>
        calls++ ? Promise.reject(failure) : useVerificationToken(key),
    };
    const logger = { error: (error: Error) => void errors.push(error), warn() {}, debug() {} };
    await consumeToken(MAIL, { ...context, store, hasCode: true, ...(logs && { logger }) });
    assert.deepEqual(errors, logs ? [failure] : []);
  }
});
