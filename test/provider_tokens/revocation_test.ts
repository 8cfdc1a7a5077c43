import assert from "node:assert/strict";
import { test } from "node:test";
import { ProviderUnavailable } from "../../src/errors/errors.ts";
import type { Revoke } from "../../src/oauth/revoke.ts";
import { revokeTokensOf } from "../../src/features/provider_tokens/revocation.ts";
import { type ProviderTokens, writeTokens } from "../../src/features/provider_tokens/rows.ts";
import { ACCOUNT, openRow, TOKENS as OF_ACCOUNT } from "./_row.ts";
import { type OwnRows, withRows } from "../_with_rows.ts";

type RevocableTokens = Parameters<Revoke>[0];

type RevocationContext = Parameters<typeof revokeTokensOf>[2];

/** Its answer was lost: that does not keep it from being revoked. */
const TOKENS: ProviderTokens = { ...OF_ACCOUNT, sent: { at: 1, times: 1 }, ended: "AnswerLost" };

/** A database with the tokens of an account, and a provider that revokes them. */
async function openRevocation(leasedFor: number | null = null) {
  const world = await openRow(TOKENS, leasedFor);
  const sent: RevocableTokens[] = [];
  const context: RevocationContext = {
    ...world.context,
    revoke: (tokens) => Promise.resolve(void sent.push(tokens)),
    newer: () => Promise.resolve(null),
  };
  return { ...world, context, sent };
}

const ALWAYS = () => true;

test("revokeTokensOf() leaves a row without tokens and without a lease, which says that they are revoked", async () => {
  const { context, sent, found } = await openRevocation();
  await revokeTokensOf(ACCOUNT, ALWAYS, context);
  assert.deepEqual(sent, [{ accessToken: "a", refreshToken: "r" }]);
  const { row, tokens } = await found();
  assert.equal(row.leaseUntil, null);
  assert.deepEqual(tokens, {
    ...TOKENS,
    accessToken: "",
    expiresAt: 0,
    issuedAt: 0,
    refreshToken: null,
    sent: null,
    ended: "Revoked",
  });
  await revokeTokensOf(ACCOUNT, ALWAYS, context);
  assert.equal(sent.length, 1);
  assert.equal((await found()).row.version, row.version);
});

test("revokeTokensOf() holds a lease while it asks the provider", async () => {
  const { context, found, platform } = await openRevocation();
  const revoke = async () => {
    const { row, tokens } = await found();
    assert.equal(row.leaseUntil!.getTime(), platform.now() + 30_000);
    assert.deepEqual(tokens, TOKENS);
  };
  await revokeTokensOf(ACCOUNT, ALWAYS, { ...context, revoke });
});

test("revokeTokensOf() gives the lease back, and the tokens stay, if the provider fails", async () => {
  const { context, found } = await openRevocation();
  const revoke = () => Promise.reject(new Error("no"));
  await assert.rejects(revokeTokensOf(ACCOUNT, ALWAYS, { ...context, revoke }), /^Error: no$/);
  const { row, tokens } = await found();
  assert.deepEqual([row.leaseUntil, tokens], [null, TOKENS]);
});

test("revokeTokensOf() ends after 20 seconds, together with the tokens that a sign-in has left", async () => {
  const { context, found, platform } = await openRevocation();
  const left = { ...TOKENS, refreshToken: "s" };
  const signals = new Set<AbortSignal>();
  const revoke: Revoke = async (_, { signal } = {}) => {
    signals.add(signal!);
    await new Promise<void>((resolve) => void platform.timer(12_000, resolve));
  };
  const revoking = revokeTokensOf(ACCOUNT, ALWAYS, { ...context, revoke, newer: () => Promise.resolve(left) })
    .catch((error) => error);
  for (let second = 0; second < 20; second++) {
    await new Promise((resolve) => setTimeout(resolve, 2));
    assert.deepEqual([...signals].map(({ aborted }) => aborted), [false], `after ${second} s`);
    platform.tick(1);
  }
  const error = await revoking;
  assert(error instanceof ProviderUnavailable, error);
  assert.match(
    error.message,
    /^Cannot revoke the tokens of "idp": the provider did not answer within 20 seconds/,
  );
  assert.deepEqual([...signals].map(({ aborted }) => aborted), [true]);
  const { row, tokens } = await found();
  assert.deepEqual([row.leaseUntil, tokens], [null, TOKENS]);
});

