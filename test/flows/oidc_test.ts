import assert from "node:assert/strict";
import { test } from "node:test";
import { APP, open } from "./_world.ts";

test("Auth() signs in with OpenID Connect and returns to where the user was", async () => {
  const { signIn, session, log } = open();
  const page = await signIn({ callbackUrl: "/home?tab=2" });
  assert.equal(page.url, `${APP}/home?tab=2`, log());
  assert.equal(page.text, "Hello Ada Lovelace");
  assert.equal((await session())?.user.email, "ada@example.com");
});
