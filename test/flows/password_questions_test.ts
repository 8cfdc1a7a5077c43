/**
 * The owner of a mailbox is asked for the password that was set before any proof: right, it stays, and nothing else does.
 *
 * @module
 */

import assert from "node:assert/strict";
import crypto from "node:crypto";
import { Auth } from "../../mod.ts";
import { Memory } from "../../src/adapters/memory/memory.ts";
import { hashPassword } from "../../src/crypto/password.ts";
import type { Page } from "../../src/testing/mod.ts";
import { isNightly } from "../_nightly.ts";
import { assertFailed, assertSignedIn, ReferenceAdapter } from "./_database.ts";
import { ADA, BETTER, GOOD, importUser, openPasswords, type PasswordWorld } from "./_kept_passwords.ts";
import { interruptible } from "./_interruptible.ts";
import { testForms as test, testManyForms } from "./_password_forms.ts";
import { APP, oauth2 } from "./_world.ts";
import { withFaults } from "./_with_faults.ts";
import { chosen } from "../_short.ts";

const KEEP = "/auth/keep-password";

/** Whether the password alone signs in. */
async function accepts(world: PasswordWorld, password: string): Promise<boolean> {
  return (await world.enter(password, world.visitor())).url === `${APP}/home`;
}

/** Opens the page of a magic link, which asks. */
async function asked(world: PasswordWorld, browser = world.browser): Promise<Page> {
  await world.ask(ADA, browser);
  const page = await world.follow(browser);
  assert.equal(new URL(page.url).pathname, KEEP, world.log());
  return page;
}

/** How the owner proves the mailbox, by name. Each ends on the page that asks. */
const PROOFS: Readonly<Record<string, (world: PasswordWorld) => Promise<Page>>> = {
  "a magic link": asked,
  "a code": async (world) =>
    await (await world.ask()).submit("/auth/callback/email", { code: world.mails.at(-1)!.code }),
  "a provider that vouches": async (world) => await world.signIn(),
  "a linked provider that vouches": async (world) => {
    await linkIdp(world);
    return await world.signIn();
  },
};

async function linkIdp({ db }: PasswordWorld): Promise<void> {
  await db.adapter.linkAccount({ userId: "1", provider: "idp", providerAccountId: "g1", type: "oauth" });
}

const vouching = { verifiedEmail: true, profile: () => ({ id: "g1", email: ADA }) } as const;

for (const strategy of chosen(["database", "jwt"] as const)) {
  for (const [proof, prove] of Object.entries(PROOFS)) {
    test(`The password of before stays if its owner types it after ${proof}, and is removed if it is wrong (PW-09, ${strategy})`, async () => {
      for (const [fields, stays] of [[{ current: GOOD }, true], [{ current: BETTER }, false]] as const) {
        const world = openPasswords({ session: { strategy }, oauth: vouching });
        await importUser(world);
        const page = await prove(world);
        assert.match(page.text, /Is this password yours\? The account of ada@example\.com has a password/);
        assert.equal(await world.session(), null);
        assert.equal((await world.db.users())[0]!.emailVerified, null);
        const done = await page.submit(KEEP, fields);
        await assertSignedIn(world, ADA);
        assert.equal(await accepts(world, GOOD), stays, world.log());
        if (stays) {
          assert.equal(done.url, `${APP}/home`);
          continue;
        }
        assert.match(done.url, /\/auth\/password\?removed=true&callbackUrl=/);
        assert.match(done.text, /The password from before was removed\. You can choose a new one/);
        await done.submit("/auth/password", { password: BETTER });
        assert.equal(await accepts(world, BETTER), true);
      }
    });
  }

  test(`Nothing but the password of before stays: sessions, accounts and open links of a stranger end (PW-09, ${strategy})`, async () => {
    const world = openPasswords({
      session: { strategy },
      oauth: { profile: () => ({ id: "g1", email: ADA }) },
    });
    await importUser(world);
    await linkIdp(world);
    const stranger = world.visitor();
    await (await stranger.open(`${APP}/auth/signin`)).submit("/auth/signin/idp");
    assert.equal((await world.sessionIn(stranger))?.user.email, ADA);
    // The stranger knows the password, and has mails under way.
    await world.enter(GOOD, stranger);
    const open = await stranger.open(`${APP}/auth/verify-request`);
    const { code, url } = world.mails.at(-1)!;
    const page = await asked(world);
    assert.ok(await world.sessionIn(stranger), "until the answer");
    const done = await page.submit(KEEP, { current: GOOD });
    assert.match(done.url, /\/auth\/taken-over\?removed=idp&/);
    assert.equal(await world.sessionIn(stranger), null);
    assert.deepEqual(await world.db.accounts(), []);
    await open.submit("/auth/callback/password", { code });
    await (await world.visitor().open(url)).submit(KEEP, { choice: "never" });
    assert.equal(await world.sessionIn(stranger), null);
    assert.equal(await accepts(world, GOOD), true);
  });

  test(`A magic link in the user's own fresh session asks for the password, too (PW-09, ${strategy})`, async () => {
    const world = openPasswords({
      session: { strategy },
      oauth: { profile: () => ({ id: "g1", email: ADA }) },
    });
    await importUser(world);
    await linkIdp(world);
    await world.signIn();
    const phone = world.visitor();
    await (await phone.open(`${APP}/auth/signin`)).submit("/auth/signin/idp");
    assert.ok(await world.sessionIn(phone));
    const { csrfToken } = await (await world.browser.fetch(`${APP}/auth/csrf`)).json();
    const body = new URLSearchParams({ csrfToken, email: ADA, callbackUrl: "/home" });
    await world.browser.fetch(`${APP}/auth/signin/email`, { method: "POST", body });
    const page = await world.follow();
    assert.match(page.url, /\/auth\/keep-password/);
    assert.equal((await page.submit(KEEP, { current: GOOD })).url, `${APP}/home`, world.log());
    await assertSignedIn(world, ADA);
    assert.equal(await world.sessionIn(phone), null);
    assert.equal(await accepts(world, GOOD), true);
    // Their own way stays.
    assert.equal((await world.db.accounts()).length, 1);
  });
}

