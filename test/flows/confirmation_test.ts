/**
 * A user confirms who they are, or adds a way to sign in, and something comes between.
 *
 * @module
 */

import assert from "node:assert/strict";
import { test } from "node:test";
import { openDatabase } from "./_database.ts";
import { GOOD } from "./_kept_passwords.ts";
import { testForms } from "./_password_forms.ts";
import { openFactors } from "./_second_factor.ts";
import { APP, oauth2 } from "./_world.ts";
import { chosen } from "../_short.ts";

const GRACE = { sub: "grace", name: "Grace Hopper", email: "grace@example.com" };

testForms("Five wrong codes at the second step lead back to the page that asks for the same", async () => {
  const world = openFactors();
  const kit = await world.registerWithFactor();
  await world.answer(await world.enter(GOOD), { code: world.nextCode(kit) });
  world.platform.tick(7200);
  const asked = await world.browser.open(`${APP}/auth/signin?error=SessionNotFresh&callbackUrl=/delete`);
  let page = await asked.submit("/auth/callback/password", { email: "ada@example.com", password: GOOD });
  for (let tries = 0; tries < 5; tries++) page = await world.answer(page, { code: "000000" });
  assert.match(page.url, /error=TooManyWrongCodes/, world.log());
  assert.match(page.html, /Please verify that it&#39;s you/);
  assert.doesNotMatch(page.html, /Continue as|another account/);
});

for (const strategy of chosen(["jwt", "database"] as const)) {
  for (const how of ["signed out in another tab", "deleted"]) {
    test(`The page that adds a way to sign in makes no user for one who was ${how} before the press (AL-07, AL-08, ${strategy})`, async () => {
      const world = openDatabase({
        session: { strategy },
        more: (idp) => [oauth2(idp, { id: "other", name: "Other" })],
      });
      await world.signIn();
      world.idp.login(GRACE);
      const page = await world.browser.open(`${APP}/auth/signin?link=true&callbackUrl=/settings`);
      if (how === "deleted") await world.db.adapter.deleteUser!(String((await world.session())?.user.id));
      else await world.post("signout");
      const users = (await world.db.users()).length;
      const { url } = await page.submit("/auth/signin/other");
      assert.match(url, /\/auth\/signin\?error=SessionNotFresh&callbackUrl=[^&]*settings$/, world.log());
      assert.deepEqual([(await world.db.users()).length, await world.session()], [users, null]);
      // It is added after a sign-in. Then it is known, and signs in, whatever was wished.
      world.idp.login({ sub: "ada", name: "Ada Lovelace", email: "ada@example.com" });
      await world.signIn();
      const [ada] = await world.db.users();
      for (const _ of ["added", "known"]) {
        world.idp.login(GRACE);
        const begun = await world.post("signin/other", { link: "true", callbackUrl: "/settings" });
        const end = await world.browser.open(begun.headers.get("location")!);
        assert.equal(end.url, `${APP}/settings`, world.log());
        assert.deepEqual(await world.db.accounts(), [`idp/ada: ${ada!.id}`, `other/grace: ${ada!.id}`]);
        await world.post("signout");
      }
    });
  }
}
