/**
 * The page that asks for the second step, its answers and its options for a passkey: who is asked, and where everybody else is led.
 *
 * @module
 */

import assert from "node:assert/strict";
import { Auth, skipCSRFCheck } from "../../mod.ts";
import { Passkey } from "../../src/providers/passkey.ts";
import type { Browser, Page } from "../../src/testing/mod.ts";
import { ADA, BETTER, GOOD } from "./_kept_passwords.ts";
import { testForms as test } from "./_password_forms.ts";
import {
  addPasskey,
  factorOf,
  type FactorWorld,
  type Kit,
  openFactors,
  openRequired,
} from "./_second_factor.ts";
import { questionOf, send } from "./_second_factor_ways.ts";
import { APP, cookieHeader } from "./_world.ts";
import { chosen } from "../_short.ts";

const ASK = `${APP}/auth/second-factor`;
const OPTIONS = `${APP}/auth/second-factor-options`;

/** A request that a script sends. */
const SCRIPT = { "x-auth-return-redirect": "1" };

/** Where an answer leads, and with which parameters. */
async function leadsTo(response: Response): Promise<[path: string, params: Record<string, string>]> {
  const to = response.headers.get("location") ?? (await response.json()).url;
  const { pathname, searchParams } = new URL(to, APP);
  return [pathname, Object.fromEntries(searchParams)];
}

/** Opens the page, and follows nothing. */
function ask(browser: Browser, query = "", headers: Record<string, string> = {}): Promise<Response> {
  return browser.fetch(`${ASK}${query}`, { headers, redirect: "manual" });
}

const PRIVATE_PAGE = "?callbackUrl=/private&ui_locales=de";
const BACK = { callbackUrl: `${APP}/private`, ui_locales: "de" };

test("a browser in which nobody signs in is led to the sign-in page, and back afterwards", async () => {
  const { browser } = openFactors();
  assert.deepEqual(await leadsTo(await ask(browser, PRIVATE_PAGE)), ["/auth/signin", BACK]);
  const fields = { code: "000000", callbackUrl: "/private", ui_locales: "de" };
  const posted = await leadsTo(await send(browser, "second-factor", fields));
  assert.deepEqual(posted, ["/auth/signin", { ...BACK, error: "SessionRequired" }]);
});

test("a second step that comes too late leads back to the sign-in page as it was: with the ways of the user alone", async () => {
  const world = openFactors();
  const kit = await world.registerWithFactor();
  const { browser, db } = world;
  await world.answer(await world.enter(), { code: world.code(kit) });
  const first = await browser.open(`${APP}/auth/signin?only=own&callbackUrl=/private`);
  const page = await first.submit("/auth/callback/password", { email: ADA, password: GOOD });
  const [user] = await db.users();
  await db.adapter.updateUser({ id: user!.id, email: "new@example.com" });
  const posted = await send(browser, "second-factor", {
    question: questionOf(page),
    code: world.nextCode(kit),
  });
  const back = { callbackUrl: `${APP}/private`, only: "own" };
  assert.deepEqual(await leadsTo(posted), ["/auth/signin", { ...back, error: "UserChanged" }]);
});

test("a user without a second factor is led to the page that sets one up, or to a new sign-in", async () => {
  const world = openFactors();
  await world.register();
  const { browser } = world;
  const setUp = ["/auth/second-factor-setup", { ...BACK, lack: "level" }];
  assert.deepEqual(await leadsTo(await ask(browser, PRIVATE_PAGE)), setUp);
  const fresh = ["/auth/signin", { ...BACK, error: "SessionNotFresh" }];
  assert.deepEqual(await leadsTo(await ask(browser, `${PRIVATE_PAGE}&lack=age`)), fresh);
  const forScript = ["/auth/second-factor-setup", { ...BACK, lack: "level", error: "SecondStepRequired" }];
  assert.deepEqual(await leadsTo(await ask(browser, PRIVATE_PAGE, SCRIPT)), forScript);
  // A second factor that was begun and not confirmed is none.
  await browser.open(`${APP}/auth/second-factor-setup`);
  assert.deepEqual(await leadsTo(await ask(browser, PRIVATE_PAGE)), setUp);
});

