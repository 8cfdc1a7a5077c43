/**
 * The rows of one adapter, which refer to no user, for another one.
 *
 * @module
 */

import type { Adapter, AdapterRows } from "../adapters/contract/types.ts";
import { ROW_METHODS } from "./store.ts";
import { lentTables } from "../values/markers.ts";

/** What an adapter lends. */
export type SecurityMethods = Required<Pick<Adapter, "rows">>;

/**
 * What passwords, the end of sessions in tokens, limits, second factors, tokens of providers and logout at providers need, and
 * nothing else: out of an adapter of the library, for an adapter that lacks it, such as one of Auth.js. Both may have the same
 * database or different ones.
 *
 * The command `schema postgres --security` prints the SQL of the tables.
 *
 * @param adapter An adapter of the library.
 * @throws {TypeError} if it has no `rows`.
 *
 * @example
 * ```ts ignore
 * const adapter = { ...PrismaAdapter(prisma), ...securityOf(Postgres(pool)) };
 * ```
 */
export function securityOf(adapter: SecurityMethods): SecurityMethods {
  const missing = ROW_METHODS.find((method) => typeof adapter.rows?.[method] !== "function");
  if (missing) {
    throw new TypeError(
      `Cannot take the rows: the adapter has no \`rows.${missing}\`. Give one of the library, such as ` +
        "`securityOf(Postgres(pool))`",
    );
  }
  // Called on the adapter: its functions may be those of a class.
  const lent = (method: keyof AdapterRows) => (kind: string, first: unknown, ...others: unknown[]) =>
    (adapter.rows as unknown as Record<string, (...args: unknown[]) => unknown>)[method]!(
      kind,
      withText(first),
      ...others,
    );
  const rows = Object.fromEntries(ROW_METHODS.map((method) => [method, lent(method)]));
  const removeOwned = (userId: unknown) => adapter.rows.removeOwned(String(userId));
  return { rows: { ...rows, removeOwned }, [lentTables]: true } as unknown as SecurityMethods;
}

/** A row or a key with the id of a user as text. The other adapter may have numbers, and a session has the text. */
function withText(given: unknown): unknown {
  const { userId } = Object(given);
  return typeof userId === "number" ? { ...given as object, userId: String(userId) } : given;
}
