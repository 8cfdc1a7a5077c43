/**
 * Adding a way to sign in proves nothing about the user. In a session that is not fresh, the user signs in again first,
 * with a way that they had before; the account that they wanted to add waits for them.
 *
 * @module
 */

import assert from "node:assert/strict";
import { test } from "node:test";
import type { Adapter } from "../../src/adapters/contract/types.ts";
import { Memory } from "../../src/adapters/memory/memory.ts";
import { Passkey } from "../../src/providers/passkey.ts";
import type { Page } from "../../src/testing/mod.ts";
import { type Authenticator, createAuthenticator } from "./_authenticator.ts";
import { KINDS } from "./_beside.ts";
import { type DatabaseOptions, type DatabaseWorld, openDatabase } from "./_database.ts";
import { APP, oauth2 } from "./_world.ts";
import { chosen } from "../_short.ts";

const ADA = { sub: "ada", name: "Ada Lovelace", email: "ada@example.com" };
const MALLORY = { sub: "mallory", name: "Mallory", email: "mallory@evil.example" };
const HOUR = 3600;
const DAY = 24 * HOUR;

/** A world in which Ada has signed in, some days ago by default. `seen` holds each time that the application receives. */
async function open(
  { age = 5 * DAY, ...options }: DatabaseOptions & { readonly age?: number } = {},
): Promise<DatabaseWorld & { readonly seen: (number | null)[] }> {
  const seen: (number | null)[] = [];
  const world = openDatabase({
    more: (idp) => [oauth2(idp, { id: "other", name: "Other" })],
    callbacks: {
      session({ session, signedInAt }) {
        seen.push(signedInAt === null ? null : signedInAt.getTime());
        return session;
      },
    },
    ...options,
  });
  const { headers } = await world.post("signin/idp", { callbackUrl: "/home" });
  await world.browser.open(headers.get("location")!);
  world.platform.tick(age);
  return { ...world, seen };
}

/** Both forms in which an account comes: without a wish to add it, and with it. */
const WISHES: readonly Record<string, string>[] = [{}, { link: "true" }];

const WITH_PASSKEYS: DatabaseOptions = {
  adapter: Memory(),
  more: (idp) => [oauth2(idp, { id: "other", name: "Other" }), Passkey()],
};

/** Signs in at the provider `other`, as the user who is logged in there. Does not open the sign-in page. */
async function comeBy(world: DatabaseWorld, fields: Record<string, string> = {}): Promise<Page> {
  const response = await world.post("signin/other", { callbackUrl: "/settings", ...fields });
  return await world.browser.open(response.headers.get("location")!);
}

/** Registers a new passkey of the user who is signed in. */
async function register(
  world: DatabaseWorld,
  fields: Record<string, string> = {},
  authenticator: Authenticator = createAuthenticator(APP),
): Promise<Page> {
  const query = new URLSearchParams({ action: "register", ...fields });
  const response = await world.browser.fetch(`${APP}/auth/webauthn-options/passkey?${query}`);
  const { options } = await response.json();
  const data = JSON.stringify(await authenticator.create(options));
  const form = { action: "register", data, callbackUrl: "/settings", ...fields };
  const { headers } = await world.post("callback/passkey", form);
  return await world.browser.open(headers.get("location")!);
}

function assertSentToProve(page: Page, { log }: DatabaseWorld): void {
  const { pathname, searchParams } = new URL(page.url);
  assert.deepEqual([pathname, searchParams.get("error")], ["/auth/signin", "SessionNotFresh"], log());
}

/** Asserts that the session of the browser is still Ada's, and not fresh: it removes nothing. */
async function assertStillOld(world: DatabaseWorld): Promise<void> {
  assert.equal((await world.session())?.user.email, ADA.email, world.log());
  const data = await (await world.browser.fetch(`${APP}/auth/account-data`)).json();
  assert.equal(data.isFresh, false);
  for (const { id } of data.accounts ?? []) {
    const { headers } = await world.post("account", { action: "remove", id });
    assert.match(headers.get("location")!, /error=SessionNotFresh/);
  }
}

