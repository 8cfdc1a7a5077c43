/**
 * A right password of `Password()` in a browser in which its user has never signed in: a mailed code is asked for.
 *
 * @module
 */

import assert from "node:assert/strict";
import type { AuthConfig } from "../../mod.ts";
import { hashPassword } from "../../src/crypto/password.ts";
import { fromAuthJs } from "../../src/migrate/mod.ts";
import { type Browser, type Page, testKnownBrowser, testSession } from "../../src/testing/mod.ts";
import { assertFailed, assertSignedIn } from "./_database.ts";
import { ADA, BETTER, GOOD, openPasswords, type PasswordWorld, storeConfirmed } from "./_kept_passwords.ts";
import { testForms as test } from "./_password_forms.ts";
import { openFactors } from "./_second_factor.ts";
import { APP } from "./_world.ts";

const STRATEGIES = ["database", "jwt"] as const;

const BROWSER = "__Host-latchkey.browser";

/** A world with the default. */
function open({ options, ...rest }: Parameters<typeof openPasswords>[0] = {}): PasswordWorld {
  return openPasswords({ ...rest, options: { unknownBrowsers: "prove", ...options } });
}

/** The same, with Ada, whose address is confirmed, and who has never signed in. */
async function openWithAda(options?: Parameters<typeof open>[0]): Promise<PasswordWorld> {
  const world = open(options);
  await storeConfirmed(world, await hashPassword(GOOD));
  return world;
}

/** Asserts that a page asks for the code, that the newest mail has it, and that nobody is signed in. */
async function assertAsked(world: PasswordWorld, page: Page, browser = world.browser): Promise<void> {
  const { pathname, searchParams } = new URL(page.url);
  assert.equal(pathname, "/auth/verify-request", `${page.url}\n${world.log()}`);
  assert.equal(searchParams.get("again"), "unknownBrowser");
  assert.match(
    page.text,
    /This browser is new to us\. To sign in, enter the code we sent to ada@example\.com/,
  );
  const { purpose, identifier, code } = world.mails.at(-1)!;
  assert.deepEqual([purpose, identifier, code?.length], ["unknownBrowser", ADA, 8]);
  assert.equal(await world.sessionIn(browser), null);
}

const typeCode = async ({ mails }: PasswordWorld, page: Page, code = mails.at(-1)!.code) =>
  await page.submit("/auth/callback/password", { code });

/** Signs in with the code. */
async function prove(world: PasswordWorld, browser = world.browser): Promise<void> {
  const page = await world.enter(GOOD, browser);
  await assertAsked(world, page, browser);
  assert.equal((await typeCode(world, page)).url, `${APP}/home`, world.log());
}

const signOut = async (world: PasswordWorld, browser: Browser) => {
  const page = await browser.open(`${APP}/auth/signout`);
  await page.submit("/auth/signout");
  assert.equal(await world.sessionIn(browser), null);
};

const browserCookie = (browser: Browser) => browser.cookies(APP).find(({ name }) => name === BROWSER)!;

/** Gives a browser a cookie of another one. */
const copyCookie = (to: Browser, { value }: { readonly value: string }) =>
  to.setCookie(`${APP}/`, `${BROWSER}=${value}; Path=/; Secure; HttpOnly`);

/** Gives a browser a session as an update or an import leaves it, without the cookie of a known browser. */
async function beginSession({ config }: PasswordWorld, browser: Browser): Promise<void> {
  for (const { name, value } of await testSession({ id: "1" }, { ...config, url: APP } as AuthConfig)) {
    browser.setCookie(`${APP}/`, `${name}=${value}; Path=/; Secure; HttpOnly`);
  }
  assert.equal(browserCookie(browser), undefined);
}

for (const strategy of STRATEGIES) {
  test(`A right password in an unknown browser asks for a mailed code, once, and ends no session elsewhere (${strategy}, PW-11)`, async () => {
    const world = await openWithAda({ session: { strategy }, email: { notices: true } });
    const [first, second] = [world.browser, world.visitor()];
    await prove(world, first);
    await prove(world, second);
    assert.ok(await world.sessionIn(first), "the session elsewhere goes on");
    assert.deepEqual(
      world.mails.map(({ purpose }) => purpose),
      ["unknownBrowser", "unknownBrowser"],
      "no notice",
    );
    const row = await world.db.adapter.rows.find("security", { userId: "1" });
    assert.equal(row!.generation, 0, "the password is not stored anew");
    for (const browser of [first, second]) {
      await signOut(world, browser);
      assert.equal((await world.enter(GOOD, browser)).url, `${APP}/home`);
    }
    assert.equal(world.mails.length, 2);
  });
}

