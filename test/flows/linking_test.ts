/**
 * An account is added to a user who wants that: asked for with `link` by a user who signed in not long ago, or agreed to
 * on a page.
 *
 * @module
 */

import assert from "node:assert/strict";
import { test } from "node:test";
import type { SignInParams } from "../../mod.ts";
import { Memory } from "../../src/adapters/memory/memory.ts";
import { Passkey } from "../../src/providers/passkey.ts";
import type { Page } from "../../src/testing/mod.ts";
import { questionIn } from "../_link_question.ts";
import { KINDS } from "./_beside.ts";
import { type DatabaseOptions, type DatabaseWorld, openDatabase, sessionCookie } from "./_database.ts";
import { toPerson } from "./_passkeys.ts";
import { send } from "./_send.ts";
import { APP, grant, oauth2, start } from "./_world.ts";
import { chosen } from "../_short.ts";

const GRACE = { sub: "grace", name: "Grace Hopper", email: "grace@example.com" };
const HOUR = 3600;

/** A world in which Ada is signed in, and Grace comes to the same browser with an account at `other`. */
async function open(options: DatabaseOptions = {}): Promise<DatabaseWorld> {
  const world = openDatabase({
    more: (idp) => [oauth2(idp, { id: "other", name: "Other" }), Passkey()],
    // The passkey provider needs an adapter with its methods.
    adapter: Memory(),
    ...options,
  });
  await world.signIn();
  world.idp.login(GRACE);
  return world;
}

const WITHOUT_PASSKEYS: DatabaseOptions = {
  more: (idp) => [oauth2(idp, { id: "other", name: "Other" })],
};

function assertAsked(page: Page, log: string): void {
  assert.equal(new URL(page.url).pathname, "/auth/link", `${page.url}\n${log}`);
}

function assertSentToProve(page: Page, log: string): void {
  const { pathname, searchParams } = new URL(page.url);
  assert.deepEqual([pathname, searchParams.get("error")], ["/auth/signin", "SessionNotFresh"], log);
}

