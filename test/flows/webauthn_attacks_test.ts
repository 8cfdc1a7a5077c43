import assert from "node:assert/strict";
import { test } from "node:test";
import { Memory } from "../../src/adapters/memory/memory.ts";
import { toBase64Url } from "../../src/crypto/bytes.ts";
import { Passkey } from "../../src/providers/passkey.ts";
import { WebAuthn } from "../../src/providers/webauthn.ts";
import { FLAGS, type Lies } from "./_authenticator.ts";
import { assertRefused, EMAIL, EVE, fallible, openWithAda } from "./_passkey_attacks.ts";
import { ADA, challengesOf, openPasskeys } from "./_passkeys.ts";
import { APP } from "./_world.ts";

/** Lies that no answer may tell, whatever it is for. */
const LIES: Readonly<Record<string, Lies>> = {
  "the origin of another site (WA-03)": { origin: "https://app.test.evil.test" },
  "the origin of the site on http (WA-03)": { origin: "http://app.test" },
  "the origin of a subdomain (WA-03)": { origin: "https://evil.app.test" },
  "the site of another domain (WA-04)": { rpId: "evil.test" },
  "the site of the domain above (WA-04)": { rpId: "test" },
  "no presence of a user (WA-06)": { flags: FLAGS.userVerified },
  "no verification of the user (WA-05)": { flags: FLAGS.userPresent },
  "a frame on another site (WA-20)": { crossOrigin: true },
  "a frame on a named site (WA-20)": { crossOrigin: true, topOrigin: "https://evil.test" },
  "a page above that is the site itself (WA-20)": { topOrigin: APP },
};

for (const [what, lies] of Object.entries(LIES)) {
  test(`Auth() registers nothing with ${what}`, async () => {
    const world = openPasskeys();
    await assertRefused(world, await world.register(ADA, lies), "WebAuthnVerificationError");
    assert.equal(await world.adapter.getUserByEmail(EMAIL), null);
  });

  test(`Auth() refuses a passkey sign-in with ${what}`, async () => {
    const world = await openWithAda();
    await assertRefused(world, await world.authenticate({}, lies), "WebAuthnVerificationError");
  });
}

test("Auth() does not confuse a sign-in with a registration, or the reverse (WA-07, WA-23)", async () => {
  const world = await openWithAda();
  const type = { register: "webauthn.get", authenticate: "webauthn.create" };
  await assertRefused(world, await world.register(EVE, { type: type.register }), "WebAuthnVerificationError");
  await assertRefused(
    world,
    await world.authenticate({}, { type: type.authenticate }),
    "WebAuthnVerificationError",
  );
  const asked = await world.ask();
  const signedIn = await world.authenticator.get(asked.options);
  await assertRefused(world, await world.answer("register", signedIn), "InvalidCheck");
  const made = await world.ask({ action: "register", ...EVE });
  const registered = await world.authenticator.create(made.options);
  await assertRefused(world, await world.answer("authenticate", registered), "InvalidCheck");
});

for (const provider of [Passkey(), WebAuthn()]) {
  test(`${provider.name}() refuses a wrong signature, and that of another key (WA-08)`, async () => {
    const world = await openWithAda({ providers: [provider] });
    const { keys } = world.authenticator.credentials[0]!;
    const other = await crypto.subtle.generateKey({ name: "ECDSA", namedCurve: "P-256" }, false, ["sign"]);
    await assertRefused(
      world,
      await world.authenticate({}, { badSignature: true }),
      "WebAuthnVerificationError",
    );
    await assertRefused(
      world,
      await world.authenticate({}, { key: other.privateKey }),
      "WebAuthnVerificationError",
    );
    await world.authenticate({}, { key: keys.privateKey });
    assert.equal((await world.session())?.user.email, EMAIL, world.log());
  });
}

test("Auth() refuses an answer in a browser that was not asked (WA-01)", async () => {
  const world = await openWithAda();
  const { options } = await world.ask();
  const answer = await world.authenticator.get(options);
  const other = world.another();
  await assertRefused(other, await other.answer("authenticate", answer), "InvalidCheck");
  // Nothing is used up by it.
  assert.equal((await world.answer("authenticate", answer)).headers.get("location"), `${APP}/home`);
});

test("Auth() refuses a challenge that it has not given, or no challenge (WA-01, WA-02)", async () => {
  const world = await openWithAda();
  for (const challenge of [toBase64Url(new Uint8Array(32)), "x", ""]) {
    await assertRefused(world, await world.authenticate({}, { challenge }), "InvalidCheck");
  }
});

