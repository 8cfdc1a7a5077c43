/**
 * What happens to tokens while a renewal is under way: sign-ins, removed accounts and users, other secrets, and jumps of the clock.
 *
 * @module
 */

import assert from "node:assert/strict";
import { test } from "node:test";
import type { AuthConfig } from "../../mod.ts";
import { Memory } from "../../src/adapters/memory/memory.ts";
import type { Adapter } from "../../src/adapters/contract/types.ts";
import { setupOf } from "../../src/config/setup.ts";
import { ALL_CAPABILITIES } from "../../src/core/capabilities.ts";
import { SEALED_TOKENS } from "../../src/features/provider_tokens/reseal.ts";
import { withRows } from "../_with_rows.ts";
import {
  answerRenewals,
  assertEachOnce,
  assertReconnect,
  inTheMiddle,
  openTokens,
  ownerOf,
  rejection,
  renewals,
  type TokenWorld,
} from "./_access_tokens.ts";
import { SECRET } from "./_world.ts";
import { getAccessToken } from "./_outside.ts";

const HOUR = 3600;
const NEXT_SECRET = SECRET.replace("forty", "fifty");
const KEY = { provider: "idp", providerAccountId: "ada" };

/** Signs in, with an answer of the token endpoint that has no refresh token. */
async function signInWithout(world: TokenWorld): Promise<void> {
  const { tamper } = world.idp;
  world.idp.tamper = { tokens: { refresh_token: undefined } };
  await world.signIn();
  world.idp.tamper = tamper;
}

/** Renews three more times: the chain of refresh tokens is unbroken. */
async function assertChain(world: TokenWorld): Promise<void> {
  for (let hour = 0; hour < 3; hour++) {
    world.platform.tick(HOUR);
    assert.equal(await ownerOf(world, await world.token()), "ada");
  }
  assertEachOnce(world);
}

/** Lets timers run, until a promise settles. */
async function ticking<T>({ platform }: TokenWorld, promise: Promise<T>, seconds = 60): Promise<T> {
  let isDone = false;
  void promise.finally(() => isDone = true).catch(() => {});
  for (let turns = 0; turns < seconds * 20 && !isDone; turns++) {
    await new Promise((resolve) => setTimeout(resolve));
    platform.tick(0.05);
  }
  assert(isDone, `pending after ${seconds} seconds`);
  return await promise;
}

test("a sign-in in the middle of a renewal brings its own refresh token, which the answer leaves as it is (TK-04)", async () => {
  const world = await openTokens();
  world.platform.tick(HOUR);
  let newest: unknown;
  inTheMiddle(world, async () => {
    world.idp.tamper = { tokens: (genuine) => (newest = genuine.refresh_token, genuine) };
    await world.signIn();
    world.idp.tamper = {};
  });
  assert.equal(await ownerOf(world, await world.token()), "ada");
  await assertChain(world);
  assert.equal(renewals(world)[1], newest);
});

test("a caller who waits for a renewal gets its token, also if a sign-in has come in between", async () => {
  const world = await openTokens();
  const other = { ...world.config, adapter: { ...world.db.adapter } } as AuthConfig;
  world.platform.tick(HOUR);
  let waiting: Promise<string> | undefined;
  inTheMiddle(world, async () => {
    await signInWithout(world);
    const rejected = await world.token({}, other);
    waiting = ticking(world, world.token({ rejected }, other));
    waiting.catch(() => {});
    for (let turns = 0; turns < 20; turns++) await new Promise((resolve) => setTimeout(resolve));
  });
  const token = await world.token();
  assert.equal(await waiting, token);
  assert.equal(renewals(world).length, 1);
});

test("the account of a sign-in in the middle of a renewal is the one of the last sign-in", async () => {
  const world = await openTokens();
  const work = { userId: world.user.id, type: "oauth", provider: "idp", providerAccountId: "work" } as const;
  await world.db.adapter.linkAccount({
    ...work,
    access_token: "of work",
    createdAt: new Date(world.platform.now() + 1),
  });
  assert.equal(await world.token({ account: "work" }), "of work");
  assert.equal(await world.token(), "of work");
  world.platform.tick(HOUR);
  inTheMiddle(world, () => signInWithout(world));
  const token = await world.token({ account: "ada" });
  assert.equal(await world.token(), token);
});

