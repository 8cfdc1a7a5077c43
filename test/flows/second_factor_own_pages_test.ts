/** Pages of the application in the place of those of second factors, whose HTML forms post to the endpoints. */

import assert from "node:assert/strict";
import { ADA, GOOD } from "./_kept_passwords.ts";
import { testForms as test } from "./_password_forms.ts";
import { codesIn, type FactorWorld, openFactors } from "./_second_factor.ts";
import { pendingCookie, questionOf } from "./_second_factor_ways.ts";
import { APP } from "./_world.ts";

const pages = { secondFactor: "/prove", secondFactorSetup: "/setup" };

/** Posts a form of a page of the application, as a browser without JavaScript does. */
async function post(world: FactorWorld, action: string, fields: Readonly<Record<string, string>>) {
  const { csrfToken } = await (await world.browser.fetch(`${APP}/auth/csrf`)).json();
  const body = new URLSearchParams({ csrfToken, ...fields });
  const response = await world.browser.fetch(`${APP}/auth/${action}`, {
    method: "POST",
    body,
    redirect: "manual",
  });
  const to = response.headers.get("location");
  return { to: to === null ? null : new URL(to), html: await response.text() };
}

/** What a page shows that sets a second factor up, as its script reads it. */
async function readSetup(world: FactorWorld, query: string) {
  const headers = { accept: "application/json" };
  const response = await world.browser.fetch(`${APP}/auth/second-factor-setup${query}`, { headers });
  assert.match(response.headers.get("cache-control")!, /no-store/);
  return await response.json();
}

test("HTML forms of the application set a second factor up, and show the same secret after a wrong code", async () => {
  const world = openFactors({ pages });
  await world.register();
  const opened = await world.browser.fetch(`${APP}/auth/second-factor-setup?callbackUrl=/home`, {
    redirect: "manual",
  });
  assert.equal(opened.headers.get("location"), `${APP}/setup?callbackUrl=%2Fhome`);
  const { secret, setup, hasPasskeys, needsMailCode } = await readSetup(world, "?callbackUrl=/home");
  assert.deepEqual([hasPasskeys, needsMailCode], [false, false]);
  const fields = { setup, callbackUrl: "/home" };
  const { to } = await post(world, "second-factor-setup", { ...fields, code: "000000" });
  assert.deepEqual([to?.pathname, to?.searchParams.get("error")], ["/setup", "InvalidSecondFactor"]);
  assert.equal((await readSetup(world, "")).secret, secret);
  const done = await post(world, "second-factor-setup", { ...fields, code: world.code({ secret }) });
  assert.equal(codesIn({ html: done.html } as never).length, 10);
  assert.equal((await world.session<{ aal: number }>())?.aal, 2);
});

test("a page of the application knows whether an app is set up, also in the older of two tabs", async () => {
  const world = openFactors({ pages });
  await world.register();
  // Another form has taken the cookie of the first tab's key: the second one has a key of its own.
  const first = await readSetup(world, "");
  const { name } = world.browser.cookies(APP).find((each) => each.name.endsWith(".form.key"))!;
  world.browser.setCookie(APP, `${name}=of another form; Path=/; Secure`);
  const second = await readSetup(world, "");
  assert.deepEqual([first.change, second.change], [null, null]);
  world.platform.tick(5);
  const send = ({ setup, secret }: { readonly setup: string; readonly secret: string }) =>
    post(world, "second-factor-setup", { setup, callbackUrl: "/home", code: world.code({ secret }) });
  await send(first);
  const { to } = await send(second);
  assert.equal(
    to?.href,
    `${APP}/setup?callbackUrl=${encodeURIComponent(`${APP}/home`)}&done=second-factor-on`,
  );
  assert.equal((await readSetup(world, "")).change, "replace");
});

