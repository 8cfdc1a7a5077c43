import assert from "node:assert/strict";
import { test } from "node:test";
import { cookieHeader, count, grant, open, start } from "./_world.ts";

test("Auth() refuses a used callback with its used cookie, because the code is redeemed once", async () => {
  const world = open();
  const callback = await grant(world.idp, await start(world));
  const cookie = cookieHeader(world.browser);
  assert.equal((await world.browser.open(callback.href)).text, "Hello Ada Lovelace", world.log());
  // The browser's own cookie is gone; someone has kept a copy.
  const replay = await world.platform.fetch(callback.href, { headers: { cookie }, redirect: "manual" });
  assert.match(replay.headers.get("location")!, /error=ProviderResponseError/);
  assert.equal(replay.headers.getSetCookie().some((header) => header.includes("session-token=ey")), false);
  assert.equal(count(world.idp, "token"), 2);
});
