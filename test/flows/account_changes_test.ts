/**
 * `POST account`: removes accounts and passkeys, renames passkeys, ends sessions.
 *
 * @module
 */

import assert from "node:assert/strict";
import { test } from "node:test";
import type { Events } from "../../mod.ts";
import { Memory } from "../../src/adapters/memory/memory.ts";
import type { Adapter } from "../../src/adapters/contract/types.ts";
import {
  type AccountWorld,
  DONE,
  enterWith,
  linkPassword,
  openAccount,
  REFUSED,
  STORES,
} from "./_account_page.ts";
import { ReferenceAdapter } from "./_database.ts";
import { send } from "./_send.ts";
import { APP, openPlain } from "./_world.ts";
import { chosen } from "../_short.ts";

const HOUR = 3600;

async function idOf(world: AccountWorld, provider: string): Promise<string> {
  return (await world.data()).accounts!.find((account) => account.provider === provider)!.id;
}

for (const [how, adapter] of Object.entries(STORES)) {
  test(`POST account removes an account, which then signs no one in to the user, ${how}`, async () => {
    const told: unknown[] = [];
    const events: Events = { unlinkAccount: (message) => void told.push(message) };
    const world = await openAccount({ adapter: await adapter(), events });
    await world.addOther();
    const [user] = await world.db.users();
    assert.deepEqual(
      await world.change({ action: "remove", id: await idOf(world, "other") }),
      DONE("removed"),
    );
    assert.deepEqual(await world.db.accounts(), [`idp/ada: ${user!.id}`]);
    const account = { provider: "other", providerAccountId: "ada-other", type: "oauth" };
    assert.deepEqual(told, [{ user, account }]);
    assert.equal((await world.session())?.user.email, "ada@example.com", "no session has ended");
    const stranger = world.visitor();
    await (await stranger.open(`${APP}/auth/signin`)).submit("/auth/signin/other");
    assert.notEqual((await world.sessionIn(stranger))?.user.email, "ada@example.com");
  });

  test(`POST account removes a passkey with its account, which then does not sign in, ${how}`, async () => {
    const world = await openAccount({ adapter: await adapter() });
    const authenticator = await world.addPasskey();
    const [user] = await world.db.users();
    const { id } = (await world.data()).passkeys![0]!;
    assert.deepEqual(await world.change({ action: "remove", id }), DONE("removed"));
    assert.deepEqual(await world.db.adapter.listAuthenticatorsByUserId(user!.id), []);
    assert.deepEqual(await world.db.accounts(), [`idp/ada: ${user!.id}`]);
    const visitor = world.visitor();
    const { headers } = await enterWith(authenticator, visitor);
    assert.match(headers.get("location")!, /error=WebAuthnVerificationError/);
    assert.equal(await world.sessionIn(visitor), null);
  });

  test(`POST account never removes the last way to sign in, ${how} (AC-05)`, async () => {
    const world = await openAccount({ adapter: await adapter() });
    await world.addOther();
    await world.addPasskey();
    const [user] = await world.db.users();
    for (let left = 3; left > 0; left--) {
      const { accounts, passkeys } = await world.data();
      const [way] = [...passkeys!, ...accounts!];
      assert.equal(way!.isRemovable, left > 1);
      const answer = await world.change({ action: "remove", id: way!.id });
      assert.deepEqual(answer, left > 1 ? DONE("removed") : REFUSED("LastWay"));
    }
    assert.equal((await world.db.adapter.listAccountsByUserId(user!.id)).length, 1);
    await world.ask();
    await world.follow();
    assert.deepEqual(
      await world.change({ action: "remove", id: await idOf(world, "other") }),
      DONE("removed"),
    );
    assert.deepEqual(await world.db.adapter.listAccountsByUserId(user!.id), [], "mail is left");
  });

  test(`POST account signs a session out, and all but the current one, ${how} (AC-07)`, async () => {
    const ended: unknown[] = [];
    const events: Events = { signOut: (message) => void ended.push(message) };
    const world = await openAccount({ adapter: await adapter(), events });
    const others = [await world.elsewhere(), await world.elsewhere(), await world.elsewhere()];
    const isIn = async () =>
      (await Promise.all(others.map(world.sessionIn))).map((session) => session !== null);
    const [, first] = (await world.data()).sessions!;
    assert.deepEqual(await world.change({ action: "sign-out", id: first!.id }), DONE("signed-out"));
    assert.equal((await isIn()).filter(Boolean).length, 2);
    assert.deepEqual(await world.change({ action: "sign-out", id: first!.id }), REFUSED("NotFound"));
    assert.deepEqual(await world.change({ action: "sign-out-others" }), DONE("signed-out-others"));
    assert.deepEqual(await isIn(), [false, false, false]);
    assert.equal((await world.session())?.user.email, "ada@example.com");
    assert.deepEqual((await world.data()).sessions!.map(({ isCurrent }) => isCurrent), [true]);
    assert.equal(ended.length, 3);
  });

  test(`POST account names a passkey on one line, and an empty name removes it, ${how}`, async () => {
    const world = await openAccount({ adapter: await adapter() });
    await world.addPasskey();
    const nameAfter = async (name: string) => {
      const { id } = (await world.data()).passkeys![0]!;
      assert.deepEqual(await world.change({ action: "rename", id, name }), DONE("renamed"));
      return (await world.data()).passkeys![0]!.name;
    };
    assert.equal(await nameAfter("  Ada's\u0000 \n<b>key</b>\u202e 👩‍👩‍👧 "), "Ada's <b>key</b> 👩‍👩‍👧");
    assert.equal([...(await nameAfter("👩".repeat(300)))!].length, 100);
    assert.equal(await nameAfter(" \t"), null);
    assert.deepEqual(await world.change({ action: "rename", id: "x", name: "y" }), REFUSED("NotFound"));
    const id = await idOf(world, "idp");
    assert.deepEqual(await world.change({ action: "rename", id, name: "y" }), REFUSED("NotFound"));
  });
}