/** A config of another process, whose clock says that the lease has ended. */
function aheadOf({ config, platform, db }: TokenWorld): AuthConfig {
  const ahead = { ...platform, now: () => platform.now() + 31_000 };
  return { ...config, adapter: { ...db.adapter }, platform: ahead } as AuthConfig;
}

const GRACE = { token: { url: "https://idp.test/token", refreshGrace: 60 } };

test("a refusal that comes after another process has renewed the token ends nothing", async () => {
  const world = await openTokens(GRACE, { refreshTokens: "kept" });
  const other = aheadOf(world);
  world.platform.tick(HOUR);
  let token: string | undefined;
  answerRenewals(world, async () => {
    world.idp.tamper = {};
    token = await world.token({}, other);
    return Response.json({ error: "invalid_grant" }, { status: 400 });
  });
  assert.equal(await world.token(), token);
  world.platform.tick(HOUR);
  assert.equal(await ownerOf(world, await world.token()), "ada");
});

test("an answer that comes after another process has sent the token in vain is stored", async () => {
  const world = await openTokens(GRACE, { refreshTokens: "kept" });
  const other = aheadOf(world);
  world.platform.tick(HOUR);
  answerRenewals(world, async (genuine) => {
    const answer = await genuine();
    answerRenewals(world, () => Promise.reject(new TypeError("connection reset")));
    await assertReconnect(world.token({}, other), "AnswerLost");
    return answer;
  });
  const token = await world.token();
  assert.equal(await ownerOf(world, token), "ada");
  assert.equal(await world.token({}, other), token);
});

test("a sign-in without a refresh token in the middle of a renewal loses the next one not (TK-04)", async () => {
  const world = await openTokens();
  world.platform.tick(HOUR);
  inTheMiddle(world, () => signInWithout(world));
  assert.equal(await ownerOf(world, await world.token()), "ada");
  await assertChain(world);
  assert.equal(renewals(world).length, 4);
});

test("a sign-in without a refresh token keeps the newest, and not that of the first sign-in", async () => {
  const world = await openTokens();
  world.platform.tick(HOUR);
  await world.token();
  await signInWithout(world);
  await assertChain(world);
});

test("a sign-in in the middle of a renewal that is refused works afterwards", async () => {
  const world = await openTokens();
  world.platform.tick(HOUR);
  answerRenewals(world, async () => {
    world.idp.tamper = {};
    await world.signIn();
    return Response.json({ error: "invalid_grant" }, { status: 400 });
  });
  assert.equal(await ownerOf(world, await world.token()), "ada");
  await assertChain(world);
});

test("a sign-in without a refresh token in the middle of a lost answer does not send the old one again", async () => {
  const world = await openTokens();
  world.platform.tick(HOUR);
  answerRenewals(world, async (genuine) => {
    await genuine();
    world.idp.tamper = {};
    await signInWithout(world);
    throw new TypeError("connection reset");
  });
  // The token of the sign-in works for an hour.
  assert.equal(await ownerOf(world, await world.token()), "ada");
  world.platform.tick(HOUR);
  await assertReconnect(world.token(), "AnswerLost");
  assert.equal(renewals(world).length, 1);
});

test("two first sign-ins at the same time, of which one has a refresh token, keep it", async () => {
  for (const first of ["with", "without"]) {
    const adapter = Memory();
    let waiting: (() => Promise<unknown>) | null = null;
    const racing = withRows(adapter, "providerTokens", (sound) => ({
      async store(row, ifVersion) {
        const run = waiting;
        waiting = null;
        await run?.();
        return await sound.store(row, ifVersion);
      },
    }));
    const world = await openTokens({}, { adapter: racing });
    // As if the account had never been there.
    await adapter.rows.remove("providerTokens", KEY);
    waiting = async () => {
      world.idp.tamper = {};
      await (first === "with" ? signInWithout(world) : world.signIn());
      // The provider replaces its refresh token at once.
      if (first === "without") await world.token({ rejected: await world.token() });
    };
    await (first === "with" ? world.signIn() : signInWithout(world));
    const before = renewals(world).length;
    world.platform.tick(HOUR);
    assert.equal(await ownerOf(world, await world.token()), "ada", `${first}: ${world.log()}`);
    assert.equal(renewals(world).length - before, 1);
    await assertChain(world);
  }
});

