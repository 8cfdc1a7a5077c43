import assert from "node:assert/strict";
import { test } from "node:test";
import { Auth } from "../../mod.ts";
import { Memory } from "../../src/adapters/memory/memory.ts";
import { assertFailed, type MailOfBoth, openDatabase, storeUser } from "./_database.ts";
import { asked, confirm, link } from "./_mails.ts";
import { APP, cookieHeader } from "./_world.ts";

test("Auth() opens no other account where the adapter finds tokens without their address (EM-04)", async () => {
  const adapter = Memory();
  const addresses = ["ada@example.com", "grace@example.com"];
  const world = await asked({
    adapter: {
      ...adapter,
      useVerificationToken: async ({ token }) => {
        for (const identifier of addresses) {
          const found = await adapter.useVerificationToken({ identifier, token });
          if (found) return found;
        }
        return null;
      },
    },
  });
  await storeUser(world, { id: "2", email: "grace@example.com" });
  const other = world.visitor();
  const page = await confirm(other, link(world, { email: "grace@example.com" }));
  await assertFailed(world, page, ["error", "Verification"], other);
});

test("Auth() sends no mail unless there is exactly one address (EM-08 … EM-10)", async () => {
  const world = openDatabase();
  for (
    const email of [
      "",
      "ada",
      "@example.com",
      "ada@",
      "ada@example.com,eve@evil.test",
      "ada@example.com;eve@evil.test",
      "ada@example.com eve@evil.test",
      "ada@example.com\r\nBcc: eve@evil.test",
      "ada@example.com\0",
      '"eve@evil.test"@example.com',
      '"eve@evil.test,"@example.com',
      "<eve@evil.test>ada@example.com",
      "Ada <ada@example.com>",
      "ada@example.com@evil.test",
      "ada@evil.test\uFF0C@example.com",
      "eve@evil.test\uFE6B@example.com",
      "ada@exam\u200Bple.com",
      `${"a".repeat(250)}@x.com`,
      "ada@example..com",
      ".ada@example.com",
      "ada@-example.com",
      ["ada@example.com", "eve@evil.test"],
      ["ada@example.com"],
      { 0: "ada@example.com" },
      null,
      true,
      1,
      undefined,
    ]
  ) {
    const response = await world.post("signin/email", { email }, { json: true });
    assert.match(
      response.headers.get("location")!,
      /\/auth\/signin\?.*error=InvalidEmail/,
      JSON.stringify(email),
    );
  }
  assert.deepEqual([world.mails, world.db.tokens()], [[], []]);
});

test("Auth() sends one mail to one address where a form has two (EM-10)", async () => {
  const world = openDatabase();
  const { csrfToken } = await (await world.browser.fetch(`${APP}/auth/csrf`)).json();
  const fields = [["csrfToken", csrfToken], ["email", "ada@example.com"], ["email", "eve@evil.test"]];
  await world.browser.fetch(`${APP}/auth/signin/email`, {
    method: "POST",
    body: new URLSearchParams(fields),
    redirect: "manual",
  });
  const [{ identifier, url }, ...others] = world.mails as [MailOfBoth];
  assert.deepEqual(others, []);
  assert.equal(new URL(url).searchParams.get("email"), identifier);
  await world.follow();
  assert.deepEqual((await world.db.users()).map(({ email }) => email), [identifier]);
});

test("Auth() makes links to the site itself, whatever the headers say (EM-11)", async () => {
  const world = openDatabase();
  const { csrfToken } = await (await world.browser.fetch(`${APP}/auth/csrf`)).json();
  const cookie = cookieHeader(world.browser);
  const request = new Request(`${APP}/auth/signin/email`, {
    method: "POST",
    body: new URLSearchParams({ csrfToken, email: "ada@example.com" }),
    headers: {
      cookie,
      host: "evil.test",
      "x-forwarded-host": "evil.test",
      "x-forwarded-proto": "http",
      forwarded: "host=evil.test",
    },
  });
  await Auth(request, world.config);
  const { origin, pathname, searchParams } = new URL(world.mails[0]!.url);
  assert.deepEqual([origin, pathname], [APP, "/auth/callback/email"]);
  assert.deepEqual([...searchParams.keys()], ["callbackUrl", "token", "email"]);
});

test("Auth() does not redirect to another site by the link (EM-12)", async () => {
  const world = await asked();
  assert.equal(new URL(link(world)).searchParams.get("callbackUrl"), `${APP}/home`);
  for (const url of ["https://evil.test", "//evil.test", "javascript:alert(1)", "/\\evil.test"]) {
    await world.ask();
    const page = await confirm(world.visitor(), link(world, { callbackUrl: url }));
    assert.equal(new URL(page.url).origin, APP, url);
    await world.ask();
    // Nor by a form that is not the one of the page that asks.
    const { token, identifier: email } = world.mails.at(-1)!;
    const response = await world.post("callback/email", { token, email, callbackUrl: url });
    assert.equal(response.headers.get("location"), `${APP}/home`, "in the browser that asked");
    await world.ask("ada@example.com", world.visitor());
    const { token: other } = world.mails.at(-1)!;
    const elsewhere = await world.post("callback/email", { token: other, email, callbackUrl: url });
    assert.equal(new URL(elsewhere.headers.get("location")!).origin, APP, url);
  }
  await world.ask();
  // In the browser that asked, it is where the user wanted to go that counts.
  const page = await world.browser.open(link(world, { callbackUrl: `${APP}/elsewhere` }));
  assert.equal(page.url, `${APP}/home`);
});

test("Auth() shows neither token nor code to who asks for the mail (EM-16)", async () => {
  const world = openDatabase();
  const response = await world.post("signin/email", { email: "ada@example.com" });
  const page = await world.browser.open(response.headers.get("location")!);
  const shown = JSON.stringify([...response.headers, await response.text(), [...page.headers], page.html]);
  const [{ token, code }] = world.mails as [MailOfBoth];
  assert.equal(shown.includes(token) || shown.includes(code), false);
  for (const { value } of world.browser.cookies(APP)) {
    assert.equal(decodeURIComponent(value).includes(token) || value.includes(code), false);
  }
});

test("Auth() refuses a link that another site posts (EM-26)", async () => {
  const world = await asked();
  const victim = world.visitor();
  const { searchParams } = new URL(link(world));
  world.platform.sites["https://evil.test"] = () =>
    new Response(
      `<form method="post" action="${APP}/auth/callback/email">${
        [...searchParams].map(([name, value]) => `<input name="${name}" value="${value}">`).join("")
      }</form>`,
    );
  const page = await (await victim.open("https://evil.test/")).submit();
  await assertFailed(world, page, ["signin", "MissingCSRF"], victim);
});

test("Auth() asks about a mail that was asked for before the newest", async () => {
  const world = await asked();
  await world.ask();
  const [first] = world.mails;
  const page = await world.browser.open(first!.url);
  assert.match(page.text, /Sign in as ada@example\.com/);
  assert.equal((await page.submit("Sign in")).url, `${APP}/home`);
});

test("Auth() hands no password to the function that sends a mail, where one form has both (LG-02)", async () => {
  const credentials = { email: { type: "email" }, password: { type: "password" } };
  const world = openDatabase({ password: { credentials } });
  const page = await world.browser.open(`${APP}/auth/signin`);
  await page.submit("/auth/signin/email", {
    email: "ada@example.com",
    password: "correct horse",
  });
  const fields = await world.mails[0]!.request.json();
  assert.deepEqual([fields.email, fields.callbackUrl, fields.password], ["ada@example.com", APP, undefined]);
});
