import assert from "node:assert/strict";
import { test } from "node:test";
import type { AdapterAuthenticator } from "../../src/adapters/contract/types.ts";
import { Memory } from "../../src/adapters/memory/memory.ts";
import { parseBase64Url } from "../../src/crypto/bytes.ts";
import { Passkey } from "../../src/providers/passkey.ts";
import { WebAuthn } from "../../src/providers/webauthn.ts";
import type { Credential } from "./_authenticator.ts";
import { ADA, type Asked, challengesOf, openPasskeys } from "./_passkeys.ts";
import { APP, cookiesOf } from "./_world.ts";
import { chosen } from "../_short.ts";

const EMAIL = ADA.email;

test("Auth() signs up with a passkey: user, account, authenticator and session", async () => {
  const { adapter, authenticator, register, session, log, platform } = openPasskeys();
  const createdAt = new Date(platform.now());
  const response = await register();
  assert.equal(response.headers.get("location"), `${APP}/home`, log());
  const user = await adapter.getUserByEmail(EMAIL);
  assert.equal(user?.emailVerified, null);
  const credentialID = toBase64(authenticator.credentials[0]!.id);
  assert.deepEqual(await adapter.listAccountsByUserId(user!.id), [
    { provider: "passkey", type: "webauthn", providerAccountId: credentialID, userId: user!.id, createdAt },
  ]);
  const [stored, ...more] = await adapter.listAuthenticatorsByUserId(user!.id);
  assert.equal(more.length, 0);
  const { credentialPublicKey, ...others } = stored!;
  assert.match(credentialPublicKey, /^[\w+/]+=*$/);
  assert.deepEqual(others, {
    userId: user!.id,
    credentialID,
    providerAccountId: credentialID,
    counter: 0,
    credentialDeviceType: "singleDevice",
    credentialBackedUp: false,
    transports: "internal,hybrid",
    userHandle: authenticator.credentials[0]!.userHandle,
    name: null,
    createdAt,
  });
  assert.equal((await session())?.user.email, EMAIL);
});

test("Auth() sends a new user to pages.newUser", async () => {
  const { register, log } = openPasskeys({ pages: { newUser: "/welcome" } });
  const { headers } = await register();
  assert.equal(headers.get("location"), `${APP}/welcome?callbackUrl=https%3A%2F%2Fapp.test%2Fhome`, log());
});

for (const strategy of chosen(["database", "jwt"] as const)) {
  test(`Auth() adds a passkey for the user who is signed in and asks for it (${strategy})`, async () => {
    const { adapter, register, signOut, authenticate, session, authenticator, ask, log } = openPasskeys({
      session: { strategy },
    });
    await register();
    const { options } = await ask({ action: "register" });
    assert.deepEqual(options.excludeCredentials?.map(({ id }) => id), [authenticator.credentials[0]!.id]);
    const { headers } = await register({ link: "true" });
    assert.equal(headers.get("location"), `${APP}/home`, log());
    const id = String((await session())?.user.id);
    assert.equal((await adapter.listAuthenticatorsByUserId(id)).length, 2);
    assert.equal((await adapter.listAccountsByUserId(id)).length, 2);
    for (const credential of authenticator.credentials) {
      await signOut();
      await authenticate({}, { credential });
      assert.equal((await session())?.user.id, id, log());
    }
  });
}

test("Auth() emits events of a new passkey with exactly the specified fields", async () => {
  const told: [string, object][] = [];
  const tell = (event: string) => (message: object) => void told.push([event, message]);
  const { adapter, register, signOut, authenticate } = openPasskeys({
    events: { createUser: tell("createUser"), linkAccount: tell("linkAccount"), signIn: tell("signIn") },
  });
  await register();
  await signOut();
  await authenticate();
  const user = await adapter.getUserByEmail(EMAIL);
  const [{ providerAccountId }] = await adapter.listAuthenticatorsByUserId(user!.id) as [
    AdapterAuthenticator,
  ];
  const account = { provider: "passkey", type: "webauthn", providerAccountId };
  assert.deepEqual(told, [
    ["createUser", { user }],
    ["linkAccount", { user, account, profile: { email: EMAIL, id: providerAccountId } }],
    ["signIn", { user, account, isNewUser: true }],
    ["signIn", { user, account, isNewUser: false }],
  ]);
});

