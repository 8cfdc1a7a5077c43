/**
 * What the SQL adapters share: the statements, and how rows become users, accounts and sessions.
 *
 * @module
 */

import { webPlatform } from "../platform.ts";
import type {
  Adapter,
  AdapterAccount,
  AdapterAuthenticator,
  AdapterSession,
  AdapterUser,
  VerificationToken,
} from "./types.ts";

/** One statement, apart from its values. */
export interface Statement {
  /** SQL, with a placeholder for each value. */
  readonly text: string;
  /** The values in order: strings, numbers, booleans, `null`; and what the application gave for `userFields`. */
  readonly values: readonly unknown[];
}

/** A row: an object or an array with the columns in the order of the statement. It is read by position. */
export type Row = object;

/**
 * Runs statements on a database in order, and all or none of them when there are several; resolves to the rows of each.
 * An application can give one instead of a client that the adapter knows.
 */
export type Sql = (statements: readonly Statement[]) => Promise<readonly (readonly Row[])[]>;

/** Options of the SQL adapters. */
export interface SqlOptions {
  /** What the names of the tables begin with: lower-case letters, digits and `_`, up to 30. Default `auth_`. */
  readonly prefix?: string;
  /**
   * Columns that the application has added to the table of users. They are stored and found along with a user, as
   * fields of the same names. Default: none, other fields of a user are not stored.
   */
  readonly userFields?: readonly string[];
}

/** An adapter with its tables in an SQL database. */
export interface SqlAdapter extends Required<Adapter> {
  /** Creates tables and indexes that are missing. Changes nothing that exists, so it can be called at each start. */
  migrate(): Promise<void>;
}

/** How values of one type are written and read. */
export interface Codec {
  /** Placeholder of a value. Default `?`. */
  readonly bind?: string;
  /** Expression that reads a column. Default: its name. */
  readonly select?: (column: string) => string;
  /** From a value that is not `null` to one that clients can bind. */
  encode(value: unknown): unknown;
  /** Back, from what `select` read. */
  decode(value: unknown): unknown;
}

/** Types of columns. `own` are those of `userFields`. */
export type ColumnType = "text" | "integer" | "boolean" | "date" | "json" | "own";

/** What is different from one database to the next. Statements come to it with `?` for values and `"` around names. */
export interface Dialect {
  /** How values are written and read. */
  readonly codecs: Readonly<Record<ColumnType, Codec>>;
  /** Puts the text of a statement into the database's own notation. */
  phrase(text: string): string;
  /** Writes a row and reads it: the last result is the row as stored. */
  written(write: Statement, read: Statement, columns: string): readonly Statement[];
  /** Reads a row and removes it, so that only one caller gets it: the first result is the row. */
  taken(read: Statement, remove: Statement, columns: string): readonly Statement[];
  /** Makes a statement tell how many rows it wrote, in a way that `count` understands. */
  counted(write: Statement): Statement;
  /** How many rows a `counted` statement wrote. */
  count(rows: readonly Row[]): number;
  /** Removes up to `batch` rows that have ended at `now`. */
  removeEnded(table: { name: string; key: string }, now: unknown, batch: number): Statement;
}

/** The part of a dialect that rests on `RETURNING`. */
export const returning: Pick<Dialect, "written" | "taken" | "counted" | "count"> = {
  written: ({ text, values }, _read, columns) => [{ text: `${text} RETURNING ${columns}`, values }],
  taken: (_read, { text, values }, columns) => [{ text: `${text} RETURNING ${columns}`, values }],
  counted: ({ text, values }) => ({ text: `${text} RETURNING 1`, values }),
  count: (rows) => rows.length,
};

/** Codecs that all databases have in common. */
export const commonCodecs: Readonly<Record<"text" | "integer" | "json" | "own", Codec>> = {
  text: { encode: String, decode: (value) => value },
  integer: { encode: (value) => Math.trunc(value as number), decode: Number },
  json: { encode: JSON.stringify, decode: (text) => JSON.parse(text as string) },
  own: { encode: (value) => value, decode: (value) => value },
};

/** Runs statements again that the database has undone because they got in the way of others. */
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

/** Lets calls wait for each other, so that nothing gets between the statements of one transaction. */
export function queued(sql: Sql): Sql {
  let last: Promise<unknown> = Promise.resolve();
  return (statements) => {
    const result = last.then(() => sql(statements));
    last = result.catch(() => {});
    return result;
  };
}

