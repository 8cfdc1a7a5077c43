/**
 * The page that adds a way to sign in: what it offers, and that each failure leads back to it.
 *
 * @module
 */

import assert from "node:assert/strict";
import { test } from "node:test";
import { Auth } from "../../mod.ts";
import { AccessDenied, CredentialsSignin } from "../../src/errors/errors.ts";
import type { Page } from "../../src/testing/mod.ts";
import { type AccountWorld, openAccount } from "./_account_page.ts";
import { type DatabaseOptions, openDatabase, storeUser } from "./_database.ts";
import { link } from "./_mails.ts";
import { APP, cookieHeader, oauth2 } from "./_world.ts";

const ADDING = `${APP}/auth/signin?link=true&callbackUrl=${encodeURIComponent("/settings")}`;

test("The page that adds a way to sign in offers what can be added, and a way back", async () => {
  const world = await openAccount({ theme: { links: { signUp: "/register", forgotPassword: "/forgot" } } });
  await world.addPasskey();
  const page = await world.browser.open(ADDING);
  assert.match(page.html, /<h1>Add a way to sign in<\/h1>/);
  assert.match(page.html, /Continue with Other/);
  assert.match(page.html, /value="register">.*Add a passkey/);
  assert.match(page.html, new RegExp(`<a class="link" href="${APP}/settings">Cancel</a>`));
  assert.doesNotMatch(
    page.text + page.html.replace(/<script>.*?<\/script>/s, ""),
    /Sign in with a passkey|Last used|Create an account|Forgot|Continue as|type="password"|data-autofill/,
  );
  // A mail adds nothing but the user's own address, until it is verified.
  assert.match(page.html, /<input [^>]*name="email"[^>]* value="ada@example\.com"[^>]* readonly>/);
  const user = (await world.db.users())[0]!;
  await world.db.adapter.updateUser({ id: user.id, emailVerified: new Date(world.platform.now()) });
  assert.doesNotMatch((await world.browser.open(ADDING)).html, /name="email"/);
  assert.match((await world.browser.open(`${ADDING}&error=OAuthCallbackError`)).html, />Cancel<.*/s);
});

test("The page that adds offers one provider alone, if the application needs its access tokens", async () => {
  const world = await openAccount();
  const page = await world.browser.open(`${ADDING}&provider=other`);
  assert.match(page.html, /<h1>Add a way to sign in<\/h1>/);
  assert.match(page.html, /Continue with Other/);
  assert.doesNotMatch(page.html, /value="register"|name="email"|signin\/idp/);
  // What cannot be added does not keep the user from all else.
  for (const unknown of ["password", "unknown", ""]) {
    const { html } = await world.browser.open(`${ADDING}&provider=${unknown}`);
    assert.match(html, /Continue with Other/);
    assert.match(html, /value="register"/);
  }
  // A user in an old session comes back to the same page.
  world.platform.tick(24 * 60 * 60);
  const proof = new URL((await world.browser.open(`${ADDING}&provider=other`)).url);
  assert.equal(proof.searchParams.get("error"), "SessionNotFresh");
  const back = new URL(proof.searchParams.get("callbackUrl")!, APP);
  assert.equal(back.searchParams.get("provider"), "other");
});

test("The page offers a mail that verifies the user's own address, and it is added (KL-06)", async () => {
  const world = await openAccount();
  const page = await (await world.browser.open(ADDING)).submit("/auth/signin/email");
  assert.match(page.text, /We sent a link and a code to ada@example\.com/);
  assert.equal((await page.submit("Sign in", { code: world.mails.at(-1)!.code })).url, `${APP}/settings`);
  assert.notEqual((await world.data()).mail, null);
});

test("A user without an address cannot add a mail, which would sign in another user", async () => {
  const world = await openAccount();
  const user = (await world.db.users())[0]!;
  await world.db.adapter.updateUser({ id: user.id, email: null });
  assert.doesNotMatch((await world.browser.open(ADDING)).html, /name="email"/);
});

