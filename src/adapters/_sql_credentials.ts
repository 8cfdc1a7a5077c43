/**
 * What a user signs in with, as statements that hold when others write at the same time: `addCredentials`, `takeOverUser`.
 *
 * @module
 */

import type { Statement } from "./_sql.ts";
import type { Dialect } from "./_sql_adapter.ts";
import { columnsOf, type Entity, insertion, type Table, type Tables } from "./_sql_tables.ts";
import type { NewCredentials } from "./types.ts";

/** How a database keeps a user from changing while something is added to them. */
export interface Locking {
  /** What a `SELECT` ends in, so that the rows it reads stay as they are until the transaction ends. */
  readonly share: string;
  /** What a transaction begins with, so that each of its statements sees what was stored before that statement. */
  readonly begin: readonly Statement[];
}

/**
 * Stores what was given, if the user is as the caller saw them. `dialect.count` of the last result says whether it did.
 *
 * The first statement locks the user. So all of the others see the same user, and a takeover comes before or after all
 * of them.
 */
export function additions(
  { users, accounts, authenticators, sessions }: Tables,
  { codecs: { date }, locking: { share }, counted }: Pick<Dialect, "codecs" | "counted" | "locking">,
  { userId, emailVerified, account, authenticator, session }: NewCredentials,
): readonly Statement[] {
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
  const writes = given.flatMap(([table, entity]) =>
    entity ? [insertion(table, { ...entity, userId } as Entity, from)] : []
  );
  const last = writes.at(-1);
  if (!last) return [{ ...from, text: `SELECT 1 FROM ${from.text}` }];
  const all = [...writes.slice(0, -1), counted(last)];
  const lock = { text: `SELECT 1 FROM ${users.name} WHERE "id" = ?${share}`, values: [userId] };
  return share && all.length > 1 ? [lock, ...all] : all;
}

/**
 * Gives a user to the owner of the mailbox. The first statement claims the user: it wrote a row if it could. All others do
 * nothing if it could not. The last ones are those of `dialect.written`.
 *
 * The claim comes before the removal: it waits for those who are adding something, and makes all others wait.
 */
export function takeover(
  { users, accounts, authenticators, sessions }: Tables,
  dialect: Pick<Dialect, "codecs" | "written" | "counted">,
  { id, email, emailVerified }: { readonly id: string; readonly email: string; readonly emailVerified: Date },
): readonly Statement[] {
  const { date } = dialect.codecs;
  const claimed = date.encode(CLAIMED);
  const isClaimed = `"id" = ? AND "email_verified" = ?`;
  const claim = {
    text:
      `UPDATE ${users.name} SET "email_verified" = ? WHERE "id" = ? AND "email" = ? AND "email_verified" IS NULL`,
    values: [claimed, id, email],
  };
  const removals = [sessions, authenticators, accounts].map(({ name }): Statement => ({
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
  return [dialect.counted(claim), ...removals, ...dialect.written(write, read, columns)];
}

/**
 * Stands in `email_verified` during a takeover, and is seen only within its transaction. The date of the takeover would not
 * do: another one may have set the same. In whole seconds, as a column may keep no more.
 */
const CLAIMED = new Date(1000);
