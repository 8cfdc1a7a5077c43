import assert from "node:assert/strict";
import { test } from "node:test";
import { base64UrlToBase64 } from "../../src/crypto/bytes.ts";
import { Memory } from "../../src/adapters/memory/memory.ts";
import type { Adapter } from "../../src/adapters/contract/types.ts";
import { Passkey } from "../../src/providers/passkey.ts";
import type { EmailConfig } from "../../src/model/provider.ts";
import { assertRefused, EMAIL, EVE, fallible, openWithAda } from "./_passkey_attacks.ts";
import { ADA, openPasskeys } from "./_passkeys.ts";
import { APP } from "./_world.ts";
import { chosen } from "../_short.ts";

test("Auth() rejects a credential id of another user, and keeps that credential working (WA-13)", async () => {
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

test("Auth() refuses to register the credential of an account whose key was removed (WA-13)", async () => {
  const adapter = Memory();
  const lossy: Required<Adapter> = { ...adapter, getAuthenticator: () => null };
  const world = await openWithAda({ adapter: lossy });
  const { id } = world.authenticator.credentials[0]!;
  const eve = world.another();
  await assertRefused(eve, await eve.register(EVE, { id }), "AccountNotLinked");
  assert.equal(await adapter.getUserByEmail(EVE.email), null);
});

test("Auth() registers nothing for an address that another user has, which tells that there is one (WA-18, KL-33)", async () => {
  const world = await openWithAda();
  const eve = world.another();
  await assertRefused(eve, await eve.register(ADA), "AccountNotLinked");
  const { id } = (await world.adapter.getUserByEmail(EMAIL))!;
  assert.equal((await world.adapter.listAuthenticatorsByUserId(id)).length, 1);
  await world.authenticate();
  assert.equal((await world.session())?.user.email, EMAIL, world.log());
});

test("Auth() registers nothing for an address that an earlier version has stored in another spelling (WA-18)", async () => {
  const world = openPasskeys();
  const email = "\u200Bada@example.com";
  const { id } = await world.adapter.createUser({ id: "1", name: null, email, emailVerified: null });
  await assertRefused(world, await world.register({ email }), "AccountNotLinked");
  assert.equal(await world.adapter.getUserByEmail(EMAIL), null);
  assert.equal((await world.adapter.listAuthenticatorsByUserId(id)).length, 0);
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

test("Auth() redirects a passkey to the URL of callbacks.signIn, and signs no one in (WA-14)", async () => {
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

for (const strategy of chosen(["database", "jwt"] as const)) {
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
    const [credential] = world.authenticator.credentials;
    const stored = await world.adapter.getAuthenticator(base64UrlToBase64(credential!.id));
    assert.equal((await world.adapter.listAuthenticatorsByUserId(stored!.userId)).length, 1);
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
  const stored = await world.adapter.getAuthenticator(
    base64UrlToBase64(world.authenticator.credentials[0]!.id),
  );
  await world.adapter.deleteUser(stored!.userId);
  const response = await world.answer("register", await world.authenticator.create(options));
  assert.match(response.headers.get("location")!, /error=AccountNotLinked/);
  assert.equal(await world.adapter.getUserByEmail(EMAIL), null);
  assert.equal((await world.options({ action: "register" })).status, 400);
});

for (const removes of [true, false]) {
  test(
    `Auth() ${
      removes
        ? "removes an attacker's passkey when the owner of the address signs in"
        : "refuses the owner of an address if the adapter cannot remove an attacker's passkey"
    } (WA-19)`,
    async () => {
      const links: string[] = [];
      const email: EmailConfig = {
        id: "email",
        name: "Email",
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
    assert.equal(response.status, 503);
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
    assert.equal(response.status, 503);
    fail(false);
    const { id } = (await adapter.getUserByEmail(EMAIL))!;
    assert.equal((await adapter.listAccountsByUserId(id)).length, 1);
    assert.equal((await world.session())?.user.email, EMAIL);
    await world.register({ link: "true" });
    assert.equal((await adapter.listAccountsByUserId(id)).length, 2);
    assert.equal((await adapter.listAuthenticatorsByUserId(id)).length, 2);
  });
}