/** A prefix that can stand in SQL as it is. @throws {TypeError} if it cannot. */
export function validPrefix(prefix: string): string {
  if (/^([a-z][a-z0-9_]{0,29})?$/.test(prefix)) return prefix;
  throw new TypeError(
    `Cannot use the table prefix "${prefix}": write a-z, 0-9 and _, up to 30, a letter first`,
  );
}

/** The methods of the contract, on a database that `sql` reaches. */
export function sqlAdapter(sql: Sql, dialect: Dialect, options: SqlOptions = {}): Required<Adapter> {
  const { users, accounts, sessions, tokens, authenticators } = tablesOf(dialect, options);
  const { date } = dialect.codecs;
  const findUserByAccount = `SELECT ${columnsOf(users, "u")} FROM ${accounts.name} a ` +
    `JOIN ${users.name} u ON u."id" = a."user_id" WHERE a."provider" = ? AND a."provider_account_id" = ?`;
  const findSessionAndUser = `SELECT ${columnsOf(users, "u")}, ${columnsOf(sessions, "s")} ` +
    `FROM ${sessions.name} s JOIN ${users.name} u ON u."id" = s."user_id" WHERE s."session_token" = ?`;

  async function run(...statements: readonly Statement[]): Promise<readonly (readonly Row[])[]> {
    return await sql(statements.map(({ text, values }) => ({ text: dialect.phrase(text), values })));
  }

  async function rows(text: string, ...values: readonly unknown[]): Promise<readonly Row[]> {
    return (await run({ text, values }))[0]!;
  }

  async function count(statement: Statement): Promise<number> {
    return dialect.count((await run(dialect.counted(statement)))[0]!);
  }

  async function find<T>(table: Table, key: Entity): Promise<T | null> {
    const [[row]] = await run(select(table, key)) as [Row[]];
    return row ? decode<T>(table, row) : null;
  }

  async function list<T>(table: Table, userId: string): Promise<T[]> {
    const found = await rows(
      `SELECT ${columnsOf(table)} FROM ${table.name} WHERE "user_id" = ? ORDER BY ${table.key}`,
      userId,
    );
    return found.map((row) => decode<T>(table, row));
  }

  async function create(table: Table, entity: Entity): Promise<void> {
    await run(insert(table, entity));
  }

  /** Changes the given fields; resolves to the row as stored, or `null` if there is none. */
  async function change<T>(table: Table, entity: Entity): Promise<T | null> {
    const write = update(table, entity);
    if (!write) return await find<T>(table, keyOf(table, entity));
    const read = select(table, keyOf(table, entity));
    const row = (await run(...dialect.written(write, read, columnsOf(table)))).at(-1)![0];
    return row ? decode<T>(table, row) : null;
  }

  async function remove(key: Entity, ...from: readonly Table[]): Promise<void> {
    await run(...from.map((table) => removal(table, key)));
  }

  return {
    async createUser(user) {
      const read = select(users, { id: user.id });
      const [row] = (await run(...dialect.written(insert(users, user), read, columnsOf(users)))).at(-1)!;
      return decode(users, row!);
    },
    getUser: (id) => find(users, { id }),
    getUserByEmail: (email) => find(users, { email }),
    async getUserByAccount({ provider, providerAccountId }) {
      const [row] = await rows(findUserByAccount, provider, providerAccountId);
      return row ? decode(users, row) : null;
    },
    async updateUser(user) {
      return await change<AdapterUser>(users, user) ?? missing("user", user.id);
    },
    // From all tables, as not every database enforces foreign keys.
    async deleteUser(id) {
      const children = [sessions, authenticators, accounts].map((table) => removal(table, { userId: id }));
      await run(...children, removal(users, { id }));
    },
    linkAccount: (account) => create(accounts, account),
    unlinkAccount: ({ provider, providerAccountId }) => remove({ provider, providerAccountId }, accounts),
    async createSession({ sessionToken, userId, expires }) {
      await create(sessions, { sessionToken, userId, expires });
      return { sessionToken, userId, expires };
    },
    async getSessionAndUser(sessionToken) {
      const [row] = await rows(findSessionAndUser, sessionToken);
      if (!row) return null;
      return { session: decode(sessions, row, users.columns.length), user: decode(users, row) };
    },
    updateSession: (session) => change<AdapterSession>(sessions, session),
    deleteSession: (sessionToken) => remove({ sessionToken }, sessions),
    createVerificationToken: (token) => create(tokens, token),
    async useVerificationToken({ identifier, token }) {
      const key = { identifier, token };
      const statements = dialect.taken(select(tokens, key), removal(tokens, key), columnsOf(tokens));
      const [row] = (await run(...statements))[0]!;
      return row ? decode<VerificationToken>(tokens, row) : null;
    },
    getAccount: (providerAccountId, provider) => find(accounts, { provider, providerAccountId }),
    getAuthenticator: (credentialID) => find(authenticators, { credentialID }),
    async createAuthenticator(authenticator) {
      await create(authenticators, authenticator);
      return { ...authenticator };
    },
    listAuthenticatorsByUserId: (userId) => list<AdapterAuthenticator>(authenticators, userId),
    async updateAuthenticatorCounter(credentialID, counter) {
      return await change<AdapterAuthenticator>(authenticators, { credentialID, counter }) ??
        missing("authenticator", credentialID);
    },

    async createUserWithAccount(user, account) {
      const writeUser = dialect.written(
        insert(users, user),
        select(users, { id: user.id }),
        columnsOf(users),
      );
      const results = await run(...writeUser, insert(accounts, { ...account, userId: user.id }));
      return decode(users, results[writeUser.length - 1]![0]!);
    },
    async updateAccount(account) {
      const write = update(accounts, account);
      if (write) await run(write);
    },
    async prolongSession({ sessionToken, expires, ifBefore }) {
      const text = `UPDATE ${sessions.name} SET "expires" = ? WHERE "session_token" = ? AND "expires" < ?`;
      return await count({ text, values: [date.encode(expires), sessionToken, date.encode(ifBefore)] }) > 0;
    },
    removeCredentials: (userId) => remove({ userId }, sessions, authenticators, accounts),
    listAccountsByUserId: (userId) => list<AdapterAccount>(accounts, userId),
    listSessionsByUserId: (userId) => list<AdapterSession>(sessions, userId),
    async removeExpired({ now = new Date(webPlatform.now()), batch = 1000 } = {}) {
      if (!Number.isSafeInteger(batch) || batch < 1) throw new TypeError(`Cannot remove ${batch} at a time`);
      let total = 0;
      for (const table of [sessions, tokens]) {
        for (let removed = batch; removed === batch; total += removed) {
          removed = await count(dialect.removeEnded(table, date.encode(now), batch));
          await pause();
        }
      }
      return total;
    },
  };
}