test("Auth() refuses a challenge after five minutes, and not before (WA-12)", async () => {
  const world = await openWithAda();
  const { options } = await world.ask();
  world.platform.tick(299);
  await world.answer("authenticate", await world.authenticator.get(options));
  assert.equal((await world.session())?.user.email, EMAIL, world.log());
  await world.signOut();
  const late = await world.ask();
  const [cookie] = challengesOf(world);
  world.platform.tick(300);
  // Even if a browser keeps the cookie for longer.
  world.browser.setCookie(APP, `${cookie!.name}=${cookie!.value}; Secure; Path=/`);
  await assertRefused(
    world,
    await world.answer("authenticate", await world.authenticator.get(late.options)),
    "InvalidCheck",
  );
});

test("Auth() rejects a refused answer that is sent again", async () => {
  const world = await openWithAda();
  const { options } = await world.ask();
  const [cookie] = challengesOf(world);
  const wrong = await world.authenticator.get(options, { badSignature: true });
  await assertRefused(world, await world.answer("authenticate", wrong), "WebAuthnVerificationError");
  assert.deepEqual(challengesOf(world), []);
  world.browser.setCookie(APP, `${cookie!.name}=${cookie!.value}; Secure; Path=/`);
  const right = await world.authenticator.get(options);
  await assertRefused(world, await world.answer("authenticate", right), "InvalidCheck");
});

test("Auth() refuses a challenge of another provider (WA-02)", async () => {
  const providers = [Passkey(), WebAuthn({ enableConditionalUI: false })];
  const world = await openWithAda({ providers });
  const { options } = await world.ask();
  const answer = await world.authenticator.get(options);
  await assertRefused(
    world,
    await world.answer("authenticate", answer, { provider: "webauthn" }),
    "InvalidCheck",
  );
  await world.answer("authenticate", answer);
  assert.equal((await world.session())?.user.email, EMAIL, world.log());
});

test("Auth() refuses a credential that another provider has registered", async () => {
  const providers = [Passkey(), WebAuthn({ enableConditionalUI: false })];
  const world = await openWithAda({ providers });
  const { options } = await world.ask({}, "webauthn");
  const answer = await world.authenticator.get(options);
  const response = await world.answer("authenticate", answer, { provider: "webauthn" });
  await assertRefused(world, response, "WebAuthnVerificationError");
});

test("Auth() refuses a counter that does not increase (WA-09)", async () => {
  const world = await openWithAda({}, 7);
  for (const counter of [7, 6, 0]) {
    await assertRefused(world, await world.authenticate({}, { counter }), "WebAuthnVerificationError");
  }
  await world.authenticate({}, { counter: 8 });
  assert.equal((await world.session())?.user.email, EMAIL, world.log());
});

test("Auth() refuses a credential that it does not know (WA-10)", async () => {
  const world = await openWithAda();
  const { id } = (await world.adapter.getUserByEmail(EMAIL))!;
  await world.adapter.takeOverUser({ id, email: EMAIL, emailVerified: new Date() });
  await assertRefused(world, await world.authenticate(), "WebAuthnVerificationError");
});

test("Auth() creates no user when a user is removed while their passkey is verified", async () => {
  const adapter = Memory();
  const { updateAuthenticator, getAuthenticator } = adapter;
  adapter.updateAuthenticator = async (update) => {
    await updateAuthenticator(update);
    await adapter.deleteUser((await getAuthenticator(update.credentialID))!.userId);
  };
  const world = await openWithAda({ adapter });
  await assertRefused(world, await world.authenticate({}, { counter: 1 }), "AccountNotLinked");
  assert.equal(await adapter.getUserByEmail(EMAIL), null);
});

/** Fields that are no answer. */
const MALFORMED: Readonly<Record<string, Record<string, string>>> = {
  "no action": { data: "{}" },
  "data that is no JSON": { action: "authenticate", data: "{" },
  "client data without a challenge": {
    action: "register",
    data: '{"id":"AA","response":{"clientDataJSON":"e30"}}',
  },
};

for (const [what, fields] of Object.entries(MALFORMED)) {
  test(`POST callback refuses ${what}, and uses nothing up (WA-10)`, async () => {
    const world = await openWithAda();
    const { options } = await world.ask();
    await assertRefused(world, await world.post("callback/passkey", fields), "WebAuthnVerificationError");
    await world.answer("authenticate", await world.authenticator.get(options));
    assert.equal((await world.session())?.user.email, EMAIL, world.log());
  });
}

