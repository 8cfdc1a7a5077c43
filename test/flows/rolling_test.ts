/**
 * Two versions of the library in front of the same browsers, as during a deployment: what a later version adds to a cookie
 * or a token, today's version reads over, and keeps in what stays.
 *
 * @module
 */

import assert from "node:assert/strict";
import { test } from "node:test";
import { open, seal, type SealPurpose } from "../../src/crypto/seal.ts";
import { decodeWith, encodeWith } from "../../src/model/jwt.ts";
import type { Browser, Page } from "../../src/testing/mod.ts";
import { openAccount } from "./_account_page.ts";
import { openDatabase } from "./_database.ts";
import { openPasskeys } from "./_passkeys.ts";
import { COOKIE, cookieOf } from "./_sessions.ts";
import { APP, grant, openPlain, SECRET, start, type World } from "./_world.ts";

/** What a later version adds. */
const LATER = { later: { version: 2, list: ["a"] } };

const PURPOSES: readonly SealPurpose[] = [
  "oauth flow",
  "oauth state",
  "oauth form",
  "mail",
  "challenge",
  "link",
  "form",
];

/** Replaces each sealed cookie by one with a further field. Returns the purposes of those that were replaced. */
async function addLater({ browser, platform }: Pick<World, "browser" | "platform">): Promise<SealPurpose[]> {
  const sealer = { secrets: [SECRET], platform };
  const found: SealPurpose[] = [];
  for (const { name, value } of browser.cookies(APP)) {
    for (const purpose of PURPOSES) {
      const data = await open<object>(value, purpose, sealer).catch(() => null);
      if (data === null || Array.isArray(data)) continue;
      const sealed = await seal({ ...data, ...LATER }, { purpose, maxAge: 300 }, sealer);
      browser.setCookie(APP, `${name}=${sealed}; Path=/; Secure; HttpOnly; SameSite=Lax`);
      found.push(purpose);
    }
  }
  return found;
}

async function emailIn(browser: Browser): Promise<unknown> {
  return (await (await browser.fetch(`${APP}/auth/session`)).json())?.user?.email;
}

test("a sign-in at a provider that a later version has begun ends in today's", async () => {
  const world = openPlain();
  const callback = await grant(world.idp, await start(world));
  assert.deepEqual(await addLater(world), ["oauth flow"]);
  await world.browser.open(callback.href);
  assert.equal(await emailIn(world.browser), "ada@example.com", world.log());
});

test("a mail that a later version has sent signs in at today's, by link and by code", async () => {
  for (const finish of ["link", "code"]) {
    const world = openDatabase();
    const page = await world.ask();
    assert.deepEqual(await addLater(world), ["mail"]);
    const [mail] = world.mails;
    if (finish === "link") await world.follow();
    else await page.submit("/auth/callback/email", { code: mail?.code ?? "" });
    assert.equal(await emailIn(world.browser), "ada@example.com", world.log());
  }
});

test("a passkey that a later version has asked for is registered and signs in at today's", async () => {
  const world = openPasskeys();
  const asked = await world.ask({ action: "register", email: "ada@example.com" });
  assert.deepEqual(await addLater(world), ["challenge"]);
  await world.answer("register", await world.authenticator.create(asked.options));
  assert.equal(await emailIn(world.browser), "ada@example.com", world.log());
  await world.signOut();
  const again = await world.ask({ action: "authenticate" });
  assert.deepEqual(await addLater(world), ["challenge"]);
  await world.answer("authenticate", await world.authenticator.get(again.options));
  assert.equal(await emailIn(world.browser), "ada@example.com", world.log());
});

test("the question of a later version, whether to add an account, is answered at today's", async () => {
  const world = await openAccount();
  world.idp.login({ sub: "ada-other", name: "Ada King", email: "king@other.example" });
  const question: Page = await world.signIn({ provider: "other" });
  assert.ok((await addLater(world)).includes("link"), question.url);
  await (await world.browser.open(question.url)).submit("Add Other to Ada Lovelace's account");
  assert.deepEqual(
    (await world.data()).accounts?.map(({ provider }) => provider).toSorted(),
    ["idp", "other"],
    world.log(),
  );
});

test("a session token of a later version keeps its claims when today's prolongs it, and shows none of them", async () => {
  const world = openPlain({ session: { updateAge: 0 } });
  await world.signIn();
  const read = async () => {
    const sealed = { token: cookieOf(world.browser), secret: SECRET, salt: COOKIE };
    return (await decodeWith(sealed, world.platform)).claims;
  };
  const claims = await read();
  const token = await encodeWith(
    { token: { ...claims, ...LATER }, secret: SECRET, salt: COOKIE },
    world.platform,
  );
  world.browser.setCookie(APP, `${COOKIE}=${token}; Path=/; Secure; HttpOnly; SameSite=Lax`);
  world.platform.tick(3600);
  const session = await world.session();
  assert.deepEqual(Object.keys(session ?? {}).toSorted(), ["expires", "user"]);
  assert.deepEqual(Object.keys(session?.user ?? {}).toSorted(), ["email", "id", "image", "name"]);
  assert.notEqual(cookieOf(world.browser), token);
  const kept = await read();
  assert.deepEqual([kept?.sub, kept?.later], [claims?.sub, LATER.later]);
});
