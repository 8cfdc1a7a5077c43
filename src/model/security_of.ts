/**
 * The functions whose tables refer to no user, out of one adapter, for another one.
 *
 * @module
 */

import type { Adapter } from "../adapters/contract/types.ts";
import { lentTables } from "../values/markers.ts";
import { PROVIDER_SESSION_METHODS, PROVIDER_TOKEN_METHODS } from "./store.ts";

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

/** The functions of security, of attempts and of second factors; those of provider tokens and provider sessions, if there are any. */
export type SecurityMethods =
  & Required<
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
  >
  & Pick<
    Adapter,
    | "listProviderTokensByUserId"
    | "setProviderTokens"
    | "deleteProviderTokens"
    | "listProviderTokens"
    | "getProviderSession"
    | "setProviderSession"
    | "deleteProviderSession"
    | "listProviderSessions"
  >;

/**
 * The functions that passwords, the end of sessions in tokens, limits and second factors need, and those of provider tokens
 * and provider sessions if the adapter has them, and no others: out of an adapter of the library, for an adapter that lacks
 * them, such as one of Auth.js. Both may have the same database or different ones.
 *
 * The command `schema postgres --security` prints the SQL of the tables.
 *
 * @param adapter An adapter of the library.
 * @throws {TypeError} if it lacks one of security, of attempts or of second factors.
 *
 * @example
 * ```ts ignore
 * const adapter = { ...PrismaAdapter(prisma), ...securityOf(Postgres(pool)) };
 * ```
 */
export function securityOf(adapter: SecurityMethods): SecurityMethods {
  const missing = SECURITY_METHODS.find((method) => typeof adapter[method] !== "function");
  if (missing) {
    throw new TypeError(
      `Cannot take the functions of security: the adapter has no \`${missing}\`. Give one of the library, such as ` +
        "`securityOf(Postgres(pool))`",
    );
  }
  const offered = [...PROVIDER_TOKEN_METHODS, ...PROVIDER_SESSION_METHODS];
  const lent = [...SECURITY_METHODS, ...offered.filter((method) => adapter[method])];
  // Called on the adapter: its methods may be those of a class.
  const bound = (method: keyof SecurityMethods) => (first: unknown, ...others: unknown[]) =>
    (adapter[method] as (...args: unknown[]) => unknown)(withText(first), ...others);
  const methods = Object.fromEntries(lent.map((method) => [method, bound(method)]));
  return { ...methods, [lentTables]: true } as unknown as SecurityMethods;
}

/** An argument with the id of a user as text. The other adapter may have numbers, and a session has the text. */
function withText(argument: unknown): unknown {
  if (typeof argument === "number") return String(argument);
  const { userId } = Object(argument);
  return typeof userId === "number" ? { ...argument as object, userId: String(userId) } : argument;
}