test("revokeTokensOf() does nothing without tokens, and for those that are not meant", async () => {
  const { context, sent } = await openRevocation();
  await revokeTokensOf({ ...ACCOUNT, providerAccountId: "bob" }, ALWAYS, context);
  await revokeTokensOf(ACCOUNT, () => false, context);
  assert.deepEqual(sent, []);
});

test("revokeTokensOf() also revokes what a sign-in has left in the account row, before and after", async () => {
  const left = { ...TOKENS, accessToken: "b", refreshToken: "s", origin: "of b" };
  for (const isFirst of [true, false]) {
    const { context, sent, found } = await openRevocation();
    if (!isFirst) await revokeTokensOf(ACCOUNT, ALWAYS, context);
    const newer = ({ origin }: ProviderTokens) => Promise.resolve(origin === "of b" ? null : left);
    await revokeTokensOf(ACCOUNT, ALWAYS, { ...context, newer });
    await revokeTokensOf(ACCOUNT, ALWAYS, { ...context, newer });
    assert.deepEqual(sent.map(({ refreshToken }) => refreshToken), ["r", "s"]);
    assert.equal((await found()).tokens.origin, "of b");
  }
});

test("revokeTokensOf() waits longer and longer for a lease of another request, until it ends", async () => {
  const { context, sent, waited } = await openRevocation(1000);
  await revokeTokensOf(ACCOUNT, ALWAYS, context);
  assert.deepEqual(waited, [50, 100, 200, 400, 400]);
  assert.equal(sent.length, 1);
});

test("revokeTokensOf() gives up after a hundred looks, and sends nothing", async () => {
  const { context, sent, waited } = await openRevocation(1e9);
  await assert.rejects(
    revokeTokensOf(ACCOUNT, ALWAYS, context),
    (error) =>
      error instanceof ProviderUnavailable && /"idp": other requests keep changing them/.test(error.message),
  );
  assert.equal(waited.length, 100);
  assert.deepEqual(sent, []);
});

test("revokeTokensOf() tries twenty times while other requests change the row, and sends nothing", async () => {
  const { context, sent, store } = await openRevocation();
  let tries = 0;
  const write = () => Promise.resolve(++tries < 0);
  const busy = withRows(store, "providerTokens", { store: write });
  await assert.rejects(revokeTokensOf(ACCOUNT, ALWAYS, { ...context, store: busy }), ProviderUnavailable);
  assert.deepEqual([tries, sent.length], [20, 0]);
});

test("revokeTokensOf() asks the provider again with the tokens that another request has stored meanwhile", async () => {
  const { context, found } = await openRevocation();
  const sent: RevocableTokens[] = [];
  const revoke = async (tokens: RevocableTokens) => {
    if (sent.push(tokens) > 1) return;
    const change = { tokens: { ...TOKENS, refreshToken: "next" } };
    assert(await writeTokens(ACCOUNT, (await found()).row, { change, table: context }));
  };
  await revokeTokensOf(ACCOUNT, ALWAYS, { ...context, revoke });
  assert.deepEqual(sent.map(({ refreshToken }) => refreshToken), ["r", "next"]);
  assert.equal((await found()).tokens.ended, "Revoked");
});