test("The session behind the code is that of a password: its account, its methods, its level", async () => {
  const seen: unknown[] = [];
  const world = await openWithAda({
    callbacks: {
      signIn: ({ account, email }) => {
        seen.push([account!.type, account!.provider, Boolean(email)]);
        return true;
      },
      session: ({ session, amr, aal }) => ({ ...session, amr, aal }),
    },
  });
  await prove(world);
  const { amr, aal } = (await world.session<{ amr: unknown; aal: unknown }>())!;
  assert.deepEqual([amr, aal], [["pwd", "otp"], 1]);
  assert.deepEqual(seen, [["email", "password", true], ["credentials", "password", false]]);
});

test("Who signs up, sets a new password, or signs in by mail has a known browser afterwards", async () => {
  const world = open();
  const [signedUp, forgetful, mailed] = [world.browser, world.visitor(), world.visitor()];
  await world.register();
  await signOut(world, signedUp);
  assert.equal((await world.enter()).url, `${APP}/home`, world.log());
  const page = await world.forget(forgetful);
  await page.submit("/auth/callback/password", { code: world.mails.at(-1)!.code, password: BETTER });
  const waiting = await world.ask(ADA, mailed);
  await waiting.submit("/auth/callback/email", { code: world.mails.at(-1)!.code });
  for (const browser of [forgetful, mailed]) {
    await signOut(world, browser);
    assert.equal((await world.enter(BETTER, browser)).url, `${APP}/home`, world.log());
  }
  assert.deepEqual(world.mails.map(({ purpose }) => purpose), ["confirm", "reset", "signIn"]);
});

test("A second factor, or one that must be set up, is asked for in place of the code, and nothing is mailed", async () => {
  const world = openFactors({ options: { unknownBrowsers: "prove" } });
  const kit = await world.registerWithFactor();
  const before = world.mails.length;
  const visitor = world.visitor();
  const page = await world.enter(GOOD, visitor);
  assert.equal(new URL(page.url).pathname, "/auth/second-factor", world.log());
  assert.equal(world.mails.length, before);
  assert.equal(
    (await world.answer(page, { code: world.code(kit) }, visitor)).url,
    `${APP}/home`,
    world.log(),
  );

  for (const required of [true, ({ email }: { email?: string | null }) => email === ADA]) {
    const demanding = openFactors({ options: { unknownBrowsers: "prove" }, secondFactor: { required } });
    await storeConfirmed(demanding, await hashPassword(GOOD));
    const asked = await demanding.enter();
    assert.equal(new URL(asked.url).pathname, "/auth/second-factor-setup", demanding.log());
    // Its own proof of the mailbox.
    assert.deepEqual(demanding.mails.map(({ purpose }) => purpose), ["enrol"]);
    await demanding.setUp(asked);
    assert.ok(await demanding.session());
  }

  const optional = openFactors({
    options: { unknownBrowsers: "prove" },
    secondFactor: { required: () => false },
  });
  await storeConfirmed(optional, await hashPassword(GOOD));
  await assertAsked(optional, await optional.enter());
});

