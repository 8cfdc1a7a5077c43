/**
 * The adapter contract on ids that are used again: nothing of a former user counts for the next one.
 *
 * @module
 */

import type { Adapter, AdapterSecurity, AdapterUser } from "../../adapters/contract/types.ts";
import { assertFields, assertTrue, type Rule, someAccount, someUser, storeUser, unique } from "./_rule.ts";
import { isKey } from "../../shapes/row_kind.ts";
import { KINDS, rowsIn, someRow } from "./_some_row.ts";
import type { Awaitable } from "../../values/types.ts";

/** The kinds that go with a user. */
const OWNED = KINDS.filter(({ isOwned }) => isOwned);

const NEEDS = ["createUser", "deleteUser", "rows"] as const;

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
    needs: NEEDS,
    async run(adapter) {
      const [user, other, plain] = [
        await storeUser(adapter),
        await storeUser(adapter),
        await storeUser(adapter),
      ];
      for (const { id } of [user, other]) await adapter.rows.store("security", someSecurity(id), null);
      const generationOf = async (id: string) => {
        await adapter.deleteUser(id);
        const left = await adapter.rows.find("security", { userId: id });
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
      assertTrue(
        (await adapter.rows.find("security", { userId: user.id }))!.generation >= first,
        "the generation is lower again",
      );
      assertTrue(await generationOf(user.id) > first, "the second user has left the generation of the first");
      assertFields(
        await adapter.rows.find("security", { userId: other.id }),
        someSecurity(other.id),
        "the other password",
      );
    },
  },
  {
    name: "deleteUser() leaves nothing of an unknown user",
    needs: NEEDS,
    async run(adapter) {
      const id = unique();
      await adapter.deleteUser(id);
      assertFields(await adapter.rows.find("security", { userId: id }), null, "what is left");
    },
  },
  ...Object.entries(CREATIONS).flatMap(([method, create]): Rule[] => [
    {
      name: `${method}() begins with nothing that stands under the id of a former user`,
      needs: [...NEEDS, method as keyof Adapter],
      async run(adapter) {
        // As the SQL of an application leaves them, which removes a user alone.
        const user = someUser();
        const other = await storeUser(adapter);
        for (const { id } of [user, other]) await leaveRows(adapter, id);
        // Another database chooses the id.
        if ((await create(adapter, user)).id !== user.id) return;
        const { generation, passwordHash } = (await adapter.rows.find("security", { userId: user.id }))!;
        assertTrue((passwordHash ?? null) === null, "the password is there");
        assertTrue(generation > 7, `the generation is ${generation}, expected more than 7`);
        assertTrue(!(await hasRows(adapter, user.id)), "rows of the former user are there");
        assertFields(await adapter.rows.find("security", { userId: noteOf(user.id) }), null, "the note");
        assertFields(
          await adapter.rows.find("security", { userId: other.id }),
          someSecurity(other.id),
          "the other password",
        );
        assertTrue(await hasRows(adapter, other.id), "rows of another user are gone");
        const note = noteOf(other.id);
        assertFields(
          await adapter.rows.find("security", { userId: note }),
          someSecurity(note),
          "the note of another user",
        );
      },
    },
    {
      name: `${method}() begins a generation where only other rows of a former user stand`,
      needs: [...NEEDS, method as keyof Adapter],
      async run(adapter) {
        const user = someUser();
        await adapter.rows.store("security", someSecurity(noteOf(user.id)), null);
        if ((await create(adapter, user)).id !== user.id) return;
        const row = await adapter.rows.find("security", { userId: user.id });
        assertTrue((row?.generation ?? 0) > 0, "the first generation begins again");
      },
    },
    {
      name: `${method}() leaves all rows of a user whose id is taken`,
      needs: [...NEEDS, method as keyof Adapter],
      async run(adapter) {
        const user = await storeUser(adapter);
        await leaveRows(adapter, user.id);
        const created = await Promise.allSettled([
          (async () => await create(adapter, someUser({ id: user.id })))(),
        ]);
        const isSame = created.some((it) => it.status === "fulfilled" && it.value.id === user.id);
        assertTrue(!isSame, "a second user with the id was accepted");
        assertFields(
          await adapter.rows.find("security", { userId: user.id }),
          someSecurity(user.id),
          "the password",
        );
        assertTrue(await hasRows(adapter, user.id), "rows of the user are gone");
        const note = noteOf(user.id);
        assertFields(await adapter.rows.find("security", { userId: note }), someSecurity(note), "the note");
      },
    },
  ]),
];

function someSecurity(userId: string): AdapterSecurity {
  return { userId, generation: 7, passwordHash: "a hash", passwordIsProven: false, passwordSetAt: null };
}

/** What the note about the mailbox of a user has as `userId`. */
function noteOf(userId: string): string {
  return `\u0001mailbox ${userId}`;
}

async function leaveRows(adapter: Required<Adapter>, userId: string): Promise<void> {
  await adapter.rows.store("security", someSecurity(userId), null);
  await adapter.rows.store("security", someSecurity(noteOf(userId)), null);
  for (const kind of OWNED) await rowsIn(adapter, kind).add(someRow(kind, { userId }));
}

/** Whether a user has any of the rows. Asserts that they have all or none. */
async function hasRows(adapter: Required<Adapter>, userId: string): Promise<boolean> {
  const found = await Promise.all(OWNED.map(async (kind) => {
    const rows = rowsIn(adapter, kind);
    return isKey(kind, ["userId"])
      ? Boolean(await rows.find({ userId }))
      : (await rows.list({ userId })).length > 0;
  }));
  assertTrue(new Set(found).size === 1, `some rows are there, and others are gone: ${found}`);
  return found[0]!;
}
