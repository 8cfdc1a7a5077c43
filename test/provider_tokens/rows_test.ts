import assert from "node:assert/strict";
import { test } from "node:test";
import { sealStored } from "../../src/crypto/stored_seal.ts";
import { AdapterError, OldSecretMissing } from "../../src/errors/errors.ts";
import {
  assertKept,
  findTokens,
  readTokens,
  unchanged,
  writeTokens,
} from "../../src/features/provider_tokens/rows.ts";
import { ACCOUNT, openRow, SECRET, TOKENS } from "./_row.ts";
import { type OwnRows, withRows } from "../_with_rows.ts";

const BOB = { ...ACCOUNT, providerAccountId: "bob" };
const NEXT = "a-secret-of-forty-characters-for-tests-1";

test("writeTokens() stores sealed tokens, which findTokens() reads", async () => {
  const { context, store, found, platform } = await openRow({ scope: "a b" });
  const { row, tokens, isNewest } = await found();
  assert.deepEqual([tokens, isNewest], [{ ...TOKENS, scope: "a b" }, true]);
  const [stored] = await store.rows.list("providerTokens", { userId: "1" });
  assert.deepEqual(stored, row);
  assert.deepEqual([row.version, row.leaseUntil], [platform.now(), null]);
  assert.doesNotMatch(row.tokens, /"r"|origin/);
  assert.equal(await findTokens({ ...ACCOUNT, userId: "2" }, context), null);
  assert.equal(await findTokens({ ...ACCOUNT, provider: "other" }, context), null);
});

test("writeTokens() stores over the row that was read, and over no other", async () => {
  const { context, found } = await openRow();
  const { row } = await found();
  const change = { tokens: { ...TOKENS, accessToken: "b" }, leaseUntil: 5 };
  const written = await writeTokens(ACCOUNT, row, { change, table: context });
  assert.deepEqual([written?.tokens, written?.isNewest], [change.tokens, true]);
  assert.deepEqual([written?.row.version, written?.row.leaseUntil], [row.version + 1, new Date(5)]);
  assert.deepEqual((await found()).row, written?.row);
  for (const before of [row, null]) {
    assert.equal(await writeTokens(ACCOUNT, before, { change: { tokens: TOKENS }, table: context }), null);
  }
  assert.equal((await found()).tokens.accessToken, "b");
});

test("unchanged() keeps tokens and lease", async () => {
  for (const leasedFor of [null, 1000]) {
    const { found } = await openRow({}, leasedFor);
    const { row, tokens, isNewest } = await found();
    const leaseUntil = row.leaseUntil?.getTime() ?? null;
    assert.deepEqual(unchanged({ row, tokens, isNewest }), { tokens: TOKENS, leaseUntil });
  }
});

test("readTokens() returns those of all accounts of a user at a provider, or of one", async () => {
  const { context, store } = await openRow();
  const write = (account: typeof ACCOUNT, accessToken: string) =>
    writeTokens(account, null, { change: { tokens: { ...TOKENS, accessToken } }, table: context });
  await write(BOB, "b");
  await write({ ...ACCOUNT, provider: "other" }, "c");
  const read = async (account?: string, own: Partial<OwnRows<"providerTokens">> = {}) =>
    (await readTokens({ userId: "1", provider: "idp", account }, {
      ...context,
      store: withRows(store, "providerTokens", own),
    })).map(({ tokens }) => tokens.accessToken);
  assert.deepEqual(await read(), ["a", "b"]);
  assert.deepEqual(await read("bob"), ["b"]);
  assert.deepEqual(await read("eve"), []);
  // An adapter that returns more than it was asked for.
  await store.rows.store("providerTokens", {
    ...(await store.rows.list("providerTokens", { userId: "1" }))[0]!,
    userId: "2",
    provider: "idp",
    providerAccountId: "eve",
  }, null);
  assert.deepEqual(
    await read(undefined, {
      list: async () => [
        ...await store.rows.list("providerTokens", { userId: "1" }),
        ...await store.rows.list("providerTokens", { userId: "2" }),
      ],
    }),
    ["a", "b"],
  );
});

test("readTokens() opens what an older secret has sealed, and says so", async () => {
  const { context } = await openRow();
  const found = await findTokens(ACCOUNT, { ...context, secrets: [NEXT, SECRET] });
  assert.deepEqual([found?.tokens, found?.isNewest], [TOKENS, false]);
});

