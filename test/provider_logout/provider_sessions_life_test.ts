/**
 * Rows of provider sessions, from the beginning of a session to its end, and where a step fails.
 *
 * @module
 */

import assert from "node:assert/strict";
import { test } from "node:test";
import { Memory } from "../../src/adapters/memory/memory.ts";
import type { Adapter } from "../../src/adapters/contract/types.ts";
import { openStored } from "../../src/crypto/stored_seal.ts";
import { bindAdapter, type RowStore } from "../../src/model/store.ts";
import type { SessionRead, SessionStrategy, SessionToken, SignedIn } from "../../src/model/session.ts";
import { withProviderSessions } from "../../src/features/provider_logout/provider_sessions.ts";
import { rememberLogout } from "../../src/features/provider_logout/remembered_logouts.ts";
import { testPlatform } from "../../src/testing/mod.ts";
import { type OwnRows, seenRows, withRows } from "../_with_rows.ts";

const END = 5000;

/** An ID token with these claims. */
function idTokenOf(claims: object): string {
  return `a.${btoa(JSON.stringify(claims)).replaceAll("=", "")}.c`;
}

const SIGNED_IN: SignedIn = {
  user: { id: "u1" },
  account: {
    provider: "idp",
    providerAccountId: "ada",
    type: "oidc",
    id_token: idTokenOf({ sub: "ada", sid: "s1", iat: 1000 }),
  },
  isNewUser: false,
  previous: null,
  obtainedAt: 1_000_100,
};

/** Sessions whose key is the token in capitals, with a strategy and a database that a test changes. */
function open(
  { own = {}, change = {}, backchannel = true }: {
    readonly own?: Partial<SessionStrategy>;
    readonly change?: Partial<OwnRows<"providerSessions">>;
    readonly backchannel?: boolean;
  } = {},
) {
  const platform = testPlatform();
  const memory = Memory() as Required<Adapter>;
  const calls: string[] = [];
  const changed = withRows(memory, "providerSessions", change);
  const rows = seenRows(changed.rows, (call, run) => {
    calls.push(call);
    return run();
  });
  const store = bindAdapter({ ...memory, rows }) as RowStore;
  const seen: unknown[] = [];
  const withdrawn: string[] = [];
  const strategy = {
    issue: (signedIn: SignedIn) => {
      seen.push(signedIn);
      return Promise.resolve({ value: "token", expires: END });
    },
    isLive: () => Promise.resolve(true),
    keyOf: (token: string) => Promise.resolve(token.toUpperCase()),
    revoke: (token: string | null) => Promise.resolve(void seen.push(token)),
    withdraw: ({ value }: SessionToken) => Promise.resolve(void withdrawn.push(value)),
    raise: () => Promise.resolve({ value: "token", expires: END + 1 }),
    ...own,
  } as unknown as SessionStrategy;
  const errors: Error[] = [];
  const sealer = { secrets: ["a-secret-of-forty-characters-for-tests-0"], platform };
  const logger = { error: (error: Error) => void errors.push(error) };
  const sessions = withProviderSessions(strategy, { store, backchannel, logger, ...sealer });
  const row = async (id = "TOKEN") => await memory.rows.find("providerSessions", { id });
  return { sessions, memory, row, calls, seen, withdrawn, errors, sealer };
}

const fail = () => Promise.reject(new Error("the database is down"));
const PROOF = { amr: ["pwd", "otp"], signedInAt: 0 };

test("issue() stores where the session began, until it ends, with the ID token that can be opened again", async () => {
  const { sessions, row, seen, sealer } = open();
  assert.deepEqual(await sessions.issue(SIGNED_IN), { value: "token", expires: END });
  const { idToken, ...rest } = (await row())!;
  assert.deepEqual(rest, {
    id: "TOKEN",
    userId: "u1",
    provider: "idp",
    providerAccountId: "ada",
    sub: "ada",
    sid: "s1",
    expires: new Date(END),
  });
  const opened = await openStored<{ idToken: string }>(idToken!, "id token", sealer);
  assert.equal(opened!.data.idToken, SIGNED_IN.account.id_token);
  assert.equal(await openStored(idToken!, "totp secret" as never, sealer), null, "its purpose is its own");
  assert.deepEqual(seen, [{ ...SIGNED_IN, isKeyed: true }]);
});

