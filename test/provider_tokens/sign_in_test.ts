import assert from "node:assert/strict";
import { test } from "node:test";
import { ACCOUNT, openRow, TOKENS } from "./_row.ts";
import { ACCESS_TOKENS } from "../../src/model/access_tokens.ts";
import { AccessTokens } from "../../src/features/provider_tokens/access_tokens.ts";
import { AdapterError, OldSecretMissing, UserChanged } from "../../src/errors/errors.ts";
import type { Identity } from "../../src/model/identity.ts";
import { Memory } from "../../src/adapters/memory/memory.ts";
import { writeTokens } from "../../src/features/provider_tokens/rows.ts";
import { setupOf } from "../../src/config/setup.ts";
import type { Setup } from "../../src/setup/setup.ts";
import { storeSignInTokens } from "../../src/features/provider_tokens/sign_in.ts";
import type { Store } from "../../src/model/store.ts";
import { entry, typedMap } from "../../src/values/typed_map.ts";
import type { Account, TokenSet } from "../../src/values/types.ts";
import { type OwnRows, withRows } from "../_with_rows.ts";

const STORED: TokenSet = { access_token: "b", refresh_token: "s", expires_at: 1_900_000_000, scope: "x" };
const OF_EVE = { ...ACCOUNT, userId: "2" };

/** A database with the tokens of an earlier sign-in, and a function that signs Ada in. @param owner Of the account now. */
async function openSignIn(owner: string | null = "1", leasedFor: number | null = null) {
  const world = await openRow({}, leasedFor);
  const { secrets, platform } = world.context;
  const logged: unknown[] = [];
  const asked: unknown[] = [];
  const base = setupOf({
    providers: [],
    adapter: Memory(),
    features: [AccessTokens()],
    secret: [...secrets],
    url: "https://app.test",
    platform,
    logger: { error: (error) => void logged.push(error) },
  }, "https");
  /** Signs Ada in. */
  async function signIn(
    stored: TokenSet = STORED,
    { store = world.store, type = "oidc", ...changes }: {
      readonly store?: typeof world.store | null;
      readonly type?: Account["type"];
      readonly secrets?: readonly string[];
    } = {},
  ) {
    const getUserByAccount: Store["getUserByAccount"] = (account) => {
      asked.push(account);
      return Promise.resolve(owner === null ? null : { id: owner, email: null, emailVerified: null });
    };
    const setup: Setup = {
      ...base,
      ...changes,
      rules: typedMap([entry(ACCESS_TOKENS, { store })]),
      store: { ...base.store!, getUserByAccount },
    };
    const { provider, providerAccountId } = ACCOUNT;
    const identity: Identity = { user: { id: "1" }, account: { type, provider, providerAccountId }, stored };
    return await storeSignInTokens(identity, { id: "1" }, setup);
  }
  const rows = () => world.store.rows.list("providerTokens", { userId: "1" });
  return { ...world, signIn, logged, asked, rows };
}

async function thrownBy(call: Promise<unknown>): Promise<unknown> {
  return await call.then(() => assert.fail("it has not failed"), (error) => error);
}

test("storeSignInTokens() stores the tokens of a first sign-in, and of a later one over them", async () => {
  const { signIn, store, found, platform, rows } = await openSignIn();
  for (const type of ["oauth", "oidc"] as const) {
    await store.rows.remove("providerTokens", ACCOUNT);
    for (const access_token of ["b", "c"]) {
      assert.equal(await signIn({ ...STORED, access_token }, { type }), undefined);
      const { tokens, row } = await found();
      assert.deepEqual(
        [tokens.accessToken, tokens.refreshToken, tokens.expiresAt, tokens.scope, tokens.signedInAt],
        [access_token, "s", 1_900_000_000_000, "x", platform.now()],
      );
      assert.deepEqual([row.leaseUntil, (await rows()).length], [null, 1]);
    }
  }
});

test("storeSignInTokens() stores nothing without an access token, for other ways to sign in, and without a database", async () => {
  const { signIn, rows } = await openSignIn();
  const before = await rows();
  await signIn({ ...STORED, access_token: undefined });
  for (const type of ["email", "credentials", "webauthn"] as const) await signIn(STORED, { type });
  await signIn(STORED, { store: null });
  assert.deepEqual(await rows(), before);
});

test("storeSignInTokens() keeps a refresh token that is not repeated, and the lease of the request that renews it", async () => {
  for (const leasedFor of [null, 1000]) {
    const { signIn, found } = await openSignIn("1", leasedFor);
    const { row } = await found();
    await signIn({ access_token: "b" });
    const after = await found();
    assert.deepEqual([after.tokens.accessToken, after.tokens.refreshToken], ["b", "r"]);
    assert.deepEqual(after.row.leaseUntil, row.leaseUntil);
  }
});

