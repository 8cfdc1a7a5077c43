import assert from "node:assert/strict";
import { test } from "node:test";
import { Auth, type AuthConfig } from "../../mod.ts";
import { SecondFactor } from "../../src/second_factor/second_factor.ts";
import { english } from "../../src/messages/english.ts";
import type { Page } from "../../src/testing/mod.ts";
import { type DatabaseWorld, openDatabase } from "./_database.ts";
import { BETTER, GOOD } from "./_kept_passwords.ts";
import { asked, SENT } from "./_mails.ts";
import { testForms } from "./_password_forms.ts";
import { type FactorWorld, openFactors, secretIn } from "./_second_factor.ts";
import { APP, cookieHeader, errorPage, request, start } from "./_world.ts";

const HOME = encodeURIComponent(`${APP}/home`);

/** What scripts send. */
const scripts = [{ accept: "application/json" }, { "sec-fetch-mode": "cors" }, {
  "x-auth-return-redirect": "1",
}] as Record<string, string>[];

test("a script gets 503 and JSON from each endpoint that needs the database while it is away, and a page leads on", async () => {
  const world = await openDatabase({ features: [SecondFactor()] });
  await world.signIn();
  const cookie = cookieHeader(world.browser);
  world.db.fault = { call: 0, moment: "before", lasting: true };
  const ask = async (path: string, headers: Record<string, string>) =>
    await Auth(request(`/auth/${path}`, { headers: { cookie, ...headers } }), world.config);
  for (const path of ["session", "account-data", "account", "second-factor-setup"]) {
    for (const headers of scripts) {
      world.db.calls.length = 0;
      const response = await ask(path, headers);
      const label = `${path} ${JSON.stringify(headers)}`;
      assert.equal(response.status, 503, label);
      assert.match(response.headers.get("content-type")!, /^application\/json/, label);
      const { message, error } = await response.json();
      assert.ok(message ?? error, label);
      assert.deepEqual(
        response.headers.getSetCookie().filter((each) => each.includes("session-token")),
        [],
        label,
      );
    }
  }
  world.db.calls.length = 0;
  const page = await ask("account", { accept: "text/html", "sec-fetch-mode": "navigate" });
  assert.equal(page.status, 503);
  assert.match(await page.text(), /<a class="button" href="https:\/\/app\.test\/auth\/account">Try again/);
});

test("a script gets 503 or 429, JSON and Retry-After from a form whose attempts cannot be counted, or are too many", async () => {
  const world = await openDatabase();
  const { headers: sent, csrfToken } = await formOf(world.config);
  const send = async (headers: Record<string, string>) => {
    world.db.calls.length = 0;
    return await Auth(
      request("/auth/signin/email", {
        method: "POST",
        body: new URLSearchParams({ csrfToken, email: "ada@example.com" }),
        headers: { ...sent, ...headers },
      }),
      world.config,
    );
  };
  for (let n = 0; n < 50 && (await send({})).status !== 429; n++);
  for (const status of [429, 503]) {
    if (status === 503) world.db.fault = { call: 0, moment: "before", lasting: true };
    // A `fetch` that does not say so gets the page.
    for (const headers of scripts.filter((each) => !each["sec-fetch-mode"])) {
      const response = await send(headers);
      const label = `${status} ${JSON.stringify(headers)}`;
      assert.equal(response.status, status, label);
      assert.match(response.headers.get("retry-after") ?? "", /^[1-9]\d*$/, label);
      assert.match((await response.json()).url, /\/auth\/signin\?/, label);
    }
    const page = await send({ accept: "text/html", "sec-fetch-mode": "navigate" });
    assert.equal(page.status, status);
    assert.match(page.headers.get("retry-after") ?? "", /^[1-9]\d*$/);
    assert.match(page.headers.get("content-type")!, /^text\/html/);
  }
});

/** What a user does before the database goes away, and then. Each returns the second step. */
const SIGN_INS: Readonly<Record<string, () => Promise<readonly [FaultyWorld, () => Promise<Page>]>>> = {
  async "the answer of a provider"() {
    const world = openDatabase();
    const answer = await world.idp.fetch((await start(world)).href, { redirect: "manual" });
    return [world, () => world.browser.open(answer.headers.get("location")!)];
  },
  async "a mailed link"() {
    const world = await asked();
    return [world, () => world.follow()];
  },
  async "a mailed code"() {
    const world = await asked({ limits: false });
    const page = await world.browser.open(SENT);
    return [world, () => page.submit("Sign in", { code: world.mails[0]!.code })];
  },
  async "a password"() {
    const world = openFactors({ limits: false });
    await world.register();
    return [world, () => world.enter(GOOD)];
  },
};

