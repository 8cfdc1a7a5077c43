/**
 * `Password()`: sign-up, confirmed addresses, sign-in, forgotten and changed passwords.
 *
 * @module
 */

import assert from "node:assert/strict";
import { Auth, type AuthConfig } from "../../mod.ts";
import { Memory } from "../../src/adapters/memory/memory.ts";
import { betterAuth, wordpress } from "../../src/entries/password_hashes.ts";
import { Password, pwnedPasswords } from "../../src/providers/password.ts";
import type { Browser, Page } from "../../src/testing/mod.ts";
import { withoutRows } from "../_with_rows.ts";
import { assertFailed, assertSignedIn } from "./_database.ts";
import { ADA, BETTER, GOOD, importUser, openPasswords, type PasswordWorld } from "./_kept_passwords.ts";
import { testForms as test } from "./_password_forms.ts";
import { APP } from "./_world.ts";
import { VECTORS } from "../crypto/hashes/_vectors.ts";
import { chosen } from "../_short.ts";

const [IMPORTED] = VECTORS.betterAuth;

test("A new user signs up, types the code, and is signed in with a confirmed address", async () => {
  const world = openPasswords();
  const page = await world.signUp();
  assert.match(page.url, /\/auth\/verify-request\?/);
  assert.match(page.text, /We sent a link and a code to ada@example\.com/);
  assert.equal(await world.session(), null);
  // Nothing is stored before the address is confirmed.
  assert.deepEqual(await world.db.users(), []);
  const [mail] = world.mails;
  assert.deepEqual([mail!.purpose, mail!.identifier], ["confirm", ADA]);
  assert.match(mail!.locale.messages.subject, /Confirm your address/);
  const done = await page.submit("/auth/callback/password", { code: mail!.code });
  assert.equal(done.url, `${APP}/home`, world.log());
  await assertSignedIn(world, ADA);
  const [user] = await world.db.users();
  assert.deepEqual(user!.emailVerified, new Date(world.platform.now()));
  const { passwordHash, ...row } = (await world.db.adapter.rows.find("security", { userId: user!.id }))!;
  assert.match(passwordHash!, /^\$scrypt\$/);
  assert.deepEqual(row, {
    userId: user!.id,
    generation: 1,
    passwordIsProven: true,
    passwordSetAt: new Date(world.platform.now()),
  });
});

test("The links of the sign-in page keep the page that a user wants, and its language, on the way to a password", async () => {
  const world = openPasswords();
  const open = () => world.browser.open(`${APP}/auth/signin?callbackUrl=/home?tab=2&ui_locales=de`);
  for (const [link, path] of [["Konto erstellen", "signup"], ["Passwort vergessen?", "forgot-password"]]) {
    const page = await (await open()).follow(link!);
    const { pathname, searchParams } = new URL(page.url);
    assert.equal(pathname, `/auth/${path}`);
    assert.equal(searchParams.get("callbackUrl"), `${APP}/home?tab=2`);
    assert.match(page.html, /<html lang="de"/);
  }
  const page = await (await (await open()).follow("Konto erstellen")).submit("/auth/signup", {
    email: ADA,
    password: GOOD,
  });
  const done = await page.submit("/auth/callback/password", { code: world.mails.at(-1)!.code });
  assert.equal(done.url, `${APP}/home?tab=2`, world.log());
});

test("The link of the sign-up mail signs in at once in the browser in which the password was typed", async () => {
  const world = openPasswords();
  await world.signUp();
  assert.equal((await world.follow()).url, `${APP}/home`, world.log());
  await assertSignedIn(world, ADA);
  await world.post("signout");
  assert.equal((await world.enter()).url, `${APP}/home`);
  await assertSignedIn(world, ADA);
});

test("The link of the sign-up mail asks for a password in another browser, and what a stranger had typed is kept nowhere (PW-01)", async () => {
  const world = openPasswords();
  const stranger = world.visitor();
  await world.signUp({ password: BETTER }, stranger);
  const page = await world.follow();
  assert.match(page.text, /Choose a password For the account of ada@example\.com/);
  assert.match(page.html, /<a class="link" href="https:[^"]+">Back to/, "a way out");
  assert.equal(await world.session(), null);
  const done = await page.submit("/auth/callback/password", { password: GOOD });
  assert.equal(done.url, `${APP}/home`, world.log());
  await assertSignedIn(world, ADA);
  assert.equal(await world.sessionIn(stranger), null);
  // Neither the code nor the password of the stranger works.
  const waiting = await stranger.open(`${APP}/auth/verify-request`);
  const late = await waiting.submit("/auth/callback/password", { code: world.mails[0]!.code });
  await assertFailed(world, late, ["error", "Verification"], stranger);
  await assertFailed(world, await world.enter(BETTER, stranger), ["signin", "CredentialsSignin"], stranger);
  assert.equal((await world.enter(GOOD, world.visitor())).url, `${APP}/home`);
});

