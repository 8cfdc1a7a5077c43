/**
 * Attempts to get the token of another user or provider, and to make one be sent twice.
 *
 * @module
 */

import assert from "node:assert/strict";
import { test } from "node:test";
import type { AuthConfig } from "../../mod.ts";
import { Memory } from "../../src/adapters/memory/memory.ts";
import type { AdapterProviderTokens } from "../../src/adapters/contract/types.ts";
import { fakeProvider } from "../../src/testing/mod.ts";
import { withRows } from "../_with_rows.ts";
import {
  answerRenewals,
  assertEachOnce,
  assertReconnect,
  openTokens,
  ownerOf,
  rejection,
  renewals,
  type TokenWorld,
} from "./_access_tokens.ts";
import { oauth2, SECRET } from "./_world.ts";
import { getAccessToken } from "./_outside.ts";

const HOUR = 3600;

/** A world in which Bob has signed in as well. */
async function openWithBob(options: Parameters<typeof openTokens>[1] = {}) {
  const world = await openTokens({}, options);
  const visitor = world.visitor();
  world.idp.login({ sub: "bob", name: "Bob", email: "bob@example.com", email_verified: true });
  const page = await visitor.open("https://app.test/auth/signin?callbackUrl=/home");
  await page.submit("/auth/signin/idp");
  world.idp.login({ sub: "ada", name: "Ada Lovelace", email: "ada@example.com", email_verified: true });
  const bob = (await world.db.users()).find(({ name }) => name === "Bob")!;
  const tokenOf = (userId: string, more: object = {}, config = world.config as AuthConfig) =>
    getAccessToken({ userId, provider: "idp", ...more }, config);
  return { ...world, bob, tokenOf };
}

async function rowOf({ db }: TokenWorld, userId: string): Promise<AdapterProviderTokens> {
  const [row] = await db.adapter.rows.list("providerTokens", { userId });
  return row!;
}

test("the account of another user gives no token, wherever it is named", async () => {
  const { user, bob, tokenOf, ...world } = await openWithBob();
  await assertReconnect(tokenOf(user.id, { account: "bob" }), "NotConnected");
  await assertReconnect(tokenOf(bob.id, { account: "ada" }), "NotConnected");
  for (const userId of ["", "*", "%", `${user.id}%`, ` ${user.id}`, user.id.toUpperCase(), `${user.id}\0`]) {
    await assertReconnect(tokenOf(userId), "NotConnected");
    await assertReconnect(tokenOf(userId, { account: "ada" }), "NotConnected");
  }
  assert.deepEqual(renewals(world), []);
});

test("callers of two users at the same time each get their own token", async () => {
  const { user, bob, tokenOf, ...world } = await openWithBob();
  world.platform.tick(HOUR);
  const ids = Array.from({ length: 20 }, (_, i) => i % 2 ? user.id : bob.id);
  const tokens = await Promise.all(ids.map((id) => tokenOf(id)));
  const owners = await Promise.all(tokens.map((token) => ownerOf(world, token)));
  assert.deepEqual(owners, ids.map((id) => id === user.id ? "ada" : "bob"));
  assert.equal(renewals(world).length, 2);
});

for (
  const [what, forge] of Object.entries<
    (own: AdapterProviderTokens, foreign: AdapterProviderTokens) => object
  >({
    "the sealed tokens of another user": (_, { tokens }) => ({ tokens }),
    "half of its sealed tokens": (own) => ({ tokens: own.tokens.slice(0, -20) }),
    "one changed character": ({ tokens }) => ({ tokens: tokens.replace(/.$/, (c) => c === "A" ? "B" : "A") }),
    "no tokens": () => ({ tokens: "" }),
    "tokens that are not sealed": () => ({ tokens: JSON.stringify({ accessToken: "evil" }) }),
  })
) {
  test(`a row that has ${what} gives no token, and sends none`, async () => {
    const world = await openWithBob();
    const { user, bob, tokenOf, db } = world;
    const [own, foreign] = [await rowOf(world, user.id), await rowOf(world, bob.id)];
    await db.adapter.rows.store("providerTokens", {
      ...own,
      ...forge(own, foreign),
      version: own.version + 1,
    }, own.version);
    world.platform.tick(HOUR);
    assert.equal((await rejection(tokenOf(user.id))).type, "OldSecretMissing");
    assert.deepEqual(renewals(world), []);
    // The others are not concerned, and a sign-in mends it.
    assert.equal(await ownerOf(world, await tokenOf(bob.id)), "bob");
    await world.signIn();
    assert.equal(await ownerOf(world, await tokenOf(user.id)), "ada");
  });
}

