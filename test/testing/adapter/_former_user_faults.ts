/**
 * Faults of adapters where an id is used again.
 *
 * @module
 */

import type { Adapter, AdapterSecurity, AdapterUser } from "../../../src/adapters/contract/types.ts";
import type { Faults } from "./_fault.ts";

const LEAVES = "deleteUser() removes the password, and leaves a generation that no session of the user has";

/** Each with the cases that must notice it. */
export const FORMER_USER_FAULTS: Faults = {
  "deleteUser() keeps the password": [
    (sound) => ({
      async deleteUser(id) {
        const stored = await sound.rows.find("security", { userId: id });
        await sound.deleteUser(id);
        if (stored) await replace(sound, id, ({ generation }) => ({ ...stored, generation }));
      },
    }),
    [LEAVES],
  ],
  "deleteUser() forgets the generation": [
    (sound) => ({
      async deleteUser(id) {
        await sound.deleteUser(id);
        if (await sound.rows.find("security", { userId: id })) {
          await replace(sound, id, (row) => ({ ...row, generation: 0 }));
        }
      },
    }),
    [LEAVES],
  ],
  "deleteUser() leaves a generation of an unknown user": [
    (sound) => ({
      async deleteUser(id) {
        await sound.deleteUser(id);
        await replace(sound, id, (row) => ({ ...row, generation: 8 }));
      },
    }),
    ["deleteUser() leaves nothing of an unknown user"],
  ],
  ...faultsOf("createUser"),
  ...faultsOf("createUserWithAccount"),
};

function faultsOf(method: "createUser" | "createUserWithAccount"): Faults {
  /** The method, with something before and something after it. */
  const around = (
    sound: Required<Adapter>,
    before: (id: string) => Promise<unknown>,
    after: (id: string, seen: never) => Promise<unknown>,
  ): Partial<Adapter> => ({
    [method]: async (user: AdapterUser, ...rest: never[]) => {
      const seen = await before(user.id) as never;
      const created = await (sound[method] as (...args: unknown[]) => unknown)(user, ...rest);
      await after(user.id, seen);
      return created;
    },
  });
  const nothing = async () => {};
  return {
    [`${method}() keeps the password of a former user`]: [
      (sound) =>
        around(
          sound,
          async (id) => await sound.rows.find("security", { userId: id }),
          async (id, stored: AdapterSecurity | null) =>
            stored && await replace(sound, id, ({ generation }) => ({ ...stored, generation })),
        ),
      [`${method}() begins with nothing that stands under the id of a former user`],
    ],
    [`${method}() begins the first generation`]: [
      (sound) =>
        around(
          sound,
          nothing,
          async (id) =>
            await sound.rows.find("security", { userId: id }) &&
            await replace(sound, id, (row) => ({ ...row, generation: 0 })),
        ),
      [`${method}() begins a generation where only other rows of a former user stand`],
    ],
    [`${method}() empties the id of another user`]: [
      (sound) =>
        around(
          sound,
          async (id) =>
            await sound.rows.find("security", { userId: id }) &&
            await replace(sound, id, (row) => ({ ...row, passwordHash: null })),
          nothing,
        ),
      [`${method}() leaves all rows of a user whose id is taken`],
    ],
  };
}

async function replace(
  { rows }: Required<Adapter>,
  userId: string,
  to: (row: AdapterSecurity) => AdapterSecurity,
): Promise<void> {
  const stored = await rows.find("security", { userId });
  const empty = { userId, generation: 0, passwordHash: null, passwordIsProven: true, passwordSetAt: null };
  await rows.store("security", to(stored ?? empty), stored?.generation ?? null);
}