test("readTokens() opens what is sealed for tokens of providers", async () => {
  const { store, found, context } = await openRow();
  const { row } = await found();
  const data = { of: ["1", "idp", "ada"], tokens: { ...TOKENS, accessToken: "b" } };
  const tokens = await sealStored(data, "provider tokens", context);
  await store.rows.store("providerTokens", { ...row, tokens, version: row.version + 1 }, row.version);
  assert.equal((await found()).tokens.accessToken, "b");
});

test("readTokens() opens no row without its secret, of another account, or sealed for another purpose", async () => {
  const { context, store, found } = await openRow();
  await writeTokens(BOB, null, { change: { tokens: TOKENS }, table: context });
  const { row } = await found();
  const [, bobs] = await store.rows.list("providerTokens", { userId: "1" });
  const data = { of: ["1", "idp", "ada"], tokens: TOKENS };
  for (
    const [tokens, secrets] of [
      [row.tokens, [NEXT]],
      [bobs!.tokens, [SECRET]],
      [await sealStored(data, "account token", context), [SECRET]],
      ["damaged", [SECRET]],
    ] as const
  ) {
    const changed = { ...row, tokens };
    const own = withRows(store, "providerTokens", { list: () => Promise.resolve([changed]) });
    const error = await findTokens(ACCOUNT, { ...context, secrets, store: own }).catch((error) => error);
    assert(error instanceof OldSecretMissing, String(error));
    assert.match(
      error.message,
      /^Cannot read the tokens of "idp": none of the values of `secret` has sealed them/,
    );
    assert.deepEqual([error.cause?.provider, error.cause?.userId], ["idp", "1"]);
  }
});

test("writeTokens() looks whether a row is stored if the database fails, and fails only if it is not", async () => {
  const { context, store, found } = await openRow();
  const failure = new Error("down");
  const change = { tokens: { ...TOKENS, accessToken: "b" } };
  const before = await found();
  for (
    const [isStored, isReadable] of [[false, true], [true, false], [true, true]] as const
  ) {
    const own = withRows(store, "providerTokens", (sound) => ({
      async store(...args) {
        if (isStored && isReadable) await sound.store(...args);
        throw failure;
      },
      async list(...args) {
        if (!isReadable) throw new Error("down, too");
        return await sound.list(...args);
      },
    }));
    const call = writeTokens(ACCOUNT, before.row, { change, table: { ...context, store: own } });
    if (isStored && isReadable) assert.deepEqual((await call)?.tokens, change.tokens);
    else await assert.rejects(call, failure);
  }
  assert.equal((await found()).tokens.accessToken, "b");
});

test("writeTokens() finds the row that is stored among those of other accounts", async () => {
  const { context, store, found } = await openRow();
  const { row } = await found();
  const change = { tokens: { ...TOKENS, accessToken: "b" } };
  await writeTokens(BOB, null, { change, table: context });
  await writeTokens({ ...ACCOUNT, provider: "other" }, null, { change, table: context });
  const own = withRows(store, "providerTokens", (sound) => ({
    async store(...args) {
      await sound.store(...args);
      throw new Error("down");
    },
    list: async (...args) => (await sound.list(...args)).toReversed(),
  }));
  assert.deepEqual(
    (await writeTokens(ACCOUNT, row, { change, table: { ...context, store: own } }))?.tokens,
    change.tokens,
  );
});

test("assertKept() notices tokens that a column has cut, and nothing else", async () => {
  const { context, store, found } = await openRow();
  const before = await found();
  await assertKept(before, context);
  const cut = { ...before.row, tokens: before.row.tokens.slice(0, 50) };
  await store.rows.store("providerTokens", cut, before.row.version);
  const error = await assertKept(before, context).catch((error) => error);
  assert(error instanceof AdapterError, String(error));
  const { length } = before.row.tokens;
  assert.equal(
    error.message.split(". Read more")[0],
    `Cannot store the tokens of "idp": the database has kept 50 of ${length} characters. Give the column for \`tokens\` a ` +
      "type for long texts",
  );
  assert.equal(error.cause?.method, 'rows.store("providerTokens")');
  await store.rows.store("providerTokens", { ...cut, version: cut.version + 1 }, cut.version);
  await assertKept(before, context);
  await store.rows.remove("providerTokens", ACCOUNT);
  await assertKept(before, context);
});
