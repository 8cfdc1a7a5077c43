import assert from "node:assert/strict";
import { test } from "node:test";
import { Memory } from "../../src/adapters/memory/memory.ts";
import type { Adapter, AdapterUser } from "../../src/adapters/contract/types.ts";
import {
  assertPasskeyStore,
  assertRows,
  assertSessionStore,
  assertTokenStore,
  bindAdapter,
  hasRows,
  ifTable,
  missingTableIn,
} from "../../src/model/store.ts";
import { AdapterError, MissingAdapterMethods } from "../../src/errors/errors.ts";
import { securityOf } from "../../src/model/security_of.ts";
import { withoutRows } from "../_with_rows.ts";

test("bindAdapter() calls methods on the adapter, be it an instance of a class", async () => {
  class Users {
    readonly #users = new Map([["1", { id: "1", email: null, emailVerified: null }]]);
    async getUser(id: string): Promise<AdapterUser | null> {
      return await Promise.resolve(this.#users.get(id) ?? null);
    }
  }
  class MoreUsers extends Users {}
  const { getUser: _, ...others } = Memory();
  for (const adapter of [new Users(), new MoreUsers()]) {
    assert.equal((await bindAdapter(Object.assign(adapter, others)).getUser("1"))?.id, "1");
  }
});

test("bindAdapter() passes on all arguments and the result, promise or not", async () => {
  const store = bindAdapter({ ...Memory(), getUserByEmail: (...args: unknown[]) => args as never });
  assert.deepEqual(await store.getUserByEmail("a"), ["a"]);
});

test("bindAdapter() has the methods that the adapter has, and no others", () => {
  const { prolongSession: _, createUserWithAccount: __, ...some } = Memory();
  const store = bindAdapter({ ...some, updateAccount: undefined } as Adapter);
  assert.deepEqual([store.prolongSession, store.createUserWithAccount, store.updateAccount], [
    undefined,
    undefined,
    undefined,
  ]);
  assert.equal(typeof store.createUser, "function");
});

test("bindAdapter() leaves out what an adapter does not need, or what only another one can do", () => {
  const adapter = { ...Memory(), getAccount: () => null, exactIds: false };
  const { getAccount, removeExpired } = bindAdapter(adapter);
  assert.deepEqual([typeof getAccount, typeof removeExpired], ["function", "function"]);
  assert.equal(bindAdapter({ ...adapter, exactIds: true }).getAccount, undefined);
  assert.equal(bindAdapter({ ...adapter, ...securityOf(Memory()) }).removeExpired, undefined);
});

test("ifTable() goes on without a table that the database lacks, and with no other failure", async () => {
  const failing = async (name: string, message: string) => {
    const getUser = () => Promise.reject(Object.assign(new Error(message), { name }));
    return await ifTable(async () => await bindAdapter({ ...Memory(), getUser }).getUser("1"));
  };
  assert.equal(await failing("MissingTableError", "no table"), null);
  await assert.rejects(failing("Error", "no table"), AdapterError);
  assert.equal(await ifTable(() => 7), 7);
  const err = Object.assign(new Error("no table"), { name: "MissingTableError" });
  assert.equal(missingTableIn(new AdapterError("lost", { err })), "no table");
  for (const error of [new AdapterError("lost"), err, null]) assert.equal(missingTableIn(error), null);
});

test("bindAdapter() wraps what a method throws or rejects with, and names the method", async () => {
  const reason = new Error("connection refused");
  const store = bindAdapter({
    ...Memory(),
    getUser: () => {
      throw reason;
    },
    createUser: () => Promise.reject(reason),
    deleteSessionsByUserId: () => Promise.reject(reason),
  });
  const calls = {
    getUser: async () => await store.getUser("1"),
    createUser: async () => await store.createUser({ id: "1", email: null, emailVerified: null }),
    // What it is given stays out of the log.
    deleteSessionsByUserId: async () => await store.deleteSessionsByUserId!("ada", "a token"),
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

/** The name of what needs a database, in messages. */
const WHAT = 'Cannot use provider "email"';

test("assertTokenStore() and assertPasskeyStore() name what they store, where there is no database", () => {
  assert.throws(
    () => assertTokenStore(null, WHAT),
    /^MissingAdapter: .*email": set `adapter`, which stores its tokens\n/,
  );
  assert.throws(() => assertPasskeyStore(null, WHAT), /set `adapter`, which stores its passkeys\n/);
});

test("bindAdapter() finds a user by their id only, in whatever form the database writes it (AL-29)", async () => {
  const found = async (id: unknown, asked: unknown) => {
    const { getUser } = bindAdapter({
      ...Memory(),
      getUser: () => Promise.resolve(id === null ? null : { id, email: null, emailVerified: null } as never),
    });
    return (await getUser(asked as string))?.id ?? null;
  };
  for (
    const [id, asked] of [[7, "7"], ["7", 7], ["0a1b", "0A1B"], ["ada   ", "ada"], ["0a-1b", "{0A1B}"], [
      "m\u00fcller",
      "mu\u0308ller",
    ]]
  ) {
    assert.equal(await found(id, asked), id);
  }
  for (
    const [id, asked] of [[7, "7f3c"], [7, "07"], ["müller", "muller"], ["straße", "strasse"], ["0", "ada"], [
      null,
      "ada",
    ]]
  ) {
    assert.equal(await found(id, asked), null);
  }
});

test("assertSessionStore(), toTokenStore() and toPasskeyStore() accept an adapter that has what each needs", () => {
  for (const toCapability of [assertSessionStore, assertTokenStore, assertPasskeyStore]) {
    toCapability(bindAdapter(Memory()), WHAT);
  }
  const { createVerificationToken: _, ...some } = Memory();
  assertSessionStore(bindAdapter(some));
});

test("bindAdapter() gives a database whose ids are numbers the number, where it refuses text (AL-29)", async () => {
  const asked: unknown[] = [];
  const users = new Map<unknown, unknown>([[7, { id: 7 }]]);
  const only = <T>(of: unknown, find: () => T) => {
    asked.push(of);
    if (typeof of === "number") return find();
    throw new TypeError("Expected Int, provided String");
  };
  const adapter = {
    ...Memory(),
    getUser: (id: unknown) => only(id, () => users.get(id) ?? null),
    listAccountsByUserId: (id: unknown) => only(id, () => users.has(id) ? [{ userId: id }] : []),
    getSessionAndUser: (key: unknown) => only(key, () => ({})),
    getUserByEmail: (address: unknown) => only(address, () => ({})),
  } as never;
  const store = bindAdapter(adapter);
  assert.deepEqual(await store.listAccountsByUserId!("7"), [{ userId: 7 }]);
  assert.deepEqual(await store.getUser("7"), { id: 7 });
  users.clear();
  assert.equal(await store.getUser("7"), null);
  assert.deepEqual(await store.listAccountsByUserId!("7"), []);
  asked.length = 0;
  for (const id of ["7f", "07", "7.0", "", " "]) {
    await assert.rejects(async () => await store.listAccountsByUserId!(id), AdapterError);
    // A key or an address of digits is no id.
    await assert.rejects(async () => await store.getSessionAndUser!("7"), AdapterError);
    await assert.rejects(async () => await store.getUserByEmail("7"), AdapterError);
    assert.deepEqual(asked.splice(0), [id, "7", "7"]);
  }
  // In another process, too.
  assert.equal(await bindAdapter(adapter).getUser("7"), null);
});

test("bindAdapter() asks with no number for a text of digits, whatever fails (AL-29)", async () => {
  for (const found of [null, { id: "7" }, { id: "7f" }]) {
    let [isAway, isKnown] = [true, false];
    const away = (id: unknown) => {
      // A database may take the number for another user's text.
      if (typeof id === "number") return found;
      if (isAway && (id === "7" || isKnown)) throw new Error("connection reset");
      return id === "7" ? { id } : null;
    };
    const adapter = { ...Memory(), getUser: away, deleteUser: away, listAccountsByUserId: away } as never;
    const store = bindAdapter(adapter);
    // It is away for this text only, or altogether once it has answered a user.
    for (isKnown of [false, true]) {
      isAway = false;
      if (isKnown) assert.deepEqual(await store.getUser("7"), { id: "7" });
      isAway = true;
      for (const method of ["getUser", "deleteUser", "listAccountsByUserId"] as const) {
        await assert.rejects(async () => await store[method]!("7"), AdapterError, method);
      }
    }
  }
});

test("bindAdapter() asks for no method of sessions, tokens or passkeys", () => {
  const { createUser, getUser, getUserByEmail, getUserByAccount, updateUser, linkAccount } = Memory();
  bindAdapter({ createUser, getUser, getUserByEmail, getUserByAccount, updateUser, linkAccount });
});

test("A store names each method that is missing, and what it is for", () => {
  const { updateSession: _, deleteSession: __, ...some } = Memory();
  assert.throws(() => assertSessionStore(bindAdapter(some)), (error) => {
    assert.ok(error instanceof MissingAdapterMethods);
    assert.match(error.message, /for stored sessions: it lacks updateSession, deleteSession\n/);
    return true;
  });
  assert.throws(
    () => assertSessionStore(bindAdapter({ ...some, updateSession: true } as never)),
    /lacks updateSession/,
  );
  const { createVerificationToken: ___, createAuthenticator: ____, ...others } = Memory();
  assert.throws(
    () => assertTokenStore(bindAdapter(others), WHAT),
    /for sign-in by mail: it lacks createVerificationToken\n/,
  );
  assert.throws(
    () => assertPasskeyStore(bindAdapter(others), WHAT),
    /for passkeys: it lacks createVerificationToken, createAuthenticator\n/,
  );
  assert.throws(
    () => bindAdapter({ ...Memory(), getUser: undefined } as never),
    /for signing in: it lacks getUser\n/,
  );
});

test("hasRows() asks for rows, for nothing else, and for a database", () => {
  assert.equal(hasRows(bindAdapter(Memory())), true);
  assert.equal(hasRows(bindAdapter({ ...Memory(), rows: undefined } as never)), false);
  assert.equal(hasRows(bindAdapter(withoutRows(Memory()))), false);
  const { createUser, getUser, getUserByEmail, getUserByAccount, updateUser, linkAccount, rows } = Memory();
  const adapter = { createUser, getUser, getUserByEmail, getUserByAccount, updateUser, linkAccount, rows };
  assert.equal(hasRows(bindAdapter(adapter)), true);
  assert.equal(hasRows(null), false);
});

test("bindAdapter() binds the rows of an adapter, and names the function that fails, and the kind", async () => {
  const reason = new Error("connection refused");
  const { rows } = Memory();
  const failing = Object.fromEntries(
    Object.keys(rows).map((method) => [method, () => Promise.reject(reason)]),
  );
  const bound = bindAdapter({ ...Memory(), rows: failing as never }).rows!;
  assert.deepEqual(Object.keys(bound).sort(), Object.keys(rows).sort());
  for (const [method, call] of Object.entries(bound)) {
    const args = method === "removeOwned" ? ["1"] : ["security", { userId: "1" }];
    await assert.rejects(() => (call as (...args: unknown[]) => Promise<unknown>)(...args), (error) => {
      assert.ok(error instanceof AdapterError);
      const named = method === "removeOwned" ? `rows.${method}` : `rows.${method}("security")`;
      assert.deepEqual([error.cause?.method, error.cause?.err], [named, reason]);
      return true;
    });
  }
  class Own {
    readonly #found = { id: "1" };
    find(...args: unknown[]) {
      return [this.#found, ...args];
    }
  }
  const own = bindAdapter({ ...Memory(), rows: new Own() as never }).rows!;
  assert.deepEqual(
    await own.find("security", { userId: "1" }),
    [{ id: "1" }, "security", { userId: "1" }] as never,
  );
});

test("bindAdapter() binds the changes that store rows beside them, and names the one that fails", async () => {
  const ban = { userId: "1", version: 1, bannedAt: new Date(), until: null, reason: null, bannedBy: null };
  const adapter = Memory();
  const { createUser, ...others } = bindAdapter(adapter).beside!([["bans", ban]]);
  await createUser({ id: "1", email: null, emailVerified: null });
  assert.deepEqual(await adapter.rows.find("bans", ban), ban);
  const calls = { ...others, ...others.rows, rows: undefined };
  assert.equal(Object.values(calls).filter(Boolean).length, 10);
  const reason = new Error("connection refused");
  const deleteUser = () => Promise.reject(reason);
  const failing = bindAdapter({ ...adapter, beside: (rows) => ({ ...adapter.beside(rows), deleteUser }) });
  await assert.rejects(async () => await failing.beside!([]).deleteUser("1"), (error) => {
    assert.ok(error instanceof AdapterError);
    assert.deepEqual([error.cause?.method, error.cause?.err], ["deleteUser", reason]);
    return true;
  });
});

test("bindAdapter() has no beside where the rows are another adapter's than the users", () => {
  const { beside, ...users } = Memory();
  assert.equal(bindAdapter(users).beside, undefined);
  assert.equal(bindAdapter({ ...users, ...securityOf(Memory()) }).beside, undefined);
  assert.equal(bindAdapter({ ...users, beside, ...securityOf(Memory()) }).beside, undefined);
});

test("bindAdapter() says that an adapter is a promise", () => {
  const opening = Promise.resolve(Memory());
  for (const adapter of [opening, { then: opening.then.bind(opening) }, Object.assign(opening, Memory())]) {
    assert.throws(() => bindAdapter(adapter as never), (error) => {
      assert.ok(error instanceof MissingAdapterMethods);
      assert.match(error.message, /^Cannot use the adapter: it is a promise\. Write `adapter: await …`/);
      return true;
    });
  }
});

test("bindAdapter() says that a client of a database is no adapter", () => {
  assert.throws(() => bindAdapter({ query() {} } as never), /it has no createUser/);
});

test("bindAdapter() says that an adapter that is a function must be called", () => {
  const adapter = Object.assign(() => ({}), {}) as unknown as Adapter;
  assert.throws(() => bindAdapter(adapter), /it is a function\. Call it/);
});

test("assertRows() says what the rows store, where an adapter has none", () => {
  for (const adapter of [withoutRows(Memory()), { ...Memory(), rows: undefined } as never]) {
    assert.throws(
      () => assertRows(bindAdapter(adapter), "Cannot use it", "second factors"),
      /^MissingAdapter: Cannot use it: the adapter has no `rows`, which store second factors\./,
    );
  }
});

test("assertRows() refuses rows that lack a function", () => {
  const { rows: { takeBack: _, ...rows } } = Memory();
  const store = bindAdapter({ ...Memory(), rows: rows as never });
  assert.throws(
    () => assertRows(store, "Cannot use it", "rows"),
    /Cannot use the adapter for `rows`: it lacks takeBack/,
  );
});
