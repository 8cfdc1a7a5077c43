/**
 * Faults of adapters that store passwords and generations.
 *
 * @module
 */

import type { AdapterSecurity } from "../../../src/adapters/contract/types.ts";
import { type Faults, pause } from "./_fault.ts";

const CHANGED = "setSecurity() stores nothing if the generation has changed";
const ALL = "setSecurity() stores all fields, and replaces all of them";

/** Each with the cases that must notice it. */
export const SECURITY_FAULTS: Faults = {
  "getSecurity() invents a row": [
    (sound) => ({
      getSecurity: async (userId): Promise<AdapterSecurity> =>
        await sound.getSecurity(userId) ??
          { userId, generation: 0, passwordHash: null, passwordIsProven: true, passwordSetAt: null },
    }),
    ["getSecurity() returns null for a user without a password"],
  ],
  "setSecurity() does not look at the generation": [
    (sound) => ({
      setSecurity: async (security) => {
        const stored = await sound.getSecurity(security.userId);
        return await sound.setSecurity(security, stored?.generation ?? null);
      },
    }),
    [CHANGED],
  ],
  "setSecurity() takes no row for the first generation": [
    (sound) => ({
      setSecurity: async (security, ifGeneration) => {
        const stored = await sound.getSecurity(security.userId);
        return await sound.setSecurity(security, stored || ifGeneration !== 0 ? ifGeneration : null);
      },
    }),
    [CHANGED],
  ],
  "setSecurity() keeps what a row had": [
    (sound) => ({
      setSecurity: async (security, ifGeneration) => {
        const { passwordHash = null } = await sound.getSecurity(security.userId) ?? {};
        return await sound.setSecurity(
          { ...security, passwordHash: security.passwordHash ?? passwordHash },
          ifGeneration,
        );
      },
    }),
    [ALL],
  ],
  "setSecurity() stores generations of 32 bits": [
    (sound) => ({
      setSecurity: (security, ifGeneration) =>
        sound.setSecurity({ ...security, generation: security.generation % 2 ** 32 }, ifGeneration),
    }),
    [ALL],
  ],
  "setSecurity() cuts long hashes off": [
    (sound) => ({
      setSecurity: (security, ifGeneration) =>
        sound.setSecurity(
          { ...security, passwordHash: security.passwordHash?.slice(0, 255) ?? null },
          ifGeneration,
        ),
    }),
    [ALL],
  ],
  "setSecurity() compares and stores in two steps": [
    (sound) => ({
      setSecurity: async (security, ifGeneration) => {
        const stored = await sound.getSecurity(security.userId);
        if ((stored?.generation ?? null) !== ifGeneration) return false;
        await pause();
        const now = await sound.getSecurity(security.userId);
        return await sound.setSecurity(security, now?.generation ?? null);
      },
    }),
    ["setSecurity() stores the row of one of 20 changes at the same time"],
  ],
  "setSecurity() refuses a row of the same generation": [
    (sound) => ({
      setSecurity: async (security, ifGeneration) =>
        security.generation !== ifGeneration && await sound.setSecurity(security, ifGeneration),
    }),
    ["setSecurity() stores a row without a generation, and one with the same generation"],
  ],
  "takeOverUser() forgets the generation": [
    (sound) => ({
      takeOverUser: async (user) => {
        const stored = await sound.getSecurity(user.id);
        const taken = await sound.takeOverUser(user);
        if (stored) await sound.setSecurity({ ...stored, generation: 0 }, stored.generation);
        return taken;
      },
    }),
    ["takeOverUser() keeps the password and the generation: the library removes the password itself"],
  ],
};