for (const freshAge of [60, 0]) {
  test(`POST account leads to the sign-in page before it removes anything in a session older than ${freshAge} s, and keeps the form (AC-03)`, async () => {
    const world = await openAccount({ session: { freshAge: 60 } });
    await world.addOther();
    await world.addPasskey();
    Object.assign(world.config.session!, { freshAge });
    world.platform.tick(freshAge || 300);
    const before = await world.db.accounts();
    const { accounts, passkeys } = await world.data();
    const kept = `${APP}/auth/kept-form?callbackUrl=${encodeURIComponent(`${APP}/auth/account`)}`;
    for (const { id } of [...accounts!, ...passkeys!]) {
      const { params, ...answer } = await world.change({ action: "remove", id });
      assert.deepEqual(answer, { status: 303, path: "/auth/signin" });
      const { callbackUrl, error } = params;
      assert.deepEqual([callbackUrl!.replace(/&at=\d+$/, ""), error], [kept, "SessionNotFresh"]);
    }
    assert.deepEqual(await world.db.accounts(), before);
    const { params } = await world.change({ action: "remove", id: await idOf(world, "other") });
    const signIn = new URLSearchParams(params);
    const page = await world.browser.open(`${APP}/auth/signin?${signIn}`);
    assert.match(page.text, /Please verify that it's you/);
    world.idp.login({ sub: "ada", name: "Ada Lovelace", email: "ada@example.com" });
    const form = await page.submit("/auth/signin/idp");
    assert.equal(form.url, params.callbackUrl, "they return to the form that they have sent");
    assert.match(form.html, /<button[^>]*>Remove Other</);
    assert.doesNotMatch(
      form.html,
      /<dd>(?:<bdi[^>]*>)?(?:remove|\/auth)/,
      "what the library itself sends, and where, is not to read",
    );
    assert.deepEqual(await world.db.accounts(), before, "a sign-in removes nothing by itself");
    const account = await form.submit("/auth/account");
    assert.match(account.url, /\/auth\/account\?done=removed/, world.log());
    assert.deepEqual((await world.data()).accounts!.map(({ provider }) => provider), ["idp"]);
  });
}

test("POST account renames and signs out in an older session, too", async () => {
  const world = await openAccount({ session: { freshAge: 0 } });
  const other = await world.elsewhere();
  world.platform.tick(24 * HOUR);
  assert.deepEqual(await world.change({ action: "sign-out-others" }), DONE("signed-out-others"));
  assert.equal(await world.sessionIn(other), null);
});

test("POST account that names the current session signs it out as the sign-out page does", async () => {
  let count = 0;
  const world = await openAccount({ events: { signOut: () => void count++ } });
  const [current] = (await world.data()).sessions!;
  const { status } = await world.change({ action: "sign-out", id: current!.id, callbackUrl: "/bye" });
  assert.deepEqual([status, count], [303, 1]);
  assert.equal(await world.session(), null);
  assert.deepEqual(await world.db.sessions(), []);
});

test("POST account changes nothing without the CSRF token, or from another site (AC-02)", async () => {
  const world = await openAccount();
  await world.addOther();
  const id = await idOf(world, "other");
  const before = [await world.db.accounts(), await world.db.sessions()];
  const forms: Record<string, string>[] = [{ action: "remove", id }, { action: "sign-out-others" }];
  world.platform.sites["https://evil.test"] = () => new Response("");
  const evil = await world.browser.open("https://evil.test/");
  const { csrfToken } = await (await world.browser.fetch(`${APP}/auth/csrf`)).json();
  for (const form of forms) {
    const own = await world.browser.fetch(`${APP}/auth/account`, {
      method: "POST",
      redirect: "manual",
      body: new URLSearchParams(form),
    });
    assert.match(own.headers.get("location")!, /\/auth\/account\?.*error=MissingCSRF/);
    await evil.fetch(`${APP}/auth/account`, {
      method: "POST",
      mode: "no-cors",
      credentials: "include",
      redirect: "manual",
      body: new URLSearchParams({ ...form, csrfToken }),
    });
  }
  assert.deepEqual([await world.db.accounts(), await world.db.sessions()], before);
  assert.equal((await world.browser.fetch(`${APP}/auth/account?action=remove&id=${id}`)).status, 200);
  assert.deepEqual(await world.db.accounts(), before[0]);
});

test("POST account answers scripts with the URL, and returns to callbackUrl of the form", async () => {
  const world = await openAccount();
  await world.addOther();
  const { csrfToken } = await (await world.browser.fetch(`${APP}/auth/csrf`)).json();
  const post = async (fields: object) =>
    await world.browser.fetch(`${APP}/auth/account`, {
      method: "POST",
      headers: { "content-type": "application/json", "x-auth-return-redirect": "1" },
      body: JSON.stringify({ csrfToken, ...fields }),
    });
  const response = await post({
    action: "remove",
    id: await idOf(world, "other"),
    callbackUrl: "/settings?a=1",
  });
  assert.equal(response.status, 200);
  assert.deepEqual(await response.json(), { url: `${APP}/settings?a=1&done=removed&of=other` });
  const elsewhere = await post({ action: "remove", id: "x", callbackUrl: "https://evil.test/" });
  assert.deepEqual(await elsewhere.json(), { url: `${APP}/?error=NotFound` });
  const unknown = await post({ action: "toString" });
  assert.equal(unknown.status, 400);
  assert.match((await unknown.json()).message, /remove, rename, sign-out, sign-out-others/);
});

test("POST account leads to the sign-in page if no one is signed in", async () => {
  const world = await openAccount();
  const [stranger, id] = [world.visitor(), await idOf(world, "idp")];
  assert.deepEqual(await world.change({ action: "remove", id }, stranger), {
    status: 303,
    path: "/auth/signin",
    params: { callbackUrl: `${APP}/auth/account`, error: "SessionRequired" },
  });
});

for (const strategy of chosen(["jwt", "database"] as const)) {
  test(`POST account changes nothing in a session that ends while callbacks.session runs, ${strategy} (AC-07)`, async () => {
    for (const action of ["remove account", "remove passkey", "rename", "sign-out", "sign-out-others"]) {
      let amid: (() => Promise<unknown>) | undefined;
      const world = await openAccount({
        session: { strategy },
        callbacks: {
          async session({ session }) {
            const run = amid;
            amid = undefined;
            await run?.();
            return session;
          },
        },
      });
      await world.addOther();
      await world.addPasskey();
      const owner = await world.elsewhere();
      const { accounts, passkeys, sessions } = await world.data();
      const of = action === "remove account" ? accounts : action === "sign-out" ? sessions : passkeys;
      // Tokens aren't listed, so there is none to name.
      const id = of?.at(-1)?.id ?? "";
      let told: unknown;
      amid = async () => told = await world.change({ action: "sign-out-others" }, owner);
      const answer = await world.change({ action: action.split(" ")[0]!, id, name: "Mine" });
      assert.deepEqual(told, DONE("signed-out-others"), action);
      assert.deepEqual([answer.path, answer.params.error], ["/auth/signin", "SessionRequired"], action);
      const after = await world.data(owner);
      assert.deepEqual(after.accounts!.length, accounts!.length, action);
      assert.deepEqual(after.passkeys, passkeys, action);
    }
  });
}

test("POST account removes a password with revoke, and keeps it listed if that fails", async () => {
  const revoked: unknown[] = [];
  let fails = true;
  const world = await openAccount({
    password: {
      revoke: ({ id }) => {
        if (fails) throw new Error("no more disk");
        revoked.push(id);
        return true;
      },
    },
  });
  const userId = await linkPassword(world);
  const id = await idOf(world, "password");
  assert.equal((await world.change({ action: "remove", id })).path, "/auth/error");
  assert.match(world.log(), /`revoke` of provider "password" failed/);
  assert.equal(await idOf(world, "password"), id);
  fails = false;
  assert.deepEqual(await world.change({ action: "remove", id }), DONE("removed"));
  assert.deepEqual(revoked, [userId]);
});

test("POST account does not remove a password that cannot be revoked", async () => {
  const world = await openAccount({ password: { revoke: undefined } });
  await linkPassword(world);
  const id = await idOf(world, "password");
  assert.deepEqual(await world.change({ action: "remove", id }), REFUSED("NotRemovable"));
  assert.deepEqual(await world.change({ action: "remove", id: await idOf(world, "idp") }), DONE("removed"));
});

/** Changes that cannot be made. */
const IMPOSSIBLE: readonly (readonly [
  why: string,
  actions: readonly string[],
  adapter: () => Adapter,
  strategy?: "jwt",
])[] = [
  [
    "an adapter of Auth.js",
    ["remove", "rename", "sign-out", "sign-out-others"],
    () => new ReferenceAdapter(),
  ],
  ["no listSessionsByUserId", ["sign-out"], () => without("listSessionsByUserId")],
  ["no deleteSessionsByUserId", ["sign-out-others"], () => without("deleteSessionsByUserId")],
  ["no removeAccount", ["remove", "rename"], () => without("removeAccount")],
  ["no updateAuthenticator", ["rename"], () => without("updateAuthenticator")],
  ["sessions in tokens", ["sign-out"], () => Memory(), "jwt"],
  ["sessions in tokens without generations", ["sign-out-others"], () => without("rows"), "jwt"],
];

function without(method: keyof Adapter): Adapter {
  return { ...Memory(), [method]: undefined };
}

for (const [why, actions, adapter, strategy] of IMPOSSIBLE) {
  test(`POST account answers a change that is not possible, and the log has no error: ${why} (AC-11)`, async () => {
    const session = strategy ? { session: { strategy } } : {};
    const world = await openAccount({ adapter: adapter(), ...session, more: () => [] });
    for (const action of actions) {
      const answer = await world.change({ action, id: "x", name: "Y" });
      assert.deepEqual(answer, REFUSED("NotAvailable"), action);
    }
    assert.doesNotMatch(world.log(), /^error/m);
    const page = await world.browser.open(`${APP}/auth/account?error=NotAvailable`);
    assert.match(page.html, /That isn&#39;t possible on this site\./);
  });
}

test("POST account without a database answers a change that is not possible (AC-11)", async () => {
  const world = openPlain();
  await world.signIn();
  for (const action of ["remove", "rename", "sign-out", "sign-out-others"]) {
    const { status, headers } = await world.post("account", { action, id: "x", name: "Y" });
    assert.deepEqual([status, headers.get("location")], [303, `${APP}/auth/account?error=NotAvailable`]);
  }
  assert.doesNotMatch(world.log(), /^error/m);
});

test("POST account changes no name if `name` is not text (AC-12)", async () => {
  for (const [how, adapter] of Object.entries(STORES)) {
    const world = await openAccount({ adapter: await adapter() });
    await world.addPasskey();
    const { id } = (await world.data()).passkeys![0]!;
    assert.deepEqual(await world.change({ action: "rename", id, name: "Blue" }), DONE("renamed"));
    const values: unknown[] = [7, 0, true, false, null, undefined, [], ["Red"], {}, { toString: "Red" }, {
      name: "Red",
    }];
    for (const name of values) {
      const { status } = await world.post("account", { action: "rename", id, name }, { json: true });
      assert.equal(status, 400, `${how} ${JSON.stringify(name)}`);
      assert.equal((await world.data()).passkeys![0]!.name, "Blue", `${how} ${JSON.stringify(name)}`);
    }
    // A form without the field.
    assert.equal((await world.change({ action: "rename", id })).status, 400);
    assert.equal((await world.data()).passkeys![0]!.name, "Blue");
    assert.deepEqual(await world.change({ action: "rename", id, name: " " }), DONE("renamed"));
    assert.equal((await world.data()).passkeys![0]!.name, null);
  }
});

test("without the feature AccountPage, the page and its endpoints are off", async () => {
  const world = await openAccount({ account: false });
  const responses = [
    await world.browser.fetch(`${APP}/auth/account`),
    await world.browser.fetch(`${APP}/auth/account-data`),
    await send(world.browser, "account", { action: "sign-out-others" }),
  ];
  assert.deepEqual(responses.map(({ status }) => status), [404, 404, 404]);
  const leaving = await world.browser.open(`${APP}/auth/signout?callbackUrl=/auth/account`);
  assert.match(leaving.html, /name="callbackUrl" value="https:\/\/app\.test\/auth\/account"/);
});

test("pages.account replaces the page, which keeps its endpoints", async () => {
  const world = await openAccount({ pages: { account: "/me" } });
  await world.addOther();
  const page = await world.browser.fetch(`${APP}/auth/account?error=LastWay`, { redirect: "manual" });
  assert.equal(page.headers.get("location"), `${APP}/me?error=LastWay`);
  const id = await idOf(world, "other");
  const answer = await world.change({ action: "remove", id });
  assert.deepEqual(answer, { status: 303, path: "/me", params: { done: "removed" } });
});
