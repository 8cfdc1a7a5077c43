import assert from "node:assert/strict";
import { test } from "node:test";
import { openSetup, requestOf } from "../second_factor/_factor_setup.ts";
import type { AuthConfig } from "../../src/model/auth_config.ts";
import { providerLogouts } from "../../src/features/provider_logout/capability.ts";
import { secondFactors } from "../../src/features/second_factor/capability.ts";
import {
  endListedSession,
  endOtherSessions,
  removeWay,
  renamePasskey,
} from "../../src/features/account_page/changes.ts";
import { ServerError } from "../../src/errors/errors.ts";
import { idOf } from "../../src/features/account_page/ids.ts";
import { Memory } from "../../src/adapters/memory/memory.ts";
import { nameSession } from "../../src/features/account_page/data.ts";
import { type Overview, readOverview } from "../../src/sign_in/ways/overview.ts";
import { Passkey } from "../../src/providers/passkey.ts";
import { PROVIDER_LOGOUT } from "../../src/model/provider_logout.ts";
import { noSecondFactor } from "../../src/model/second_factor.ts";
import type { Setup } from "../../src/setup/setup.ts";
import { entry, typedMap } from "../../src/values/typed_map.ts";
import type { Adapter, AdapterAccount, AdapterSession } from "../../src/adapters/contract/types.ts";
import type { SetCookie } from "../../src/values/cookie.ts";
import type { ProviderType } from "../../src/values/types.ts";
import { withRows } from "../_with_rows.ts";

const ADA = { id: "ada", name: "Ada", email: "ada@example.com", emailVerified: null };
const STRATEGIES = ["database", "jwt"] as const;
type Strategy = (typeof STRATEGIES)[number];

const IDP = {
  id: "idp",
  name: "Fake",
  type: "oauth",
  clientId: "c",
  clientSecret: "s",
  authorization: "https://idp.test/authorize",
  token: "https://idp.test/token",
  userinfo: "https://idp.test/userinfo",
} as const;

/** An account of Ada. */
function account(provider: string, id: string, type: ProviderType = "oauth"): AdapterAccount {
  return { userId: "ada", provider, providerAccountId: id, type };
}

interface Options {
  readonly strategy?: Strategy;
  /** Replaces methods of the database. */
  readonly methods?: (memory: Required<Adapter>) => Partial<Record<keyof Adapter, unknown>>;
  /** `revoke` of the provider of passwords; `null` without one. */
  readonly revoke?: ((user: { readonly id: string }) => unknown) | null;
  /** The accounts of Ada. Those of the provider `passkey` have a passkey. */
  readonly accounts?: readonly AdapterAccount[];
  /** The second factor of Ada. */
  readonly factor?: Partial<ReturnType<typeof noSecondFactor>>;
  /** Replaces parts of the setup. */
  readonly parts?: Partial<Setup>;
}

