/**
 * The page that offers a passkey after a sign-in: who sees it, when, and where it leads. `test/e2e/passkey_offer_test.ts` has its script.
 *
 * @module
 */

import assert from "node:assert/strict";
import type { WebAuthnUserConfig } from "../../src/model/provider.ts";
import { Passkey } from "../../src/providers/passkey.ts";
import type { Browser, Page } from "../../src/testing/mod.ts";
import { ADA, GOOD, openPasswords, type PasswordWorld, storeConfirmed } from "./_kept_passwords.ts";
import { hashPassword } from "../../src/crypto/password.ts";
import { createAuthenticator, FLAGS } from "./_authenticator.ts";
import type { DatabaseOptions } from "./_database.ts";
import { testForms } from "./_password_forms.ts";
import { toPerson } from "./_passkeys.ts";
import { openFactors } from "./_second_factor.ts";
import { APP, oauth2 } from "./_world.ts";

const HOME = `${APP}/home`;
const OFFER = `${APP}/auth/passkey-offer`;

/** Opens a world in which Ada has a password and a mailbox, and no passkey. */
async function openOffer(
  options: DatabaseOptions & { readonly passkey?: WebAuthnUserConfig; readonly offers?: false } = {},
) {
  const { passkey, offers, ...rest } = options;
  const world = openPasswords({
    ...(offers ?? { offersPasskey: true as const }),
    more: (idp) => [Passkey(passkey), oauth2(idp, { id: "other" })],
    ...rest,
  });
  await storeConfirmed(world, await hashPassword(GOOD));
  return world;
}

/** Creates the passkey of a page with the offer, as its script does. */
async function create(page: Page, browser: Browser): Promise<Page> {
  const [, options] = /data-passkey="([^"]*)"/.exec(page.html)!;
  const asked = await (await browser.fetch(`${options}?action=register`)).json();
  const data = JSON.stringify(await createAuthenticator(APP).create(asked.options));
  const form = page.html.match(/<form class="form"[^]*?<\/form>/)![0];
  const fields = [...form.matchAll(/name="(\w+)" value="([^"]*)"/g)].map((
    [, name, value],
  ) => [name!, value!]);
  const body = new URLSearchParams([...fields, ["data", data]]);
  const answer = await browser.fetch(`${APP}/auth/callback/passkey`, {
    method: "POST",
    body,
    redirect: "manual",
  });
  return await browser.open(answer.headers.get("location")!);
}

testForms("A user without a passkey is offered one after a password, once in each browser", async () => {
  const world = await openOffer();
  const page = await world.enter();
  assert.equal(page.url.split("?")[0], OFFER, world.log());
  assert.match(page.text, /Sign in faster next time/);
  // It stays while the page is loaded again.
  assert.match((await world.browser.open(page.url)).text, /Sign in faster next time/);
  assert.equal((await page.follow("Not now")).url, HOME);
  await world.post("signout");
  assert.equal((await world.enter()).url, HOME);
  assert.equal((await world.browser.open(`${OFFER}?callbackUrl=/home`)).url, HOME);
  // Elsewhere, and in this browser for another user.
  assert.match((await world.enter(GOOD, world.visitor())).url, /passkey-offer/);
  await world.post("signout");
  await world.ask("grace@example.com");
  assert.match((await world.follow()).url, /passkey-offer/);
});

testForms("A user who creates the passkey is led on, and is offered none any more", async () => {
  const world = await openOffer();
  const page = await world.enter();
  assert.equal((await create(page, world.browser)).url, HOME, world.log());
  assert.equal((await world.db.adapter.listAuthenticatorsByUserId("1")).length, 1);
  assert.equal((await world.browser.open(page.url)).url, HOME);
  assert.equal((await world.enter(GOOD, world.visitor())).url, HOME);
});

