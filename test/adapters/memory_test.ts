import assert from "node:assert/strict";
import { test } from "node:test";
import { Memory } from "../../src/adapters/memory/memory.ts";
import { adapterCases } from "../../src/testing/adapter/adapter_cases.ts";

for (const { name, skip, run } of await adapterCases(() => Promise.resolve({ adapter: Memory() }))) {
  test(`Memory() keeps the contract of adapters: ${name}`, () => {
    assert.equal(skip, undefined);
    return run();
  });
}

test("Memory() keeps fields of the application's own", async () => {
  const adapter = Memory();
  const user = { id: "1", email: null, emailVerified: null, role: "admin" };
  await adapter.createUser(user);
  assert.deepEqual(await adapter.getUser("1"), user);
});

test("Memory() keeps nothing from one to the next", async () => {
  await Memory().createUser({ id: "1", email: null, emailVerified: null });
  assert.equal(await Memory().getUser("1"), null);
});

test("Memory().removeExpired() counts, and by default goes by the clock", async () => {
  const adapter = Memory();
  await adapter.createUser({ id: "1", email: null, emailVerified: null });
  for (let index = 0; index < 25; index++) {
    await adapter.createSession({ sessionToken: `${index}`, userId: "1", expires: new Date(1000) });
  }
  await adapter.createSession({ sessionToken: "new", userId: "1", expires: new Date(Date.now() + 60_000) });
  await adapter.createVerificationToken({ identifier: "a", token: "b", expires: new Date(1000) });
  assert.equal(await adapter.removeExpired({ now: new Date(999), batch: 10 }), 0);
  assert.equal(await adapter.removeExpired({ batch: 10 }), 26);
  assert.deepEqual((await adapter.listSessionsByUserId("1")).map((it) => it.sessionToken), ["new"]);
});

test("Memory().removeExpired() lets others run between its batches", async () => {
  const adapter = Memory();
  await adapter.createUser({ id: "1", email: null, emailVerified: null });
  for (let index = 0; index < 30; index++) {
    await adapter.createSession({ sessionToken: `${index}`, userId: "1", expires: new Date(1000) });
  }
  const removal = Promise.resolve(adapter.removeExpired({ batch: 10 }));
  let seen = -1;
  setTimeout(async () => seen = (await adapter.listSessionsByUserId("1")).length);
  assert.equal(await removal, 30);
  assert.ok(seen > 0 && seen < 30, `${seen} sessions were seen`);
});
