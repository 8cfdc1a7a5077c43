/**
 * The answers of browsers to a ceremony, one rule after the other. Whole sign-ins are in `test/flows/webauthn_test.ts`.
 *
 * @module
 */

import assert from "node:assert/strict";
import { test } from "node:test";
import { Memory } from "../../../src/adapters/memory/memory.ts";
import type { Adapter, AdapterAuthenticator } from "../../../src/adapters/contract/types.ts";
import { base64UrlToBase64, concat, toBase64Url, toUtf8 } from "../../../src/crypto/bytes.ts";
import { ConfigError } from "../../../src/errors/errors.ts";
import type { SimpleWebAuthn } from "../../../src/model/provider.ts";
import { WebAuthn } from "../../../src/providers/webauthn.ts";
import { parsePasskeyAnswer } from "../../../src/sign_in/passkey/verify.ts";
import { type AnswerJson, FLAGS } from "../../flows/_authenticator.ts";
import { ADA, askedFor, FIREFOX, NOW, openCeremonies, posted, refusal } from "./_ceremony.ts";

const { simpleWebAuthn } = WebAuthn();

const PRESENT = FLAGS.userPresent | FLAGS.userVerified;
const SYNCED = PRESENT | FLAGS.backupEligible;
const LENIENT = {
  verifyRegistrationOptions: { requireUserVerification: false },
  verifyAuthenticationOptions: { requireUserVerification: false },
};

const clientData = (value: unknown) => toBase64Url(toUtf8(JSON.stringify(value)));

/** A credential of a browser. @param client What the browser says about the page. */
function credentialOf(client: unknown = { challenge: "AAAA" }, more: object = {}): Record<string, unknown> {
  return { id: "AAAA", response: { clientDataJSON: clientData(client) }, ...more };
}

const parse = async (data: unknown, action: unknown = "authenticate") =>
  parsePasskeyAnswer(await posted({ action, data }));

/** A package whose answers a test changes. */
const packageWith = (methods: Partial<SimpleWebAuthn>) => ({
  simpleWebAuthn: { ...simpleWebAuthn, ...methods },
});

/** A database without some methods, which notes what it stores of passkeys. */
function databaseWithout(...missing: (keyof Adapter)[]) {
  const memory = Memory();
  const writes: unknown[] = [];
  const adapter: Adapter = {
    ...memory,
    updateAuthenticator: (changes) => (writes.push(changes), memory.updateAuthenticator(changes)),
    updateAuthenticatorCounter: (id, counter) => {
      writes.push({ credentialID: id, counter });
      return memory.updateAuthenticatorCounter(id, counter);
    },
  };
  for (const method of missing) delete adapter[method];
  return { adapter, writes };
}

test("parsePasskeyAnswer() returns what the browser claims", async () => {
  for (const action of ["authenticate", "register"]) {
    for (const page of [{}, { crossOrigin: false }]) {
      const response = credentialOf({ challenge: "AAAA", ...page });
      assert.deepEqual(await parse(JSON.stringify(response), action), {
        action,
        challenge: "AAAA",
        response,
      });
    }
  }
});

test("parsePasskeyAnswer() refuses a request without a form, and one for no ceremony", async () => {
  const message = refusal('`action` is not "authenticate" or "register"');
  const incoming = await posted(undefined);
  assert.throws(() => parsePasskeyAnswer(incoming), message);
  for (const action of [null, "", "Register", "link", "constructor", 1]) {
    await assert.rejects(parse(JSON.stringify(credentialOf()), action), message);
  }
});

test("parsePasskeyAnswer() refuses what is not the JSON of a credential", async () => {
  const { clientDataJSON } = credentialOf().response as { readonly clientDataJSON: string };
  for (
    const data of [
      undefined,
      credentialOf(),
      // A list of one text reads like the text.
      [JSON.stringify(credentialOf())],
      "",
      "null",
      "[]",
      "{",
      ...[
        credentialOf({}, { id: undefined }),
        credentialOf({}, { id: 1 }),
        credentialOf({}, { id: "" }),
        credentialOf({}, { response: undefined }),
        credentialOf({}, { response: null }),
        credentialOf({}, { response: { clientDataJSON: [clientDataJSON] } }),
      ].map((each) => JSON.stringify(each)),
    ]
  ) {
    await assert.rejects(parse(data), refusal("`data` is not a credential in JSON"), JSON.stringify(data));
  }
});