for (
  const [what, spoil] of Object.entries<(answer: { response: object }) => object>({
    "no signature": ({ response }) => ({ response: { ...response, signature: undefined } }),
    "authenticator data cut short": ({ response }) => ({
      response: { ...response, authenticatorData: "AAAA" },
    }),
    "another kind of credential": () => ({ type: "password" }),
    "an id that differs from the raw one": () => ({ rawId: "AAAA" }),
  })
) {
  test(`POST callback refuses an answer with ${what} (WA-10)`, async () => {
    const world = await openWithAda();
    const answer = await world.authenticator.get((await world.ask()).options);
    const spoilt = { ...answer, ...spoil(answer) };
    await assertRefused(world, await world.answer("authenticate", spoilt), "WebAuthnVerificationError");
  });
}

test("POST callback refuses an attestation that is not CBOR (WA-10)", async () => {
  const world = openPasskeys();
  const answer = await world.authenticator.create((await world.ask({ action: "register", ...ADA })).options);
  const spoilt = { ...answer, response: { ...answer.response, attestationObject: "AAAA" } };
  await assertRefused(world, await world.answer("register", spoilt), "WebAuthnVerificationError");
});

test("GET callback of a passkey provider signs no one in (WA-17)", async () => {
  const world = await openWithAda();
  const data = JSON.stringify(await world.authenticator.get((await world.ask()).options));
  const page = await world.browser.open(
    `${APP}/auth/callback/passkey?${new URLSearchParams({ action: "authenticate", data })}`,
  );
  assert.match(page.url, /signin\?.*error=InvalidProvider/);
  assert.equal(await world.session(), null);
});

for (const [what, csrfToken] of [["no", ""], ["a wrong", "0".repeat(64)]] as const) {
  test(`POST callback refuses ${what} CSRF token, and uses nothing up (WA-17)`, async () => {
    const world = await openWithAda();
    const answer = await world.authenticator.get((await world.ask()).options);
    await assertRefused(world, await world.answer("authenticate", answer, { csrfToken }), "MissingCSRF");
    await world.answer("authenticate", answer);
    assert.equal((await world.session())?.user.email, EMAIL, world.log());
  });
}

test("Auth() signs in the user of a passkey while another is signed in, and links it to no one (WA-27)", async () => {
  const world = await openWithAda();
  await world.register(EVE);
  const [credential] = world.authenticator.credentials;
  const response = await world.authenticate({ link: "true" }, { credential: credential! });
  assert.match(response.headers.get("location")!, /error=AccountNotLinked/);
  assert.equal((await world.session())?.user.email, EVE.email);
  const switched = await world.authenticate({}, { credential: credential! });
  assert.equal(switched.headers.get("location"), `${APP}/home`);
  assert.equal((await world.session())?.user.email, EMAIL);
  for (const email of [EMAIL, EVE.email]) {
    const { id } = (await world.adapter.getUserByEmail(email))!;
    assert.equal((await world.adapter.listAuthenticatorsByUserId(id)).length, 1);
  }
});

test("WebAuthn() refuses an answer of a credential that was not asked for (WA-21)", async () => {
  const world = await openWithAda({ providers: [WebAuthn()] });
  const eve = world.another();
  await eve.register(EVE);
  await eve.signOut();
  for (const email of [EMAIL, "nobody@example.com"]) {
    const [credential] = eve.authenticator.credentials;
    const response = await eve.authenticate({ email }, { credential: credential! });
    await assertRefused(eve, response, "WebAuthnVerificationError");
  }
  await eve.authenticate(EVE);
  assert.equal((await eve.session())?.user.email, EVE.email);
});

test("Auth() refuses a sign-in if the counter cannot be stored", async () => {
  const { adapter, fail } = fallible("updateAuthenticator");
  const world = await openWithAda({ adapter });
  fail(true);
  const response = await world.authenticate({}, { counter: 1 });
  assert.equal(response.status, 503);
  assert.equal(await world.session(), null);
});

test("Auth() logs no challenge, no answer and no address of a passkey", async () => {
  const world = await openWithAda({ debug: true });
  const { options } = await world.ask();
  const answer = await world.authenticator.get(options, { badSignature: true });
  await world.answer("authenticate", answer);
  assert.match(world.log(), /WebAuthnVerificationError/);
  for (const secret of [options.challenge, answer.response.clientDataJSON, answer.id, EMAIL]) {
    assert.equal(world.log().includes(secret), false);
  }
});
