/**
 * The adapter contract on rows that are stored in the same step as a change.
 *
 * @module
 */

import type { Row } from "../../shapes/row_kind.ts";
import type { Adapter, Changes, RowBeside } from "../../adapters/contract/types.ts";
import {
  assertTrue,
  inHours,
  race,
  RACERS,
  type Rule,
  someAccount,
  someUser,
  storeAccount,
  storeSession,
  storeUser,
  unique,
} from "./_rule.ts";
import { KINDS, rowsIn, someRow } from "./_some_row.ts";

/** A change that is prepared. */
interface Prepared {
  /** The user that it is about. */
  readonly userId: string;
  /** Makes it. */
  readonly make: (changes: Changes) => unknown;
  /** Whether it is made. */
  readonly isMade: () => Promise<boolean>;
  /** Changes that change nothing: they reject, or resolve to nothing. */
  readonly vain: readonly ((changes: Changes) => unknown)[];
  /** Whether each of several calls makes it. Default: the first one only. */
  readonly isRepeated?: boolean;
}

const [ACTIVITIES, BANS] = ["activities", "bans"].map((name) => KINDS.find(({ kind }) => kind === name)!);

/** Each change, prepared in an adapter. */
export const CHANGES: Readonly<Record<string, (adapter: Required<Adapter>) => Promise<Prepared>>> = {
  async createUser(adapter) {
    const [user, { email }] = [someUser(), await storeUser(adapter)];
    return {
      userId: user.id,
      make: (changes) => changes.createUser(user),
      isMade: async () => Boolean(await adapter.getUserByEmail(user.email!)),
      vain: [(changes) => changes.createUser(someUser({ email }))],
    };
  },
  async createUserWithAccount(adapter) {
    const [user, account] = [someUser(), someAccount()];
    const taken = await storeAccount(adapter, (await storeUser(adapter)).id);
    return {
      userId: user.id,
      make: (changes) => changes.createUserWithAccount(user, account),
      isMade: async () => await isStored(adapter, account),
      vain: [(changes) => changes.createUserWithAccount(someUser(), taken)],
    };
  },
  async updateUser(adapter) {
    const { id } = await storeUser(adapter);
    const email = `${unique()}@example.com`;
    return {
      userId: id,
      make: (changes) => changes.updateUser({ id, email }),
      isMade: async () => Boolean(await adapter.getUserByEmail(email)),
      vain: [(changes) => changes.updateUser({ id: unique(), name: "Ada King" })],
      isRepeated: true,
    };
  },
  async deleteUser(adapter) {
    const { id } = await storeUser(adapter);
    return {
      userId: id,
      make: (changes) => changes.deleteUser(id),
      isMade: async () => !(await adapter.getUser(id)),
      vain: [(changes) => changes.deleteUser(unique())],
    };
  },
  async linkAccount(adapter) {
    const { id: userId } = await storeUser(adapter);
    const [account, taken] = [{ ...someAccount(), userId }, await storeAccount(adapter, userId)];
    return {
      userId,
      make: (changes) => changes.linkAccount(account),
      isMade: async () => await isStored(adapter, account),
      vain: [
        (changes) => changes.linkAccount(taken),
        (changes) => changes.linkAccount({ ...someAccount(), userId: unique() }),
      ],
    };
  },
  async unlinkAccount(adapter) {
    const { id: userId } = await storeUser(adapter);
    const { provider, providerAccountId } = await storeAccount(adapter, userId);
    return {
      userId,
      make: (changes) => changes.unlinkAccount({ provider, providerAccountId }),
      isMade: async () => !await isStored(adapter, { provider, providerAccountId }),
      vain: [(changes) => changes.unlinkAccount({ provider, providerAccountId: unique() })],
    };
  },
  async addCredentials(adapter) {
    const { id: userId, emailVerified } = await storeUser(adapter);
    const [account, taken] = [{ ...someAccount(), userId }, await storeAccount(adapter, userId)];
    return {
      userId,
      make: (changes) => changes.addCredentials({ userId, emailVerified, account }),
      isMade: async () => await isStored(adapter, account),
      vain: [
        (changes) =>
          changes.addCredentials({
            ...{ userId, emailVerified: null },
            session: { sessionToken: unique(), userId, expires: inHours(1) },
          }),
        (changes) => changes.addCredentials({ userId, emailVerified, account: taken }),
      ],
    };
  },
  async takeOverUser(adapter) {
    const { id, email } = await storeUser(adapter, { emailVerified: null });
    const { sessionToken } = await storeSession(adapter, id);
    const emailVerified = inHours(-1);
    return {
      userId: id,
      make: (changes) => changes.takeOverUser({ id, email: email!, emailVerified }),
      isMade: async () => !(await adapter.getSessionAndUser(sessionToken)),
      vain: [(changes) => changes.takeOverUser({ id, email: `other-${email}`, emailVerified })],
    };
  },
  async removeAccount(adapter) {
    const { id: userId } = await storeUser(adapter);
    const [account, kept] = [await storeAccount(adapter, userId), await storeAccount(adapter, userId)]
      .map(({ provider, providerAccountId }) => ({ provider, providerAccountId })) as [Key, Key];
    const absent = { ...account, providerAccountId: unique() };
    return {
      userId,
      make: (changes) => changes.removeAccount({ userId, account, keeps: kept }),
      isMade: async () => !await isStored(adapter, account),
      vain: [
        (changes) => changes.removeAccount({ userId, account, keeps: absent }),
        (changes) => changes.removeAccount({ userId, account: absent, keeps: "email" }),
      ],
    };
  },
  async "rows.store"(adapter) {
    const row = someRow(BANS!) as never;
    return await Promise.resolve({
      userId: unique(),
      make: (changes) => changes.rows.store("bans", row, null),
      isMade: async () => Boolean(await adapter.rows.find("bans", row)),
      vain: [(changes) => changes.rows.store("bans", row, 7)],
    });
  },
  async "rows.store, of a version,"(adapter) {
    const before = someRow(BANS!);
    const row = { ...before, version: 2 } as never;
    await rowsIn(adapter, BANS!).add(before);
    return {
      userId: unique(),
      make: (changes) => changes.rows.store("bans", row, 1),
      isMade: async () => (await adapter.rows.find("bans", row))?.version === 2,
      vain: [
        (changes) => changes.rows.store("bans", row, null),
        (changes) => changes.rows.store("bans", row, 7),
      ],
    };
  },
  async "rows.remove"(adapter) {
    const row = someRow(BANS!);
    await rowsIn(adapter, BANS!).add(row);
    return {
      userId: unique(),
      make: (changes) => changes.rows.remove("bans", row as never),
      isMade: async () => !(await adapter.rows.find("bans", row as never)),
      vain: [(changes) => changes.rows.remove("bans", { userId: unique() })],
    };
  },
};