test("the row of an account under another user, provider or account opens nothing (TK-06)", async () => {
  const world = await openWithBob({ more: (idp) => [oauth2(idp, { id: "other" })] });
  const { user, bob, tokenOf, db } = world;
  const own = await rowOf(world, user.id);
  const copies = [
    { ...own, provider: "other" },
    { ...own, providerAccountId: "ada2" },
    { ...own, userId: bob.id, providerAccountId: "ada3" },
  ];
  for (const copy of copies) {
    await db.adapter.linkAccount({ ...copy, type: "oauth" } as never);
    assert(await db.adapter.rows.store("providerTokens", copy, null));
  }
  world.platform.tick(HOUR);
  const wanted = [
    tokenOf(user.id, { provider: "other" }),
    tokenOf(user.id, { account: "ada2" }),
    tokenOf(bob.id, { account: "ada3" }),
  ];
  for (const each of wanted) assert.equal((await rejection(each)).type, "OldSecretMissing");
  assert.deepEqual(renewals(world), []);
});

test("a row that cannot be read leaves the user's other account at the provider alone", async () => {
  const world = await openTokens();
  const { db, user } = world;
  const account = { userId: user.id, provider: "idp", providerAccountId: "work" };
  await db.adapter.linkAccount({ ...account, type: "oauth" });
  const damaged = { ...account, version: 1, leaseUntil: null, tokens: "damaged" };
  assert(await db.adapter.rows.store("providerTokens", damaged, null));
  world.platform.tick(HOUR);
  assert.equal(await ownerOf(world, await world.token({ account: "ada" })), "ada");
  assert.equal((await rejection(world.token({ account: "work" }))).type, "OldSecretMissing");
  // Which one is the newest, it cannot say.
  assert.equal((await rejection(world.token())).type, "OldSecretMissing");
  // A sign-in that brings no refresh token keeps the one of the account that can be read.
  world.idp.tamper = { tokens: { refresh_token: undefined } };
  await world.signIn();
  world.idp.tamper = {};
  world.platform.tick(HOUR);
  assert.equal(await ownerOf(world, await world.token({ account: "ada" })), "ada");
  assertEachOnce(world);
});

test("a provider whose id differs in case, or is a property of each object, is another one", async () => {
  const world = await openTokens();
  for (
    const provider of ["IDP", "Idp", "idp ", "", "__proto__", "constructor", "toString", "email", "password"]
  ) {
    const wanted = getAccessToken({ userId: world.user.id, provider }, world.config as AuthConfig);
    const error = await rejection(wanted);
    assert.equal(error.type, "Configuration", provider);
    const start =
      `Cannot use tokens of "${provider}": no provider of \`providers\` with type \`oauth\` or \`oidc\``;
    assert(error.message.startsWith(start), error.message);
  }
});

