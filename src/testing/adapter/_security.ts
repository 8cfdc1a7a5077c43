/**
 * The adapter contract on the password and the generation of a user.
 *
 * @module
 */

import type { AdapterSecurity } from "../../adapters/contract/types.ts";
import {
  assertFields,
  assertOneWins,
  assertTrue,
  race,
  RACERS,
  type Rule,
  storeUser,
  unique,
} from "./_rule.ts";

const METHODS = ["createUser", "getSecurity", "setSecurity"] as const;

/** Storing the password and the generation of a user. */
export const securityRules: readonly Rule[] = [
  {
    name: "getSecurity() returns null for a user without a password",
    needs: METHODS,
    async run(adapter) {
      const { id } = await storeUser(adapter);
      assertFields(await adapter.getSecurity(id), null, "the password");
      assertFields(await adapter.getSecurity(unique()), null, "the password of nobody");
    },
  },
  {
    name: "setSecurity() stores all fields, and replaces all of them",
    needs: METHODS,
    async run(adapter) {
      const { id } = await storeUser(adapter);
      const rows: readonly AdapterSecurity[] = [
        someSecurity(id),
        { ...someSecurity(id), generation: 1, passwordHash: "x".repeat(512), passwordIsProven: false },
        { userId: id, generation: 2, passwordHash: null, passwordIsProven: true, passwordSetAt: null },
        { ...someSecurity(id), generation: 4_294_967_296 },
      ];
      let generation: number | null = null;
      for (const row of rows) {
        const stored = await adapter.setSecurity(row, generation);
        assertTrue(stored === true, `setSecurity resolved to ${stored}, expected true`);
        assertFields(await adapter.getSecurity(id), row, "the password");
        generation = row.generation;
      }
    },
  },
  {
    name: "setSecurity() stores nothing if the generation has changed",
    needs: METHODS,
    async run(adapter) {
      const { id } = await storeUser(adapter);
      const stored = { ...someSecurity(id), generation: 3 };
      for (const absent of [0, 3]) {
        assertTrue(await adapter.setSecurity(stored, absent) === false, `it was stored after ${absent}`);
        assertFields(await adapter.getSecurity(id), null, "the password");
      }
      await adapter.setSecurity(stored, null);
      for (const other of [null, 0, 2, 4]) {
        const late = { ...stored, generation: 9, passwordHash: "late" };
        assertTrue(await adapter.setSecurity(late, other) === false, `it was stored after ${other}`);
        assertFields(await adapter.getSecurity(id), stored, "the password");
      }
    },
  },
  {
    name: "setSecurity() stores a row without a generation, and one with the same generation",
    needs: METHODS,
    async run(adapter) {
      const { id } = await storeUser(adapter);
      const first = someSecurity(id);
      assertTrue(await adapter.setSecurity(first, null), "the first row was not stored");
      const again = { ...first, passwordHash: "rehashed" };
      assertTrue(await adapter.setSecurity(again, 0), "the second row was not stored");
      assertFields(await adapter.getSecurity(id), again, "the password");
    },
  },
  {
    name: `setSecurity() stores the row of one of ${RACERS} changes at the same time`,
    needs: METHODS,
    async run(adapter) {
      const { id } = await storeUser(adapter);
      for (const before of [null, 1]) {
        const rows = Array.from({ length: RACERS }, (_, index) => ({
          ...someSecurity(id),
          generation: (before ?? 0) + 1,
          passwordHash: `hash ${before} ${index}`,
        }));
        const winner = assertOneWins(await race((index) => adapter.setSecurity(rows[index]!, before)));
        assertFields(await adapter.getSecurity(id), rows[winner]!, "the password");
      }
    },
  },
  {
    name: "takeOverUser() keeps the password and the generation: the library removes the password itself",
    needs: [...METHODS, "takeOverUser"],
    async run(adapter) {
      const { id, email } = await storeUser(adapter, { emailVerified: null });
      const row = { ...someSecurity(id), generation: 7 };
      await adapter.setSecurity(row, null);
      const taken = await adapter.takeOverUser({ id, email: email!, emailVerified: new Date() });
      assertTrue(taken !== null, "the user was not taken over");
      assertFields(await adapter.getSecurity(id), row, "the password");
    },
  },
];

function someSecurity(userId: string): AdapterSecurity {
  return {
    userId,
    generation: 0,
    passwordHash: "$scrypt$ln=17,r=8,p=1$c2FsdHNhbHRzYWx0c2FsdA$aGFzaGhhc2hoYXNoaGFzaGhhc2hoYXNoaGFzaGhhc2g",
    passwordIsProven: true,
    passwordSetAt: new Date("2026-05-06T07:08:09.010Z"),
  };
}
