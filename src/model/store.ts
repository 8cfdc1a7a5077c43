/**
 * The application's database: the methods of its adapter, bound, with each failure wrapped in an `AdapterError`.
 *
 * @module
 */

import type { Adapter } from "../adapters/contract/types.ts";
import { AdapterError, MissingAdapterMethods } from "../errors/errors.ts";
import { lentTables } from "../values/markers.ts";

/** Methods that every sign-in with a database needs. */
const USER_METHODS = [
  "createUser",
  "getUser",
  "getUserByEmail",
  "getUserByAccount",
  "updateUser",
  "linkAccount",
] as const;

/** Methods that stored sessions need. */
const SESSION_METHODS = ["createSession", "getSessionAndUser", "updateSession", "deleteSession"] as const;

/** Methods that mailed tokens need. */
const TOKEN_METHODS = ["createVerificationToken", "useVerificationToken"] as const;

/** Methods that passkeys need, in addition to those for tokens. */
const AUTHENTICATOR_METHODS = [
  "getAuthenticator",
  "createAuthenticator",
  "listAuthenticatorsByUserId",
  "updateAuthenticatorCounter",
] as const;

/** Methods that second factors need. */
const SECOND_FACTOR_METHODS = [
  "getSecondFactor",
  "setSecondFactor",
  "listSecondFactors",
  "getPendingSignIn",
  "setPendingSignIn",
  "deletePendingSignIn",
] as const;

/** Methods that the renewal of tokens of providers needs. */
export const PROVIDER_TOKEN_METHODS = [
  "listProviderTokensByUserId",
  "setProviderTokens",
  "deleteProviderTokens",
  "listProviderTokens",
] as const;

/** Methods that the logout at providers needs. */
export const PROVIDER_SESSION_METHODS = [
  "getProviderSession",
  "setProviderSession",
  "deleteProviderSession",
  "listProviderSessions",
] as const;

/** Methods that the library calls if the adapter has them. */
const OPTIONAL_METHODS = [
  "deleteUser",
  "unlinkAccount",
  "createUserWithAccount",
  "updateAccount",
  "prolongSession",
  "addCredentials",
  "takeOverUser",
  "removeAccount",
  "updateAuthenticator",
  "listAccountsByUserId",
  "listSessionsByUserId",
  "deleteSessionsByUserId",
  "getSecurity",
  "setSecurity",
  "countAttempts",
  "forgetAttempts",
  "removeExpired",
  ...SECOND_FACTOR_METHODS,
  ...PROVIDER_TOKEN_METHODS,
  ...PROVIDER_SESSION_METHODS,
] as const;

const ALL_METHODS = [
  ...USER_METHODS,
  ...SESSION_METHODS,
  ...TOKEN_METHODS,
  ...AUTHENTICATOR_METHODS,
  ...OPTIONAL_METHODS,
] as const;

type Method = (typeof ALL_METHODS)[number];

/** A database that has these methods. */
type StoreWith<M extends Method> = Store & Required<Pick<Adapter, M>>;

/** The database of users and accounts. All other methods are optional until `assert…Store` has checked them. */
export type Store = Required<Pick<Adapter, (typeof USER_METHODS)[number]>> & Pick<Adapter, Method>;

/** A database that stores sessions. */
export type SessionStore = StoreWith<(typeof SESSION_METHODS)[number]>;

/** A database that stores mailed tokens. */
export type TokenStore = StoreWith<(typeof TOKEN_METHODS)[number]>;

/** A database that stores passkeys. */
export type PasskeyStore = TokenStore & StoreWith<(typeof AUTHENTICATOR_METHODS)[number]>;

/** A database that stores the passwords and the generations of users. */
export type SecurityStore = StoreWith<"getSecurity" | "setSecurity">;

/** A database that counts attempts. */
export type AttemptStore = StoreWith<"countAttempts" | "forgetAttempts">;

/** A database that stores second factors, and sign-ins between their two steps. */
export type SecondFactorStore = StoreWith<(typeof SECOND_FACTOR_METHODS)[number]>;

/** A database that stores the tokens of providers that the library renews. */
export type ProviderTokenStore = StoreWith<(typeof PROVIDER_TOKEN_METHODS)[number]>;

/** A database that stores the sessions that began at providers. */
export type ProviderSessionStore = StoreWith<(typeof PROVIDER_SESSION_METHODS)[number]>;

