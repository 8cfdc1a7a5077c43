import assert from "node:assert/strict";
import { test } from "node:test";
import type { ErrorType } from "../../mod.ts";
import { Memory } from "../../src/adapters/memory.ts";
import type { Adapter } from "../../src/adapters/types.ts";
import { Passkey } from "../../src/providers/passkey.ts";
import type { EmailConfig } from "../../src/providers/types.ts";
import { WebAuthn } from "../../src/providers/webauthn.ts";
import { toBase64Url } from "../../src/crypto/bytes.ts";
import { FLAGS, type Lies } from "./_authenticator.ts";
import { ADA, challengesOf, openPasskeys, type PasskeyWorld, type Person } from "./_passkeys.ts";
import { APP } from "./_world.ts";

const EMAIL = ADA.email;
const EVE = { email: "eve@example.com" };

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

  test(`Auth() signs nobody in with ${what}`, async () => {
    const world = await openWithAda();
    await assertRefused(world, await world.authenticate({}, lies), "WebAuthnVerificationError");
  });
}

test("Auth() takes no sign-in for a registration, nor the other way round (WA-07, WA-23)", async () => {
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

test("Auth() takes an answer once, even with the cookie put back (WA-11)", async () => {
  const world = await openWithAda();
  const { options } = await world.ask();
  const [cookie] = challengesOf(world);
  const answer = await world.authenticator.get(options, { counter: 0 });
  await world.answer("authenticate", answer);
  assert.equal((await world.session())?.user.email, EMAIL, world.log());
  assert.deepEqual(challengesOf(world), []);
  await world.signOut();
  const thief = world.another();
  thief.browser.setCookie(APP, `${cookie!.name}=${cookie!.value}; Secure; Path=/`);
  await assertRefused(thief, await thief.answer("authenticate", answer), "InvalidCheck");
});

test("Auth() takes a refused answer no second time", async () => {
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

test("Auth() signs in once of 20 equal answers at the same time (WA-11)", async () => {
  const world = await openWithAda();
  const { options } = await world.ask();
  const answer = await world.authenticator.get(options);
  const responses = await Promise.all(Array.from({ length: 20 }, () => world.answer("authenticate", answer)));
  const targets = responses.map(({ headers }) => headers.get("location"));
  assert.equal(targets.filter((target) => target === `${APP}/home`).length, 1);
  assert.equal(targets.filter((target) => target!.includes("error=InvalidCheck")).length, 19);
});

test("Auth() registers once of 20 equal answers at the same time (WA-13)", async () => {
  const world = openPasskeys();
  const { options } = await world.ask({ action: "register", ...ADA });
  const answer = await world.authenticator.create(options);
  await Promise.all(Array.from({ length: 20 }, () => world.answer("register", answer)));
  const { id } = (await world.adapter.getUserByEmail(EMAIL))!;
  assert.equal((await world.adapter.listAuthenticatorsByUserId(id)).length, 1);
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

test("Auth() refuses a credential whose account was unlinked (WA-10)", async () => {
  const world = await openWithAda();
  const { id } = (await world.adapter.getUserByEmail(EMAIL))!;
  const [account] = await world.adapter.listAccountsByUserId(id);
  await world.adapter.unlinkAccount(account!);
  await assertRefused(world, await world.authenticate(), "WebAuthnVerificationError");
  assert.equal((await world.adapter.getUserByEmail(EMAIL))?.id, id);
});

test("Auth() creates nobody when a user is removed while their passkey is checked", async () => {
  const adapter = Memory();
  const { updateAuthenticatorCounter } = adapter;
  adapter.updateAuthenticatorCounter = async (...counter) => {
    const updated = await updateAuthenticatorCounter(...counter);
    await adapter.deleteUser(updated.userId);
    return updated;
  };
  const world = await openWithAda({ adapter });
  await assertRefused(world, await world.authenticate({}, { counter: 1 }), "AccountNotLinked");
  assert.equal(await adapter.getUserByEmail(EMAIL), null);
});

test("Auth() refuses a credential whose account is another user's", async () => {
  const adapter = Memory();
  const { getAuthenticator } = adapter;
  adapter.getAuthenticator = async (id) => {
    const found = await getAuthenticator(id);
    return found && { ...found, userId: "somebody else" };
  };
  const world = await openWithAda({ adapter });
  await assertRefused(world, await world.authenticate(), "WebAuthnVerificationError");
});

/** Fields that are no answer. */
const MALFORMED: Readonly<Record<string, Record<string, string>>> = {
  "no action": { data: "{}" },
  "an empty action": { action: "", data: "{}" },
  "another action": { action: "remove", data: "{}" },
  "the name of what every object has as action": { action: "constructor", data: "{}" },
  "no data": { action: "authenticate" },
  "data that is no JSON": { action: "authenticate", data: "{" },
  "data that is a list": { action: "authenticate", data: "[]" },
  "data that is null": { action: "register", data: "null" },
  "data without an id": { action: "authenticate", data: '{"response":{"clientDataJSON":"e30"}}' },
  "an id that is a number": { action: "authenticate", data: '{"id":1,"response":{"clientDataJSON":"e30"}}' },
  "data without a response": { action: "authenticate", data: '{"id":"AA"}' },
  "a response that is null": { action: "authenticate", data: '{"id":"AA","response":null}' },
  "client data that is no base64url": {
    action: "register",
    data: '{"id":"AA","response":{"clientDataJSON":"*"}}',
  },
  "client data that is no UTF-8": {
    action: "register",
    data: '{"id":"AA","response":{"clientDataJSON":"_w"}}',
  },
  "client data that is no object": {
    action: "register",
    data: '{"id":"AA","response":{"clientDataJSON":"MQ"}}',
  },
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

test("POST callback refuses an attestation that is no CBOR (WA-10)", async () => {
  const world = openPasskeys();
  const answer = await world.authenticator.create((await world.ask({ action: "register", ...ADA })).options);
  const spoilt = { ...answer, response: { ...answer.response, attestationObject: "AAAA" } };
  await assertRefused(world, await world.answer("register", spoilt), "WebAuthnVerificationError");
});

test("GET callback signs nobody in (WA-17)", async () => {
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

test("Auth() registers no credential id that is somebody's already, and theirs keeps working (WA-13)", async () => {
  const world = await openWithAda();
  const { id } = world.authenticator.credentials[0]!;
  const eve = world.another();
  await assertRefused(eve, await eve.register(EVE, { id }), "WebAuthnVerificationError");
  await eve.register(EVE);
  const response = await eve.register({}, { id });
  assert.match(response.headers.get("location")!, /error=WebAuthnVerificationError/);
  assert.equal((await eve.session())?.user.email, EVE.email);
  await assertRefused(
    world,
    await world.authenticate({}, { credential: eve.authenticator.credentials.at(-1)! }),
    "WebAuthnVerificationError",
  );
  await world.authenticate({}, { credential: world.authenticator.credentials[0]! });
  assert.equal((await world.session())?.user.email, EMAIL, world.log());
});

test("Auth() signs nobody in by registering the credential of an account whose key is gone (WA-13)", async () => {
  const adapter = Memory();
  const lossy: Required<Adapter> = { ...adapter, getAuthenticator: () => null };
  const world = await openWithAda({ adapter: lossy });
  const { id } = world.authenticator.credentials[0]!;
  const eve = world.another();
  await assertRefused(eve, await eve.register(EVE, { id }), "AccountNotLinked");
  assert.equal(await adapter.getUserByEmail(EVE.email), null);
});

test("Auth() registers nothing for an address that another user has, and theirs keeps working (WA-18)", async () => {
  const world = await openWithAda();
  const eve = world.another();
  await assertRefused(eve, await eve.register(ADA), "AccountNotLinked");
  const { id } = (await world.adapter.getUserByEmail(EMAIL))!;
  assert.equal((await world.adapter.listAuthenticatorsByUserId(id)).length, 1);
  await world.authenticate();
  assert.equal((await world.session())?.user.email, EMAIL, world.log());
});

test("Auth() registers for the address that was asked with, whatever is posted with the answer (WA-25)", async () => {
  const world = openPasskeys();
  const { options } = await world.ask({ action: "register", ...EVE });
  await world.answer("register", await world.authenticator.create(options), ADA);
  assert.equal((await world.session())?.user.email, EVE.email, world.log());
  assert.equal(await world.adapter.getUserByEmail(EMAIL), null);
});

test("Auth() registers for the user who is signed in and asks to link, whatever address is asked with (WA-18)", async () => {
  const world = await openWithAda();
  const eve = world.another();
  await eve.register(EVE);
  await eve.register({ ...ADA, link: "true" });
  const passkeysOf = async (email: string) => {
    const { id } = (await world.adapter.getUserByEmail(email))!;
    return (await world.adapter.listAuthenticatorsByUserId(id)).length;
  };
  assert.deepEqual([await passkeysOf(EVE.email), await passkeysOf(EMAIL)], [2, 1]);
  // Without `link` it is for neither: Eve names another, and Ada's address is taken.
  await eve.register(ADA);
  assert.deepEqual([await passkeysOf(EVE.email), await passkeysOf(EMAIL)], [2, 1]);
  assert.equal((await eve.session())?.user.email, EVE.email);
});

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

test("Auth() sends who callbacks.signIn sends elsewhere there, and signs nobody in (WA-14)", async () => {
  let verdict: boolean | string = true;
  const world = await openWithAda({ callbacks: { signIn: () => verdict } });
  verdict = "/wait";
  assert.equal((await world.authenticate()).headers.get("location"), `${APP}/wait`);
  assert.equal(await world.session(), null);
  assert.equal((await world.register(EVE)).headers.get("location"), `${APP}/wait`);
  assert.equal(await world.adapter.getUserByEmail(EVE.email), null);
  verdict = false;
  const [credential] = world.authenticator.credentials;
  assert.match(
    (await world.authenticate({}, { credential: credential! })).headers.get("location")!,
    /\/auth\/error\?error=AccessDenied/,
  );
  assert.equal(await world.session(), null);
});

for (const strategy of ["database", "jwt"] as const) {
  test(`Auth() registers nothing for a session that has ended (WA-15, ${strategy})`, async () => {
    const world = openPasskeys({ session: { strategy, maxAge: 100 } });
    await world.register();
    const cookies = world.browser.cookies(APP).filter(({ name }) => name.includes("session-token"));
    const keep = () => {
      for (const { name, value } of cookies) world.browser.setCookie(APP, `${name}=${value}; Secure; Path=/`);
    };
    keep();
    const { options } = await world.ask({ action: "register" });
    world.platform.tick(100);
    keep();
    // Begun in time, finished too late.
    const late = await world.answer("register", await world.authenticator.create(options));
    assert.match(late.headers.get("location")!, /error=AccountNotLinked/);
    keep();
    // Begun too late.
    assert.equal((await world.options({ action: "register" })).status, 400);
    const { id } = (await world.adapter.getUserByEmail(EMAIL))!;
    assert.equal((await world.adapter.listAuthenticatorsByUserId(id)).length, 1);
  });
}

test("Auth() registers nothing for who signed out, or for another user, in between (WA-15)", async () => {
  const world = openPasskeys();
  await world.register();
  const first = await world.ask({ action: "register" });
  await world.signOut();
  const after = await world.answer("register", await world.authenticator.create(first.options));
  await assertRefused(world, after, "AccountNotLinked");
  await world.register(EVE);
  await world.signOut();
  await world.authenticate({}, { credential: world.authenticator.credentials[0]! });
  const second = await world.ask({ action: "register" });
  await world.signOut();
  await world.authenticate({}, {
    credential: world.authenticator.credentials.find((it) =>
      it !== world.authenticator.credentials[0] && it !== world.authenticator.credentials[1]
    )!,
  });
  assert.equal((await world.session())?.user.email, EVE.email, world.log());
  const other = await world.answer("register", await world.authenticator.create(second.options));
  assert.match(other.headers.get("location")!, /error=AccountNotLinked/);
  const eve = (await world.adapter.getUserByEmail(EVE.email))!;
  assert.equal((await world.adapter.listAuthenticatorsByUserId(eve.id)).length, 1);
});

test("Auth() registers nothing for a user who is gone (WA-15)", async () => {
  const world = openPasskeys({ session: { strategy: "jwt" } });
  await world.register();
  const { options } = await world.ask({ action: "register" });
  await world.adapter.deleteUser((await world.adapter.getUserByEmail(EMAIL))!.id);
  const response = await world.answer("register", await world.authenticator.create(options));
  assert.match(response.headers.get("location")!, /error=AccountNotLinked/);
  assert.equal(await world.adapter.getUserByEmail(EMAIL), null);
  assert.equal((await world.options({ action: "register" })).status, 400);
});

test("GET webauthn-options does not tell by asking whether an address has an account (WA-16)", async () => {
  const world = await openWithAda({ providers: [WebAuthn()] });
  await world.adapter.createUser({ id: "2", email: "bob@example.com", emailVerified: null });
  const asked: [string[], number, unknown[]][] = [];
  for (const email of [EMAIL, "bob@example.com", "nobody@example.com"]) {
    const response = await world.another().options({ action: "authenticate", email });
    const [cookie] = response.headers.getSetCookie();
    const { action, options } = await response.json();
    assert.equal(action, "authenticate");
    const kinds = options.allowCredentials.map((
      { id, type, transports }: { id: string; type: string; transports: string[] },
    ) => [/^[\w-]{20,}$/.test(id), type, Array.isArray(transports)]);
    asked.push([Object.keys(options), cookie!.length, kinds]);
  }
  assert.deepEqual(asked[1], asked[0]);
  assert.deepEqual(asked[2], asked[0]);
});

test("GET webauthn-options asks the same of nobody each time, and something else of somebody else (WA-16)", async () => {
  const world = openPasskeys({ providers: [WebAuthn()] });
  const idsOf = async (email: string) =>
    (await world.ask({ action: "authenticate", email })).options.allowCredentials!.map(({ id }) => id);
  assert.deepEqual(await idsOf("nobody@example.com"), await idsOf(" Nobody@Example.com"));
  assert.notDeepEqual(await idsOf("nobody@example.com"), await idsOf("none@example.com"));
});

test("GET webauthn-options asks as much of the database whether or not an address has an account (WA-16)", async () => {
  const calls: string[] = [];
  const world = await openWithAda({ adapter: counted(Memory(), calls), providers: [WebAuthn()] });
  const callsFor = async (email: string) => {
    calls.length = 0;
    await world.another().options({ action: "authenticate", email });
    return [...calls];
  };
  const known = await callsFor(EMAIL);
  assert.deepEqual(await callsFor("nobody@example.com"), known);
  assert.ok(known.includes("listAuthenticatorsByUserId"));
});

test("GET webauthn-options does not tell by registering whether an address has an account (WA-16)", async () => {
  for (const provider of [Passkey(), WebAuthn()]) {
    const world = openPasskeys({ providers: [provider] });
    await world.adapter.createUser({
      id: "1",
      name: "Ada Lovelace",
      email: "Ada@Example.com",
      emailVerified: null,
      image: "https://example.com/ada.png",
    });
    // Memory finds addresses to the letter; a database may not care for case.
    world.adapter.getUserByEmail = (email) =>
      email.toLowerCase() === EMAIL ? world.adapter.getUser("1") : Promise.resolve(null);
    const seen = [];
    for (const email of ["ada@example.com", "bob@example.com"]) {
      const response = await world.another().options({ action: "register", email });
      const [cookie] = response.headers.getSetCookie();
      const { options } = await response.json();
      seen.push([
        cookie!.length,
        JSON.stringify({ ...options, challenge: "", user: { ...options.user, id: "" } }).replaceAll(
          email,
          "…",
        ),
      ]);
    }
    assert.deepEqual(seen[1], seen[0]);
  }
});

test("GET webauthn-options does not tell it by the name of a new user either (WA-16)", async () => {
  const provider = Passkey({
    getUserInfo: async ({ fields, findByAddress }) => {
      const found = await findByAddress(fields.email!);
      return found.exists ? found : { user: { ...found.user, name: fields.name }, exists: false };
    },
  });
  const world = openPasskeys({ providers: [provider] });
  await world.adapter.createUser({ id: "1", name: "Ada", email: EMAIL, emailVerified: null });
  const shown = [];
  for (const email of [EMAIL, "bob@example.com"]) {
    const { options: { user } } = await world.another().ask({ action: "register", email, name: "Somebody" });
    shown.push(JSON.stringify({ ...user, id: "" }).replaceAll(email, "…"));
  }
  assert.equal(shown[1], shown[0]);
});

test("Passkey() asks for no credential in particular, whatever address is asked with (WA-16)", async () => {
  const world = await openWithAda();
  const { options } = await world.ask({ action: "authenticate", ...ADA });
  assert.equal("allowCredentials" in options, false);
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

for (const removes of [true, false]) {
  test(
    `Auth() ${
      removes
        ? "removes a stranger's passkey when the owner of the address comes"
        : "lets the owner of an address in to no user with a stranger's passkey that the adapter cannot remove"
    } (WA-19)`,
    async () => {
      const links: string[] = [];
      const email: EmailConfig = {
        id: "email",
        name: "E-mail",
        type: "email",
        sendVerificationRequest: ({ url }) => void links.push(url),
      };
      const adapter = Memory();
      if (!removes) delete (adapter as Adapter).takeOverUser;
      const eve = openPasskeys({ adapter, providers: [Passkey(), email] });
      await eve.register(ADA);
      assert.equal((await eve.session())?.user.email, EMAIL);
      const ada = eve.another();
      await ada.post("signin/email", ADA);
      const page = await ada.browser.open(links[0]!);
      const { id } = (await adapter.getUserByEmail(EMAIL))!;
      if (!removes) {
        assert.match(page.url, /\/auth\/signin\?.*error=UserNotVerified&ways=passkey/, eve.log());
        assert.equal(await ada.session(), null);
        assert.equal((await adapter.listAuthenticatorsByUserId(id)).length, 1);
        return;
      }
      assert.equal((await ada.session())?.user.email, EMAIL, eve.log());
      assert.equal(await eve.session(), null);
      assert.deepEqual(await adapter.listAuthenticatorsByUserId(id), []);
      await assertRefused(eve, await eve.authenticate(), "WebAuthnVerificationError");
    },
  );
}

/** What may fail while a user signs up, and whether the adapter can store a user with an account at once. */
const WRITES = [
  ["createUserWithAccount", true],
  ["createAuthenticator", false],
  ["createUser", false],
  ["linkAccount", false],
] as const;

for (const [method, atomic] of WRITES) {
  const without = atomic ? "" : " without createUserWithAccount";
  test(`Auth() leaves nothing half-made when ${method} fails${without}, and the next try works`, async () => {
    const { adapter, fail } = fallible(method);
    if (!atomic) delete (adapter as Adapter).createUserWithAccount;
    const world = openPasskeys({ adapter });
    fail(true);
    const response = await world.register();
    assert.match(response.headers.get("location")!, /\/auth\/error\?error=ServerError/);
    assert.equal(await world.session(), null);
    fail(false);
    assert.equal(await adapter.getUserByEmail(EMAIL), null);
    await world.register();
    assert.equal((await world.session())?.user.email, EMAIL, world.log());
  });
}

for (const method of ["addCredentials", "createAuthenticator"] as const) {
  test(`Auth() leaves nothing half-made when ${method} fails for a user who is signed in, and the next try works`, async () => {
    const { adapter, fail } = fallible(method);
    if (method === "createAuthenticator") delete (adapter as Adapter).addCredentials;
    const world = openPasskeys({ adapter });
    await world.register();
    fail(true);
    const response = await world.register({ link: "true" });
    assert.match(response.headers.get("location")!, /\/auth\/error\?error=ServerError/);
    fail(false);
    const { id } = (await adapter.getUserByEmail(EMAIL))!;
    assert.equal((await adapter.listAccountsByUserId(id)).length, 1);
    assert.equal((await world.session())?.user.email, EMAIL);
    await world.register({ link: "true" });
    assert.equal((await adapter.listAccountsByUserId(id)).length, 2);
    assert.equal((await adapter.listAuthenticatorsByUserId(id)).length, 2);
  });
}

test("Auth() signs nobody in when the counter cannot be stored", async () => {
  const { adapter, fail } = fallible("updateAuthenticatorCounter");
  const world = await openWithAda({ adapter });
  fail(true);
  const response = await world.authenticate({}, { counter: 1 });
  assert.match(response.headers.get("location")!, /\/auth\/error\?error=ServerError/);
  assert.equal(await world.session(), null);
});

test("Auth() stores only what looks like transports", async () => {
  const world = openPasskeys();
  await world.register(ADA, {
    transports: ["usb", "a,b", "<script>", 7, null, "smart-card", "x".repeat(99)],
  });
  const { id } = (await world.adapter.getUserByEmail(EMAIL))!;
  assert.equal((await world.adapter.listAuthenticatorsByUserId(id))[0]!.transports, "usb,smart-card");
});

test("Auth() refuses a credential id that is longer than WebAuthn allows", async () => {
  const world = openPasskeys();
  const id = toBase64Url(new Uint8Array(1024));
  await assertRefused(world, await world.register(ADA, { id }), "WebAuthnVerificationError");
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

/** A world where Ada has a passkey, and nobody is signed in. */
async function openWithAda(
  options: Parameters<typeof openPasskeys>[0] = {},
  counter = 0,
): Promise<PasskeyWorld> {
  const world = openPasskeys(options);
  world.authenticator.counter = counter;
  await world.register();
  await world.signOut();
  return world;
}

async function assertRefused({ session }: Person, response: Response, error: ErrorType): Promise<void> {
  const target = new URL(response.headers.get("location")!);
  assert.deepEqual([target.pathname, target.searchParams.get("error")], ["/auth/signin", error]);
  assert.equal(target.searchParams.get("callbackUrl")?.startsWith(APP) ?? false, true);
  assert.equal(await session(), null);
}

/** A database, one method of which fails while it is told to. */
function fallible(method: keyof Adapter) {
  const adapter = Memory();
  const call = adapter[method] as (...args: unknown[]) => unknown;
  let fails = false;
  Object.assign(adapter, {
    [method]: (...args: unknown[]) => fails ? Promise.reject(new Error("connection lost")) : call(...args),
  });
  return { adapter, fail: (yes: boolean) => void (fails = yes) };
}

function counted(adapter: Required<Adapter>, calls: string[]): Required<Adapter> {
  return Object.fromEntries(
    Object.entries(adapter).map(([method, call]) => [method, (...args: unknown[]) => {
      calls.push(method);
      return (call as (...args: unknown[]) => unknown)(...args);
    }]),
  ) as unknown as Required<Adapter>;
}