/** Ada, who is signed in twice, and what was done about her sessions and accounts. */
async function world(
  {
    strategy = "database",
    methods = () => ({}),
    revoke = () => true,
    accounts = [account("idp", "1"), account("idp", "2")],
    factor,
    parts,
  }: Options = {},
) {
  const memory = Memory() as Required<Adapter>;
  const adapter = { ...memory, ...methods(memory) } as unknown as Adapter;
  const typed = { id: "typed", name: "Typed", type: "credentials", credentials: {}, authorize: () => null };
  const providers = [IDP, Passkey(), { ...typed, ...(revoke && { revoke }) }] as AuthConfig["providers"];
  const { setup: opened, platform } = openSetup({
    providers,
    adapter,
    session: { strategy },
    // Second factors need rows.
    ...(!adapter.rows && { features: [] }),
  }, { memory });
  const told: [string, unknown][] = [];
  const logged: unknown[] = [];
  const forgotten: unknown[] = [];
  const hook = { beforeSessionsEnd: () => Promise.resolve((kept: unknown) => void forgotten.push(kept)) };
  const setup = {
    ...opened,
    emit: (event: string, message: unknown) => Promise.resolve(void told.push([event, message])),
    logger: { ...opened.logger, error: (error: unknown) => void logged.push(error) },
    capabilities: new Set(adapter.rows ? [hook, secondFactors] : [hook]) as never,
    ...parts,
  } as Setup;
  await memory.createUser(ADA);
  for (const each of accounts) {
    await memory.linkAccount(each);
    if (each.provider !== "passkey") continue;
    const { providerAccountId, userId } = each;
    await memory.createAuthenticator({
      userId,
      providerAccountId,
      credentialID: `key ${providerAccountId}`,
      credentialPublicKey: "public",
      counter: 0,
      credentialDeviceType: "singleDevice",
      credentialBackedUp: false,
    });
  }
  if (factor) await memory.rows.store("secondFactors", { ...noSecondFactor("ada"), ...factor }, null);
  const signIn = async () => {
    const first = { provider: "idp", providerAccountId: "1", type: "oauth" } as const;
    const token = await opened.sessions.issue({ user: ADA, account: first, isNewUser: false }, new Map());
    return opened.sessions.toCookies(token, new Map());
  };
  const own = await signIn();
  const elsewhere = await signIn();
  const incoming = await requestOf({ cookies: own });
  const overview = (await readOverview(incoming, setup))!;
  const wayOf = (id: string, provider = "idp") =>
    idOf({ kind: "account", userId: "ada", key: [provider, id] }, setup.secrets);
  return {
    memory,
    setup,
    platform,
    told,
    logged,
    forgotten,
    own,
    elsewhere,
    incoming,
    overview,
    wayOf,
    /** Removes a way. */
    async remove(id: string, provider = "idp", more: Partial<Overview> = {}) {
      const body = { id: await wayOf(id, provider) };
      return await removeWay({ ...overview, ...more }, { ...incoming, body }, setup);
    },
    /** Whether these cookies have a session that goes on. */
    isIn: async (cookies: readonly SetCookie[]) =>
      await opened.sessions.isLive((await requestOf({ cookies })).cookies),
    idsNow: async () => (await memory.listAccountsByUserId("ada")).map((each) => each.providerAccountId),
  };
}

const PASSKEYS = [account("idp", "1"), account("passkey", "a", "webauthn")];
const ON = { enabledAt: new Date(1), totpSecret: null };

for (const strategy of STRATEGIES) {
  test(`removeWay() removes an account, ends all other sessions, and tells the application: ${strategy}`, async () => {
    const { remove, idsNow, isIn, own, elsewhere, told, forgotten, setup, incoming, overview } = await world({
      strategy,
    });
    const cookies = await remove("2");
    assert.ok(Array.isArray(cookies), String(cookies));
    assert.deepEqual(await idsNow(), ["1"]);
    const unlinked = { provider: "idp", providerAccountId: "2", type: "oauth" };
    assert.deepEqual(told.at(-1), ["unlinkAccount", { user: ADA, account: unlinked }]);
    assert.equal(await isIn(elsewhere), false);
    assert.equal(await isIn(cookies.length ? cookies : own), true);
    assert.equal(cookies.length > 0, strategy === "jwt");
    assert.deepEqual(forgotten, [await setup.sessions.keyOf(incoming.cookies)]);
    const ended = told.flatMap(([event, message]) => event === "signOut" ? [message] : []);
    assert.equal(ended.length, strategy === "database" ? 1 : 0);
    for (const each of ended) {
      const { userId, sessionToken } = (each as { readonly session: AdapterSession }).session;
      assert.deepEqual([userId, sessionToken === overview.current], ["ada", false]);
    }
  });
}