test("A user who has never chosen a password loses the one of a stranger, and may go on without (PW-09)", async () => {
  const world = openPasswords();
  await importUser(world);
  const page = await asked(world);
  const done = await page.submit(KEEP, { choice: "never", current: GOOD });
  assert.match(done.url, /\/auth\/password\?removed=true&callbackUrl=/);
  assert.match(done.html, /<a class="link" href="[^"]*\/home">Cancel<\/a>/);
  await assertSignedIn(world, ADA);
  assert.equal(await accepts(world, GOOD), false);
});

test("The link of a mail for a right password asks for it in another browser: typed elsewhere, it proves nothing (PW-09)", async () => {
  for (const [fields, stays] of [[{ current: GOOD }, true], [{ choice: "never" }, false]] as const) {
    const world = openPasswords({ options: { minLength: 64 } });
    await importUser(world);
    await world.enter(GOOD, world.visitor());
    const { url } = world.mails.at(-1)!;
    // A scanner opens it, too.
    await world.visitor().open(url);
    const page = await world.browser.open(url);
    assert.match(page.text, /Is this password yours\?/);
    assert.equal((await page.submit(KEEP, {})).text, page.text);
    const done = await page.submit(KEEP, fields);
    await assertSignedIn(world, ADA);
    assert.equal(new URL(done.url).pathname, stays ? "/home" : "/auth/password");
    assert.equal(await accepts(world, GOOD), stays);
    const again = await (await world.visitor().open(url)).submit(KEEP, { current: GOOD });
    assert.match(again.url, /\/auth\/error\?error=Verification/);
  }
});

test("A link with a wrong token compares no password, and its page tells nothing of the user (PW-09)", async () => {
  const world = openPasswords();
  await importUser(world);
  const pages = await Promise.all([ADA, "bob@example.com"].map(async (email) => {
    const visitor = world.visitor();
    const url = `${APP}/auth/callback/password?token=${"0".repeat(64)}&email=${email}&asks=password`;
    const page = await visitor.open(url);
    const shown = page.html.replaceAll(email, "").replaceAll(/value="[^"]{40,}"/g, "");
    const answers: string[] = [];
    const forms: Record<string, string>[] = [{ current: GOOD }, { current: BETTER }, { choice: "never" }];
    for (const fields of forms) {
      answers.push((await page.submit(KEEP, fields)).url);
    }
    return [shown, ...answers];
  }));
  assert.deepEqual(pages[0], pages[1]);
  assert.match(pages[0]![1]!, /error=Verification/);
  assert.equal(new Set(pages[0]!.slice(1)).size, 1);
  assert.ok((await world.db.adapter.rows.find("security", { userId: "1" }))!.passwordHash);
});

