import assert from "node:assert/strict";
import { test } from "node:test";
import type { AdapterAccount } from "../../src/adapters/contract/types.ts";
import {
  accountRowsOf,
  newerTokens,
  tokensOfRow,
  tokensOfSignIn,
} from "../../src/features/provider_tokens/account_tokens.ts";
import type { ProviderTokens } from "../../src/features/provider_tokens/rows.ts";
import type { Setup } from "../../src/setup/setup.ts";
import { testPlatform } from "../../src/testing/mod.ts";

type AccountRowsContext = Parameters<typeof accountRowsOf>[1];

const ROW: AdapterAccount = { userId: "1", type: "oauth", provider: "idp", providerAccountId: "ada" };

/** Names the tokens of a row. */
async function originOf(row: Pick<AdapterAccount, "access_token" | "refresh_token">): Promise<string> {
  return (await tokensOfRow({ ...ROW, access_token: "a", ...row }))!.origin;
}

const SETUP = {
  platform: testPlatform(),
  secrets: ["a-secret-of-forty-characters-for-tests-0"],
  logger: { error: assert.fail },
} as unknown as Setup;

test("accountRowsOf() returns the accounts of one provider; none if the adapter cannot list them", async () => {
  const other = { ...ROW, provider: "other" };
  const store = { listAccountsByUserId: (id: string) => Promise.resolve(id === "1" ? [ROW, other] : []) };
  const rows = async (userId: string, of: Partial<typeof store> | null) =>
    await accountRowsOf({ userId, provider: "idp" }, { ...SETUP, store: of as Setup["store"] });
  assert.deepEqual(await rows("1", store), [ROW]);
  assert.deepEqual(await rows("2", store), []);
  for (const none of [{}, null]) assert.deepEqual(await rows("1", none), []);
});

test("accountRowsOf() leaves out the account of another user, whose id a database has taken for this one", async () => {
  const rows = [{ ...ROW, userId: "1f" }, { ...ROW, userId: 1 as never }];
  const store = { listAccountsByUserId: () => Promise.resolve(rows) } as unknown as Setup["store"];
  assert.deepEqual(await accountRowsOf({ userId: "1", provider: "idp" }, { ...SETUP, store }), [rows[1]]);
});

test("tokensOfRow() reads what Auth.js writes: seconds, also as text", async () => {
  const row = { ...ROW, access_token: "a", refresh_token: "r", scope: "mail" };
  const tokens = await tokensOfRow({ ...row, expires_at: "7200" as never, createdAt: new Date(5) });
  assert.deepEqual(tokens, {
    accessToken: "a",
    expiresAt: 7_200_000,
    issuedAt: 6_600_000,
    refreshToken: "r",
    scope: "mail",
    signedInAt: 5,
    origin: await originOf(row),
    sent: null,
    ended: null,
  });
});

test("tokensOfRow() knows no end, no scope and no refresh token that the row does not have", async () => {
  for (const missing of [undefined, null]) {
    const row = { ...ROW, access_token: "a", refresh_token: missing, expires_at: missing, scope: missing };
    const tokens = await tokensOfRow({ ...row, createdAt: new Date(5) } as never);
    assert.deepEqual(
      [tokens!.expiresAt, tokens!.issuedAt, tokens!.refreshToken, tokens!.scope],
      [null, 5, null, null],
    );
  }
  assert.equal((await tokensOfRow({ ...ROW, access_token: "a", refresh_token: "" }))!.refreshToken, null);
  assert.equal((await tokensOfRow({ ...ROW, access_token: "a" }))!.signedInAt, 0);
  for (const access_token of [undefined, null, ""]) {
    assert.equal(await tokensOfRow({ ...ROW, access_token, refresh_token: "r" } as never), null);
  }
});

const BEFORE: ProviderTokens = {
  accessToken: "old",
  expiresAt: 1,
  issuedAt: 1,
  refreshToken: "kept",
  scope: "calendar",
  signedInAt: 1,
  origin: "hash",
  sent: { at: 1, times: 1 },
  ended: "Refused",
};

