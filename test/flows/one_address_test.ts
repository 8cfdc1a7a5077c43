import assert from "node:assert/strict";
import { test } from "node:test";
import { findUserByEmail } from "../../mod.ts";
import type { AdapterUser } from "../../src/adapters/contract/types.ts";
import { ADAPTERS, assertFailed, assertSignedIn, openDatabase, storeUser } from "./_database.ts";
import { APP } from "./_world.ts";

/** One mailbox, as providers write it. */
const SPELLINGS: readonly string[] = [
  "josé@bücher.example",
  "josé@bücher.example ",
  "\tjosé@bücher.example",
  "\uFEFFjosé@bücher.example\u200B",
  "\u200EJOSÉ@BÜCHER.example",
  "jose\u0301@bu\u0308cher.example",
  "josé@XN--BCHER-KVA.example",
];

/** Addresses as Auth.js stores them: in lower case and trimmed, and as they are else. */
const IMPORTED: readonly string[] = [
  "jose\u0301@example.com",
  "jose\u0301-mari\u0301@bu\u0308cher.example",
  "josé-mari\u0301@example.com",
  "\u200Bada@example.com",
  "\u202Aada@example.com\u202C",
  "ada@example\u3002com",
];

const ONE = "josé@xn--bcher-kva.example";

for (const [kind, adapter] of Object.entries(ADAPTERS)) {
  for (const email of SPELLINGS) {
    const written = JSON.stringify(email);
    const claims = { sub: "jose", name: "José", email, email_verified: true };

    test(`Auth() makes one user of a mailbox and of ${written}, whichever comes first (AL-26), with ${kind}`, async () => {
      const mailFirst = openDatabase({ adapter: adapter() });
      await mailFirst.ask("josé@bücher.example");
      await mailFirst.follow();
      await mailFirst.post("signout");
      mailFirst.idp.login(claims);
      await assertFailed(mailFirst, await mailFirst.signIn(), ["signin", "OAuthAccountNotLinked"]);
      const providerFirst = openDatabase({ adapter: adapter(), oauth: { verifiedEmail: true } });
      providerFirst.idp.login(claims);
      await providerFirst.signIn();
      await assertSignedIn(providerFirst, ONE);
      await providerFirst.post("signout");
      await providerFirst.ask("josé@bücher.example");
      await providerFirst.follow();
      for (const { db } of [mailFirst, providerFirst]) {
        const users = await db.users();
        assert.deepEqual(users.map(({ email }) => email), [ONE]);
        assert.ok(users[0]!.emailVerified);
      }
    });
  }

  for (
    const email of [
      "a da@example.com",
      "ada\u200B@example.com",
      "ada@example.com\0",
      "ada@example.com@evil.test",
    ]
  ) {
    test(`Auth() signs in without the address ${JSON.stringify(email)} (AL-26), with ${kind}`, async () => {
      const world = openDatabase({ adapter: adapter(), oauth: { verifiedEmail: true } });
      world.idp.login({ sub: "ada", name: "Ada", email });
      assert.equal((await world.signIn()).text, "Hello Ada", world.log());
      const [ada] = await world.db.users();
      assert.deepEqual([ada!.email, ada!.emailVerified], [null, null]);
    });
  }

  test(`Auth() finds the user whom an earlier version has stored with another spelling (AL-26), with ${kind}`, async () => {
    const stored: Partial<AdapterUser> = { email: "ada@bücher.example", emailVerified: new Date(0) };
    for (const typed of ["ada@bücher.example", "Ada@xn--bcher-kva.example"]) {
      const world = openDatabase({ adapter: adapter() });
      await storeUser(world, stored);
      await world.ask(typed);
      await world.follow();
      await assertSignedIn(world, stored.email!);
      await world.post("signout");
      world.idp.login({ sub: "mallory", name: "Mallory", email: typed });
      await assertFailed(world, await world.signIn(), ["signin", "OAuthAccountNotLinked"]);
      assert.equal((await world.db.users()).length, 1);
    }
    // As a provider has written it.
    const world = openDatabase({ adapter: adapter() });
    await storeUser(world, { email: "josÉ@example.com " });
    world.idp.login({ sub: "jose", name: "José", email: "JosÉ@example.com " });
    await assertFailed(world, await world.signIn(), ["signin", "OAuthAccountNotLinked"]);
    assert.equal((await world.db.users()).length, 1);
  });

  for (const email of IMPORTED) {
    test(`Auth() finds the user whom Auth.js has stored as ${JSON.stringify(email)} by mail (AL-26), with ${kind}`, async () => {
      for (const isHere of [true, false]) {
        const world = openDatabase({ adapter: adapter() });
        await storeUser(world, { email, emailVerified: new Date(0) });
        await world.ask(email);
        const browser = isHere ? world.browser : world.visitor();
        const page = await world.follow(browser);
        if (!isHere) await page.submit("/auth/callback/email");
        assert.equal((await world.sessionIn(browser))?.user.id, "1", world.log());
        assert.equal((await world.db.users()).length, 1);
      }
    });
  }

  test(`Auth() gives no mailbox the user of a look-alike, typed as it is stored (AL-09), with ${kind}`, async () => {
    for (const email of ["\uFB01na@example.com", "\uFF41da@example.com", "\u212Aim@example.com"]) {
      const world = openDatabase({ adapter: adapter() });
      await storeUser(world, { email, emailVerified: new Date(0) });
      await world.ask(email);
      assert.notEqual(world.mails[0]!.identifier, email);
      await world.follow();
      assert.ok(!["1", undefined].includes((await world.session())?.user.id as string), world.log());
    }
  });

  test(`Auth() prefers the user whose address is verified among two of one mailbox (AL-26), with ${kind}`, async () => {
    const world = openDatabase({ adapter: adapter() });
    await storeUser(world, { email: "ada@xn--bcher-kva.example" });
    await storeUser(world, {
      id: "2",
      name: "Owner",
      email: "ada@bücher.example",
      emailVerified: new Date(0),
    });
    await world.ask("ada@bücher.example");
    await world.follow();
    assert.equal((await world.session())?.user.name, "Owner");
    assert.equal((await world.db.users()).length, 2);
  });
}

