import assert from "node:assert/strict";
import { test } from "node:test";
import { createAuthenticator, FLAGS, type Options } from "../flows/_authenticator.ts";
import { type Asked, type OpenedSetup, openSetup, requestOf } from "./_factor_setup.ts";
import { codeAt } from "../flows/_second_factor.ts";
import { base64UrlToBase64, toBase64Url, toUtf8 } from "../../src/crypto/bytes.ts";
import { newCodes } from "../../src/features/second_factor/codes.ts";
import { InvalidSecondFactor, OldSecretMissing } from "../../src/errors/errors.ts";
import type { AuthMethod } from "../../src/values/levels.ts";
import type { LimitedAttempt } from "../../src/model/limits.ts";
import { startRegistration } from "../../src/sign_in/passkey/options.ts";
import { startSecondStep } from "../../src/features/second_factor/passkey_options.ts";
import { Passkey } from "../../src/providers/passkey.ts";
import {
  openTotpSecret,
  prove,
  recoveryCodeIn,
  sealTotpSecret,
} from "../../src/features/second_factor/prove.ts";
import { rulesOf } from "../../src/features/second_factor/rules.ts";
import { noSecondFactor } from "../../src/model/second_factor.ts";
import { SECOND_FACTOR } from "../../src/features/second_factor/options.ts";
import { entry, typedMap } from "../../src/values/typed_map.ts";
import type { AdapterSecondFactor } from "../../src/adapters/contract/types.ts";
import { passkeyProvider } from "../../src/features/second_factor/ways.ts";

const SECRET = "JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP";
const APP = "https://app.test";

/** What a test calls `prove()` with, beside the form. */
interface Call {
  readonly first?: readonly AuthMethod[];
  readonly also?: (row: AdapterSecondFactor) => Partial<AdapterSecondFactor>;
  readonly cookies?: Asked["cookies"];
}

const userOf = (id: string) => ({ id, email: `${id}@example.com`, emailVerified: null });

/** Ada, with an app and ten recovery codes. */
async function world(config: Parameters<typeof openSetup>[0] = {}) {
  const opened = openSetup(config);
  const { memory, platform } = opened;
  const attempts: Pick<LimitedAttempt, "kind" | "account" | "provider">[] = [];
  const own = rulesOf(opened.setup);
  const limits: typeof own.limits = {
    ...own.limits,
    attempt: async (attempted, _incoming, run) => {
      attempts.push(attempted as never);
      return await run();
    },
  };
  const setup = { ...opened.setup, rules: typedMap([entry(SECOND_FACTOR, { ...own, limits })]) };
  const { codes, hashes } = await newCodes(setup);
  const row: AdapterSecondFactor = {
    ...noSecondFactor("ada"),
    enabledAt: new Date(1),
    totpSecret: await sealTotpSecret({ userId: "ada", secret: SECRET }, setup),
    recoveryCodes: hashes,
  };
  // A new user has nothing that stands under the id.
  await memory.createUser(userOf("ada"));
  await memory.rows.store("secondFactors", row, null);
  return {
    ...opened,
    setup,
    codes,
    attempts,
    code: () => codeAt(SECRET, Math.floor(platform.now() / 30_000)),
    /** Changes the row of Ada. */
    async change(fields: Partial<AdapterSecondFactor>) {
      const { version } = (await memory.rows.find("secondFactors", { userId: "ada" }))!;
      await memory.rows.store("secondFactors", { ...row, ...fields, version: version + 1 }, version);
    },
    rowNow: async () => (await memory.rows.find("secondFactors", { userId: "ada" }))!,
    async tries(
      body: object | undefined,
      { first = ["pwd"], also, cookies = [] }: Call = {},
      userId = "ada",
    ) {
      const incoming = await requestOf({ cookies, ...(body && { body }) });
      return await prove(userId, { incoming, first, ...(also && { also }) }, setup);
    },
  };
}

/** Asserts that an answer is refused, and why the log says so. */
const refused = (answer: Promise<unknown>, reason: RegExp) =>
  assert.rejects(
    answer,
    (error: Error) => error instanceof InvalidSecondFactor && reason.test(error.message),
  );