test("A link in the browser in which the password was typed asks nothing (PW-09)", async () => {
  const world = openPasswords();
  await importUser(world);
  await world.enter();
  assert.equal((await world.follow()).url, `${APP}/home`);
  assert.equal(await accepts(world, GOOD), true);
});

test("A stranger who registers with the victim's leaked password keeps nothing, though the victim types it (PW-09)", async () => {
  const world = openPasswords({ options: { isLeaked: (password) => password === GOOD } });
  await importUser(world);
  const done = await (await asked(world)).submit(KEEP, { current: GOOD });
  assert.match(done.url, /\/auth\/password\?error=Leaked&callbackUrl=/);
  assert.match(done.text, /That password has appeared in a data leak/);
  await assertSignedIn(world, ADA);
  assert.equal(await accepts(world, GOOD), false);
  // Sign-up keeps none either: the link asks for another one in the browser of the victim.
  const fresh = openPasswords({ options: { isLeaked: (password) => password === GOOD } });
  await fresh.signUp({ password: BETTER }, fresh.visitor());
  const page = await fresh.follow();
  assert.match((await page.submit("/auth/callback/password", { password: GOOD })).text, /data leak/);
});

test("An answer in one tab does not count for the question that another tab has put since (PW-09)", async () => {
  const world = openPasswords();
  await importUser(world);
  const bob = "bob@example.com";
  await world.db.adapter.createUser({ id: "2", name: "Bob", email: bob, emailVerified: null });
  const row = { userId: "2", generation: 0, passwordIsProven: false, passwordSetAt: null };
  await world.db.adapter.rows.store("security", { ...row, passwordHash: await hashPassword(BETTER) }, null);
  const first = await asked(world);
  await world.ask(bob);
  await world.follow();
  const shown = await first.submit(KEEP, { current: GOOD });
  assert.match(shown.text, /The account of bob@example\.com has a password/);
  assert.equal(await world.session(), null);
  await shown.submit(KEEP, { current: BETTER });
  await assertSignedIn(world, bob);
  assert.ok((await world.db.adapter.rows.find("security", { userId: "1" }))!.passwordHash);
});

test("A question has one answer: of many at once one counts, and a kept cookie answers nothing later (PW-09)", async () => {
  const world = openPasswords();
  await importUser(world);
  const page = await asked(world);
  const cookies = world.browser.cookies(APP).map(({ name, value }) => `${name}=${value}`).join("; ");
  const html = page.html;
  const field = (name: string) => new RegExp(`name="${name}" value="([^"]+)"`).exec(html)![1]!;
  const post = async (fields: Record<string, string>) => {
    const body = new URLSearchParams({
      csrfToken: field("csrfToken"),
      question: field("question"),
      ...fields,
    });
    const headers = { cookie: cookies, origin: APP };
    const answer = await Auth(new Request(`${APP}${KEEP}`, { method: "POST", headers, body }), world.config);
    return answer.headers.get("location")!;
  };
  const answers = await Promise.all(
    [GOOD, BETTER, "a third one for luck", "a fourth one for luck"].map((current) => post({ current })),
  );
  const refused = answers.filter((url) => url.includes("error=UserChanged"));
  assert.equal(refused.length, 3, answers.join("\n"));
  for (const [name, value] of [["current", GOOD], ["choice", "never"]] as const) {
    assert.match(await post({ [name]: value }), /\/auth\/signin\?.*error=UserChanged/);
  }
});

test("No question is put without a proof, nor to users without a password or with a proven address", async () => {
  const world = openPasswords();
  const none = await world.browser.open(`${APP}${KEEP}`);
  assert.match(none.url, /\/auth\/signin/);
  await world.db.adapter.createUser({ id: "1", name: "Ada", email: ADA, emailVerified: null });
  await world.ask();
  assert.equal((await world.follow()).url, `${APP}/home`);
  await world.post("signout");
  const row = { userId: "1", generation: 9, passwordIsProven: true, passwordSetAt: null };
  const before = (await world.db.adapter.rows.find("security", { userId: "1" }))?.generation ?? null;
  await world.db.adapter.rows.store("security", { ...row, passwordHash: await hashPassword(GOOD) }, before);
  await world.ask();
  assert.equal((await world.follow()).url, `${APP}/home`);
  assert.equal(await accepts(world, GOOD), true);
});

