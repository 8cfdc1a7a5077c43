/**
 * Sessions of Auth.js, which have no time of sign-in: before a change, their user signs in again.
 *
 * @module
 */

import assert from "node:assert/strict";
import { test } from "node:test";
import { Memory } from "../../src/adapters/memory/memory.ts";
import { encode } from "../../src/entries/jwt.ts";
import { SecondFactor } from "../../src/features/second_factor/second_factor.ts";
import { DenoAuth } from "../../src/integrations/fetch/deno.ts";
import { setupOf } from "../../src/config/setup.ts";
import { openFactors } from "./_second_factor.ts";
import { APP, oauth2, SECRET } from "./_world.ts";
import { chosen } from "../_short.ts";

const COOKIE = "__Host-latchkey.session-token";
const DAY = 86_400_000;

/** A user with two accounts, and a session that Auth.js has begun. */
async function open(strategy: "database" | "jwt") {
  const world = openFactors({
    adapter: Memory(),
    session: { strategy },
    more: (idp) => [oauth2(idp, { id: "other", name: "Other" })],
  });
  const { adapter } = world.db;
  const verified = new Date(world.platform.now());
  const ada = { id: "u1", name: "Ada", email: "ada@example.com", emailVerified: verified };
  const { id: userId } = await adapter.createUser(ada);
  for (const provider of ["idp", "other"]) {
    await adapter.linkAccount({ userId, provider, providerAccountId: "ada", type: "oauth" });
  }
  const token = { sub: userId, name: ada.name, email: ada.email };
  let value = crypto.randomUUID() as string;
  if (strategy === "jwt") {
    value = await encode({ token, secret: SECRET, salt: COOKIE, maxAge: 10 * 365 * 86_400 });
  } else {await adapter.createSession({
      sessionToken: value,
      userId,
      expires: new Date(world.platform.now() + 30 * DAY),
    });}
  world.browser.setCookie(APP, `${COOKIE}=${value}; Path=/; Secure; HttpOnly`);
  assert.equal((await world.session())?.user.email, ada.email, world.log());
  return world;
}

for (const strategy of chosen(["database", "jwt"] as const)) {
  test(`A session of Auth.js is asked to sign in before a second factor is set up, and before a removal (${strategy})`, async () => {
    for (const callbackUrl of [`${APP}/auth/account`, `${APP}/home`]) {
      const world = await open(strategy);
      const page = await world.browser.open(
        `${APP}/auth/second-factor-setup?${new URLSearchParams({ callbackUrl })}`,
      );
      assert.match(page.url, /\/auth\/signin\?.*error=SessionNotFresh/, world.log());
      assert.match((await page.submit("/auth/signin/idp")).url, /\/auth\/second-factor-setup\?/, world.log());
    }
    const world = await open(strategy);
    const { accounts } = await (await world.browser.fetch(`${APP}/auth/account-data`)).json();
    const { headers } = await world.post("account", { action: "remove", id: accounts[1].id });
    const asked = await world.browser.open(headers.get("location")!);
    assert.match(asked.url, /\/auth\/signin\?.*error=SessionNotFresh/, world.log());
    const kept = await asked.submit("/auth/signin/idp");
    assert.match(kept.text, /One more step Your form hasn't been sent yet\. Remove \w+ Discard/);
    await kept.submit("Remove Other");
    assert.deepEqual(await world.db.accounts(), ["idp/ada: u1"], world.log());
  });

  test(`A page that asks for level 2 leads a session of Auth.js to the sign-in page (${strategy})`, async () => {
    const world = await open(strategy);
    const handler = DenoAuth(world.config, async (_request, auth) => {
      await auth.require({ aal: 2 });
      return new Response("vault");
    });
    world.platform.sites[APP] = handler;
    const page = await world.browser.open(`${APP}/vault`);
    assert.match(page.url, /\/auth\/signin\?.*error=SessionNotFresh/, world.log());
    assert.match((await page.submit("/auth/signin/idp")).url, /\/auth\/second-factor-setup\?/, world.log());
  });
}

test("A config with which nobody could set up a second factor is refused", () => {
  const adapter = { ...Memory(), deleteSessionsByUserId: undefined };
  const generateSessionToken = () => crypto.randomUUID();
  const config = { providers: [], features: [SecondFactor()], secret: SECRET, url: APP };
  const start = (more: object) => () => setupOf({ ...config, ...more }, "https");
  assert.throws(
    start({ adapter, session: { generateSessionToken } }),
    /Leave it out, or write `SecondFactor\(\{ required: true \}\)`/,
  );
  start({ adapter })();
  for (const required of [true, () => true]) {
    start({ adapter, features: [SecondFactor({ required })], session: { generateSessionToken } })();
  }
  start({ adapter, session: { strategy: "jwt", generateSessionToken } })();
  start({ adapter: Memory(), session: { generateSessionToken } })();
});
