/**
 * Shapes that the SQL adapters share with the application: statements, options, user fields.
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
  UserList,
  UserQuery,
} from "../contract/types.ts";
import type { Awaitable } from "../../values/types.ts";

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
  : {
    -readonly [Name in keyof Fields]:
      | (Fields[Name] extends "text" ? string
        : Fields[Name] extends "integer" ? number
        : Fields[Name] extends "boolean" ? boolean
        : Fields[Name] extends "date" ? Date
        : unknown)
      | null;
  };

/** Options of the SQL adapters. */
export interface SqlOptions<Fields extends UserFields = UserFields> {
  /** Begins the names of the tables: lower-case letters, digits and `_`, up to 30. Default `auth_`. */
  readonly prefix?: string;
  /**
   * Fields of the application's own, stored and found along with a user. Default: none, so other fields of a user are not
   * stored.
   *
   * - `{ role: "text", isAdmin: "boolean" }`: `migrate()` adds the columns `role` and `is_admin`, and the methods of the
   *   adapter return users of type `{ role: string | null, isAdmin: boolean | null, … }`.
   * - `["role", "is_admin"]`: the application adds columns of these very names. `migrate()` rejects if one is missing. Values
   *   are as the client reads them, of type `unknown`; SQLite returns a boolean as `0` or `1`, and a date as
   *   milliseconds since the epoch.
   *
   * Callbacks get the fields as well. Their parameter has the type `AdapterUser`, to which the application can add them:
   * `declare module "@latchkey/auth/adapters" { interface AdapterUser { role?: string | null } }`. Optional, because code that
   * creates users need not name it.
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
  /** A part of the users; see `Adapter`. */
  listUsers(query: UserQuery): Awaitable<UserList<UserWith<Fields>>>;
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
   * Creates the tables, columns and indexes that are missing. Changes nothing else that exists, so it can be called at
   * each start. Rejects if the column of an untyped user field is missing.
   */
  migrate(): Promise<void>;
}
