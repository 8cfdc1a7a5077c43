import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { test } from "node:test";
import { seal } from "../../src/crypto/seal.ts";
import type { Incoming } from "../../src/http/types.ts";
import type { SetCookie } from "../../src/values/cookie.ts";
import type { Whose } from "../../src/model/limits.ts";
import { inGeneration, knows, readBrowser, withUser } from "../../src/limits/known_browser.ts";
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
  const signIn = async (userId: string, { accounts = [] as Whose[], after, generation }: {
    accounts?: Whose[];
    after?: SetCookie;
    generation?: number;
  } = {}) =>
    await withUser(
      { userId, accounts, generation },
      { incoming: incoming(after), before: await read(after) },
      context,
    );
  /** The cookie of an earlier version, with the hashes of texts. */
  const sealOld = async (texts: string[]): Promise<SetCookie> => {
    const hashes = texts.map((text) => createHash("sha256").update(text).digest("base64url").slice(0, 16));
    const value = await seal({ id: "x".repeat(22), hashes }, { purpose: "browser", maxAge: 3600 }, context);
    return { ...cookie, value };
  };
  return { platform, context, read, signIn, sealOld };
}

test("knows() is true in the browser of the user for the user and each account, and for no one else", async () => {
  const { read, signIn } = open();
  const accounts: Whose[] = [["address", "ada@example.com"], ["passkey", "key"], [
    "credentials",
    "ldap",
    "ada",
  ]];
  const browser = await read(await signIn("u1", { accounts }));
  for (const whose of [["user", "u1"], ...accounts] as Whose[]) {
    assert.equal(await knows(browser, whose), true);
  }
  assert.equal(await knows(browser, ["user", "u2"]), false);
  assert.equal(await knows(browser, ["address", "eve@example.com"]), false);
});

test("knows() has a name space for each kind of account, and for each provider of credentials (LM-11)", async () => {
  const { read, signIn } = open();
  const names: Whose[] = [
    ["address", "ada@example.com"],
    ["passkey", "ada@example.com"],
    ["credentials", "ldap", "ada@example.com"],
    ["credentials", "pam", "ada@example.com"],
    ["user", "ada@example.com"],
    ["user", "user ada@example.com"],
  ];
  for (const own of names.slice(0, 4)) {
    const browser = await read(await signIn("u1", { accounts: [own] }));
    const known = await Promise.all(names.map((whose) => knows(browser, whose)));
    assert.deepEqual(known, names.map((whose) => whose === own), JSON.stringify(own));
  }
});

test("knows() takes an address and a user of a cookie of before, and neither for another kind of name", async () => {
  const { sealOld, read } = open();
  const browser = await read(await sealOld(["user u1", "ada@example.com", "AbCd", "u1"]));
  const known = (...whose: Whose) => knows(browser, whose);
  assert.equal(await known("user", "u1"), true);
  assert.equal(await known("address", "ada@example.com"), true);
  assert.equal(await known("user", "ada@example.com"), false);
  assert.equal(await known("user", "AbCd"), false, "the id of a passkey is no user");
  assert.equal(await known("address", "AbCd"), false, "nor an address of a `normalizeIdentifier`");
  assert.equal(await known("passkey", "ada@example.com"), false);
  assert.equal(await known("credentials", "ldap", "ada@example.com"), false);
  // A user name may have been the text of any of them.
  assert.equal(await knows(browser, ["address", "ada@example.com"], { isNamed: true }), false);
  assert.equal(await knows(browser, ["user", "u1"], { isNamed: true }), false);
});

test("readBrowser() finds nothing without a cookie, and in one that the library has not sealed", async () => {
  const { read } = open();
  assert.equal(await read(), null);
  assert.equal(await knows(null, ["user", "u1"]), false);
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
  assert.equal(await knows(after, ["user", "u1"]), true);
  assert.equal(await knows(after, ["user", "u2"]), true);
  assert.notEqual((await read(await signIn("u1")))!.id, before!.id, "another browser has another id");
});

test("withUser() keeps fifteen hashes, those of the last sign-ins, each once and of 96 bits", async () => {
  const { read, signIn } = open();
  let cookie = await signIn("u0");
  assert.equal((await read(cookie))!.hashes.length, 2, "the user, and the user in a generation");
  for (let index = 1; index < 7; index++) cookie = await signIn(`u${index}`, { after: cookie });
  cookie = await signIn("u0", { after: cookie });
  assert.equal((await read(cookie))!.hashes.length, 14);
  for (const user of ["one more", "another"]) cookie = await signIn(user, { after: cookie });
  const browser = await read(cookie);
  assert.equal(browser!.hashes.length, 15);
  for (const hash of browser!.hashes) assert.match(hash, /^[\w-]{16}$/);
  assert.equal(await knows(browser, ["user", "another"]), true);
  assert.equal(await knows(browser, ["user", "u0"]), true, "who has signed in again is among the last");
  assert.equal(await knows(browser, ["user", "u1"]), false);
});

test("knows() knows a user in the generation of the sign-in alone, and in none by a cookie of before (PW-12)", async () => {
  const { read, sealOld, signIn } = open();
  const first = await signIn("u1");
  const browser = await read(await signIn("u1", { after: first, generation: 2 }));
  const known = await Promise.all([0, 1, 2].map((each) => knows(browser, inGeneration("u1", each))));
  assert.deepEqual(known, [true, false, true]);
  assert.equal(await knows(await read(await sealOld(["user u1"])), inGeneration("u1", 0)), false);
});
