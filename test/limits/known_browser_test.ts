import assert from "node:assert/strict";
import { test } from "node:test";
import type { Incoming, SetCookie } from "../../src/http/types.ts";
import { knows, readBrowser, userText, withUser } from "../../src/limits/known_browser.ts";
import { testPlatform } from "../../src/testing/mod.ts";

function open() {
  const platform = testPlatform();
  const cookie = {
    name: "browser",
    options: { path: "/", httpOnly: true, secure: true, sameSite: "lax" },
  } as const;
  const context = { cookie, platform, secrets: ["a secret"] };
  const incoming = (set?: SetCookie) =>
    ({ cookies: new Map(set && [[set.name, set.value]]), origin: "https://app.test" }) as unknown as Incoming;
  const read = (set?: SetCookie) => readBrowser(incoming(set), context);
  const signIn = async (userId: string, { accounts = [] as string[], after }: {
    accounts?: string[];
    after?: SetCookie;
  } = {}) =>
    await withUser({ userId, accounts }, { incoming: incoming(after), before: await read(after) }, context);
  return { platform, context, read, signIn };
}

test("knows() is true in the browser of the user for the user and each account, and for no one else", async () => {
  const { read, signIn } = open();
  const browser = await read(await signIn("u1", { accounts: ["ada@example.com", "passkey"] }));
  assert.equal(await knows(browser, userText("u1")), true);
  assert.equal(await knows(browser, "ada@example.com"), true);
  assert.equal(await knows(browser, "passkey"), true);
  assert.equal(await knows(browser, userText("u2")), false);
  assert.equal(await knows(browser, "eve@example.com"), false);
});

test("userText() never is the text of an account: an account called as a user's id is not that user", async () => {
  const { read, signIn } = open();
  const browser = await read(await signIn("u2", { accounts: ["u1"] }));
  assert.equal(await knows(browser, userText("u1")), false);
  assert.notEqual(userText("u1"), userText("u2"));
});

test("readBrowser() finds nothing without a cookie, and in one that the library has not sealed", async () => {
  const { read } = open();
  assert.equal(await read(), null);
  assert.equal(await knows(null, userText("u1")), false);
  const made = btoa(JSON.stringify({ id: "x", hashes: [] }));
  assert.equal(await read({ name: "browser", value: made, options: {} } as SetCookie), null);
});

test("readBrowser() forgets a browser in which no one has signed in for a year", async () => {
  const { platform, read, signIn } = open();
  const cookie = await signIn("u1");
  assert.equal(cookie.options.maxAge, 31_536_000);
  platform.tick(31_535_999);
  assert.notEqual(await read(cookie), null);
  platform.tick(2);
  assert.equal(await read(cookie), null);
});

test("withUser() keeps the id of a browser, 128 random bits, and those who have signed in before", async () => {
  const { read, signIn } = open();
  const first = await signIn("u1");
  const second = await signIn("u2", { after: first });
  const [before, after] = [await read(first), await read(second)];
  assert.match(before!.id, /^[\w-]{22}$/);
  assert.equal(after!.id, before!.id);
  assert.equal(await knows(after, userText("u1")), true);
  assert.equal(await knows(after, userText("u2")), true);
  assert.notEqual((await read(await signIn("u1")))!.id, before!.id, "another browser has another id");
});

test("withUser() keeps ten hashes, those of the last sign-ins, each once and of 96 bits", async () => {
  const { read, signIn } = open();
  let cookie = await signIn("u0");
  assert.equal((await read(cookie))!.hashes.length, 1);
  for (let index = 1; index < 10; index++) cookie = await signIn(`u${index}`, { after: cookie });
  cookie = await signIn("u0", { after: cookie });
  assert.equal((await read(cookie))!.hashes.length, 10);
  cookie = await signIn("one more", { after: cookie });
  const browser = await read(cookie);
  assert.equal(browser!.hashes.length, 10);
  for (const hash of browser!.hashes) assert.match(hash, /^[\w-]{16}$/);
  assert.equal(await knows(browser, userText("one more")), true);
  assert.equal(await knows(browser, userText("u0")), true, "who has signed in again is among the last");
  assert.equal(await knows(browser, userText("u1")), false);
});
