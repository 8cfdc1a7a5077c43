/**
 * The adapter contract on what goes with a user, with an account, or when it ends, and on counts.
 *
 * @module
 */

import { isKey, type Row } from "../../shapes/row_kind.ts";
import type { AccountKey, Adapter } from "../../adapters/contract/types.ts";
import {
  assertFields,
  assertTrue,
  HOUR,
  inHours,
  type Rule,
  storeAccount,
  storeUser,
  unique,
} from "./_rule.ts";
import { type Kind, KINDS, rowsIn, someRow } from "./_some_row.ts";

/** Number of concurrent counts: more than one process makes of other calls. */
const COUNTS = 100;

/** Rows that go. */
export const rowOwnerRules: readonly Rule[] = KINDS.flatMap((kind) => [
  ...(kind.isOwned ? userRules(kind) : []),
  ...(kind.isOwned && !kind.outlivesTakeover ? takenRules(kind) : keptRules(kind)),
  ...(kind.isOfAccount ? accountRules(kind) : []),
  ...(kind.isEnding ? endingRules(kind) : []),
  ...(kind.counted ? countRules(kind) : []),
]);

/** Rows of a user: several, if the user is not the key. */
function ofUser(kind: Kind, userId: string): Row[] {
  return Array.from({ length: isKey(kind, ["userId"]) ? 1 : 2 }, () => someRow(kind, { userId }));
}

function userRules(kind: Kind): readonly Rule[] {
  const name = kind.kind;
  const rowsOf = (userId: string) => ofUser(kind, userId);
  const removing = (
    title: string,
    needs: readonly (keyof Adapter)[],
    remove: (adapter: Required<Adapter>, id: string) => unknown,
  ): Rule => ({
    name: `${title} removes the rows of "${name}" of the user, and no others`,
    needs: ["rows", "createUser", ...needs],
    async run(adapter) {
      const rows = rowsIn(adapter, kind);
      const [user, other] = [await storeUser(adapter), await storeUser(adapter)];
      const [gone, kept] = [rowsOf(user.id), rowsOf(other.id)];
      for (const row of [...gone, ...kept]) await rows.add(row);
      await remove(adapter, user.id);
      for (const row of gone) await rows.assertStored(row, null);
      for (const row of kept) await rows.assertStored(row, row);
      if (kind.isOrdered) {
        const listed = await rows.list({}, { after: null, limit: 1000 });
        assertTrue(!listed.some(({ userId }) => userId === user.id), "a removed row is still in the list");
      }
      const [again] = rowsOf(user.id);
      await rows.add(again!);
      await rows.assertStored(again!, again!);
    },
  });
  return [
    removing("deleteUser()", ["deleteUser"], (adapter, id) => adapter.deleteUser(id)),
    removing("rows.removeOwned()", [], (adapter, id) => adapter.rows.removeOwned(id)),
  ];
}

function takenRules(kind: Kind): readonly Rule[] {
  const name = kind.kind;
  const rowsOf = (userId: string) => ofUser(kind, userId);
  return [
    {
      name: `takeOverUser() removes the rows of "${name}" of this user, if it takes the user over`,
      needs: ["rows", "createUser", "takeOverUser"],
      async run(adapter) {
        const rows = rowsIn(adapter, kind);
        const { id, email } = await storeUser(adapter, { emailVerified: null });
        const verified = await storeUser(adapter);
        const [gone, kept] = [rowsOf(id), rowsOf(verified.id)];
        for (const row of [...gone, ...kept]) await rows.add(row);
        const emailVerified = new Date();
        await adapter.takeOverUser({ id: verified.id, email: verified.email!, emailVerified });
        await adapter.takeOverUser({ id, email: "other@example.com", emailVerified });
        for (const row of gone) await rows.assertStored(row, row);
        const taken = await adapter.takeOverUser({ id, email: email!, emailVerified });
        assertTrue(taken !== null, "the user was not taken over");
        for (const row of gone) await rows.assertStored(row, null);
        for (const row of kept) await rows.assertStored(row, row);
      },
    },
  ];
}

function keptRules(kind: Kind): readonly Rule[] {
  if (!isKey(kind, ["userId"])) return [];
  return [{
    name: `takeOverUser() keeps the row of "${kind.kind}"`,
    needs: ["rows", "createUser", "takeOverUser"],
    async run(adapter) {
      const rows = rowsIn(adapter, kind);
      const { id, email } = await storeUser(adapter, { emailVerified: null });
      const row = someRow(kind, { userId: id });
      await rows.add(row);
      const taken = await adapter.takeOverUser({ id, email: email!, emailVerified: new Date() });
      assertTrue(taken !== null, "the user was not taken over");
      await rows.assertStored(row, row);
    },
  }];
}

