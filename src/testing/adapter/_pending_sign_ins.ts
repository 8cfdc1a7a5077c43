/**
 * The adapter contract on sign-ins between their two steps.
 *
 * @module
 */

import type { AdapterPendingSignIn } from "../../adapters/contract/types.ts";
import {
  assertFields,
  assertOneWins,
  assertTrue,
  inHours,
  race,
  RACERS,
  type Rule,
  unique,
} from "./_rule.ts";

const METHODS = ["getPendingSignIn", "setPendingSignIn", "deletePendingSignIn"] as const;

/** Storing sign-ins between their two steps. */
export const pendingSignInRules: readonly Rule[] = [
  {
    name: "getPendingSignIn() returns null for an unknown id",
    needs: METHODS,
    async run(adapter) {
      assertFields(await adapter.getPendingSignIn(unique()), null, "a pending sign-in of nobody");
      await adapter.setPendingSignIn(somePending(), null);
      assertFields(await adapter.getPendingSignIn(unique()), null, "a pending sign-in of nobody");
    },
  },
  {
    name: "setPendingSignIn() stores all fields, and replaces all of them, also data of 200 KiB",
    needs: METHODS,
    async run(adapter) {
      const { id } = somePending();
      const long = "0123456789abcdef".repeat(5000);
      const rows: readonly AdapterPendingSignIn[] = [
        somePending({ id }),
        somePending({ id, tries: 1, data: long, expires: inHours(7) }),
        somePending({ id, tries: 2, data: `Zoë 🦉 'quoted' \\ ${long}`.padEnd(200 * 1024, "ü") }),
        somePending({ id, tries: 3, data: `${long}.` }),
        somePending({ id, tries: 4, data: "short" }),
      ];
      let tries: number | null = null;
      for (const row of rows) {
        const stored = await adapter.setPendingSignIn(row, tries);
        assertTrue(stored === true, `setPendingSignIn resolved to ${stored}, expected true`);
        assertFields(await adapter.getPendingSignIn(id), row, "the pending sign-in");
        tries = row.tries;
      }
    },
  },
  {
    name: "setPendingSignIn() stores nothing if there were other answers meanwhile, or the right one",
    needs: METHODS,
    async run(adapter) {
      const stored = somePending({ tries: 2 });
      const { id } = stored;
      const late = { ...stored, tries: 3, data: "late" };
      for (const absent of [0, 2]) {
        assertTrue(await adapter.setPendingSignIn(stored, absent) === false, `it was stored after ${absent}`);
        assertFields(await adapter.getPendingSignIn(id), null, "the pending sign-in");
      }
      await adapter.setPendingSignIn(stored, null);
      for (const other of [null, 0, 1, 3]) {
        assertTrue(await adapter.setPendingSignIn(late, other) === false, `it was stored after ${other}`);
        assertFields(await adapter.getPendingSignIn(id), stored, "the pending sign-in");
      }
      await adapter.deletePendingSignIn(id);
      assertTrue(await adapter.setPendingSignIn(late, 2) === false, "it was stored after its removal");
      assertFields(await adapter.getPendingSignIn(id), null, "the removed sign-in");
    },
  },
  {
    name: `setPendingSignIn() stores the answer of one of ${RACERS} callers at the same time`,
    needs: METHODS,
    async run(adapter) {
      const { id } = somePending();
      for (const before of [null, 0]) {
        const rows = Array.from({ length: RACERS }, (_, index) =>
          somePending({
            id,
            tries: before === null ? 0 : 1,
            data: `answer ${index}`,
          }));
        const winner = assertOneWins(
          await race((index) => adapter.setPendingSignIn(rows[index]!, before)),
        );
        assertFields(await adapter.getPendingSignIn(id), rows[winner]!, "the pending sign-in");
      }
    },
  },
  {
    name: `deletePendingSignIn() resolves to true for one of ${RACERS} callers at the same time`,
    needs: METHODS,
    async run(adapter) {
      const [removed, other] = [somePending({ data: "long ".repeat(20_000) }), somePending()];
      for (const row of [removed, other]) await adapter.setPendingSignIn(row, null);
      assertTrue(await adapter.deletePendingSignIn(unique()) === false, "an unknown one was removed");
      assertOneWins(await race(() => adapter.deletePendingSignIn(removed.id)));
      assertFields(await adapter.getPendingSignIn(removed.id), null, "the removed sign-in");
      assertTrue(await adapter.deletePendingSignIn(removed.id) === false, "it was removed again");
      assertFields(await adapter.getPendingSignIn(other.id), other, "the other one");
    },
  },
  {
    name: "removeExpired() removes pending sign-ins that have ended, and keeps the others",
    needs: [...METHODS, "removeExpired"],
    async run(adapter) {
      const long = "0123456789abcdef".repeat(5000);
      const ended = somePending({ data: long, expires: inHours(1) });
      const current = somePending({ data: long, expires: inHours(3) });
      for (const row of [ended, current]) await adapter.setPendingSignIn(row, null);
      assertTrue(await adapter.removeExpired({ now: inHours(2) }) >= 1, "nothing was removed");
      assertFields(await adapter.getPendingSignIn(ended.id), null, "the one that has ended");
      assertFields(await adapter.getPendingSignIn(current.id), current, "the other one");
    },
  },
];

function somePending(fields: Partial<AdapterPendingSignIn> = {}): AdapterPendingSignIn {
  return { id: unique(), data: "sealed.cHJvdmVu", tries: 0, expires: inHours(1), ...fields };
}