test("issue() stores no ID token where there is none", async () => {
  for (const id_token of [undefined, null, 1, { a: 1 }]) {
    const { sessions, row } = open();
    await sessions.issue({ ...SIGNED_IN, account: { ...SIGNED_IN.account, id_token } as never });
    const { idToken, sub, sid } = (await row())!;
    assert.deepEqual([idToken, sub, sid], [null, null, null]);
  }
});

test("issue() stores an ID token that it cannot read, without names", async () => {
  for (const id_token of ["", "opaque", "a.!.c", `a.${btoa("text")}.c`, `a.${btoa("[1]")}.c`]) {
    const { sessions, row } = open();
    await sessions.issue({ ...SIGNED_IN, account: { ...SIGNED_IN.account, id_token } });
    const { idToken, sub, sid } = (await row())!;
    assert.deepEqual([idToken === null, sub, sid], [false, null, null], id_token);
  }
});

test("issue() stores nothing where no session began, and for one without a key", async () => {
  const none = open({ own: { issue: () => Promise.resolve(null) } });
  assert.equal(await none.sessions.issue(SIGNED_IN), null);
  assert.deepEqual([none.calls, none.withdrawn], [[], []]);
  const nameless = open({ own: { keyOf: () => Promise.resolve(null) } });
  assert.equal((await nameless.sessions.issue({ ...SIGNED_IN, previous: "old" }))!.value, "token");
  assert.equal((await nameless.sessions.raise("token", PROOF))!.value, "token");
  await nameless.sessions.revoke("token");
  await nameless.sessions.withdraw({ value: "token", expires: END });
  assert.deepEqual(nameless.calls, []);
});

test("raise() leaves the row alone where the session has no key any more", async () => {
  const own = {
    keyOf: (token: string) => Promise.resolve(token === "token" ? "TOKEN" : null),
    raise: () => Promise.resolve({ value: "other", expires: END + 1 }),
  };
  const { sessions, row, calls } = open({ own });
  await sessions.issue(SIGNED_IN);
  calls.length = 0;
  assert.equal((await sessions.raise("token", PROOF))!.value, "other");
  assert.ok(await row());
  assert.deepEqual(calls, ["find providerSessions"]);
});

test("issue() keeps the row of a session that goes on with the same key", async () => {
  const { sessions, row, calls } = open();
  await sessions.issue(SIGNED_IN);
  calls.length = 0;
  await sessions.issue({ ...SIGNED_IN, previous: "token" });
  assert.ok(await row());
  assert.ok(!calls.includes("remove providerSessions"), calls.join());
  const raised = await sessions.raise("token", PROOF);
  assert.equal((await row())!.expires.getTime(), raised!.expires, "it lasts as long");
});

test("issue() ends a session whose row cannot be stored, and throws what has failed", async () => {
  const { sessions, withdrawn } = open({ change: { store: fail } });
  await assert.rejects(() => sessions.issue(SIGNED_IN), { type: "AdapterError" });
  assert.deepEqual(withdrawn, ["token"]);
});

