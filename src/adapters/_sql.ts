/**
 * What the SQL adapters share with the application: statements, options, and how a driver is made dependable.
 *
 * @module
 */

import type {
  AccountKey,
  Adapter,
  AdapterAccount,
  AdapterAuthenticator,
  AdapterSession,
  AdapterUser,
} from "./types.ts";
import type { Awaitable } from "../types.ts";

/** One statement, apart from its values. */
export interface Statement {
  /** SQL, with a placeholder for each value. */
  readonly text: string;
  /** The values in order: strings, numbers, booleans, `null`; and what the application gave for an untyped user field. */
  readonly values: readonly unknown[];
}

/** A row: an object or an array with the columns in the order of the statement. It is read by position. */
export type Row = object;

/**
 * Runs statements on a database in order, and all or none of them when there are several; resolves to the rows of each.
 * An application can give one instead of a client that the adapter knows.
 */
export type Sql = (statements: readonly Statement[]) => Promise<readonly (readonly Row[])[]>;

/** Types of user fields: `string`, `number`, `boolean`, `Date`, and what JSON can express. */
export type UserFieldType = "text" | "integer" | "boolean" | "date" | "json";

/** Fields of the application's own in the table of users: their names and types, or their names alone. */
export type UserFields = Readonly<Record<string, UserFieldType>> | readonly string[];

/** The values of user fields. One that has no value is `null`. */
export type UserFieldValues<Fields extends UserFields> = Fields extends readonly string[]
  ? { [Name in Fields[number]]: unknown }
  : { -readonly [Name in keyof Fields]: UserFieldValue<Fields[Name]> | null };

/** The values of a type, other than `null`. */
export type UserFieldValue<Type> = Type extends "text" ? string
  : Type extends "integer" ? number
  : Type extends "boolean" ? boolean
  : Type extends "date" ? Date
  : unknown;

/** Options of the SQL adapters. */
export interface SqlOptions<Fields extends UserFields = UserFields> {
  /** What the names of the tables begin with: lower-case letters, digits and `_`, up to 30. Default `auth_`. */
  readonly prefix?: string;
  /**
   * Fields of the application's own, stored and found along with a user. Default: none, so other fields of a user are not
   * stored.
   *
   * - `{ role: "text", isAdmin: "boolean" }`: `migrate()` adds the columns `role` and `is_admin`, and the methods of the
   *   adapter return users of type `{ role: string | null, isAdmin: boolean | null, … }`.
   * - `["role", "is_admin"]`: the application adds columns of these very names. `migrate()` rejects if one is missing. Values
   *   are what the client makes of them, of type `unknown`; in SQLite a boolean comes back as `0` or `1`, and a date as
   *   milliseconds since the epoch.
   *
   * Callbacks get the fields as well. Their parameter has the type `AdapterUser`, to which the application can add them:
   * `declare module "@latchkey/auth/adapters" { interface AdapterUser { role: string | null } }`.
   */
  readonly userFields?: Fields;
}

/** The methods of `Adapter` that take or return users, with the user fields. */
export interface UserMethods<Fields extends UserFields> {
  /** Creates a user; returns it as stored. */
  createUser(user: UserInput<Fields>): Awaitable<UserWith<Fields>>;
  /** Finds a user. */
  getUser(id: string): Awaitable<UserWith<Fields> | null>;
  /** Finds a user by address, to the letter. */
  getUserByEmail(email: string): Awaitable<UserWith<Fields> | null>;
  /** Finds the user that an account belongs to. */
  getUserByAccount(account: AccountKey): Awaitable<UserWith<Fields> | null>;
  /** Changes the given fields of a user; returns it as stored. */
  updateUser(user: Partial<UserInput<Fields>> & Pick<AdapterUser, "id">): Awaitable<UserWith<Fields>>;
  /** Finds a session and its user. */
  getSessionAndUser(
    sessionToken: string,
  ): Awaitable<{ session: AdapterSession; user: UserWith<Fields> } | null>;
  /** Creates a user with an account, and perhaps an authenticator: all or nothing. */
  createUserWithAccount(
    user: UserInput<Fields>,
    account: Omit<AdapterAccount, "userId">,
    authenticator?: Omit<AdapterAuthenticator, "userId">,
  ): Awaitable<UserWith<Fields>>;
  /** Gives a user to the owner of the mailbox; see `Adapter`. */
  takeOverUser(
    user: { id: string; email: string; emailVerified: Date },
  ): Awaitable<UserWith<Fields> | null>;
}

/** A user with the values of the user fields. */
export type UserWith<Fields extends UserFields> = AdapterUser & UserFieldValues<Fields>;

/** A user to be stored: user fields may be left out. */
export type UserInput<Fields extends UserFields> = AdapterUser & Partial<UserFieldValues<Fields>>;

/** An adapter with its tables in an SQL database. */
export interface SqlAdapter<Fields extends UserFields = readonly []>
  extends Required<Omit<Adapter, keyof UserMethods<Fields>>>, UserMethods<Fields> {
  /**
   * Creates tables and indexes that are missing, and columns of typed user fields. Changes nothing else that exists, so it
   * can be called at each start. Rejects if the column of an untyped user field is missing.
   */
  migrate(): Promise<void>;
}

/** Runs statements again that the database has undone because others were in their way. */
export function retried(sql: Sql, isConflict: (error: unknown) => boolean): Sql {
  return async (statements) => {
    for (let attempt = 1;; attempt++) {
      try {
        return await sql(statements);
      } catch (error) {
        if (attempt === 10 || !isConflict(error)) throw error;
      }
    }
  };
}

/** Lets calls wait for each other, so that nothing of ours gets between the statements of a transaction. */
export function queued(sql: Sql): Sql {
  let last: Promise<unknown> = Promise.resolve();
  return (statements) => {
    const result = last.then(() => sql(statements));
    last = result.catch(() => {});
    return result;
  };
}

/** Whether a client has a member: how the adapters tell clients apart. */
export function has(client: unknown, member: string): boolean {
  return client !== null && ["object", "function"].includes(typeof client) && member in (client as object);
}

/** A prefix that can stand in SQL as it is. @throws {TypeError} if it cannot. */
export function validPrefix(prefix: string): string {
  if (/^([a-z][a-z0-9_]{0,29})?$/.test(prefix)) return prefix;
  throw new TypeError(`Cannot use the prefix "${prefix}": write up to 30 of a-z, 0-9 and _, a letter first`);
}

/** SQL as text, for people and their migration tools. */
export function textOf(statements: readonly string[]): string {
  return statements.map((statement) => `${statement};\n`).join("\n");
}
