import assert from "node:assert/strict";
import { test } from "node:test";
import { Memory } from "../../src/adapters/memory/memory.ts";
import type { Adapter, AdapterUser } from "../../src/adapters/contract/types.ts";
import { setupOf } from "../../src/config/setup.ts";
import { bindAdapter } from "../../src/model/store.ts";
import { Credentials } from "../../src/providers/credentials.ts";
import { takeOver } from "../../src/sign_in/takeover.ts";
import type { User } from "../../src/values/types.ts";
import { GRACE, OAUTH, open, user } from "./_identities.ts";

const NOW = Date.UTC(2030, 0, 1);
const NEW = user("", "ada@example.com");

interface World {
  readonly adapter: Required<Adapter>;
  /** Calls of `revoke` and `takeOverUser`, in order. */
  readonly steps: readonly string[];
  readonly told: readonly unknown[];
  take(user: AdapterUser): ReturnType<typeof takeOver>;
  /** A user with an account at `idp` and one at `other`. */
  squatted(): Promise<AdapterUser>;
}

interface WorldOptions {
  /** `revoke` of the provider `password`. It is given the number of the call. Default: no user has a password. */
  readonly revoke?: (call: number, user: User) => boolean | Promise<boolean>;
  /** Methods in place of those of the database. */
  readonly methods?: (adapter: Required<Adapter>) => Partial<Adapter>;
  readonly strategy?: "jwt" | "database";
}

/** A database, and a provider of passwords. */
function world(
  { revoke = () => false, methods = () => ({}), strategy = "database" }: WorldOptions = {},
): World {
  const steps: string[] = [];
  const memory = Memory() as Required<Adapter>;
  const adapter: Adapter = {
    ...memory,
    takeOverUser(key) {
      steps.push("take over");
      return memory.takeOverUser(key);
    },
    ...methods(memory),
  };
  let calls = 0;
  const password = Credentials({
    id: "password",
    authorize: () => null,
    revoke: async (user) => {
      steps.push("revoke");
      return await revoke(++calls, user);
    },
  });
  const { providers } = setupOf({
    providers: [password],
    secret: "a secret of these tests, long enough to be one",
    url: "https://app.test",
    adapter: memory,
  }, "https");
  const { context, told } = open(memory, { providers, strategy, store: bindAdapter(adapter) });
  const platform = { ...context.platform, now: () => NOW };
  return {
    adapter: memory,
    steps,
    told,
    take: (user) => takeOver(user, { ...context, platform, store: bindAdapter(adapter) }),
    async squatted() {
      const stored = await memory.createUser({ ...NEW, id: "squatted" });
      for (const provider of ["idp", "other", "idp"]) {
        const providerAccountId = `${provider} ${crypto.randomUUID()}`;
        await memory.linkAccount(
          { ...OAUTH.account, userId: stored.id, provider, providerAccountId } as never,
        );
      }
      return stored;
    },
  };
}

test("takeOver() removes passwords before and after the takeover, and names each provider once", async () => {
  const { take, squatted, steps, told } = world({ revoke: () => true });
  const squatter = await squatted();
  const { user, removed } = await take(squatter);
  assert.deepEqual(user, { ...squatter, emailVerified: new Date(NOW) });
  assert.deepEqual(removed, ["idp", "other", "password"]);
  assert.deepEqual(steps, ["revoke", "take over", "revoke"]);
  assert.deepEqual(told, [["updateUser", { user }]]);
});

test("takeOver() hands the user to `revoke`, in a copy", async () => {
  const revoked: User[] = [];
  const { take, squatted } = world({ revoke: (_, user) => revoked.push(user) > 0 });
  const squatter = await squatted();
  await take(squatter);
  assert.deepEqual(revoked, [squatter, squatter]);
  assert.ok(!revoked.includes(squatter));
});

test("takeOver() names a provider of passwords only if the user had one", async () => {
  for (
    const [had, names] of [[1, ["idp", "other", "password"]], [2, ["idp", "other", "password"]], [0, [
      "idp",
      "other",
    ]]]
  ) {
    const { take, squatted } = world({ revoke: (call) => call === had });
    assert.deepEqual((await take(await squatted())).removed, names);
  }
});

test("takeOver() names only providers of passwords if the adapter cannot list accounts", async () => {
  const { take, squatted } = world({
    revoke: () => true,
    methods: () => ({ listAccountsByUserId: undefined }),
  });
  assert.deepEqual((await take(await squatted())).removed, ["password"]);
});