test("two providers whose ids differ in case have tokens of their own", async () => {
  const other = fakeProvider({ issuer: "https://other.test", refreshTokens: "rotated" });
  const world = await openTokens({}, { more: () => [oauth2(other, { id: "IDP" })] });
  const { db, user, platform } = world;
  platform.sites[other.origin] = other.fetch;
  await assertReconnect(
    getAccessToken({ userId: user.id, provider: "IDP" }, world.config as AuthConfig),
    "NotConnected",
  );
  await db.adapter.linkAccount({
    userId: user.id,
    type: "oauth",
    provider: "IDP",
    providerAccountId: "ada",
    access_token: "of-the-other",
  });
  const wanted = { userId: user.id, provider: "IDP" };
  assert.equal(await getAccessToken(wanted, world.config as AuthConfig), "of-the-other");
  assert.equal(await ownerOf(world, await world.token()), "ada");
  assert.deepEqual(other.requests, []);
});

test("an account id with quotes, separators or the name of a property gives its own tokens", async () => {
  const world = await openTokens();
  const ids = [
    '"],["',
    "idp/ada",
    "ada\0",
    "a:b",
    "__proto__",
    "constructor",
    "ada ",
    "Ada",
    "é",
    "e\u0301",
    "x".repeat(200),
  ];
  for (const providerAccountId of ids) {
    const key = { userId: world.user.id, provider: "idp", providerAccountId };
    await world.db.adapter.linkAccount({
      ...key,
      type: "oauth",
      access_token: `token of ${providerAccountId}`,
    });
  }
  const found = await Promise.all(ids.map((account) => world.token({ account })));
  assert.deepEqual(found, ids.map((id) => `token of ${id}`));
  assert.equal(await ownerOf(world, await world.token({ account: "ada" })), "ada");
});

test("a caller who rejects each token in turn never makes one be sent twice", async () => {
  const world = await openTokens();
  let rejected = await world.token();
  const known = new Set([rejected]);
  for (let times = 0; times < 10; times++) {
    const [next, same] = await Promise.all([world.token({ rejected }), world.token({ rejected })]);
    assert.equal(next, same);
    assert(!known.has(next!), "a token that was rejected");
    known.add(rejected = next!);
  }
  // One that was rejected long ago, or is of another user, changes nothing.
  for (const old of [...known].slice(0, -1)) assert.equal(await world.token({ rejected: old }), rejected);
  assert.equal(await world.token({ rejected: "of another user" }), rejected);
  assert.equal(renewals(world).length, 10);
  assertEachOnce(world);
});

test("callers of several configs and adapters who name an account, name none, or reject its token cause one renewal", async () => {
  const world = await openTokens();
  const rejected = await world.token();
  world.platform.tick(HOUR);
  const configs = [
    world.config,
    { ...world.config },
    { ...world.config, basePath: "/other" },
    { ...world.config, adapter: { ...world.db.adapter } },
  ] as AuthConfig[];
  const wanted = [{}, { account: "ada" }, { rejected }, { account: "ada", rejected }];
  // They wait for each other in the database.
  const asked = configs.flatMap((config) => wanted.map((each) => world.token(each, config)));
  const timer = setInterval(() => world.platform.tick(0.05));
  const tokens = await Promise.all(asked).finally(() => clearInterval(timer));
  assert.equal(new Set(tokens).size, 1);
  assert.equal(renewals(world).length, 1);
});

test("a config with another secret gets no token that is under way in this process", async () => {
  const world = await openTokens();
  world.platform.tick(HOUR);
  const stranger = { ...world.config, secret: SECRET.replace("forty", "other") } as AuthConfig;
  const [own, foreign] = await Promise.allSettled([world.token(), world.token({}, stranger)]);
  assert.equal(own.status, "fulfilled");
  assert.equal(foreign.status === "rejected" && foreign.reason.type, "OldSecretMissing");
});

