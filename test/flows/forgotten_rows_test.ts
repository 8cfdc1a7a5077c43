/**
 * Two configs beside an adapter of Auth.js, of which one keeps sessions in the database and one in tokens.
 *
 * @module
 */

import assert from "node:assert/strict";
import { test } from "node:test";
import { Auth, type AuthConfig } from "../../mod.ts";
import { Memory } from "../../src/adapters/memory/memory.ts";
import { securityOf } from "../../src/entries/adapters.ts";
import { testBrowser } from "../../src/testing/mod.ts";
import { ReferenceAdapter } from "./_database.ts";
import { openLogout } from "./_provider_logout.ts";
import { APP } from "./_world.ts";

test("The provider still ends a stored session after a config with tokens has signed out all others (LO-05)", async () => {
  const lent = { ...securityOf(Memory()), listAccountsByUserId: () => [] };
  const adapter = Object.assign(new ReferenceAdapter(), lent);
  const world = await openLogout({ adapter, url: APP, session: { strategy: "database" } } as never);
  await world.signInAs("ada", "s1");
  assert.ok(await world.isSignedIn(), world.log());

  const other = "https://other.test";
  const session = { strategy: "jwt", revocationDelay: "always" } as const;
  const config = { ...world.config as AuthConfig, url: other, session } as AuthConfig;
  world.platform.sites[other] = (request: Request) => Auth(request, config);
  const browser = testBrowser(world.platform.sites, { now: world.platform.now });
  world.idp.login({ sub: "ada", name: "ada", email: "ada@example.com", sid: "s2" } as never);
  await (await browser.open(`${other}/auth/signin?callbackUrl=/auth/account`)).submit("/auth/signin/idp");
  const { csrfToken } = await (await browser.fetch(`${other}/auth/csrf`)).json();
  const body = new URLSearchParams({ csrfToken, action: "sign-out-others" });
  const answer = await browser.fetch(`${other}/auth/account`, { method: "POST", redirect: "manual", body });
  assert.match(answer.headers.get("location")!, /done=signed-out-others/, world.log());

  // The adapter cannot end it.
  assert.ok(await world.isSignedIn());
  assert.equal((await world.logout(await world.token({ sub: "ada", sid: "s1" }))).status, 200);
  assert.equal(await world.isSignedIn(), false, world.log());
});
