import assert from "node:assert/strict";
import { test } from "node:test";
import { Auth, type AuthConfig } from "../../mod.ts";
import { signOut as ownSignOut } from "../../src/core/server_action.ts";
import { SecondFactor } from "../../src/features/second_factor/second_factor.ts";
import { account } from "../../src/messages/account/en.ts";
import type { Page } from "../../src/testing/mod.ts";
import { type DatabaseWorld, openDatabase } from "./_database.ts";
import { BETTER, GOOD } from "./_kept_passwords.ts";
import { asked, SENT } from "./_mails.ts";
import { testForms } from "./_password_forms.ts";
import { type FactorWorld, openFactors, secretIn } from "./_second_factor.ts";
import { APP, cookieHeader, errorPage, request, start } from "./_world.ts";
import { chosen } from "../_short.ts";

const HOME = encodeURIComponent(`${APP}/home`);

/** What scripts send. */
const scripts = [{ accept: "application/json" }, { "x-requested-with": "XMLHttpRequest" }, {
  "sec-fetch-mode": "cors",
}, {
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

test("a script that signs out while the database is away gets 503, and no session any more; a page leads on", async () => {
  for (const [index, headers] of [...scripts, { "sec-fetch-mode": "navigate" }].entries()) {
    const world = await openDatabase();
    await world.signIn();
    fail(world);
    const response = await signOut(world, headers);
    const label = `${JSON.stringify(headers)} ${world.log()}`;
    assert.ok(response.headers.getSetCookie().some((each) => /session-token=; Max-Age=0/.test(each)), label);
    assert.match(world.log(), /SignOutError: Cannot end the session: only its cookie is gone/);
    if (index < scripts.length) {
      assert.equal(response.status, 503, label);
      const data = await response.json();
      assert.deepEqual(data, { message: "Service unavailable.", url: `${APP}/bye` }, label);
    } else {
      assert.deepEqual([response.status, response.headers.get("location")], [303, `${APP}/bye`], label);
    }
  }
});

test("a sign-out that needs no database works while it is away, for scripts too", async () => {
  const world = await openDatabase({ session: { strategy: "jwt" } });
  await world.signIn();
  fail(world);
  const response = await signOut(world, { "x-auth-return-redirect": "1" });
  assert.deepEqual([response.status, await response.json()], [200, { url: `${APP}/bye` }], world.log());
});

test("the application's own code signs out while the database is away", async () => {
  const world = await openDatabase();
  await world.signIn();
  fail(world);
  const cookie = cookieHeader(world.browser);
  const from = request("/bye", { method: "POST", headers: { cookie, origin: APP } });
  const { url, cookies } = await ownSignOut(from, { redirectTo: "/bye" }, world.config);
  assert.equal(url, `${APP}/bye`);
  assert.deepEqual(cookies.map(({ name, value }) => [/session-token$/.test(name), value]), [[true, ""]]);
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

/** Addresses of a user who is signed in. */
const PAGES = [
  "account?ui_locales=en",
  "password?callbackUrl=/home",
  "second-factor-setup?callbackUrl=/home",
  "signin?link=true&callbackUrl=/home",
  "signin?link=true&provider=idp&callbackUrl=/home",
];

for (const path of PAGES) {
  testForms(`${path} answers 503 while the database is away, and "Try again" opens it`, async () => {
    const world = openFactors();
    await world.register();
    const url = `${APP}/auth/${path}`;
    fail(world);
    const failed = await world.browser.open(url);
    assert.deepEqual([failed.status, failed.url], [503, url], world.log());
    world.db.fault = null;
    const page = await failed.follow("Try again");
    assert.deepEqual([page.status, page.url], [200, url], world.log());
    assert.doesNotMatch(page.text, /Try again/);
  });
}

test("the page that adds a way to sign in answers 503 while the database is away, from each call of it on", async () => {
  for (const strategy of chosen(["jwt", "database"] as const)) {
    const world = openDatabase({ session: { strategy } });
    await world.signIn();
    const url = `${APP}/auth/signin?link=true&callbackUrl=/home`;
    world.db.calls.length = 0;
    await world.browser.open(url);
    // The last one asks who is shown, without whom the page works.
    const calls = world.db.calls.length;
    assert.ok(calls > 1);
    const statuses: number[] = [];
    for (let call = 0; call < calls; call++) {
      world.db.calls.length = 0;
      world.db.fault = { call, moment: "before", lasting: true };
      const page = await world.browser.open(url);
      statuses.push(page.status);
      if (page.status === 200) assert.match(page.html, /name="link" value="true"/);
      world.db.fault = null;
    }
    assert.deepEqual(statuses, [...Array(calls - 1).fill(503), 200], world.log());
  }
});

test("the sign-in page is shown while the database is away", async () => {
  const world = openDatabase();
  await world.signIn();
  fail(world);
  const page = await world.browser.open(`${APP}/auth/signin?callbackUrl=/home`);
  assert.equal(page.status, 200);
  assert.doesNotMatch(page.text, /Try again/);
});

/** A form: how a user opens its page and sends it, and where they are in the end. */
interface SentPage {
  readonly open: () => Promise<Page>;
  readonly send: (page: Page) => Promise<Page>;
  readonly ends: RegExp;
}

const FORMS: Readonly<Record<string, (world: FactorWorld) => Promise<SentPage>>> = {
  async "the account page"({ browser, register, enter, visitor }) {
    await register();
    await enter(GOOD, visitor());
    const open = () => browser.open(`${APP}/auth/account`);
    return { open, send: (page) => page.submit(account.endOthers), ends: /done=signed-out-others/ };
  },
  async "a new password"({ browser, register }) {
    await register();
    const open = () => browser.open(`${APP}/auth/password?callbackUrl=/home`);
    const send = (page: Page) => page.submit("/auth/password", { current: GOOD, password: BETTER });
    return { open, send, ends: /\/home\?done=password-changed/ };
  },
  async "the set-up of a second factor"({ browser, register, code }) {
    await register();
    const open = () => browser.open(`${APP}/auth/second-factor-setup?callbackUrl=/home`);
    let secret: string | undefined;
    const send = (page: Page) => {
      // The app has scanned the code once.
      secret ??= secretIn(page);
      return page.submit("/auth/second-factor-setup", { code: code({ secret }) });
    };
    return { open, send, ends: /second-factor-setup$/ };
  },
  async "turning the second factor off"(world) {
    await world.register();
    await world.turnOn();
    const open = () => world.browser.open(`${APP}/auth/account`);
    return {
      open,
      send: (page) => page.submit("Turn off two-step verification"),
      ends: /account.*done=/,
    };
  },
  async "the second step of a sign-in"(world) {
    const kit = await world.registerWithFactor();
    const send = (page: Page) => page.submit("/auth/second-factor", { code: world.nextCode(kit) });
    return { open: () => world.enter(GOOD), send, ends: /\/home$/ };
  },
};

for (const [what, prepare] of Object.entries(FORMS)) {
  testForms(
    `a form for ${what} that the database does not answer leads back to its page, and works there`,
    async () => {
      const world = openFactors({ limits: false });
      const { open, send, ends } = await prepare(world);
      const page = await open();
      fail(world);
      const failed = await send(page);
      assert.equal(failed.status, 503, world.log());
      world.db.fault = null;
      const end = await send(await failed.follow("Try again"));
      assert.match(end.url, ends, world.log());
      assert.equal(end.status, 200);
    },
  );
}

testForms("a code that cannot be counted leads back to its page, and works there", async () => {
  const world = openFactors();
  const start = await world.browser.open(`${APP}/auth/signin?callbackUrl=/home`);
  const page = await start.submit("/auth/signin/email", { email: "ada@example.com" });
  const send = (page: Page) => page.submit("Sign in", { code: world.mails.at(-1)!.code! });
  fail(world);
  const failed = await send(page);
  assert.equal(failed.status, 503);
  assert.match(world.log(), /ServerBusy/);
  world.db.fault = null;
  const again = await failed.follow("Try again");
  assert.match(again.url, /\/auth\/verify-request\?/);
  assert.match((await send(again)).url, /\/home$/);
});

test("an error page of the application gets the page that failed as `callbackUrl`", async () => {
  const world = await openDatabase({ pages: { error: "/oops" } });
  await world.signIn();
  fail(world);
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

/** Lets the database be away from now on. */
function fail({ db }: FaultyWorld): void {
  db.calls.length = 0;
  db.fault = { call: 0, moment: "before", lasting: true };
}

/** A world whose database can be away. */
type FaultyWorld = Pick<DatabaseWorld, "db" | "log">;

/** Signs out, as a page or a script does, in a browser that has a session. */
async function signOut(
  { browser, config }: Pick<DatabaseWorld, "browser" | "config">,
  headers: Readonly<Record<string, string>>,
): Promise<Response> {
  const form = await formOf(config);
  const cookie = `${form.headers.cookie}; ${cookieHeader(browser)}`;
  return await Auth(
    request("/auth/signout", {
      method: "POST",
      body: new URLSearchParams({ csrfToken: form.csrfToken, callbackUrl: "/bye" }),
      headers: { ...form.headers, cookie, ...headers },
    }),
    config,
  );
}

/** A form as a browser sends it. */
async function formOf(config: AuthConfig) {
  const response = await Auth(request("/auth/csrf"), config);
  const { csrfToken } = await response.json() as { readonly csrfToken: string };
  const cookie = response.headers.getSetCookie()[0]!.split(";")[0]!;
  const type = "application/x-www-form-urlencoded";
  return { csrfToken, headers: { cookie, origin: APP, "content-type": type } };
}
