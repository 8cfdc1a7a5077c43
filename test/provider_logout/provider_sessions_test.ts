import assert from "node:assert/strict";
import { test } from "node:test";
import { Memory } from "../../src/adapters/memory/memory.ts";
import { bindAdapter, type RowStore } from "../../src/model/store.ts";
import type { SessionStrategy, SignedIn } from "../../src/model/session.ts";
import { hashToken } from "../../src/model/stored_token.ts";
import { withProviderSessions } from "../../src/features/provider_logout/provider_sessions.ts";
import { testPlatform } from "../../src/testing/mod.ts";

/** Sessions that are stored under the hash of their token, and the rows of their providers. */
function open(onRaise: (store: RowStore) => Promise<unknown> = () => Promise.resolve()) {
  const platform = testPlatform();
  const store = bindAdapter(Memory()) as RowStore;
  const live = new Set<string>();
  let count = 0;
  const begin = () => {
    const value = `token-${++count}`;
    live.add(value);
    return { value, expires: platform.now() + 1000 };
  };
  const own = {
    issue: ({ previous }: SignedIn) => {
      if (previous) live.delete(previous);
      return Promise.resolve(begin());
    },
    isLive: (token: string) => Promise.resolve(live.has(token)),
    revoke: (token: string) => Promise.resolve(void live.delete(token)),
    withdraw: ({ value }: { value: string }) => Promise.resolve(void live.delete(value)),
    async raise(token: string) {
      live.delete(token);
      await onRaise(store);
      return begin();
    },
    keyOf: hashToken,
  } as unknown as SessionStrategy;
  const errors: Error[] = [];
  const context = {
    store,
    backchannel: true,
    secrets: ["a-secret-of-forty-characters-for-tests-0"],
    platform,
    logger: { error: (error: Error) => void errors.push(error) },
  };
  const sessions = withProviderSessions(own, context);
  const rows = async () => (await store.rows.list("providerSessions", { userId: "u1" })).map(({ id }) => id);
  return { sessions, store, live, rows, errors };
}

const SIGNED_IN: SignedIn = {
  user: { id: "u1" },
  account: { provider: "idp", providerAccountId: "ada", type: "oidc", id_token: "a.b.c" },
  isNewUser: false,
  previous: null,
};
const PROOF = { amr: ["pwd", "otp"], signedInAt: 0 };

test("withProviderSessions() lets the row follow a session that is raised to another level", async () => {
  const { sessions, rows } = open();
  const first = (await sessions.issue(SIGNED_IN))!;
  assert.deepEqual(await rows(), [await hashToken(first.value)]);
  const raised = (await sessions.raise(first.value, PROOF))!;
  assert.deepEqual(await rows(), [await hashToken(raised.value)]);
});

test("withProviderSessions() ends a session that its provider ends while it is raised (LO-05)", async () => {
  const key = await hashToken("token-1");
  const { sessions, rows, live } = open((store) =>
    Promise.resolve(store.rows.remove("providerSessions", { id: key }))
  );
  const first = (await sessions.issue(SIGNED_IN))!;
  await assert.rejects(() => sessions.raise(first.value, PROOF), /its provider has ended it in the meantime/);
  assert.deepEqual([await rows(), [...live]], [[], []]);
});

test("withProviderSessions() raises a session that did not begin at a provider", async () => {
  const { sessions, rows } = open();
  const account = { provider: "email", providerAccountId: "ada@example.com", type: "email" } as const;
  const first = (await sessions.issue({ ...SIGNED_IN, account }))!;
  assert.equal((await sessions.raise(first.value, PROOF))!.value, "token-2");
  assert.deepEqual(await rows(), []);
});

test("withProviderSessions() keeps the beginning of a session to which an account is added", async () => {
  const { sessions, store } = open();
  const first = (await sessions.issue(SIGNED_IN))!;
  const account = { provider: "other", providerAccountId: "1", type: "oidc" } as const;
  const next = (await sessions.issue({ ...SIGNED_IN, account, previous: first.value, isContinued: true }))!;
  assert.equal(
    (await store.rows.find("providerSessions", { id: await hashToken(next.value) }))!.provider,
    "idp",
  );
  assert.equal(await store.rows.find("providerSessions", { id: await hashToken(first.value) }), null);
});

test("withProviderSessions() forgets the session before, and one that ends", async () => {
  const { sessions, rows } = open();
  const first = (await sessions.issue(SIGNED_IN))!;
  const next = (await sessions.issue({ ...SIGNED_IN, previous: first.value }))!;
  assert.deepEqual(await rows(), [await hashToken(next.value)]);
  await sessions.revoke(next.value);
  assert.deepEqual(await rows(), []);
  await sessions.withdraw((await sessions.issue(SIGNED_IN))!);
  assert.deepEqual(await rows(), []);
});

test("withProviderSessions() seals the ID token", async () => {
  const { sessions, store } = open();
  const { value } = (await sessions.issue(SIGNED_IN))!;
  const row = await store.rows.find("providerSessions", { id: await hashToken(value) });
  assert.ok(!JSON.stringify(row).includes("a.b.c"));
  assert.match(row!.idToken!, /^[\w-]+\.\.?[\w-]+\./);
});

test("withProviderSessions() reads `sub` and `sid` only from an ID token that was verified", async () => {
  const { sessions, store } = open();
  const namesOf = async (claims: object, type: "oidc" | "oauth" = "oidc") => {
    const idToken = `a.${btoa(JSON.stringify(claims)).replaceAll("=", "")}.c`;
    const account = { ...SIGNED_IN.account, type, id_token: idToken };
    const { value } = (await sessions.issue({ ...SIGNED_IN, account }))!;
    const { sub, sid, providerAccountId } =
      (await store.rows.find("providerSessions", { id: await hashToken(value) }))!;
    return [sub, sid, providerAccountId];
  };
  const [longest, longer] = ["n".repeat(255), "n".repeat(256)];
  assert.deepEqual(await namesOf({ sub: "u", sid: "s1" }), ["u", "s1", "ada"]);
  assert.deepEqual(await namesOf({ sub: "u", sid: "s1" }, "oauth"), [null, null, "ada"]);
  assert.deepEqual(await namesOf({ sub: "u" }), ["u", null, "ada"]);
  assert.deepEqual(await namesOf({ sub: longest, sid: longest }), [longest, longest, "ada"]);
  for (const odd of ["", 1, null, ["s"]]) {
    assert.deepEqual(await namesOf({ sub: odd, sid: odd }), [null, null, "ada"]);
  }
  const [sub, sid] = await namesOf({ sub: longer, sid: longer });
  assert.equal(sub, null, "no subject is as long");
  assert.match(sid!, /^sha256:/);
  const { value } = (await sessions.issue(SIGNED_IN))!;
  const row = (await store.rows.find("providerSessions", { id: await hashToken(value) }))!;
  assert.deepEqual([row.sub, row.sid], [null, null], "its claims cannot be read");
});