type Entity = Readonly<Record<string, unknown>> | object;

interface Column {
  readonly field: string;
  /** Quoted. */
  readonly name: string;
  readonly codec: Codec;
}

interface Table {
  /** Quoted. */
  readonly name: string;
  /** Quoted names of the primary key's columns. */
  readonly key: string;
  readonly keyFields: readonly string[];
  readonly columns: readonly Column[];
}

type Tables = Record<"users" | "accounts" | "sessions" | "tokens" | "authenticators", Table>;

function tablesOf({ codecs }: Dialect, { prefix = "auth_", userFields = [] }: SqlOptions): Tables {
  validPrefix(prefix);
  const table = (name: string, keyFields: readonly string[], fields: Fields): Table => {
    const columns = Object.entries(fields).map(([field, [column, type]]) => ({
      field,
      name: `"${column}"`,
      codec: codecs[type],
    }));
    const key = columns.filter(({ field }) => keyFields.includes(field)).map(({ name }) => name).join(", ");
    return { name: `"${prefix}${name}"`, key, keyFields, columns };
  };
  const own = userFields.map((field): [string, [string, ColumnType]] => [validField(field), [field, "own"]]);
  return {
    users: table("users", ["id"], { ...USER, ...Object.fromEntries(own) }),
    accounts: table("accounts", ["provider", "providerAccountId"], ACCOUNT),
    sessions: table("sessions", ["sessionToken"], SESSION),
    tokens: table("verification_tokens", ["identifier", "token"], TOKEN),
    authenticators: table("authenticators", ["credentialID"], AUTHENTICATOR),
  };
}
