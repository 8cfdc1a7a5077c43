/**
 * The name that a new user types, with `Password({ signUp: { name: true } })`.
 *
 * @module
 */

import assert from "node:assert/strict";
import { ADA, BETTER, GOOD, importUser, openPasswords, type PasswordWorld } from "./_kept_passwords.ts";
import { testForms } from "./_password_forms.ts";
import { APP } from "./_world.ts";

const options = { signUp: { name: true } } as const;

/** Fills in the form with a name. */
async function signUp({ browser }: PasswordWorld, name: string, visitor = browser, password = GOOD) {
  const page = await visitor.open(`${APP}/auth/signup?callbackUrl=/home`);
  return await page.submit("/auth/signup", { name, email: ADA, password });
}

const nameOf = async ({ db }: PasswordWorld) => (await db.adapter.getUserByEmail(ADA))?.name ?? null;

testForms(
  "a new user is stored with the name that they have typed, by the code and by the link",
  async () => {
    for (const way of ["code", "link"] as const) {
      const world = openPasswords({ options });
      const page = await signUp(world, "  Ada\u0007\n Love\u202elace ");
      const { code, url } = world.mails.at(-1)!;
      if (way === "code") await page.submit("/auth/callback/password", { code });
      else await world.browser.open(url);
      assert.equal((await world.session())?.user.name, "Ada Love lace", world.log());
      assert.equal(await nameOf(world), "Ada Love lace");
    }
  },
);

testForms("the name may stay empty, is cut, and is kept for a new mail", async () => {
  for (const [typed, stored] of [["", null], [" \t ", null], ["x".repeat(300), "x".repeat(100)]] as const) {
    const world = openPasswords({ options });
    const page = await signUp(world, typed);
    world.platform.tick(60);
    const again = await page.submit("/auth/signin/password", { again: "true" });
    await again.submit("/auth/callback/password", { code: world.mails.at(-1)!.code });
    assert.equal((await world.session())?.user.email, ADA, world.log());
    assert.equal(await nameOf(world), stored);
  }
});

testForms("a form that failed has the name that was typed, and never the password", async () => {
  const page = await signUp(openPasswords({ options }), 'Ada "Countess" <b>', undefined, "short");
  assert.match(page.url, /error=TooShort/);
  const field = /<input [^>]*name="name"[^>]*>/.exec(page.html)?.[0] ?? page.html.slice(-4000);
  assert.match(
    field,
    /value="Ada &quot;Countess&quot; &lt;b&gt;"|value="Ada &#34;Countess&#34; &#60;b&#62;"/,
  );
  assert.match(field, /maxlength="100".* autocomplete="name"/);
  assert.doesNotMatch(page.html, /value="short"/);
});

testForms("no name is asked for, nor stored, without the option", async () => {
  const world = openPasswords();
  assert.doesNotMatch((await world.browser.open(`${APP}/auth/signup`)).html, /name="name"/);
  const page = await world.signUp({ email: ADA, password: GOOD, ...{ name: "Eve" } });
  await page.submit("/auth/callback/password", { code: world.mails.at(-1)!.code });
  assert.equal(await nameOf(world), null);
});

testForms(
  "the name that a stranger types reaches neither a user who is there nor the owner of the mailbox (PW-10)",
  async () => {
    for (const isVerified of [false, true]) {
      const world = openPasswords({ options });
      await importUser(world, BETTER);
      if (isVerified) await world.db.adapter.updateUser({ id: "1", emailVerified: new Date(0) });
      const page = await signUp(world, "Eve");
      const { code = "00000000" } = world.mails.at(-1)!;
      await page.submit("/auth/callback/password", { code });
      assert.equal(await nameOf(world), "Ada");
    }
    const world = openPasswords({ options });
    const stranger = world.visitor();
    await signUp(world, "Eve", stranger);
    const choice = await world.browser.open(world.mails.at(-1)!.url);
    await choice.submit("/auth/callback/password", { password: BETTER });
    assert.equal((await world.session())?.user.email, ADA, world.log());
    assert.equal(await nameOf(world), null);
  },
);

testForms(
  "a right password for an address that was never confirmed says why a mail was sent, a wrong one nothing",
  async () => {
    const world = openPasswords();
    await importUser(world);
    const wrong = await world.enter("guess a password");
    assert.doesNotMatch(wrong.text, /never confirmed/);
    assert.match(wrong.url, /error=CredentialsSignin/);
    const page = await world.enter();
    assert.match(page.url, /\/auth\/verify-request\?.*again=unverified/);
    assert.match(page.text, /The password is right\. This address was never confirmed/);
    const german = await world.browser.open(`${page.url}&ui_locales=de`);
    assert.match(german.text, /Das Passwort stimmt\./);
    // A sign-up and a forgotten password do not say it.
    assert.doesNotMatch((await world.signUp({}, world.visitor())).text, /never confirmed/);
    await page.submit("/auth/callback/password", { code: world.mails.at(-2)!.code });
  },
);
