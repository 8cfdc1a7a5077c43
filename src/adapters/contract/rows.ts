/**
 * The rows that the library stores beside users, accounts and sessions, by the names of their kinds.
 *
 * @module
 */

import type { Awaitable } from "../../values/types.ts";
import type { RowPage } from "../../shapes/row_kind.ts";
import type { RowKeyOf, RowName, RowOf } from "../../shapes/rows.ts";

/**
 * What an adapter does with rows, those of each kind. They refer to no other row, so that they can stand beside the tables of
 * another adapter. Each function but `removeOwned` is one step, which others see whole or not at all. Of a key, only the fields
 * of the key count.
 */
export interface AdapterRows {
  /** Finds a row; it may have ended. */
  find<Name extends RowName>(kind: Name, key: RowKeyOf<Name>): Awaitable<RowOf<Name> | null>;
  /**
   * The rows with the given fields, some of which may have ended. There are lists by `userId` of provider tokens, provider
   * sessions and activities; by `provider` and `sub`, `sid` or `providerAccountId` of provider sessions; without a field, of all second factors,
   * provider tokens and deletions. With `page`, in an order of the key that does not change, those after `page.after`; fewer than
   * `page.limit` only if there are no more: whoever asks until there are none has seen each row that was there all the time.
   * Without `page`, all, in any order.
   */
  list<Name extends RowName>(
    kind: Name,
    by: Readonly<Partial<RowOf<Name>>>,
    page?: RowPage<RowKeyOf<Name>>,
  ): Awaitable<RowOf<Name>[]>;
  /**
   * Stores all fields of a row, only while the stored `generation` of security, `tries` of a pending sign-in, or `version` is
   * `ifVersion`; with `null`, only while nothing is stored. Resolves to whether it did. So of 100 calls at the same time that
   * use up one code, one succeeds. Attempts, activities and provider sessions have no version: they are replaced, without `ifVersion`.
   */
  store<Name extends RowName>(
    kind: Name,
    row: Readonly<RowOf<Name>>,
    ifVersion?: number | null,
  ): Awaitable<boolean>;
  /** Removes a row; resolves to whether there was one. Of several callers at the same time only one gets `true`. */
  remove<Name extends RowName>(kind: Name, key: RowKeyOf<Name>): Awaitable<boolean>;
  /**
   * Adds the `count` of `row` to that of the stored row, whose other fields stay; stores `row` if there is none, or if it has ended at
   * `now`. Resolves to the row as stored. It does so in one step: of 100 calls at the same time each adds.
   */
  count<Name extends "attempts" | "activities">(
    kind: Name,
    row: Readonly<RowOf<Name>>,
    now: Date,
  ): Awaitable<RowOf<Name>>;
  /** Takes back a count, unless less is stored. */
  takeBack(kind: "attempts", key: RowKeyOf<"attempts">, count: number): Awaitable<unknown>;
  /** Removes the rows of a user: second factor, provider tokens, provider sessions, deletion, changes of the address, activities. */
  removeOwned(userId: string): Awaitable<unknown>;
}

/** A row to store in the same step as a change: the name of its kind, and the row. */
export type RowBeside = {
  readonly [Name in RowName]: readonly [kind: Name, row: Readonly<RowOf<Name>>];
}[RowName];