/** Asserts that Ada, and no one else, gets in, each in a browser of their own. */
async function assertOnlyAda(world: DatabaseWorld): Promise<void> {
  for (const [user, greeting] of [[ADA, "Hello Ada Lovelace"], [MALLORY, "Hello Mallory"]] as const) {
    world.idp.login(user);
    const provider = user === ADA ? "idp" : "other";
    const page = await world.visitor().open(`${APP}/auth/signin?callbackUrl=/home`);
    assert.equal((await page.submit(`/auth/signin/${provider}`)).text, greeting, world.log());
  }
}

for (const [kind, adapter] of Object.entries(KINDS)) {
  for (const strategy of chosen(["jwt", "database"] as const)) {
    const how = `with ${kind} (${strategy})`;
    const here = (more: DatabaseOptions & { readonly age?: number } = {}) =>
      open({ adapter: adapter(), session: { strategy }, ...more });

    test(`an old session, an identity of one's own and "yes" add nothing and make nothing fresh, ${how} (AC-13)`, async () => {
      for (const fields of WISHES) {
        const world = await here();
        const accounts = await world.db.accounts();
        world.idp.login(MALLORY);
        await comeBy(world, fields);
        const { headers } = await world.post("link", { choice: "link" });
        assert.match(headers.get("location")!, /\/auth\/signin\?error=SessionNotFresh/);
        await world.post("link", { choice: "link" });
        assert.deepEqual(await world.db.accounts(), accounts);
        await assertStillOld(world);
        // To sign in again needs a way that Ada has, which the thief does not.
        await comeBy(world);
        await comeBy(world, { link: "true" });
        assert.deepEqual(await world.db.accounts(), accounts);
        await assertStillOld(world);
        await assertOnlyAda(world);
      }
    });

    test(`Ada in an old session signs in again, answers, and is where she wanted to be, ${how}`, async () => {
      for (const fields of WISHES) {
        const world = await here();
        const [ada] = await world.db.users();
        world.idp.login(MALLORY);
        const first = await comeBy(world, fields);
        const sent = "link" in fields ? first : await first.submit("Add Other to Ada Lovelace's account");
        assertSentToProve(sent, world);
        assert.match(sent.text, /verify that it's you/);
        assertSentToProve(await world.browser.open(`${APP}/auth/link`), world);
        world.idp.login(ADA);
        const question = await sent.submit("/auth/signin/idp");
        assert.equal(new URL(question.url).pathname, "/auth/link", world.log());
        assert.match(question.text, /used Other as Mallory/);
        assert.equal((await world.db.accounts()).length, 1, "not before the answer");
        const page = await question.submit("Add Other to Ada Lovelace's account");
        assert.equal(page.url, `${APP}/settings`);
        assert.deepEqual(await world.db.accounts(), [`idp/ada: ${ada!.id}`, `other/mallory: ${ada!.id}`]);
      }
    });

    test(`a wish of an old session is asked about in the session that follows, ${how} (AC-13)`, async () => {
      const world = await here();
      const begun = await world.post("signin/other", { callbackUrl: "/settings", link: "true" });
      // Ada finds her computer, and signs in again for something else.
      await world.signIn();
      world.idp.login(MALLORY);
      const page = await world.browser.open(begun.headers.get("location")!);
      assert.equal(new URL(page.url).pathname, "/auth/link", world.log());
      assert.equal((await world.db.accounts()).length, 1, "not before the answer");
      await page.submit("Cancel");
      await assertOnlyAda(world);
    });

    test(`an account that is added leaves the session as old as it was, ${how} (AC-14)`, async () => {
      for (const ask of [true, false]) {
        const world = await here({ age: 50 * 60 });
        await world.session();
        const signedInAt = world.seen.at(-1);
        world.idp.login(MALLORY);
        const page = await comeBy(world, ask ? {} : { link: "true" });
        if (ask) await page.submit("Add Other to Ada Lovelace's account");
        assert.equal((await world.db.accounts()).length, 2, world.log());
        await world.session();
        assert.equal(world.seen.at(-1), signedInAt);
        world.platform.tick(10 * 60);
        await assertStillOld(world);
      }
    });

    test(`the mailbox of an address that was never verified adds nothing in an old session, ${how} (AC-13)`, async () => {
      const world = await here();
      await world.ask();
      assertSentToProve(await world.follow(), world);
      const [ada] = await world.db.users();
      assert.equal(ada!.emailVerified, null);
      await assertStillOld(world);
      const page = await world.browser.open(`${APP}/auth/signin`);
      const question = await page.submit("/auth/signin/idp");
      assert.equal(new URL(question.url).pathname, "/auth/link", world.log());
      assert.doesNotMatch(question.html, /value="switch"/, "that would take over the account of Ada herself");
      const { headers } = await world.post("link", { choice: "switch" });
      assert.match(headers.get("location")!, /error=InvalidCheck/);
      await question.submit("Add Email to Ada Lovelace's account");
      const [verified] = await world.db.users();
      assert.ok(verified!.emailVerified, world.log());
      assert.equal((await world.db.accounts()).length, 1);
    });

    test(`a question waits for the user who was asked: another one who signs in gets none, ${how} (AL-20)`, async () => {
      const world = await here();
      world.idp.login(MALLORY);
      assertSentToProve(await comeBy(world, { link: "true" }), world);
      const eve = { sub: "eve", name: "Eve", email: "eve@example.com" };
      world.idp.login(eve);
      const visitor = world.visitor();
      await (await visitor.open(`${APP}/auth/signin`)).submit("/auth/signin/idp");
      assert.equal((await world.signIn()).text, "Hello Eve", world.log());
      const { headers } = await world.post("link", { choice: "link" });
      assert.match(headers.get("location")!, /error=InvalidCheck/);
      assert.equal((await world.db.accounts()).length, 2);
    });

    test(`a question that was proven cannot be answered in a later session, ${how} (AL-20)`, async () => {
      const world = await here();
      world.idp.login(MALLORY);
      const sent = await comeBy(world, { link: "true" });
      world.idp.login(ADA);
      await sent.submit("/auth/signin/idp");
      const saved = world.browser.cookies(APP).filter(({ name }) => name.includes("latchkey.link"));
      assert.ok(saved.length);
      await world.post("signout");
      world.platform.tick(60);
      await world.signIn();
      for (const { name, value } of saved) {
        world.browser.setCookie(APP, `${name}=${value}; Path=/; Secure; HttpOnly`);
      }
      for (const choice of ["link", "switch"]) {
        const { headers } = await world.post("link", { choice });
        assert.match(headers.get("location")!, /error=InvalidCheck/);
      }
      assert.equal((await world.db.accounts()).length, 1);
    });
  }
}

/** Configs in which no one knows when a session began. */
const UNKNOWN: Readonly<Record<string, () => DatabaseOptions>> = {
  "whose token the application creates": () => {
    const { deleteSessionsByUserId: _, ...adapter } = Memory();
    return {
      adapter: adapter as Adapter,
      session: { strategy: "database", generateSessionToken: () => crypto.randomUUID() },
    };
  },
  "that the application encodes itself": () => ({
    session: { strategy: "jwt" },
    jwt: {
      encode: ({ token }) => {
        const { auth_time: _, ...claims } = token ?? {};
        return btoa(encodeURIComponent(JSON.stringify(claims)));
      },
      decode: ({ token }) => JSON.parse(decodeURIComponent(atob(token ?? ""))),
    },
  }),
};

for (const [what, options] of Object.entries(UNKNOWN)) {
  test(`a session ${what}, so that its beginning is unknown, needs a proof for each account (AC-13)`, async () => {
    const world = await open({ age: 0, ...options() });
    await world.session();
    assert.equal(world.seen.at(-1), null);
    for (const fields of WISHES) {
      world.idp.login(MALLORY);
      await comeBy(world, fields);
      await world.post("link", { choice: "link" });
      assert.equal((await world.db.accounts()).length, 1);
    }
    world.idp.login(MALLORY);
    const sent = await comeBy(world, { link: "true" });
    assertSentToProve(sent, world);
    world.idp.login(ADA);
    const page = await (await sent.submit("/auth/signin/idp")).submit("Add Other to Ada Lovelace's account");
    assert.equal(page.url, `${APP}/settings`, world.log());
    assert.equal((await world.db.accounts()).length, 2);
    world.idp.login({ ...MALLORY, sub: "mallory2" });
    assertSentToProve(await comeBy(world, { link: "true" }), world);
  });
}

/** A question that waits for a proof under other conditions: the config, the account that is added, and the proof's seconds. */
const WAITING: Readonly<
  Record<
    string,
    { readonly options?: Parameters<typeof open>[0]; readonly user?: object; readonly seconds?: number }
  >
> = {
  "where session.freshAge is 0": { options: { age: 0, session: { freshAge: 0 } } },
  "that is large": { user: { bio: "x".repeat(5000) } },
  "while callbacks.session is slow": { seconds: 30 },
};

for (const [what, { options = {}, user = {}, seconds = 0 }] of Object.entries(WAITING)) {
  test(`a question waits for a proof ${what}`, async () => {
    let isSlow = false;
    const world: DatabaseWorld = await open({
      ...options,
      callbacks: {
        session({ session }) {
          if (isSlow) world.platform.tick(seconds);
          return session;
        },
      },
    });
    const form = await world.browser.open(`${APP}/auth/signin?link=true&callbackUrl=/settings`);
    assert.match(form.text, options.age === 0 ? /Add a way to sign in/ : /verify that it's you/);
    world.idp.login({ ...MALLORY, ...user });
    const sent = await comeBy(world, { link: "true" });
    assertSentToProve(sent, world);
    world.idp.login(ADA);
    isSlow = true;
    const question = await sent.submit("/auth/signin/idp");
    isSlow = false;
    assert.equal(new URL(question.url).pathname, "/auth/link", world.log());
    await question.submit("Add Other to Ada Lovelace's account");
    assert.equal((await world.db.accounts()).length, 2, world.log());
  });
}

for (const strategy of chosen(["jwt", "database"] as const)) {
  for (const fields of WISHES) {
    const how = `${"link" in fields ? "with" : "without"} link (${strategy})`;
    test(`a passkey that is registered in an old session opens nothing, ${how} (AC-13)`, async () => {
      const world = await open({ ...WITH_PASSKEYS, adapter: Memory(), session: { strategy } });
      const authenticator = createAuthenticator(APP);
      const sent = await register(world, fields, authenticator);
      assertSentToProve(sent, world);
      await world.post("link", { choice: "link" });
      await assertStillOld(world);
      const [ada] = await world.db.users();
      assert.deepEqual(await world.db.adapter.listAuthenticatorsByUserId(ada!.id), []);
      const page = await (await sent.submit("/auth/signin/idp")).submit(
        "Add Passkey to Ada Lovelace's account",
      );
      assert.equal(page.url, `${APP}/settings`, world.log());
      assert.equal((await world.db.adapter.listAuthenticatorsByUserId(ada!.id)).length, 1);
    });
  }
}

test("a user signs in again with any way that they had before: a mail, a password, another account, a passkey", async () => {
  const authenticator = createAuthenticator(APP);
  const ways: Readonly<Record<string, (world: DatabaseWorld) => Promise<Page>>> = {
    async mail(world) {
      await world.ask();
      return await world.follow();
    },
    password: (world) => world.typePassword(),
    account: async (world) => {
      world.idp.login(ADA);
      return await (await world.browser.open(`${APP}/auth/signin`)).submit("/auth/signin/idp");
    },
    async passkey(world) {
      const response = await world.browser.fetch(
        `${APP}/auth/webauthn-options/passkey?action=authenticate`,
      );
      const data = JSON.stringify(await authenticator.get((await response.json()).options));
      const { headers } = await world.post("callback/passkey", { action: "authenticate", data });
      return await world.browser.open(headers.get("location")!);
    },
  };
  for (const [way, prove] of Object.entries(ways)) {
    const world = await open({
      ...WITH_PASSKEYS,
      adapter: Memory(),
      age: 0,
      password: { authorize: async () => (await world.db.users())[0] ?? null },
    });
    await world.ask();
    await world.follow();
    await register(world, { link: "true" }, authenticator);
    world.platform.tick(DAY);
    world.idp.login(MALLORY);
    assertSentToProve(await comeBy(world, { link: "true" }), world);
    const question = await prove(world);
    assert.equal(new URL(question.url).pathname, "/auth/link", `${way}\n${world.log()}`);
    await question.submit("Add Other to Ada Lovelace's account");
    assert.ok((await world.db.accounts()).some((each) => each.startsWith("other/mallory")), way);
  }
});

test("The page that adds a way to sign in asks a user in an old session to sign in again first", async () => {
  const world = await open();
  const sent = await world.browser.open(`${APP}/auth/signin?link=true&callbackUrl=/settings&ui_locales=de`);
  assertSentToProve(sent, world);
  assert.match(sent.html, /lang="de"/);
  const page = await sent.submit("/auth/signin/idp");
  const { pathname, searchParams } = new URL(page.url);
  assert.deepEqual([pathname, searchParams.get("link")], ["/auth/signin", "true"], world.log());
  assert.equal(searchParams.get("callbackUrl"), `${APP}/settings`);
  assert.match(page.html, /lang="de"/);
  world.idp.login(MALLORY);
  assert.equal((await page.submit("/auth/signin/other")).url, `${APP}/settings`);
  assert.equal((await world.db.accounts()).length, 2);
});

test("a user who signs in again gets to the page that adds, also if the address after it is as long as can be", async () => {
  const world = await open();
  const callbackUrl = `/settings?${"é".repeat(330)}`;
  const query = new URLSearchParams({ link: "true", callbackUrl });
  const sent = await world.browser.open(`${APP}/auth/signin?${query}`);
  assertSentToProve(sent, world);
  const page = await sent.submit("/auth/signin/idp");
  const { pathname, searchParams } = new URL(page.url);
  assert.deepEqual([pathname, searchParams.get("link")], ["/auth/signin", "true"], world.log());
});

test("The page where a user signs in again offers the ways that they have, with their address", async () => {
  const authenticator = createAuthenticator(APP);
  const world = await open({ ...WITH_PASSKEYS, adapter: Memory(), age: 0 });
  const offered = async () => {
    const { html } = await world.browser.open(
      `${APP}/auth/signin?error=SessionNotFresh&callbackUrl=/settings`,
    );
    return ["signin/idp", "signin/other", "signin/email", "callback/password", "webauthn-options/passkey"]
      .filter((path) => html.includes(`"${APP}/auth/${path}"`));
  };
  // The library does not know who has a password.
  assert.deepEqual(await offered(), ["signin/idp", "callback/password"]);
  await world.ask();
  await world.follow();
  await register(world, { link: "true" }, authenticator);
  world.platform.tick(DAY);
  const every = ["signin/idp", "signin/email", "callback/password", "webauthn-options/passkey"];
  assert.deepEqual(await offered(), every);
  const page = await world.browser.open(`${APP}/auth/signin?error=SessionNotFresh`);
  assert.match(page.html, /value="ada@example\.com"/);
  await world.post("signout");
  assert.equal((await offered()).length, 5, "no one is signed in: all ways");
});

for (const failure of ["a wrong password", "a cancel at the provider"]) {
  test(`After ${failure}, that page offers the same, and leads to nothing that asks again`, async () => {
    const world = await open();
    const asked = await world.browser.open(`${APP}/auth/signin?error=SessionNotFresh&callbackUrl=/settings`);
    let page: Page;
    if (failure === "a wrong password") {
      page = await asked.submit("/auth/callback/password", { password: "wrong" });
    } else {
      world.idp.tamper = { authorization: ({ state, iss }) => ({ state, iss, error: "access_denied" }) };
      page = await asked.submit("/auth/signin/idp");
    }
    const { searchParams } = new URL(page.url);
    const error = failure === "a wrong password" ? "CredentialsSignin" : "OAuthCallbackError";
    assert.equal(searchParams.get("error"), error, world.log());
    assert.equal(new URL(searchParams.get("callbackUrl")!, APP).pathname, "/settings");
    assert.match(page.html, /signed in as <b>[^<]*<\/b>\. Please verify that it&#39;s you\./);
    assert.doesNotMatch(page.html, /signin\/other|Continue as|another account/);
    world.idp.tamper = {};
    assert.equal((await page.submit("/auth/signin/idp")).url, `${APP}/settings`, world.log());
  });
}

test("The account page asks a user in an old session to sign in again before they create a passkey", async () => {
  const old = await open({ ...WITH_PASSKEYS, adapter: Memory() });
  const page = await old.browser.open(`${APP}/auth/account`);
  assert.doesNotMatch(page.html, /data-passkey/);
  assert.match(page.html, /signin\?error=SessionNotFresh&#38;callbackUrl=[^"]*account[^>]*>Add a passkey/);
  const fresh = await open({ ...WITH_PASSKEYS, adapter: Memory(), age: 0 });
  assert.match((await fresh.browser.open(`${APP}/auth/account`)).html, /data-passkey/);
});

test("The question waits where callbacks.redirect, pages.signIn and pages.link are the application's own", async () => {
  const redirect = ({ baseUrl }: { readonly baseUrl: string }) => `${baseUrl}/dashboard`;
  const world = await open({ callbacks: { redirect }, pages: { signIn: "/login", link: "/add" } });
  world.idp.login(MALLORY);
  const sent = new URL((await comeBy(world, { link: "true" })).url);
  assert.deepEqual([sent.pathname, sent.searchParams.get("error")], ["/login", "SessionNotFresh"]);
  world.idp.login(ADA);
  const start = await world.post("signin/idp", { callbackUrl: "/" });
  const page = await world.browser.open(start.headers.get("location")!);
  assert.equal(new URL(page.url).pathname, "/add", world.log());
  const { headers } = await world.post("link", { choice: "link" });
  assert.equal(headers.get("location"), `${APP}/dashboard`);
  assert.equal((await world.db.accounts()).length, 2);
});

test("a user in an old session may sign in with the other account instead, or cancel", async () => {
  for (const [choice, greeting] of [["switch", "Hello Mallory"], ["cancel", "Hello Ada Lovelace"]] as const) {
    const world = await open();
    world.idp.login(MALLORY);
    const question = await comeBy(world);
    assert.equal(new URL(question.url).pathname, "/auth/link");
    await world.post("link", { choice });
    assert.equal((await world.browser.open(`${APP}/`)).text, greeting, world.log());
    assert.deepEqual(world.browser.cookies(APP).filter(({ name }) => name.includes("latchkey.link")), []);
  }
});

test("a question that no one has answered does not wait for the next sign-in (AL-20)", async () => {
  const world = await open();
  world.idp.login(MALLORY);
  assert.equal(new URL((await comeBy(world)).url).pathname, "/auth/link");
  world.idp.login(ADA);
  assert.equal((await world.signIn()).url, `${APP}/home`, world.log());
  const { headers } = await world.post("link", { choice: "link" });
  assert.match(headers.get("location")!, /error=InvalidCheck/);
  assert.equal((await world.db.accounts()).length, 1);
});
