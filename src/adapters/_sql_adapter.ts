/**
 * The methods of the contract, as statements that every SQL database understands.
 *
 * @module
 */

import { webPlatform } from "../platform.ts";
import { additions, type Locking, takeover } from "./_sql_credentials.ts";
import type {
  Row,
  Sql,
  SqlAdapter,
  SqlOptions,
  Statement,
  UserFields,
  UserFieldType,
  UserInput,
  UserWith,
} from "./_sql.ts";
import type { Complaint, DriverError } from "./_sql_errors.ts";
import {
  type Codecs,
  columnsOf,
  decode,
  type Entity,
  insertion,
  keyOf,
  removal,
  select,
  type Table,
  tablesOf,
  update,
} from "./_sql_tables.ts";

/** In what one database differs from the next. Statements come to it with `?` for values and `"` around names. */
export interface Dialect {
  /** How values are written and read. */
  readonly codecs: Codecs;
  /** How a user is kept from changing. */
  readonly locking: Locking;
  /** The types of columns. */
  readonly types: Readonly<Record<UserFieldType, string>>;
  /** Reads the names of a table's columns. */
  columnsOf(table: string): Statement;
  /** What an error of a driver complains of; `null` if it is something else. */
  complaintOf(error: DriverError): Complaint | null;
  /** Puts a statement into the database's own notation. */
  phrase(text: string): string;
  /** Writes a row and reads it: the last result is the row as stored. @param columns What to read. */
  written(write: Statement, read: Statement, columns: string): readonly Statement[];
  /** Reads a row and removes it, for one caller only: the first result is the row. @param columns What to read. */
  taken(read: Statement, remove: Statement, columns: string): readonly Statement[];
  /** Makes a statement tell how many rows it wrote, in a way that `count` understands. */
  counted(write: Statement): Statement;
  /** How many rows a `counted` statement wrote. */
  count(rows: readonly Row[]): number;
  /** Removes up to `batch` rows that have ended at `now`. */
  removeEnded(table: Table, now: unknown, batch: number): Statement;
}

/** The part of a dialect that rests on `RETURNING`. */
export const returning: Pick<Dialect, "written" | "taken" | "counted" | "count"> = {
  written: ({ text, values }, _read, columns) => [{ text: `${text} RETURNING ${columns}`, values }],
  taken: (_read, { text, values }, columns) => [{ text: `${text} RETURNING ${columns}`, values }],
  counted: ({ text, values }) => ({ text: `${text} RETURNING 1`, values }),
  count: (rows) => rows.length,
};

