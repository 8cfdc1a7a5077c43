import assert from "node:assert/strict";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { DenoKv } from "../../src/adapters/deno_kv/deno_kv.ts";
import { afterTests } from "../_after.ts";
import {
  accountOf,
  HOUR,
  interruptedOnce,
  keysIn,
  nobody,
  providerSessionOf,
  providerTokensOf,
} from "./_deno_kv.ts";

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

  test("DenoKv() keeps provider tokens and ID tokens in pieces, and leaves none of them behind", async () => {
    const adapter = DenoKv(kv, { prefix: ["provider"] });
    const pieces = async (kind: string) => (await keysIn(kv, ["provider", kind])).length;
    let version: number | null = null;
    for (const [index, size] of [30_000, 149_000, 1, 15_000].entries()) {
      // So that pieces end at each of the bytes of a letter.
      const text = "x".repeat(index) + "🙂".repeat(size);
      const tokens = { ...providerTokensOf("1", text), version: index };
      assert.equal(await adapter.rows.store("providerTokens", tokens, version), true);
      assert.deepEqual(await adapter.rows.list("providerTokens", {}, { after: null, limit: 10 }), [tokens]);
      const count = Math.ceil((4 * size + index) / 60_000);
      assert.equal(await pieces("providerTokens") + await pieces("providerTokensPiece"), count);
      const session = providerSessionOf("1", "s", text);
      await adapter.rows.store("providerSessions", session);
      assert.deepEqual(await adapter.rows.find("providerSessions", { id: "s" }), session);
      assert.equal(await pieces("providerSession"), count);
      version = index;
    }
    const long = "x".repeat(600_001);
    const refused = { ...providerTokensOf("1", long), providerAccountId: "2" };
    await assert.rejects(
      async () => await adapter.rows.store("providerTokens", refused, null),
      /it has 600001 bytes/,
    );
    await assert.rejects(
      async () => await adapter.rows.store("providerSessions", providerSessionOf("1", "2", long)),
      /it has 600001 bytes/,
    );
    await adapter.rows.store("providerSessions", providerSessionOf("1", "s", "x".repeat(200_000)));
    await kv.atomic().delete(["provider", "providerSession", "s", 2]).commit();
    assert.equal(
      await adapter.rows.find("providerSessions", { id: "s" }),
      null,
      "a piece has expired before the others",
    );
    assert.deepEqual(await adapter.rows.list("providerSessions", { provider: "p", sid: "at p" }), []);
    await adapter.rows.remove("providerTokens", { provider: "p", providerAccountId: "1" });
    await adapter.rows.remove("providerSessions", { id: "s" });
    assert.deepEqual(await keysIn(kv, ["provider"]), ['["provider","mark","1"]']);
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