test("A page of the application's own asks, and posts the question or the token back", async () => {
  const world = openPasswords({ pages: { keepPassword: "/is-it-yours" } });
  await importUser(world);
  await world.enter(GOOD, world.visitor());
  const linked = new URL((await world.follow()).url);
  assert.equal(linked.pathname, "/is-it-yours");
  assert.deepEqual([...linked.searchParams.keys()], ["email", "token", "callbackUrl"]);
  await world.ask();
  const { searchParams } = new URL((await world.follow()).url);
  assert.deepEqual([...searchParams.keys()], ["email", "question", "callbackUrl"]);
  const { csrfToken } = await (await world.browser.fetch(`${APP}/auth/csrf`)).json();
  const body = new URLSearchParams({ csrfToken, question: searchParams.get("question")!, current: GOOD });
  await world.browser.fetch(`${APP}${KEEP}`, { method: "POST", body });
  await assertSignedIn(world, ADA);
  assert.equal(await accepts(world, GOOD), true);
});

test("A user whose identity is too large for a cookie is told that the password went, and sets a new one", async () => {
  const profile = () => ({ id: "g1", email: ADA, about: "x".repeat(20_000) });
  const world = openPasswords({ oauth: { verifiedEmail: true, profile } });
  await importUser(world);
  const page = await world.signIn();
  assert.match(page.url, /\/auth\/password\?removed=true/, world.log());
  await assertSignedIn(world, ADA);
});

test("A user whose other ways went as well reads that first, and sets a new password then (PW-09)", async () => {
  const world = openPasswords({ oauth: { profile: () => ({ id: "g1", email: ADA }) } });
  await importUser(world);
  await linkIdp(world);
  const page = await (await asked(world)).submit(KEEP, { current: BETTER });
  assert.match(page.url, /\/auth\/taken-over\?removed=idp&/);
  const next = /class="button" href="([^"]+)"/.exec(page.html)![1]!.replaceAll("&amp;", "&");
  const form = await world.browser.open(new URL(next, APP).href);
  assert.match(form.text, /The password from before was removed/);
  await form.submit("/auth/password", { password: BETTER });
  assert.equal(await accepts(world, BETTER), true);
});

test("A server that is too busy for an answer asks again, and nothing is lost", async () => {
  const world = openPasswords();
  await importUser(world);
  const page = await asked(world);
  const { scrypt } = crypto;
  Object.assign(crypto, {
    scrypt: () => {
      throw new Error("too busy");
    },
  });
  try {
    await page.submit(KEEP, { current: GOOD });
  } finally {
    Object.assign(crypto, { scrypt });
  }
  assert.equal(await world.session(), null);
  assert.equal((await page.submit(KEEP, { current: GOOD })).url, `${APP}/home`, world.log());
});

for (const strategy of chosen(["database", "jwt"] as const)) {
  testManyForms(
    `A stranger who types the password at any moment of the answer "never" stays out (PW-09, ${strategy})`,
    async () => {
      let isInterrupted = true;
      for (let call = 0; isInterrupted; call++) {
        const db = interruptible();
        const world = openPasswords({ adapter: db.adapter, session: { strategy } });
        await importUser(world);
        const page = await asked(world);
        const stranger = world.visitor();
        const signIn = await stranger.open(`${APP}/auth/signin?callbackUrl=/home`);
        const form = "/auth/callback/password";
        db.count = 0;
        let waiting: Page | null = null;
        const run = async () => {
          waiting = await signIn.submit(form, { email: ADA, password: GOOD });
        };
        db.interrupt = { call, moment: "before", run };
        await page.submit(KEEP, { choice: "never" });
        isInterrupted = db.interrupt === null;
        const where = `call ${call}\n${world.log()}`;
        await assertSignedIn(world, ADA);
        assert.equal(await world.sessionIn(stranger), null, where);
        // Not even with the code of the mail that this has sent.
        const { code, purpose } = world.mails.at(-1)!;
        if (waiting && purpose === "confirm") await (waiting as Page).submit(form, { code });
        assert.equal(await world.sessionIn(stranger), null, where);
        assert.equal(await accepts(world, GOOD), false, where);
        await assertSignedIn(world, ADA);
      }
    },
  );
}