test("a sign-in that has to set a second factor up goes on there, and an answer does not end it", async () => {
  const world = await openRequired();
  const page = await world.enter();
  const question = questionOf(page);
  const expected = ["/auth/second-factor-setup", { callbackUrl: `${APP}/home`, question }];
  assert.deepEqual(await leadsTo(await ask(world.browser, `?question=${question}`)), expected);
  const answers: Record<string, string>[] = [{ code: "000000" }, { code: "" }, { recoveryCode: "x" }];
  for (const fields of answers) {
    const posted = await send(world.browser, "second-factor", { question, ...fields });
    assert.deepEqual(await leadsTo(posted), expected);
  }
  const [path, params] = await leadsTo(await ask(world.browser, `?question=${question}`, SCRIPT));
  assert.deepEqual([path, params.question, params.error], [expected[0], question, "SecondStepRequired"]);
  const options = await world.browser.fetch(`${OPTIONS}?question=${question}`);
  assert.equal(options.status, 400);
  assert.equal(await world.session(), null);
});

test("a sign-up that has to set a second factor up is asked for none, which nobody can have stored", async () => {
  const world = openFactors({ secondFactor: { required: true } });
  await world.signUp();
  const question = questionOf(await world.follow());
  world.db.calls.length = 0;
  const [path, params] = await leadsTo(await ask(world.browser, `?question=${question}`));
  assert.deepEqual([path, params.question], ["/auth/second-factor-setup", question]);
  assert.ok(!world.db.calls.includes("find secondFactors"));
});

test("the page leads to another way to sign in, with the page that the user wants", async () => {
  const world = openFactors();
  await world.registerWithFactor();
  const page = await world.enter();
  assert.match(page.html, /href="[^"]*\/auth\/signin\?callbackUrl=https%3A%2F%2Fapp\.test%2Fhome"/);
  // What a link says does not count: the sign-in knows where it leads.
  const other = await world.browser.open(
    `${page.url.split("?")[0]}?question=${questionOf(page)}&callbackUrl=/x`,
  );
  assert.match(other.html, /href="[^"]*\/auth\/signin\?callbackUrl=https%3A%2F%2Fapp\.test%2Fhome"/);
});

