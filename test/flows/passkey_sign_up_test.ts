import assert from "node:assert/strict";
import { test } from "node:test";
import type { Adapter } from "../../src/adapters/contract/types.ts";
import { Memory } from "../../src/adapters/memory/memory.ts";
import { beside } from "./_beside.ts";
import { openPasskeys } from "./_passkeys.ts";

test("a sign-up with a passkey succeeds though the answer of the database is lost", async () => {
  const adapter = Memory();
  const lost: Error[] = [];
  const createUserWithAccount: typeof adapter.createUserWithAccount = async (...row) => {
    await adapter.createUserWithAccount(...row);
    lost.push(new Error("The connection was lost"));
    throw lost[0];
  };
  const world = openPasskeys({ adapter: { ...adapter, createUserWithAccount } });
  const { headers } = await world.register({ email: "ada@example.com" });
  assert.equal(headers.get("location"), "https://app.test/home", world.log());
  assert.equal(lost.length, 1);
  assert.equal((await world.session())?.user.email, "ada@example.com");
  // The same id, of somebody else.
  await world.signOut();
  const other = world.another();
  const id = world.authenticator.credentials[0]!.id;
  assert.match(
    (await other.register({ email: "eve@example.com" }, { id })).headers.get("location")!,
    /error=/,
  );
  assert.equal(await other.session(), null);
});

test("a passkey signs in again beside an adapter of Auth.js, which refuses arguments that it does not know", async () => {
  const world = openPasskeys({ adapter: beside() as Required<Adapter> });
  await world.register({ email: "ada@example.com" });
  assert.ok(await world.session(), world.log());
  await world.signOut();
  assert.equal((await world.authenticate()).headers.get("location"), "https://app.test/home", world.log());
  assert.ok(await world.session());
});
