/**
 * The adapter contract on counted attempts.
 *
 * @module
 */

import type { Adapter, AdapterAttempts } from "../../adapters/contract/types.ts";
import { assertFields, assertTrue, HOUR, inHours, type Rule, unique } from "./_rule.ts";

const METHODS = ["countAttempts", "forgetAttempts"] as const;

/** Number of concurrent attempts: more than one process makes of other calls. */
const ATTEMPTS = 100;

/** Counting attempts. */
export const attemptRules: readonly Rule[] = [
  {
    name: "countAttempts() begins with what it is given, and then adds to it",
    needs: METHODS,
    async run(adapter) {
      const [key, other] = [unique(), unique()];
      const expires = inHours(1);
      assertFields(await count(adapter, { key, expires }), { key, count: 1, expires }, "the first");
      const later = inHours(2);
      assertFields(await count(adapter, { key, expires: later }), { key, count: 2, expires }, "the second");
      assertFields(
        await count(adapter, { key, count: 5, expires: later }),
        { key, count: 7, expires },
        "more",
      );
      assertFields(
        await count(adapter, { key: other, count: 3, expires }),
        { key: other, count: 3, expires },
        "those of another key",
      );
      assertFields(await count(adapter, { key, count: 0, expires }), { key, count: 7, expires }, "all");
    },
  },
  {
    name: "countAttempts() begins anew when the attempts have ended",
    needs: METHODS,
    async run(adapter) {
      const key = unique();
      const [first, second] = [inHours(1), inHours(3)];
      await count(adapter, { key, count: 9, expires: first });
      const before = { key, expires: second, now: new Date(first.getTime() - 2000) };
      assertFields(await count(adapter, before), { key, count: 10, expires: first }, "those before the end");
      const ended = { key, expires: second, now: first };
      assertFields(await count(adapter, ended), { key, count: 1, expires: second }, "those after the end");
      assertFields(await count(adapter, ended), { key, count: 2, expires: second }, "the next");
    },
  },
  {
    name: `countAttempts() counts ${ATTEMPTS} attempts at the same time, each once`,
    needs: METHODS,
    async run(adapter) {
      const key = unique();
      const expires = inHours(1);
      const counted = await Promise.all(
        Array.from({ length: ATTEMPTS }, async () => await count(adapter, { key, expires })),
      );
      const counts = counted.map((attempts) => attempts.count).toSorted((a, b) => a - b);
      assertTrue(
        counts.every((each, index) => each === index + 1),
        `the counts are ${counts.join(", ")}, expected each from 1 to ${ATTEMPTS}`,
      );
    },
  },
  {
    name: "forgetAttempts() takes back as many as it is told, or all",
    needs: METHODS,
    async run(adapter) {
      const [key, other] = [unique(), unique()];
      const expires = inHours(1);
      const now = async (key: string) => (await count(adapter, { key, count: 0, expires })).count;
      await adapter.forgetAttempts(key);
      await adapter.forgetAttempts(key, 1);
      assertTrue(await now(key) === 0, "attempts were taken back that nobody has counted");
      await count(adapter, { key, count: 3, expires });
      await count(adapter, { key: other, count: 3, expires });
      await adapter.forgetAttempts(key, 1);
      assertTrue(await now(key) === 2, `${await now(key)} are left of 3, expected 2`);
      await adapter.forgetAttempts(key, 3);
      assertTrue(await now(key) === 2, "more were taken back than there were");
      await Promise.all([1, 1].map(async (each) => await adapter.forgetAttempts(key, each)));
      assertTrue(await now(key) === 0, "two at the same time did not take back two");
      await count(adapter, { key, count: 3, expires });
      await adapter.forgetAttempts(key);
      const later = inHours(4);
      assertFields(
        await count(adapter, { key, expires: later }),
        { key, count: 1, expires: later },
        "the next",
      );
      assertTrue(await now(other) === 3, "those of another key were taken back");
    },
  },
  {
    name: "removeExpired() removes attempts that have ended, and keeps the others",
    needs: [...METHODS, "removeExpired"],
    async run(adapter) {
      const [ended, current] = [unique(), unique()];
      await count(adapter, { key: ended, count: 4, expires: inHours(1) });
      await count(adapter, { key: current, count: 4, expires: inHours(3) });
      assertTrue(await adapter.removeExpired({ now: inHours(2) }) >= 1, "nothing was removed");
      // Begins with what it is given: nothing is stored any more.
      const expires = inHours(5);
      assertFields(await count(adapter, { key: ended, expires }), { key: ended, count: 1, expires }, "those");
      assertTrue((await count(adapter, { key: current, expires })).count === 5, "others were removed");
    },
  },
];

/** Counts an attempt, an hour and more before its end. */
async function count(
  adapter: Pick<Required<Adapter>, "countAttempts">,
  { count = 1, now = new Date(Date.now() - HOUR), ...attempts }:
    & Pick<AdapterAttempts, "key" | "expires">
    & Partial<Parameters<typeof adapter.countAttempts>[0]>,
): Promise<AdapterAttempts> {
  return await adapter.countAttempts({ ...attempts, count, now });
}