testForms(
  "A link and a code of a mail lead to the offer, also behind the page about a takeover",
  async () => {
    const world = await openOffer();
    await world.ask(ADA);
    assert.match((await world.follow()).url, /passkey-offer/);
    const other = world.visitor();
    const sent = await world.ask(ADA, other);
    assert.match((await sent.submit("Sign in", { code: world.mails.at(-1)!.code })).url, /passkey-offer/);
    // No one has proven the mailbox of this user.
    world.idp.login({ sub: "eve", email: "eve@example.com" });
    await world.post("signout");
    await world.signIn({ provider: "other" });
    await world.post("signout");
    await world.ask("eve@example.com");
    const taken = await world.follow();
    assert.match(taken.url, /taken-over/);
    assert.match((await taken.follow("Continue")).url, /passkey-offer/);
  },
);

testForms("A page of the application has the offer, and leads on", async () => {
  const world = await openOffer({ pages: { passkeyOffer: "/passkey" } });
  const { searchParams, pathname } = new URL((await world.enter()).url);
  assert.deepEqual([pathname, Object.fromEntries(searchParams)], ["/passkey", {
    callbackUrl: HOME,
    offer: searchParams.get("offer"),
  }]);
  // With it, the form of the page creates one without a press.
  assert.equal((await conditional(world, searchParams.get("offer")!)).status, 200);
});

/** The options for a password manager that creates a passkey by itself. */
async function conditional({ browser }: Pick<PasswordWorld, "browser">, offer: string): Promise<Response> {
  const query = new URLSearchParams({ action: "register", offer });
  return await browser.fetch(`${APP}/auth/webauthn-options/passkey?${query}`);
}

/** Posts a passkey that was created without a test of the user. */
async function addUntested(world: PasswordWorld, answer: Response): Promise<URL> {
  const data = await createAuthenticator(APP).create((await answer.json()).options, { flags: 0 });
  const fields = { action: "register", link: "true", callbackUrl: "/home", data: JSON.stringify(data) };
  return new URL((await world.post("callback/passkey", fields)).headers.get("location")!, APP);
}

const offerOf = (page: Page) => /data-offer="([^"]*)"/.exec(page.html)![1]!;

testForms(
  "After a password, a password manager creates the passkey by itself, and a sign-in tests its user",
  async () => {
    const world = await openOffer();
    const answer = await conditional(world, offerOf(await world.enter()));
    const { options } = await answer.clone().json();
    assert.deepEqual(options.authenticatorSelection, {
      residentKey: "required",
      requireResidentKey: true,
      userVerification: "preferred",
    });
    const authenticator = createAuthenticator(APP);
    const data = JSON.stringify(await authenticator.create(options, { flags: 0 }));
    const added = await world.post("callback/passkey", { action: "register", link: "true", data });
    assert.doesNotMatch(added.headers.get("location")!, /error/, world.log());
    assert.equal((await world.db.adapter.listAuthenticatorsByUserId("1")).length, 1);
    const person = { ...toPerson(world.visitor(), "passkey"), authenticator };
    for (const flags of [0, FLAGS.userPresent]) {
      const asked = await person.ask({ action: "authenticate" });
      await person.answer("authenticate", await authenticator.get(asked.options, { flags }));
      assert.equal(await person.session(), null);
    }
    const asked = await person.ask({ action: "authenticate" });
    await person.answer("authenticate", await authenticator.get(asked.options));
    assert.notEqual(await person.session(), null, world.log());
  },
);

testForms(
  "Only after a password of the same user, and not later, a passkey is created without a test of the user (WA-34)",
  async () => {
    const world = await openOffer();
    const plain = async () =>
      await world.browser.fetch(`${APP}/auth/webauthn-options/passkey?action=register`);
    const offer = offerOf(await world.enter());
    assert.match((await addUntested(world, await plain())).search, /error=WebAuthnVerificationError/);
    for (const wrong of ["", "x", offer.slice(0, -2)]) {
      assert.equal((await conditional(world, wrong)).status, 400);
    }
    // Another user, and one who has come by mail.
    const other = { ...world, browser: world.visitor() };
    await other.ask("grace@example.com", other.browser);
    assert.equal(offerOf(await other.follow(other.browser)), "");
    assert.equal((await conditional(other, offer)).status, 400);
    assert.equal((await conditional({ browser: world.visitor() }, offer)).status, 400);
    world.platform.tick(121);
    assert.equal((await conditional(world, offer)).status, 400);
    // A user who has one by now.
    const late = { ...world, browser: world.visitor() };
    const page = await world.enter(GOOD, late.browser);
    await create(page, late.browser);
    assert.equal((await conditional(late, offerOf(page))).status, 400);
  },
);

