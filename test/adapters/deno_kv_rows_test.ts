import assert from "node:assert/strict";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { DenoKv } from "../../src/adapters/deno_kv/deno_kv.ts";
import type { AdapterRows } from "../../src/adapters/contract/types.ts";
import { afterTests } from "../_after.ts";
import {
  accountOf,
  HOUR,
  interruptedOnce,
  keysIn,
  nobody,
  providerSessionOf,
  providerTokensOf,
  soon,
} from "./_deno_kv.ts";

const END = soon();

/** Kinds of rows with a long text: a row, its key, the names of its pieces, one of them, and what its removal leaves. */
const LONG = {
  pendingSignIns: {
    row: (data: string, tries: number) => ({ id: "1", data, tries, expires: END }),
    key: { id: "1" },
    pieces: ["pendingSignIn"],
    torn: ["pendingSignIn", "1", 2],
    left: [],
  },
  providerTokens: {
    row: (tokens: string, version: number) => ({ ...providerTokensOf("1", tokens), version }),
    key: { provider: "p", providerAccountId: "1" },
    pieces: ["providerTokens", "providerTokensPiece"],
    torn: null,
    left: ['["providerTokens","mark","1"]'],
  },
  providerSessions: {
    row: (idToken: string) => ({ ...providerSessionOf("1", "s", idToken), expires: END }),
    key: { id: "s" },
    pieces: ["providerSession"],
    torn: ["providerSession", "s", 2],
    left: ['["providerSessions","mark","1"]'],
  },
};

if ("openKv" in Deno) await declareTests();
else console.log("skip: deno-kv: there is no Deno.openKv: run it with --unstable-kv");

async function declareTests(): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), "latchkey-kv-"));
  // Two connections, as two processes have them.
  const [kv, other] = [await Deno.openKv(join(folder, "db")), await Deno.openKv(join(folder, "db"))];
  afterTests(async () => {
    kv.close();
    other.close();
    await rm(folder, { recursive: true });
  });

  for (const [kind, { row, key, pieces, torn, left }] of Object.entries(LONG)) {
    test(`DenoKv() keeps a long text of ${kind} in pieces, and leaves none of them behind`, async () => {
      const adapter = DenoKv(kv, { prefix: [kind] });
      const rows = adapter.rows as unknown as Record<
        keyof AdapterRows,
        (...args: unknown[]) => Promise<unknown>
      >;
      const count = async () => {
        return (await Promise.all(pieces.map((name) => keysIn(kv, [kind, name])))).flat().length;
      };
      const isVersioned = kind !== "providerSessions";
      let version: number | null = null;
      for (const [index, size] of [30_000, 149_000, 1, 15_000].entries()) {
        // So that pieces end at each of the bytes of a letter.
        const stored = row("x".repeat(index) + "🙂".repeat(size), index);
        assert.equal(await rows.store(kind, stored, ...isVersioned ? [version] : []), true);
        assert.deepEqual(await rows.find(kind, key), stored);
        assert.equal(await count(), Math.ceil((4 * size + index) / 60_000));
        version = index;
      }
      const store = (length: number, to: number) =>
        rows.store(kind, row("x".repeat(length), to), ...isVersioned ? [version] : []);
      await assert.rejects(() => store(600_001, 4), /it has 600001 bytes/);
      await store(600_000, 4);
      assert.deepEqual(await rows.find(kind, key), row("x".repeat(600_000), 4));
      if (torn) {
        await kv.atomic().delete([kind, ...torn]).commit();
        assert.equal(await rows.find(kind, key), null, "a piece has expired before the others");
        const listed = { provider: "p", sid: "at p" };
        if (!isVersioned) assert.deepEqual(await rows.list(kind, listed), []);
      }
      assert.equal(await rows.remove(kind, key), true);
      assert.deepEqual(await keysIn(kv, [kind]), left);
    });
  }

  test("DenoKv() reads the pieces of rows that it lists, and removes those that have ended", async () => {
    const adapter = DenoKv(kv, { prefix: ["listed"] });
    const [tokens, data] = [providerTokensOf("1", "🙂".repeat(60_000)), "x".repeat(200_000)];
    await adapter.rows.store("providerTokens", tokens, null);
    assert.deepEqual(await adapter.rows.list("providerTokens", {}, { after: null, limit: 10 }), [tokens]);
    await adapter.rows.remove("providerTokens", { provider: "p", providerAccountId: "1" });
    await adapter.rows.store("pendingSignIns", { id: "1", data, tries: 0, expires: soon() }, null);
    assert.equal(await adapter.removeExpired({ now: new Date(Date.now() + 2 * HOUR) }), 1);
    assert.deepEqual(await keysIn(kv, ["listed"]), ['["listed","mark","1"]']);
  });

  test("DenoKv() removes more provider sessions than can be removed at a time", async () => {
    const adapter = DenoKv(kv, { prefix: ["sessions"] });
    const account = { provider: "p".repeat(255), providerAccountId: "a".repeat(320) };
    const names = { ...account, sid: "s".repeat(255), userId: "u".repeat(246) };
    const store = async () => {
      await adapter.createUser(nobody(names.userId));
      await adapter.linkAccount({ type: "oidc", userId: names.userId, ...account });
      await adapter.linkAccount(accountOf(names.userId, "kept"));
      for (let index = 0; index < 120; index++) {
        const id = `${index}`.padStart(255, "0");
        await adapter.rows.store("providerSessions", {
          ...providerSessionOf("", id, "x".repeat(2000)),
          ...names,
        });
      }
    };
    const keeps = { provider: "p", providerAccountId: "kept" };
    const ways: Readonly<Record<string, () => unknown>> = {
      removeExpired: () => adapter.removeExpired({ now: new Date(Date.now() + 2 * HOUR) }),
      unlinkAccount: () => adapter.unlinkAccount(account),
      removeAccount: () => adapter.removeAccount({ userId: names.userId, account, keeps }),
      deleteUser: () => adapter.deleteUser(names.userId),
    };
    for (const [way, remove] of Object.entries(ways)) {
      await store();
      await remove();
      const left = (await keysIn(kv, ["sessions"])).filter((key) => key.includes("roviderSession"));
      assert.deepEqual(left, [], way);
      assert.equal(
        await adapter.getAccount(account.providerAccountId, account.provider) === null,
        way !== "removeExpired",
      );
      await adapter.deleteUser(names.userId);
    }
  });

  test("DenoKv().unlinkAccount() also removes tokens that are stored or grow meanwhile", async () => {
    const adapter = DenoKv(other, { prefix: ["unlinked"] });
    await adapter.createUser(nobody("1"));
    for (const before of [null, 1]) {
      await adapter.linkAccount(accountOf("1", "1"));
      if (before) await adapter.rows.store("providerTokens", providerTokensOf("1", "short"), null);
      const long = { ...providerTokensOf("1", "x".repeat(200_000)), version: 2 };
      const renew = async () => await adapter.rows.store("providerTokens", long, before);
      const interrupted = DenoKv(interruptedOnce(kv, renew), { prefix: ["unlinked"] });
      await interrupted.unlinkAccount({ provider: "p", providerAccountId: "1" });
      assert.equal(await adapter.getAccount("1", "p"), null);
      assert.deepEqual(
        await keysIn(kv, ["unlinked"]),
        [["mark", "1"], ["user", "1"]].map((key) => JSON.stringify(["unlinked", ...key])),
      );
    }
  });
}
