import assert from "node:assert/strict";
import { test } from "node:test";
import { Auth, type AuthConfig } from "../../mod.ts";
import { SecondFactor } from "../../src/second_factor/second_factor.ts";
import type { Page } from "../../src/testing/mod.ts";
import { type DatabaseWorld, openDatabase } from "./_database.ts";
import { GOOD } from "./_kept_passwords.ts";
import { asked, SENT } from "./_mails.ts";
import { testForms } from "./_password_forms.ts";
import { openFactors } from "./_second_factor.ts";
import { APP, cookieHeader, errorPage, request, start } from "./_world.ts";

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
  assert.match(page.headers.get("location") ?? "", /\/auth\/error\?error=/);
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
const WAYS: Readonly<Record<string, () => Promise<readonly [FaultyWorld, () => Promise<Page>]>>> = {
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
  async "the second step of a sign-in"() {
    const world = openFactors();
    const kit = await world.registerWithFactor();
    const waiting = await world.enter(GOOD);
    return [world, () => waiting.submit("/auth/second-factor", { code: world.nextCode(kit) })];
  },
  async "the set-up of a second factor"() {
    const world = openFactors();
    await world.register();
    return [world, () => world.browser.open(`${APP}/auth/second-factor-setup?callbackUrl=/home`)];
  },
};

for (const [what, prepare] of Object.entries(WAYS)) {
  testForms(
    `the error page leads back to where the user wanted to go, if the database is away at ${what}`,
    async () => {
      const [world, goOn] = await prepare();
      world.db.calls.length = 0;
      world.db.fault = { call: 0, moment: "before", lasting: true };
      const page = await goOn();
      assert.equal(page.url, errorPage("ServerError"), world.log());
      const again = await page.follow("Try again");
      assert.equal(again.url, `${APP}/auth/signin?callbackUrl=${encodeURIComponent(`${APP}/home`)}`);
    },
  );
}

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