for (
  const [what, iat, obtainedAt, isOut] of [
    ["before a logout", 999, undefined, true],
    ["in its second", 1000, undefined, true],
    ["in its second, and arrived before it", 1000, 1_000_100, true],
    ["in its second, and arrived after it", 1000, 1_000_300, false],
    ["after it", 1001, undefined, false],
    ["at a time that is not known", undefined, 1_000_300, true],
    ["at a time that is a text", "2000", 1_000_300, true],
  ] as const
) {
  test(`issue() ${isOut ? "begins no session" : "begins a session"} with an ID token of ${what}`, async () => {
    const { sessions, memory, row, withdrawn } = open();
    const times = { issuedAt: 1000, arrivedAt: 1_000_200 };
    await rememberLogout({ provider: "idp", sub: "ada" }, times, bindAdapter(memory) as RowStore);
    const account = { ...SIGNED_IN.account, id_token: idTokenOf({ sub: "ada", iat }) };
    const began = () => sessions.issue({ ...SIGNED_IN, account, obtainedAt });
    if (isOut) await assert.rejects(began, { type: "UserChanged", message: /Cannot begin a session/ });
    else await began();
    assert.deepEqual([await row() === null, withdrawn], isOut ? [true, ["token"]] : [false, []]);
  });
}

test("issue() begins no session that has ended while its row was stored", async () => {
  const { sessions, row, withdrawn } = open({ own: { isLive: () => Promise.resolve(0) } });
  await assert.rejects(() => sessions.issue(SIGNED_IN), { type: "UserChanged" });
  assert.deepEqual([await row(), withdrawn], [null, ["token"]]);
});

test("issue() looks for logouts only where providers may end sessions", async () => {
  const looks: unknown[] = [];
  const own = { isLive: () => Promise.resolve(looks.push(1)) };
  const off = open({ backchannel: false, own });
  await off.sessions.issue(SIGNED_IN);
  assert.deepEqual([off.calls, looks.length], [["store providerSessions"], 0]);
  const on = open({ own });
  await on.sessions.issue(SIGNED_IN);
  assert.deepEqual([on.calls.length, looks.length], [3, 1]);
});

for (const method of ["identify", "read", "update"] as const) {
  const reading = (token: SessionToken | null | undefined): Partial<SessionStrategy> => ({
    [method]: (...given: unknown[]) => Promise.resolve({ token, given } as unknown as SessionRead),
  });

  test(`${method}() returns what it has read, and prolongs the row with the session`, async () => {
    const { sessions, row, calls } = open({ own: reading({ value: "token", expires: END + 100 }) });
    await sessions.issue(SIGNED_IN);
    calls.length = 0;
    const read: unknown = await sessions[method]("token", { a: 1 });
    assert.deepEqual(
      (read as { readonly given: unknown }).given,
      method === "update" ? ["token", { a: 1 }] : ["token"],
    );
    assert.equal((await row())!.expires.getTime(), END + 100);
    assert.equal((await row())!.provider, "idp");
    assert.deepEqual(calls, ["find providerSessions", "store providerSessions"]);
    calls.length = 0;
    await sessions[method]("token", {});
    assert.deepEqual(calls, ["find providerSessions"], "the row lasts as long already");
  });

  test(`${method}() does not ask the database for the row of a session that is not prolonged`, async () => {
    for (const token of [undefined, null]) {
      const { sessions, calls } = open({ own: reading(token) });
      await sessions[method]("token", {});
      assert.deepEqual(calls, []);
    }
  });
}

test("read() stores no row for a session that did not begin at a provider, and none without a key", async () => {
  const read = () => Promise.resolve({ token: { value: "token", expires: END } } as SessionRead);
  const { sessions, row, calls, errors } = open({ own: { read } });
  await sessions.read("token");
  assert.deepEqual([await row(), calls], [null, ["find providerSessions"]]);
  const nameless = open({ own: { read, keyOf: () => Promise.resolve(null) } });
  await nameless.sessions.read("token");
  assert.deepEqual([nameless.calls, errors, nameless.errors], [[], [], []]);
});

test("read() shortens no row", async () => {
  const read = () => Promise.resolve({ token: { value: "token", expires: END - 1 } } as SessionRead);
  const { sessions, row, calls } = open({ own: { read } });
  await sessions.issue(SIGNED_IN);
  calls.length = 0;
  await sessions.read("token");
  assert.deepEqual([(await row())!.expires.getTime(), calls], [END, ["find providerSessions"]]);
});