test("removeWay() goes on where sessions in tokens cannot be ended, and forgets nothing of theirs", async () => {
  const ended: unknown[] = [];
  const methods = (memory: Required<Adapter>) => ({
    rows: undefined,
    deleteSessionsByUserId: (...args: Parameters<typeof memory.deleteSessionsByUserId>) => {
      ended.push(args);
      return memory.deleteSessionsByUserId(...args);
    },
  });
  const { remove, idsNow, told, forgotten } = await world({ strategy: "jwt", methods });
  assert.deepEqual(await remove("2"), []);
  assert.deepEqual(await idsNow(), ["1"]);
  assert.deepEqual([told.map(([event]) => event), forgotten], [["unlinkAccount"], []]);
  assert.deepEqual(ended, [["ada", undefined]], "those that another config has stored end");
});

test("removeWay() names the user by id alone where the database does not have them", async () => {
  const { remove, told } = await world();
  await remove("2", "idp", { user: null, sessions: null });
  assert.deepEqual(told, [["unlinkAccount", {
    user: { id: "ada" },
    account: { provider: "idp", providerAccountId: "2", type: "oauth" },
  }]]);
});

test("removeWay() tells the database which passkey goes with an account, and what has to stay", async () => {
  const given: unknown[] = [];
  const methods = (memory: Required<Adapter>) => ({
    removeAccount: (removal: Parameters<typeof memory.removeAccount>[0]) => {
      given.push(removal);
      return memory.removeAccount(removal);
    },
  });
  const accounts = [...PASSKEYS, account("idp", "2")];
  const { remove } = await world({ methods, accounts });
  await remove("2");
  await remove("a", "passkey");
  const [own, key] = [{ provider: "idp", providerAccountId: "2" }, {
    provider: "passkey",
    providerAccountId: "a",
  }];
  const keeps = { provider: "idp", providerAccountId: "1" };
  assert.deepEqual(given, [
    { userId: "ada", account: own, keeps },
    { userId: "ada", account: key, keeps, credentialID: "key a" },
  ]);
  const factor = await world({
    methods,
    accounts: [...PASSKEYS, account("passkey", "b", "webauthn")],
    factor: ON,
  });
  await factor.remove("a", "passkey");
  const other = { provider: "passkey", providerAccountId: "b" };
  assert.deepEqual(
    given.at(-1),
    { ...given[1]!, keeps: other },
    "the passkey that is the second factor then",
  );
});

test("removeWay() keeps the only passkey of a user whose second factor it is", async () => {
  const two = [...PASSKEYS, account("passkey", "b", "webauthn")];
  const cases: readonly (readonly [Options, string, boolean])[] = [
    [{ accounts: PASSKEYS, factor: ON }, "a", false],
    [{ accounts: PASSKEYS, factor: { ...ON, totpSecret: "sealed" } }, "a", true],
    [{ accounts: PASSKEYS, factor: { enabledAt: null } }, "a", true],
    [{ accounts: PASSKEYS }, "a", true],
    [{ accounts: PASSKEYS, factor: ON, parts: { capabilities: new Set() } }, "a", true],
    [{ accounts: two, factor: ON }, "a", true],
    [{ accounts: PASSKEYS, factor: ON }, "1", true],
  ];
  for (const [options, id, goes] of cases) {
    const { remove, idsNow } = await world(options);
    const answer = await remove(id, id === "1" ? "idp" : "passkey");
    assert.equal(answer === "LastFactor", !goes, JSON.stringify(options));
    assert.equal((await idsNow()).includes(id), !goes);
  }
});