/** Who is led on at once. */
const NONE: Readonly<Record<string, (world: PasswordWorld) => Promise<Page | string>>> = {
  "after a sign-in with a provider": async ({ idp, signIn }) => {
    // Ada's address would join no account.
    idp.login({ sub: "eve", email: "eve@example.com" });
    return await signIn({ provider: "other" });
  },
  "a user who was signed in, and proves it again": async (world) => {
    await world.enter();
    const jar = world.browser.cookies(APP).find(({ name }) => name.endsWith("dismissed"))!;
    world.browser.setCookie(APP, `${jar.name}=; Path=/; Max-Age=0; Secure`);
    return await world.enter();
  },
  "on the way to a page of the library": async ({ browser }) => {
    const page = await browser.open(`${APP}/auth/signin?callbackUrl=/auth/account`);
    return await page.submit("/auth/callback/password", { email: ADA, password: GOOD });
  },
  "a script, which gets the address that it has asked for": async ({ browser }) => {
    const { csrfToken } = await (await browser.fetch(`${APP}/auth/csrf`)).json();
    const answer = await browser.fetch(`${APP}/auth/callback/password`, {
      method: "POST",
      headers: { "x-auth-return-redirect": "1" },
      body: new URLSearchParams({ csrfToken, email: ADA, password: GOOD, callbackUrl: "/home" }),
    });
    return (await answer.json()).url;
  },
  "a user with a passkey": async (world) => {
    const page = await world.enter();
    await create(page, world.browser);
    return await world.enter(GOOD, world.visitor());
  },
};

for (const [who, enter] of Object.entries(NONE)) {
  testForms(`No passkey is offered to someone who asks for none: ${who} (WA-33)`, async () => {
    const world = await openOffer();
    const end = await enter(world);
    assert.doesNotMatch(typeof end === "string" ? end : end.url, /passkey-offer|[?&]error=/, world.log());
  });
}

testForms(
  "No passkey is offered to someone who acts as a user, nor below the level of a second factor (WA-33)",
  async () => {
    const acting = await openOffer({
      callbacks: { session: ({ session }) => ({ ...session, user: { ...session.user, id: "another" } }) },
    });
    assert.equal((await acting.enter()).url, HOME);
    const world = openFactors({
      offersPasskey: true,
      secondFactor: { rememberFor: 3600 },
      more: () => [Passkey()],
    });
    await storeConfirmed(world, await hashPassword(GOOD));
    await world.enter();
    const kit = await world.turnOn();
    const other = world.visitor();
    world.platform.tick(30);
    const asked = await world.enter(GOOD, other);
    const proven = await asked.submit("/auth/second-factor", { code: world.code(kit), remember: "true" });
    assert.match(proven.url, /passkey-offer/, world.log());
    await world.signOut(other);
    const jar = other.cookies(APP).find(({ name }) => name.endsWith("dismissed"))!;
    other.setCookie(APP, `${jar.name}=; Path=/; Max-Age=0; Secure`);
    assert.equal((await world.enter(GOOD, other)).url, HOME);
  },
);

testForms(
  "No passkey is offered where the config says so, or an addition would need another sign-in (WA-33)",
  async () => {
    const off = await openOffer({ offers: false });
    assert.equal((await off.enter()).url, HOME);
    // The path is left to the application.
    assert.doesNotMatch((await off.browser.open(OFFER)).text, /faster/);
    const always = await openOffer({ session: { freshAge: 0 } });
    assert.equal((await always.enter()).url, HOME);
    const late = await openOffer();
    const page = await late.enter();
    late.platform.tick(3601);
    assert.equal((await late.browser.open(page.url)).url, HOME);
  },
);