test("read() removes the row of a session that ends while it is prolonged", async () => {
  let isLive = true;
  const read = () => Promise.resolve({ token: { value: "token", expires: END + 1 } } as SessionRead);
  const { sessions, row } = open({ own: { read, isLive: () => Promise.resolve(Number(isLive)) } });
  await sessions.issue(SIGNED_IN);
  isLive = false;
  await sessions.read("token");
  assert.equal(await row(), null);
});

test("read() returns the session although its row cannot be prolonged, and logs it", async () => {
  const read = () => Promise.resolve({ token: { value: "token", expires: END + 1 } } as SessionRead);
  const { sessions, errors } = open({ own: { read }, change: { find: fail } });
  assert.ok((await sessions.read("token")).token);
  assert.deepEqual(errors.map((error) => (error as { type?: string }).type), ["AdapterError"]);
});

for (const isContinued of [false, true]) {
  test(`issue() keeps the row of the session before if that could not be ended: ${isContinued ? "it goes on" : "another begins"}`, async () => {
    let leavesPrevious = false;
    const tokens = ["first", "second", "third"];
    const own = {
      issue: () => Promise.resolve({ value: tokens.shift()!, expires: END, leavesPrevious }),
    };
    const { sessions, row } = open({ own });
    await sessions.issue(SIGNED_IN);
    leavesPrevious = true;
    await sessions.issue({ ...SIGNED_IN, previous: "first", isContinued });
    assert.ok(await row("FIRST"));
    assert.ok(await row("SECOND"));
    leavesPrevious = false;
    await sessions.issue({ ...SIGNED_IN, previous: "second", isContinued });
    assert.equal(await row("SECOND"), null);
  });
}

test("issue() keeps the row of a session that was logged out and could not be withdrawn", async () => {
  const { sessions, row, memory } = open({ own: { withdraw: fail } });
  const times = { issuedAt: 2000, arrivedAt: 2_000_000 };
  await rememberLogout({ provider: "idp", sub: "ada" }, times, bindAdapter(memory) as RowStore);
  await assert.rejects(() => sessions.issue(SIGNED_IN), /the database is down/);
  assert.ok(await row(), "the next logout finds it");
});

test("revoke() and withdraw() end the session although its row stays, and log it", async () => {
  const { sessions, errors, seen, withdrawn } = open({ change: { remove: fail } });
  await sessions.revoke("token");
  await sessions.withdraw({ value: "token", expires: END });
  assert.deepEqual([seen, withdrawn], [["token"], ["token"]]);
  for (const error of errors) {
    assert.equal(error.message, "Cannot forget the session at the provider");
    assert.match(String((error.cause as { err?: Error }).err), /rows\.remove/);
  }
  assert.equal(errors.length, 2);
});

test("revoke() without a token asks for no row", async () => {
  const { sessions, calls, seen } = open();
  await sessions.revoke(null as never);
  assert.deepEqual([calls, seen], [[], [null]]);
});

test("withdraw() gives the session before its row again, if it goes on", async () => {
  for (const goesOn of [true, false]) {
    const values = ["old", "new"];
    let isLive = true;
    const { sessions, row } = open({
      own: {
        issue: () => Promise.resolve({ value: values.shift()!, expires: END }),
        isLive: (token) => Promise.resolve(Number(isLive || token === "new")),
      },
    });
    await sessions.issue(SIGNED_IN);
    const before = await row("OLD");
    const token = await sessions.issue({ ...SIGNED_IN, previous: "old" });
    assert.deepEqual([before === null, await row("OLD")], [false, null]);
    isLive = goesOn;
    await sessions.withdraw(token!);
    assert.deepEqual([await row("OLD"), await row("NEW")], [goesOn ? before : null, null]);
  }
});

test("withdraw() writes no row where the session before had none", async () => {
  for (const previous of ["old", null]) {
    const { sessions, calls } = open();
    const token = await sessions.issue({ ...SIGNED_IN, previous });
    calls.length = 0;
    await sessions.withdraw(token!);
    assert.equal(calls.includes("store providerSessions"), false);
  }
});
