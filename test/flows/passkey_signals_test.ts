/**
 * What the account page tells passkey managers after a change: `test/e2e/passkey_test.ts` has a browser that listens.
 *
 * @module
 */

import assert from "node:assert/strict";
import { test } from "node:test";
import { EmailChange } from "../../src/entries/email_change.ts";
import { Memory } from "../../src/adapters/memory/memory.ts";
import { Passkey } from "../../src/providers/passkey.ts";
import { WebAuthn } from "../../src/providers/webauthn.ts";
import { openAccount } from "./_account_page.ts";
import { FLAGS } from "./_authenticator.ts";
import { assertRefused, openWithAda } from "./_passkey_attacks.ts";
import { ADA, challengesOf, type PasskeyWorld } from "./_passkeys.ts";
import { APP } from "./_world.ts";

const PAGE = `${APP}/auth/account`;

async function openSignals() {
  const world = await openAccount({ url: APP, features: [EmailChange()] });
  const { credentials: [credential] } = await world.addPasskey();
  return {
    ...world,
    credential: credential!,
    async signals(query: string) {
      const { html } = await world.browser.open(`${PAGE}${query}`);
      const [, json = "[]"] = /data-signals="([^"]*)"/.exec(html) ?? [];
      return JSON.parse(
        json.replaceAll(/&#(\d+);/g, (_, code) => String.fromCharCode(code)).replaceAll("&quot;", '"')
          .replaceAll("&lt;", "<").replaceAll("&gt;", ">"),
      );
    },
  };
}

test("After a change, the page tells passkey managers which passkeys are accepted, and the name (AC-19)", async () => {
  const { signals, credential, db } = await openSignals();
  const known = {
    rpId: "app.test",
    userId: credential.userHandle,
    allAcceptedCredentialIds: [credential.id],
    name: "ada@example.com",
    displayName: "Ada Lovelace",
  };
  for (const query of ["?done=renamed", "/security?done=removed", "?done=email-changed"]) {
    assert.deepEqual(await signals(query), [known], query);
  }
  const [{ id } = { id: "" }] = await db.users();
  await db.adapter.updateUser({ id, name: `Ada "<b>`, email: "ada@new.example" });
  const renamed = { ...known, name: "ada@new.example", displayName: `Ada "<b>` };
  assert.deepEqual(await signals("?done=email-changed"), [renamed]);
  // One that was made at sign-up has a handle that nobody can derive.
  const [row] = await db.adapter.listAuthenticatorsByUserId(id);
  await db.adapter.createAuthenticator({ ...row!, credentialID: "b3RoZXI=", userHandle: "aGFuZGxl" });
  assert.deepEqual(await signals("?done=renamed"), [
    renamed,
    { ...renamed, userId: "aGFuZGxl", allAcceptedCredentialIds: ["b3RoZXI"] },
  ]);
});

test("The page signals nothing before a change, after an addition, and where it doesn't know all passkeys (AC-19)", async () => {
  const { signals, db } = await openSignals();
  for (const query of ["", "/security", "?done=added", "?done=second-factor-on", "?error=NotFound"]) {
    assert.deepEqual(await signals(query), [], query);
  }
  const [{ id } = { id: "" }] = await db.users();
  const [row] = await db.adapter.listAuthenticatorsByUserId(id);
  await db.adapter.createAuthenticator({ ...row!, credentialID: "b3RoZXI=", userHandle: null });
  assert.deepEqual(await signals("?done=removed"), []);
});

test("After a sign-in with a passkey that nobody has here, the next options name it once (WA-35)", async () => {
  const world = await openWithAda();
  const [credential] = world.authenticator.credentials;
  const { id: userId } = (await world.adapter.getUserByEmail(ADA.email))!;
  const unknownIn = async () => (await (await world.options({ action: "authenticate" })).json()).unknown;
  assert.equal(await unknownIn(), undefined);
  await world.adapter.deleteUser(userId);
  await assertRefused(world, await world.authenticate(), "WebAuthnVerificationError");
  assert.deepEqual(await unknownIn(), { rpId: "app.test", credentialId: credential!.id });
  assert.equal(await unknownIn(), undefined);
});

/** Passkeys that are refused, and are there, or may be. */
const KNOWN: Readonly<Record<string, (world: PasskeyWorld) => Promise<unknown>>> = {
  "a wrong signature": (world) => world.authenticate({}, { badSignature: true }),
  "a user who was not verified": (world) => world.authenticate({}, { flags: FLAGS.userPresent }),
  "an account that has been removed": async (world) => {
    const [row] = await world.adapter.listAuthenticatorsByUserId(
      (await world.adapter.getUserByEmail(ADA.email))!.id,
    );
    world.adapter.getUserByAccount = () => Promise.resolve(null);
    assert.ok(row);
    await world.authenticate();
  },
  "a database that fails": async (world) => {
    world.adapter.getAuthenticator = () => Promise.reject(new Error("away"));
    await world.authenticate();
  },
  "an id that none can have": async (world) => {
    const { options } = await world.ask();
    await world.answer("authenticate", { ...await world.authenticator.get(options), id: "not base64url!" });
  },
  "a challenge of another browser": async (world) => {
    const other = world.another();
    const { options } = await other.ask();
    await world.answer("authenticate", { ...await world.authenticator.get(options), id: "bm9uZQ" });
  },
};

for (const [what, enter] of Object.entries(KNOWN)) {
  test(`No passkey is called unknown that may be known, as after ${what} (WA-35)`, async () => {
    const world = await openWithAda({ adapter: { ...Memory() } });
    await enter(world);
    assert.equal(await world.session(), null, "it was refused");
    assert.equal(
      (await (await world.options({ action: "authenticate" })).json()).unknown,
      undefined,
      world.log(),
    );
  });
}

test("Beside a provider that names ids, none is called unknown, and no other cookie is opened in its place (WA-35)", async () => {
  const named = await openWithAda({ providers: [Passkey(), WebAuthn({ enableConditionalUI: false })] });
  const { options } = await named.ask();
  await named.answer("authenticate", { ...await named.authenticator.get(options), id: "bm9uZQ" });
  assert.equal((await (await named.options({ action: "authenticate" })).json()).unknown, undefined);
  const world = await openWithAda();
  await world.adapter.deleteUser((await world.adapter.getUserByEmail(ADA.email))!.id);
  await world.authenticate();
  const [kept] = challengesOf(world);
  await world.options({ action: "authenticate" });
  const [challenge] = challengesOf(world);
  world.browser.setCookie(APP, `${kept!.name}=${challenge!.value}; Path=/; Secure; HttpOnly; SameSite=Lax`);
  assert.equal((await (await world.options({ action: "authenticate" })).json()).unknown, undefined);
});