test("Auth() asks callbacks.signIn with the user and the account alone", async () => {
  const asked: object[] = [];
  const { adapter, register, signOut, authenticate } = openPasskeys({
    callbacks: { signIn: (params) => !!asked.push(params) },
  });
  await register();
  await signOut();
  await authenticate();
  const user = await adapter.getUserByEmail(EMAIL);
  const [{ providerAccountId }] = await adapter.listAuthenticatorsByUserId(user!.id) as [
    AdapterAuthenticator,
  ];
  const account = { provider: "passkey", type: "webauthn", providerAccountId };
  assert.deepEqual(asked, [{ user: { email: EMAIL, id: providerAccountId }, account }, { user, account }]);
});

test("Auth() signs in with a credential that Auth.js has stored", async () => {
  // Ids and keys in base64 with padding; an id whose base64 has the characters that base64url lacks.
  const { adapter, register, signOut, authenticate, session, log } = openPasskeys();
  await register(ADA, { id: "-_-_-_-_-_-_-_-_-_-_-w" });
  assert.equal((await adapter.getAuthenticator("+/+/+/+/+/+/+/+/+/+/+w=="))?.counter, 0);
  await signOut();
  await authenticate();
  assert.equal((await session())?.user.email, EMAIL, log());
});

test("WebAuthn() asks by address for the credentials of that user, however the address is written", async () => {
  const { register, signOut, authenticate, ask, authenticator, session, log } = openPasskeys({
    providers: [WebAuthn()],
  });
  await register();
  await signOut();
  const { options } = await ask({ action: "authenticate", email: " Ada@Example.COM " });
  const [{ id }] = authenticator.credentials as [Credential];
  const asked = options.allowCredentials?.filter((credential) => credential.id === id);
  assert.deepEqual(asked, [{ id, type: "public-key" }]);
  await authenticate(ADA);
  assert.equal((await session())?.user.email, EMAIL, log());
});

test("WebAuthn() asks for no credential in particular without an address", async () => {
  const { register, signOut, authenticate, ask, session } = openPasskeys({ providers: [WebAuthn()] });
  await register();
  await signOut();
  assert.equal("allowCredentials" in (await ask({ action: "authenticate" })).options, false);
  await authenticate();
  assert.equal((await session())?.user.email, EMAIL);
});

test("WebAuthn() asks only for credentials that it has registered itself", async () => {
  const own = { id: "key", enableConditionalUI: false };
  const world = openPasskeys({ providers: [WebAuthn(), WebAuthn(own)] });
  await world.register();
  const asked = await world.ask({ action: "register", link: "true" }, "key");
  await world.answer("register", await world.authenticator.create(asked.options), { provider: "key" });
  await world.signOut();
  for (const [index, provider] of ["webauthn", "key"].entries()) {
    const { options } = await world.ask({ action: "authenticate", ...ADA }, provider);
    const asked = options.allowCredentials!.map(({ id }) => id);
    assert.deepEqual(world.authenticator.credentials.map(({ id }) => asked.includes(id)), [
      index === 0,
      index === 1,
    ]);
  }
});

test("GET webauthn-options answers the options of the provider", async () => {
  const { ask } = openPasskeys();
  const { options: request, ...first } = await ask();
  assert.deepEqual(first, { action: "authenticate" });
  assert.deepEqual({ ...request, challenge: "" }, {
    challenge: "",
    rpId: "app.test",
    timeout: 300_000,
    userVerification: "required",
  });
  const { options: creation, ...second } = await ask({ action: "register", ...ADA });
  assert.deepEqual(second, { action: "register" });
  assert.deepEqual(creation.rp, { id: "app.test", name: "app.test" });
  assert.deepEqual({ ...creation.user, id: "" }, { id: "", name: EMAIL, displayName: EMAIL });
  assert.equal(creation.timeout, 300_000);
  assert.equal(creation.authenticatorSelection?.residentKey, "required");
  assert.equal(creation.authenticatorSelection?.userVerification, "required");
});