test("tokensOfSignIn() replaces all that the sign-in has brought", async () => {
  const stored = { access_token: "a", refresh_token: "r", expires_at: 9, scope: "mail" };
  for (const before of [null, BEFORE]) {
    assert.deepEqual(await tokensOfSignIn(stored, before, 7000), {
      accessToken: "a",
      expiresAt: 9000,
      issuedAt: 7000,
      refreshToken: "r",
      scope: "mail",
      signedInAt: 7000,
      origin: await originOf(stored),
      sent: null,
      ended: null,
    });
  }
});

test("tokensOfSignIn() keeps a refresh token that the sign-in does not repeat, and what is known of it", async () => {
  const stored = { access_token: "a" };
  assert.deepEqual(await tokensOfSignIn(stored, BEFORE, 7), {
    ...BEFORE,
    formerOrigin: "hash",
    accessToken: "a",
    expiresAt: null,
    issuedAt: 7,
    signedInAt: 7,
  });
  const without = await tokensOfSignIn(stored, { ...BEFORE, refreshToken: null }, 7);
  assert.deepEqual(
    [without!.refreshToken, without!.origin, without!.sent, without!.ended],
    [null, await originOf(stored), null, null],
  );
  assert.deepEqual((await tokensOfSignIn(stored, null, 7))!.scope, null);
});

test("tokensOfSignIn() stores nothing without an access token", async () => {
  for (const access_token of [undefined, ""]) {
    assert.equal(await tokensOfSignIn({ access_token, refresh_token: "r" }, BEFORE, 7), null);
  }
});

test("the origin of tokens names the refresh token, else the access token, and shows neither", async () => {
  const names = await Promise.all([
    originOf({ access_token: "a", refresh_token: "r" }),
    originOf({ access_token: "b", refresh_token: "r" }),
    originOf({ access_token: "a" }),
    originOf({ access_token: "a", refresh_token: "" }),
    originOf({ access_token: "b" }),
  ]);
  assert.equal(names[0], names[1]);
  assert.equal(names[2], names[3]);
  assert.equal(new Set(names).size, 3);
  for (const name of names) assert.match(name, /^[\w-]{43}$/);
});

test("newerTokens() returns what the account row has since, and nothing that is known", async () => {
  const row = { ...ROW, access_token: "b", refresh_token: "s" };
  const other = { ...row, providerAccountId: "bob", refresh_token: "of bob" };
  const store = {
    updateAccount: () => assert.fail(),
    listAccountsByUserId: () => Promise.resolve([other, row]),
  } as unknown as Setup["store"];
  const newer = async (known: Partial<ProviderTokens>, of = store, providerAccountId = "ada") =>
    await newerTokens({ ...BEFORE, ...known }, { userId: "1", provider: "idp", providerAccountId }, {
      ...SETUP,
      store: of,
    });
  const origin = await originOf(row);
  assert.deepEqual(await newer({}), await tokensOfRow(row));
  assert.equal(await newer({ origin }), null);
  assert.equal(await newer({ formerOrigin: origin }), null);
  assert.equal((await newer({ origin }, store, "bob"))!.refreshToken, "of bob");
  assert.equal(await newer({}, store, "carol"), null);
  // An adapter that stores no later tokens has those of the first sign-in.
  for (const none of [null, { ...store, updateAccount: undefined }]) {
    assert.equal(await newer({}, none as typeof store), null);
  }
});

test("tokensOfSignIn() keeps whether the provider has been seen to replace no refresh token", async () => {
  for (const refresh_token of [undefined, "new"]) {
    const stored = { access_token: "a", ...refresh_token && { refresh_token } };
    const kept = await tokensOfSignIn(stored, { ...BEFORE, isKept: true }, 7);
    assert.equal(kept!.isKept, true);
    for (const before of [BEFORE, null]) {
      assert.equal("isKept" in (await tokensOfSignIn(stored, before, 7))!, false);
    }
  }
});