test("A stranger who signs up with an address first takes nothing from its owner, who signs up as well (PW-01)", async () => {
  const world = openPasswords();
  const stranger = world.visitor();
  await world.signUp({ password: BETTER }, stranger);
  await world.signUp();
  const code = world.mails.at(-1)!.code;
  const page = await world.browser.open(`${APP}/auth/verify-request`);
  assert.equal((await page.submit("/auth/callback/password", { code })).url, `${APP}/home`);
  await assertFailed(world, await world.enter(BETTER, stranger), ["signin", "CredentialsSignin"], stranger);
});

test("Sign-up with the address of a user looks the same, and the mail says that there is an account (PW-02)", async () => {
  const world = openPasswords();
  await world.register();
  const stranger = world.visitor();
  const page = await world.signUp({ password: BETTER }, stranger);
  assert.match(page.text, /We sent a link and a code to ada@example\.com/);
  const mail = world.mails.at(-1)!;
  assert.equal(mail.purpose, "exists");
  assert.equal(mail.code, undefined);
  assert.match(mail.locale.messages.subject, /You already have an account/);
  assert.equal((await world.enter(GOOD, world.visitor())).url, `${APP}/home`);
  await assertFailed(world, await world.enter(BETTER, stranger), ["signin", "CredentialsSignin"], stranger);
  // Its link lets the owner choose a new password, also in the browser that has signed up.
  const choice = await stranger.open(mail.url);
  assert.match(choice.text, /Choose a password/);
});

for (const strategy of chosen(["database", "jwt"] as const)) {
  test(`A user who has forgotten their password chooses a new one with the code, and all other browsers are signed out (${strategy})`, async () => {
    const world = openPasswords({ session: { strategy } });
    await world.register();
    const phone = world.visitor();
    const page = await world.forget(phone);
    assert.match(page.url, /\/auth\/new-password\?/);
    assert.equal(world.lastPurpose(), "reset");
    const { code } = world.mails.at(-1)!;
    const wrong = await page.submit("/auth/callback/password", { code: "00000000", password: BETTER });
    assert.match(wrong.url, /\/auth\/new-password\?.*error=InvalidCode/);
    assert.match(wrong.text, /try again\. Tries left: 4\./);
    const short = await wrong.submit("/auth/callback/password", { code, password: "short" });
    assert.match(short.text, /That password is too short\. Use at least 15 characters/);
    assert.doesNotMatch(short.html, /value="short"/);
    // The code is still there.
    const done = await short.submit("/auth/callback/password", { password: BETTER });
    assert.equal(done.url, `${APP}/home`, world.log());
    assert.equal((await world.sessionIn(phone))?.user.email, ADA);
    assert.equal(await world.session(), null);
    await assertFailed(world, await world.enter(GOOD), ["signin", "CredentialsSignin"]);
    assert.equal((await world.enter(BETTER)).url, `${APP}/home`);
  });
}

test("Five wrong codes of a mail about a password say so on the sign-in page, whether there is an account or not", async () => {
  const told = new Set<string>();
  for (const begin of ["signUp", "forget", "forget without an account"] as const) {
    const world = openPasswords();
    if (begin === "forget") await world.register();
    const phone = world.visitor();
    let page = begin === "signUp" ? await world.signUp({}, phone) : await world.forget(phone);
    const fields: Readonly<Record<string, string>> = begin === "signUp" ? {} : { password: BETTER };
    for (let tries = 1; tries < 5; tries++) {
      page = await page.submit("/auth/callback/password", { code: "00000000", ...fields });
      assert.match(page.url, /error=InvalidCode/, begin);
    }
    const { code = "12345678" } = world.mails.at(-1)!;
    for (const typed of ["00000000", code]) {
      const over = await page.submit("/auth/callback/password", { code: typed, ...fields });
      await assertFailed(world, over, ["signin", "TooManyWrongCodes"], phone);
      assert.match(over.text, /There were too many wrong codes\. Start again from here\./);
      told.add(over.url);
    }
  }
  assert.equal(told.size, 1, [...told].join());
});