for (const [kind, adapter] of Object.entries(KINDS)) {
  for (const strategy of chosen(["jwt", "database"] as const)) {
    const how = `with ${kind} (${strategy})`;
    const here = () => open({ ...WITHOUT_PASSKEYS, adapter: adapter(), session: { strategy } });

    test(`A user who is signed in and signs in with another account is asked, and "Add" adds it, ${how} (AL-11)`, async () => {
      const world = await here();
      const [before, accounts] = [await world.db.users(), await world.db.accounts()];
      const page = await world.signIn({ provider: "other" });
      assertAsked(page, world.log());
      assert.match(page.text, /You're signed in as Ada Lovelace /);
      assert.match(page.text, /Grace Hopper grace@example\.com Other Ada Lovelace ada@example\.com/);
      assert.equal((await world.session())?.user.email, "ada@example.com");
      assert.deepEqual([await world.db.users(), await world.db.accounts()], [before, accounts]);
      const added = await page.submit("Add Other to Ada Lovelace's account");
      assert.deepEqual([added.url, added.text], [`${APP}/home`, "Hello Ada Lovelace"], world.log());
      const [ada] = before;
      assert.deepEqual(await world.db.accounts(), [`idp/ada: ${ada!.id}`, `other/grace: ${ada!.id}`]);
      await world.post("signout");
      assert.equal((await world.signIn({ provider: "other" })).text, "Hello Ada Lovelace");
    });

    test(`"Continue as" signs the other user in and leaves the first as they were, ${how}`, async () => {
      const world = await here();
      const [ada] = await world.db.users();
      const page = await (await world.signIn({ provider: "other" })).submit("Continue as Grace Hopper");
      assert.equal(page.text, "Hello Grace Hopper", world.log());
      const [first, grace] = await world.db.users();
      assert.deepEqual(first, ada);
      assert.deepEqual(await world.db.accounts(), [`idp/ada: ${ada!.id}`, `other/grace: ${grace!.id}`]);
    });

    test(`"link" in the form adds the account at once while the session is fresh, ${how}`, async () => {
      const world = await here();
      const [ada] = await world.db.users();
      const page = await world.signIn({ provider: "other", link: true });
      assert.equal(page.text, "Hello Ada Lovelace", world.log());
      assert.deepEqual(await world.db.users(), [ada]);
      assert.deepEqual(await world.db.accounts(), [`idp/ada: ${ada!.id}`, `other/grace: ${ada!.id}`]);
      assert.equal((await world.db.sessions()).length, strategy === "jwt" ? 0 : 1);
    });

    test(`"link" in the form asks to sign in again when the user signed in long ago, however much the session was used, ${how} (AL-11)`, async () => {
      const world = await here();
      for (let hour = 0; hour < 30; hour++) {
        world.platform.tick(HOUR);
        assert.ok(await world.session());
      }
      const page = await world.browser.open(`${APP}/auth/signin?link=true`);
      assertSentToProve(page, world.log());
      assert.equal((await world.db.accounts()).length, 1);
    });

    test(`An account of another user signs that user in, and is refused with "link", ${how} (AL-06)`, async () => {
      const world = await here();
      const other = world.visitor();
      await (await other.open(`${APP}/auth/signin`)).submit("/auth/signin/other");
      const [users, accounts] = [await world.db.users(), await world.db.accounts()];
      const refused = await world.signIn({ provider: "other", link: true });
      assert.match(refused.url, /error=OAuthAccountNotLinked/);
      assert.equal((await world.session())?.user.email, "ada@example.com");
      assert.equal((await world.signIn({ provider: "other" })).text, "Hello Grace Hopper", world.log());
      assert.deepEqual([await world.db.users(), await world.db.accounts()], [users, accounts]);
    });
  }
}

test("session.freshAge says how long a session is fresh", async () => {
  for (const [freshAge, wait, isFresh] of [[60, 59, true], [60, 60, false], [0, 0, false]] as const) {
    const world = await open({ session: { freshAge } });
    world.platform.tick(wait);
    const request = await start(world, { provider: "other", query: { link: "true" } });
    const page = await world.browser.open(request.href);
    if (isFresh) assert.equal(page.text, "Hello Ada Lovelace", `${freshAge} ${wait}`);
    else assertSentToProve(page, `${freshAge} ${wait}`);
  }
});

test("a session whose token the application creates is fresh where the database stores when it began", async () => {
  const session = { generateSessionToken: () => crypto.randomUUID() };
  const world = await open({ session });
  assert.equal((await world.signIn({ provider: "other", link: true })).text, "Hello Ada Lovelace");
  const old = await open({ session });
  old.platform.tick(HOUR);
  assertSentToProve(await old.browser.open(`${APP}/auth/signin?link=true`), old.log());
  const { deleteSessionsByUserId: _, ...adapter } = Memory();
  const unknown = await open({ session, adapter });
  assertSentToProve(await unknown.signIn({ provider: "other", link: true }), unknown.log());
});

test("No one can make a session look fresh by changing its token", async () => {
  const world = await open();
  world.platform.tick(2 * HOUR);
  const { value } = sessionCookie(world.browser)!;
  const now = Math.floor(world.platform.now() / 1000).toString(36);
  const forged = value.replace(/\.[\da-z]+$/, `.${now}`);
  assert.notEqual(forged, value);
  world.browser.setCookie(APP, `__Host-latchkey.session-token=${forged}; Path=/; Secure`);
  assert.equal(await world.session(), null);
});

test("callbacks.signIn is given the user that an account will be added to, and no one else", async () => {
  const seen: (string | undefined)[] = [];
  const signIn = ({ link }: SignInParams) => {
    seen.push(link?.email ?? undefined);
    return true;
  };
  const world = await open({ callbacks: { signIn } });
  await world.signIn({ provider: "other", link: true });
  await world.signIn({ provider: "other" });
  await world.post("signout");
  await world.signIn({ provider: "other" });
  assert.deepEqual(seen, [undefined, "ada@example.com", undefined, undefined]);
});

test("callbacks.signIn can forbid linking", async () => {
  const world = await open({ callbacks: { signIn: ({ link }) => !link } });
  const page = await world.signIn({ provider: "other", link: true });
  assert.match(page.url, /error=AccessDenied/);
  assert.equal((await world.db.accounts()).length, 1);
  assertAsked(await world.signIn({ provider: "other" }), world.log());
});

test("callbacks.signIn is asked once the user has answered, not before", async () => {
  let asked = 0;
  const world = await open({ callbacks: { signIn: () => ++asked > 0 } });
  const page = await world.signIn({ provider: "other" });
  assert.equal(asked, 1, "at the first sign-in");
  await page.submit("Continue as Grace Hopper");
  assert.equal(asked, 2);
});

test("a sign-out during callbacks.signIn ends the linking", async () => {
  const world: DatabaseWorld = await open({
    callbacks: {
      signIn: async ({ link }) => {
        if (link) await world.db.adapter.deleteSessionsByUserId(link.id);
        return true;
      },
    },
  });
  const page = await world.signIn({ provider: "other", link: true });
  assert.match(page.url, /error=UserChanged/, world.log());
  assert.equal((await world.db.accounts()).length, 1);
});

test("an answer is refused without its question: none in this browser, of another user, expired, or answered (AL-20)", async () => {
  const bare = await open();
  assert.equal(
    (await bare.post("link", { choice: "link" })).headers.get("location")?.includes("InvalidCheck"),
    true,
  );
  assert.match((await bare.browser.open(`${APP}/auth/link`)).url, /error=InvalidCheck/);

  const old = await open();
  await old.signIn({ provider: "other" });
  old.platform.tick(600);
  assert.match((await old.post("link", { choice: "link" })).headers.get("location")!, /InvalidCheck/);

  const answered = await open();
  await answered.signIn({ provider: "other" });
  await answered.post("link", { choice: "link" });
  assert.match((await answered.post("link", { choice: "switch" })).headers.get("location")!, /InvalidCheck/);

  const odd = await open();
  await odd.signIn({ provider: "other" });
  for (const choice of ["", "LINK", "unlink", "__proto__"]) {
    assert.match((await odd.post("link", { choice })).headers.get("location")!, /InvalidCheck/, choice);
  }
  assert.equal((await odd.db.accounts()).length, 1);
});

test("A question is for the user who was asked: after a switch of user its answer links nothing (AL-20)", async () => {
  const world = await open();
  await world.signIn({ provider: "other" });
  const cookies = world.browser.cookies(APP).filter(({ name }) => name.includes("latchkey.link"));
  assert.ok(cookies.length > 0);
  const visitor = world.visitor();
  world.idp.login({ sub: "eve", name: "Eve", email: "eve@example.com" });
  await (await visitor.open(`${APP}/auth/signin`)).submit("/auth/signin/idp");
  for (const { name, value } of cookies) {
    visitor.setCookie(APP, `${name}=${value}; Path=/; Secure; HttpOnly`);
  }
  const page = await visitor.open(`${APP}/auth/link`);
  assert.match(page.url, /error=InvalidCheck/);
  for (const choice of ["link", "switch"]) await send(visitor, "link", { choice });
  assert.equal((await world.sessionIn(visitor))?.user.email, "eve@example.com");
  assert.ok(!(await world.db.accounts()).some((account) => account.startsWith("other/")));
});

test("An answer is for the question that its page has shown, not for one of another tab (AL-20)", async () => {
  const world = await open();
  const first = await world.signIn({ provider: "other" });
  assertAsked(first, world.log());
  world.idp.login({ sub: "mallory", name: "Mallory", email: "mallory@example.com" });
  const second = await world.signIn({ provider: "other" });
  for (const answer of ["Add Other to Ada Lovelace's account", "Continue as Grace Hopper"]) {
    assert.match((await first.submit(answer)).url, /error=InvalidCheck/);
    assert.equal((await world.db.accounts()).length, 1);
  }
  await second.submit("Add Other to Ada Lovelace's account");
  assert.ok((await world.db.accounts()).some((each) => each.startsWith("other/mallory")), world.log());
});

test("Another site cannot answer for the user (AL-11)", async () => {
  const world = await open();
  await world.signIn({ provider: "other" });
  world.platform.sites["https://evil.test"] = () =>
    new Response(
      `<form method="post" action="${APP}/auth/link"><input type="hidden" name="choice" value="link"><button>Win</button></form>`,
    );
  await (await world.browser.open("https://evil.test/")).submit("Win");
  assert.equal((await world.db.accounts()).length, 1);
});

test("Another site cannot ask for linking by a link to the sign-in page (AL-11)", async () => {
  // The page says what the forms on it do, and the form is posted by the user.
  const world = await open();
  const page = await world.browser.open(`${APP}/auth/signin?link=true`);
  assert.match(page.text, /Add a way to sign in to your app\.test account/);
  assert.match(page.text, /You're signed in as Ada Lovelace/);
});

test("The sign-in page says who is signed in already", async () => {
  const world = await open();
  const page = await world.browser.open(`${APP}/auth/signin`);
  assert.match(page.text, /You're signed in as Ada Lovelace/);
  await world.post("signout");
  assert.doesNotMatch((await world.browser.open(`${APP}/auth/signin`)).text, /You're signed in/);
});

test("pages.link replaces the page, and its form answers", async () => {
  const world = await open({ pages: { link: "/add-account" } });
  const page = await world.signIn({ provider: "other" });
  const url = new URL(page.url);
  assert.equal(url.pathname, "/add-account");
  const { question, ...shown } = Object.fromEntries(url.searchParams);
  assert.deepEqual(shown, { provider: "other", callbackUrl: `${APP}/home` });
  assert.deepEqual({ question }, questionIn(world.browser, APP));
  assert.equal((await world.browser.open(`${APP}/auth/link`)).url, page.url, "the endpoint leads there, too");
  const response = await world.post("link", { choice: "link", question });
  assert.equal(response.headers.get("location"), `${APP}/home`, world.log());
  assert.equal((await world.db.accounts()).length, 2);
});

test("An answer of the application's own page is for the question of its URL, and refused without one (AL-20)", async () => {
  const world = await open({ pages: { link: "/add-account" } });
  const own = new URL((await world.signIn({ provider: "other" })).url).searchParams.get("question")!;
  world.idp.login({ sub: "mallory", name: "Mallory", email: "mallory@example.com" });
  // A link of another site has begun this one, while the page about the first account is open.
  const other = new URL((await world.signIn({ provider: "other" })).url).searchParams.get("question")!;
  for (const choice of ["link", "switch"]) {
    for (const question of [own, "", "x".repeat(16), undefined, null, [other]]) {
      const { headers } = await world.post("link", { choice, question }, { json: true });
      assert.match(headers.get("location")!, /error=InvalidCheck/);
    }
  }
  assert.match(world.log(), /the form must post the `question` of the page's URL/);
  assert.equal((await world.db.accounts()).length, 1);
  await world.post("link", { choice: "link", question: other });
  assert.ok((await world.db.accounts()).some((each) => each.startsWith("other/mallory")), world.log());
});

for (const strategy of chosen(["jwt", "database"] as const)) {
  test(`A second answer to a question makes the session no younger (${strategy}) (AL-20)`, async () => {
    const session = ({ session, signedInAt }: { session: object; signedInAt: number }) => ({
      ...session,
      signedInAt,
    });
    const world = await open({ session: { strategy }, callbacks: { session } });
    const timeOf = async () => (await world.session<{ signedInAt: unknown }>())?.signedInAt;
    const began = await timeOf();
    assert.ok(began);
    await world.signIn({ provider: "other" });
    const copies = world.browser.cookies(APP).filter(({ name }) => name.includes("latchkey.link"));
    for (const _ of ["first", "second"]) {
      world.platform.tick(60);
      for (const { name, value } of copies) {
        world.browser.setCookie(APP, `${name}=${value}; Path=/; Secure; HttpOnly`);
      }
      const { headers } = await world.post("link", { choice: "link" });
      assert.equal(headers.get("location"), `${APP}/home`, world.log());
      assert.deepEqual([(await world.db.accounts()).length, await timeOf()], [2, began]);
    }
  });
}

test("A script that starts the sign-in is sent to the page that asks", async () => {
  const world = await open();
  const request = await start(world, { provider: "other" });
  const callback = await grant(world.idp, request);
  const response = await world.browser.fetch(callback.href, {
    headers: { "x-auth-return-redirect": "1" },
    redirect: "manual",
  });
  assert.equal(new URL((await response.json()).url).pathname, "/auth/link");
});

test("a pending link keeps tokens, profile and the result of account()", async () => {
  const seen: unknown[] = [];
  const world = await open({
    more: (idp) => [oauth2(idp, {
      id: "other",
      name: "Other",
      account: ({ access_token }) => ({ access_token, scope: "chosen" }),
    })],
    events: { linkAccount: ({ account, profile }) => void seen.push([account.provider, profile.name]) },
  });
  await (await world.signIn({ provider: "other" })).submit("Add Other to Ada Lovelace's account");
  const [ada] = await world.db.users();
  const account = (await world.db.adapter.listAccountsByUserId(ada!.id)).find((one) =>
    one.provider === "other"
  )!;
  assert.ok(account.access_token);
  assert.equal(account.scope, "chosen");
  assert.equal(account.refresh_token ?? null, null);
  assert.deepEqual(seen.at(-1), ["other", "Grace Hopper"]);
});

test("a pending link that is too large is refused, and nothing is lost", async () => {
  const world = await open();
  world.idp.login({ ...GRACE, bio: "x".repeat(20_000) });
  const page = await world.signIn({ provider: "other" });
  assert.match(page.url, /error=OAuthAccountNotLinked/);
  assert.match(world.log(), /too large for a cookie/);
  assert.equal((await world.session())?.user.email, "ada@example.com");
  assert.equal((await world.db.accounts()).length, 1);
  // With intent nothing has to wait.
  assert.equal((await world.signIn({ provider: "other", link: true })).text, "Hello Ada Lovelace");
});

test("a pending link has room beside other sign-ins under way, the oldest of which end for it (SE-24)", async () => {
  const world = await open();
  for (const name of ["a", "b", "c"]) {
    world.browser.setCookie(APP, `${name}=${"x".repeat(2700)}; Path=/; Secure`);
  }
  for (let i = 0; i < 3; i++) await start(world, { callbackUrl: `/${i}?${"y".repeat(1900)}` });
  world.idp.login({ ...GRACE, bio: "x".repeat(500) });
  const page = await world.signIn({ provider: "other" });
  assertAsked(page, world.log());
  const sizes = world.browser.cookies(APP).map(({ name, value }) => name.length + value.length + 3);
  assert.ok(sizes.reduce((sum, size) => sum + size) <= 11_500, String(sizes));
  assert.equal((await page.submit("Add Other to Ada Lovelace's account")).text, "Hello Ada Lovelace");
});

/** Registers a passkey as the page's script does. */
async function register(
  { browser }: DatabaseWorld,
  query: Record<string, string>,
  fields: Record<string, string>,
) {
  const person = toPerson(browser, "passkey");
  const { options } = await person.ask({ action: "register", ...query });
  const answer = await person.answer("register", await person.authenticator.create(options), fields);
  return { options, location: answer.headers.get("location")! };
}

async function passkeysOfAda(world: DatabaseWorld): Promise<number> {
  const [ada] = await world.db.users();
  return (await world.db.adapter.listAuthenticatorsByUserId(ada!.id)).length;
}

test("A passkey is added at once with link and a fresh session, and after a question without", async () => {
  const LINK = { link: "true" };
  for (const [query, fields] of [[LINK, LINK], [{}, LINK], [LINK, {}]]) {
    const world = await open();
    const { location } = await register(world, query!, fields!);
    assert.equal(location, `${APP}/home`, world.log());
    assert.equal(await passkeysOfAda(world), 1);
  }
  const world = await open();
  const { location } = await register(world, {}, {});
  assert.equal(new URL(location).pathname, "/auth/link", world.log());
  assert.equal(await passkeysOfAda(world), 0);
  const page = await world.browser.open(location);
  assert.doesNotMatch(page.html, /value="switch"/, "it was made for this user");
  await page.submit("Add Passkey to Ada Lovelace's account");
  assert.equal(await passkeysOfAda(world), 1);
});

for (const strategy of chosen(["jwt", "database"] as const)) {
  test(`a question that was cancelled, or whose session has ended, cannot be answered (${strategy}) (AL-20)`, async () => {
    for (const end of ["cancel", "signout"] as const) {
      const world = await open({ session: { strategy } });
      const page = await world.signIn({ provider: "other" });
      assertAsked(page, world.log());
      const saved = world.browser.cookies(APP).filter(({ name }) => name.includes("latchkey.link"));
      assert.ok(saved.length > 0);
      if (end === "cancel") {
        assert.equal((await page.submit("Cancel")).url, `${APP}/home`);
      }
      await world.post("signout");
      assert.deepEqual(world.browser.cookies(APP).filter(({ name }) => name.includes("latchkey.link")), []);
      // The same user signs in again, and somebody has kept the cookie.
      world.platform.tick(60);
      world.idp.login({ sub: "ada", name: "Ada Lovelace", email: "ada@example.com" });
      await world.signIn();
      assert.equal((await world.session())?.user.email, "ada@example.com");
      for (const { name, value } of saved) {
        world.browser.setCookie(APP, `${name}=${value}; Path=/; Secure; HttpOnly`);
      }
      for (const choice of ["link", "switch"]) {
        assert.match((await world.post("link", { choice })).headers.get("location")!, /error=InvalidCheck/);
      }
      assert.equal(
        await world.db.adapter.getUserByAccount({ provider: "other", providerAccountId: "grace" }),
        null,
      );
    }
  });
}
