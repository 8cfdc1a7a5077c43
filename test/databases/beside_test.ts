import assert from "node:assert/strict";
import { test } from "node:test";
import type { Adapter, AdapterBan, Changes } from "../../src/adapters/contract/types.ts";
import { CHANGES } from "../../src/testing/adapter/_beside.ts";
import { startDatabases } from "./_databases.ts";
import { startStepped } from "./_stepped_databases.ts";
import { type Round, walk } from "./_steps.ts";

/** Two changes at the same time, of which the second contends with the first. */
interface Contest {
  /** The changes, each of which stores a row beside it. */
  readonly changes: readonly [(changes: Changes) => unknown, (changes: Changes) => unknown];
  /** How many of them are made. Default: it depends on who comes first. */
  readonly made?: number;
}

type Own = Required<Adapter>;
type Account = Parameters<Own["linkAccount"]>[0];

const VERIFIED = new Date(1_900_000_000_000);

const CONTESTS: Readonly<Record<string, (adapter: Own) => Promise<Contest>>> = {
  async "two removals, each of what the other one keeps"(adapter) {
    const { id: userId, accounts: [one, other] } = await storeUser(adapter);
    return {
      changes: [
        (changes) => changes.removeAccount({ userId, account: one, keeps: other }),
        (changes) => changes.removeAccount({ userId, account: other, keeps: one }),
      ],
      made: 1,
    };
  },
  async "a removal, and that of what it keeps"(adapter) {
    const { id: userId, accounts: [account, keeps] } = await storeUser(adapter);
    return {
      changes: [
        (changes) => changes.removeAccount({ userId, account, keeps }),
        async (changes) => [await changes.unlinkAccount(keeps)],
      ],
    };
  },
  async "a removal, and another one of the same account"(adapter) {
    const { id: userId, accounts: [account, keeps] } = await storeUser(adapter);
    return {
      changes: [
        (changes) => changes.removeAccount({ userId, account, keeps }),
        async (changes) => await changes.unlinkAccount(account),
      ],
      made: 1,
    };
  },
  async "a removal of a user, and an account"(adapter) {
    const { id: userId } = await storeUser(adapter);
    const providerAccountId = crypto.randomUUID();
    return {
      changes: [
        async (changes) => [await changes.deleteUser(userId)],
        async (changes) => [
          await changes.linkAccount({ userId, type: "oidc", provider: "idp", providerAccountId }),
        ],
      ],
    };
  },
  async "two removals of a user"(adapter) {
    const { id } = await storeUser(adapter);
    return { changes: [(changes) => changes.deleteUser(id), (changes) => changes.deleteUser(id)], made: 1 };
  },
  async "a change of a user, and a removal"(adapter) {
    const { id } = await storeUser(adapter);
    return {
      changes: [
        (changes) => changes.updateUser({ id, name: "Ada" }),
        async (changes) => [await changes.deleteUser(id)],
      ],
    };
  },
  async "a takeover, and a session of the stranger"(adapter) {
    const { id, email } = await storeUser(adapter);
    const session = { userId: id, sessionToken: crypto.randomUUID(), expires: VERIFIED };
    return {
      changes: [
        (changes) => changes.takeOverUser({ id, email, emailVerified: VERIFIED }),
        (changes) => changes.addCredentials({ userId: id, emailVerified: null, session }),
      ],
    };
  },
  async "a takeover, and a new address"(adapter) {
    const { id, email } = await storeUser(adapter);
    return {
      changes: [
        (changes) => changes.takeOverUser({ id, email, emailVerified: VERIFIED }),
        (changes) => changes.updateUser({ id, email: `other-${email}` }),
      ],
    };
  },
  async "two rows after the same version"(adapter) {
    const row = ban();
    await adapter.rows.store("bans", row, null);
    const store = (changes: Changes) => changes.rows.store("bans", { ...row, version: 2 }, 1);
    return { changes: [store, store], made: 1 };
  },
  async "a row after a version, and its removal"(adapter) {
    const row = ban();
    await adapter.rows.store("bans", row, null);
    return {
      changes: [
        (changes) => changes.rows.store("bans", { ...row, version: 2 }, 1),
        (changes) => changes.rows.remove("bans", row),
      ],
    };
  },
};

// Before the first test: Deno ends with success when a module fails that has tests already.
const [databases, stepped] = await Promise.all([startDatabases(), startStepped("beside")]);

