/**
 * The functions of security, of attempts and of second factors, out of one adapter, for another one.
 *
 * @module
 */

import type { Adapter } from "../adapters/types.ts";

/** The functions of an adapter that stand beside the tables of another one: theirs refer to no user. */
const SECURITY_METHODS = [
  "getSecurity",
  "setSecurity",
  "countAttempts",
  "forgetAttempts",
  "getSecondFactor",
  "setSecondFactor",
  "listSecondFactors",
  "getPendingSignIn",
  "setPendingSignIn",
  "deletePendingSignIn",
] as const satisfies readonly (keyof SecurityMethods)[];

/** The functions of security, of attempts and of second factors. */
export type SecurityMethods = Required<
  Pick<
    Adapter,
    | "getSecurity"
    | "setSecurity"
    | "countAttempts"
    | "forgetAttempts"
    | "getSecondFactor"
    | "setSecondFactor"
    | "listSecondFactors"
    | "getPendingSignIn"
    | "setPendingSignIn"
    | "deletePendingSignIn"
  >
>;

/**
 * The functions that passwords, the end of sessions in tokens, limits and second factors need, and no others, out of an
 * adapter of the library: for an adapter that lacks them, such as one of Auth.js. Both may have the same database or different ones.
 *
 * The command `schema postgres --security` prints the SQL of the tables.
 *
 * @param adapter An adapter of the library.
 * @throws {TypeError} if it lacks one of them.
 *
 * @example
 * ```ts ignore
 * const adapter = { ...PrismaAdapter(prisma), ...securityOf(Postgres(pool)) };
 * ```
 */
export function securityOf(adapter: SecurityMethods): SecurityMethods {
  const rows = SECURITY_METHODS.map((method) => {
    if (typeof adapter[method] !== "function") {
      throw new TypeError(
        `Cannot take the functions of security: the adapter has no \`${method}\`. Give one of the library, such as ` +
          "`securityOf(Postgres(pool))`",
      );
    }
    // Called on the adapter: its methods may be those of a class.
    return [method, (...args: never[]) => (adapter[method] as (...args: never[]) => unknown)(...args)];
  });
  return Object.fromEntries(rows);
}