test("storeSignInTokens() ends the lease on a refresh token that it replaces", async () => {
  const { signIn, found } = await openSignIn("1", 1000);
  await signIn();
  assert.equal((await found()).row.leaseUntil, null);
});

test("storeSignInTokens() looks again if another request was faster, twenty times at most", async () => {
  for (const faster of [1, 19, 20]) {
    const { signIn, store, found, replace } = await openSignIn();
    let left = faster;
    const write: OwnRows<"providerTokens">["store"] = async (row, version) => {
      if (left-- > 0) await replace({ scope: `${left}` });
      return await store.rows.store("providerTokens", row, version);
    };
    const call = signIn(STORED, { store: withRows(store, "providerTokens", { store: write }) });
    if (faster < 20) await call;
    else {
      const error = await thrownBy(call);
      assert(error instanceof UserChanged);
      assert.match(
        error.message,
        /^Cannot store the tokens of the provider: other requests keep changing them/,
      );
    }
    assert.equal((await found()).tokens.accessToken, faster < 20 ? "b" : "a");
  }
});

test("storeSignInTokens() replaces a row that no secret opens, and logs it", async () => {
  const { signIn, logged, asked, context, rows } = await openSignIn();
  const secrets = ["a-secret-of-forty-characters-for-tests-1"];
  await signIn(STORED, { secrets });
  assert.deepEqual([logged.length, logged[0] instanceof OldSecretMissing], [1, true]);
  assert.deepEqual(asked, [{ provider: "idp", providerAccountId: "ada" }]);
  const [row] = await rows();
  assert(row);
  await writeTokens(ACCOUNT, row, { change: { tokens: TOKENS }, table: { ...context, secrets } });
});

test("storeSignInTokens() replaces the row of the user to whom the account belonged before", async () => {
  const { signIn, store, found, context, asked } = await openSignIn();
  await store.rows.remove("providerTokens", ACCOUNT);
  await writeTokens(OF_EVE, null, { change: { tokens: TOKENS }, table: context });
  await signIn();
  assert.equal((await found()).tokens.accessToken, "b");
  assert.deepEqual(await store.rows.list("providerTokens", { userId: "2" }), []);
  assert.equal(asked.length, 1);
});

test("storeSignInTokens() takes the row of no other user if the account is not this user's any more", async () => {
  for (const owner of ["2", null]) {
    const { signIn, store, context } = await openSignIn(owner);
    await store.rows.remove("providerTokens", ACCOUNT);
    await writeTokens(OF_EVE, null, { change: { tokens: TOKENS }, table: context });
    const error = await thrownBy(signIn());
    assert(error instanceof UserChanged);
    assert.match(error.message, /the account has been removed in the meantime/);
    assert.equal((await store.rows.list("providerTokens", { userId: "2" })).length, 1);
  }
  const { signIn, rows } = await openSignIn("2");
  const before = await rows();
  const secrets = ["a-secret-of-forty-characters-for-tests-1"];
  assert(await thrownBy(signIn(STORED, { secrets })) instanceof UserChanged);
  assert.deepEqual(await rows(), before);
});

test("storeSignInTokens() deletes no row that another sign-in of the user stores at the same time", async () => {
  const { signIn, store, found, context, asked, replace } = await openSignIn();
  await store.rows.remove("providerTokens", ACCOUNT);
  let faster = 0;
  const write: OwnRows<"providerTokens">["store"] = async (row, version) => {
    if (faster++ === 0) await writeTokens(ACCOUNT, null, { change: { tokens: TOKENS }, table: context });
    else if (faster === 2) await replace({ scope: "y" });
    return await store.rows.store("providerTokens", row, version);
  };
  let deleted = 0;
  const remove = () => Promise.resolve(++deleted > 0);
  const racing = withRows(store, "providerTokens", { store: write, remove });
  await signIn(STORED, { store: racing });
  assert.equal((await found()).tokens.accessToken, "b");
  assert.deepEqual([deleted, asked], [0, []]);
});

test("storeSignInTokens() fails if the database does, and if a column cuts the tokens: no session begins", async () => {
  const { signIn, store, found } = await openSignIn();
  const failure = new Error("down");
  const down = withRows(store, "providerTokens", { list: () => Promise.reject(failure) });
  assert.equal(await thrownBy(signIn(STORED, { store: down })), failure);
  assert.equal((await found()).tokens.accessToken, "a");
  const write: OwnRows<"providerTokens">["store"] = (row, version) =>
    store.rows.store("providerTokens", { ...row, tokens: row.tokens.slice(0, 50) }, version);
  const error = await thrownBy(
    signIn(STORED, { store: withRows(store, "providerTokens", { store: write }) }),
  );
  assert(error instanceof AdapterError);
  assert.match(error.message, /has kept 50 of \d+ characters/);
});
