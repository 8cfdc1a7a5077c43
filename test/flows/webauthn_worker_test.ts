import assert from "node:assert/strict";
import { test } from "node:test";
import { Memory } from "../../src/adapters/memory/memory.ts";
import { WorkerAuth } from "../../src/integrations/fetch/workers.ts";
import { Passkey } from "../../src/providers/passkey.ts";
import { testBrowser, testPlatform } from "../../src/testing/mod.ts";
import { ADA, toPerson } from "./_passkeys.ts";
import { APP } from "./_world.ts";

test("WorkerAuth() signs up and in with Passkey() alone, without an experiment and without a warning", async () => {
  const platform = testPlatform();
  const worker = WorkerAuth({
    providers: [Passkey],
    adapter: Memory(),
    secret: "a-secret-of-more-than-32-characters",
    url: APP,
    platform,
    // On the platform itself, the address stands in a header of its own.
    limits: { address: () => null },
  }, () => new Response("mine"));
  const context = { waitUntil() {}, passThroughOnException() {}, props: {} };
  platform.sites[APP] = (request) => worker.fetch(request, {}, context);
  const ada = toPerson(testBrowser(platform.sites, { now: platform.now }), "passkey");
  assert.equal((await ada.register()).headers.get("location"), `${APP}/home`);
  await ada.signOut();
  assert.equal(await ada.session(), null);
  assert.equal((await ada.authenticate()).headers.get("location"), `${APP}/home`);
  assert.equal((await ada.session())?.user.email, ADA.email);
  assert.deepEqual(platform.lines.map(({ text }) => text), []);
});