test("With passwords alone there is nothing to add, and the account page does not lead there", async () => {
  const world = openDatabase({ more: () => [] });
  await storeUser(world, { emailVerified: new Date(world.platform.now()) });
  await world.typePassword();
  const config = { ...world.config, providers: world.config.providers.slice(2) };
  const cookie = cookieHeader(world.browser);
  const show = async (path: string) =>
    await (await Auth(new Request(`${APP}/auth/${path}`, { headers: { cookie } }), config)).text();
  assert.match(await show("signin?link=true"), /There&#39;s nothing more to add\./);
  const account = await show("account");
  assert.match(account, /<h1>Your account<\/h1>/);
  assert.doesNotMatch(account, /Add another way/);
});

test("The page signs in as usual where nothing can be added: without link, a session, a database, and before a step-up", async () => {
  const world = await openAccount();
  for (
    const [what, page] of Object.entries({
      "without link": await world.browser.open(`${APP}/auth/signin`),
      "no one is signed in": await world.visitor().open(ADDING),
      "a user who has to sign in again": await world.browser.open(`${ADDING}&error=SessionNotFresh`),
    })
  ) {
    assert.match(page.html, /<h1>Sign in<\/h1>.*Continue with Fake/s, what);
    assert.doesNotMatch(page.html, />Cancel</, what);
  }
});

/** What may fail while a user adds a way to sign in, with the type of the error. */
const FAILURES: Readonly<
  Record<string, readonly [error: string, fail: (world: AccountWorld) => Promise<string>, DatabaseOptions?]>
> = {
  "the user cancels at the provider": ["OAuthCallbackError", async (world) => {
    world.idp.deny();
    return (await (await world.browser.open(ADDING)).submit("/auth/signin/other")).url;
  }],
  "the account belongs to another user": ["OAuthAccountNotLinked", async (world) => {
    world.idp.login({ sub: "eve", name: "Eve", email: "eve@example.com" });
    await (await world.visitor().open(`${APP}/auth/signin`)).submit("/auth/signin/other");
    return (await (await world.browser.open(ADDING)).submit("/auth/signin/other")).url;
  }],
  "the provider is not one": ["InvalidProvider", (world) => posted(world, "signin/none")],
  "the address is not one": ["InvalidEmail", (world) => posted(world, "signin/email", { email: "no" })],
  "the mail cannot be sent": [
    "EmailSignInError",
    (world) => posted(world, "signin/email", { email: "ada@example.com" }),
    { email: { sendVerificationRequest: () => Promise.reject(new Error("down")) } },
  ],
  "a password is wrong": ["CredentialsSignin", (world) => posted(world, "callback/password")],
  "a password fails with a code": [
    "CredentialsSignin",
    (world) => posted(world, "callback/password"),
    { password: { authorize: () => Promise.reject(new CredentialsSignin("no")) } },
  ],
  "the answer of a passkey is not one": [
    "WebAuthnVerificationError",
    (world) => posted(world, "callback/passkey", { action: "register", data: "{}" }),
  ],
  "the page was open too long": ["MissingCSRF", async (world) => {
    const body = new URLSearchParams({ link: "true", callbackUrl: "/settings", csrfToken: "old" });
    const init = { method: "POST", redirect: "manual", body } as const;
    return (await world.browser.fetch(`${APP}/auth/signin/other`, init)).headers.get("location")!;
  }],
  "the page with the code was open too long": ["MissingCSRF", async (world) => {
    const page = await (await world.browser.open(ADDING)).submit("/auth/signin/email");
    return (await page.submit("Sign in", { code: world.mails.at(-1)!.code, csrfToken: "old" })).url;
  }],
};

for (const [what, [error, fail, options = {}]] of Object.entries(FAILURES)) {
  test(`The page still adds a way to sign in after a failure: ${what}`, async () => {
    const world = await openAccount(options);
    const url = new URL(await fail(world));
    assert.equal(url.pathname, "/auth/signin", world.log());
    assert.deepEqual(
      ["error", "link", "callbackUrl"].map((name) => url.searchParams.get(name)),
      [error, "true", `${APP}/settings`],
    );
    const page = await world.browser.open(url.href);
    assert.match(page.html, /<title>Error: Add a way to sign in .*<h1>Add a way to sign in<\/h1>/s);
    assert.match(page.html, new RegExp(`href="${APP}/settings">Cancel</a>`));
    const forms = page.html.match(/<form\b.*?<\/form>/gs)!;
    assert.ok(forms.length >= 2);
    for (const form of forms) assert.match(form, /name="link" value="true"/);
  });
}

test("A sign-in page of the application's own gets `link` too", async () => {
  const world = await openAccount();
  const config = { ...world.config, pages: { signIn: "/in" } };
  world.platform.sites[APP] = (request) => Auth(request, config);
  const shown = await world.browser.fetch(`${ADDING}&provider=other`, { redirect: "manual" });
  assert.equal(new URL(shown.headers.get("location")!).searchParams.get("provider"), "other");
  world.idp.deny();
  const cancelled = await world.browser.open(await posted(world, "signin/other"));
  const urls = {
    "the page": shown.headers.get("location")!,
    OAuthCallbackError: cancelled.url,
    InvalidEmail: await posted(world, "signin/email", { email: "no" }),
    CredentialsSignin: await posted(world, "callback/password"),
    WebAuthnVerificationError: await posted(world, "callback/passkey", { action: "register", data: "{}" }),
  };
  for (const [what, text] of Object.entries(urls)) {
    const url = new URL(text);
    assert.deepEqual([url.pathname, url.searchParams.get("link")], ["/in", "true"], `${what}: ${text}`);
  }
});

test("After too many wrong codes, and after a refusal, the user is led back to the page that adds", async () => {
  const world = await openAccount();
  let page = await (await world.browser.open(ADDING)).submit("/auth/signin/email");
  assert.match((await page.follow("Use another address")).html, /<h1>Add a way to sign in/);
  for (let tries = 0; tries < 5; tries++) page = await page.submit("Sign in", { code: "00000000" });
  assertLeadsBack(page, "TooManyWrongCodes", "/auth/signin");
  assert.match(page.html, /<h1>Add a way to sign in/);
  const refusing = await openAccount({
    callbacks: {
      signIn({ account }) {
        if (account?.provider === "other") throw new AccessDenied("no");
        return true;
      },
    },
  });
  const refused = await (await refusing.browser.open(ADDING)).submit("/auth/signin/other");
  assertLeadsBack(refused, "AccessDenied");
  assert.match((await refused.follow("Use another account")).html, /<h1>Add a way to sign in/);
});

test("A link that was used before leads back to the page that adds, in the browser that asked for it", async () => {
  const world = await openAccount();
  await (await world.browser.open(ADDING)).submit("/auth/signin/email");
  const url = link(world);
  await world.visitor().open(url).then((page) => page.submit("Sign in"));
  assertLeadsBack(await world.browser.open(url), "Verification");
});

test("The question whether to add an account leads to the page that adds, if the answer comes too late", async () => {
  const world = await openAccount();
  world.idp.login({ sub: "eve", name: "Eve", email: "eve@example.com" });
  const question = await (await world.browser.open(`${APP}/auth/signin?callbackUrl=/settings`)).submit(
    "/auth/signin/other",
  );
  assert.match(question.html, /<h1>Add this to your account\?<\/h1>/);
  // In the meantime, the account has got a user.
  await (await world.visitor().open(`${APP}/auth/signin`)).submit("/auth/signin/other");
  const page = await question.submit("Add Other to Ada Lovelace's account");
  const { searchParams } = new URL(page.url);
  assert.deepEqual([searchParams.get("error"), searchParams.get("link")], ["OAuthAccountNotLinked", "true"]);
  assert.match(page.html, /<h1>Add a way to sign in<\/h1>/);
});

test("A failure of an ordinary sign-in does not ask to add an account", async () => {
  const world = openDatabase({ more: (idp) => [oauth2(idp, { id: "other", name: "Other" })] });
  world.idp.deny();
  const page = await (await world.browser.open(`${APP}/auth/signin`)).submit("/auth/signin/other");
  assert.doesNotMatch(page.url, /link=/);
  assert.doesNotMatch(page.html, /name="link"/);
});

function assertLeadsBack(page: Page, error: string, path = "/auth/error"): void {
  const url = new URL(page.url);
  assert.equal(url.pathname, path, page.url);
  assert.deepEqual(
    ["error", "link", "callbackUrl"].map((name) => url.searchParams.get(name)),
    [error, "true", `${APP}/settings`],
  );
}

/** Posts a form as the page that adds a way to sign in has it. @returns Where it leads. */
async function posted(
  { post }: AccountWorld,
  path: string,
  fields: Record<string, string> = {},
): Promise<string> {
  const { headers } = await post(path, { link: "true", callbackUrl: "/settings", ...fields });
  return headers.get("location")!;
}
