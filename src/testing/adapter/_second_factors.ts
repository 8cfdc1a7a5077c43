/**
 * The adapter contract on second factors.
 *
 * @module
 */

import type { AdapterSecondFactor } from "../../adapters/contract/types.ts";
import { assertFields, assertOneWins, assertTrue, race, type Rule, storeUser, unique } from "./_rule.ts";

const METHODS = ["createUser", "getSecondFactor", "setSecondFactor"] as const;

/** Number of callers who use up one recovery code at the same time. */
const SPENDERS = 50;

/** Storing the second factors of users. */
export const secondFactorRules: readonly Rule[] = [
  {
    name: "getSecondFactor() returns null for a user without one",
    needs: METHODS,
    async run(adapter) {
      const { id } = await storeUser(adapter);
      assertFields(await adapter.getSecondFactor(id), null, "the second factor");
      assertFields(await adapter.getSecondFactor(unique()), null, "the second factor of nobody");
    },
  },
  {
    name: "setSecondFactor() stores all fields, and replaces all of them",
    needs: METHODS,
    async run(adapter) {
      const { id } = await storeUser(adapter);
      const empty = { enabledAt: null, totpSecret: null, totpStep: 0, recoveryCodes: null, devices: null };
      const rows: readonly AdapterSecondFactor[] = [
        someFactor(id),
        { ...someFactor(id), totpSecret: "s".repeat(512), recoveryCodes: "r".repeat(1000) },
        { ...someFactor(id), version: 3, devices: `["Zoës 'Gerät' \\\\ 🦉"]`.padEnd(8000, "ü") },
        { userId: id, version: 4, ...empty },
        { ...someFactor(id), version: 4_294_967_296, totpStep: 4_294_967_297 },
      ];
      let version: number | null = null;
      for (const row of rows) {
        const stored = await adapter.setSecondFactor(row, version);
        assertTrue(stored === true, `setSecondFactor resolved to ${stored}, expected true`);
        assertFields(await adapter.getSecondFactor(id), row, "the second factor");
        version = row.version;
      }
    },
  },
  {
    name: "setSecondFactor() stores nothing if the version has changed",
    needs: METHODS,
    async run(adapter) {
      const { id } = await storeUser(adapter);
      const stored = { ...someFactor(id), version: 3 };
      for (const absent of [0, 3]) {
        assertTrue(await adapter.setSecondFactor(stored, absent) === false, `it was stored after ${absent}`);
        assertFields(await adapter.getSecondFactor(id), null, "the second factor");
      }
      await adapter.setSecondFactor(stored, null);
      for (const other of [null, 0, 2, 4]) {
        const late = { ...stored, version: 9, totpSecret: "late" };
        assertTrue(await adapter.setSecondFactor(late, other) === false, `it was stored after ${other}`);
        assertFields(await adapter.getSecondFactor(id), stored, "the second factor");
      }
    },
  },
  {
    name: `setSecondFactor() stores the row of one of ${SPENDERS} callers who use up one recovery code`,
    needs: METHODS,
    async run(adapter) {
      const { id } = await storeUser(adapter);
      for (const before of [null, 1]) {
        const rows = Array.from({ length: SPENDERS }, (_, index) => ({
          ...someFactor(id),
          version: (before ?? 0) + 1,
          recoveryCodes: `left by ${index}`,
        }));
        const winner = assertOneWins(
          await race((index) => adapter.setSecondFactor(rows[index]!, before), SPENDERS),
        );
        assertFields(await adapter.getSecondFactor(id), rows[winner]!, "the second factor");
      }
    },
  },
  {
    name: "listSecondFactors() finds each second factor once, page by page",
    needs: [...METHODS, "listSecondFactors"],
    async run(adapter) {
      const rows = new Map<string, AdapterSecondFactor>();
      for (let index = 0; index < 5; index++) {
        const { id } = await storeUser(adapter);
        const row = { ...someFactor(id), version: index + 1 };
        rows.set(id, row);
        await adapter.setSecondFactor(row, null);
      }
      const seen = new Set<string>();
      let after: string | null = null;
      for (;;) {
        const page: readonly AdapterSecondFactor[] = await adapter.listSecondFactors(after, 2);
        assertTrue(page.length <= 2, `a page of 2 has ${page.length} second factors`);
        for (const row of page) {
          assertTrue(!seen.has(row.userId), `a second factor was found again after ${seen.size}`);
          seen.add(row.userId);
          const expected = rows.get(row.userId);
          if (expected) assertFields(row, expected, "the second factor in the list");
        }
        if (page.length === 0) break;
        after = page.at(-1)!.userId;
      }
      const lost = [...rows.keys()].filter((id) => !seen.has(id));
      assertTrue(lost.length === 0, `the list lacks ${lost.length} of 5 second factors`);
    },
  },
  {
    name: "deleteUser() removes the second factor, and a user with the same id has none",
    needs: [...METHODS, "deleteUser", "listSecondFactors"],
    async run(adapter) {
      const user = await storeUser(adapter);
      const other = await storeUser(adapter);
      await adapter.setSecondFactor(someFactor(user.id), null);
      await adapter.setSecondFactor(someFactor(other.id), null);
      await adapter.deleteUser(user.id);
      assertFields(await adapter.getSecondFactor(user.id), null, "the second factor");
      await adapter.createUser(user);
      assertFields(await adapter.getSecondFactor(user.id), null, "the second factor of the next user");
      assertFields(await adapter.getSecondFactor(other.id), someFactor(other.id), "the other second factor");
      const listed = await adapter.listSecondFactors(null, 1000);
      assertTrue(!listed.some(({ userId }) => userId === user.id), "the second factor is still in the list");
    },
  },
  {
    name: "takeOverUser() removes the second factor of this user, if it takes the user over",
    needs: [...METHODS, "takeOverUser"],
    async run(adapter) {
      const { id, email } = await storeUser(adapter, { emailVerified: null });
      const verified = await storeUser(adapter);
      for (const userId of [id, verified.id]) await adapter.setSecondFactor(someFactor(userId), null);
      const emailVerified = new Date();
      await adapter.takeOverUser({ id: verified.id, email: verified.email!, emailVerified });
      await adapter.takeOverUser({ id, email: "other@example.com", emailVerified });
      for (const userId of [id, verified.id]) {
        assertFields(await adapter.getSecondFactor(userId), someFactor(userId), "that of a refused takeover");
      }
      const taken = await adapter.takeOverUser({ id, email: email!, emailVerified });
      assertTrue(taken !== null, "the user was not taken over");
      assertFields(await adapter.getSecondFactor(id), null, "the second factor");
      assertFields(await adapter.getSecondFactor(verified.id), someFactor(verified.id), "the other one");
      assertTrue(await adapter.setSecondFactor(someFactor(id), null) === true, "no other one can be stored");
    },
  },
];

function someFactor(userId: string): AdapterSecondFactor {
  return {
    userId,
    version: 1,
    enabledAt: new Date("2026-05-06T07:08:09.010Z"),
    totpSecret: "sealed.c2VhbGVkIHNlY3JldCBvZiBhbiBhcHA",
    totpStep: 59_000_000,
    recoveryCodes: "aGFzaCBvbmU aGFzaCB0d28 aGFzaCB0aHJlZQ",
    devices: '[{"id":"1","name":"Firefox on Windows"}]',
  };
}