test("GET webauthn-options creates challenges of 32 bytes, valid for five minutes (WA-24)", async () => {
  const { options } = openPasskeys();
  const challenges: string[] = [];
  for (const action of ["authenticate", "register", "authenticate", "register"]) {
    const response = await options({ action, ...ADA });
    challenges.push((await response.clone().json() as Asked).options.challenge);
    const [[name, header], ...more] = Object.entries(cookiesOf(response)) as [[string, string]];
    assert.equal(more.length, 0);
    assert.match(name, /^__Host-latchkey\.challenge\.[\w-]{16}$/);
    assert.match(header, /; Max-Age=300; Path=\/; HttpOnly; Secure; SameSite=Lax$/);
    assert.equal(header.includes(challenges.at(-1)!), false);
    assert.match(response.headers.get("cache-control")!, /no-store/);
  }
  assert.equal(new Set(challenges).size, 4);
  for (const challenge of challenges) assert.equal(parseBase64Url(challenge)!.length, 32);
});

test("GET webauthn-options keeps the five newest challenges of a browser", async () => {
  const world = openPasskeys();
  const first = await world.ask();
  for (let i = 0; i < 5; i++) await world.ask();
  assert.equal(challengesOf(world).length, 5);
  await world.register();
  await world.signOut();
  const old = await world.answer("authenticate", await world.authenticator.get(first.options));
  assert.match(old.headers.get("location")!, /error=InvalidCheck/);
});

test("Auth() lets two tabs finish, whichever began first", async () => {
  const { ask, answer, authenticator, register, signOut, session, log } = openPasskeys();
  await register();
  await signOut();
  const [first, second] = [await ask(), await ask()];
  for (const { options } of [second, first]) {
    await signOut();
    const { headers } = await answer("authenticate", await authenticator.get(options));
    assert.equal(headers.get("location"), `${APP}/home`, log());
    assert.equal((await session())?.user.email, EMAIL);
  }
});

test("GET webauthn-options sends the same handle for a user each time, and random ones for new users", async () => {
  const { ask, register } = openPasskeys();
  const handleOf = async (query: Record<string, string>) =>
    (await ask({ action: "register", ...query })).options.user!.id;
  assert.notEqual(await handleOf(ADA), await handleOf(ADA));
  await register();
  assert.equal(await handleOf({}), await handleOf({}));
});

test("GET webauthn-options shows a user who is signed in their name", async () => {
  const { adapter, register, ask } = openPasskeys();
  await register();
  const { id } = (await adapter.getUserByEmail(EMAIL))!;
  await adapter.updateUser({ id, name: "Ada Lovelace" });
  const { options: { user } } = await ask({ action: "register" });
  assert.deepEqual({ ...user, id: "" }, { id: "", name: EMAIL, displayName: "Ada Lovelace" });
});

for (
  const [what, query, error] of [
    ["an unknown action", { action: "remove" }, "Invalid action"],
    ["an empty action", { action: "" }, "Invalid action"],
    ["a sign-up without an address", { action: "register" }, "Invalid request"],
    ["a sign-up with an empty address", { action: "register", email: "" }, "Invalid request"],
    ["a sign-up with what is no address", { action: "register", email: "ada" }, "InvalidEmail"],
    ["a sign-up with two addresses", { action: "register", email: "a@b.test,c@d.test" }, "InvalidEmail"],
  ] as const
) {
  test(`GET webauthn-options answers 400 to ${what} (WA-10)`, async () => {
    const response = await openPasskeys().options(query);
    assert.deepEqual([response.status, await response.json()], [400, { error }]);
    assert.deepEqual(response.headers.getSetCookie(), []);
  });
}

test("GET webauthn-options answers 400 to an invalid address, also for a sign-in", async () => {
  const response = await openPasskeys({ providers: [WebAuthn()] }).options({
    action: "authenticate",
    email: "ada",
  });
  assert.deepEqual([response.status, await response.json()], [400, { error: "InvalidEmail" }]);
});