for (const [name, database] of databases) {
  if ("missing" in database || !database.faults) continue;
  const { open, faults } = database;
  for (const [change, prepare] of Object.entries(CHANGES)) {
    test(`${change} of ${name} that dies stores a row beside it if it was made, and not otherwise`, async () => {
      const adapter = await open();
      for (const moment of ["before", "after"] as const) {
        let hasStruck = true;
        for (let at = 0; hasStruck; at++) {
          const { make, isMade } = await prepare(adapter);
          const row = ban();
          faults.arm(at, moment);
          const [outcome] = await Promise.allSettled([
            (async () => await make(adapter.beside([["bans", row]])))(),
          ]);
          hasStruck = faults.disarm();
          const place = `${moment} ${at}`;
          assert.ok(hasStruck || outcome.status === "fulfilled", place);
          assert.equal(await isStored(adapter, row), await isMade(), place);
          if (outcome.status === "fulfilled") assert.equal(await isMade(), true, place);
        }
      }
    });
  }
}

for (const [name, database] of databases) {
  if ("missing" in database || database.below?.kind !== "sql") continue;
  for (const [change, prepare] of Object.entries(CHANGES)) {
    test(`${change} of ${name} is not made if a row beside it is refused`, async () => {
      const adapter = await database.open();
      const { make, isMade } = await prepare(adapter);
      const [row, first] = [ban(), ban()];
      await adapter.rows.store("bans", row, null);
      const changes = adapter.beside([["bans", first], ["bans", row]]);
      // Of a conditional write, the answer may be that another row was faster.
      const [outcome] = await Promise.allSettled([(async () => await make(changes))()]);
      assert.notEqual(outcome.status === "fulfilled" && outcome.value, true);
      assert.deepEqual([await isMade(), await isStored(adapter, first)], [false, false]);
    });
  }
}

for (const [name, database] of stepped) {
  for (const [title, prepare] of Object.entries(CONTESTS)) {
    test(
      `beside() of ${name} stores the rows of what was made of ${title}, in any order of the steps`,
      { skip: "missing" in database ? database.missing : false },
      async () => {
        if ("missing" in database) return;
        const adapter = await database.open();
        for (const order of [[0, 1], [1, 0]] as const) {
          const begin = async () => await beginContest(adapter, await prepare(adapter), order);
          const rounds = await walk({ begin, isLocked: database.isLocked });
          // Without steps there are only the orders of whole calls.
          assert.ok(rounds > 2 || !database.hasSteps, `only ${rounds} orders`);
        }
      },
    );
  }
}

/** @param order Which of the changes stops before each of its steps, and which runs meanwhile. */
async function beginContest(
  adapter: Own,
  { changes, made }: Contest,
  order: readonly [0 | 1, 0 | 1],
): Promise<Round> {
  const answers: unknown[] = [];
  const rows = order.map(() => ban());
  const calls = order.map((which) => async () => {
    const changing = adapter.beside([["bans", rows[which]!]]);
    // A change that is refused has changed nothing.
    answers[which] = await (async () => await changes[which](changing))().catch(() => false);
  });
  return await Promise.resolve({
    calls: [calls[0]!, calls[1]!],
    async check() {
      const stored = await Promise.all(rows.map((row) => isStored(adapter, row)));
      for (const [which, answer] of answers.entries()) {
        // Without an answer, the number of rows says enough.
        if (answer !== undefined) assert.equal(stored[which], Boolean(answer), `${which}: ${answer}`);
      }
      if (made !== undefined) assert.equal(stored.filter(Boolean).length, made);
    },
  });
}

/** A user whose address was never proven, with two accounts. */
async function storeUser(adapter: Own) {
  const id = crypto.randomUUID();
  const email = `${id}@example.com`;
  await adapter.createUser({ id, email, emailVerified: null });
  const accounts = ["one", "two"].map((name): Account => ({
    ...{ userId: id, type: "oidc", provider: "idp" },
    providerAccountId: `${name} ${id}`,
  }));
  for (const account of accounts) await adapter.linkAccount(account);
  return { id, email, accounts: accounts as [Account, Account] };
}

function ban(): AdapterBan {
  const userId = crypto.randomUUID();
  return { userId, version: 1, bannedAt: VERIFIED, until: null, reason: null, bannedBy: null };
}

async function isStored(adapter: Own, row: AdapterBan): Promise<boolean> {
  return await adapter.rows.find("bans", row) !== null;
}
