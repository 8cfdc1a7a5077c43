/**
 * The adapter contract on ids that are used again: nothing of a former user counts for the next one.
 *
 * @module
 */

import type { Adapter, AdapterSecurity, AdapterUser } from "../../adapters/contract/types.ts";
import {
  assertFields,
  assertTrue,
  inHours,
  type Rule,
  someAccount,
  someUser,
  storeUser,
  unique,
} from "./_rule.ts";
import type { Awaitable } from "../../values/types.ts";

const SECURITY = ["createUser", "deleteUser", "getSecurity", "setSecurity"] as const;

const ROWS = [
  ...SECURITY,
  "getSecondFactor",
  "setSecondFactor",
  "listProviderTokensByUserId",
  "setProviderTokens",
  "listProviderSessions",
  "setProviderSession",
] as const;

const CREATIONS: Readonly<
  Record<string, (adapter: Required<Adapter>, user: AdapterUser) => Awaitable<AdapterUser>>
> = {
  createUser: (adapter, user) => adapter.createUser(user),
  createUserWithAccount: (adapter, user) => adapter.createUserWithAccount(user, someAccount()),
};

/** Users whose id another one had before. */
export const formerUserRules: readonly Rule[] = [
  {
    name: "deleteUser() removes the password, and leaves a generation that no session of the user has",
    needs: SECURITY,
    async run(adapter) {
      const [user, other, plain] = [
        await storeUser(adapter),
        await storeUser(adapter),
        await storeUser(adapter),
      ];
      for (const { id } of [user, other]) await adapter.setSecurity(someRow(id), null);
      const generationOf = async (id: string) => {
        await adapter.deleteUser(id);
        const left = await adapter.getSecurity(id);
        assertFields(
          left,
          { passwordHash: null, passwordIsProven: true, passwordSetAt: null },
          "what is left",
        );
        return left!.generation;
      };
      const first = await generationOf(user.id);
      assertTrue(first > 7, `the generation is ${first}, expected more than 7`);
      assertTrue(await generationOf(plain.id) > 0, "the first generation begins again");
      await adapter.createUser(user);
      assertTrue((await adapter.getSecurity(user.id))!.generation >= first, "the generation is lower again");
      assertTrue(await generationOf(user.id) > first, "the second user has left the generation of the first");
      assertFields(await adapter.getSecurity(other.id), someRow(other.id), "the other password");
    },
  },
  {
    name: "deleteUser() leaves nothing of an unknown user",
    needs: SECURITY,
    async run(adapter) {
      const id = unique();
      await adapter.deleteUser(id);
      assertFields(await adapter.getSecurity(id), null, "what is left");
    },
  },
  ...Object.entries(CREATIONS).flatMap(([method, create]): Rule[] => [
    {
      name: `${method}() begins with nothing that stands under the id of a former user`,
      needs: [...ROWS, method as keyof Adapter],
      async run(adapter) {
        // As the SQL of an application leaves them, which removes a user alone.
        const user = someUser();
        const other = await storeUser(adapter);
        for (const { id } of [user, other]) await leaveRows(adapter, id);
        // Another database chooses the id.
        if ((await create(adapter, user)).id !== user.id) return;
        const { generation, passwordHash } = (await adapter.getSecurity(user.id))!;
        assertTrue((passwordHash ?? null) === null, "the password is there");
        assertTrue(generation > 7, `the generation is ${generation}, expected more than 7`);
        assertTrue(!(await hasRows(adapter, user.id)), "rows of the former user are there");
        assertFields(await adapter.getSecurity(noteOf(user.id)), null, "the note");
        assertFields(await adapter.getSecurity(other.id), someRow(other.id), "the other password");
        assertTrue(await hasRows(adapter, other.id), "rows of another user are gone");
        const note = noteOf(other.id);
        assertFields(await adapter.getSecurity(note), someRow(note), "the note of another user");
      },
    },
    {
      name: `${method}() begins a generation where only other rows of a former user stand`,
      needs: [...SECURITY, method as keyof Adapter],
      async run(adapter) {
        const user = someUser();
        await adapter.setSecurity(someRow(noteOf(user.id)), null);
        if ((await create(adapter, user)).id !== user.id) return;
        const row = await adapter.getSecurity(user.id);
        assertTrue((row?.generation ?? 0) > 0, "the first generation begins again");
      },
    },
    {
      name: `${method}() leaves all rows of a user whose id is taken`,
      needs: [...ROWS, method as keyof Adapter],
      async run(adapter) {
        const user = await storeUser(adapter);
        await leaveRows(adapter, user.id);
        const created = await Promise.allSettled([
          (async () => await create(adapter, someUser({ id: user.id })))(),
        ]);
        const isSame = created.some((it) => it.status === "fulfilled" && it.value.id === user.id);
        assertTrue(!isSame, "a second user with the id was accepted");
        assertFields(await adapter.getSecurity(user.id), someRow(user.id), "the password");
        assertTrue(await hasRows(adapter, user.id), "rows of the user are gone");
        const note = noteOf(user.id);
        assertFields(await adapter.getSecurity(note), someRow(note), "the note");
      },
    },
  ]),
];

function someRow(userId: string): AdapterSecurity {
  return { userId, generation: 7, passwordHash: "a hash", passwordIsProven: false, passwordSetAt: null };
}

/** What the note about the mailbox of a user has as `userId`. */
function noteOf(userId: string): string {
  return `\u0001mailbox ${userId}`;
}

async function leaveRows(adapter: Required<Adapter>, userId: string): Promise<void> {
  const account = { userId, provider: "example", providerAccountId: unique() };
  const factor = { totpSecret: "sealed", totpStep: 7, recoveryCodes: null, devices: null };
  const session = { id: unique(), sub: unique(), sid: null, idToken: null, expires: inHours(1) };
  await adapter.setSecurity(someRow(userId), null);
  await adapter.setSecurity(someRow(noteOf(userId)), null);
  await adapter.setSecondFactor({ userId, version: 1, enabledAt: new Date(0), ...factor }, null);
  await adapter.setProviderTokens({ ...account, version: 1, leaseUntil: null, tokens: "sealed" }, null);
  await adapter.setProviderSession({ ...account, ...session });
}

/** Whether a user has any of the rows. Asserts that they have all or none. */
async function hasRows(adapter: Required<Adapter>, userId: string): Promise<boolean> {
  const found = [
    Boolean(await adapter.getSecondFactor(userId)),
    (await adapter.listProviderTokensByUserId(userId)).length > 0,
    (await adapter.listProviderSessions({ userId })).length > 0,
  ];
  assertTrue(new Set(found).size === 1, `some rows are there, and others are gone: ${found}`);
  return found[0]!;
}