for (
  const [what, remove] of Object.entries<(world: TokenWorld) => Promise<unknown>>({
    "is unlinked": ({ db }) => Promise.resolve(db.adapter.unlinkAccount(KEY)),
    "belongs to a user who is deleted": ({ db, user }) => Promise.resolve(db.adapter.deleteUser(user.id)),
    "belongs to a user who is taken over": async ({ db, user }) => {
      const taken = await db.adapter.takeOverUser({ ...user, email: user.email!, emailVerified: new Date() });
      assert(taken);
    },
  })
) {
  test(`an account that ${what} in the middle of a renewal has no tokens afterwards`, async () => {
    const world = await openTokens();
    await world.db.adapter.updateUser({ id: world.user.id, emailVerified: null });
    world.platform.tick(HOUR);
    inTheMiddle(world, () => remove(world));
    await assertReconnect(world.token(), "NotConnected");
    await assertReconnect(world.token(), "NotConnected");
    assert.deepEqual(await world.db.adapter.rows.list("providerTokens", { userId: world.user.id }), []);
    assert.equal(renewals(world).length, 1);
  });
}

test("an account that moves to another user in the middle of a renewal gives its tokens to that user alone", async () => {
  const world = await openTokens();
  const { db } = world;
  const bob = await db.adapter.createUser({ id: "bob", name: "Bob", email: null, emailVerified: null });
  world.platform.tick(HOUR);
  inTheMiddle(world, async () => {
    await db.adapter.unlinkAccount(KEY);
    await db.adapter.linkAccount({ ...KEY, type: "oauth", userId: bob.id });
    // Its owner signs in.
    await world.signIn();
  });
  await assertReconnect(world.token(), "NotConnected");
  assert.deepEqual(await db.accounts(), ["idp/ada: bob"]);
  const wanted = { userId: bob.id, provider: "idp" };
  world.platform.tick(HOUR);
  assert.equal(await ownerOf(world, await getAccessToken(wanted, world.config as AuthConfig)), "ada");
  await assertReconnect(world.token(), "NotConnected");
  assertEachOnce(world);
});

test("a secret that changes in the middle of a renewal costs no answer", async () => {
  const world = await openTokens();
  const both = { ...world.config, secret: [NEXT_SECRET, SECRET] } as AuthConfig;
  world.platform.tick(HOUR);
  inTheMiddle(world, () => SEALED_TOKENS.reseal(setupOf(both, "https", { capabilities: ALL_CAPABILITIES })));
  // The process has both secrets, of which the older one seals.
  const older = { ...world.config, secret: [SECRET, NEXT_SECRET] } as AuthConfig;
  const token = await world.token({}, older);
  assert.equal(await world.token({}, both), token);
  world.platform.tick(HOUR);
  assert.equal(await ownerOf(world, await world.token({}, both)), "ada");
  assertEachOnce(world);
});

test("a process without the secret that seals tokens in the middle of its renewal sends nothing again", async () => {
  const world = await openTokens();
  const both = { ...world.config, secret: [NEXT_SECRET, SECRET] } as AuthConfig;
  world.platform.tick(HOUR);
  inTheMiddle(world, () => SEALED_TOKENS.reseal(setupOf(both, "https", { capabilities: ALL_CAPABILITIES })));
  const { type } = await rejection(ticking(world, world.token()));
  assert.equal(type, "OldSecretMissing");
  world.platform.tick(HOUR);
  await assertReconnect(world.token({}, both), "AnswerLost");
  assert.equal(renewals(world).length, 1);
});

test("a clock that goes back renews nothing, and one that goes on renews once", async () => {
  const world = await openTokens();
  world.platform.tick(HOUR);
  const token = await world.token();
  world.platform.tick(-10 * HOUR);
  assert.equal(await world.token(), token);
  world.platform.tick(10 * HOUR);
  assert.equal(await world.token(), token);
  world.platform.tick(100 * 24 * HOUR);
  await Promise.all([world.token(), world.token()]);
  assert.equal(renewals(world).length, 2);
});

