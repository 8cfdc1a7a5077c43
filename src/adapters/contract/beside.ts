/**
 * An adapter whose changes can store rows in the same step.
 *
 * @module
 */

import type { Row, RowDeclaration } from "../../shapes/row_kind.ts";
import { notingChanges } from "./mailbox_note.ts";
import { kindOf } from "./named_rows.ts";
import type { Adapter, Changes, RowBeside } from "./types.ts";

/** A row to store in the same step as a change. */
export type Beside = readonly [kind: RowDeclaration, row: Row];

/** What an adapter needs. */
type Changing = Changes & Required<Pick<Adapter, "getUser" | "rows">>;

/**
 * The adapter, with `beside`. Its `updateUser` notes the address before.
 *
 * @param on The methods, whose changes store the given rows. Of the other methods, those without rows are taken.
 */
export function withBeside<Own extends Changing>(
  on: (beside: readonly Beside[]) => Own,
): Own & Required<Pick<Adapter, "beside">> {
  const adapter = on([]);
  const noting = (updateUser: Own["updateUser"]) => notingChanges(updateUser, adapter) as Own["updateUser"];
  const own = {
    ...adapter,
    updateUser: noting(adapter.updateUser),
    beside(this: unknown, rows: readonly RowBeside[]): Changes {
      const changing = on(rows.map(([name, row]) => [kindOf(name), { ...row }]));
      return kept({ ...changesOf(changing), updateUser: noting(changing.updateUser) }, this, first);
    },
  };
  // The application may assign methods, too.
  const first = { ...own, rows: { ...own.rows } };
  return own;
}

/** The changes that are still those of the adapter: an application that has replaced a method wants its own to be called. */
function kept(changes: Changes, called: unknown, first: Changing): Changes {
  const now = Object(called) as Partial<Changing>;
  const isOwn = ([name]: readonly [string, unknown]) =>
    name === "rows"
      ? now.rows?.store === first.rows.store && now.rows.remove === first.rows.remove
      : now[name as keyof Changing] === first[name as keyof Changing];
  return Object.fromEntries(Object.entries(changes).filter(isOwn)) as unknown as Changes;
}

/** The changes alone: other methods store nothing beside. */
function changesOf(
  { createUser, createUserWithAccount, updateUser, deleteUser, ...others }: Changes,
): Changes {
  const { linkAccount, unlinkAccount, addCredentials, takeOverUser, removeAccount, rows } = others;
  const ofUsers = { createUser, createUserWithAccount, updateUser, deleteUser, takeOverUser };
  const { store, remove } = rows;
  return { ...ofUsers, linkAccount, unlinkAccount, addCredentials, removeAccount, rows: { store, remove } };
}
