import assert from "node:assert/strict";
import { test } from "node:test";
import { Memory } from "../../src/adapters/memory.ts";
import { APP, open } from "./_world.ts";

test("Auth() stores a new user, the account and the session", async () => {
  const adapter = Memory();
  const { signIn, session, log, browser } = open({ adapter });
  const page = await signIn();
  assert.equal(page.url, `${APP}/home`, log());
  assert.equal(page.text, "Hello Ada Lovelace");
  assert.equal((await session())?.user.email, "ada@example.com");
  const user = await adapter.getUserByEmail("ada@example.com");
  assert.equal(user?.emailVerified, null);
  const [stored] = await adapter.listSessionsByUserId(user!.id);
  assert.match(stored!.sessionToken, /^sha256:[\da-f]{64}$/);
  const cookie = browser.cookies(APP).find(({ name }) => name.includes("session"));
  assert.equal(cookie!.value.includes(stored!.sessionToken.slice(7)), false);
});

test("Auth() signs in by the mailed link in the browser that asked", async () => {
  const adapter = Memory();
  const mails: { url: string; code: string }[] = [];
  const { browser, log, session } = open({
    adapter,
    providers: () => [{
      id: "email",
      name: "E-mail",
      type: "email",
      sendVerificationRequest: (mail) => void mails.push(mail),
    }],
  });
  const page = await browser.open(`${APP}/auth/signin?callbackUrl=/home`);
  const sent = await page.submit("/auth/signin/email", { email: "Ada@Example.com" });
  assert.match(sent.url, /verify-request\?provider=email&type=email$/, log());
  const home = await browser.open(mails[0]!.url);
  assert.equal(home.url, `${APP}/home`, log());
  assert.equal((await session())?.user.email, "ada@example.com");
  assert.ok((await adapter.getUserByEmail("ada@example.com"))?.emailVerified);
});

test("Auth() signs in by the mailed code", async () => {
  const mails: { url: string; code: string }[] = [];
  const { browser, log } = open({
    adapter: Memory(),
    providers: () => [{
      id: "email",
      name: "E-mail",
      type: "email",
      sendVerificationRequest: (mail) => void mails.push(mail),
    }],
  });
  const page = await browser.open(`${APP}/auth/signin?callbackUrl=/home`);
  const sent = await page.submit("/auth/signin/email", { email: "ada@example.com" });
  const wrong = await sent.submit("/auth/callback/email", { code: "00000000" });
  assert.match(wrong.url, /verify-request\?.*error=InvalidCode/, log());
  const home = await wrong.submit("/auth/callback/email", { code: mails[0]!.code });
  assert.equal(home.url, `${APP}/home`, log());
  assert.equal(home.text, "Hello ada@example.com");
});

test("Auth() asks before it signs in by a link in another browser", async () => {
  const mails: { url: string; code: string }[] = [];
  const world = open({
    adapter: Memory(),
    providers: () => [{
      id: "email",
      name: "E-mail",
      type: "email",
      sendVerificationRequest: (mail) => void mails.push(mail),
    }],
  });
  const page = await world.browser.open(`${APP}/auth/signin?callbackUrl=/home`);
  await page.submit("/auth/signin/email", { email: "ada@example.com" });
  const { testBrowser } = await import("../../src/testing/mod.ts");
  const other = testBrowser(world.platform.sites, { now: world.platform.now });
  const asked = await other.open(mails[0]!.url);
  assert.equal(asked.status, 200);
  assert.equal((await asked.submit("/auth/callback/email")).url, `${APP}/home`, world.log());
  assert.match((await other.open(mails[0]!.url)).text, /Sign in/);
});

test("Auth() signs in with credentials, with a stored session", async () => {
  const adapter = Memory();
  const ada = await adapter.createUser({
    id: "1",
    name: "Ada",
    email: "ada@example.com",
    emailVerified: null,
  });
  const { browser, log } = open({
    adapter,
    providers: () => [{
      id: "credentials",
      name: "Password",
      type: "credentials",
      credentials: { username: { label: "Name" }, password: { type: "password" } },
      authorize: ({ password }) => password === "right" ? ada : null,
    }],
  });
  const page = await browser.open(`${APP}/auth/signin?callbackUrl=/home`);
  const wrong = await page.submit("/auth/callback/credentials", { username: "ada", password: "wrong" });
  assert.match(wrong.url, /signin\?.*error=CredentialsSignin&code=credentials/, log());
  const home = await wrong.submit("/auth/callback/credentials", { username: "ada", password: "right" });
  assert.equal(home.text, "Hello Ada", log());
});
