/**
 * A provider that leaves the config while a sign-in with it waits for an answer of its user.
 *
 * @module
 */

import assert from "node:assert/strict";
import { Auth, type AuthConfig } from "../../mod.ts";
import { testForms } from "./_password_forms.ts";
import { openFactors } from "./_second_factor.ts";
import { APP } from "./_world.ts";

/** Ada, whose account at the provider is linked, in an application that goes on without the provider at `leave()`. */
async function openAda() {
  const world = openFactors({});
  const config = world.config as AuthConfig;
  await world.register();
  world.idp.login({ sub: "ada-2", name: "Ada", email: "ada2@example.com" });
  const asked = await world.signIn();
  const leave = () => {
    const providers = config.providers.filter((each) => (each as { id: string }).id !== "idp");
    world.platform.sites[APP] = (request) => Auth(request, { ...config, providers });
  };
  return { ...world, asked, leave };
}

testForms(
  "An account at a provider that has left the config is not added by an answer to its question",
  async () => {
    const world = await openAda();
    world.leave();
    const page = await world.asked.submit(0);
    assert.equal(new URL(page.url).searchParams.get("error"), "InvalidProvider", world.log());
    assert.equal((await world.db.accounts()).length, 0);
  },
);

testForms("A second step ends no sign-in with a provider that has left the config", async () => {
  const world = await openAda();
  await world.asked.submit(0);
  const kit = await world.turnOn();
  await world.signOut();
  world.platform.tick(31);
  const page = await world.signIn();
  assert.match(page.url, /second-factor/);
  world.leave();
  const ended = await world.answer(page, { code: world.nextCode(kit) });
  assert.equal(new URL(ended.url).searchParams.get("error"), "InvalidProvider", world.log());
  assert.equal(await world.session(), null);
});
