import assert from "node:assert/strict";
import { test } from "node:test";
import { openLogout } from "../flows/_provider_logout.ts";
import { backchannelLogout } from "../../src/features/provider_logout/backchannel_action.ts";
import { Memory } from "../../src/adapters/memory/memory.ts";
import type { AuthConfig } from "../../mod.ts";
import { ALL_CAPABILITIES } from "../../src/core/capabilities.ts";
import { setupOf } from "../../src/config/setup.ts";
import type { Setup } from "../../src/setup/setup.ts";
import type { Adapter, AdapterProviderSession } from "../../src/adapters/contract/types.ts";
import type { Incoming } from "../../src/http/types.ts";
import { type OwnRows, withRows } from "../_with_rows.ts";

type Strategy = "database" | "jwt";

/** A setup with rows of Ada, who is signed in twice in one session at the provider, and of Grace. */
async function open(
  { change = {}, own = {}, strategy = "database", setup: more = {} }: {
    readonly change?: Partial<Adapter>;
    /** Replaces functions for rows of provider sessions. */
    readonly own?: Partial<OwnRows<"providerSessions">>;
    readonly strategy?: Strategy;
    readonly setup?: Partial<Setup>;
  } = {},
) {
  const memory = Memory() as Required<Adapter>;
  const world = await openLogout({
    adapter: withRows({ ...memory, ...change }, "providerSessions", own),
    session: { strategy, revocationDelay: "always" },
  });
  const began = async (row: AdapterProviderSession) => {
    const { id, userId, expires } = row;
    if (strategy === "database") await memory.createSession({ sessionToken: id, userId, expires });
    await memory.rows.store("providerSessions", row);
  };
  for (const id of ["ada", "grace"]) {
    await memory.createUser({ id, email: `${id}@example.com`, emailVerified: null });
  }
  for (const row of [rowOf("a", "ada", "s1"), rowOf("b", "ada", "s2"), rowOf("c", "grace", "s1")]) {
    await began(row);
  }
  const made = setupOf(world.config as AuthConfig, "https", { capabilities: ALL_CAPABILITIES });
  const emitted: unknown[] = [];
  const debugged: unknown[] = [];
  const setup = {
    ...made,
    emit: (...given: unknown[]) => Promise.resolve(void emitted.push(given)),
    logger: { ...made.logger, debug: (...given: unknown[]) => void debugged.push(given) },
    ...more,
  } as Setup;
  const post = async (claims: object, providerId = "idp") => {
    const form = new URLSearchParams();
    form.append("logout_token", await world.token(claims));
    return await backchannelLogout({ providerId, form } as unknown as Incoming, setup);
  };
  const left = async () => {
    const rows = ["ada", "grace"].map((userId) => memory.rows.list("providerSessions", { userId }));
    return (await Promise.all(rows)).flat().map(({ id }) => id).sort();
  };
  return { memory, world, setup, began, post, left, emitted, debugged };
}

function rowOf(id: string, userId: string, sid: string): AdapterProviderSession {
  const names = { provider: "idp", providerAccountId: `account of ${userId}`, sub: userId, sid };
  return { id, userId, ...names, idToken: null, expires: new Date("2099-01-01") };
}

const told = (userId: string) => [
  "providerSignOut",
  { userId, provider: "idp", providerAccountId: `account of ${userId}` },
];

test("backchannelLogout() ends stored sessions that are named, tells the application, and answers 200", async () => {
  const ended: string[] = [];
  const deleteSession = (id: string) => void ended.push(id);
  const { post, left, emitted, debugged } = await open({ change: { deleteSession } as never });
  assert.deepEqual(await post({ sub: "ada" }), { status: 200 });
  assert.deepEqual([ended, await left(), emitted], [["a", "b"], ["c"], [told("ada"), told("ada")]]);
  assert.deepEqual(debugged, [
    ["back-channel logout", { provider: "idp", by: "sub", sessions: 2 }],
    ["back-channel logout", { provider: "idp", by: "sub", sessions: 0 }],
  ]);
});

test("backchannelLogout() ends the sessions of each user in tokens once, and forgets all of them", async () => {
  const raised: string[] = [];
  const generations = { raise: (userId: string) => Promise.resolve(raised.push(userId)) };
  const { post, left, emitted, debugged, memory } = await open({
    strategy: "jwt",
    setup: { generations } as never,
  });
  await memory.rows.store("providerSessions", rowOf("d", "ada", "s1"));
  await post({ sid: "s1" });
  assert.deepEqual(raised, ["ada", "grace"]);
  assert.deepEqual(await left(), [], "the sessions of s2 have ended, too");
  assert.deepEqual(emitted, [told("ada"), told("ada"), told("grace")]);
  assert.deepEqual(debugged[0], ["back-channel logout", { provider: "idp", by: "sid", sessions: 3 }]);
});

test("backchannelLogout() with `sid` and `sub` ends this session, and those of the user that have no `sid`", async () => {
  const { post, left, emitted, debugged, began } = await open();
  await began({ ...rowOf("d", "ada", "none"), sid: null });
  await began({ ...rowOf("e", "grace", "none"), sid: null });
  await post({ sub: "ada", sid: "s2" });
  assert.deepEqual([await left(), emitted.length], [["a", "c", "e"], 2]);
  assert.deepEqual(debugged[0], ["back-channel logout", { provider: "idp", by: "sid", sessions: 2 }]);
});