test("GET webauthn-options defaults to a sign-in, unless a user is signed in", async () => {
  const { ask, options, register } = openPasskeys();
  assert.equal((await ask()).action, "authenticate");
  await register();
  const response = await options();
  assert.deepEqual([response.status, await response.json()], [400, { error: "Invalid request" }]);
});

test("GET webauthn-options answers 400 for a provider that is unknown, or of another type", async () => {
  const { options } = openPasskeys({
    providers: [Passkey(), {
      id: "password",
      name: "",
      type: "credentials",
      credentials: {},
      authorize: () => null,
    }],
  });
  for (const provider of ["password", "nobody", "constructor"]) {
    const response = await options({}, provider);
    assert.deepEqual([response.status, await response.json()], [400, { error: "InvalidProvider" }]);
  }
});

test("GET webauthn-options answers 503 when the database fails, and logs it", async () => {
  const adapter = { ...Memory(), getUserByEmail: () => Promise.reject(new Error("no more disk")) };
  const { options, log } = openPasskeys({ adapter });
  const response = await options({ action: "register", ...ADA });
  assert.deepEqual([response.status, await response.json()], [503, { error: "ServerError" }]);
  assert.match(log(), /AdapterError: .*getUserByEmail/);
});

test("Auth() reads site, name and origins from the provider", async () => {
  const relayingParty = { id: ["other.test", "test"], name: "Tests", origin: ["https://www.test", APP] };
  const { ask, register, authenticator, answer, session, log } = openPasskeys({
    providers: [Passkey({ relayingParty })],
  });
  const { options } = await ask({ action: "register", ...ADA });
  assert.deepEqual(options.rp, { id: "test", name: "Tests" });
  await answer("register", await authenticator.create(options, { origin: "https://www.test" }));
  assert.equal((await session())?.user.email, EMAIL, log());
  const refused = await register({}, { origin: "https://other.test" });
  assert.match(refused.headers.get("location")!, /error=WebAuthnVerificationError/);
});

test("Auth() takes a passkey of another domain that is named as a related origin", async () => {
  const relayingParty = { id: "example.com", origin: ["https://example.com", APP] };
  const { ask, register, authenticate, signOut, session } = openPasskeys({
    providers: [Passkey({ relayingParty })],
  });
  assert.equal((await ask({ action: "register", ...ADA })).options.rp?.id, "example.com");
  await register(ADA, { origin: "https://example.com" });
  await signOut();
  await authenticate();
  assert.equal((await session())?.user.email, EMAIL);
  assert.match((await authenticate({}, { origin: "https://example.de" })).headers.get("location")!, /error=/);
});

test("Auth() calls getUserInfo with the form, and stores its fields of a new user", async () => {
  const { adapter, register, session, log } = openPasskeys({
    providers: [Passkey({
      formFields: { email: { autocomplete: "webauthn" }, nickname: {} },
      getUserInfo: async ({ fields, findByAddress, request }) => {
        assert.equal(new URL(request.url).pathname, "/auth/webauthn-options/passkey");
        const found = await findByAddress(fields.email!);
        return found.exists ? found : { user: { ...found.user, name: fields.nickname }, exists: false };
      },
    })],
  });
  await register({ ...ADA, nickname: "Countess" });
  assert.equal((await session())?.user.name, "Countess", log());
  assert.equal((await adapter.getUserByEmail(EMAIL))?.name, "Countess");
});

test("POST callback answers the next URL to a script", async () => {
  const world = openPasskeys();
  const { options } = await world.ask({ action: "register", ...ADA });
  const { csrfToken } = await (await world.browser.fetch(`${APP}/auth/csrf`)).json();
  const data = JSON.stringify(await world.authenticator.create(options));
  const response = await world.browser.fetch(`${APP}/auth/callback/passkey`, {
    method: "POST",
    headers: { "content-type": "application/json", "x-auth-return-redirect": "1" },
    body: JSON.stringify({ action: "register", data, csrfToken, callbackUrl: "/settings" }),
  });
  assert.deepEqual(await response.json(), { url: `${APP}/settings` });
});