test("the page offers to remember the device in a sign-in, for the time that the config says", async () => {
  const day = 86_400;
  const cases = [[{}, /for 30 days/], [{ rememberFor: 7 * day }, /for 7 days/], [
    { rememberFor: 0 },
    null,
  ]] as const;
  for (const [secondFactor, says] of cases) {
    const world = openFactors({ secondFactor });
    await world.registerWithFactor();
    const page = await world.enter();
    if (says) assert.match(page.text, says);
    assert.equal(page.html.includes('name="remember"'), says !== null, JSON.stringify(secondFactor));
  }
  const world = openFactors();
  await world.register();
  await world.turnOn();
  const page = await world.browser.open(`${ASK}?error=InvalidSecondFactor`);
  assert.match(page.text, /Verify again that it's you/, page.text);
  assert.match(page.html, /<input[^>]*name="code"[^>]*aria-invalid="true"/);
  assert.doesNotMatch(page.html, /name="remember"|Tries left/, "a session is there already");
});

test("a device is remembered only if its form asks for it, and the config allows it", async () => {
  const cases = [["true", {}, 1], ["", {}, 0], [null, {}, 0], ["true", { rememberFor: 0 }, 0]] as const;
  for (const [remember, secondFactor, count] of cases) {
    const world = openFactors({ secondFactor });
    const kit = await world.registerWithFactor();
    const fields = { code: world.code(kit), ...remember !== null && { remember } };
    const done = await world.answer(await world.enter(), fields);
    assert.equal(done.url, `${APP}/home`, world.log());
    const { devices } = (await factorOf(world))!;
    const what = `${remember} ${JSON.stringify(secondFactor)} ${devices}`;
    assert.equal(devices === null ? 0 : JSON.parse(devices).length, count, what);
  }
});

test("a new password forgets all devices but the one that asks to be remembered", async () => {
  for (const remember of [true, false]) {
    const world = openFactors();
    const kit = await world.registerWithFactor();
    await world.answer(await world.enter(), { code: world.code(kit), remember: "true" });
    await world.signOut();
    const { devices: before } = (await factorOf(world))!;
    const browser = world.visitor();
    const asked = await world.forget(browser);
    const code = world.mails.at(-1)!.code;
    const page = await asked.submit("/auth/callback/password", { code, password: BETTER });
    const answer = { code: world.nextCode(kit), ...remember && { remember: "true" } };
    assert.equal((await world.answer(page, answer, browser)).url, `${APP}/home`, world.log());
    const { devices } = (await factorOf(world))!;
    assert.equal(JSON.parse(before!).length, 1);
    if (remember) assert.equal(JSON.parse(devices!).length, 1);
    else assert.equal(devices, null);
    assert.notEqual(devices, before);
  }
});

test("a recovery code is told by mail, in a sign-in and in a session, and a code of the app is not", async () => {
  const world = openFactors();
  const { codes, ...kit } = await world.registerWithFactor();
  const purposes = () =>
    world.mails.map(({ purpose }) => purpose).filter((name) => name === "recoveryCodeUsed");
  await world.answer(await world.enter(), { code: world.code({ ...kit }) });
  assert.deepEqual(purposes(), []);
  world.platform.tick(30);
  const raise = (fields: Record<string, string>) => send(world.browser, "second-factor", fields);
  assert.deepEqual(await leadsTo(await raise({ code: world.code(kit), callbackUrl: "/home" })), [
    "/home",
    {},
  ]);
  assert.deepEqual(purposes(), []);
  assert.deepEqual(await leadsTo(await raise({ recoveryCode: codes[0]!, callbackUrl: "/home" })), [
    "/home",
    {},
  ]);
  assert.equal(purposes().length, 1);
  await world.signOut();
  await world.answer(await world.enter(), { recoveryCode: codes[1]! });
  assert.equal(purposes().length, 2);
});

test("a wrong answer stands in the log once, and the page shows it at its field", async () => {
  const world = openFactors();
  await world.registerWithFactor();
  const page = await world.enter();
  const before = world.log();
  const code = await page.submit("/auth/second-factor", { code: "000000" });
  assert.equal(world.log().slice(before.length).match(/InvalidSecondFactor/g)?.length, 1, world.log());
  assert.match(code.html, /<input[^>]*name="code"[^>]*aria-invalid="true"/);
  assert.doesNotMatch(code.html, /<details open| checked>/);
  const recovery = await world.answer(page, { recoveryCode: "000000" });
  assert.match(recovery.html, /<details open/);
  // A form without any field is a wrong answer, too.
  const empty = await world.answer(page, {});
  assert.match(empty.url, /error=InvalidSecondFactor/);
  assert.doesNotMatch(empty.url, /field=/);
});

test("a sign-in whose session cannot be stored after the second step is over, and says so in its language", async () => {
  const world = openFactors({ session: { strategy: "database" } });
  const kit = await world.registerWithFactor();
  const asked = world.visitor();
  const first = questionOf(await world.enter(GOOD, asked));
  world.db.calls.length = 0;
  await send(asked, "second-factor", { question: first, code: world.code(kit) });
  const call = world.db.calls.indexOf("addCredentials");
  assert.notEqual(call, -1, world.db.calls.join());
  const fields = { question: questionOf(await world.enter()), code: world.nextCode(kit), ui_locales: "de" };
  world.db.calls.length = 0;
  world.db.fault = { call, moment: "before" };
  const failed = await send(world.browser, "second-factor", fields);
  const [, params] = await leadsTo(failed);
  assert.deepEqual([params.error, params.ui_locales], ["ServerError", "de"], world.log());
  assert.match(failed.headers.get("set-cookie")!, /__Host-latchkey\.second-factor=;/);
  assert.equal(await world.session(), null);
  world.db.fault = null;
  const late = await send(world.browser, "second-factor", { ...fields, code: world.nextCode(kit) });
  assert.equal((await leadsTo(late))[1].error, "InvalidCheck");
});

test("an own page that asks gets the error of the page in whose place it is", async () => {
  const world = openFactors({ pages: { secondFactor: "/prove" } });
  await world.registerWithFactor();
  const question = questionOf(await world.enter());
  const [path, params] = await leadsTo(await ask(world.browser, `?question=${question}&error=RateLimited`));
  assert.deepEqual([path, params.question, params.error], ["/prove", question, "RateLimited"]);
});

test("a request without a form, where the application checks CSRF itself, is a wrong answer", async () => {
  const world = openFactors();
  await world.register();
  await world.turnOn();
  const headers = { cookie: cookieHeader(world.browser) };
  const request = new Request(ASK, { method: "POST", headers });
  const response = await Auth(request, { ...world.config, skipCSRFCheck });
  const [path, params] = await leadsTo(response);
  assert.deepEqual([path, params.error, params.field], [
    "/auth/second-factor",
    "InvalidSecondFactor",
    undefined,
  ]);
});

/** A world in which Ada has a passkey and a second factor, and waits for her second step. */
async function openPasskey(options: Parameters<typeof Passkey>[0] = {}): Promise<{
  readonly world: FactorWorld;
  readonly kit: Kit;
  readonly page: Page;
  readonly options: (query?: string) => Promise<Response>;
}> {
  const world = openFactors({ more: () => [Passkey(options)] });
  await world.register();
  const kit = await world.turnOn();
  await addPasskey(world);
  await world.signOut();
  const page = await world.enter(GOOD);
  const query = `?question=${questionOf(page)}`;
  return {
    world,
    kit,
    page,
    options: (other = query) => world.browser.fetch(`${OPTIONS}${other}`),
  };
}

test("the form of a passkey fetches the options of its user, which no cache keeps", async () => {
  const { page, options } = await openPasskey();
  assert.match(
    page.html,
    /<form[^>]*action="[^"]*\/auth\/second-factor"[^>]*data-passkey="[^"]*\/auth\/second-factor-options"/,
  );
  assert.doesNotMatch(page.html, /autocomplete="[^"]*webauthn/);
  const response = await options();
  assert.equal(response.status, 200);
  assert.match(response.headers.get("cache-control")!, /no-store/);
  assert.match(response.headers.get("set-cookie")!, /challenge/);
  const { options: { allowCredentials }, ...rest } = await response.json();
  assert.deepEqual(allowCredentials.map(({ id }: { readonly id: string }) => id), ["key"]);
  assert.deepEqual(rest, { action: "authenticate" });
});