test("backchannelLogout() with `sid` or `sub` alone looks for no other session", async () => {
  for (
    const [claims, names] of [[{ sid: "s2" }, ["provider", "sid"]], [{ sub: "ada" }, [
      "provider",
      "sub",
    ]]] as const
  ) {
    const asked = new Set<string>();
    const list = (of: object) => (asked.add(Object.keys(of).sort().join()), []);
    const { post } = await open({ own: { list } });
    await post(claims);
    assert.deepEqual([...asked], [names.join()]);
  }
});

test("backchannelLogout() leaves the sessions of other users in tokens", async () => {
  const generations = { raise: () => Promise.resolve(1) };
  const { post, left, emitted } = await open({ strategy: "jwt", setup: { generations } as never });
  await post({ sid: "s2" });
  assert.deepEqual([await left(), emitted], [["c"], [told("ada")]]);
});

test("backchannelLogout() fails where no generation can be raised, and the same token may come again", async () => {
  let answer: number | null = null;
  const generations = { raise: () => Promise.resolve(answer) };
  const { post, left } = await open({ strategy: "jwt", setup: { generations } as never });
  const claims = { sub: "ada", jti: "same" };
  await assert.rejects(() => post(claims), { type: "ServerError", message: /no table for the generations/ });
  assert.deepEqual(await left(), ["a", "b", "c"]);
  answer = 1;
  assert.deepEqual(await post(claims), { status: 200 });
  assert.deepEqual(await left(), ["c"]);
});

test("backchannelLogout() forgets a stored session that has ended, also where no generation can be raised", async () => {
  const generations = { raise: () => Promise.resolve(null) };
  const { post, left, memory } = await open({ setup: { generations } as never });
  await memory.deleteSession("c");
  assert.deepEqual(await post({ sid: "s1" }), { status: 200 });
  assert.deepEqual(await left(), ["b"]);
});

test("backchannelLogout() fails while a table of sessions cannot be read, and the same token ends them later", async () => {
  const cases = [["database", {}], ["database", { deleteSessionsByUserId: undefined }], ["jwt", {}]] as const;
  for (const [strategy, without] of cases) {
    let isDown = true;
    const memory = Memory();
    const { post, left } = await open({
      strategy,
      change: {
        ...without as object,
        getSessionAndUser: (id) =>
          isDown ? Promise.reject(new Error("locked")) : memory.getSessionAndUser(id),
      },
    });
    const claims = { sub: "ada", jti: "same" };
    await assert.rejects(() => post(claims), { type: "AdapterError" });
    assert.deepEqual(await left(), ["a", "b", "c"]);
    isDown = false;
    assert.deepEqual(await post(claims), { status: 200 });
    assert.deepEqual(await left(), ["c"]);
  }
});

test("backchannelLogout() ends sessions in tokens beside an adapter that stores none", async () => {
  const { post, left } = await open({ strategy: "jwt", change: { getSessionAndUser: undefined } as never });
  await post({ sub: "ada" });
  assert.deepEqual(await left(), ["c"]);
});

test("backchannelLogout() remembers a token that is used up until two minutes after its end, and refuses it", async () => {
  const stored: AdapterProviderSession[] = [];
  const { post, world, emitted } = await open({
    own: {
      store: (row) => Boolean(stored.push(row)),
      find: (key) => stored.find(({ id }) => id === key.id) ?? null,
    },
  });
  const used = () => stored.filter(({ id }) => id.startsWith("logout token "));
  const now = world.platform.now() / 1000;
  await post({ sub: "ada", jti: "one" });
  assert.deepEqual(used().map(({ id: _, ...row }) => row), [{
    ...{ userId: "", provider: "", providerAccountId: "", sub: null, sid: null, idToken: null },
    expires: new Date((now + 120 + 120) * 1000),
  }]);
  assert.match(used()[0]!.id, /^logout token [0-9a-f]{64}$/);
  assert.equal(emitted.length, 2);
  await assert.rejects(() => post({ sub: "ada", jti: "one" }), { message: /it was used before/ });
  assert.equal(emitted.length, 2);
  await post({ sub: "ada", jti: "two" });
  assert.equal(new Set(used().map(({ id }) => id)).size, 2);
});

test("backchannelLogout() remembers the logout before it looks for sessions", async () => {
  const memory = Memory() as Required<Adapter>;
  const calls: string[] = [];
  const { post, world } = await open({
    change: memory,
    own: {
      store: (row) => (calls.push(row.providerAccountId), memory.rows.store("providerSessions", row)),
      list: (of) => (calls.push("list"), memory.rows.list("providerSessions", of)),
    },
  });
  const now = world.platform.now();
  await post({ sub: "ada", iat: now / 1000 - 5 });
  assert.deepEqual(calls, [JSON.stringify([now / 1000 - 5, now]), "list", ""]);
});

test("backchannelLogout() gives up after a hundred rounds in which others begin", async () => {
  let rounds = 0;
  const list = () => (rounds++, [rowOf("a", "ada", "s1")]);
  const { post } = await open({ own: { list }, change: { deleteSession: () => {} } });
  await assert.rejects(() => post({ sub: "ada" }), { type: "ServerError", message: /others keep beginning/ });
  assert.equal(rounds, 100);
});

test("backchannelLogout() names what a request lacks", async () => {
  const { setup } = await open();
  const refusal = async (incoming: object) =>
    await backchannelLogout(incoming as Incoming, setup).then(() => "", (error: Error) => error.message);
  assert.match(await refusal({}), /^Cannot accept a logout token of "": it is not an OpenID provider/);
  assert.match(await refusal({ providerId: "idp" }), /the request has no form with one `logout_token`/);
  const form = new URLSearchParams();
  assert.match(await refusal({ providerId: "idp", form }), /the request has no form with one/);
});