for (const strategy of chosen(["database", "jwt"] as const)) {
  testManyForms(
    `A stranger whose sign-in is overtaken by the owner at any moment gets no mail that lets them in (PW-09, ${strategy})`,
    async () => {
      let isInterrupted = true;
      for (let call = 0; isInterrupted; call++) {
        const db = interruptible();
        const world = openPasswords({ adapter: db.adapter, session: { strategy } });
        await importUser(world);
        const page = await asked(world);
        const stranger = world.visitor();
        const signIn = await stranger.open(`${APP}/auth/signin?callbackUrl=/home`);
        const form = "/auth/callback/password";
        db.count = 0;
        db.interrupt = { call, moment: "before", run: () => page.submit(KEEP, { choice: "never" }) };
        const waiting = await signIn.submit(form, { email: ADA, password: GOOD });
        isInterrupted = db.interrupt === null;
        const { code, purpose } = world.mails.at(-1)!;
        if (isInterrupted && purpose === "confirm" && waiting.url.includes("verify-request")) {
          await waiting.submit(form, { code });
        }
        if (!isInterrupted) continue;
        assert.equal(await world.sessionIn(stranger), null, `call ${call}\n${world.log()}`);
        assert.equal(await accepts(world, GOOD), false);
        await assertSignedIn(world, ADA);
      }
    },
  );
}

for (const age of [0, 7200]) {
  test(`An account of a provider that vouches, added in a session of ${age} seconds, asks for the password of before (PW-09)`, async () => {
    const world = openPasswords({
      oauth: { profile: () => ({ id: "g1", email: ADA }) },
      more: (idp) => [oauth2(idp, { ...vouching, id: "other", profile: () => ({ id: "o1", email: ADA }) })],
    });
    await importUser(world);
    await linkIdp(world);
    await world.signIn();
    world.platform.tick(age);
    const signIn = await world.browser.open(`${APP}/auth/signin?callbackUrl=/home`);
    let page = await (await signIn.submit("/auth/signin/other")).submit("/auth/link", { choice: "link" });
    if (age) {
      // An old session: the user signs in again first.
      page = await (await page.submit("/auth/signin/idp")).submit("/auth/link", { choice: "link" });
    }
    assert.match(page.url, /\/auth\/keep-password/, world.log());
    const done = await page.submit(KEEP, { current: GOOD });
    assert.equal(done.url, `${APP}/home`, world.log());
    await assertSignedIn(world, ADA);
    assert.equal(await accepts(world, GOOD), true);
    assert.equal((await world.db.accounts()).length, 2);
  });
}

test("A user who cannot be taken over is refused without a question, and keeps the password", async () => {
  const { rows } = Memory();
  const adapter = Object.assign(new ReferenceAdapter(), { rows });
  const world = openPasswords({ adapter, session: { strategy: "jwt" } });
  await importUser(world);
  await world.ask();
  await assertFailed(world, await world.follow(), ["signin", "UserNotVerified"]);
  assert.ok((await world.db.adapter.rows.find("security", { userId: "1" }))!.passwordHash);
});

test("A question whose password has been changed since leads to the sign-in page, once", async () => {
  const world = openPasswords();
  await importUser(world);
  const page = await asked(world);
  const { adapter } = world.db;
  const row = (await adapter.rows.find("security", { userId: "1" }))!;
  await adapter.rows.store(
    "security",
    { ...row, passwordHash: await hashPassword(BETTER), generation: 1 },
    0,
  );
  for (const error of ["UserChanged", "InvalidCheck"] as const) {
    await assertFailed(world, await page.submit(KEEP, { current: GOOD }), ["signin", error]);
  }
  assert.equal((await adapter.rows.find("security", { userId: "1" }))!.generation, 1);
});

/** By day one proof for each way in which an address is verified. */
const FAULTY = isNightly
  ? Object.keys(PROOFS).flatMap((proof) => [[proof, "database"], [proof, "jwt"]] as const)
  : [["a magic link", "database"], ["a linked provider that vouches", "jwt"]] as const;

for (const [proof, strategy] of FAULTY) {
  testManyForms(
    `A database that fails while the password of before is kept after ${proof} does not lose it (PW-08, ${strategy})`,
    async () => {
      const prove = PROOFS[proof]!;
      const prepared = async () => {
        const world = openPasswords({ session: { strategy }, oauth: vouching });
        await importUser(world);
        return [world, await prove(world)] as const;
      };
      await withFaults(async () => {
        const [world, page] = await prepared();
        return [world, () => page.submit(KEEP, { current: GOOD })];
      }, async (world, where) => {
        if (!await world.session()) {
          // The owner asks for a mail.
          await world.ask();
          const page = await world.follow();
          if (page.url.includes(KEEP)) await page.submit(KEEP, { current: GOOD });
          assert.ok(await world.session(), where);
        }
        assert.equal(await accepts(world, GOOD), true, where);
      });
    },
  );
}
