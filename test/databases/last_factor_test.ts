/**
 * Two removals at the same time, of a user whose second factor is a passkey: one passkey stays, on each database.
 *
 * @module
 */

import assert from "node:assert/strict";
import { test } from "node:test";
import type { Adapter } from "../../src/adapters/contract/types.ts";
import { Passkey } from "../../src/providers/passkey.ts";
import { withInstantScrypt } from "../_quick_scrypt.ts";
import { type Person, toPerson } from "../flows/_passkeys.ts";
import { type FactorWorld, openFactors } from "../flows/_second_factor.ts";
import { APP } from "../flows/_world.ts";
import { Memory } from "../../src/adapters/memory/memory.ts";
import { startDatabases } from "./_databases.ts";

/** Lets calls of a method wait for each other: the first `count` go on together. */
function together<A extends Required<Adapter>>(adapter: A, count: number): A {
  let waiting: (() => void)[] = [];
  let left = count;
  const removeAccount: Adapter["removeAccount"] = async (removal) => {
    if (left-- > 0) {
      await new Promise<void>((resolve) => {
        waiting.push(resolve);
        if (waiting.length < count) return;
        for (const go of waiting) go();
        waiting = [];
      });
    }
    return await adapter.removeAccount(removal);
  };
  return { ...adapter, removeAccount };
}

/** Ada in a browser, with passkeys. */
async function openWith(
  adapter: Required<Adapter>,
  count: number,
): Promise<FactorWorld & { readonly person: Person }> {
  const world = openFactors({ adapter, more: () => [Passkey()], session: { strategy: "database" } });
  await world.register();
  const people = Array.from({ length: count }, () => toPerson(world.browser, "passkey"));
  for (const each of people) await each.register({ link: "true" });
  return { ...world, person: people[0]! };
}

/** Ada in a browser, with passkeys that are her second factor, at level 2. */
async function open(adapter: Required<Adapter>, count: number): Promise<FactorWorld> {
  const { person, ...world } = await openWith(adapter, count);
  const on = await world.post("second-factor-setup", { action: "passkeys", callbackUrl: "/home" });
  assert.equal(on.status, 200, world.log());
  await world.signOut();
  await person.authenticate();
  assert.equal((await world.session<{ aal: number }>())?.aal, 2);
  return world;
}

async function passkeysOf(world: FactorWorld): Promise<readonly { readonly id: string }[]> {
  return (await (await world.browser.fetch(`${APP}/auth/account-data`)).json()).passkeys;
}

for (const [name, database] of await startDatabases()) {
  const skip = "missing" in database ? database.missing : false;
  for (const count of [2, 3]) {
    test(
      `of ${count} passkeys that are removed at once, one stays as the second factor: ${name} (SF-22)`,
      { skip },
      async () => {
        if ("missing" in database) assert.fail();
        const adapter = together(await database.open(), count);
        await withInstantScrypt(async () => {
          const world = await open(adapter, count);
          const ids = (await passkeysOf(world)).map(({ id }) => id);
          assert.equal(ids.length, count);
          const answers = await Promise.all(
            ids.map((id) => world.post("account", { action: "remove", id, callbackUrl: "/home" })),
          );
          const places = answers.map(({ headers }) => headers.get("location")!);
          const left = await adapter.listAuthenticatorsByUserId((await world.db.users())[0]!.id);
          assert.equal(left.length, 1, `${places}\n${world.log()}`);
          assert.equal(places.filter((place) => /done=removed/.test(place)).length, count - 1, `${places}`);
          assert.equal(places.filter((place) => /error=LastFactor/.test(place)).length, 1, `${places}`);
        });
      },
    );
  }
}

for (const first of ["turns it on", "removes the passkey"]) {
  test(`a second factor is not on without a passkey if a request ${first} while another does the rest (SF-22)`, async () => {
    await withInstantScrypt(async () => {
      const world = await openWith(Memory(), 1);
      const { adapter } = world.db;
      const { removeAccount } = adapter;
      const { store } = adapter.rows;
      const [{ id } = { id: "" }] = await passkeysOf(world);
      const turnOn = () => world.post("second-factor-setup", { action: "passkeys", callbackUrl: "/home" });
      const remove = () => world.post("account", { action: "remove", id, callbackUrl: "/home" });
      if (first === "turns it on") {
        adapter.removeAccount = async (removal) => {
          assert.equal((await turnOn()).status, 200);
          return await removeAccount.call(adapter, removal);
        };
        await remove();
      } else {
        let isRemoved = false;
        adapter.rows.store = async (kind, ...args) => {
          if (kind === "secondFactors" && !isRemoved) {
            isRemoved = true;
            await remove();
          }
          return await store.call(adapter.rows, kind, ...args);
        };
        await turnOn();
      }
      assert.deepEqual(await passkeysOf(world), [], world.log());
      const [user] = await world.db.users();
      assert.equal((await adapter.rows.find("secondFactors", { userId: user!.id }))?.enabledAt ?? null, null);
    });
  });
}
