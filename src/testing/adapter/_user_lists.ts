/**
 * The adapter contract on lists of users.
 *
 * @module
 */

import type { Adapter, AdapterUser, UserList, UserQuery } from "../../adapters/contract/types.ts";
import { assertFields, assertTrue, type Rule, storeUser, unique } from "./_rule.ts";

/** Lists of users. The database may have other users. */
export const userListRules: readonly Rule[] = [
  {
    name: "listUsers() lists each user, a part at a time",
    needs: ["createUser", "listUsers"],
    async run(adapter) {
      const name = unique();
      const stored = [];
      for (let index = 0; index < 5; index++) stored.push(await storeUser(adapter, { name }));
      const parts = await partsOf(adapter, { limit: 2, search: name });
      const users = parts.flatMap(({ users }) => users);
      const ids = idsIn(parts);
      assertTrue(
        ids.toSorted().join() === stored.map(({ id }) => id).toSorted().join(),
        `${ids.length} users were listed, not 5, or others`,
      );
      assertFields(users[0]!, stored.find(({ id }) => id === ids[0])!, "the first user");
      const all = await partsOf(adapter, { limit: 100 });
      const listed = idsIn(all);
      assertTrue(ids.every((id) => listed.includes(id)), "a user is missing in the list of all");
    },
  },
  {
    name: "listUsers() finds a text in address and name, in either case",
    needs: ["createUser", "listUsers"],
    async run(adapter) {
      const [one, other] = [unique(), unique()];
      const user = await storeUser(adapter, {
        name: `Ada ${one} Lovelace`,
        email: `ada.${other}@example.com`,
      });
      await storeUser(adapter, { name: null, email: null });
      const found = async (search: string) => {
        const parts = await partsOf(adapter, { limit: 10, search });
        return idsIn(parts).join();
      };
      for (const search of [one, one.toUpperCase(), `ADA ${one} l`, other, `A.${other}@EXAMPLE`]) {
        assertTrue(await found(search) === user.id, `"${search}" doesn't find the user, or finds others`);
      }
      for (const search of [`${one}%`, `ada_${other}`, `%${other}`, `${one}\\`, "!%"]) {
        assertTrue(await found(search) === "", `"${search}" finds a user`);
      }
    },
  },
  {
    name: "listUsers() finds users by the values of fields",
    needs: ["createUser", "listUsers"],
    async run(adapter) {
      const name = unique();
      const [user, bare] = [
        await storeUser(adapter, { name }),
        await storeUser(adapter, { name, email: null, image: null }),
      ];
      const found = async (query: Pick<UserQuery, "by" | "search">) => {
        const parts = await partsOf(adapter, { limit: 10, ...query });
        return idsIn(parts).join();
      };
      assertTrue(await found({ by: { email: user.email } }) === user.id, "an address doesn't find the user");
      assertTrue(await found({ by: { name, email: null } }) === bare.id, "no address doesn't find the user");
      assertTrue(await found({ by: { email: unique() } }) === "", "another address finds a user");
      assertTrue(await found({ by: { email: user.email }, search: unique() }) === "", "a text is ignored");
    },
  },
];

/** All parts of a list. */
async function partsOf(adapter: Required<Adapter>, query: Omit<UserQuery, "after">) {
  const parts = [await adapter.listUsers({ after: null, ...query })];
  for (let next = parts[0]!.next; next !== null; next = parts.at(-1)!.next) {
    assertTrue(parts.length < 100_000, "the list doesn't end");
    parts.push(await adapter.listUsers({ after: next, ...query }));
  }
  return parts;
}

/** The ids of the users of a list. A database without a list of all users may show one twice. */
function idsIn(parts: readonly UserList<AdapterUser>[]): readonly string[] {
  return [...new Set(parts.flatMap(({ users }) => users.map(({ id }) => id)))];
}
