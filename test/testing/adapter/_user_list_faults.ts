/**
 * Adapters that list users wrongly.
 *
 * @module
 */

import type { Faults } from "./_fault.ts";

const PARTS = "listUsers() lists each user, a part at a time";
const TEXT = "listUsers() finds a text in address and name, in either case";
const FIELDS = "listUsers() finds users by the values of fields";

/** Adapters that list users wrongly. */
export const USER_LIST_FAULTS: Faults = {
  "the first user of each part is left out": [
    (sound) => ({
      listUsers: async (query) => {
        const { users, next } = await sound.listUsers(query);
        return { users: query.after === null ? users : users.slice(1), next };
      },
    }),
    [PARTS],
  ],
  "a list ends too soon": [
    (sound) => ({ listUsers: async (query) => ({ ...await sound.listUsers(query), next: null }) }),
    [PARTS],
  ],
  "a text is compared to the letter": [
    (sound) => ({
      listUsers: async (query) => {
        const { users, next } = await sound.listUsers(query);
        const has = (text: string | null | undefined) => text?.includes(query.search ?? "");
        return { users: users.filter(({ email, name }) => has(email) || has(name)), next };
      },
    }),
    [TEXT],
  ],
  "a text is a pattern": [
    (sound) => ({
      listUsers: async ({ search = "", ...query }) => {
        const pattern = search.replace(/[\\]/g, "").replace(/%/g, ".*").replace(/_/g, ".");
        const { users, next } = await sound.listUsers(query);
        const has = (text: string | null | undefined) => new RegExp(pattern, "i").test(text ?? "");
        return { users: users.filter(({ email, name }) => has(email) || has(name)), next };
      },
    }),
    [TEXT],
  ],
  "values of fields are ignored": [
    (sound) => ({ listUsers: ({ by: _, ...query }) => sound.listUsers(query) }),
    [FIELDS],
  ],
  "a field without a value is ignored": [
    (sound) => ({
      listUsers: ({ by = {}, ...query }) =>
        sound.listUsers({
          ...query,
          by: Object.fromEntries(Object.entries(by).filter(([, value]) => value !== null)),
        }),
    }),
    [FIELDS],
  ],
};
