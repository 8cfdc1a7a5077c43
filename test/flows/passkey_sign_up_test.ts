import assert from "node:assert/strict";
import { test } from "node:test";
import type { Adapter } from "../../src/adapters/contract/types.ts";
import { beside } from "./_beside.ts";
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

test("a passkey signs in again beside an adapter of Auth.js, which refuses arguments that it does not know", async () => {
  const world = openPasskeys({ adapter: beside() as Required<Adapter> });
  await world.register({ email: "ada@example.com" });
  assert.ok(await world.session(), world.log());
  await world.signOut();
  assert.equal((await world.authenticate()).headers.get("location"), "https://app.test/home", world.log());
  assert.ok(await world.session());
});
