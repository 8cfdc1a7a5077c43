/**
 * A session that names no user links nothing and manages nothing: `callbacks.session` returned one without a `user`, for
 * example until a second factor is confirmed.
 *
 * @module
 */

import assert from "node:assert/strict";
import { test } from "node:test";
import { Passkey } from "../../src/providers/passkey.ts";
import { openDatabase } from "./_database.ts";
import { APP, oauth2 } from "./_world.ts";
import { chosen } from "../_short.ts";

const SHAPES: Readonly<Record<string, object>> = {
  "no field at all": {},
  "no user": { expires: "2031-01-01T00:00:00.000Z", isPending: true },
  "an undefined user": { user: undefined },
  "a user of null": { user: null },
  "a user without fields": { user: {} },
  "a user with an id of null": { user: { id: null, name: "Ada Lovelace" } },
  "text as user": { user: "Ada" },
  "a list as user": { user: [] },
};

for (const strategy of chosen(["jwt", "database"] as const)) {
  for (const [what, shape] of Object.entries(SHAPES)) {
    test(`a session links nothing and manages nothing if it has ${what}, ${strategy} (AL-23)`, async () => {
      let isPending = false;
      const world = openDatabase({
        session: { strategy },
        callbacks: { session: ({ session }) => isPending ? shape : session },
        more: (idp) => [oauth2(idp, { id: "other", name: "Other" }), Passkey()],
      });
      await world.signIn();
      const [ada] = await world.db.users();
      const before = await world.db.accounts();
      isPending = true;
      assert.equal((await world.browser.fetch(`${APP}/auth/account-data`)).status, 401);
      for (const action of ["remove", "rename", "sign-out", "sign-out-others"]) {
        const { headers } = await world.post("account", { action, id: "x", name: "Y" });
        assert.match(headers.get("location")!, /\/auth\/signin\?.*error=SessionRequired/);
      }
      const options = await world.browser.fetch(
        `${APP}/auth/webauthn-options/passkey?action=register&link=true`,
      );
      assert.equal(options.status, 400, "no passkey is asked for in the name of Ada");
      world.idp.login({ sub: "mallory", name: "Mallory", email: "mallory@example.com" });
      for (const link of [true, undefined] as const) {
        const page = await world.signIn({ provider: "other", ...(link && { link }) });
        assert.doesNotMatch(page.url, /\/auth\/link/, world.log());
      }
      const hers = (await world.db.accounts()).filter((account) => account.endsWith(`: ${ada!.id}`));
      assert.deepEqual(hers, before);
    });
  }
}

for (const strategy of chosen(["jwt", "database"] as const)) {
  test(`a session whose user has a name and no id, as code of Auth.js writes it, links and manages, ${strategy}`, async () => {
    const world = openDatabase({
      session: { strategy },
      callbacks: { session: ({ session }) => ({ ...session, user: { name: session.user.name } }) },
      more: (idp) => [oauth2(idp, { id: "other", name: "Other" })],
    });
    await world.signIn();
    const [ada] = await world.db.users();
    assert.equal((await world.browser.fetch(`${APP}/auth/account-data`)).status, 200);
    world.idp.login({ sub: "grace", name: "Grace", email: "grace@example.com" });
    await world.signIn({ provider: "other", link: true });
    assert.deepEqual(await world.db.accounts(), [`idp/ada: ${ada!.id}`, `other/grace: ${ada!.id}`]);
  });
}

for (const strategy of chosen(["jwt", "database"] as const)) {
  test(`the sign-in page says of no one that they are signed in whose session has no user, ${strategy} (AL-23)`, async () => {
    let isPending = false;
    const world = openDatabase({
      session: { strategy },
      callbacks: { session: ({ session }) => isPending ? { expires: session.expires } as never : session },
    });
    await world.signIn();
    assert.match((await world.browser.open(`${APP}/auth/signin`)).text, /You're signed in as Ada/);
    isPending = true;
    assert.doesNotMatch((await world.browser.open(`${APP}/auth/signin`)).text, /You're signed in/);
    // The session can be ended all the same.
    assert.match((await world.browser.open(`${APP}/auth/signout`)).html, /action="[^"]*\/auth\/signout"/);
  });
}

test("A session whose token names no one in `sub` is asked to sign in, and not led in a circle", async () => {
  const world = openDatabase({
    session: { strategy: "jwt" },
    callbacks: { jwt: ({ token: { sub: _, ...token } }) => token },
  });
  await world.signIn();
  assert.equal((await world.session() as { user: { name: string } }).user.name, "Ada Lovelace");
  const page = await world.browser.open(`${APP}/auth/account`);
  assert.match(page.url, /\/auth\/signin\?/);
  assert.doesNotMatch(page.text, /You're signed in|Continue as/);
  assert.match((await world.browser.open(`${APP}/auth/signout`)).text, /Ada Lovelace/);
});