test("removeWay() turns a second factor off that was turned on meanwhile, if no passkey is left for it", async () => {
  const app = { ...ON, totpSecret: "sealed" };
  const cases: readonly (readonly [
    what: string,
    left: readonly (string | null)[],
    set: object,
    isOn: boolean,
    parts?: Partial<Setup>,
  ])[] = [
    ["no passkey", [], ON, false],
    ["a passkey", [null], ON, true],
    ["a passkey that is one factor", ["usb,1fa:x"], ON, false],
    ["one of both kinds", ["usb,1fa:x", "usb"], ON, true],
    ["an app", [], app, true],
    ["no second factors", [], ON, true, { capabilities: new Set() }],
  ];
  for (const [what, left, set, isOn, parts] of cases) {
    const methods = (memory: Required<Adapter>) => ({
      removeAccount: async (removal: Parameters<typeof memory.removeAccount>[0]) => {
        await memory.rows.store("secondFactors", { ...noSecondFactor("ada"), ...set }, null);
        const own = (await memory.getAuthenticator("key a"))!;
        for (const [index, transports] of left.entries()) {
          const id = `key ${index}`;
          await memory.createAuthenticator({ ...own, credentialID: id, providerAccountId: id, transports });
        }
        return await memory.removeAccount(removal);
      },
    });
    const { remove, memory } = await world({ accounts: PASSKEYS, methods, ...(parts && { parts }) });
    await remove("a", "passkey");
    assert.equal(
      Boolean((await memory.rows.find("secondFactors", { userId: "ada" }))?.enabledAt),
      isOn,
      what,
    );
  }
  const { remove, memory } = await world({ factor: ON });
  await remove("2");
  assert.ok(
    (await memory.rows.find("secondFactors", { userId: "ada" }))?.enabledAt,
    "an account is no second factor",
  );
});

test("removeWay() tells the user which way was removed", async () => {
  const notices: unknown[] = [];
  const capabilities = new Set([{ notify: (notice: unknown) => void notices.push(notice) }]) as never;
  const { remove } = await world({ parts: { capabilities } });
  await remove("2");
  await remove("3");
  assert.deepEqual(notices, [{ purpose: "wayRemoved", userId: "ada", way: "idp" }]);
});

test("removeWay() tries again while the ways keep changing, and gives up after a few times", async () => {
  for (const [refused, isRemoved] of [[4, true], [5, false]] as const) {
    let left = refused;
    const methods = (memory: Required<Adapter>) => ({
      removeAccount: (removal: Parameters<typeof memory.removeAccount>[0]) =>
        left-- > 0 ? false : memory.removeAccount(removal),
    });
    const { remove, idsNow } = await world({ methods });
    if (isRemoved) await remove("2");
    else await assert.rejects(remove("2"), /other requests keep changing it/);
    assert.deepEqual(await idsNow(), isRemoved ? ["1"] : ["1", "2"]);
  }
});

test("removeWay() looks at the ways that are left before it tries again", async () => {
  const methods = (memory: Required<Adapter>) => ({
    removeAccount: async () => {
      await memory.unlinkAccount({ provider: "idp", providerAccountId: "1" });
      return false;
    },
  });
  const { remove, idsNow } = await world({ methods });
  assert.equal(await remove("2"), "LastWay");
  assert.deepEqual(await idsNow(), ["2"]);
});

test("removeWay() removes nothing where the ways are not known, or the session has ended by the second try", async () => {
  const { remove, idsNow, setup, overview, wayOf } = await world({
    methods: () => ({ removeAccount: () => false }),
  });
  await assert.rejects(remove("2", "idp", { ways: null }), ServerError);
  const incoming = { ...await requestOf(), body: { id: await wayOf("2") } };
  await assert.rejects(removeWay(overview, incoming, setup), ServerError);
  assert.deepEqual(await idsNow(), ["1", "2"]);
});

test("removeWay() says why it removes nothing", async () => {
  for (const method of ["removeAccount", "listAccountsByUserId"]) {
    const { remove } = await world({ methods: () => ({ [method]: undefined }) });
    assert.equal(await remove("2"), "NotAvailable");
  }
  const without = await world();
  const asked = { ...without.incoming, body: { id: await without.wayOf("2") } };
  assert.equal(await removeWay(without.overview, asked, { ...without.setup, store: null }), "NotAvailable");
  assert.equal(await without.remove("3"), "NotFound");
  const accounts = [account("idp", "1"), account("typed", "ada", "credentials")];
  const unrevoked = await world({ accounts, revoke: null });
  assert.equal(await unrevoked.remove("ada", "typed"), "NotRemovable");
  assert.deepEqual(await unrevoked.idsNow(), ["1", "ada"]);
});