/** The methods of the contract on the database that `sql` reaches. @throws {TypeError} if an option is no name. */
export function sqlAdapter<Fields extends UserFields>(
  sql: Sql,
  dialect: Dialect,
  options: SqlOptions<Fields>,
): Omit<SqlAdapter<Fields>, "migrate"> {
  type Stored = UserWith<Fields>;
  const tables = tablesOf(dialect.codecs, options);
  const { users, accounts, sessions, tokens, authenticators } = tables;
  const { date } = dialect.codecs;
  const userByAccount = `SELECT ${columnsOf(users, "u")} FROM ${accounts.name} a ` +
    `JOIN ${users.name} u ON u."id" = a."user_id" WHERE a."provider" = ? AND a."provider_account_id" = ?`;
  const sessionAndUser = `SELECT ${columnsOf(users, "u")}, ${columnsOf(sessions, "s")} ` +
    `FROM ${sessions.name} s JOIN ${users.name} u ON u."id" = s."user_id" WHERE s."session_token" = ?`;
  const prolong = `UPDATE ${sessions.name} SET "expires" = ? WHERE "session_token" = ? AND "expires" < ?`;

  async function run(...statements: readonly Statement[]): Promise<readonly (readonly Row[])[]> {
    return await sql(statements.map(({ text, values }) => ({ text: dialect.phrase(text), values })));
  }

  async function first(text: string, ...values: readonly unknown[]): Promise<Row | undefined> {
    return (await run({ text, values }))[0]?.[0];
  }

  async function count(statement: Statement): Promise<number> {
    return dialect.count((await run(dialect.counted(statement)))[0]!);
  }

  async function find<T>(table: Table, key: Entity): Promise<T | null> {
    const row = (await run(select(table, key)))[0]?.[0];
    return row ? decode(table, row) : null;
  }

  async function list<T>(table: Table, userId: string): Promise<T[]> {
    const { text, values } = select(table, { userId });
    const [rows] = await run({ text: `${text} ORDER BY ${table.key}`, values });
    return rows!.map((row) => decode(table, row));
  }

  async function create(table: Table, entity: object): Promise<void> {
    await run(insertion(table, entity as Entity));
  }

  /** Stores what belongs to a user. Not left to foreign keys: SQLite enforces them only where the connection says so. */
  async function createOwned(table: Table, entity: Owned): Promise<void> {
    const owner = { text: `${users.name} WHERE "id" = ?`, values: [entity.userId] };
    if (await count(insertion(table, { ...entity }, owner)) > 0) return;
    throw new Error(`Cannot store what belongs to user "${entity.userId}": there is no such user`);
  }

  /** Changes the given fields; resolves to the entity as stored, or `null` if there is none. */
  async function change<T>(table: Table, entity: Entity): Promise<T | null> {
    const key = keyOf(table, entity);
    const write = update(table, entity);
    if (!write) return await find(table, key);
    const row = (await run(...dialect.written(write, select(table, key), columnsOf(table)))).at(-1)?.[0];
    return row ? decode(table, row) : null;
  }

  async function remove(by: Entity, ...tables: readonly Table[]): Promise<void> {
    await run(...tables.map((table) => removal(table, by)));
  }

  /** Stores a user, then what else must be stored with them. */
  async function createUser(user: UserInput<Fields>, ...others: readonly Statement[]): Promise<Stored> {
    const write = insertion(users, { ...user });
    const statements = dialect.written(write, select(users, { id: user.id }), columnsOf(users));
    const results = await run(...statements, ...others);
    return decode(users, results[statements.length - 1]![0]!);
  }

  return {
    createUser: (user) => createUser(user),
    getUser: (id) => find(users, { id }),
    getUserByEmail: (email) => find(users, { email }),
    async getUserByAccount({ provider, providerAccountId }) {
      const row = await first(userByAccount, provider, providerAccountId);
      return row ? decode(users, row) : null;
    },
    async updateUser(user) {
      return await change<Stored>(users, { ...user }) ?? missing("user", user.id);
    },
    async deleteUser(id) {
      // Not left to foreign keys either.
      const owned = [sessions, authenticators, accounts].map((table) => removal(table, { userId: id }));
      await run(...owned, removal(users, { id }));
    },
    linkAccount: (account) => createOwned(accounts, account),
    unlinkAccount: ({ provider, providerAccountId }) => remove({ provider, providerAccountId }, accounts),
    async createSession(session) {
      await createOwned(sessions, session);
      return { ...session };
    },
    async getSessionAndUser(sessionToken) {
      const row = await first(sessionAndUser, sessionToken);
      if (!row) return null;
      return { session: decode(sessions, row, users.columns.length), user: decode(users, row) };
    },
    updateSession: (session) => change(sessions, { ...session }),
    deleteSession: (sessionToken) => remove({ sessionToken }, sessions),
    createVerificationToken: (token) => create(tokens, token),
    async useVerificationToken({ identifier, token }) {
      const key = { identifier, token };
      const statements = dialect.taken(select(tokens, key), removal(tokens, key), columnsOf(tokens));
      const row = (await run(...statements))[0]?.[0];
      return row ? decode(tokens, row) : null;
    },
    getAccount: (providerAccountId, provider) => find(accounts, { provider, providerAccountId }),
    getAuthenticator: (credentialID) => find(authenticators, { credentialID }),
    async createAuthenticator(authenticator) {
      await createOwned(authenticators, authenticator);
      return { ...authenticator };
    },
    listAuthenticatorsByUserId: (userId) => list(authenticators, userId),
    async updateAuthenticatorCounter(credentialID, newCounter) {
      return await change(authenticators, { credentialID, counter: newCounter }) ??
        missing("authenticator", credentialID);
    },
    createUserWithAccount: (user, account, authenticator) =>
      createUser(
        user,
        insertion(accounts, { ...account, userId: user.id }),
        ...(authenticator ? [insertion(authenticators, { ...authenticator, userId: user.id })] : []),
      ),
    async updateAccount(account) {
      const write = update(accounts, { ...account });
      if (write) await run(write);
    },
    async prolongSession({ sessionToken, expires, ifBefore }) {
      const values = [date.encode(expires), sessionToken, date.encode(ifBefore)];
      return await count({ text: prolong, values }) > 0;
    },
    async addCredentials(credentials) {
      return dialect.count((await run(...additions(tables, dialect, credentials))).at(-1)!) > 0;
    },
    async takeOverUser(user) {
      const { begin } = dialect.locking;
      const results = (await run(...begin, ...takeover(tables, dialect, user))).slice(begin.length);
      return dialect.count(results[0]!) > 0 ? decode(users, results.at(-1)![0]!) : null;
    },
    async updateAuthenticator({ credentialID, counter, credentialBackedUp }) {
      const changed = await change(authenticators, { credentialID, counter, credentialBackedUp });
      if (!changed) missing("authenticator", credentialID);
    },
    listAccountsByUserId: (userId) => list(accounts, userId),
    listSessionsByUserId: (userId) => list(sessions, userId),
    async removeExpired({ now = new Date(webPlatform.now()), batch = 1000 } = {}) {
      if (!Number.isSafeInteger(batch) || batch < 1) throw new TypeError(`Cannot remove ${batch} at a time`);
      let total = 0;
      for (const table of [sessions, tokens]) {
        for (let removed = batch; removed === batch;) {
          removed = await count(dialect.removeEnded(table, date.encode(now), batch));
          total += removed;
          await othersRun();
        }
      }
      return total;
    },
  };
}

/** What belongs to a user. */
type Owned = Readonly<Record<"userId", string>> & object;

function missing(what: string, id: string): never {
  throw new Error(`Cannot update ${what} "${id}": there is none`);
}

/** Lets timers and requests run in between, also where the database answers synchronously. */
function othersRun(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve));
}
