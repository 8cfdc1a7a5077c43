/**
 * Statements of `addCredentials`, `removeAccount` and `takeOverUser`, which are correct also when others write at the same time.
 *
 * @module
 */

import type { Statement } from "./types.ts";
import type { Table } from "./dialect.ts";
import { besides, type Database, leftRemovals } from "./queries.ts";
import { columnsOf, type Entity, insertion, rowWith } from "./rows.ts";
import type { AccountRemoval, NewCredentials } from "../contract/types.ts";

/**
 * Stores the credentials, if the user has not changed. `dialect.count` of the last result shows whether it did.
 *
 * The first statement locks the user, so that all others see the same user, and a takeover runs before or after all of
 * them.
 */
export function additions(
  db: Database,
  { userId, emailVerified, account, authenticator, session }: NewCredentials,
): readonly Statement[] {
  const { dialect, tables: { users, accounts, authenticators, sessions }, beside = [] } = db;
  const { codecs: { date }, locking: { share }, counted } = dialect;
  const same = date.same ?? ((column) => `${column} = ?`);
  const isSeen = emailVerified ? same(`"email_verified"`) : `"email_verified" IS NULL`;
  const from: Statement = {
    text: `${users.name} WHERE "id" = ? AND ${isSeen}${share}`,
    values: [userId, ...(emailVerified ? [date.encode(emailVerified)] : [])],
  };
  const given: readonly (readonly [Table, object | undefined])[] = [
    [accounts, account],
    [authenticators, authenticator],
    [sessions, session],
  ];
  const credentials = given.flatMap(([table, entity]) =>
    entity ? [[table, { ...entity, userId } as Entity] as const] : []
  );
  const added = [...beside, ...credentials];
  const writes = added.map(([table, entity]) => insertion(table, entity, from));
  const last = writes.at(-1);
  if (!last) return [{ ...from, text: `SELECT 1 FROM ${from.text}` }];
  const all = [...leftRemovals(db, added), ...writes.slice(0, -1), counted(last)];
  const lock = { text: `SELECT 1 FROM ${users.name} WHERE "id" = ?${share}`, values: [userId] };
  return share && all.length > 1 ? [lock, ...all] : all;
}

/**
 * Removes an account, and its authenticator and rows of other tables, if the user has what `keeps` names. `dialect.count` of
 * the last result shows whether it did.
 *
 * The first statements lock the user, so that each of several removals sees what those before it have removed; and what is kept, where
 * rows are stored beside: another call may be removing it. The count
 * stands in a table of its own, because MySQL does not delete from a table that the condition reads.
 *
 * @param ofAccounts Tables whose rows of the account it removes.
 */
export function removals(
  db: Database,
  { userId, account, credentialID, keeps }: AccountRemoval,
  ofAccounts: readonly Table[],
): readonly Statement[] {
  const { dialect: { locking: { exclusive, begin }, counted }, tables, beside = [] } = db;
  const { users, accounts, authenticators } = tables;
  const byKey = `"user_id" = ? AND "provider" = ? AND "provider_account_id" = ?`;
  const kept: Statement = keeps === "email"
    ? {
      text: `${users.name} WHERE "id" = ? AND "email" IS NOT NULL AND "email_verified" IS NOT NULL`,
      values: [userId],
    }
    : {
      text: `${accounts.name} WHERE ${byKey}`,
      values: [userId, keeps.provider, keeps.providerAccountId],
    };
  const isKept = `EXISTS (SELECT 1 FROM (SELECT count(*) AS "n" FROM ${kept.text}) "kept" WHERE "n" > 0)`;
  const removal = (table: Table, where: string, ...values: readonly string[]): Statement => ({
    text: `DELETE FROM ${table.name} WHERE ${where} AND ${isKept}`,
    values: [...values, ...kept.values],
  });
  const lock = (from: Statement) => ({ ...from, text: `SELECT 1 FROM ${from.text}${exclusive}` });
  const locks = [lock(rowWith(users, { id: userId })), ...(beside.length ? [lock(kept)] : [])];
  const removed = [userId, account.provider, account.providerAccountId] as const;
  // Their rows refer to no user: the account may be another user's.
  const isOwn = `EXISTS (SELECT 1 FROM ${accounts.name} WHERE ${byKey})`;
  const byAccount = `"provider" = ? AND "provider_account_id" = ? AND ${isOwn}`;
  return [
    ...(exclusive ? [...begin, ...locks] : []),
    ...(credentialID === undefined
      ? []
      : [removal(authenticators, `"user_id" = ? AND "credential_id" = ?`, userId, credentialID)]),
    ...ofAccounts.map((table) =>
      removal(table, byAccount, account.provider, account.providerAccountId, ...removed)
    ),
    ...besides(db, {
      text: `${accounts.name} WHERE ${byKey} AND ${isKept}`,
      values: [...removed, ...kept.values],
    }),
    counted(removal(accounts, byKey, ...removed)),
  ];
}

/**
 * Gives a user to the owner of the mailbox. The first statement claims the user and writes a row. If it cannot, all
 * others do nothing. The last ones are those of `dialect.written`.
 *
 * The claim precedes the removal: it waits for running additions, and makes later ones wait.
 *
 * @param owned Tables whose rows of the user it removes.
 */
export function takeover(
  db: Database,
  { id, email, emailVerified }: { readonly id: string; readonly email: string; readonly emailVerified: Date },
  owned: readonly Table[],
): readonly Statement[] {
  const { dialect, tables: { users } } = db;
  const { date } = dialect.codecs;
  const claimed = date.encode(CLAIMED);
  const isClaimed = `"id" = ? AND "email_verified" = ?`;
  const claim = {
    text:
      `UPDATE ${users.name} SET "email_verified" = ? WHERE "id" = ? AND "email" = ? AND "email_verified" IS NULL`,
    values: [claimed, id, email],
  };
  const removals = owned.map(({ name }): Statement => ({
    text:
      `DELETE FROM ${name} WHERE "user_id" = ? AND EXISTS (SELECT 1 FROM ${users.name} WHERE ${isClaimed})`,
    values: [id, id, claimed],
  }));
  const write = {
    text: `UPDATE ${users.name} SET "email_verified" = ? WHERE ${isClaimed}`,
    values: [date.encode(emailVerified), id, claimed],
  };
  const columns = columnsOf(users);
  const read = { text: `SELECT ${columns} FROM ${users.name} WHERE "id" = ?`, values: [id] };
  const stored = besides(db, { text: `${users.name} WHERE ${isClaimed}`, values: [id, claimed] });
  return [dialect.counted(claim), ...removals, ...stored, ...dialect.written(write, read, columns)];
}

/**
 * Value of `email_verified` during a takeover, visible only within its transaction. The date of the takeover is not
 * unique: another takeover may have set the same. In whole seconds, because a column may store no fractions.
 */
const CLAIMED = new Date(1000);