test("a clock that goes back in the middle of a renewal makes no caller wait without end", async () => {
  const world = await openTokens();
  world.platform.tick(HOUR);
  answerRenewals(world, () => new Promise<never>(() => {}));
  const dead = { ...world.config, adapter: { ...world.db.adapter } } as AuthConfig;
  void world.token({}, dead).catch(() => {});
  while (renewals(world).length === 0) await new Promise((resolve) => setTimeout(resolve));
  world.platform.tick(-HOUR / 2);
  const rejected = await world.db.adapter.rows.list("providerTokens", { userId: world.user.id });
  assert(rejected[0]!.leaseUntil!.getTime() > world.platform.now() + 60_000);
  const waiting = ticking(world, world.token({ rejected: await currentToken(world) }), 60);
  assert.equal((await rejection(waiting)).type, "ProviderUnavailable");
  assert.equal(renewals(world).length, 1);
});

/** The token of Ada that is stored, although it is due. */
async function currentToken({ db, user }: TokenWorld): Promise<string> {
  const [account] = await db.adapter.listAccountsByUserId(user.id);
  return account!.access_token!;
}

test("a process that is paused before it sends a refresh token sends it not", async () => {
  const adapter = Memory();
  let isSlow = false;
  const slow: Adapter = withRows(adapter, "providerTokens", (sound) => ({
    async store(row, ifVersion) {
      if (isSlow && row.leaseUntil) world.platform.tick(11);
      return await sound.store(row, ifVersion);
    },
  }));
  const world = await openTokens({}, { adapter: slow });
  world.platform.tick(HOUR);
  isSlow = true;
  assert.equal((await rejection(world.token())).type, "ProviderUnavailable");
  assert.deepEqual(renewals(world), []);
  isSlow = false;
  await assertChain(world);
});

test("an answer that comes after the lease has ended is stored, if no one has changed the tokens", async () => {
  const world = await openTokens();
  world.platform.tick(HOUR);
  const other = aheadOf(world);
  inTheMiddle(world, async () => {
    await assertReconnect(world.token({}, other), "AnswerLost");
  });
  const token = await world.token();
  assert.equal(await world.token({}, other), token);
  await assertChain(world);
});

test("an answer outlives a database that fails for a moment", async () => {
  const adapter = Memory();
  let failures = 0;
  const failing: Adapter = withRows(adapter, "providerTokens", (sound) => ({
    async store(row, ifVersion) {
      if (!row.leaseUntil && failures-- > 0) throw new Error("the connection was lost");
      return await sound.store(row, ifVersion);
    },
  }));
  const world = await openTokens({}, { adapter: failing });
  world.platform.tick(HOUR);
  failures = 3;
  const token = await ticking(world, world.token());
  assert.equal(await world.token(), token);
  await assertChain(world);
  world.platform.tick(HOUR);
  failures = 4;
  assert.equal((await rejection(ticking(world, world.token()))).type, "AdapterError");
  world.platform.tick(31);
  await assertReconnect(world.token(), "AnswerLost");
  assertEachOnce(world);
});

test("a database that stores the intention, and says that it has failed, costs no answer", async () => {
  const adapter = Memory();
  let isLost = false;
  const world = await openTokens({}, {
    adapter: withRows(adapter, "providerTokens", (sound) => ({
      async store(row, ifVersion) {
        const isStored = await sound.store(row, ifVersion);
        if (!isLost) return isStored;
        isLost = false;
        throw new Error("The connection has ended");
      },
    })),
  });
  world.platform.tick(HOUR);
  isLost = true;
  const token = await world.token();
  assert.equal(await ownerOf(world, token), "ada");
  assert.equal(await world.token(), token);
});

test("a refresh token of an earlier sign-in is not sent after the newer one is refused", async () => {
  const { updateAccount: _, ...adapter } = Memory();
  const world = await openTokens({}, { adapter });
  world.platform.tick(HOUR);
  await world.token();
  // An adapter without `updateAccount`: the table of accounts keeps the tokens of the first sign-in.
  await world.signIn();
  world.platform.tick(HOUR);
  answerRenewals(world, () => Response.json({ error: "invalid_grant" }, { status: 400 }));
  await assertReconnect(world.token(), "Refused");
  assertEachOnce(world);
});
