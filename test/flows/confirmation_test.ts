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

for (const how of ["signed out in another tab", "deleted"]) {
  test(`The page that adds a way to sign in makes no user for one who was ${how} before the press (AL-07)`, async () => {
    const world = openDatabase({ more: (idp) => [oauth2(idp, { id: "other", name: "Other" })] });
    await world.signIn();
    world.idp.login({ sub: "grace", name: "Grace Hopper", email: "grace@example.com" });
    const page = await world.browser.open(`${APP}/auth/signin?link=true&callbackUrl=/settings`);
    if (how === "deleted") await world.db.adapter.deleteUser!(String((await world.session())?.user.id));
    else await world.post("signout");
    const users = (await world.db.users()).length;
    const { url } = await page.submit("/auth/signin/other");
    assert.match(url, /\/auth\/signin\?error=SessionNotFresh&callbackUrl=[^&]*settings$/, world.log());
    assert.deepEqual([(await world.db.users()).length, await world.session()], [users, null]);
  });
}
