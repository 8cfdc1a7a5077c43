/**
 * The form that failed, which the sign-in page shows again: what is kept, for whom, and from where.
 *
 * @module
 */

import assert from "node:assert/strict";
import { test } from "node:test";
import { Auth } from "../../mod.ts";
import type { CredentialInput } from "../../src/model/provider.ts";
import { openDatabase } from "./_database.ts";
import { APP, cookieHeader, cookiesOf } from "./_world.ts";

const COOKIE = "__Host-latchkey.form";

test("Auth() keeps no form that another site has posted (CS-19)", async () => {
  const long = "x".repeat(250);
  const credentials = Object.fromEntries(
    ["email", "user", "login", "phone", "name", "domain", "tenant"].map((name) => [name, {}]),
  );
  const world = openDatabase({ password: { credentials } });
  const everything = Object.fromEntries(Object.keys(credentials).map((name) => [name, long]));
  const { csrfToken } = await (await world.browser.fetch(`${APP}/auth/csrf`)).json();
  const foreign = { origin: "https://evil.test", "sec-fetch-site": "cross-site" };
  for (const path of ["signin/email", "callback/password", "callback/email"]) {
    for (const [headers, token] of [[{}, {}], [foreign, {}], [foreign, { csrfToken }]] as const) {
      const cookie = cookieHeader(world.browser);
      const forged = new Request(`${APP}/auth/${path}`, {
        method: "POST",
        headers: { cookie, ...headers },
        body: new URLSearchParams({ ...everything, email: "call-0900-evil@evil.test", code: "1", ...token }),
      });
      const response = await Auth(forged, world.config);
      assert.match(response.headers.get("location")!, /error=MissingCSRF/);
      assert.equal(cookiesOf(response)[COOKIE], undefined, path);
      const page = await world.browser.open(response.headers.get("location")!);
      assert.doesNotMatch(page.html, /evil/);
    }
  }
});

/** Fields and what was typed into them. */
const SECRETS: Readonly<Record<string, CredentialInput>> = {
  password: { type: "password" },
  login: { type: "password" },
  code: { type: "tel", autocomplete: "one-time-code" },
  pin: { type: "tel" },
  otp: { type: "text", autocomplete: "one-time-code" },
  phone: { type: "tel", autocomplete: "one-time-code" },
  user: { type: "text", autocomplete: "current-password" },
  token: {},
  name: { type: "hidden" },
  tel: { type: "number" },
};

test("Auth() keeps no secret of a form that failed, whatever the type of its field is (PG-28)", async () => {
  for (const [name, field] of Object.entries(SECRETS)) {
    const world = openDatabase({ password: { credentials: { [name]: field, more: { type: "password" } } } });
    const response = await world.post("callback/password", { [name]: "2468", more: "x" });
    assert.match(response.headers.get("location")!, /error=CredentialsSignin/);
    assert.equal(cookiesOf(response)[COOKIE], undefined, name);
    const page = await world.browser.open(response.headers.get("location")!);
    assert.doesNotMatch(page.html, /2468/, name);
  }
});

test("Auth() keeps names of a form that failed once, in a page of the browser that typed them", async () => {
  const fields: Readonly<Record<string, CredentialInput>> = {
    email: { type: "email" },
    phone: { type: "tel" },
    mobile: { type: "tel", autocomplete: "tel" },
    user: {},
  };
  for (const [name, field] of Object.entries(fields)) {
    const world = openDatabase({ password: { credentials: { [name]: field, code: { type: "password" } } } });
    const response = await world.post("callback/password", { [name]: `"><b>ada`, code: "2468" });
    const { html } = await world.browser.open(response.headers.get("location")!);
    assert.match(html, /value="&#34;&#62;&#60;b&#62;ada"/, name);
    assert.doesNotMatch(html, /<b>ada|2468/);
    assert.doesNotMatch((await world.browser.open(response.headers.get("location")!)).html, /ada/, name);
    assert.doesNotMatch((await world.visitor().open(response.headers.get("location")!)).html, /ada/, name);
  }
});

test("Auth() answers a mail that fails with the same cookies, whether the address has a user or not (EM-07)", async () => {
  const sizes = [];
  for (const address of ["ada@example.com", "bob@example.com"]) {
    const world = openDatabase({
      email: { sendVerificationRequest: () => Promise.reject(new Error("down")) },
    });
    await world.db.adapter.createUser({ id: "7", email: "ada@example.com", emailVerified: new Date(0) });
    const response = await world.post("signin/email", { email: address });
    const set = Object.entries(cookiesOf(response)).map(([name, { length }]) => [name, length]);
    sizes.push([response.headers.get("location"), set]);
  }
  assert.deepEqual(sizes[0], sizes[1]);
});