type Key = Parameters<Required<Adapter>["unlinkAccount"]>[0];

/** Rows beside each change. */
export const besideRules: readonly Rule[] = Object.entries(CHANGES).flatMap(([method, prepare]): Rule[] => {
  const needs = [
    "beside",
    "getUser",
    "getUserByEmail",
    "getUserByAccount",
    "getSessionAndUser",
    "rows",
  ] as const;
  return [
    {
      name: `beside() ${method} stores the rows, and makes the change`,
      needs,
      async run(adapter) {
        const { userId, make, isMade } = await prepare(adapter);
        // A row of the user stays, even if the change removes all that belongs to them.
        const rows = [someRow(ACTIVITIES!, { userId }), someRow(BANS!, { version: 5 })] as const;
        const given = [["activities", rows[0]], ["bans", rows[1]]] as unknown as RowBeside[];
        const changes = adapter.beside(given);
        if (!isThere(changes, method)) return;
        await make(changes);
        assertTrue(await isMade(), "the change is not made");
        await rowsIn(adapter, ACTIVITIES!).assertStored(rows[0], rows[0]);
        await rowsIn(adapter, BANS!).assertStored(rows[1], rows[1]);
      },
    },
    {
      name: `beside() ${method} stores no row if nothing changes`,
      needs,
      async run(adapter) {
        const { vain } = await prepare(adapter);
        for (const change of vain) {
          const row = someRow(BANS!);
          await Promise.allSettled([(async () => await change(beside(adapter, row)))()]);
          await rowsIn(adapter, BANS!).assertStored(row, null);
        }
      },
    },
    {
      name:
        `beside() ${method} stores the rows of those of ${RACERS} callers at the same time who make the change`,
      needs,
      async run(adapter) {
        const { make, isRepeated } = await prepare(adapter);
        const rows = Array.from({ length: RACERS }, () => someRow(BANS!));
        const changes = rows.map((row) => beside(adapter, row));
        if (!changes.every((each) => isThere(each, method))) return;
        const outcomes = await race((index) => make(changes[index]!));
        const found = await Promise.all(rows.map((row) => rowsIn(adapter, BANS!).find(row)));
        const stored = found.filter(Boolean).length;
        assertTrue(stored === (isRepeated ? RACERS : 1), `${stored} of ${RACERS} rows are stored`);
        for (const [index, outcome] of outcomes.entries()) {
          const failed = outcome.status === "rejected" || outcome.value === false || outcome.value === null;
          assertTrue(!failed || !found[index], "a row of a change is stored that was not made");
        }
      },
    },
  ];
});

/** Whether the changes have a method, such as `createUser` or `rows.store, of a version`. */
function isThere(changes: Changes, method: string): boolean {
  const [name = ""] = method.split(/[.,]/);
  return name in changes;
}

/** Changes that store a row beside them. */
function beside(adapter: Required<Adapter>, row: Row): Changes {
  return adapter.beside([["bans", row]] as unknown as RowBeside[]);
}

async function isStored(adapter: Required<Adapter>, { provider, providerAccountId }: Key): Promise<boolean> {
  return Boolean(await adapter.getUserByAccount({ provider, providerAccountId }));
}
