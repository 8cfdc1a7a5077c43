/**
 * The application's database as the library calls it: methods bound, failures told as what they are.
 *
 * @module
 */

import type { Adapter } from "../adapters/types.ts";
import { AdapterError, MissingAdapterMethods } from "../errors.ts";

/** Methods that every sign-in with a database needs. */
export const USER_METHODS = [
  "createUser",
  "getUser",
  "getUserByEmail",
  "getUserByAccount",
  "updateUser",
  "linkAccount",
] as const satisfies readonly (keyof Adapter)[];

/** Methods that stored sessions need. */
export const SESSION_METHODS = [
  "createSession",
  "getSessionAndUser",
  "updateSession",
  "deleteSession",
] as const satisfies readonly (keyof Adapter)[];

/** Methods that mailed tokens need. */
export const TOKEN_METHODS = [
  "createVerificationToken",
  "useVerificationToken",
] as const satisfies readonly (keyof Adapter)[];

/** Methods that passkeys need. */
export const AUTHENTICATOR_METHODS = [
  "getAuthenticator",
  "createAuthenticator",
  "listAuthenticatorsByUserId",
  "updateAuthenticatorCounter",
] as const satisfies readonly (keyof Adapter)[];

/** Methods that the library calls where they are there. */
const OPTIONAL_METHODS = [
  "deleteUser",
  "unlinkAccount",
  "createUserWithAccount",
  "updateAccount",
  "prolongSession",
  "addCredentials",
  "takeOverUser",
  "updateAuthenticator",
  "listAccountsByUserId",
] as const satisfies readonly (keyof Adapter)[];

const NEEDED_METHODS = [
  ...USER_METHODS,
  ...SESSION_METHODS,
  ...TOKEN_METHODS,
  ...AUTHENTICATOR_METHODS,
] as const;

/** The database. `assertMethods` has made sure of what the configured kinds of sign-in need. */
export type Store =
  & Required<Pick<Adapter, (typeof NEEDED_METHODS)[number]>>
  & Pick<Adapter, (typeof OPTIONAL_METHODS)[number]>;

/**
 * Binds an adapter. What a method throws is wrapped, so that the log names the method and a page says `ServerError`.
 */
export function toStore(adapter: Adapter): Store {
  const store: Record<string, unknown> = {};
  for (const method of [...NEEDED_METHODS, ...OPTIONAL_METHODS]) {
    if (typeof adapter[method] !== "function") continue;
    const call = adapter[method] as (...args: unknown[]) => unknown;
    store[method] = async (...args: unknown[]) => {
      try {
        return await call.apply(adapter, args);
      } catch (error) {
        throw new AdapterError(`Cannot ask the database: \`${method}\` failed`, {
          err: error as Error,
          method,
        });
      }
    };
  }
  return store as Store;
}

/**
 * Makes sure that an adapter has what is asked of it.
 *
 * @param needed What for, and which methods.
 * @throws {MissingAdapterMethods} that names those that it lacks, or says that the adapter is a promise or a function.
 */
export function assertMethods(
  adapter: Adapter,
  needed: Readonly<Record<string, readonly (keyof Adapter)[]>>,
): void {
  if (typeof (adapter as Partial<PromiseLike<unknown>>).then === "function") {
    throw new MissingAdapterMethods(
      "Cannot use the adapter: it is a promise. Write `adapter: await …` in the config",
    );
  }
  if (typeof adapter === "function") {
    throw new MissingAdapterMethods(
      "Cannot use the adapter: it is a function. Call it in the config, as in `adapter: Memory()`",
    );
  }
  for (const [purpose, methods] of Object.entries(needed)) {
    const missing = methods.filter((method) => typeof adapter[method] !== "function");
    if (missing.length === 0) continue;
    throw new MissingAdapterMethods(`Cannot use the adapter for ${purpose}: it lacks ${missing.join(", ")}`);
  }
}