for (const [what, prepare] of Object.entries(SIGN_INS)) {
  testForms(
    `the error page leads back to where the user wanted to go, if the database is away at ${what}`,
    async () => {
      const [world, goOn] = await prepare();
      world.db.calls.length = 0;
      world.db.fault = { call: 0, moment: "before", lasting: true };
      const page = await goOn();
      assert.equal(page.url, errorPage("ServerError"), world.log());
      const again = await page.follow("Try again");
      assert.equal(again.url, `${APP}/auth/signin?callbackUrl=${HOME}`);
    },
  );
}

/** What a user does on a page before the database goes away, and then. Each returns the second step. */
const PAGES: Readonly<Record<string, (world: FactorWorld) => Promise<() => Promise<Page>>>> = {
  async "opens the account page"({ browser, register }) {
    await register();
    return () => browser.open(`${APP}/auth/account?ui_locales=en`);
  },
  async "signs out everywhere else"({ browser, register, enter, visitor }) {
    await register();
    await enter(GOOD, visitor());
    const page = await browser.open(`${APP}/auth/account`);
    return () => page.submit(english.account.endOthers);
  },
  async "opens the page of the password"({ browser, register }) {
    await register();
    return () => browser.open(`${APP}/auth/password?callbackUrl=/home`);
  },
  async "changes the password"({ browser, register }) {
    await register();
    const page = await browser.open(`${APP}/auth/password?callbackUrl=/home`);
    return () => page.submit("/auth/password", { current: GOOD, password: BETTER });
  },
  async "opens the set-up of a second factor"({ browser, register }) {
    await register();
    return () => browser.open(`${APP}/auth/second-factor-setup?callbackUrl=/home`);
  },
  async "sets a second factor up"({ browser, register, code }) {
    await register();
    const page = await browser.open(`${APP}/auth/second-factor-setup?callbackUrl=/home`);
    return () => page.submit("/auth/second-factor-setup", { code: code({ secret: secretIn(page) }) });
  },
  async "does the second step"(world) {
    const kit = await world.registerWithFactor();
    const waiting = await world.enter(GOOD);
    return () => waiting.submit("/auth/second-factor", { code: world.nextCode(kit) });
  },
};

for (const [what, prepare] of Object.entries(PAGES)) {
  testForms(`a user who ${what} while the database is away gets 503 there, and can try again`, async () => {
    const world = openFactors();
    const goOn = await prepare(world);
    world.db.calls.length = 0;
    world.db.fault = { call: 0, moment: "before", lasting: true };
    const page = await goOn();
    assert.equal(page.status, 503, world.log());
    assert.doesNotMatch(page.url, /error/);
    world.db.fault = null;
    const again = await page.follow("Try again");
    assert.equal(again.status, 200, world.log());
    // A sign-in begins anew, and leads to the same page.
    const url = what === "does the second step" ? `${APP}/auth/signin?callbackUrl=${HOME}` : page.url;
    assert.equal(new URL(again.url).pathname, new URL(url).pathname);
    assert.ok(again.url.includes(new URL(url).search), again.url);
    assert.doesNotMatch(again.text, /Try again/);
  });
}

test("an error page of the application gets the page that failed as `callbackUrl`", async () => {
  const world = await openDatabase({ pages: { error: "/oops" } });
  await world.signIn();
  world.db.calls.length = 0;
  world.db.fault = { call: 0, moment: "before", lasting: true };
  const { url } = await world.browser.open(`${APP}/auth/account?done=removed`);
  const { searchParams, pathname } = new URL(url);
  assert.equal(pathname, "/oops");
  assert.equal(searchParams.get("callbackUrl"), `${APP}/auth/account?done=removed`);
});

test("the error page leads to no other site", async () => {
  const { browser } = openDatabase();
  const page = await browser.open(`${APP}/auth/error?error=ServerError&callbackUrl=https://evil.test/`);
  const again = await page.follow("Try again");
  assert.equal(again.url, `${APP}/auth/signin?callbackUrl=${encodeURIComponent(`${APP}/`)}`);
});

/** A world whose database can be away. */
type FaultyWorld = Pick<DatabaseWorld, "db" | "log">;

/** A form as a browser sends it. */
async function formOf(config: AuthConfig) {
  const response = await Auth(request("/auth/csrf"), config);
  const { csrfToken } = await response.json() as { readonly csrfToken: string };
  const cookie = response.headers.getSetCookie()[0]!.split(";")[0]!;
  const type = "application/x-www-form-urlencoded";
  return { csrfToken, headers: { cookie, origin: APP, "content-type": type } };
}