test("prove() accepts a code once, with other changes of the row in the same step", async () => {
  const { tries, code, rowNow, attempts, platform } = await world();
  const also = () => ({ devices: "[]" });
  assert.deepEqual(await tries({ code: code() }, { also }), {
    amr: ["pwd", "otp", "mfa"],
    giveBack: null,
  });
  const { totpStep, devices, version } = await rowNow();
  assert.deepEqual([totpStep, devices, version], [Math.floor(platform.now() / 30_000), "[]", 1]);
  await refused(tries({ code: code() }), /the code is wrong, too old, or was used before/);
  assert.deepEqual(await rowNow().then(({ version }) => version), 1);
  const attempt = { kind: "secondFactor", account: "ada", provider: "second-factor" };
  assert.deepEqual(attempts, [attempt, attempt]);
});

test("prove() accepts a code beside a field for recovery codes that is blank", async () => {
  for (const recoveryCode of ["", " \n", 5, null, ["x"]]) {
    const { tries, code } = await world();
    const proof = await tries({ code: code(), recoveryCode }, { first: [] });
    assert.deepEqual(proof, { amr: ["otp", "mfa"], giveBack: null }, JSON.stringify(recoveryCode));
  }
});

test("prove() refuses a form without an answer, and a code that is not text", async () => {
  const { tries, attempts } = await world();
  for (const body of [undefined, {}, { code: 123456 }, { recoveryCode: " " }, { recoveryCode: 123456 }]) {
    await refused(tries(body), /neither `code` nor `recoveryCode`/);
  }
  assert.deepEqual(attempts, []);
});

test("prove() refuses a code of a user who has no app, or has not turned it on", async () => {
  const { tries, code, change } = await world();
  await refused(tries({ code: code() }, {}, "bob"), /the code is wrong/);
  await change({ enabledAt: null });
  await refused(tries({ code: code() }), /the code is wrong/);
  await change({ totpSecret: null });
  await refused(tries({ code: code() }), /the code is wrong/);
  await change({});
  assert.ok(await tries({ code: code() }));
});

test("prove() gives a recovery code back to the factor that it was of", async () => {
  const { tries, codes, rowNow, change } = await world();
  const left = codes.slice(1);
  for (const recoveryCode of left) await tries({ recoveryCode });
  const before = await rowNow();
  const { giveBack } = await tries({ recoveryCode: codes[0]! });
  // It was reset meanwhile, or set up anew without codes.
  for (const enabledAt of [null, new Date(before.enabledAt!.getTime() + 1)]) {
    await change({ enabledAt, recoveryCodes: null });
    await giveBack!();
    assert.equal((await rowNow()).recoveryCodes, null, String(enabledAt));
  }
  await change({ enabledAt: before.enabledAt, recoveryCodes: null, devices: "[]" });
  await giveBack!();
  assert.equal((await rowNow()).recoveryCodes, before.recoveryCodes);
});

test("prove() accepts each recovery code once, and the last one leaves none", async () => {
  const { tries, codes, rowNow, attempts } = await world();
  const also = () => ({ devices: "[]" });
  for (const [index, recoveryCode] of codes.entries()) {
    const proof = await tries({ recoveryCode, code: "000000" }, { also });
    assert.deepEqual([proof.amr, typeof proof.giveBack], [["pwd", "otp", "mfa"], "function"]);
    const { recoveryCodes, devices } = await rowNow();
    assert.equal(recoveryCodes?.split(" ").length ?? 0, 9 - index);
    assert.equal(devices, "[]");
    await refused(tries({ recoveryCode }), /the recovery code is wrong, or was used before/);
  }
  assert.equal((await rowNow()).recoveryCodes, null);
  assert.deepEqual(attempts[0], { kind: "recoveryCode", account: "ada", provider: "second-factor" });
});

test("prove() raises the version by a random whole number for a recovery code, so that an older row never stands again", async () => {
  const { tries, codes, rowNow, setup } = await world();
  for (const [index, [high, low]] of [[0, 0], [0, 255], [255, 0], [255, 255]].entries()) {
    const { version } = await rowNow();
    Object.assign(setup.platform, { random: () => new Uint8Array([high!, low!]) });
    await tries({ recoveryCode: codes[index]! });
    assert.equal((await rowNow()).version - version, 1 + high! * 256 + low!);
  }
});

test("prove() refuses a recovery code where none counts, and what cannot be one", async () => {
  const { tries, codes: [recoveryCode], change } = await world();
  await refused(tries({ recoveryCode }, {}, "bob"), /the recovery code is wrong/);
  await refused(tries({ recoveryCode: "x" }), /the recovery code is wrong/);
  await change({ enabledAt: null });
  await refused(tries({ recoveryCode }), /the recovery code is wrong/);
  await change({ recoveryCodes: null });
  await refused(tries({ recoveryCode }), /the recovery code is wrong/);
  await change({});
  assert.ok(await tries({ recoveryCode }));
});