test("parsePasskeyAnswer() refuses an answer without a challenge", async () => {
  const text = concat(toUtf8('{"challenge":"AAAA","x":"'), Uint8Array.of(0xff), toUtf8('"}'));
  for (
    const clientDataJSON of [
      "*",
      "",
      toBase64Url(text),
      ...[null, [], "AAAA", {}, { challenge: 1 }, { challenge: null }].map(clientData),
    ]
  ) {
    const data = JSON.stringify({ id: "AAAA", response: { clientDataJSON } });
    await assert.rejects(parse(data), refusal("it has no challenge"), clientDataJSON);
  }
});

test("parsePasskeyAnswer() refuses an answer of a frame on another site", async () => {
  for (const page of [{ crossOrigin: true }, { topOrigin: "" }, { topOrigin: "https://app.test" }]) {
    const data = JSON.stringify(credentialOf({ challenge: "AAAA", ...page }));
    await assert.rejects(parse(data), refusal("it comes from a frame on another site"));
  }
});

test("verifyPasskeyAnswer() refuses an answer in a browser that was not asked", async () => {
  const world = openCeremonies();
  await world.store();
  await assert.rejects(
    world.verify(null, await world.authenticator.get({ challenge: "AAAA", rpId: "app.test" })),
    {
      type: "InvalidCheck",
      message: "Cannot accept the passkey: this browser has no challenge for it, or an old one",
    },
  );
});

test("verifyPasskeyAnswer() returns a new passkey with its account", async () => {
  const world = openCeremonies();
  const identity = await world.register({ counter: 7 });
  const id = base64UrlToBase64(world.authenticator.credentials[0]!.id);
  const { credentialPublicKey, ...passkey } = identity.authenticator!;
  assert.match(credentialPublicKey, /^[\w+/]+=*$/);
  assert.deepEqual(passkey, {
    userId: "ada",
    credentialID: id,
    providerAccountId: id,
    counter: 7,
    credentialDeviceType: "singleDevice",
    credentialBackedUp: false,
    transports: "internal,hybrid",
    userHandle: "aGFuZGxl",
    name: "Firefox on Windows",
    createdAt: new Date(NOW),
  });
  assert.deepEqual({ ...identity, authenticator: undefined }, {
    user: { ...ADA, id },
    account: { provider: "passkey", type: "webauthn", providerAccountId: id },
    stored: {},
    amr: ["hwk", "user", "mfa"],
    authenticator: undefined,
  });
});

test("verifyPasskeyAnswer() returns to an adapter only the fields that it can store", async () => {
  const fieldsOf = async (...missing: (keyof Adapter)[]) => {
    const { authenticator } = await openCeremonies(databaseWithout(...missing)).register();
    return ["userHandle", "name", "createdAt"].filter((field) => field in authenticator!);
  };
  assert.deepEqual(await fieldsOf("updateAuthenticator"), ["name", "createdAt"]);
  assert.deepEqual(await fieldsOf("removeAccount"), ["userHandle"]);
});

test("A passkey has the name of the product that keeps it, if that is known", async () => {
  const nameOf = async (aaguid: string) => (await openCeremonies().register({ aaguid })).authenticator!.name;
  assert.equal(await nameOf("bada5566-a7aa-401f-bd96-45619a55120d"), "1Password");
  assert.equal(await nameOf("9ddd1817-af5a-4672-a2b9-3e3dd95000a9"), "Windows Hello");
  for (const unknown of ["00000000-0000-0000-0000-000000000000", "01020304-0506-0708-0102-030405060708"]) {
    assert.equal(await nameOf(unknown), "Firefox on Windows", unknown);
  }
});

test("verifyPasskeyAnswer() names a passkey after its device, unless it is on another one", async () => {
  const nameOf = async (transports: unknown, userAgent = FIREFOX) =>
    (await openCeremonies({ userAgent }).register({ transports })).authenticator!.name;
  for (const here of [["internal"], ["hybrid", "internal"], [], "usb"]) {
    assert.equal(await nameOf(here), "Firefox on Windows", String(here));
  }
  for (const elsewhere of [["usb"], ["hybrid"], ["nfc", "ble"]]) {
    assert.equal(await nameOf(elsewhere), null, String(elsewhere));
  }
  assert.equal(await nameOf(["internal"], "curl/8"), null);
});

