import assert from "node:assert/strict";
import { test } from "node:test";
import { Auth, type AuthConfig } from "../../mod.ts";
import { Memory } from "../../src/adapters/memory/memory.ts";
import type { Adapter, AdapterAccount } from "../../src/adapters/contract/types.ts";
import { AccessTokens } from "../../src/features/provider_tokens/access_tokens.ts";
import { ADAPTERS, type DatabaseOptions, openDatabase } from "./_database.ts";
import { APP } from "./_world.ts";
import { setupOf } from "../../src/config/setup.ts";
import { getAccessToken } from "./_outside.ts";

const ENCRYPTED = { accounts: { encrypt: true }, features: [AccessTokens()] };

function openEncrypted(options: DatabaseOptions = {}) {
  return openDatabase({ ...ENCRYPTED, idp: { refreshTokens: "rotated" }, ...options });
}

/** The rows of accounts as the database has them. */
async function rowsOf({ db }: ReturnType<typeof openEncrypted>): Promise<readonly AdapterAccount[]> {
  const [user] = await db.users();
  return await db.adapter.listAccountsByUserId(user!.id);
}

test("the table of accounts holds no token that can be read, at the first sign-in and at later ones (TK-05)", async () => {
  const world = openEncrypted();
  for (let times = 0; times < 2; times++) {
    await world.signIn();
    const [row, ...others] = await rowsOf(world);
    assert.deepEqual(others, []);
    assert.match(row!.access_token!, /^sealed:ey/);
    assert.match(row!.refresh_token!, /^sealed:ey/);
    assert(!JSON.stringify(row).includes("fake-"));
    assert.equal(row!.token_type, "bearer");
  }
});

test("callbacks and events see the tokens as the provider has sent them", async () => {
  const seen: (Pick<AdapterAccount, "access_token"> | null | undefined)[] = [];
  const world = openEncrypted({
    callbacks: {
      signIn: ({ account }) => {
        seen.push(account);
        return true;
      },
    },
    events: {
      linkAccount: ({ account }) => void seen.push(account),
      signIn: ({ account }) => void seen.push(account),
    },
  });
  await world.signIn();
  assert.deepEqual(seen.map((account) => account?.access_token?.slice(0, 12)), Array(3).fill("fake-access-"));
});

for (const isTaken of [false, true]) {
  const when = isTaken ? "after `accounts.encrypt` was taken away" : "by `AccessTokens()` that comes later";
  test(`tokens that were sealed are read ${when}`, async () => {
    const world = openEncrypted();
    await world.signIn();
    const [user] = await world.db.users();
    await world.db.adapter.rows.remove("providerTokens", { provider: "idp", providerAccountId: "ada" });
    const wanted = { userId: user!.id, provider: "idp" };
    const { accounts, ...config } = world.config as AuthConfig;
    for (let hour = 0; hour < 2; hour++) {
      const token = await getAccessToken(wanted, { ...config, ...(!isTaken && { accounts }) } as AuthConfig);
      assert.match(token, /^fake-access-/);
      world.platform.tick(3600);
    }
  });
}

test("rows from before stay readable, and are sealed at the next sign-in (KL-20)", async () => {
  const adapter = Memory();
  const before = openDatabase({ adapter, idp: { refreshTokens: "rotated" } });
  await before.signIn();
  const config = { ...before.config, ...ENCRYPTED } as AuthConfig;
  const [user] = await before.db.users();
  assert.match(await getAccessToken({ userId: user!.id, provider: "idp" }, config), /^fake-access-/);
  before.platform.sites[APP] = (request) => Auth(request, config);
  await before.signIn();
  const [row] = await adapter.listAccountsByUserId!(user!.id);
  assert.match(row!.access_token!, /^sealed:ey/);
});

test("a sealed token that was moved to another account is not read (TK-06)", async () => {
  const adapter = Memory();
  const world = openEncrypted({ adapter });
  await world.signIn();
  const [row] = await rowsOf(world);
  await adapter.createUser!({ id: "eve", email: null, emailVerified: null });
  await adapter.linkAccount!({ ...row!, userId: "eve", providerAccountId: "eve" });
  const stolen = getAccessToken({ userId: "eve", provider: "idp" }, world.config);
  await assert.rejects(stolen, { code: "NotConnected" });
  assert.match(world.log(), /Cannot read the `access_token` of an account of "idp"/);
});

test("a column that cuts a sealed token is an error of the sign-in, which names it (TK-09)", async () => {
  const adapter = Memory();
  const cut = (account: AdapterAccount) => ({
    ...account,
    refresh_token: account.refresh_token?.slice(0, 255),
  });
  const short: Adapter = {
    ...adapter,
    createUserWithAccount: (user, account, authenticator) =>
      adapter.createUserWithAccount!(user, cut(account as AdapterAccount), authenticator),
    linkAccount: (account) => adapter.linkAccount!(cut(account)),
    updateAccount: (account) => adapter.updateAccount!(cut(account as AdapterAccount)),
  };
  const long = (tokens: Record<string, unknown>) => ({ ...tokens, refresh_token: "r".repeat(300) });
  const world = openEncrypted({ adapter: short });
  world.idp.tamper = { tokens: long };
  await world.signIn();
  assert.equal(await world.session(), null);
  assert.match(
    world.log(),
    /Cannot store the sealed `refresh_token` of "idp": the database has kept less than its \d+/,
  );
});

for (const [what, open] of Object.entries(ADAPTERS)) {
  test(`sign-ins with sealed accounts work with ${what}`, async () => {
    const inner = open();
    const adapter: Adapter = Object.assign(inner, { rows: inner.rows ?? Memory().rows });
    const world = openEncrypted({ adapter });
    await world.signIn();
    await world.signIn();
    const [user] = await world.db.users();
    world.platform.tick(3600);
    assert.match(await getAccessToken({ userId: user!.id, provider: "idp" }, world.config), /^fake-access-/);
  });
}

test("`accounts.encrypt` without `AccessTokens()` says what to write", async () => {
  const { config } = openDatabase({ accounts: { encrypt: true } });
  await assert.rejects(
    getAccessToken({ userId: "1", provider: "idp" }, config),
    /^Configuration: Cannot use `accounts.encrypt`: add `AccessTokens\(\)` to `features`/,
  );
});

test("nothing stores an account with a row beside it, which would not be sealed (TK-05)", () => {
  const { adapter } = openEncrypted().db;
  const config = { providers: [], adapter, secret: "s".repeat(32), url: APP };
  assert.notEqual(setupOf(config, "https").store!.beside, undefined);
  assert.equal(setupOf({ ...ENCRYPTED, ...config }, "https").store!.beside, undefined);
});