test("Auth() opens a link that was mailed before the update, with the domain in Unicode (AL-26)", async () => {
  const world = openDatabase({ email: { normalizeIdentifier: (typed) => typed.trim().toLowerCase() } });
  await world.ask("ada@bücher.example");
  const { url } = world.mails[0]!;
  assert.match(decodeURIComponent(url), /email=ada@bücher\.example/);
  const updated = openDatabase({ adapter: world.db.adapter });
  const page = await updated.browser.open(url);
  await page.submit();
  await assertSignedIn(updated, "ada@xn--bcher-kva.example");
});

test("Auth() counts the mails of all spellings of an address together (LM-07)", async () => {
  const world = openDatabase();
  for (
    const typed of [
      "ada@bücher.example",
      "ada@xn--bcher-kva.example",
      "\u200Bada@BÜCHER.example",
      "ada@bu\u0308cher.example",
    ]
  ) {
    for (let time = 0; time < 3; time++) await world.ask(typed, world.visitor());
  }
  const sent = world.mails;
  assert.equal(new Set(sent.map(({ identifier }) => identifier)).size, 1);
  assert.equal(sent.length, 5, world.log());
});

test("Auth() shows the address of authorize in its one form, and none that is odd (AL-26)", async () => {
  for (
    const [email, shown] of [[" Ada@BÜCHER.example\u200B", "ada@xn--bcher-kva.example"], [
      "a da@example.com",
      null,
    ], ["Ada", "Ada"]] as const
  ) {
    const world = openDatabase({
      password: { authorize: () => ({ id: "1", name: "Ada", email }) },
      session: { strategy: "jwt" },
    });
    await world.typePassword();
    assert.equal((await world.session())?.user.email ?? null, shown, world.log());
  }
});

test("Auth() cuts what is invisible around an address that is typed, and refuses it within (EM-13)", async () => {
  const world = openDatabase();
  for (const around of ["\u200B", "\u200E", "\uFEFF", "\u2060", "\u00A0", "\t"]) {
    await world.ask(`${around}ada@example.com${around}`, world.visitor());
    assert.equal(world.mails.pop()?.identifier, "ada@example.com");
    const page = await world.ask(`ada@exa${around}mple.com`, world.visitor());
    assert.equal(new URL(page.url).searchParams.get("error"), "InvalidEmail");
    assert.equal(world.mails.length, 0);
    world.platform.tick(3600);
  }
});

