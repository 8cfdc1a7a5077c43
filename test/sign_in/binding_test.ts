import assert from "node:assert/strict";
import { test } from "node:test";
import type { Generations, StoredUsers } from "../../src/model/session.ts";
import type { Store } from "../../src/model/store.ts";
import { defined } from "../../src/values/defined.ts";
import { bindingOf, keptBinding } from "../../src/sign_in/binding.ts";

const ADA = { id: "ada", email: "ada@example.com", emailVerified: null };

/** Ada is of generation 1, and Bob of 2: both are stored. "ADA" is Ada, in a column that equates letters. Numbers only. */
function open({ fails = () => false as boolean } = {}) {
  const asked: string[] = [];
  const answer = <T>(question: string, value: T) => {
    asked.push(question);
    return fails() ? Promise.reject(new Error("down")) : Promise.resolve(value);
  };
  const store = {
    getUser: (id: string) => {
      if (id.startsWith("ldap")) return answer(id, null).then(() => Promise.reject(new Error("not a UUID")));
      return answer(id, ["ada", "bob"].includes(id.toLowerCase()) ? { id: id.toLowerCase() } : null);
    },
    getUserByEmail: (email: string) => answer("address", typeof email === "string" ? null : undefined),
  } as unknown as Store;
  const current = (id: string) => Promise.resolve({ ada: 1, bob: 2, crm: 3 }[id] ?? 0);
  const storedUsers: StoredUsers = { has: async (id) => Boolean(await store.getUser(id)) };
  return { asked, setup: { store, storedUsers, generations: { current } as unknown as Generations } };
}

const BINDINGS: readonly (readonly [user: string, sub: string | undefined, binding: object])[] = [
  ["ada", "ada", { gen: 1, latchkey_stored: true }],
  ["ada", undefined, { gen: 1, latchkey_stored: true, gen_sub: "ada" }],
  ["ada", "bob", { gen: 1, latchkey_stored: true, gen_sub: "ada", names: "bob", named_gen: 2 }],
  ["ada", "ADA", { gen: 1, latchkey_stored: true, gen_sub: "ada" }],
  ["ada", "gone", { gen: 1, latchkey_stored: true, gen_sub: "ada" }],
  ["ada", "ldap-7", { gen: 1, latchkey_stored: true, gen_sub: "ada" }],
  ["ldap-7", "bob", { gen: 2, latchkey_stored: true, names: "bob" }],
  ["ldap-7", "ldap-7", {}],
  ["ldap-7", "crm", { gen: 3 }],
];

test("bindingOf() binds a token to the user who signs in and to another one of the database whom it names (SE-25, SE-42)", async () => {
  for (const [id, sub, binding] of BINDINGS) {
    assert.deepEqual(defined(await bindingOf({ user: { id } }, open().setup)(sub)), binding, `${id} ${sub}`);
  }
});

test("bindingOf() takes the generation of the decision, and asks for no user who is known", async () => {
  const { setup, asked } = open();
  const known = { user: { id: "ada" }, storedUser: ADA };
  const bind = async (generation: number, sub: string) =>
    defined(await bindingOf({ ...known, generation }, setup)(sub));
  assert.deepEqual(await bind(7, "ada"), { gen: 7, latchkey_stored: true });
  assert.deepEqual(await bind(0, "ada"), { latchkey_stored: true });
  assert.deepEqual(asked, []);
  const named = { latchkey_stored: true, gen_sub: "ada", names: "bob", named_gen: 2 };
  assert.deepEqual(await bind(0, "bob"), named);
  const elsewhere = await bindingOf({ user: { id: "ldap-7" }, generation: 7 }, setup)("bob");
  assert.equal(elsewhere.gen, 2, "that of the user with whom it ends");
  const none = { store: null, storedUsers: null, generations: null };
  assert.deepEqual(defined(await bindingOf({ user: { id: "ada" } }, none)("bob")), {});
});

test("bindingOf() binds no token to another user, or to none, because the database is away (SE-42, SF-27)", async () => {
  for (const [id, sub, binding] of BINDINGS) {
    const { setup, asked } = open();
    await bindingOf({ user: { id } }, setup)(sub);
    for (let from = 0; from < asked.length; from++) {
      for (const calls of [1, 2, 9]) {
        let next = 0;
        const fails = () => {
          const call = next++;
          return call >= from && call < from + calls;
        };
        const bound = await bindingOf({ user: { id } }, open({ fails }).setup)(sub).catch(() => binding);
        assert.deepEqual(defined(bound), binding, `${id} ${sub}: ${calls} calls from ${from}`);
      }
    }
  }
});

test("keptBinding() keeps whom a session ends with, if it named another user, and names them still", async () => {
  const { setup } = open();
  const bind = bindingOf({ user: { id: "bob" }, storedUser: undefined, generation: undefined }, setup);
  const before = { sub: "bob", gen: 1, gen_sub: "ada", named_gen: 2, latchkey_stored: true } as const;
  const { sub: _, ...kept } = before;
  assert.deepEqual(defined(await keptBinding(before, bind, undefined)("bob")), kept);
  assert.deepEqual(defined(await keptBinding(before, bind, 3)("bob")), { ...kept, named_gen: 3 });
  const { named_gen: _gen, ...only } = kept;
  assert.deepEqual(defined(await keptBinding({ ...only, sub: "bob" }, bind, 3)("bob")), only);
  const { named_gen, names } = await bind("ada");
  assert.deepEqual(await keptBinding(before, bind, undefined)("ada"), { ...kept, named_gen, names });
  assert.deepEqual(await keptBinding({ sub: "bob", gen: 1 }, bind, 4)("bob"), await bind("bob"));
  assert.notDeepEqual(await bind("bob"), { ...kept });
});