test("removeWay() revokes a password, and lists it again if that fails", async () => {
  const accounts = [account("idp", "1"), account("typed", "ada", "credentials")];
  const revoked: unknown[] = [];
  const done = await world({ accounts, revoke: (user) => revoked.push(user) });
  await done.remove("ada", "typed");
  await done.remove("1");
  assert.deepEqual([revoked, await done.idsNow()], [[ADA], ["1"]]);
  const down = new Error("no more disk");
  const revoke = () => Promise.reject(down);
  for (const isLost of [false, true]) {
    const methods = () => (isLost ? { linkAccount: () => Promise.reject(new Error("down")) } : {});
    const { remove, idsNow, logged, told } = await world({ accounts, revoke, methods });
    await assert.rejects(remove("ada", "typed"), (error) => {
      assert.ok(error instanceof ServerError);
      assert.equal((error.cause as { err: Error }).err, down);
      return true;
    });
    assert.deepEqual(await idsNow(), isLost ? ["1"] : ["1", "ada"]);
    assert.deepEqual(logged.map((error) => /`linkAccount` failed/.test(String(error))), isLost ? [true] : []);
    assert.deepEqual(told, []);
  }
});

test("removeWay() revokes no password of an account at a provider, or of a user whom nobody knows", async () => {
  const revoke = () => assert.fail("it was revoked");
  const accounts = [
    account("idp", "1"),
    account("idp", "2"),
    account("gone", "3"),
    account("typed", "ada", "credentials"),
  ];
  const { remove, idsNow } = await world({ accounts, revoke });
  await remove("2");
  await remove("3", "gone");
  await remove("ada", "typed", { user: null });
  assert.deepEqual(await idsNow(), ["1"]);
  // The config has given the id of a provider to one of passwords, which revokes none.
  const renamed = await world({ accounts: [account("idp", "1"), account("typed", "2")], revoke: null });
  await renamed.remove("2", "typed");
  assert.deepEqual(await renamed.idsNow(), ["1"]);
});

test("renamePasskey() writes a name on one line, without what cannot be seen, and cuts it", async () => {
  const { memory, overview, setup, wayOf } = await world({ accounts: PASSKEYS });
  const rename = async (name: string) => {
    assert.equal(await renamePasskey({ id: await wayOf("a", "passkey"), name }, overview, setup), null);
    return (await memory.getAuthenticator("key a"))!.name;
  };
  for (
    const [name, stored] of [
      ["My key", "My key"],
      [" My \n\t\u0000 key\u202e ", "My key"],
      ["a\ud800b", "a b"],
      ["a\u2066\u2069b", "a b"],
      ["👩‍👩‍👧", "👩‍👩‍👧"],
      ["x".repeat(300), "x".repeat(100)],
      ["👩".repeat(300), "👩".repeat(100)],
      [`${"x".repeat(99)} yz`, "x".repeat(99)],
      [`${" ".repeat(50)}${"x".repeat(100)}`, "x".repeat(100)],
      [" \t", null],
    ] as const
  ) assert.equal(await rename(name), stored);
});

test("renamePasskey() finds no account, and nothing where the ways are not known", async () => {
  const { overview, setup, wayOf } = await world({ accounts: PASSKEYS });
  const id = await wayOf("a", "passkey");
  assert.equal(await renamePasskey({ id: await wayOf("1"), name: "x" }, overview, setup), "NotFound");
  assert.equal(await renamePasskey({ id, name: "x" }, { ...overview, ways: null }, setup), "NotFound");
});

