/**
 * Second factors where `callbacks.jwt` names another user than the one who signs in.
 *
 * @module
 */

import assert from "node:assert/strict";
import type { JWTParams } from "../../mod.ts";
import { testForms } from "./_password_forms.ts";
import { openFactors } from "./_second_factor.ts";
import { APP } from "./_world.ts";

/** What `callbacks.jwt` makes of a user of the provider. */
const toSub = (sub: () => string) => ({
  jwt: ({ token, account }: JWTParams) => account?.provider === "idp" ? { ...token, sub: sub() } : token,
});

testForms(
  "A sign-in begins no session of a user whose second factor it has not asked for (SF-27)",
  async () => {
    let id = "";
    const world = openFactors({ session: { strategy: "jwt" }, callbacks: toSub(() => id) });
    await world.registerWithFactor();
    id = (await world.db.users())[0]!.id;
    const other = world.visitor();
    world.idp.login({ sub: "g", name: "Grace", email: "grace@example.com" });
    const page = await (await other.open(`${APP}/auth/signin?callbackUrl=/home`)).submit("/auth/signin/idp");
    assert.equal(new URL(page.url).searchParams.get("error"), "ServerError", world.log());
    assert.match(world.log(), /`callbacks\.jwt` names the user "[\w-]+" in `sub`/);
    assert.equal(await world.sessionIn(other), null);
  },
);

testForms(
  "A user whom callbacks.jwt names by an id of the application's own signs in with second factors (SF-27)",
  async () => {
    const world = openFactors({ session: { strategy: "jwt" }, callbacks: toSub(() => "crm-7") });
    world.idp.login({ sub: "g", name: "Grace", email: "grace@example.com" });
    await (await world.browser.open(`${APP}/auth/signin?callbackUrl=/home`)).submit("/auth/signin/idp");
    assert.equal((await world.session())?.user.id, "crm-7", world.log());
  },
);
