import assert from "node:assert/strict";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import DenoKvByDefault, { DenoKv, type Kv, type KvKey } from "../../src/adapters/deno_kv/deno_kv.ts";
import { adapterCases } from "../../src/testing/adapter/adapter_cases.ts";
import { afterTests } from "../_after.ts";
import {
  accountOf,
  HOUR,
  interruptedOnce,
  keysIn,
  leftIn,
  nobody,
  providerSessionOf,
  providerTokensOf,
  soon,
  withWrites,
} from "./_deno_kv.ts";

const RACERS = 20;
const ADA = { email: "ada@example.com", emailVerified: new Date(1_900_000_000_000) };

if ("openKv" in Deno) await declareTests();
else console.log("skip: deno-kv: there is no Deno.openKv: run it with --unstable-kv");

async function declareTests(): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), "latchkey-kv-"));
  // Two connections, as two processes have them.
  const [kv, other] = [await Deno.openKv(join(folder, "db")), await Deno.openKv(join(folder, "db"))];
  const cases = await adapterCases(() => Promise.resolve({ adapter: DenoKv(kv) }));
  afterTests(async () => {
    kv.close();
    other.close();
    await rm(folder, { recursive: true });
  });

  test("DenoKv() waits for another process that writes the same file, and writes each time", async () => {
    const path = join(folder, "shared");
    const shared = await Deno.openKv(path);
    const program = `const kv = await Deno.openKv(${JSON.stringify(path)});
      for (let i = 0; ; i++) await kv.set(["other", i % 9], i).catch(() => {});`;
    const command = new Deno.Command(Deno.execPath(), {
      args: ["eval", "--unstable-kv", program],
      stdout: "null",
      stderr: "null",
    });
    const child = command.spawn();
    try {
      const adapter = DenoKv(shared);
      // It begins in between.
      for (let index = 0; index < 200; index++) {
        await adapter.createUser({ id: `u${index}`, email: `u${index}@example.com`, emailVerified: null });
      }
      assert.equal((await adapter.getUserByEmail("u199@example.com"))?.id, "u199");
    } finally {
      child.kill("SIGKILL");
      await child.status;
      shared.close();
    }
  });

  for (const { name, skip, run } of cases) {
    test(`DenoKv() keeps the contract of adapters: ${name}`, () => {
      assert.equal(skip, undefined);
      return run();
    });
  }

  test("DenoKv() is the default export", () => assert.equal(DenoKvByDefault, DenoKv));

  test("DenoKv() prefixes all keys, and leaves no key behind", async () => {
    const adapter = DenoKv(kv, { prefix: ["app", "own"] });
    const authenticator = {
      credentialID: "c",
      userId: "1",
      providerAccountId: "c",
      credentialPublicKey: "k",
      counter: 0,
      credentialDeviceType: "singleDevice",
      credentialBackedUp: false,
    };
    const token = { identifier: "ada@example.com", token: "t", expires: soon() };
    const before = await keysIn(kv, []);
    const { userId: _, ...account } = accountOf("1", "1");
    await adapter.createUserWithAccount({ ...nobody("1"), email: "ada@example.com" }, account);
    await adapter.linkAccount({ ...accountOf("1", "2"), id_token: "x".repeat(200_000) });
    await adapter.createSession({ sessionToken: "s", userId: "1", expires: soon() });
    await adapter.createAuthenticator(authenticator);
    await adapter.createVerificationToken(token);
    const empty = { enabledAt: null, totpSecret: null, totpStep: 0, recoveryCodes: null, devices: null };
    await adapter.rows.store("secondFactors", { userId: "1", version: 1, ...empty }, null);
    await adapter.rows.store("providerTokens", providerTokensOf("1", "x".repeat(200_000)), null);
    await adapter.rows.store("providerSessions", providerSessionOf("1", "s", "x".repeat(200_000)));
    const own = await keysIn(kv, ["app", "own"]);
    assert.equal(own.length, 33, own.join("\n"));
    assert.equal((await keysIn(kv, [])).length, before.length + own.length);
    await adapter.deleteUser("1");
    await adapter.useVerificationToken(token);
    // The generation is left.
    assert.deepEqual(
      (await keysIn(kv, [])).filter((key) => !before.includes(key)),
      [JSON.stringify(["app", "own", "security", "1"])],
    );
  });

  test("DenoKv() keeps fields of the application's own", async () => {
    const adapter = DenoKv(kv);
    const user = { ...nobody(crypto.randomUUID()), role: "admin", born: new Date(-5), tags: new Set(["a"]) };
    await adapter.createUser(user);
    assert.deepEqual(await adapter.getUser(user.id), user);
    assert.deepEqual(await adapter.updateUser({ id: user.id, tags: null } as never), { ...user, tags: null });
  });

  test("DenoKv() frees the address of a user who gives it up", async () => {
    const adapter = DenoKv(kv, { prefix: ["address"] });
    await adapter.createUser({ ...nobody("1"), email: "ada@example.com" });
    await adapter.updateUser({ id: "1", email: null });
    assert.equal(await adapter.getUserByEmail("ada@example.com"), null);
    await adapter.createUser({ ...nobody("2"), email: "ada@example.com" });
    assert.equal((await adapter.getUserByEmail("ada@example.com"))?.id, "2");
  });

  test("DenoKv() keeps accounts that grow and shrink, in any letters", async () => {
    const adapter = DenoKv(kv, { prefix: ["long"] });
    await adapter.createUser(nobody("1"));
    const account = accountOf("1", "1");
    await adapter.linkAccount(account);
    const sizes = [20_000, 149_000, 7, 44_000, 90_000];
    for (const [index, size] of sizes.entries()) {
      // So that pieces end at each of the bytes of a letter.
      const id_token = "x".repeat(index) + "🙂".repeat(size);
      await adapter.updateAccount({ ...account, id_token });
      assert.equal((await adapter.getAccount("1", "p"))?.id_token, id_token);
      const pieces = (await keysIn(kv, ["long", "piece"])).length;
      assert.equal(pieces, Math.ceil((4 * size + 100) / 60_000) - 1, `${size}`);
    }
    await adapter.unlinkAccount(account);
    assert.deepEqual(await keysIn(kv, ["long", "piece"]), []);
    assert.equal(await adapter.getAccount("1", "p"), null);
  });

  test("DenoKv() refuses an account that is too long, and keeps what it has", async () => {
    const adapter = DenoKv(kv, { prefix: ["too long"] });
    await adapter.createUser(nobody("1"));
    await adapter.linkAccount({ ...accountOf("1", "1"), scope: "a" });
    const news = { ...accountOf("1", "1"), id_token: "x".repeat(600_000) };
    await assert.rejects(async () => await adapter.updateAccount(news), /it has 600\d{3} bytes/);
    assert.equal((await adapter.getAccount("1", "p"))?.scope, "a");
  });

  test("DenoKv().getAccount() reads an account whole that changes meanwhile", async () => {
    const adapter = DenoKv(other, { prefix: ["torn"] });
    await adapter.createUser(nobody("1"));
    const account = accountOf("1", "1");
    await adapter.linkAccount(account);
    for (const [before, after] of [[200_000, 100_000], [100_000, 200_000], [200_000, 0], [0, 200_000]]) {
      await adapter.updateAccount({ ...account, id_token: "a".repeat(before!) });
      let waiting = true;
      const interrupted: Kv = {
        ...withWrites(kv, () => ({})),
        async getMany(keys) {
          if (waiting) await adapter.updateAccount({ ...account, id_token: "b".repeat(after!) });
          waiting = false;
          return await kv.getMany(keys as Deno.KvKey[]);
        },
      };
      const read = await DenoKv(interrupted, { prefix: ["torn"] }).getAccount("1", "p");
      assert.equal(read?.id_token, "b".repeat(after!), `${before} ${after}`);
    }
  });

  test("DenoKv() moves account and session to another user", async () => {
    const adapter = DenoKv(kv, { prefix: ["owner"] });
    for (const id of ["1", "2"]) await adapter.createUser(nobody(id));
    await adapter.createSession({ sessionToken: "s", userId: "1", expires: soon() });
    await adapter.linkAccount(accountOf("1", "a"));
    await adapter.updateSession({ sessionToken: "s", userId: "2" });
    await adapter.updateAccount(accountOf("2", "a"));
    await adapter.deleteUser("1");
    assert.equal((await adapter.getSessionAndUser("s"))?.user.id, "2");
    assert.equal((await adapter.getUserByAccount(accountOf("2", "a")))?.id, "2");
    await adapter.deleteUser("2");
    assert.deepEqual(await leftIn(kv, ["owner"]), []);
  });

  test("DenoKv().deleteUser() removes more than can be removed at a time", async () => {
    const adapter = DenoKv(kv, { prefix: ["many"] });
    await adapter.createUser(nobody("1"));
    for (let index = 0; index < 120; index++) {
      await adapter.createSession({ sessionToken: `${index}`, userId: "1", expires: soon() });
    }
    for (let index = 0; index < 30; index++) await adapter.linkAccount(accountOf("1", `${index}`));
    await adapter.deleteUser("1");
    assert.deepEqual(await leftIn(kv, ["many"]), []);
  });

  for (const method of ["deleteUser", "takeOverUser"] as const) {
    const meanwhile = {
      added: (adapter: ReturnType<typeof DenoKv>) => adapter.linkAccount(accountOf("1", "new")),
      changed: (adapter: ReturnType<typeof DenoKv>) =>
        adapter.updateAccount({ ...accountOf("1", "old"), id_token: "x".repeat(100_000) }),
    };
    for (const [what, happens] of Object.entries(meanwhile)) {
      test(`DenoKv().${method}() also removes what is ${what} meanwhile`, async () => {
        const prefix = ["meanwhile", method, what];
        const adapter = DenoKv(other, { prefix });
        await adapter.createUser(nobody("1"));
        await adapter.linkAccount(accountOf("1", "old"));
        await adapter.updateUser({ id: "1", email: ADA.email });
        const interrupted = DenoKv(interruptedOnce(kv, async () => await happens(adapter)), { prefix });
        if (method === "deleteUser") await interrupted.deleteUser("1");
        else assert.ok(await interrupted.takeOverUser({ ...ADA, id: "1" }));
        const left = (await leftIn(kv, prefix)).filter((key) => !key.includes('"mark"'));
        const user = [["email", ADA.email], ["user", "1"]].map((key) => JSON.stringify([...prefix, ...key]));
        assert.deepEqual(left, method === "deleteUser" ? [] : user);
      });
    }
  }

  test("DenoKv().linkAccount() refuses a user who is removed meanwhile", async () => {
    const adapter = DenoKv(other, { prefix: ["removed"] });
    await adapter.createUser(nobody("1"));
    const remove = async () => await adapter.deleteUser("1");
    const interrupted = DenoKv(interruptedOnce(kv, remove), { prefix: ["removed"] });
    await assert.rejects(async () => await interrupted.linkAccount(accountOf("1", "1")), /not there/);
    assert.deepEqual(await leftIn(kv, ["removed"]), []);
  });

  test("DenoKv().deleteUser() frees the address that the user has taken meanwhile", async () => {
    const adapter = DenoKv(other, { prefix: ["moved"] });
    await adapter.createUser({ ...nobody("1"), email: "old@example.com" });
    const move = async () => await adapter.updateUser({ id: "1", email: "new@example.com" });
    await DenoKv(interruptedOnce(kv, move), { prefix: ["moved"] }).deleteUser("1");
    assert.deepEqual(await leftIn(kv, ["moved"]), []);
  });

  test("DenoKv().updateUser() rejects an address that another user has taken meanwhile", async () => {
    const adapter = DenoKv(other, { prefix: ["taken"] });
    const email = "ada@example.com";
    await adapter.createUser(nobody("1"));
    const take = async () => await adapter.createUser({ ...nobody("2"), email });
    const interrupted = DenoKv(interruptedOnce(kv, take), { prefix: ["taken"] });
    await assert.rejects(async () => await interrupted.updateUser({ id: "1", email }), /another user has/);
    assert.equal((await adapter.getUserByEmail(email))?.id, "2");
    assert.equal((await adapter.getUser("1"))?.email, null);
  });

  test("DenoKv().updateAccount() keeps concurrent changes", async () => {
    const adapter = DenoKv(other, { prefix: ["both"] });
    await adapter.createUser(nobody("1"));
    await adapter.linkAccount(accountOf("1", "1"));
    const change = async () => await adapter.updateAccount({ ...accountOf("1", "1"), scope: "b" });
    const interrupted = DenoKv(interruptedOnce(kv, change), { prefix: ["both"] });
    await interrupted.updateAccount({ ...accountOf("1", "1"), access_token: "a" });
    const stored = await adapter.getAccount("1", "p");
    assert.deepEqual([stored?.access_token, stored?.scope], ["a", "b"]);
  });

  test("DenoKv().removeExpired() keeps a session that is prolonged meanwhile", async () => {
    const adapter = DenoKv(other, { prefix: ["prolonged"] });
    await adapter.createUser(nobody("1"));
    const session = { sessionToken: "s", userId: "1", expires: soon() };
    await adapter.createSession(session);
    const now = new Date(Date.now() + 2 * HOUR);
    const expires = new Date(Date.now() + 3 * HOUR);
    const prolong = async () => await adapter.prolongSession({ ...session, expires, ifBefore: expires });
    assert.equal(
      await DenoKv(interruptedOnce(kv, prolong), { prefix: ["prolonged"] }).removeExpired({ now }),
      0,
    );
    assert.deepEqual((await adapter.getSessionAndUser("s"))?.session.expires, expires);
  });

  test("DenoKv().deleteSession() ends a session that is prolonged meanwhile", async () => {
    const adapter = DenoKv(other, { prefix: ["ended"] });
    await adapter.createUser(nobody("1"));
    const session = { sessionToken: "s", userId: "1", expires: soon() };
    await adapter.createSession(session);
    const expires = new Date(Date.now() + 3 * HOUR);
    const prolong = async () => await adapter.prolongSession({ ...session, expires, ifBefore: expires });
    await DenoKv(interruptedOnce(kv, prolong), { prefix: ["ended"] }).deleteSession("s");
    assert.equal(await adapter.getSessionAndUser("s"), null);
    assert.deepEqual(await adapter.listSessionsByUserId("1"), []);
  });

  test("DenoKv() keeps its promises to two processes at the same time", async () => {
    const adapters = [DenoKv(kv, { prefix: ["two"] }), DenoKv(other, { prefix: ["two"] })];
    const race = <T>(call: (adapter: typeof adapters[number], index: number) => T) =>
      Promise.allSettled(
        Array.from({ length: RACERS }, async (_, index) => await call(adapters[index % 2]!, index)),
      );
    const done = (outcomes: PromiseSettledResult<unknown>[]) =>
      outcomes.filter((outcome) =>
        outcome.status === "fulfilled" && outcome.value !== null && outcome.value !== false
      );
    const [adapter] = adapters;
    const token = { identifier: "a", token: "t", expires: soon() };
    await adapter!.createVerificationToken(token);
    assert.equal(done(await race((each) => each.useVerificationToken(token))).length, 1);
    const email = "ada@example.com";
    assert.equal(
      done(await race((each, index) => each.createUser({ ...nobody(`${index}`), email }))).length,
      1,
    );
    const { id: userId } = (await adapter!.getUserByEmail(email))!;
    await adapter!.createSession({ sessionToken: "s", userId, expires: soon() });
    const expires = new Date(Date.now() + 2 * HOUR);
    const prolonged = await race((each) =>
      each.prolongSession({ sessionToken: "s", expires, ifBefore: expires })
    );
    assert.equal(done(prolonged).length, 1);
  });

  test("DenoKv() gives up after repeated conflicts, and writes nothing", async () => {
    let tries = 0;
    const never = withWrites(kv, () => ({ commit: () => Promise.resolve({ ok: ++tries < 0 }) }));
    const adapter = DenoKv(kv, { prefix: ["never"] });
    await adapter.createUser(nobody("1"));
    const update = async () =>
      await DenoKv(never, { prefix: ["never"] }).updateUser({ id: "1", name: "Ada" });
    await assert.rejects(update, /others have kept changing/);
    assert.equal(tries, 50);
    assert.equal((await adapter.getUser("1"))?.name, undefined);
  });

  test("DenoKv() lets sessions and tokens expire", async () => {
    const set: [KvKey, number | undefined][] = [];
    const watched = withWrites(kv, (atomic) => ({
      set(key, value, options) {
        set.push([key, options?.expireIn]);
        return atomic.set(key, value, options);
      },
    }));
    const adapter = DenoKv(watched, { prefix: ["expire"] });
    await adapter.createUser(nobody("1"));
    await adapter.createSession({ sessionToken: "s", userId: "1", expires: soon() });
    await adapter.createVerificationToken({ identifier: "a", token: "t", expires: soon() });
    const times = set.filter(([key]) => !["user", "mark"].includes(String(key[1])));
    assert.equal(times.length, 5);
    for (const [key, expireIn] of times) {
      assert.ok(expireIn! > HOUR - 5000 && expireIn! <= HOUR, `${key} ${expireIn}`);
    }
    set.length = 0;
    await adapter.prolongSession({
      sessionToken: "s",
      expires: new Date(Date.now() + 2 * HOUR),
      ifBefore: new Date(Date.now() + 2 * HOUR),
    });
    assert.deepEqual(set.map(([, expireIn]) => Math.round(expireIn! / HOUR)), [2, 2, 2]);
    // What has ended is stored nonetheless, and found until it is removed.
    await adapter.createSession({ sessionToken: "old", userId: "1", expires: new Date(1000) });
    assert.equal(set.at(-1)![1], 0);
  });

  test("DenoKv().removeExpired() counts in batches, and keeps prolonged sessions", async () => {
    const adapter = DenoKv(kv, { prefix: ["expiry"] });
    await adapter.createUser(nobody("1"));
    const start = Date.now() + HOUR;
    for (let index = 0; index < 250; index++) {
      await adapter.createSession({
        sessionToken: `${index}`,
        userId: "1",
        expires: new Date(start + index),
      });
    }
    const later = new Date(start + HOUR);
    await adapter.prolongSession({ sessionToken: "0", expires: later, ifBefore: later });
    assert.equal(await adapter.removeExpired({ now: new Date(start + 19), batch: 7 }), 19);
    assert.equal(await adapter.removeExpired({ now: new Date(start + 300) }), 230);
    assert.deepEqual((await adapter.listSessionsByUserId("1")).map((it) => it.sessionToken), ["0"]);
    assert.equal((await keysIn(kv, ["expiry", "ending"])).length, 1);
    assert.equal((await keysIn(kv, ["expiry", "owned"])).length, 1);
  });
}
