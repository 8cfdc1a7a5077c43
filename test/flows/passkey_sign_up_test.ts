import assert from "node:assert/strict";
import { test } from "node:test";
import { openPasskeys } from "./_passkeys.ts";

test("a sign-up with a passkey refuses the address of an account, and so tells that there is one (KL-33)", async () => {
  const world = openPasskeys();
  await world.register({ email: "ada@example.com" });
  await world.signOut();
  const known = await world.register({ email: "ada@example.com" });
  assert.match(known.headers.get("location")!, /error=AccountNotLinked/);
  const unknown = await world.register({ email: "eve@example.com" });
  assert.equal(unknown.headers.get("location"), "https://app.test/home");
});
