/**
 * A user of `authorize` or of `callbacks.jwt` whom the database never had: signed in, and without an account page.
 *
 * @module
 */

import assert from "node:assert/strict";
import { test } from "node:test";
import { Credentials } from "../../src/providers/credentials.ts";
import type { Browser, Page } from "../../src/testing/mod.ts";
import { ADAPTERS, type DatabaseOptions, type DatabaseWorld, openDatabase, PASSWORD } from "./_database.ts";
import { testForms } from "./_password_forms.ts";
import { codesIn, type FactorWorld, openFactors, secretIn } from "./_second_factor.ts";
import { send } from "./_second_factor_ways.ts";
import { APP } from "./_world.ts";

const TOKENS = { session: { strategy: "jwt" } } as const;

/** How the session has got a user whom the database does not have. */
const ELSEWHERE: Readonly<Record<string, DatabaseOptions>> = {
  authorize: { password: { authorize: () => ({ id: "ldap-7", name: "Grace" }) } },
  "callbacks.jwt": {
    password: { authorize: () => ({ id: "1", name: "Grace" }) },
    callbacks: { jwt: ({ token }) => ({ ...token, sub: "ldap-7" }) },
  },
};

/** The address that a request leads to. */
async function placeOf(response: Response): Promise<string> {
  await response.body?.cancel();
  return response.headers.get("location") ?? String(response.status);
}