test("revokeTokensOf() sends nothing under a lease that is nearly over: this process was paused", async () => {
  for (const [seconds, isSent] of [[9.999, true], [10, true], [10.001, false]] as const) {
    const { context, sent, store, platform } = await openRevocation();
    /** How many requests the provider had got at each write. */
    const writes: number[] = [];
    const write: OwnRows<"providerTokens">["store"] = async (row, version) => {
      const isStored = await store.rows.store("providerTokens", row, version);
      if (writes.push(sent.length) === 1) platform.tick(seconds);
      return isStored;
    };
    await revokeTokensOf(ACCOUNT, ALWAYS, {
      ...context,
      store: withRows(store, "providerTokens", { store: write }),
    });
    assert.deepEqual(writes, isSent ? [0, 1] : [0, 0, 1], `after ${seconds} s`);
    assert.equal(sent.length, 1);
  }
});

/** A provider that exchanges the refresh token for new tokens first; the revocation of these may fail. */
function exchanging(failure: Error | null): { sent: RevocableTokens[]; revoke: Revoke } {
  const sent: RevocableTokens[] = [];
  return {
    sent,
    revoke: async (tokens, { keep } = {}) => {
      sent.push(tokens);
      await keep!({ access_token: `of ${tokens.refreshToken}`, refresh_token: `${tokens.refreshToken}+` });
      if (failure && sent.length === 1) throw failure;
    },
  };
}

test("revokeTokensOf() stores the tokens that the refresh token was exchanged for, and revokes these the next time", async () => {
  const { context, found, platform } = await openRevocation();
  const failure = new Error("no");
  const { sent, revoke } = exchanging(failure);
  await assert.rejects(revokeTokensOf(ACCOUNT, ALWAYS, { ...context, revoke }), failure);
  const { row, tokens } = await found();
  assert.equal(row.leaseUntil, null);
  assert.deepEqual(tokens, {
    ...OF_ACCOUNT,
    accessToken: "of r",
    refreshToken: "r+",
    issuedAt: platform.now(),
  });
  await revokeTokensOf(ACCOUNT, ALWAYS, { ...context, revoke });
  assert.deepEqual(sent.map(({ refreshToken }) => refreshToken), ["r", "r+"]);
  assert.deepEqual([(await found()).tokens.ended, (await found()).row.leaseUntil], ["Revoked", null]);
});

test("revokeTokensOf() keeps the lease while it stores such tokens", async () => {
  const { context, found, platform } = await openRevocation();
  const revoke: Revoke = async (_, { keep } = {}) => {
    await keep!({ access_token: "b" });
    const { row, tokens } = await found();
    assert.deepEqual(
      [row.leaseUntil?.getTime(), tokens.accessToken, tokens.refreshToken],
      [platform.now() + 30_000, "b", "r"],
    );
  };
  await revokeTokensOf(ACCOUNT, ALWAYS, { ...context, revoke });
  assert.equal((await found()).tokens.ended, "Revoked");
});

test("revokeTokensOf() goes on if such tokens cannot be stored: the database fails, or a sign-in was faster", async () => {
  const { context, store, found } = await openRevocation();
  const { sent, revoke } = exchanging(null);
  let writes = 0;
  const failing: OwnRows<"providerTokens">["store"] = (row, version) =>
    ++writes === 2 ? Promise.reject(new Error("down")) : store.rows.store("providerTokens", row, version);
  const own = withRows(store, "providerTokens", { store: failing });
  await revokeTokensOf(ACCOUNT, ALWAYS, { ...context, store: own, revoke });
  assert.deepEqual([sent.length, (await found()).tokens.ended], [1, "Revoked"]);
  const other = await openRevocation();
  const faster: Revoke = async (tokens, use) => {
    if (tokens.refreshToken === "r") await other.replace({ refreshToken: "s", signedInAt: 1 });
    await revoke(tokens, use);
  };
  await revokeTokensOf(ACCOUNT, ({ signedInAt }) => signedInAt === 0, { ...other.context, revoke: faster });
  assert.deepEqual((await other.found()).tokens.refreshToken, "s");
});