function accountRules(kind: Kind): readonly Rule[] {
  const name = kind.kind;
  const rowsOf = (userId: string, { provider, providerAccountId }: AccountKey) =>
    Array.from(
      { length: isKey(kind, ["provider", "providerAccountId"]) ? 1 : 2 },
      () => someRow(kind, { userId, provider, providerAccountId }),
    );
  const open = async (adapter: Required<Adapter>) => {
    const rows = rowsIn(adapter, kind);
    const { id: userId } = await storeUser(adapter);
    const [account, other] = [await storeAccount(adapter, userId), await storeAccount(adapter, userId)];
    const [gone, kept] = [rowsOf(userId, account), rowsOf(userId, other)];
    for (const row of [...gone, ...kept]) await rows.add(row);
    const assertLeft = async (isGone: boolean) => {
      for (const row of gone) await rows.assertStored(row, isGone ? null : row);
      for (const row of kept) await rows.assertStored(row, row);
    };
    return { userId, account: keyOf(account), other: keyOf(other), assertLeft };
  };
  return [
    {
      name: `unlinkAccount() removes the rows of "${name}" of the account, and no others`,
      needs: ["rows", "createUser", "linkAccount", "unlinkAccount"],
      async run(adapter) {
        const { account, assertLeft } = await open(adapter);
        await adapter.unlinkAccount(account);
        await assertLeft(true);
      },
    },
    {
      name: `removeAccount() removes the rows of "${name}" of the account, if it removes the account`,
      needs: ["rows", "createUser", "linkAccount", "removeAccount"],
      async run(adapter) {
        const { userId, account, other, assertLeft } = await open(adapter);
        const stranger = await storeUser(adapter);
        const unknown = { provider: "example", providerAccountId: unique() };
        await adapter.removeAccount({ userId, account, keeps: unknown });
        await adapter.removeAccount({ userId: stranger.id, account, keeps: "email" });
        await assertLeft(false);
        assertTrue(
          await adapter.removeAccount({ userId, account, keeps: other }),
          "the account was not removed",
        );
        await assertLeft(true);
      },
    },
  ];
}

function endingRules(kind: Kind): readonly Rule[] {
  return [{
    name: `removeExpired() removes the rows of "${kind.kind}" that have ended, and keeps the others`,
    needs: ["rows", "removeExpired"],
    async run(adapter) {
      const rows = rowsIn(adapter, kind);
      const long = kind.long ? { [kind.long]: "0123456789abcdef".repeat(5000) } : {};
      const ended = someRow(kind, { ...long, expires: inHours(1) });
      const current = someRow(kind, { ...long, expires: inHours(3) });
      const short = someRow(kind, { expires: inHours(1) });
      const prolonged = { ...short, expires: inHours(4) };
      for (const row of [ended, current, short]) await rows.add(row);
      await rows.replace(prolonged);
      assertTrue(await adapter.removeExpired({ now: inHours(2) }) >= 1, "nothing was removed");
      await rows.assertStored(ended, null);
      for (const row of [current, prolonged]) await rows.assertStored(row, row);
    },
  }];
}

function countRules(kind: Kind): readonly Rule[] {
  const [name, field] = [kind.kind, kind.counted!];
  const before = () => new Date(Date.now() - HOUR);
  const some = (row: Row, count: number, expires = row.expires) => ({ ...row, [field]: count, expires });
  return [
    {
      name: `rows.count("${name}") begins with what it is given, and then adds to it`,
      needs: ["rows"],
      async run(adapter) {
        const rows = rowsIn(adapter, kind);
        const [row, other] = [someRow(kind), someRow(kind)];
        const later = inHours(2);
        assertFields(await rows.count(some(row, 1), before()), some(row, 1), "the first");
        assertFields(await rows.count(some(row, 1, later), before()), some(row, 2), "the second");
        assertFields(await rows.count(some(row, 5, later), before()), some(row, 7), "more");
        assertFields(await rows.count(some(other, 3), before()), some(other, 3), "those of another key");
        assertFields(await rows.count(some(row, 0), before()), some(row, 7), "all");
      },
    },
    {
      name: `rows.count("${name}") begins anew when the count has ended`,
      needs: ["rows"],
      async run(adapter) {
        const rows = rowsIn(adapter, kind);
        const [first, second] = [inHours(1), inHours(3)];
        const row = someRow(kind);
        await rows.count(some(row, 9, first), before());
        const early = await rows.count(some(row, 1, second), new Date(first.getTime() - 2000));
        assertFields(early, some(row, 10, first), "those before the end");
        assertFields(
          await rows.count(some(row, 1, second), first),
          some(row, 1, second),
          "those after the end",
        );
        assertFields(await rows.count(some(row, 1, second), first), some(row, 2, second), "the next");
      },
    },
    {
      name: `rows.count("${name}") counts ${COUNTS} at the same time, each once`,
      needs: ["rows"],
      async run(adapter) {
        const rows = rowsIn(adapter, kind);
        const row = someRow(kind);
        const counted = await Promise.all(
          Array.from({ length: COUNTS }, async () => await rows.count(some(row, 1), before())),
        );
        const counts = counted.map((it) => Number(it[field])).toSorted((a, b) => a - b);
        assertTrue(
          counts.every((each, index) => each === index + 1),
          `the counts are ${counts.join(", ")}, expected each from 1 to ${COUNTS}`,
        );
      },
    },
    {
      name: `rows.takeBack("${name}") takes back as many as it is told`,
      needs: ["rows"],
      async run(adapter) {
        const rows = rowsIn(adapter, kind);
        const [row, other] = [someRow(kind), someRow(kind)];
        const now = async (it: Row) => (await rows.count(some(it, 0), before()))[field];
        await rows.takeBack(row, 1);
        await rows.assertStored(row, null);
        for (const it of [row, other]) await rows.count(some(it, 3), before());
        await rows.takeBack(row, 1);
        assertTrue(await now(row) === 2, `${await now(row)} are left of 3, expected 2`);
        await rows.takeBack(row, 3);
        assertTrue(await now(row) === 2, "more were taken back than there were");
        await Promise.all([1, 1].map((each) => rows.takeBack(row, each)));
        assertTrue(await now(row) === 0, "two at the same time did not take back two");
        assertTrue(await now(other) === 3, "those of another key were taken back");
      },
    },
  ];
}

function keyOf({ provider, providerAccountId }: AccountKey): AccountKey {
  return { provider, providerAccountId };
}