/** Watches the calls of a database: called with the method before each call, and returns what its end is reported to. */
export type StoreWatch = (method: string) => {
  /** The database has answered. */
  succeeded(): void;
  /** The call has failed. */
  failed(): void;
};

/** A watch without effect. */
const UNWATCHED: StoreWatch = () => ({ succeeded() {}, failed() {} });

/**
 * Binds the methods of an adapter. Wraps what they throw, so that the log names the method and pages say `ServerError`.
 *
 * @throws {MissingAdapterMethods} if it lacks a method that every sign-in needs, or is a promise or a function.
 */
export function bindAdapter(adapter: Adapter, watch: StoreWatch = UNWATCHED): Store {
  assertAdapter(adapter);
  const store: Record<string, unknown> = {};
  for (const method of ALL_METHODS) {
    if (typeof adapter[method] !== "function") continue;
    // It says that the adapter has all tables itself.
    if (method === "removeExpired" && (adapter as { readonly [lentTables]?: true })[lentTables]) continue;
    store[method] = async (...args: unknown[]) => {
      const ending = watch(method);
      try {
        // Read at each call: the application may replace it.
        const result = await (adapter as Record<Method, (...args: unknown[]) => unknown>)[method](...args);
        ending.succeeded();
        return result;
      } catch (error) {
        ending.failed();
        throw new AdapterError(`Cannot ask the database: \`${method}\` failed`, {
          err: error as Error,
          method,
        });
      }
    };
  }
  return assertMethods(store, { purpose: "signing in", methods: USER_METHODS });
}

/** Asserts that the adapter can store sessions. @throws {MissingAdapterMethods} if not. */
export function assertSessionStore(store: Store): SessionStore {
  return assertMethods(store, { purpose: "stored sessions", methods: SESSION_METHODS });
}

/** Asserts that the adapter can store tokens that work once. @throws {MissingAdapterMethods} if not. */
export function assertTokenStore(store: Store): TokenStore {
  return assertMethods(store, { purpose: "sign-in by mail", methods: TOKEN_METHODS });
}

/** Asserts that the adapter can store passkeys and tokens. @throws {MissingAdapterMethods} if not. */
export function assertPasskeyStore(store: Store): PasskeyStore {
  return assertMethods(store, { purpose: "passkeys", methods: [...TOKEN_METHODS, ...AUTHENTICATOR_METHODS] });
}

/** Whether a database keeps the passwords and the generations of users. */
export function hasSecurity(store: Store | null): store is SecurityStore {
  return Boolean(store?.getSecurity && store.setSecurity);
}

/** Whether a database counts attempts. */
export function hasAttempts(store: Store | null): store is AttemptStore {
  return Boolean(store?.countAttempts && store.forgetAttempts);
}

/** Whether a database stores second factors, and sign-ins between their two steps. */
export function hasSecondFactors(store: Store | null): store is SecondFactorStore {
  return SECOND_FACTOR_METHODS.every((method) => store?.[method]);
}

/** Whether a database stores the tokens of providers that the library renews. */
export function hasProviderTokens(store: Store | null): store is ProviderTokenStore {
  return PROVIDER_TOKEN_METHODS.every((method) => store?.[method]);
}

/** Whether a database stores the sessions that began at providers. */
export function hasProviderSessions(store: Store | null): store is ProviderSessionStore {
  return PROVIDER_SESSION_METHODS.every((method) => store?.[method]);
}

function assertAdapter(adapter: Adapter): void {
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
  if (!isAdapter(adapter)) {
    throw new MissingAdapterMethods(
      "Cannot use the adapter: it has no function of an adapter, such as createUser. Pass your client to an adapter, as in " +
        "`adapter: Postgres(new Pool({ connectionString }))`",
    );
  }
}

/** Returns whether a value is an adapter: each has at least one of these methods. */
function isAdapter(adapter: Adapter): boolean {
  return USER_METHODS.some((method) => typeof adapter[method] === "function");
}

function assertMethods<S extends object, M extends Method>(
  store: S,
  { purpose, methods }: { readonly purpose: string; readonly methods: readonly M[] },
): S & StoreWith<M> {
  const missing = methods.filter((method) => !(method in store));
  if (missing.length === 0) return store as S & StoreWith<M>;
  throw new MissingAdapterMethods(`Cannot use the adapter for ${purpose}: it lacks ${missing.join(", ")}`);
}