test("A user who has forgotten their password chooses a new one behind the link, in any browser", async () => {
  const world = openPasswords();
  await world.register();
  await world.forget();
  const phone = world.visitor();
  const page = await world.follow(phone);
  const refused = await page.submit("/auth/callback/password", { password: "ada@example.com!" });
  assert.match(refused.text, /too easy to guess/);
  const done = await refused.submit("/auth/callback/password", { password: BETTER });
  assert.equal(done.url, `${APP}/home`, world.log());
  assert.equal((await world.sessionIn(phone))?.user.email, ADA);
  // The link works once.
  const again = await world.follow(world.visitor());
  const failed = await again.submit("/auth/callback/password", { password: GOOD });
  assert.match(failed.url, /\/auth\/error\?error=Verification/);
});

test("Whoever asks for a new password learns nothing about who has an account (PW-02)", async () => {
  const world = openPasswords();
  await world.register();
  const [known, unknown] = [world.visitor(), world.visitor()];
  const pages = [await world.forget(known), await world.forget(unknown, "bob@example.com")];
  const [one, two] = pages.map(({ url, html }) => [url, html.replaceAll(/bob@|ada@|value="[^"]{40,}"/g, "")]);
  assert.deepEqual(one, two);
  assert.deepEqual(world.mails.slice(-2).map(({ purpose }) => purpose), ["reset", "noAccount"]);
  assert.equal(world.mails.at(-1)!.code, undefined);
  assert.match(world.mails.at(-1)!.url, /\/auth\/signup\?callbackUrl=/);
  assert.deepEqual((await world.db.users()).length, 1);
});

for (const strategy of chosen(["database", "jwt"] as const)) {
  test(`A user changes their password with the current one, and only this browser stays signed in (PW-04, ${strategy})`, async () => {
    const world = openPasswords({ session: { strategy } });
    await world.register();
    const phone = world.visitor();
    await world.enter(GOOD, phone);
    // An old session is enough: the current password is the proof.
    world.platform.tick(7200);
    const page = await world.browser.open(`${APP}/auth/password`);
    const wrong = await page.submit("/auth/password", { current: BETTER, password: BETTER });
    assert.match(wrong.text, /That's not your current password/);
    assert.ok(await world.sessionIn(phone));
    const done = await wrong.submit("/auth/password", { current: GOOD, password: BETTER });
    assert.equal(done.url, `${APP}/auth/account?done=password-changed`, world.log());
    assert.equal(await world.sessionIn(phone), null);
    assert.ok(await world.session());
    await assertFailed(world, await world.enter(GOOD, phone), ["signin", "CredentialsSignin"], phone);
    assert.equal((await world.enter(BETTER, phone)).url, `${APP}/home`);
  });
}

test("A user who is signed in and has forgotten the password gets a new one by mail", async () => {
  const world = openPasswords();
  await world.register();
  const page = await world.browser.open(`${APP}/auth/password?callbackUrl=/home`);
  const form = await page.follow("Forgot your password?");
  assert.equal(form.url, `${APP}/auth/forgot-password?callbackUrl=https%3A%2F%2Fapp.test%2Fhome`);
  const sent = await form.submit("/auth/forgot-password", { email: ADA });
  const other = await sent.follow("Use another address");
  assert.equal(other.url, form.url);
  const { code } = world.mails.at(-1)!;
  const done = await sent.submit("/auth/callback/password", { code, password: BETTER });
  assert.equal(done.url, `${APP}/home`, world.log());
  assert.equal((await world.enter(BETTER, world.visitor())).url, `${APP}/home`);
});

test("The page that asks to wait leads at once to another way, and to a new password (LM-03)", async () => {
  const world = openPasswords();
  await world.register();
  for (let time = 0; time < 10; time++) await world.enter(BETTER, world.visitor());
  const page = await world.enter(GOOD, world.visitor());
  assert.equal(page.status, 429);
  assert.equal((await page.follow("Sign in another way")).url.split("?")[0], `${APP}/auth/signin`);
  const form = await page.follow("Forgot your password?");
  assert.equal(form.url, `${APP}/auth/forgot-password?callbackUrl=https%3A%2F%2Fapp.test%2Fhome`);
  assert.match(form.text, /Set a new password/);
});

/** Each form of passwords that sends a mail beside that of a new password. */
const MAILING: Readonly<Record<string, (world: PasswordWorld, browser: Browser) => Promise<Page>>> = {
  async "another mail"(world, browser) {
    await world.register();
    return await world.forget(browser);
  },
  async "the password of an address that was never confirmed"(world, browser) {
    await importUser(world);
    return await world.enter(GOOD, browser);
  },
};

for (const [form, begin] of Object.entries(MAILING)) {
  test(`The page that asks to wait after too many mails leads to no other mail: ${form} (LM-07)`, async () => {
    const world = openPasswords();
    const browser = world.visitor();
    let page = await begin(world, browser);
    for (let time = 0; time < 10 && page.status !== 429; time++) {
      world.platform.tick(60);
      page = form === "another mail" ? await page.submit("Send it again") : await world.enter(GOOD, browser);
    }
    assert.equal(page.status, 429, page.url);
    assert.match(page.text, /Sign in another way/);
    assert.doesNotMatch(page.text, /Forgot your password/);
  });
}

test("A user without a password adds one in a fresh session alone (PW-05)", async () => {
  const world = openPasswords();
  await world.ask();
  await world.follow();
  await assertSignedIn(world, ADA);
  world.platform.tick(7200);
  const old = await world.browser.open(`${APP}/auth/password`);
  assert.match(old.url, /\/auth\/signin\?.*error=SessionNotFresh/);
  await world.ask();
  await world.follow();
  const page = await world.browser.open(`${APP}/auth/password`);
  assert.match(page.text, /Add a password/);
  assert.doesNotMatch(page.html, /name="current"/);
  assert.equal(
    (await page.submit("/auth/password", { password: GOOD })).url,
    `${APP}/auth/account?done=password-changed`,
  );
  await world.post("signout");
  assert.equal((await world.enter()).url, `${APP}/home`);
});

test("A user with an unconfirmed address is not signed in by their password before they confirm it, and keeps it (PW-03)", async () => {
  const world = openPasswords();
  await importUser(world);
  await assertFailed(world, await world.enter(BETTER), ["signin", "CredentialsSignin"]);
  const page = await world.enter();
  assert.match(page.url, /\/auth\/verify-request\?/);
  assert.equal(await world.session(), null);
  assert.equal(world.lastPurpose(), "confirm");
  const done = await page.submit("/auth/callback/password", { code: world.mails.at(-1)!.code });
  assert.equal(done.url, `${APP}/home`, "no page lists it among what was removed");
  await assertSignedIn(world, ADA);
  await world.post("signout");
  assert.equal((await world.enter()).url, `${APP}/home`, world.log());
});

test("A stranger's unconfirmed password does not survive that the owner of the mailbox comes (PW-03)", async () => {
  const world = openPasswords();
  await importUser(world, BETTER);
  const mallory = world.visitor();
  await world.enter(BETTER, mallory);
  await world.ask();
  const question = await world.follow();
  assert.match(
    question.html,
    /\/auth\/forgot-password\?[^"]*">Forgot your password\?.*href="https:[^"]+">Cancel</s,
  );
  await question.submit("/auth/keep-password", { choice: "never" });
  await assertSignedIn(world, ADA);
  await assertFailed(world, await world.enter(BETTER, mallory), ["signin", "CredentialsSignin"], mallory);
  assert.equal((await world.db.adapter.rows.find("security", { userId: "1" }))!.passwordHash, null);
});

test("A password that was set before the address was verified does not count if somebody else verifies the address", async () => {
  const world = openPasswords();
  await importUser(world, BETTER);
  // As an older version of the library does it in a takeover.
  await world.db.adapter.updateUser({ id: "1", emailVerified: new Date(0) });
  await assertFailed(world, await world.enter(BETTER), ["signin", "CredentialsSignin"]);
});

test("A sign-in during a new password begins no session (PW-04)", async () => {
  const memory = Memory();
  let reset: (() => Promise<unknown>) | undefined;
  const world = openPasswords({
    adapter: memory,
    callbacks: { signIn: async () => (await reset?.(), true) },
  });
  await world.register();
  await world.forget();
  const { code } = world.mails.at(-1)!;
  const waiting = await world.browser.open(`${APP}/auth/new-password`);
  reset = () => {
    reset = undefined;
    return waiting.submit("/auth/callback/password", { code, password: BETTER });
  };
  const thief = world.visitor();
  const page = await world.enter(GOOD, thief);
  await assertFailed(world, page, ["signin", "UserChanged"], thief);
  assert.ok(await world.session());
  assert.equal((await memory.listSessionsByUserId((await world.db.users())[0]!.id)).length, 1);
});

test("Password() refuses what is short, common or known, and keeps the address that was typed (PW-06)", async () => {
  const leaked: string[] = [];
  const world = openPasswords({
    options: { isLeaked: (password) => (leaked.push(password), password === BETTER) },
  });
  for (
    const [password, message] of [
      ["fourteen chars", /too short/],
      ["passwordpassword", /too easy to guess/],
      ["a".repeat(20), /too easy to guess/],
      ["ada@example.com-1", /too easy to guess/],
      [BETTER, /appeared in a data leak/],
    ] as const
  ) {
    const page = await world.signUp({ password });
    assert.match(page.text, message, password);
    assert.match(page.html, /value="ada@example\.com"/);
    assert.doesNotMatch(page.html, new RegExp(password));
  }
  assert.deepEqual(leaked, [BETTER]);
  assert.deepEqual(world.mails, []);
});

test("Password() with pwnedPasswords() asks the list through the network of the config, and does without it (PW-06)", async () => {
  const world = openPasswords({ options: { isLeaked: pwnedPasswords() } });
  const asked: string[] = [];
  const list = "https://api.pwnedpasswords.com";
  world.platform.sites[list] = ({ url }) => {
    asked.push(url);
    return new Response(`${"0".repeat(35)}:3\r\nC7C0DA2286DE78B430A5F7E674E0E57CA26:12`);
  };
  assert.match((await world.signUp({ password: GOOD })).text, /appeared in a data leak/);
  assert.deepEqual(asked, [`${list}/range/FBEE7`]);
  delete world.platform.sites[list];
  assert.match((await world.signUp({ password: GOOD })).url, /\/auth\/verify-request/);
  assert.match(world.log(), /Cannot look up whether the password has leaked: the list cannot be reached/);
});

test(
  "A user whose hash another product has made signs in, and has one of the library afterwards (PW-07)",
  async () => {
    const adapter = Memory();
    const world = openPasswords({ adapter, options: { hashes: [betterAuth(), wordpress()] } });
    // Made by better-auth: see test/crypto/hashes.
    const { password, hash } = IMPORTED!;
    const emailVerified = new Date(0);
    const row = { generation: 0, passwordIsProven: true, passwordSetAt: null };
    await adapter.createUser({ id: "1", name: "Ada", email: ADA, emailVerified });
    await adapter.rows.store("security", { ...row, userId: "1", passwordHash: hash }, null);
    await adapter.createUser({ id: "2", name: "Bob", email: "bob@example.com", emailVerified });
    await adapter.rows.store("security", { ...row, userId: "2", passwordHash: "$unknown$1" }, null);
    await assertFailed(world, await world.enter(GOOD), ["signin", "CredentialsSignin"]);
    assert.equal((await world.enter(password)).url, `${APP}/home`, world.log());
    assert.match((await adapter.rows.find("security", { userId: "1" }))!.passwordHash!, /^\$scrypt\$/);
    const again = world.visitor();
    assert.equal((await world.enter(password, again)).url, `${APP}/home`, world.log());
    const bob = world.visitor();
    const page = await world.enter(password, bob, "bob@example.com");
    await assertFailed(world, page, ["signin", "CredentialsSignin"], bob);
    assert.match(world.log(), /its stored hash is of another kind/);
    assert.doesNotMatch(world.log(), /\$unknown/);
  },
);

test("Password() needs an adapter that stores passwords, a provider of mail, and a length that keeps strangers out", async () => {
  const secret = "a-secret-of-forty-characters-for-tests-0";
  const request = new Request(`${APP}/auth/signin`);
  const logged = async (config: Partial<AuthConfig>) => {
    const errors: Error[] = [];
    const logger = { error: (error: Error) => void errors.push(error) };
    const answer = await Auth(request, { providers: [Password()], secret, url: APP, logger, ...config });
    assert.equal(answer.status, 500);
    return errors[0]!.message;
  };
  assert.match(await logged({}), /set `adapter`, which stores its passwords/);
  assert.match(await logged({ adapter: withoutRows(Memory()) }), /the adapter has no `rows`/);
  assert.match(
    await logged({ adapter: Memory() }),
    /its users confirm their address by mail\. Add a provider of mail/,
  );
  assert.match(
    await logged({ adapter: Memory(), providers: [Password({ mail: "typo" })] }),
    /its `mail` is "typo", which is not the id of a provider of mail/,
  );
  for (const minLength of [7, 0, -1, 8.5, 1025, Infinity, NaN, "15" as never]) {
    const providers = [Password({ minLength })];
    assert.match(
      await logged({ adapter: Memory(), providers }),
      /`minLength` must be one of 8 to 1024/,
    );
  }
});