test("a page that can set no cookie still learns why the user was led to it", async () => {
  const world = openFactors({ pages });
  await world.register();
  const browser = world.visitor();
  await world.enter(GOOD, browser);
  const query = new URLSearchParams({ callbackUrl: `${APP}/payout`, lack: "level", cookieless: "true" });
  const open = async (url: string, accept: string) => {
    const answer = await browser.fetch(url, { redirect: "manual", headers: { accept } });
    await answer.body?.cancel();
    return new URL(answer.headers.get("location")!);
  };
  // The endpoint mails the code, and leads back.
  const endpoint = await open(`${APP}/auth/second-factor-setup?${query}`, "application/json");
  assert.deepEqual([endpoint.pathname, endpoint.searchParams.get("lack")], [
    "/auth/second-factor-setup",
    "level",
  ]);
  const back = await open(endpoint.href, "text/html");
  assert.deepEqual([back.pathname, back.searchParams.get("lack")], ["/setup", "level"]);
});

test("a page that can set no cookie shows the same key each time", async () => {
  const world = openFactors({ pages });
  await world.register();
  const read = async () => {
    const headers = { accept: "application/json" };
    const url = `${APP}/auth/second-factor-setup?callbackUrl=/home&cookieless=true`;
    const answer = await world.browser.fetch(url, { redirect: "manual", headers });
    const { redirect = answer.headers.get("location"), ...shown } = answer.ok ? await answer.json() : {};
    return { to: redirect as string | null, ...shown };
  };
  // The endpoint keeps the key, and leads back.
  const { to } = await read();
  assert.match(to!, /\/auth\/second-factor-setup\?callbackUrl=/);
  const back = await world.browser.fetch(to!, { redirect: "manual", headers: { accept: "text/html" } });
  assert.match(back.headers.get("location")!, /\/setup\?callbackUrl=/);
  const [first, second] = [await read(), await read()];
  assert.deepEqual([first.to, first.secret], [null, second.secret]);
  assert.ok(first.secret);
  // Next makes the page anew within the answer to its form: nothing leads away from the recovery codes.
  const fields = { setup: first.setup, callbackUrl: "/home", code: world.code({ secret: first.secret }) };
  assert.equal(
    codesIn({ html: (await post(world, "second-factor-setup", fields)).html } as never).length,
    10,
  );
  assert.deepEqual([(await read()).to, (await read()).change], [null, "replace"]);
});

test("HTML forms of the application ask for the second step, and get failures in their address", async () => {
  const world = openFactors({ pages });
  await world.register();
  const { secret, setup } = await readSetup(world, "");
  const fields = { setup, callbackUrl: "/home", code: world.code({ secret }) };
  const [recoveryCode = ""] = codesIn(
    { html: (await post(world, "second-factor-setup", fields)).html } as never,
  );
  await world.signOut();
  const shown = await world.enter(GOOD);
  const address = new URL(shown.url);
  const question = address.searchParams.get("question")!;
  assert.deepEqual([address.pathname, address.searchParams.get("ways")], ["/prove", "code,recoveryCode"]);
  const failures = [["code", "000000", null], ["recoveryCode", "nothing", "recoveryCode"]] as const;
  for (const [name, value, field] of failures) {
    const { to } = await post(world, "second-factor", { question, [name]: value });
    const { error, ways, ...rest } = Object.fromEntries(to!.searchParams);
    assert.deepEqual([to!.pathname, error, ways], ["/prove", "InvalidSecondFactor", "code,recoveryCode"]);
    assert.deepEqual([rest.question, rest.field ?? null, rest.callbackUrl], [question, field, `${APP}/home`]);
  }
  const { to } = await post(world, "second-factor", { question, recoveryCode, remember: "true" });
  assert.equal(to?.href, `${APP}/home`);
  assert.equal((await world.session<{ aal: number }>())?.aal, 2);
});

test("a page of the application confirms a session, whose form may have an empty question", async () => {
  const world = openFactors({ pages });
  await world.register();
  const { secret, setup } = await readSetup(world, "");
  await post(world, "second-factor-setup", { setup, code: world.code({ secret }) });
  world.platform.tick(7200);
  const { to } = await post(world, "second-factor-setup", { action: "off", callbackUrl: "/me" });
  // The form is kept meanwhile.
  const kept = new URL(to!.searchParams.get("callbackUrl")!);
  assert.deepEqual([to!.pathname, kept.pathname, kept.searchParams.get("callbackUrl")], [
    "/auth/second-factor",
    "/auth/kept-form",
    `${APP}/me`,
  ]);
  const opened = await world.browser.fetch(to!.href, { redirect: "manual" });
  const asked = new URL(opened.headers.get("location")!);
  assert.deepEqual([asked.pathname, asked.searchParams.get("ways")], ["/prove", "code,recoveryCode"]);
  const code = world.code({ secret });
  const back = await post(world, "second-factor", { question: "", code, callbackUrl: "/me" });
  assert.equal(back.to?.href, `${APP}/me`);
  const off = await post(world, "second-factor-setup", { action: "off", callbackUrl: "/me", question: "" });
  assert.equal(off.to?.href, `${APP}/me?done=second-factor-off`);
});

