/**
 * Adapters whose rows of one kind behave in another way.
 *
 * @module
 */

import type { AdapterRows, RowKeyOf, RowName, RowOf, RowPage } from "../src/adapters/contract/types.ts";
import type { Awaitable } from "../src/values/types.ts";

/** The functions of an adapter for rows of one kind. */
export interface OwnRows<Name extends RowName> {
  find(key: RowKeyOf<Name>): Awaitable<RowOf<Name> | null>;
  list(by: Readonly<Partial<RowOf<Name>>>, page?: RowPage<RowKeyOf<Name>>): Awaitable<RowOf<Name>[]>;
  store(row: Readonly<RowOf<Name>>, ifVersion?: number | null): Awaitable<boolean>;
  remove(key: RowKeyOf<Name>): Awaitable<boolean>;
  count(row: Readonly<RowOf<Name>>, now: Date): Awaitable<RowOf<Name>>;
  takeBack(key: RowKeyOf<Name>, count: number): Awaitable<unknown>;
}

/**
 * An adapter, or a bound database, with other functions for rows of a kind.
 *
 * @param change Functions in place of those for this kind, or makes them of the sound ones.
 */
export function withRows<A extends { readonly rows?: AdapterRows }, Name extends RowName>(
  adapter: A,
  kind: Name,
  change: Partial<OwnRows<Name>> | ((sound: OwnRows<Name>) => Partial<OwnRows<Name>>),
): A & { readonly rows: AdapterRows } {
  const rows = adapter.rows as unknown as Record<string, (...args: unknown[]) => unknown>;
  const methods = ["find", "list", "store", "remove", "count", "takeBack"];
  const sound = Object.fromEntries(
    methods.map((method) => [method, (...args: unknown[]) => rows[method]!(kind, ...args)]),
  ) as unknown as OwnRows<Name>;
  const own = typeof change === "function" ? change(sound) : change;
  const changed = Object.entries(own).map(([method, it]) => [
    method,
    (name: string, ...args: never[]) =>
      name === kind ? (it as (...args: never[]) => unknown)(...args) : rows[method]!(name, ...args),
  ]);
  return { ...adapter, rows: { ...rows, ...Object.fromEntries(changed) } } as A & {
    readonly rows: AdapterRows;
  };
}

/** An adapter without rows. */
export function withoutRows<A extends { readonly rows?: AdapterRows }>(adapter: A): Omit<A, "rows"> {
  const { rows: _, ...others } = adapter;
  return others;
}

/** The same rows, each call of which is told to `seen` as function and kind, such as `find security`. */
export function seenRows(
  rows: AdapterRows,
  seen: (call: string, run: () => Promise<unknown>) => Promise<unknown>,
): AdapterRows {
  const methods = Object.entries(rows).map(([method, run]) => [
    method,
    (kind: string, ...args: never[]) =>
      seen(
        method === "removeOwned" ? method : `${method} ${kind}`,
        async () => await (run as (...args: unknown[]) => unknown)(kind, ...args),
      ),
  ]);
  return Object.fromEntries(methods) as unknown as AdapterRows;
}
