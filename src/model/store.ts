/**
 * The application's database: the methods of its adapter, bound, with each failure wrapped in an `AdapterError`.
 *
 * @module
 */

import type { Adapter, AdapterRows, Changes, RowBeside } from "../adapters/contract/types.ts";
import { AdapterError, MissingAdapter, MissingAdapterMethods } from "../errors/errors.ts";
import { propertyOf } from "../errors/thrown.ts";
import { lentTables } from "../values/markers.ts";
import type { Awaitable } from "../values/types.ts";

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

/** Functions of rows. */
export const ROW_METHODS = [
  "find",
  "list",
  "store",
  "remove",
  "count",
  "takeBack",
  "removeOwned",
] as const satisfies readonly (keyof AdapterRows)[];

/** Methods that the library calls if the adapter has them. */
const OPTIONAL_METHODS = [
  "getAccount",
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
  "listUsers",
  "deleteSessionsByUserId",
  "listSessionsByUserId",
  "removeExpired",
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
export type Store =
  & Required<Pick<Adapter, (typeof USER_METHODS)[number]>>
  & Pick<Adapter, Method | "rows" | "beside">;

/** A database that stores sessions. */
export type SessionStore = StoreWith<(typeof SESSION_METHODS)[number]>;

/** A database that stores mailed tokens. */
export type TokenStore = StoreWith<(typeof TOKEN_METHODS)[number]>;

/** A database that stores passkeys. */
export type PasskeyStore = TokenStore & StoreWith<(typeof AUTHENTICATOR_METHODS)[number]>;

/** A database that stores rows of capabilities. */
export type RowStore = Store & Required<Pick<Adapter, "rows">>;

/** Watches the calls of a database: called with the method before each call, and returns what its end is reported to. */
export type StoreWatch = (method: string) => {
  /** The database has answered. */
  succeeded(): void;
  /** The call has failed. */
  failed(): void;
};

/**
 * Binds the methods of an adapter. Wraps what they throw, so that the log names the method and pages say `ServerError`.
 *
 * @throws {MissingAdapterMethods} if it lacks a method that every sign-in needs, or is a promise or a function.
 */
export function bindAdapter(adapter: Adapter, watch?: StoreWatch): Store {
  assertAdapter(adapter);
  // A session in a token has an id as text, which a database of numbers refuses.
  let areNumbers: boolean | undefined;
  const store = bindAll(adapter);
  // They say that the adapter has all tables itself.
  if ((adapter as { readonly [lentTables]?: true })[lentTables]) delete store.removeExpired;
  else if (adapter.beside) store.beside = (rows: readonly RowBeside[]) => bindAll(adapter.beside!(rows));
  if (adapter.exactIds) delete store.getAccount;
  const bound = assertMethods(store, { purpose: "signing in", methods: USER_METHODS });
  return {
    ...bound,
    // No user for an id that is not theirs: some databases take `7f3c` for 7, and `muller` for `müller`.
    async getUser(id) {
      const user = await bound.getUser(id);
      return formOf(user?.id) === formOf(id) ? user : null;
    },
  };

  function bindAll(all: Adapter | Changes): Record<string, unknown> {
    return {
      ...bind(() => all as never, ALL_METHODS),
      ...(all.rows && { rows: bind(() => all.rows as never, ROW_METHODS, "rows.") }),
    };
  }

  function bind(of: () => Functions, methods: readonly string[], prefix = ""): Functions {
    // Read at each call: the application may replace one.
    const own = methods.filter((method) => typeof of()[method] === "function");
    return Object.fromEntries(
      own.map((method) => [method, wrapped((...args) => of()[method]!(...args), prefix + method)]),
    );
  }

  /** Of rows, the log also names the kind, which `removeOwned` does not have. */
  function wrapped(call: Call, name: string): Call {
    // A user, or the id of one. `getSessionAndUser` takes the key of a session.
    const takesUser = /[^d]User(Id)?$/.test(name);
    return async function again(...args) {
      const [first, ...others] = args;
      const method = others.length && name.startsWith("rows.") ? `${name}("${first}")` : name;
      const ending = watch?.(method);
      try {
        const result = await call(...args);
        ending?.succeeded();
        const id = takesUser && Object(result).id;
        if (id) areNumbers = typeof id === "number";
        return result;
      } catch (error) {
        ending?.failed();
        const number = Number(first);
        if (takesUser && String(number) === first) {
          const getUser = store.getUser as (id: unknown) => Promise<unknown>;
          await getUser(number);
          // If that finds no user either, the database shows by another text whether it takes numbers only.
          if (areNumbers ?? await getUser("-").catch(() => true)) return again(number, ...others);
        }
        throw new AdapterError(`Cannot ask the database: \`${method}\` failed`, {
          err: error as Error,
          method,
        });
      }
    };
  }
}

/** An id, however the database writes it: a UUID, and text of a fixed length, in a form of its own. */
function formOf(id: unknown): string {
  return String(id).replace(/[- {}]/g, "").toLowerCase().normalize();
}

/** A function of the database. */
type Call = (...args: unknown[]) => unknown;

/** Functions by their names. */
type Functions = Readonly<Record<string, Call>>;

/** Asserts that the adapter can store sessions. @throws {MissingAdapterMethods} if not. */
export function assertSessionStore(store: Store): SessionStore {
  return assertMethods(store, { purpose: "stored sessions", methods: SESSION_METHODS });
}

/**
 * Asserts that there is a database that can store tokens that work once.
 *
 * @param what As for `assertRows()`.
 * @throws {MissingAdapter} if there is none.
 * @throws {MissingAdapterMethods} if it lacks a function.
 */
export function assertTokenStore(store: Store | null, what: string): TokenStore {
  const methods = TOKEN_METHODS;
  return assertMethods(assertStore(store, what, "its tokens"), { purpose: "sign-in by mail", methods });
}

/** Asserts that there is a database that can store passkeys and tokens, as `assertTokenStore()` does. */
export function assertPasskeyStore(store: Store | null, what: string): PasskeyStore {
  const methods = [...TOKEN_METHODS, ...AUTHENTICATOR_METHODS] as const;
  return assertMethods(assertStore(store, what, "its passkeys"), { purpose: "passkeys", methods });
}

/**
 * Asserts that there is a database for rows of capabilities.
 *
 * @param what Cannot be used without one, for the message.
 * @param kept What it stores.
 * @throws {MissingAdapter} if not.
 * @throws {MissingAdapterMethods} if `rows` lacks a function.
 */
export function assertRows(store: Store | null, what: string, kept: string): RowStore {
  const known = assertStore(store, what, kept);
  if (hasRows(known)) {
    assertMethods(known.rows, { purpose: "`rows`", methods: ROW_METHODS as never });
    return known;
  }
  throw new MissingAdapter(
    `${what}: the adapter has no \`rows\`, which store ${kept}. Use one of the library, or add its rows to yours: ` +
      "`adapter: { ...PrismaAdapter(prisma), ...securityOf(Postgres(pool)) }`, with `securityOf` of @latchkey/auth/adapters",
  );
}

/** Asserts that there is a database. @param what As for `assertRows()`. @throws {MissingAdapter} if not. */
export function assertStore(store: Store | null, what: string, kept: string): Store {
  if (store) return store;
  throw new MissingAdapter(`${what}: set \`adapter\`, which stores ${kept}`);
}

/** Whether a database stores rows of capabilities. */
export function hasRows(store: Store | null): store is RowStore {
  return Boolean(store?.rows);
}

/** Does what needs a table, and goes on without it in an older version of the tables. @returns `null` if the tables are those of an older version. */
export async function ifTable<T>(work: () => Awaitable<T>): Promise<T | null> {
  try {
    return await work();
  } catch (error) {
    if (missingTableIn(error) === null) throw error;
    return null;
  }
}

/** The message of a call that has failed because the tables are those of an older version; `null` for any other failure. */
export function missingTableIn(error: unknown): string | null {
  const cause = propertyOf(propertyOf(error, "cause"), "err");
  return propertyOf(cause, "name") === "MissingTableError" ? String(propertyOf(cause, "message")) : null;
}

function assertAdapter(adapter: Adapter): void {
  if ((adapter as Partial<PromiseLike<unknown>>).then) {
    throw new MissingAdapterMethods(
      "Cannot use the adapter: it is a promise. Write `adapter: await …`",
    );
  }
  if (typeof adapter === "function") {
    throw new MissingAdapterMethods(
      "Cannot use the adapter: it is a function. Call it: `adapter: Memory()`",
    );
  }
  // Each has at least one of these.
  if (!USER_METHODS.some((method) => typeof adapter[method] === "function")) {
    throw new MissingAdapterMethods(
      "Cannot use the adapter: it has no createUser. Pass your client to an adapter: `adapter: Postgres(pool)`",
    );
  }
}

function assertMethods<S extends object, M extends Method>(
  store: S,
  { purpose, methods }: { readonly purpose: string; readonly methods: readonly M[] },
): S & StoreWith<M> {
  const missing = methods.filter((method) => !(method in store)).join(", ");
  if (missing) throw new MissingAdapterMethods(`Cannot use the adapter for ${purpose}: it lacks ${missing}`);
  return store as S & StoreWith<M>;
}