for (const strategy of STRATEGIES) {
  test(`A browser with a session of the user is known, and stays so after the sign-out (${strategy})`, async () => {
    const world = await openWithAda({ session: { strategy } });
    const [again, parting] = [world.browser, world.visitor()];
    await beginSession(world, again);
    assert.equal((await world.enter(GOOD, again)).url, `${APP}/home`, world.log());
    await beginSession(world, parting);
    await signOut(world, parting);
    assert.equal((await world.enter(GOOD, parting)).url, `${APP}/home`, world.log());
  });

  for (const leaves of [false, true]) {
    const name = leaves ? "also after its sign-out" : "as soon as it has ended";
    test(`A session that another process has ended makes no browser known, ${name} (${strategy}, PW-12)`, async () => {
      const world = await openWithAda({ session: { strategy } });
      await beginSession(world, world.browser);
      const page = await world.browser.open(`${APP}/auth/signout`);
      const form = await world.browser.open(`${APP}/auth/signin?callbackUrl=/home`);
      await world.db.adapter.deleteSessionsByUserId("1");
      const row = (await world.db.adapter.rows.find("security", { userId: "1" }))!;
      await world.db.adapter.rows.store("security", { ...row, generation: 1 }, 0);
      if (leaves) await page.submit("/auth/signout");
      const asked = await form.submit("/auth/callback/password", { email: ADA, password: GOOD });
      assert.equal(
        new URL(asked.url).searchParams.get("again"),
        "unknownBrowser",
        `${asked.url}\n${world.log()}`,
      );
    });
  }
}

test("A browser with a session of another library is known during a migration, and after a sign-out from it", async () => {
  const decode = ({ token }: { token?: string }) => token === "ada" ? { sub: "1", exp: 4e9 } : null;
  const world = await openWithAda({
    session: { strategy: "jwt" },
    migration: fromAuthJs({ secret: "f".repeat(40), until: "2099-01-01", jwt: { decode } }),
  });
  const [again, parting, stranger] = [world.browser, world.visitor(), world.visitor()];
  for (const browser of [again, parting]) {
    browser.setCookie(`${APP}/`, "__Secure-authjs.session-token=ada; Path=/; Secure; HttpOnly");
    assert.ok(await world.sessionIn(browser), world.log());
  }
  assert.equal((await world.enter(GOOD, again)).url, `${APP}/home`, world.log());
  await signOut(world, parting);
  assert.equal((await world.enter(GOOD, parting)).url, `${APP}/home`, world.log());
  await assertAsked(world, await world.enter(GOOD, stranger), stranger);
});

test("An address as an earlier version has stored it gets the code and is signed in", async () => {
  const world = open();
  await storeConfirmed(world, await hashPassword(GOOD));
  await world.db.adapter.updateUser({ id: "1", email: "ada@bücher.example" });
  const page = await world.enter(GOOD, world.browser, "ada@bücher.example");
  assert.equal((await typeCode(world, page)).url, `${APP}/home`, world.log());
});

test("Another password makes each browser unknown but the one in which it was changed, also after its sign-out (PW-12)", async () => {
  const world = open();
  const thief = world.visitor();
  await world.register();
  await prove(world, thief);
  const page = await world.browser.open(`${APP}/auth/password?callbackUrl=/home`);
  await page.submit("/auth/password", { current: GOOD, password: BETTER });
  await signOut(world, world.browser);
  assert.equal((await world.enter(BETTER)).url, `${APP}/home`, world.log());
  await assertAsked(world, await world.enter(BETTER, thief), thief);
});

test("The cookie of a known browser counts for its users alone, and not if it is changed or made up (PW-12)", async () => {
  const world = await openWithAda();
  const { adapter } = world.db;
  await adapter.createUser({ id: "2", name: "Eve", email: "eve@example.com", emailVerified: new Date(0) });
  const row = { userId: "2", generation: 0, passwordIsProven: true, passwordSetAt: null };
  await adapter.rows.store("security", { ...row, passwordHash: await hashPassword(BETTER) }, null);
  const eve = world.visitor();
  const page = await world.enter(BETTER, eve, "eve@example.com");
  await typeCode(world, page);
  await signOut(world, eve);
  assert.equal((await world.enter(BETTER, eve, "eve@example.com")).url, `${APP}/home`);
  await signOut(world, eve);
  await assertAsked(world, await world.enter(GOOD, eve), eve);
  await prove(world);
  const own = browserCookie(world.browser);
  for (const value of [own.value.slice(0, -4), "a.b.c", browserCookie(eve).value]) {
    const browser = world.visitor();
    copyCookie(browser, { value });
    await assertAsked(world, await world.enter(GOOD, browser), browser);
  }
  // Where it is deleted, another code makes the browser known.
  await signOut(world, world.browser);
  world.browser.setCookie(`${APP}/`, `${BROWSER}=; Path=/; Secure; HttpOnly; Max-Age=0`);
  await prove(world);
});