test("renamePasskey() says where passkeys cannot be renamed", async () => {
  for (const method of ["removeAccount", "updateAuthenticator"]) {
    const { overview, setup, wayOf } = await world({
      accounts: PASSKEYS,
      methods: () => ({ [method]: undefined }),
    });
    const named = { id: await wayOf("a", "passkey"), name: "x" };
    assert.equal(await renamePasskey(named, overview, setup), "NotAvailable");
  }
});

test("endListedSession() says where sessions cannot be listed", async () => {
  const { overview, setup } = await world({ strategy: "jwt" });
  assert.equal(overview.sessions, null);
  assert.equal(await endListedSession("x", overview, setup), "NotAvailable");
});

test("endListedSession() ends a session with what is stored of its provider, but not that of the request", async () => {
  const removed: unknown[] = [];
  const store = withRows(Memory(), "providerSessions", { remove: ({ id }) => removed.push(id) > 0 });
  for (const providerLogout of [null, { store: null }, { store }] as const) {
    const parts = {
      rules: typedMap(providerLogout ? [entry(PROVIDER_LOGOUT, providerLogout as never)] : []),
      capabilities: new Set([{}, providerLogouts]),
    };
    const { overview, setup, told, isIn, own, elsewhere } = await world({ parts });
    const other = overview.sessions!.find(({ sessionToken }) => sessionToken !== overview.current)!;
    const end = async (session: typeof other) =>
      await endListedSession(await idOf(nameSession("ada")(session), setup.secrets), overview, setup);
    const current = overview.sessions!.find((session) => session !== other)!;
    assert.equal(await end(current), "current");
    assert.deepEqual([await isIn(own), told, removed], [true, [], []]);
    assert.equal(await end(other), null);
    assert.deepEqual([await isIn(own), await isIn(elsewhere)], [true, false]);
    assert.deepEqual(told, [["signOut", { session: other }]]);
    assert.deepEqual(removed.splice(0), providerLogout?.store ? [other.sessionToken] : []);
    assert.equal(await endListedSession("x", overview, setup), "NotFound");
  }
});

test("endOtherSessions() ends all other sessions, or says that it cannot", async () => {
  for (const strategy of STRATEGIES) {
    const { overview, incoming, setup, isIn, own, elsewhere } = await world({ strategy });
    const cookies = await endOtherSessions(overview, incoming, setup);
    assert.ok(Array.isArray(cookies));
    assert.deepEqual([await isIn(elsewhere), await isIn(cookies.length ? cookies : own)], [false, true]);
  }
  // The database stores no sessions.
  const none = await world({ strategy: "jwt", methods: () => ({ deleteSessionsByUserId: undefined }) });
  assert.ok(Array.isArray(await endOtherSessions(none.overview, none.incoming, none.setup)));
  assert.equal(await none.isIn(none.elsewhere), false);
  const deleteSessionsByUserId = () =>
    assert.fail("it ends what another config has stored, and nothing more");
  const methods = () => ({ rows: undefined, deleteSessionsByUserId });
  const old = await world({ strategy: "jwt", methods });
  assert.equal(await endOtherSessions(old.overview, old.incoming, old.setup), "NotAvailable");
  // The tables are those of an older version: no generation can be raised.
  const { overview, incoming, setup, forgotten } = await world({ strategy: "jwt" });
  const generations = { ...setup.generations, raise: () => Promise.resolve(null) } as never;
  assert.equal(await endOtherSessions(overview, incoming, { ...setup, generations }), "NotAvailable");
  assert.deepEqual(forgotten, []);
});

test("endOtherSessions() forgets all but its own session, also without generations", async () => {
  const { overview, incoming, setup, forgotten, isIn, own, elsewhere } = await world({
    methods: () => ({ rows: undefined }),
  });
  assert.deepEqual(await endOtherSessions(overview, incoming, setup), []);
  assert.deepEqual([await isIn(own), await isIn(elsewhere)], [true, false]);
  assert.deepEqual(forgotten, [overview.current]);
});