test("verifyPasskeyAnswer() stores eight short words at most that say how a passkey is reached", async () => {
  const transportsOf = async (transports: unknown) =>
    (await openCeremonies().register({ transports })).authenticator!.transports;
  assert.equal(await transportsOf([..."abcdefghij"]), "a,b,c,d,e,f,g,h");
  const odd = ["usb", 1, ["nfc"], "a b", "A", "", "-usb,", "x".repeat(20), "y".repeat(21)];
  assert.equal(await transportsOf(odd), `usb,${"x".repeat(20)}`);
  for (const none of ["usb", { 0: "usb" }, 1, [], [1]]) assert.equal(await transportsOf(none), null);
});

test("verifyPasskeyAnswer() registers a key of the algorithms that were asked for", async () => {
  const ES256 = -7;
  const RS256 = -257;
  const register = (registrationOptions?: object, verifyRegistrationOptions?: object) =>
    openCeremonies({
      provider: { registrationOptions, verifyRegistrationOptions } as never,
    }).register();
  const notValid = refusal("its answer is not valid");
  await register(undefined);
  await register({});
  await register({ supportedAlgorithmIDs: [ES256] });
  await assert.rejects(register({ supportedAlgorithmIDs: [RS256] }), notValid);
  await register({ supportedAlgorithmIDs: [RS256] }, { supportedAlgorithmIDs: [ES256] });
});

test("verifyPasskeyAnswer() leaves the algorithms to the package if the application names none", async () => {
  const received: object[] = [];
  const verifyRegistrationResponse: SimpleWebAuthn["verifyRegistrationResponse"] = (options) => {
    received.push(options);
    return simpleWebAuthn.verifyRegistrationResponse(options);
  };
  await openCeremonies({ provider: packageWith({ verifyRegistrationResponse }) }).register();
  assert.deepEqual(received.map((options) => "supportedAlgorithmIDs" in options), [false]);
});

test("verifyPasskeyAnswer() lets no option of the application replace the challenge and the site", async () => {
  const other = { expectedChallenge: "AAAA", expectedOrigin: "https://evil.test", expectedRPID: "evil.test" };
  const world = openCeremonies({
    provider: { verifyRegistrationOptions: other, verifyAuthenticationOptions: other } as never,
  });
  await world.store();
  assert.equal((await world.signIn()).user.id, ADA.id);
  const [credential] = world.authenticator.credentials;
  for (const lies of [{ challenge: "AAAA" }, { origin: "https://evil.test" }, { rpId: "evil.test" }]) {
    await assert.rejects(world.register(lies), refusal("its answer is not valid"));
    await assert.rejects(
      world.signIn({ ...lies, credential: credential! }),
      refusal("its answer is not valid"),
    );
  }
});

test("verifyPasskeyAnswer() refuses what the package does not verify", async () => {
  const invalid = openCeremonies({
    provider: packageWith({
      verifyRegistrationResponse: async (options) => {
        const result = await simpleWebAuthn.verifyRegistrationResponse(options);
        return { ...result, verified: false } as never;
      },
    }),
  });
  await assert.rejects(invalid.register(), refusal("its attestation is not valid"));
  const world = openCeremonies();
  await world.store();
  await assert.rejects(world.signIn({ badSignature: true }), refusal("its signature is not valid"));
});

test("verifyPasskeyAnswer() keeps what the package throws, and throws an error of the library as it is", async () => {
  const reason = new Error("Unexpected attestation");
  const failing = (error: Error) =>
    openCeremonies({
      provider: packageWith({ verifyRegistrationResponse: () => Promise.reject(error) }),
    }).register();
  await assert.rejects(failing(reason), { ...refusal("its answer is not valid"), cause: { err: reason } });
  const mistake = new ConfigError("Cannot use passkeys: the package is missing");
  await assert.rejects(failing(mistake), mistake);
});

test("verifyPasskeyAnswer() accepts the longest id of a credential, and none that is longer", async () => {
  const world = openCeremonies();
  const idOf = (length: number) => toBase64Url(new Uint8Array(length).fill(1));
  const { authenticator } = await world.register({ id: idOf(1023) });
  assert.equal(authenticator!.credentialID, base64UrlToBase64(idOf(1023)));
  await assert.rejects(world.register({ id: idOf(1024) }), refusal("its id is too long"));
});