/** Why a sign-in cannot go on, with the error that says so. */
const STOPS: Readonly<
  Record<string, readonly [error: string, stop: (world: FactorWorld, guess: () => unknown) => unknown]>
> = {
  "its factor is off": ["UserChanged", async ({ db }) => {
    const [user] = await db.users();
    const { version, ...row } = (await db.adapter.rows.find("secondFactors", { userId: user!.id }))!;
    await db.adapter.rows.store("secondFactors", { ...row, enabledAt: null, version: version + 1 }, version);
  }],
  "its user is gone": ["UserChanged", async ({ db }) => {
    const [user] = await db.users();
    await db.adapter.deleteUser(user!.id);
  }],
  "too many codes are wrong": ["TooManyWrongCodes", async (_, guess) => {
    for (let tries = 0; tries < 5; tries++) await guess();
  }],
};

for (const isSetup of [false, true]) {
  const step = isSetup ? "set-up" : "second step";
  const endpoint = isSetup ? "second-factor-setup" : "second-factor";
  for (const [why, [error, stop]] of Object.entries(STOPS)) {
    if (isSetup && why === "its factor is off") continue;
    for (const method of ["GET", "POST"]) {
      test(`a sign-in whose ${step} stops because ${why} keeps its page and language (${method})`, async () => {
        let isRequired = false;
        const world = openFactors({ pages, secondFactor: { required: () => isRequired } });
        const { browser } = world;
        await world.register();
        if (!isSetup) {
          const { secret, setup } = await readSetup(world, "");
          const { html } = await post(world, endpoint + "-setup", { setup, code: world.code({ secret }) });
          assert.equal(codesIn({ html } as never).length, 10);
        }
        await world.signOut();
        isRequired = isSetup;
        const page = await browser.open(`${APP}/auth/signin?callbackUrl=/wanted&ui_locales=de`);
        const asked = await page.submit("/auth/callback/password", { email: ADA, password: GOOD });
        const question = questionOf(asked);
        const guess = () => post(world, endpoint, { question, code: "00000000", mailCode: "00000000" });
        const open = async () => {
          const url = `${APP}/auth/${endpoint}?question=${question}`;
          const { headers } = await browser.fetch(url, { redirect: "manual" });
          return { to: new URL(headers.get("location")!) };
        };
        // The page mails the code: before, none can be wrong.
        if (isSetup) await open();
        await stop(world, guess);
        const { to } = method === "POST" ? await guess() : await open();
        const { searchParams } = to!;
        assert.equal(searchParams.get("error"), error, `${to} ${world.log()}`);
        assert.equal(searchParams.get("callbackUrl"), `${APP}/wanted`, String(to));
        assert.equal(searchParams.get("ui_locales"), "de");
        assert.equal(pendingCookie(browser) === null, error === "UserChanged");
      });
    }
  }
}

test("the account page leads to a page of the application that shows one secret, however often it's loaded", async () => {
  const world = openFactors({ pages });
  await world.register();
  const { secret, setup } = await readSetup(world, "");
  await post(world, "second-factor-setup", { setup, code: world.code({ secret }) });
  const account = await world.browser.open(`${APP}/auth/account`);
  const [, link = ""] = /href="([^"]*second-factor-setup[^"]*)"/.exec(account.html) ?? [];
  const { status, headers } = await world.browser.fetch(new URL(link.replaceAll("&#38;", "&"), APP).href, {
    redirect: "manual",
  });
  assert.deepEqual([status, new URL(headers.get("location")!, APP).pathname], [302, "/setup"]);
  assert.match(headers.getSetCookie().join(), /\.form\.key=/);
});
