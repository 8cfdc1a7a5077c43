/**
 * Holes that an attack from outside has found, and that are closed.
 *
 * @module
 */

import assert from "node:assert/strict";
import { Memory } from "../../src/adapters/memory/memory.ts";
import { ADA, GOOD } from "./_kept_passwords.ts";
import { testForms } from "./_password_forms.ts";
import { factorOf, openFactors, openRequired, proveMailbox, secretIn } from "./_second_factor.ts";
import { questionOf, send } from "./_second_factor_ways.ts";
import { APP } from "./_world.ts";

testForms(
  "a thief of a password proves the mailbox also where the application mails codes alone",
  async () => {
    // The config of the page "Start": `mails: "both"`, and nothing about security mails.
    const world = await openRequired({ email: { notices: false } });
    const thief = world.visitor();
    const page = await world.enter(GOOD, thief);
    assert.match(page.url, /\/auth\/second-factor-setup\?/);
    assert.equal(world.lastPurpose(), "enrol");
    assert.match(world.mails.at(-1)!.code ?? "", /^\d{8}$/);
    assert.doesNotMatch(page.html, /class="key"/);
    const posted = { question: questionOf(page), code: "000000", setup: "x", action: "passkeys" };
    await send(thief, "second-factor-setup", posted);
    assert.equal(await world.sessionIn(thief), null);
    assert.equal(await factorOf(world), null);
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

testForms("a link does not choose the secret, nor does a session that has ended", async () => {
  const world = openFactors();
  await world.register();
  const thief = world.visitor();
  await world.enter(GOOD, thief);
  const here = `${APP}/auth/second-factor-setup`;
  const script = { headers: { accept: "application/json" } };
  await proveMailbox(await thief.open(here), world);
  const known = await (await thief.fetch(here, script)).json();
  const page = await world.browser.open(`${here}?setup=${known.setup}`);
  assert.notEqual(secretIn(page), known.secret);
  // Nor does the secret of another session of hers, once she signs in again.
  const own = await (await world.browser.fetch(here, script)).json();
  const again = await (await world.browser.fetch(`${here}?setup=${own.setup}`, script)).json();
  assert.equal(again.secret, own.secret);
  const { name } = world.browser.cookies(here).find((each) => each.name.endsWith(".form.key"))!;
  world.browser.setCookie(here, `${name}=of another form; Path=/; Secure`);
  assert.notEqual(secretIn(await world.browser.open(`${here}?setup=${own.setup}`)), own.secret);
  world.platform.tick(60);
  await world.signOut();
  await world.enter();
  await proveMailbox(await world.browser.open(here), world);
  const later = await (await world.browser.fetch(`${here}?setup=${own.setup}`, script)).json();
  assert.notEqual(later.secret, own.secret);
  const code = world.code(own);
  const refused = await send(world.browser, "second-factor-setup", { setup: own.setup, code });
  assert.match(refused.headers.get("location")!, /error=InvalidCheck/);
});

testForms("a stranger who guesses codes of a sign-in does not keep the owner from setting up", async () => {
  const world = await openRequired();
  const stranger = world.visitor();
  const page = await world.ask(ADA, stranger);
  const wrong = { code: "00000000", email: ADA };
  for (let index = 0; index < 4; index++) await send(stranger, "callback/email", wrong);
  for (let asked = 0; asked < 2; asked++) {
    await world.ask(ADA, stranger);
    for (let index = 0; index < 4; index++) await send(stranger, "callback/email", wrong);
  }
  assert.match(page.url, /verify-request/);
  assert.equal((await send(stranger, "callback/email", wrong)).status, 429, world.log());
  const asked = await world.enter();
  const proven = await asked.submit("/auth/second-factor-setup", { mailCode: world.mails.at(-1)!.code });
  assert.equal((await world.setUp(proven)).kit.codes.length, 10);
});