test("verifyPasskeyAnswer() registers no passkey twice", async () => {
  const world = openCeremonies();
  await world.store();
  const { id } = world.authenticator.credentials[0]!;
  await assert.rejects(world.register({ id }), refusal("it is registered already (WebAuthn §7.1)"));
});

test("verifyPasskeyAnswer() refuses a backup without eligibility, whatever the package says of it", async () => {
  const impossible = { credentialDeviceType: "singleDevice", credentialBackedUp: true } as const;
  const reason = refusal("it is backed up but not eligible for backup (WebAuthn §6.1.3)");
  let isLenient = true;
  const world = openCeremonies({
    provider: packageWith({
      verifyRegistrationResponse: async (options) => {
        const result = await simpleWebAuthn.verifyRegistrationResponse(options);
        const { registrationInfo } = result as { registrationInfo: object };
        return (isLenient
          ? { ...result, registrationInfo: { ...registrationInfo, ...impossible } }
          : result) as never;
      },
      verifyAuthenticationResponse: async (options) => {
        const result = await simpleWebAuthn.verifyAuthenticationResponse(options);
        return { ...result, authenticationInfo: { ...result.authenticationInfo, ...impossible } };
      },
    }),
  });
  await assert.rejects(world.register(), reason);
  isLenient = false;
  await world.store();
  await assert.rejects(world.signIn(), reason);
});

test("verifyPasskeyAnswer() refuses a passkey whose eligibility for backup has changed", async () => {
  for (const [made, used] of [[PRESENT, SYNCED], [SYNCED, PRESENT]]) {
    const world = openCeremonies();
    await world.store({ flags: made! });
    const changed = refusal("its backup eligibility has changed (WebAuthn §7.2 step 19)");
    await assert.rejects(world.signIn({ flags: used! }), changed);
    assert.equal((await world.signIn({ flags: made! })).user.id, ADA.id);
  }
});

/** A world in which Ada has a passkey, of which the database returns something else. */
async function openWithStored(stored: Partial<AdapterAuthenticator>) {
  const memory = Memory();
  const getAuthenticator: Adapter["getAuthenticator"] = async (id) => {
    const found = await memory.getAuthenticator(id);
    return found && { ...found, ...stored };
  };
  const world = openCeremonies({ adapter: { ...memory, getAuthenticator } });
  await world.store();
  return world;
}

test("verifyPasskeyAnswer() accepts any eligibility for backup if none is stored", async () => {
  const world = await openWithStored({ credentialDeviceType: null as never });
  for (const flags of [PRESENT, SYNCED]) assert.equal((await world.signIn({ flags })).user.id, ADA.id);
});

test("verifyPasskeyAnswer() returns the user of a passkey with the stored account", async () => {
  const world = openCeremonies();
  await world.store();
  const id = base64UrlToBase64(world.authenticator.credentials[0]!.id);
  assert.deepEqual(await world.signIn(), {
    user: ADA,
    account: { provider: "passkey", type: "webauthn", providerAccountId: id },
    stored: {},
    amr: ["hwk", "user", "mfa"],
  });
});

test("verifyPasskeyAnswer() tells a key on one device from a synced one, and a PIN or fingerprint from a touch", async () => {
  const { userPresent, backupEligible } = FLAGS;
  for (
    const [flags, amr] of [
      [PRESENT, ["hwk", "user", "mfa"]],
      [SYNCED, ["swk", "user", "mfa"]],
      [userPresent, ["hwk", "user"]],
      [userPresent | backupEligible, ["swk", "user"]],
    ] as const
  ) {
    const world = openCeremonies({ provider: LENIENT });
    assert.deepEqual((await world.register({ flags })).amr, amr);
    await world.store({ flags });
    assert.deepEqual((await world.signIn({ flags })).amr, amr);
  }
});

test("verifyPasskeyAnswer() refuses a passkey that is not registered", async () => {
  const world = openCeremonies();
  await world.register();
  await assert.rejects(world.signIn(), refusal("it is not registered"));
});

test("verifyPasskeyAnswer() refuses a passkey of another user than the one who was asked", async () => {
  const world = openCeremonies();
  await world.store();
  await assert.rejects(
    world.signIn({}, await askedFor("eve")),
    refusal("it belongs to another user than the one who was asked"),
  );
  assert.equal((await world.signIn({}, await askedFor(ADA.id))).user.id, ADA.id);
});