/** Asserts that a page says that something is not possible, and leads nowhere where the user would be sent back here. */
async function assertDeadEnd(page: Page, { browser, log, session }: DatabaseWorld): Promise<void> {
  assert.ok(page.url.startsWith(`${APP}/auth/error?error=UserNotStored`), `${page.url} ${log()}`);
  assert.match(page.text, /That isn't possible on this site/);
  assert.match(page.text, /Ask the people who run this site\./);
  assert.equal((await session())?.user.id, "ldap-7", "no one is signed out");
  const hrefs = [...page.html.matchAll(/<a [^>]*href="([^"]+)"/g)].map(([, href]) => href!);
  assert.ok(hrefs.length > 0);
  for (const href of hrefs) {
    const next = await browser.open(new URL(href, page.url).href);
    assert.doesNotMatch(next.html, /callbackUrl=[^"]*account|href="[^"]*\/auth\/account/);
  }
}

const LOGGED =
  /UserNotStored: Cannot show or change the account: the database has no user "ldap-7"\. Return a user that it has from `authorize`, or set `pages: \{ account: false \}`/;

for (const [name, adapter] of Object.entries(ADAPTERS)) {
  for (const [source, options] of Object.entries(ELSEWHERE)) {
    const openGrace = async () => {
      const world = openDatabase({ ...TOKENS, ...options, adapter: adapter() });
      await world.typePassword(PASSWORD);
      assert.equal((await world.session())?.user.id, "ldap-7", world.log());
      return world;
    };

    test(`the account page of a user whom the database never had is a page of its own, with ${source} and ${name}`, async () => {
      const world = await openGrace();
      await assertDeadEnd(await world.browser.open(`${APP}/auth/account`), world);
      assert.match(world.log(), LOGGED);
      assert.match(world.log(), /GET account/);
      assert.match(world.log(), /errors#user-not-stored/);
    });

    test(`no change of the account sends a user whom the database never had to sign in, with ${source} and ${name}`, async () => {
      const world = await openGrace();
      for (const action of ["remove", "rename", "sign-out", "sign-out-others"]) {
        const answer = await send(world.browser, "account", { action, id: "x", name: "x" });
        assert.equal(await placeOf(answer), `${APP}/auth/error?error=UserNotStored`, world.log());
      }
      const data = await world.browser.fetch(`${APP}/auth/account-data`);
      assert.deepEqual([data.status, await data.json()], [500, { error: "UserNotStored" }]);
      assert.equal((await world.session())?.user.id, "ldap-7");
    });

    test(`nothing is added to a user whom the database never had, with ${source} and ${name}`, async () => {
      const world = await openGrace();
      await assertDeadEnd(await world.browser.open(`${APP}/auth/signin?link=true`), world);
      const answer = await send(world.browser, "signin/idp", { link: "true" });
      assert.equal(new URL(await placeOf(answer)).searchParams.get("error"), "UserNotStored");
      assert.deepEqual(await world.db.users(), []);
    });

    test(`the sign-in page still names a user whom the database never had, with ${source} and ${name}`, async () => {
      const world = await openGrace();
      for (const query of ["", "?error=SessionNotFresh", "?error=ReconnectRequired&provider=idp"]) {
        const page = await world.browser.open(`${APP}/auth/signin${query}`);
        assert.match(page.text, /You're signed in as Grace/, query);
        assert.ok(!page.url.includes("/auth/error"));
      }
    });
  }

  test(`a user of authorize whom the database has gets the account page, with ${name}`, async () => {
    const world = openDatabase({
      ...TOKENS,
      adapter: adapter(),
      password: { authorize: async () => (await world.db.users())[0] ?? null },
    });
    await world.signIn();
    const other = world.visitor();
    await world.typePassword(PASSWORD, other);
    const page = await other.open(`${APP}/auth/account`);
    assert.equal(page.url, `${APP}/auth/account`, world.log());
    assert.doesNotMatch(world.log(), /UserNotStored/);
  });
}

/** A world with second factors, in which Grace has signed in who is in no table. */
function openGraceWithFactors(secondFactor: Parameters<typeof openFactors>[0] = {}) {
  const ldap = Credentials({
    id: "ldap",
    name: "Directory",
    credentials: { user: { label: "User" } },
    authorize: () => ({ id: "ldap-7", name: "Grace" }),
  });
  const world = openFactors({ ...TOKENS, ...secondFactor, more: () => [ldap] });
  return { ...world, enter: () => enterAtDirectory(world.browser) };
}

async function enterAtDirectory(browser: Browser): Promise<Page> {
  return await (await browser.open(`${APP}/auth/signin?callbackUrl=/home`)).submit("/auth/callback/ldap", {
    user: "grace",
  });
}

testForms(
  "no page of passwords or second factors sends a user whom the database never had to sign in",
  async () => {
    const world = openGraceWithFactors();
    await world.enter();
    for (const path of ["password", "second-factor-setup", "second-factor"]) {
      await assertDeadEnd(await world.browser.open(`${APP}/auth/${path}?callbackUrl=/home`), world);
    }
    const forms: readonly Record<string, string>[] = [{ action: "mail" }, { action: "off" }, {
      action: "passkeys",
    }, { code: "000000" }];
    for (const fields of forms) {
      const answer = await send(world.browser, "second-factor-setup", fields);
      assert.match(await placeOf(answer), /error=UserNotStored/, JSON.stringify(fields));
    }
    assert.deepEqual(world.mails, []);
  },
);

testForms(
  "require() with maxAge asks a user whom the database never had to sign in once more, and is content",
  async () => {
    const world = openGraceWithFactors();
    await world.enter();
    const wanted = `${APP}/auth/second-factor?lack=age&callbackUrl=/wanted`;
    world.platform.tick(600);
    const page = await world.browser.open(wanted);
    assert.match(page.url, /\/auth\/signin\?.*error=SessionNotFresh/);
    assert.doesNotMatch(page.text, /Continue as/);
    const next = await page.submit("/auth/callback/ldap", { user: "grace" });
    assert.equal(next.url, `${APP}/wanted`);
  },
);

testForms(
  "a user whom the database never had, and who has set a second factor up in a sign-in, reaches level 2",
  async () => {
    const world = openGraceWithFactors({ secondFactor: { required: true } });
    const page = await world.enter();
    const secret = secretIn(page);
    const shown = await page.submit("/auth/second-factor-setup", { code: world.code({ secret }) });
    assert.equal(codesIn(shown).length, 10, world.log());
    await world.signOut();
    await world.answer(await world.enter(), { code: world.nextCode({ secret }), remember: "true" });
    await world.signOut();
    await world.enter();
    assert.equal(await levelIn(world), 1);
    const wanted = await world.browser.open(`${APP}/auth/second-factor?callbackUrl=/wanted`);
    assert.match(wanted.text, /Verify again that it's you/);
    const done = await world.answer(wanted, { code: world.nextCode({ secret }) });
    assert.equal(done.url, `${APP}/wanted`, world.log());
    assert.equal(await levelIn(world), 2);
  },
);

async function levelIn({ session }: Pick<FactorWorld, "session">): Promise<unknown> {
  return (await session<{ aal: number; user: Record<string, unknown>; expires: string }>())?.aal;
}

test("callbacks.signIn is given no user to whom an account is added by its address, also beside a session of elsewhere", async () => {
  const seen: unknown[] = [];
  const world = openDatabase({
    session: { strategy: "jwt" },
    oauth: { allowDangerousEmailAccountLinking: true },
    password: { authorize: () => ({ id: "crm-7", name: "Grace", email: "grace@example.com" }) },
    callbacks: { signIn: ({ link }) => seen.push(link) > 0 },
  });
  await world.db.adapter.createUser({ id: "9", email: "ada@example.com", emailVerified: new Date(0) });
  await world.typePassword();
  await world.signIn();
  assert.deepEqual(seen, [undefined, undefined]);
  assert.deepEqual(await world.db.accounts(), ["idp/ada: 9"], world.log());
});