test("Auth() mails to the domain that a browser would ask, and finds the user of a provider there (AL-26)", async () => {
  // A sigma that ends a word has another small letter, which only `toLowerCase` looks at.
  for (const typed of ["ada@ΕΛΛΑΣ-ΝΕΑ.gr", "ada@ΝΕΟΣ2.gr", "ada@ΕΛΛΑΣ.gr"]) {
    const world = openDatabase({ oauth: { verifiedEmail: true } });
    world.idp.login({ sub: "ada", name: "Ada", email: typed, email_verified: true });
    await world.signIn();
    const visitor = world.visitor();
    await world.ask(typed, visitor);
    assert.equal(world.mails.at(-1)!.identifier, `ada@${new URL(`https://${typed.split("@")[1]}`).host}`);
    await world.follow(visitor);
    assert.equal((await world.sessionIn(visitor))?.user.id, (await world.session())?.user.id, typed);
  }
});

/** Addresses that look like one of another mailbox to a mail service, or that no form takes (EM-08, EM-09). */
const REFUSED: readonly string[] = [
  "x,bob@example.com",
  '"bob"@example.com',
  "(1)bob@example.com",
  "\u2474bob@example.com",
  "bob\uFF20evil.test@example.com",
  "bob\uFF0Ceve@example.com",
  "<bob@example.com",
  "mailto:bob@example.com",
  "=?utf-8?q?bob?=@example.com",
];

/** Addresses that no form takes, and that a provider may have given out. */
const FORMS_REFUSE: readonly string[] = [
  "bob..x@example.com",
  "bob.@example.com",
  "o\u2019brien@example.com",
];

/** Addresses of mailboxes that exist, which some doors refused. */
const TAKEN: Readonly<Record<string, string>> = {
  "संपर्क@डाटामेल.भारत": "संपर्क@xn--c2bd4bq1db8d.xn--h2brj9c",
  "ผู้ใช้@example.com": "ผู้ใช้@example.com",
  "น้ำ@example.com": "น้ำ@example.com",
  "o'brien+news@example.com": "o'brien+news@example.com",
  "ada@corp_local": "ada@corp_local",
};

for (const [email, kept] of [...REFUSED.map((each) => [each, null] as const), ...Object.entries(TAKEN)]) {
  test(`Every door answers the same about the address ${JSON.stringify(email)} (AL-26, EM-08)`, async () => {
    // A form.
    const world = openDatabase();
    const page = await world.ask(email);
    assert.equal(world.mails[0]?.identifier ?? null, kept);
    assert.equal(new URL(page.url).searchParams.get("error"), kept ? null : "InvalidEmail");
    // A provider.
    const other = openDatabase({ oauth: { verifiedEmail: true }, email: { notices: true } });
    other.idp.login({ sub: "bob", name: "Bob", email, email_verified: true });
    await other.signIn();
    assert.equal((await other.session())?.user.email ?? null, kept, other.log());
    assert.equal(Boolean((await other.db.users())[0]!.emailVerified), kept !== null);
    // A sign-in on a device that is new, about which the owner of a mailbox gets a mail.
    const device = other.visitor();
    await (await device.open(`${APP}/auth/signin?callbackUrl=/home`)).submit("/auth/signin/idp");
    assert.equal((await other.sessionIn(device))?.user.name, "Bob", other.log());
    assert.deepEqual(other.mails.map(({ identifier }) => identifier), kept ? [kept] : []);
    if (kept) {
      // The form finds the user of the provider.
      const visitor = other.visitor();
      await other.ask(email, visitor);
      await other.follow(visitor);
      assert.equal((await other.sessionIn(visitor))?.user.name, "Bob", other.log());
    }
    // A password that the application checks.
    const typed = openDatabase({
      password: { authorize: () => ({ id: "1", name: "Bob", email }) },
      session: { strategy: "jwt" },
    });
    await typed.typePassword();
    assert.equal((await typed.session())?.user.email ?? null, kept, typed.log());
  });
}

for (const email of FORMS_REFUSE) {
  test(`A provider says ${JSON.stringify(email)}, and finds its user again by it, which no form takes (AL-26)`, async () => {
    const world = openDatabase({ oauth: { verifiedEmail: true, allowDangerousEmailAccountLinking: true } });
    const { id } = await world.db.adapter.createUser({
      id: "1",
      name: "Bob",
      email,
      emailVerified: new Date(0),
    });
    world.idp.login({ sub: "bob", name: "Bob", email, email_verified: true });
    await world.signIn();
    assert.equal((await world.session())?.user.id, id, world.log());
    const page = await world.ask(email, world.visitor());
    assert.equal(new URL(page.url).searchParams.get("error"), "InvalidEmail");
  });
}

test("A user who is stored with an address that no form takes still signs in with their provider (AL-26)", async () => {
  for (const email of REFUSED) {
    const world = openDatabase({ oauth: { verifiedEmail: true } });
    world.idp.login({ sub: "bob", name: "Bob", email: null as never });
    await world.signIn();
    const [bob] = await world.db.users();
    await world.db.adapter.updateUser({ id: bob!.id, email, emailVerified: new Date(0) });
    world.idp.login({ sub: "bob", name: "Bob", email, email_verified: true });
    const device = world.visitor();
    await (await device.open(`${APP}/auth/signin?callbackUrl=/home`)).submit("/auth/signin/idp");
    assert.deepEqual((await world.sessionIn(device))?.user.id, bob!.id, world.log());
    assert.deepEqual((await world.db.users()).map((each) => each.email), [email]);
    assert.equal((await findUserByEmail(email.toUpperCase(), world.db.adapter))?.id, bob!.id);
  }
});
