/**
 * Faults of adapters that store rows in the same step as a change.
 *
 * @module
 */

import type { Adapter, Changes, RowBeside } from "../../../src/adapters/contract/types.ts";
import { CHANGES } from "../../../src/testing/adapter/_beside.ts";
import { type Faults, pause } from "./_fault.ts";

type Sound = Required<Adapter>;
type Call = (...args: never[]) => Promise<unknown>;

const METHODS = Object.keys(CHANGES);
const made = METHODS.map((method) => `beside() ${method} stores the rows, and makes the change`);
const vain = METHODS.map((method) => `beside() ${method} stores no row if nothing changes`);
const raced = METHODS.map((method) =>
  `beside() ${method} stores the rows of those of 20 callers at the same time who make the change`
);

/** Each with the cases that must notice it. */
export const BESIDE_FAULTS: Faults = {
  "beside() forgets the rows": [(sound) => ({ beside: () => sound }), [...made, ...raced]],
  "beside() makes no change": [
    (sound) => ({ beside: (rows) => wrapped(sound, () => storeAll(sound, rows)) }),
    [...made, ...raced.filter((name) => !name.includes("updateUser"))],
  ],
  "beside() stores the rows whatever happens": [
    (sound) => ({
      beside: (rows) => wrapped(sound, async (change) => [await storeAll(sound, rows), await change()][1]),
    }),
    vain,
  ],
  "beside() looks first, and stores then": [
    (sound) => ({
      beside: (rows) => ({
        ...sound.beside(rows),
        async deleteUser(id) {
          const stored = await sound.getUser(id);
          await pause();
          await sound.deleteUser(id);
          if (stored) await storeAll(sound, rows);
        },
      }),
    }),
    raced.filter((name) => name.includes("deleteUser")),
  ],
};

/** Each change, with something else in its place. @param instead Gets the change. */
function wrapped(sound: Sound, instead: (change: () => Promise<unknown>) => Promise<unknown>): Changes {
  const wrap = (all: object) =>
    Object.fromEntries(
      Object.entries(all).filter(([, own]) => typeof own === "function").map(([name, own]) => [
        name,
        (...args: never[]) => instead(() => (own as Call)(...args)),
      ]),
    );
  return { ...wrap(sound), rows: wrap(sound.rows) } as unknown as Changes;
}

async function storeAll({ rows: { store } }: Sound, rows: readonly RowBeside[]): Promise<void> {
  const put = store as unknown as (kind: string, row: object, ifVersion?: null) => Promise<unknown>;
  for (const [kind, row] of rows) await (kind === "bans" ? put(kind, row, null) : put(kind, row));
}
