import assert from "node:assert/strict";
import { test } from "node:test";
import { Memory } from "../../src/adapters/memory.ts";
import type { Adapter, AdapterUser } from "../../src/adapters/types.ts";
import {
  assertMethods,
  SESSION_METHODS,
  TOKEN_METHODS,
  toStore,
  USER_METHODS,
} from "../../src/config/store.ts";
import { AdapterError, MissingAdapterMethods } from "../../src/errors.ts";

test("toStore() calls methods on the adapter, be it an instance of a class", async () => {
  class Users implements Adapter {
    readonly #users = new Map([["1", { id: "1", email: null, emailVerified: null }]]);
    async getUser(id: string): Promise<AdapterUser | null> {
      return await Promise.resolve(this.#users.get(id) ?? null);
    }
  }
  class MoreUsers extends Users {}
  for (const adapter of [new Users(), new MoreUsers()]) {
    assert.equal((await toStore(adapter).getUser("1"))?.id, "1");
  }
});

test("toStore() hands on all arguments and the result, whether or not it is a promise", async () => {
  const store = toStore({ getUserByEmail: (...args: unknown[]) => args as never });
  assert.deepEqual(await store.getUserByEmail("a"), ["a"]);
});

test("toStore() has the methods that the adapter has, and no others", () => {
  const { prolongSession: _, createUserWithAccount: __, ...some } = Memory();
  const store = toStore({ ...some, updateAccount: undefined } as Adapter);
  assert.deepEqual([store.prolongSession, store.createUserWithAccount, store.updateAccount], [
    undefined,
    undefined,
    undefined,
  ]);
  assert.equal(typeof store.createUser, "function");
});

test("toStore() wraps what a method throws or rejects with, and names the method", async () => {
  const reason = new Error("connection refused");
  const store = toStore({
    getUser: () => {
      throw reason;
    },
    createUser: () => Promise.reject(reason),
  });
  const calls = {
    getUser: async () => await store.getUser("1"),
    createUser: async () => await store.createUser({ id: "1", email: null, emailVerified: null }),
  };
  for (const [method, call] of Object.entries(calls)) {
    await assert.rejects(call, (error) => {
      assert.ok(error instanceof AdapterError);
      assert.deepEqual([error.cause?.method, error.cause?.err], [method, reason]);
      assert.match(error.message, new RegExp(`\`${method}\``));
      return true;
    });
  }
});

test("assertMethods() accepts an adapter that has all, and one without what is not asked for", () => {
  const all = {
    "signing in": USER_METHODS,
    "stored sessions": SESSION_METHODS,
    "sign-in by mail": TOKEN_METHODS,
  };
  assertMethods(Memory(), all);
  const { createVerificationToken: _, ...some } = Memory();
  assertMethods(some, { "signing in": USER_METHODS, "stored sessions": SESSION_METHODS });
});

test("assertMethods() accepts an instance of a class", () => {
  class Tokens implements Adapter {
    createVerificationToken() {}
    useVerificationToken() {
      return null;
    }
  }
  assertMethods(new Tokens(), { "sign-in by mail": TOKEN_METHODS });
});

test("assertMethods() names each method that is missing, and what it is for", () => {
  const { updateSession: _, deleteSession: __, ...some } = Memory();
  const needed = { "stored sessions": SESSION_METHODS };
  assert.throws(() => assertMethods(some, needed), (error) => {
    assert.ok(error instanceof MissingAdapterMethods);
    assert.match(error.message, /for stored sessions: it lacks updateSession, deleteSession$/);
    return true;
  });
  assert.throws(
    () => assertMethods({ ...some, updateSession: true } as never, needed),
    /lacks updateSession/,
  );
});

test("assertMethods() says that an adapter is a promise", () => {
  const opening = Promise.resolve(Memory());
  for (const adapter of [opening, { then: opening.then.bind(opening) }, Object.assign(opening, Memory())]) {
    assert.throws(() => assertMethods(adapter as never, { "signing in": USER_METHODS }), (error) => {
      assert.ok(error instanceof MissingAdapterMethods);
      assert.match(error.message, /^Cannot use the adapter: it is a promise\. Write `adapter: await …`/);
      return true;
    });
  }
});

test("assertMethods() says that an adapter that is a function must be called", () => {
  const adapter = Object.assign(() => ({}), {}) as unknown as Adapter;
  assert.throws(
    () => assertMethods(adapter, { "stored sessions": ["createSession"] }),
    /it is a function\. Call it/,
  );
});