test("recoveryCodeIn() finds a recovery code only where it is what counts", async () => {
  const inForm = async (body?: object) => recoveryCodeIn(await requestOf({ ...body && { body } }));
  assert.equal(await inForm({ recoveryCode: "A-B", code: "123456" }), "A-B");
  for (
    const body of [undefined, {}, { recoveryCode: "" }, { recoveryCode: 5 }, {
      recoveryCode: "A-B",
      data: "{}",
    }]
  ) {
    assert.equal(await inForm(body), null, JSON.stringify(body));
  }
});

test("openTotpSecret() opens a secret for its user alone, and seals it with the newest secret", async () => {
  const { setup, rowNow, platform, memory } = await world();
  const sealed = (await rowNow()).totpSecret!;
  assert.deepEqual(await openTotpSecret(sealed, "ada", setup), { secret: SECRET, resealed: null });
  for (const userId of ["bob", null]) {
    await assert.rejects(openTotpSecret(sealed, userId, setup), OldSecretMissing);
  }
  await assert.rejects(openTotpSecret("damaged", "ada", setup), OldSecretMissing);
  // A row has room for 512 characters.
  const long = "i".repeat(246);
  const short = await sealTotpSecret({ userId: long, secret: SECRET }, setup);
  assert.ok(short.length <= 512, `${short.length}`);
  assert.equal((await openTotpSecret(short, long, setup)).secret, SECRET);
  await assert.rejects(openTotpSecret(short, `${long}i`, setup), OldSecretMissing);
  const secret = ["a-new-secret-of-forty-characters-00000000", ...setup.secrets];
  const rotated = openSetup({ secret }, { memory, platform }).setup;
  const { resealed } = await openTotpSecret(sealed, "ada", rotated);
  assert.deepEqual(await openTotpSecret(resealed!, "ada", rotated), { secret: SECRET, resealed: null });
});

test("prove() stores the secret again if an older secret has sealed it, and only then", async () => {
  const { setup, rowNow, code, platform, memory } = await world();
  const { totpSecret: sealed } = await rowNow();
  const secret = ["a-new-secret-of-forty-characters-00000000", ...setup.secrets];
  const rotated = openSetup({ secret }, { memory, platform }).setup;
  const stored: (string | null)[] = [];
  for (const own of [setup, rotated, rotated]) {
    platform.tick(30);
    await prove("ada", { incoming: await requestOf({ body: { code: code() } }), first: ["pwd"] }, own);
    stored.push((await rowNow()).totpSecret);
  }
  assert.equal(stored[0], sealed);
  assert.notEqual(stored[1], sealed);
  assert.equal(stored[2], stored[1]);
  assert.deepEqual(await openTotpSecret(stored[2]!, "ada", rotated), { secret: SECRET, resealed: null });
});

/** Passkeys of users, in one authenticator. */
async function withPasskeys(
  opened: Pick<OpenedSetup, "memory"> & Pick<Awaited<ReturnType<typeof world>>, "setup">,
) {
  const { memory, setup } = opened;
  const provider = passkeyProvider(setup)!;
  const authenticator = createAuthenticator(APP);
  for (const userId of ["ada", "bob"]) {
    if (userId !== "ada") await memory.createUser(userOf(userId));
    const options: Options = {
      challenge: "AAAA",
      rp: { id: "app.test", name: "" },
      user: { id: toBase64Url(toUtf8(userId)), name: userId, displayName: userId },
    };
    const { registrationInfo } = await provider.simpleWebAuthn.verifyRegistrationResponse({
      response: await authenticator.create(options) as never,
      expectedChallenge: "AAAA",
      expectedOrigin: [APP],
      expectedRPID: "app.test",
    }) as { registrationInfo: { credential: { id: string; publicKey: Uint8Array } } };
    const { id, publicKey } = registrationInfo.credential;
    const credentialID = base64UrlToBase64(id);
    const account = { provider: "passkey", type: "webauthn", providerAccountId: credentialID } as const;
    await memory.linkAccount({ ...account, userId });
    await memory.createAuthenticator({
      credentialID,
      userId,
      providerAccountId: credentialID,
      credentialPublicKey: base64UrlToBase64(toBase64Url(publicKey)),
      counter: 0,
      credentialDeviceType: "singleDevice",
      credentialBackedUp: false,
    });
  }
  /** What a browser posts for a passkey. */
  const answerOf = async (userId: string, flags: number) => {
    const started = await startSecondStep(
      userId,
      { incoming: await requestOf(), provider, first: ["pwd"] },
      setup,
    );
    const data = await authenticator.get(started.options as Options, { flags });
    return { body: { action: "authenticate", data: JSON.stringify(data) }, cookies: started.cookies };
  };
  return { provider, authenticator, answerOf };
}