test("GET signin has a form that a script enables, and a policy for the library's own scripts only", async () => {
  const { browser } = openPasskeys();
  const { html, headers } = await browser.open(`${APP}/auth/signin?callbackUrl=/home`);
  assert.match(
    html,
    /<form [^>]*action="https:\/\/app\.test\/auth\/callback\/passkey"[^>]* data-autofill hidden>/,
  );
  assert.match(html, / data-passkey="https:\/\/app\.test\/auth\/webauthn-options\/passkey"/);
  assert.match(html, /name="email" type="email"[^>]* autocomplete="username webauthn"/);
  assert.match(html, /<noscript>.*need JavaScript/);
  const policy = headers.get("content-security-policy")!;
  assert.match(
    policy,
    /; script-src 'sha256-[^']+' https:\/\/app\.test\/auth\/webauthn-script; connect-src 'self';/,
  );
  assert.equal(html.match(/<script>/g)?.length, 1);
  assert.doesNotMatch(html, /\son\w+=/);
  const [, src, integrity] = html.match(/<script src="([^"]+)" integrity="(sha256-[^"]+)" defer><\/script>/)!;
  const script = await browser.fetch(src!.replaceAll("&#38;", "&"));
  assert.equal(script.headers.get("content-type"), "text/javascript; charset=utf-8");
  assert.equal(script.headers.get("x-content-type-options"), "nosniff");
  assert.equal(script.headers.get("cache-control"), "public, max-age=31536000, immutable");
  assert.deepEqual(script.headers.getSetCookie(), []);
  const hash = new Uint8Array(await crypto.subtle.digest("SHA-256", await script.arrayBuffer()));
  assert.equal(
    integrity!.replaceAll(/&#(\d+);/g, (_, code) => String.fromCharCode(code)),
    `sha256-${btoa(String.fromCharCode(...hash))}`,
  );
});

test("GET signin lets the browser offer passkeys only where conditional UI is on", async () => {
  const { browser } = openPasskeys({ providers: [Passkey({ enableConditionalUI: false })] });
  assert.doesNotMatch((await browser.open(`${APP}/auth/signin`)).html, /data-autofill/);
});

test("GET webauthn-script may be kept for ever by its version alone", async () => {
  const { browser } = openPasskeys();
  // During an update, another process has the other version.
  for (
    const [query, cached] of [["", "public, max-age=3600"], ["?v=sha256-old", "private, no-cache, no-store"]]
  ) {
    const { headers } = await browser.fetch(`${APP}/auth/webauthn-script${query}`);
    assert.equal(headers.get("cache-control"), cached);
  }
});

test("GET webauthn-script is not found, and GET signin does not load it, without a passkey provider", async () => {
  const { browser } = openPasskeys({
    providers: [{ id: "p", name: "P", type: "credentials", credentials: { a: {} }, authorize: () => null }],
  });
  assert.equal((await browser.fetch(`${APP}/auth/webauthn-script`)).status, 404);
  const { html, headers } = await browser.open(`${APP}/auth/signin`);
  assert.doesNotMatch(html, /<script src|noscript/);
  assert.match(headers.get("content-security-policy")!, /script-src 'sha256-[^']+'; img-src/);
});

test("GET providers lists passkeys", async () => {
  const { browser } = openPasskeys();
  assert.deepEqual(await (await browser.fetch(`${APP}/auth/providers`)).json(), {
    passkey: {
      id: "passkey",
      name: "Passkey",
      type: "webauthn",
      signinUrl: `${APP}/auth/signin/passkey`,
      callbackUrl: `${APP}/auth/callback/passkey`,
    },
  });
});

test("POST signin/passkey leads to the form", async () => {
  const { post } = openPasskeys();
  const { headers } = await post("signin/passkey", { callbackUrl: "/home" });
  assert.equal(headers.get("location"), `${APP}/auth/signin?callbackUrl=https%3A%2F%2Fapp.test%2Fhome`);
});

function toBase64(id: string): string {
  return btoa(String.fromCharCode(...parseBase64Url(id)!));
}
