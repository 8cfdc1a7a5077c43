import assert from "node:assert/strict";
import { test } from "node:test";
import { APP, openPlain } from "./_world.ts";

test("a callback without any cookie says that the browser blocks them, or that the address differs", async () => {
  const world = openPlain();
  const page = await world.browser.open(`${APP}/auth/callback/idp?code=c&state=s`);
  assert.match(
    world.log(),
    /no such sign-in under way: the request has no cookies, so the browser blocks them, or/,
  );
  assert.match(world.log(), /began at another address than https:\/\/app\.test/);
  assert.match(page.text, /If it happens again, allow cookies\./);
});

test("a callback with other cookies names the time and the address", async () => {
  const world = openPlain();
  await world.browser.open(`${APP}/auth/signin`);
  await world.browser.open(`${APP}/auth/callback/idp?code=c&state=s`);
  assert.match(
    world.log(),
    /no such sign-in under way: it began more than 15 minutes ago, was answered before, or/,
  );
});