test("a session that confirms again that it is the user gets the options of a passkey, too", async () => {
  const { world, kit, page, options } = await openPasskey();
  assert.equal((await options("")).status, 400, "no one is signed in");
  await world.answer(page, { code: world.nextCode(kit) });
  const { options: { allowCredentials } } = await (await options("")).json();
  assert.deepEqual(allowCredentials.map(({ id }: { readonly id: string }) => id), ["key"]);
});

test("nobody else gets options for a passkey", async () => {
  const { world, page, options } = await openPasskey();
  const without = openFactors();
  await without.registerWithFactor();
  const query = `?question=${questionOf(await without.enter())}`;
  // A browser says itself which site asks.
  const cookie = cookieHeader(world.browser);
  const from = (headers: Record<string, string>) =>
    Auth(
      new Request(`${OPTIONS}?question=${questionOf(page)}`, { headers: { cookie, ...headers } }),
      world.config,
    );
  const refused = [
    await options(""),
    await from({ "sec-fetch-site": "cross-site" }),
    await from({ referer: "https://evil.test/" }),
    await without.browser.fetch(`${OPTIONS}${query}`),
  ];
  for (const response of refused) {
    assert.equal(response.status, 400);
    assert.match(response.headers.get("cache-control")!, /no-store/);
    assert.deepEqual(await response.json(), { error: "Invalid request" });
    assert.equal(response.headers.get("set-cookie"), null);
  }
});

test("an application without the package for passkeys gets a 500, and the log says what to install", async () => {
  const fails = () => Promise.reject(new Error("no package"));
  const simpleWebAuthn = {
    generateAuthenticationOptions: fails,
    generateRegistrationOptions: fails,
    verifyAuthenticationResponse: fails,
    verifyRegistrationResponse: fails,
  };
  const { world, options } = await openPasskey({ simpleWebAuthn });
  const response = await options();
  assert.equal(response.status, 500);
  assert.match(response.headers.get("cache-control")!, /no-store/);
  assert.deepEqual(await response.json(), { error: "Configuration" });
  assert.match(world.log(), /npm install @simplewebauthn\/server/);
});

test("an older tab goes on where the newer sign-in of its browser is", async () => {
  for (const strategy of chosen(["jwt", "database"] as const)) {
    const world = openFactors({ session: { strategy } });
    const kit = await world.registerWithFactor();
    const [older, newer] = [await world.enter(), await world.enter()];
    const answer = () => world.answer(older, { code: world.nextCode(kit) });
    const page = await answer();
    assert.equal(questionOf(page), questionOf(newer));
    assert.doesNotMatch(page.html, /role="alert"/);
    assert.match(world.log(), /another tab has begun another sign-in since/);
    // A question that waits nowhere leads there as well.
    assert.equal(questionOf(await world.browser.open(older.url)), questionOf(newer));
    await world.answer(page, { code: world.nextCode(kit) });
    assert.equal((await answer()).url, `${APP}/home`);
    assert.equal((await world.browser.open(older.url)).url, `${APP}/home`);
    // A session that began before says nothing about the tab.
    world.platform.tick(601);
    assert.match((await answer()).url, /\/auth\/signin\?.*error=InvalidCheck/);
  }
});
