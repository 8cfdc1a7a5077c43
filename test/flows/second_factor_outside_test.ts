/**
 * Holes that an attack from outside has found, and that are closed.
 *
 * @module
 */

import assert from "node:assert/strict";
import { Memory } from "../../src/adapters/memory.ts";
import type { AdapterPendingSignIn } from "../../src/adapters/types.ts";
import { Passkey } from "../../src/providers/passkey.ts";
import { createAuthenticator } from "./_authenticator.ts";
import { ADA, BETTER, GOOD } from "./_kept_passwords.ts";
import { testForms } from "./_password_forms.ts";
import { type FactorWorld, openFactors, secretIn } from "./_second_factor.ts";
import { questionOf, send } from "./_second_factor_ways.ts";
import { APP } from "./_world.ts";

testForms(
  "a thief of a password proves the mailbox also where the application mails codes alone",
  async () => {
    const before = openFactors({ secondFactor: false });
    await before.register();
    const { adapter } = before.db;
    // The config of the page "Start": `mails: "both"`, and nothing about security mails.
    const world = openFactors({ adapter, secondFactor: { required: true }, email: { notices: false } });
    const thief = world.visitor();
    const page = await world.enter(GOOD, thief);
    assert.match(page.url, /\/auth\/second-factor-setup\?/);
    assert.equal(world.lastPurpose(), "enrol");
    assert.match(world.mails.at(-1)!.code ?? "", /^\d{8}$/);
    assert.doesNotMatch(page.html, /class="key"/);
    const posted = { question: questionOf(page), code: "000000", setup: "x", action: "passkeys" };
    await send(thief, "second-factor-setup", posted);
    assert.equal(await world.sessionIn(thief), null);
    assert.equal(await adapter.getSecondFactor((await before.db.users())[0]!.id), null);
  },
);

testForms("a thief of a password that the application checks proves the stored address", async () => {
  const adapter = Memory();
  await adapter.createUser({ id: "1", name: "Ada", email: ADA, emailVerified: new Date(0) });
  const world = openFactors({
    adapter,
    session: { strategy: "jwt" },
    secondFactor: { required: true },
    more: () => [{
      id: "typed",
      name: "Typed",
      type: "credentials",
      credentials: { word: { type: "password" } },
      // Without the address, as many an application writes it.
      authorize: ({ word }) => word === "right" ? { id: "1", name: "Ada" } : null,
      revoke: () => true,
    }],
  });
  const form = await world.browser.open(`${APP}/auth/signin?callbackUrl=/home`);
  const page = await form.submit("/auth/callback/typed", { word: "right" });
  assert.match(page.url, /second-factor-setup\?/, world.log());
  assert.doesNotMatch(page.html, /class="key"/);
  assert.equal(world.mails.at(-1)?.identifier, ADA);
});

/** Registers a passkey for the user who is signed in. */
async function addPasskey({ browser, post }: FactorWorld): Promise<void> {
  const asked = await browser.fetch(`${APP}/auth/webauthn-options/passkey?action=register`);
  const created = await createAuthenticator(APP).create((await asked.json()).options, {});
  await post("callback/passkey", { action: "register", data: JSON.stringify(created), link: "true" });
}

for (const strategy of ["jwt", "database"] as const) {
  testForms(`passkeys turn nothing on for a session that has ended meanwhile (${strategy})`, async () => {
    const world = openFactors({ session: { strategy }, more: () => [Passkey()] });
    await world.register();
    await addPasskey(world);
    const { adapter, users } = world.db;
    const [user] = await users();
    const original = adapter.setSecondFactor.bind(adapter);
    adapter.setSecondFactor = async (factor, ifVersion) => {
      adapter.setSecondFactor = original;
      // Ada gets a new password in another browser, which ends this session.
      const owner = world.visitor();
      const asked = await world.forget(owner);
      await asked.submit("/auth/callback/password", { code: world.mails.at(-1)!.code, password: BETTER });
      assert.ok(await world.sessionIn(owner), world.log());
      return await original(factor, ifVersion);
    };
    const done = await world.post("second-factor-setup", { action: "passkeys", callbackUrl: "/home" });
    assert.match(done.headers.get("location") ?? "", /error=UserChanged/, world.log());
    const { enabledAt = null, recoveryCodes = null } = await adapter.getSecondFactor(user!.id) ?? {};
    assert.deepEqual([enabledAt, recoveryCodes], [null, null]);
    assert.equal(world.mails.filter(({ purpose }) => purpose === "secondFactorOn").length, 0);
  });
}

testForms("a link does not choose the secret, nor does a session that has ended", async () => {
  const world = openFactors();
  await world.register();
  const thief = world.visitor();
  await world.enter(GOOD, thief);
  const here = `${APP}/auth/second-factor-setup`;
  const script = { headers: { accept: "application/json" } };
  const known = await (await thief.fetch(here, script)).json();
  const page = await world.browser.open(`${here}?setup=${known.setup}`);
  assert.notEqual(secretIn(page), known.secret);
  // Nor does the secret of another session of hers, once she signs in again.
  const own = await (await world.browser.fetch(here, script)).json();
  const again = await (await world.browser.fetch(`${here}?setup=${own.setup}`, script)).json();
  assert.equal(again.secret, own.secret);
  assert.notEqual(secretIn(await world.browser.open(`${here}?setup=${own.setup}`)), own.secret);
  world.platform.tick(60);
  await world.signOut();
  await world.enter();
  const later = await (await world.browser.fetch(`${here}?setup=${own.setup}`, script)).json();
  assert.notEqual(later.secret, own.secret);
  const code = world.code(own);
  const refused = await send(world.browser, "second-factor-setup", { setup: own.setup, code });
  assert.match(refused.headers.get("location")!, /error=InvalidCheck/);
});

testForms("a row between the steps counts in no other browser", async () => {
  const world = openFactors();
  const kit = await world.registerWithFactor();
  const { adapter } = world.db;
  const rows: AdapterPendingSignIn[] = [];
  const original = adapter.setPendingSignIn.bind(adapter);
  adapter.setPendingSignIn = (row, ifTries) => {
    rows.push(row);
    return original(row, ifTries);
  };
  const thief = world.visitor();
  await world.enter(GOOD);
  const page = await world.enter(GOOD, thief);
  const [first, second] = rows;
  // Who can write to the table puts the first step of one browser into the row of another.
  await original({ ...second!, data: first!.data }, 0);
  const moved = { question: questionOf(page), code: world.code(kit) };
  assert.match((await send(thief, "second-factor", moved)).headers.get("location")!, /error=InvalidCheck/);
  assert.equal(await world.sessionIn(thief), null);
});