test("The code counts in the browser that typed the password, and its link leads to a new password, there and elsewhere (PW-11)", async () => {
  const world = await openWithAda();
  const [thief, owner] = [world.visitor(), world.browser];
  const asked = await world.enter(GOOD, thief);
  const { code, url } = world.mails.at(-1)!;
  // The owner has never typed it: their browser waits for nothing.
  const csrf = await (await owner.fetch(`${APP}/auth/csrf`)).json();
  const answer = await owner.fetch(`${APP}/auth/callback/password`, {
    method: "POST",
    body: new URLSearchParams({ ...csrf, code }),
  });
  assert.equal(new URL(answer.url).searchParams.get("error"), "Verification");
  for (const browser of [owner, thief]) {
    const page = await browser.open(url);
    assert.match(page.text, /Choose a password For the account of ada@example\.com/);
    assert.equal(await world.sessionIn(browser), null);
  }
  const chosen = await (await owner.open(url)).submit("/auth/callback/password", { password: BETTER });
  assert.equal(chosen.url, `${APP}/home`, world.log());
  // The code is gone with the link, and the password with it.
  await assertFailed(world, await typeCode(world, asked, code), ["error", "Verification"], thief);
  await assertFailed(world, await world.enter(GOOD, thief), ["signin", "CredentialsSignin"], thief);
});

test("A password that is changed while the code is on its way ends the sign-in, and another mail is refused (PW-11)", async () => {
  const world = await openWithAda();
  const thief = world.visitor();
  const asked = await world.enter(GOOD, thief);
  const { code } = world.mails.at(-1)!;
  const page = await world.forget();
  await page.submit("/auth/callback/password", { code: world.mails.at(-1)!.code, password: BETTER });
  await assertSignedIn(world, ADA);
  const before = world.mails.length;
  world.platform.tick(31);
  assert.equal(new URL((await asked.submit("/auth/signin/password")).url).pathname, "/auth/signin");
  assert.equal(world.mails.length, before);
  await assertFailed(world, await typeCode(world, asked, code), ["error", "Verification"], thief);
});

test("A user who is removed, or has another address by the time of the code, is not signed in", async () => {
  for (const change of ["removed", "moved"]) {
    const world = await openWithAda();
    const page = await world.enter();
    if (change === "removed") await world.db.adapter.deleteUser("1");
    else await world.db.adapter.updateUser({ id: "1", email: "other@example.com" });
    const { searchParams } = new URL((await typeCode(world, page)).url);
    assert.equal(searchParams.get("error"), "UserChanged", `${change}\n${world.log()}`);
    assert.equal(await world.session(), null);
  }
});