const VERIFIED = FLAGS.userPresent | FLAGS.userVerified;

test("prove() accepts a passkey that is touched, beside a first step of another kind", async () => {
  const opened = await world({ providers: [Passkey()] });
  const { answerOf } = await withPasskeys(opened);
  const { tries, rowNow, attempts } = opened;
  const touched = await answerOf("ada", FLAGS.userPresent);
  const also = () => ({ devices: "[]" });
  const { amr, giveBack } = await tries(touched.body, { ...touched, also });
  assert.deepEqual([[...amr].sort(), giveBack], [["hwk", "mfa", "pwd", "user"], null]);
  assert.equal((await rowNow()).devices, "[]");
  assert.deepEqual(attempts, [{ kind: "passkey", account: null, provider: "passkey" }]);
  // The same answer counts once.
  await assert.rejects(tries(touched.body, touched), /answered before/);
  const other = await answerOf("ada", FLAGS.userPresent);
  assert.ok((await tries(other.body, other)).amr.includes("mfa"));
});

test("prove() refuses a second touch of a passkey, but not one that has verified its user", async () => {
  const opened = await world({ providers: [Passkey()] });
  const { answerOf } = await withPasskeys(opened);
  for (const key of ["hwk", "swk"] as const) {
    const first: readonly AuthMethod[] = ["user", key];
    const touched = await answerOf("ada", FLAGS.userPresent);
    await refused(opened.tries(touched.body, { ...touched, first }), /the first step was a passkey as well/);
    const verified = await answerOf("ada", VERIFIED);
    assert.ok((await opened.tries(verified.body, { ...verified, first })).amr.includes("mfa"));
  }
});

test("prove() accepts each passkey of a user but those that count as one factor (SF-20)", async () => {
  const opened = await world({ providers: [Passkey()] });
  const { authenticator, answerOf } = await withPasskeys(opened);
  const { tries, memory } = opened;
  const [credentialID] = authenticator.credentials.map(({ id }) => base64UrlToBase64(id));
  const stored = (await memory.getAuthenticator(credentialID!))!;
  await memory.createAuthenticator({ ...stored, credentialID: "other", providerAccountId: "other" });
  const own = await answerOf("ada", VERIFIED);
  assert.ok(await tries(own.body, own));
  const marked = await answerOf("ada", VERIFIED);
  await memory.updateAuthenticator({ credentialID: credentialID!, transports: "usb,1fa:x" });
  await refused(tries(marked.body, marked), /the passkey belongs to another user/);
});

test("prove() refuses the passkey of another user, one that was just registered, and one too many", async () => {
  const opened = await world({ providers: [Passkey()] });
  const { provider, authenticator, answerOf } = await withPasskeys(opened);
  const { tries, setup, change } = opened;
  const bobs = await answerOf("bob", VERIFIED);
  await refused(tries(bobs.body, bobs), /the passkey belongs to another user, or was just registered/);
  const query = new URLSearchParams({ email: "cleo@example.com", name: "Cleo" });
  const started = await startRegistration({ ...await requestOf(), query }, provider, setup);
  const created = JSON.stringify(await authenticator.create(started!.options as Options));
  const registered = { body: { action: "register", data: created }, cookies: started!.cookies };
  // Whoever registers a passkey may choose its id: that of Ada, say.
  const own = base64UrlToBase64(authenticator.credentials.at(-1)!.id);
  await refused(tries(registered.body, registered, own), /or was just registered/);
  const adas = await answerOf("ada", VERIFIED);
  await assert.rejects(tries(adas.body, { cookies: [] }), /no challenge for it/);
  await change({ enabledAt: null });
  const also = () => ({ devices: "[]" });
  const off = await answerOf("ada", VERIFIED);
  await refused(tries(off.body, { ...off, also }), /has turned the second factor off/);
});

test("prove() refuses a passkey where the application has none", async () => {
  const { tries } = await world();
  await refused(tries({ action: "authenticate", data: "{}" }), /the application has no passkeys/);
});