test("takeOver() refuses if the user has changed in the meantime, and emits no event", async () => {
  const { take, squatted, adapter, steps, told } = world();
  const squatter = await squatted();
  await adapter.updateUser({ id: squatter.id, emailVerified: new Date(1) });
  await assert.rejects(take(squatter), {
    type: "UserChanged",
    message: "Cannot take over the user: the user has changed in the meantime",
  });
  assert.deepEqual(steps, ["revoke", "take over"]);
  assert.deepEqual(told, []);
});

test("takeOver() refuses a user without an address, and does not ask the database", async () => {
  const { take, steps } = world();
  await assert.rejects(take({ ...GRACE, email: null }), { type: "UserChanged" });
  assert.deepEqual(steps, ["revoke"]);
});

test("takeOver() changes nothing in the database if a password cannot be removed", async () => {
  const cause = new Error("no connection");
  const { take, squatted, steps, told, adapter } = world({ revoke: () => Promise.reject(cause) });
  const squatter = await squatted();
  await assert.rejects(take(squatter), (error: Error) => {
    assert.match(error.message, new RegExp(`Cannot remove the password of user "${squatter.id}"`));
    assert.match(error.message, /`revoke` of provider "password" failed\. Remove it by hand/);
    assert.deepEqual(error.cause, { err: cause });
    return true;
  });
  assert.deepEqual(steps, ["revoke"]);
  assert.deepEqual(told, []);
  assert.equal((await adapter.getUser(squatter.id))?.emailVerified, null);
});

test("takeOver() tries three times to remove a password that was set until the takeover", async () => {
  const failing = (until: number) => (call: number) => {
    if (call > 1 && call <= until) throw new Error("no connection");
    return true;
  };
  const twice = world({ revoke: failing(3) });
  await twice.take(await twice.squatted());
  assert.deepEqual(twice.steps, ["revoke", "take over", "revoke", "revoke", "revoke"]);
  const always = world({ revoke: failing(20) });
  await assert.rejects(always.take(await always.squatted()), { type: "ServerError" });
  assert.deepEqual(always.steps, ["revoke", "take over", "revoke", "revoke", "revoke"]);
  assert.deepEqual(always.told, []);
});

test("takeOver() removes passwords once more if the answer of the database is lost", async () => {
  const lost = new Error("the connection has ended");
  const { take, squatted, steps, told } = world({
    methods: () => ({ takeOverUser: () => Promise.reject(lost) }),
  });
  await assert.rejects(take(await squatted()), { type: "AdapterError" });
  assert.deepEqual(steps, ["revoke", "revoke"]);
  assert.deepEqual(told, []);
});

test("takeOver() tells of a takeover whose answer is lost, and throws what failed where no one can look", async () => {
  const lost = new Error("the connection was lost after COMMIT");
  for (const isAway of [false, true]) {
    const { take, squatted, steps, told } = world({
      methods: (memory) => {
        let isTaken = false;
        return {
          async takeOverUser(key) {
            await memory.takeOverUser(key);
            isTaken = true;
            throw lost;
          },
          getUser: (id) => isAway && isTaken ? Promise.reject(new Error("away")) : memory.getUser(id),
        };
      },
    });
    const squatter = await squatted();
    const taken = take(squatter);
    if (isAway) {
      await assert.rejects(taken, { type: "AdapterError", cause: { err: lost, method: "takeOverUser" } });
    } else assert.deepEqual((await taken).user, { ...squatter, emailVerified: new Date(NOW) });
    assert.deepEqual([steps, told.length], [["revoke", "revoke"], isAway ? 0 : 1]);
  }
});

test("takeOver() refuses before it changes anything if sessions in tokens would go on", async () => {
  const methods = () => ({ rows: undefined }) as unknown as Partial<Adapter>;
  const { take, squatted, steps } = world({ strategy: "jwt", revoke: () => true, methods });
  const squatter = await squatted();
  await assert.rejects(take(squatter), (error: Error & { providers?: readonly string[] }) => {
    assert.match(error.message, new RegExp(`^Cannot sign in user "${squatter.id}" by the address alone`));
    assert.match(
      error.message,
      /sessions in tokens cannot be ended.*invited them, set `emailVerified`/,
    );
    assert.deepEqual(error.providers, ["idp", "other"]);
    assert.equal((error.cause as { userId: string }).userId, squatter.id);
    return true;
  });
  assert.deepEqual(steps, []);
});