test("a config whose provider is another server gets no token that is under way in this process", async () => {
  const world = await openTokens();
  const evil = fakeProvider({ issuer: "https://evil.test", refreshTokens: "rotated" });
  world.platform.sites[evil.origin] = evil.fetch;
  world.platform.tick(HOUR);
  let release = () => {};
  const held = new Promise<void>((resolve) => release = resolve);
  answerRenewals(world, async (genuine) => (await held, await genuine()));
  const other = { ...world.config, providers: [oauth2(evil)] } as AuthConfig;
  const own = world.token();
  while (renewals(world).length === 0) await new Promise((resolve) => setTimeout(resolve));
  const foreign = world.token({}, other);
  release();
  const timer = setInterval(() => world.platform.tick(0.05));
  const tokens = await Promise.all([own, foreign]).finally(() => clearInterval(timer));
  assert.equal(tokens[0], tokens[1]);
  // The refresh token was not sent to it.
  assert.deepEqual(evil.requests, []);
});

test("an account that moves while its former user asks keeps the tokens of its new user", async () => {
  const adapter = Memory();
  let move: (() => Promise<unknown>) | null = null;
  const world = await openTokens({}, {
    adapter: {
      ...adapter,
      async getUserByAccount(key) {
        const run = move;
        move = null;
        await run?.();
        return await adapter.getUserByAccount(key);
      },
    },
  });
  const key = { provider: "idp", providerAccountId: "ada" };
  const bob = await adapter.createUser({ id: "bob", name: "Bob", email: null, emailVerified: null });
  const wanted = { userId: bob.id, provider: "idp" };
  move = async () => {
    await adapter.unlinkAccount(key);
    await adapter.linkAccount({ ...key, type: "oauth", userId: bob.id });
    await world.signIn();
    world.platform.tick(HOUR);
    await getAccessToken(wanted, world.config as AuthConfig);
  };
  await assertReconnect(world.token(), "NotConnected");
  world.platform.tick(HOUR);
  assert.equal(await ownerOf(world, await getAccessToken(wanted, world.config as AuthConfig)), "ada");
  assertEachOnce(world);
});

test("an account that code without the library has moved leaves the user's other account at the provider alone", async () => {
  const adapter = Memory();
  let isMoved = false;
  const world = await openTokens({}, {
    adapter: {
      ...adapter,
      getUserByAccount: (key) =>
        isMoved && key.providerAccountId === "work"
          ? adapter.createUser({ id: "bob", name: "Bob", email: null, emailVerified: null })
          : adapter.getUserByAccount(key),
    },
  });
  world.platform.tick(1);
  world.idp.login({ sub: "work", name: "Ada", email: "work@example.com" });
  await world.signIn({ link: true });
  assert.equal(await ownerOf(world, await world.token()), "work");
  isMoved = true;
  assert.equal(await ownerOf(world, await world.token()), "ada");
});

test("a sign-in whose account moves meanwhile leaves the tokens of its new user alone", async () => {
  const adapter = Memory();
  let move: (() => Promise<unknown>) | null = null;
  const world = await openTokens({}, {
    adapter: withRows(adapter, "providerTokens", (sound) => ({
      async list(of, page) {
        const run = move;
        move = null;
        await run?.();
        return await sound.list(of, page);
      },
    })),
  });
  const key = { provider: "idp", providerAccountId: "ada" };
  const bob = await adapter.createUser({ id: "bob", name: "Bob", email: null, emailVerified: null });
  const visitor = world.visitor();
  move = async () => {
    await adapter.unlinkAccount(key);
    await adapter.linkAccount({ ...key, type: "oauth", userId: bob.id });
    const page = await visitor.open("https://app.test/auth/signin?callbackUrl=/home");
    await page.submit("/auth/signin/idp");
  };
  await world.signIn();
  const token = await getAccessToken({ userId: bob.id, provider: "idp" }, world.config as AuthConfig);
  assert.equal(await ownerOf(world, token), "ada");
});

test("a user without a refresh token is told so when the token has ended, and nothing is sent", async () => {
  const world = await openTokens({}, { idp: {} });
  assert.equal(await ownerOf(world, await world.token()), "ada");
  world.platform.tick(HOUR);
  await assertReconnect(world.token(), "NoRefreshToken");
  assert.deepEqual(renewals(world), []);
});