test("verifyPasskeyAnswer() refuses a passkey whose account is gone, is another user's or another provider's", async () => {
  const gone = refusal("its account has been removed, or belongs to another provider");
  const removed = openCeremonies();
  await removed.store();
  const providerAccountId = base64UrlToBase64(removed.authenticator.credentials[0]!.id);
  await removed.adapter.unlinkAccount!({ provider: "passkey", providerAccountId });
  await assert.rejects(removed.signIn(), gone);
  await assert.rejects((await openWithStored({ userId: "eve" })).signIn(), gone);
  await assert.rejects((await openWithStored({ providerAccountId: "another" })).signIn(), gone);
});

test("verifyPasskeyAnswer() refuses a passkey whose stored key is not a key", async () => {
  const odd = await openWithStored({ credentialPublicKey: "*" });
  await assert.rejects(odd.signIn(), refusal("the stored key is not in base64"));
  const other = await openWithStored({ credentialPublicKey: "AAAA" });
  await assert.rejects(other.signIn(), refusal("its answer is not valid"));
});

test("verifyPasskeyAnswer() needs the user handle of a user who was not named, and of no other", async () => {
  const world = openCeremonies();
  await world.store();
  const answer = await world.authenticator.get({ challenge: "Y2hhbGxlbmdl", rpId: "app.test" });
  for (const userHandle of [undefined, null, ""]) {
    const without: AnswerJson = { ...answer, response: { ...answer.response, userHandle } };
    const ceremony = { provider: "passkey", challenge: "Y2hhbGxlbmdl", intent: { link: "none", user: null } };
    const verify = (subject: string | null) =>
      world.verify({ ...ceremony, action: "authenticate", subject } as never, without);
    await assert.rejects(verify(null), refusal("its user handle is missing (WebAuthn §7.2 step 6)"));
    assert.equal((await verify((await askedFor(ADA.id)).subject!)).user.id, ADA.id);
  }
});

test("verifyPasskeyAnswer() compares the user handle, and only its form if the database stores none", async () => {
  const world = openCeremonies();
  await world.store();
  const other = refusal(
    "its user handle is not the one that it was registered with (WebAuthn §7.2 step 6)",
  );
  await assert.rejects(world.signIn({ userHandle: "AAAA" }), other);
  const older = await openWithStored({ userHandle: null });
  assert.equal((await older.signIn({ userHandle: "AAAA" })).user.id, ADA.id);
  for (const userHandle of ["*", "AA==", 1, true, {}, [], ["AAAA"]]) {
    for (const each of [world, older]) {
      await assert.rejects(each.signIn({ userHandle }), refusal("its user handle is not base64url"));
    }
  }
});

test("verifyPasskeyAnswer() stores counter, backup and time of each sign-in", async () => {
  const { adapter, writes } = databaseWithout();
  const world = openCeremonies({ adapter });
  await world.store({ flags: SYNCED });
  await world.signIn({ flags: SYNCED });
  await world.signIn({ flags: SYNCED | FLAGS.backedUp, counter: 7 });
  const { counter, credentialBackedUp, usedAt } = await world.stored();
  assert.deepEqual([counter, credentialBackedUp, usedAt, writes.length], [7, true, new Date(NOW), 2]);
});

test("verifyPasskeyAnswer() stores what has changed in a database that stores no times", async () => {
  for (const missing of [["removeAccount"], ["removeAccount", "updateAuthenticator"]] as const) {
    const { adapter, writes } = databaseWithout(...missing);
    const world = openCeremonies({ adapter });
    await world.store({ flags: SYNCED });
    await world.signIn({ flags: SYNCED });
    assert.deepEqual(writes, []);
    await world.signIn({ flags: SYNCED, counter: 7 });
    assert.deepEqual(writes, [{ credentialID: (await world.stored()).credentialID, counter: 7 }]);
    await world.signIn({ flags: SYNCED | FLAGS.backedUp, counter: 8 });
    const { counter, credentialBackedUp, usedAt } = await world.stored();
    assert.deepEqual([counter, credentialBackedUp, usedAt], [8, missing.length === 1, undefined]);
  }
});
