import assert from "node:assert/strict";
import { test } from "node:test";
import { openDatabase, storeUser } from "./_database.ts";
import type { Browser } from "../../src/testing/mod.ts";
import { ADA, openPasswords } from "./_kept_passwords.ts";
import { asked } from "./_mails.ts";
import { APP } from "./_world.ts";

const AGAIN = "Send it again";

test("The page after a mail names the address, and leads to another one and to where the user wanted", async () => {
  const world = openDatabase();
  const page = await world.ask("ada@example.com");
  assert.match(page.text, /We sent a link and a code to ada@example\.com/);
  const other = await page.follow("Use another address");
  assert.equal(other.url, `${APP}/auth/signin?callbackUrl=${encodeURIComponent(`${APP}/home`)}`);
  // Another browser has not asked: it learns no address.
  assert.doesNotMatch((await world.visitor().open(page.url)).html, /ada@example|<form/);
});

test("Another mail is sent after 30 seconds, to the same address, and no earlier", async () => {
  const world = await asked();
  let page = await world.browser.open(`${APP}/auth/verify-request`);
  world.platform.tick(29.5);
  page = await page.submit(AGAIN);
  assert.equal(page.url, `${APP}/auth/verify-request?provider=email&type=email&again=early`);
  assert.match(page.text, /You can ask for another email in 1 s/);
  assert.equal(world.mails.length, 1);
  world.platform.tick(0.5);
  page = await page.submit(AGAIN);
  assert.equal(page.url, `${APP}/auth/verify-request?provider=email&type=email&again=sent`);
  assert.match(page.text, /We sent you another email/);
  assert.deepEqual(world.mails.map(({ identifier }) => identifier), ["ada@example.com", "ada@example.com"]);
  assert.notEqual(world.mails[0]!.code, world.mails[1]!.code);
  // The pause begins anew.
  assert.match(page.html, /data-wait="30"/);
  await page.submit(AGAIN);
  assert.equal(world.mails.length, 2);
});

test("The code and the link of the newest mail sign in, and lead to where the user wanted", async () => {
  for (const finish of ["code", "link"] as const) {
    const world = await asked();
    await storeUser(world);
    world.platform.tick(30);
    const page = await (await world.browser.open(`${APP}/auth/verify-request`)).submit(AGAIN);
    const end = finish === "link"
      ? await world.follow()
      : await page.submit("Sign in", { code: world.mails.at(-1)!.code });
    assert.equal(end.url, `${APP}/home`, finish);
  }
});

test("Another mail leads to where the user wanted also from a page of one's own, which knows no such address", async () => {
  for (const finish of ["code", "link"] as const) {
    const world = openDatabase({ pages: { verifyRequest: "/mail" } });
    await storeUser(world);
    await world.post("signin/email", { email: "ada@example.com", callbackUrl: "/home" });
    world.platform.tick(30);
    await world.post("signin/email", { again: "true" });
    if (finish === "link") {
      assert.equal((await world.follow()).url, `${APP}/home`);
    } else {
      const response = await world.post("callback/email", { code: world.mails.at(-1)!.code });
      assert.equal(response.headers.get("location"), `${APP}/home`);
    }
  }
});

test("Another mail goes to the address in the cookie, whatever the form says, and to none without it", async () => {
  const world = await asked();
  world.platform.tick(30);
  await world.post("signin/email", { again: "true", email: "mallory@example.com" });
  assert.deepEqual(world.mails.map(({ identifier }) => identifier), ["ada@example.com", "ada@example.com"]);
  const stranger = openDatabase();
  const response = await stranger.post("signin/email", { again: "true" });
  // It has typed nothing: the address is not what is wrong.
  assert.match(response.headers.get("location")!, /error=InvalidCheck/);
  assert.equal(stranger.mails.length, 0);
});

test("A page whose mail has ended says that it took too long, and sends none: a mail, a sign-up, a forgotten password", async () => {
  const world = openPasswords();
  const mailed = {
    mail: async (browser: Browser) => await world.ask(ADA, browser),
    "sign-up": async (browser: Browser) => await world.signUp({ email: "new@example.com" }, browser),
    "forgotten password": async (browser: Browser) => await world.forget(browser),
  };
  for (const [what, begin] of Object.entries(mailed)) {
    const page = await begin(world.visitor());
    world.platform.tick(3700);
    const { length } = world.mails;
    const shown = await page.submit(AGAIN);
    assert.match(shown.url, /\/auth\/signin\?.*error=InvalidCheck/, what);
    assert.match(shown.text, /That took too long|This sign-in took too long/, what);
    assert.equal(world.mails.length, length, what);
  }
});

test("pages.verifyRequest receives `again`", async () => {
  const world = openDatabase({ pages: { verifyRequest: "/sent?x=1" } });
  const locationOf = async (data: Record<string, string>) =>
    (await world.post("signin/email", data)).headers.get("location");
  const sent = `${APP}/sent?x=1&provider=email&type=email`;
  assert.equal(await locationOf({ email: "ada@example.com" }), sent);
  assert.equal(await locationOf({ again: "true" }), `${sent}&again=early`);
  world.platform.tick(30);
  assert.equal(await locationOf({ again: "true" }), `${sent}&again=sent`);
});

test("pages.confirmation replaces the page that asks in another browser", async () => {
  const world = await asked({ pages: { confirmation: "/confirm?from=mail" } });
  const response = await world.visitor().fetch(world.mails[0]!.url, { redirect: "manual" });
  const target = new URL(response.headers.get("location")!);
  const { token } = world.mails[0]!;
  assert.deepEqual(Object.fromEntries(target.searchParams), {
    from: "mail",
    provider: "email",
    email: "ada@example.com",
    token,
    callbackUrl: `${APP}/home`,
  });
  // Neither the page nor a prefetch uses the token.
  assert.equal((await world.follow()).url, `${APP}/home`);
});