test("Of two tabs, the newest mail counts; another mail keeps what is said; what comes with a code sets no password", async () => {
  const world = await openWithAda();
  const [first, second] = [await world.enter(), await world.enter()];
  const [old, code] = world.mails.map((mail) => mail.code);
  assert.match((await typeCode(world, first, old)).text, /That code isn't right/);
  world.platform.tick(31);
  const again = await second.submit("/auth/signin/password");
  assert.match(again.text, /We sent you another email/);
  assert.match(again.text, /This browser is new to us/);
  assert.match((await typeCode(world, again, code)).text, /That code isn't right/);
  const csrf = await (await world.browser.fetch(`${APP}/auth/csrf`)).json();
  const answer = await world.browser.fetch(`${APP}/auth/callback/password`, {
    method: "POST",
    body: new URLSearchParams({ ...csrf, code: world.mails.at(-1)!.code, password: BETTER }),
  });
  assert.equal(answer.url, `${APP}/home`, world.log());
  await signOut(world, world.browser);
  assert.equal((await world.enter()).url, `${APP}/home`);
});

test("Mail that is down refuses the sign-in, counts as no wrong password, and lets nobody in", async () => {
  let isDown = true;
  const world = await openWithAda({
    email: {
      mails: "both",
      sendVerificationRequest(mail) {
        if (isDown) throw new Error("the service is down");
        sent.push(mail.code!);
      },
    },
  });
  const sent: string[] = [];
  for (let tries = 0; tries < 12; tries++) {
    await assertFailed(world, await world.enter(), ["signin", "EmailSignInError"]);
  }
  assert.deepEqual(world.db.tokens(), []);
  isDown = false;
  const page = await world.enter();
  assert.equal((await typeCode(world, page, sent.at(-1))).url, `${APP}/home`, world.log());
});

test("A stranger who knows the password can't flood the mailbox, nor keep its owner out (PW-13)", async () => {
  const world = await openWithAda();
  const thief = world.visitor();
  for (let mails = 0; mails < 5; mails++) await assertAsked(world, await world.enter(GOOD, thief), thief);
  const refused = await world.enter(GOOD, thief);
  assert.equal(refused.status, 429);
  assert.equal(world.mails.length, 5);
  // Emails that sign in, and those about a new password, are counted apart.
  const owner = world.visitor();
  await (await world.ask(ADA, owner)).submit("/auth/callback/email", { code: world.mails.at(-1)!.code });
  assert.ok(await world.sessionIn(owner));
  const page = await world.forget();
  const reset = { code: world.mails.at(-1)!.code, password: BETTER };
  assert.equal((await page.submit("/auth/callback/password", reset)).url, `${APP}/home`, world.log());
});

test("Emails that a stranger asks for without the password don't use up those of an unknown browser (PW-13)", async () => {
  const world = await openWithAda();
  const stranger = world.visitor();
  for (let mails = 0; mails < 5; mails++) await world.signUp({ password: BETTER }, stranger);
  assert.equal((await world.signUp({ password: BETTER }, stranger)).status, 429);
  await prove(world);
});

test("Five wrong codes end a mail, and the password counts on (PW-11)", async () => {
  const world = await openWithAda();
  let page = await world.enter();
  for (let tries = 1; tries < 5; tries++) {
    page = await typeCode(world, page, "00000000");
    assert.match(page.text, /That code isn't right/);
  }
  const { searchParams } = new URL((await typeCode(world, page, "00000000")).url);
  assert.equal(searchParams.get("error"), "TooManyWrongCodes");
  assert.equal(await world.session(), null);
  await prove(world);
});

test("Every browser is allowed with `allow`, without limits, or where no email has a code", async () => {
  const withoutCode = { sendVerificationRequest: () => {}, mails: "link" } as const;
  const worlds = [
    await openWithAda({ options: { unknownBrowsers: "allow" } }),
    await openWithAda({ limits: false }),
    await openWithAda({ email: withoutCode }),
  ];
  for (const world of worlds) {
    assert.equal((await world.enter()).url, `${APP}/home`, world.log());
    assert.deepEqual(world.mails, []);
  }
  const [allowed, unlimited] = worlds.map((world) => world.log());
  assert.match(unlimited!, /unknown-browsers/);
  assert.doesNotMatch(allowed!, /unknown-browsers/);
});

test("A page of the application learns why it waits, and a script gets its address", async () => {
  const world = await openWithAda({ pages: { verifyRequest: "/check" } });
  const page = await world.enter();
  const { pathname, searchParams } = new URL(page.url);
  assert.equal(pathname, "/check");
  assert.deepEqual(Object.fromEntries(searchParams), {
    provider: "password",
    type: "email",
    again: "unknownBrowser",
  });
  assert.equal(await world.session(), null);
  const done = await world.post("callback/password", {
    code: world.mails.at(-1)!.code,
    callbackUrl: "/home",
  });
  assert.equal(done.headers.get("location"), `${APP}/home`, world.log());
});

test("A browser with the cookie of testKnownBrowser() is known, in the generation of the user", async () => {
  const world = await openWithAda();
  const row = (await world.db.adapter.rows.find("security", { userId: "1" }))!;
  await world.db.adapter.rows.store("security", { ...row, generation: 3 }, 0);
  const config = { ...world.config, url: APP } as AuthConfig;
  const [known, ...others] = await testKnownBrowser({ email: ADA }, config);
  assert.deepEqual([known?.name, known?.url, others], [BROWSER, APP, []]);
  copyCookie(world.browser, known!);
  assert.equal((await world.enter()).url, `${APP}/home`, world.log());
  assert.deepEqual(await testKnownBrowser({ email: ADA }, { ...config, limits: false }), []);
  await assert.rejects(testKnownBrowser({ email: ADA }, { ...config, url: undefined }), /set `url`/);
});
