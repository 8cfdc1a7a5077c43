/**
 * The methods of the contract, as statements that every SQL database understands.
 *
 * @module
 */

import { webPlatform } from "../../platform/platform.ts";
import { withBeside } from "../contract/beside.ts";
import { missing } from "../contract/missing.ts";
import { pause } from "../contract/pause.ts";
import type { Sql, SqlAdapter, UserFields, UserWith } from "./types.ts";
import { additions, removals, takeover } from "./credentials.ts";
import type { Dialect, Table } from "./dialect.ts";
import { explained } from "./errors.ts";
import { beginning, ending, hasLeftRows } from "./former.ts";
import { assertUserId, isStorable } from "../contract/storable.ts";
import { migrate } from "./migration.ts";
import {
  addOwned,
  besides,
  change,
  changeRow,
  count,
  type Database,
  findEntity,
  first,
  leftRemovals,
  list,
  run,
  toPresent,
} from "./queries.ts";
import { rowsIn, tableIn, tablesWhere } from "./kinds.ts";
import { answerRefusedIds, orIfRefused } from "./refused_ids.ts";
import { namedRows } from "../contract/named_rows.ts";
import {
  columnsOf,
  type Entity,
  insertion,
  removalStatement,
  rowWith,
  select,
  toEntity,
  update,
} from "./rows.ts";
import type { Tables } from "./schema.ts";
import { listUsers } from "./user_list.ts";
import type { Adapter, AdapterUser } from "../contract/types.ts";

/** The methods of the contract, on the database that `driver` reaches. */
export function sqlAdapter<Fields extends UserFields>(
  driver: Sql,
  dialect: Dialect,
  tables: Tables,
): SqlAdapter<Fields> {
  const sql = explained(driver, dialect, tables);
  return withBeside((beside) => {
    const db = {
      sql,
      dialect,
      tables,
      beside: beside.map(([kind, row]) => [tableIn(tables, kind), row] as const),
    };
    const methods = {
      ...userMethods<UserWith<Fields>>(db),
      ...accountMethods(db),
      ...sessionMethods<UserWith<Fields>>(db),
      ...tokenMethods(db),
      ...authenticatorMethods(db),
    };
    return {
      ...answerRefusedIds(methods, dialect),
      rows: namedRows(rowsIn(db)),
      removeExpired: (options) => removeExpired(db, options),
      migrate: () => migrate(db),
    };
  });
}

function userMethods<User extends AdapterUser>(db: Database) {
  const { dialect, tables } = db;
  const { users, accounts, sessions, authenticators, security } = tables;
  const owned = tablesWhere(tables, ({ isOwned }) => isOwned);
  const takenOver = tablesWhere(tables, ({ isOwned, outlivesTakeover }) => isOwned && !outlivesTakeover);
  const ofAccount = tablesWhere(tables, ({ isOfAccount }) => isOfAccount);
  const ofUser = [sessions, authenticators, accounts, security, ...owned];
  const byAccount = `SELECT ${columnsOf(users, "u")} FROM ${accounts.name} a ` +
    `JOIN ${users.name} u ON u."id" = a."user_id" WHERE a."provider" = ? AND a."provider_account_id" = ?`;

  /** Stores a user, then the rows that belong to the user. */
  async function createUser(
    user: AdapterUser,
    added: readonly (readonly [Table, Entity])[] = [],
  ): Promise<User> {
    assertUserId(user.id);
    const left = leftRemovals(db, added);
    const others = added.map(([table, entity]) => insertion(table, entity));
    const write = insertion(users, { ...user });
    const statements = dialect.written(write, select(users, { id: user.id }), columnsOf(users));
    const [row] = await toPresent(ofUser, async (present) => {
      const former = await hasLeftRows(db, user.id, present) ? beginning(db, user.id, present) : [];
      const before = [...former, ...left];
      const results = await run(db, ...before, ...statements, ...others, ...besides(db));
      return results[before.length + statements.length - 1]!;
    });
    return toEntity(users, row!);
  }

  return {
    createUser: (user) => createUser(user),
    createUserWithAccount: (user, account, authenticator) =>
      createUser(user, [
        [accounts, { ...account, userId: user.id }],
        ...(authenticator ? [[authenticators, { ...authenticator, userId: user.id }] as const] : []),
      ]),
    getUser: (id) => findEntity<User>(db, users, { id }),
    getUserByEmail: (email) => findEntity<User>(db, users, { email }),
    listUsers: (query) => listUsers<User>(db, query),
    async getUserByAccount({ provider, providerAccountId }) {
      const row = await first(db, { text: byAccount, values: [provider, providerAccountId] });
      return row ? toEntity<User>(users, row) : null;
    },
    async updateUser(user) {
      return await changeRow<User>(db, users, { ...user }) ?? missing("user", user.id);
    },
    async deleteUser(id) {
      if (!isStorable(id)) return;
      // Does not rely on foreign keys either.
      const removes = () =>
        toPresent(
          ofUser,
          (present) =>
            change(db, removalStatement(users, { id }), rowWith(users, { id }), ending(db, id, present)),
        );
      // Of a user elsewhere, the tables of the library have rows: their columns are of text.
      const removesElsewhere = () =>
        toPresent([security, ...owned], (present) => run(db, ...ending(db, id, present, true)));
      await orIfRefused<unknown>(removes, removesElsewhere, dialect);
    },
    async addCredentials(credentials) {
      return dialect.count((await run(db, ...additions(db, credentials))).at(-1) ?? []) > 0;
    },
    async removeAccount(removal) {
      const results = await toPresent(
        [accounts, ...ofAccount],
        ([, ...present]) => run(db, ...removals(db, removal, present)),
      );
      return dialect.count(results.at(-1) ?? []) > 0;
    },
    async takeOverUser(user) {
      const { begin } = dialect.locking;
      const results = await toPresent(
        [sessions, authenticators, accounts, ...takenOver],
        (present) => run(db, ...begin, ...takeover(db, user, present)),
      );
      const [taken = [], ...others] = results.slice(begin.length);
      const [row] = others.at(-1) ?? taken;
      return row && dialect.count(taken) > 0 ? toEntity<User>(users, row) : null;
    },
  } satisfies Adapter;
}

function accountMethods(db: Database) {
  const { accounts } = db.tables;
  const ofAccount = tablesWhere(db.tables, (kind) => kind.isOfAccount);
  return {
    linkAccount: (account) => addOwned(db, accounts, account),
    async unlinkAccount({ provider, providerAccountId }) {
      const key = { provider, providerAccountId };
      const before = besides(db, rowWith(accounts, key));
      await toPresent(
        [accounts, ...ofAccount],
        (present) => run(db, ...before, ...present.map((table) => removalStatement(table, key))),
      );
    },
    exactIds: true,
    getAccount: (providerAccountId, provider) => findEntity(db, accounts, { provider, providerAccountId }),
    listAccountsByUserId: (userId) => list(db, accounts, { userId }),
    async updateAccount(account) {
      const write = update(accounts, { ...account });
      if (write) await run(db, write);
    },
  } satisfies Adapter;
}

function sessionMethods<User extends AdapterUser>(db: Database) {
  const { sessions, users } = db.tables;
  const { date } = db.dialect.codecs;
  const sessionAndUser = `SELECT ${columnsOf(users, "u")}, ${columnsOf(sessions, "s")} ` +
    `FROM ${sessions.name} s JOIN ${users.name} u ON u."id" = s."user_id" WHERE s."session_token" = ?`;
  const prolong = (also: string) =>
    `UPDATE ${sessions.name} SET "expires" = ?${also} WHERE "session_token" = ? AND "expires" < ?`;
  return {
    createSession: (session) => addOwned(db, sessions, session),
    async getSessionAndUser(sessionToken) {
      const row = await first(db, { text: sessionAndUser, values: [sessionToken] });
      if (!row) return null;
      return { session: toEntity(sessions, row, users.columns.length), user: toEntity<User>(users, row) };
    },
    updateSession: (session) => changeRow(db, sessions, { ...session }),
    async prolongSession({ sessionToken, expires, usedAt, ifBefore }) {
      const used = usedAt ? [date.encode(usedAt)] : [];
      const values = [date.encode(expires), ...used, sessionToken, date.encode(ifBefore)];
      return await count(db, { text: prolong(usedAt ? `, "used_at" = ?` : ""), values }) > 0;
    },
    deleteSession: async (sessionToken) => await count(db, removalStatement(sessions, { sessionToken })) > 0,
    listSessionsByUserId: (userId) => list(db, sessions, { userId }),
    async deleteSessionsByUserId(userId, except) {
      const { text, values } = removalStatement(sessions, { userId });
      return await count(
        db,
        except === undefined
          ? { text, values }
          : { text: `${text} AND "session_token" <> ?`, values: [...values, except] },
      );
    },
  } satisfies Adapter;
}

function tokenMethods(db: Database) {
  const { dialect, tables: { tokens } } = db;
  return {
    async createVerificationToken(token) {
      await run(db, insertion(tokens, { ...token }));
    },
    async useVerificationToken({ identifier, token }) {
      const key = { identifier, token };
      const statements = dialect.taken(select(tokens, key), removalStatement(tokens, key), columnsOf(tokens));
      const row = (await run(db, ...statements))[0]?.[0];
      return row ? toEntity(tokens, row) : null;
    },
  } satisfies Adapter;
}

function authenticatorMethods(db: Database) {
  const { authenticators } = db.tables;
  return {
    getAuthenticator: (credentialID) => findEntity(db, authenticators, { credentialID }),
    createAuthenticator: (authenticator) => addOwned(db, authenticators, authenticator),
    listAuthenticatorsByUserId: (userId) => list(db, authenticators, { userId }),
    async updateAuthenticatorCounter(credentialID, newCounter) {
      return await changeRow(db, authenticators, { credentialID, counter: newCounter }) ??
        missing("authenticator", credentialID);
    },
    async updateAuthenticator({ credentialID, counter, credentialBackedUp, name, usedAt, transports }) {
      const fields = { counter, credentialBackedUp, name, usedAt, transports };
      const changed = await changeRow(db, authenticators, { credentialID, ...fields });
      if (!changed) missing("authenticator", credentialID);
    },
  } satisfies Adapter;
}

async function removeExpired(
  db: Database,
  { now = new Date(webPlatform.now()), batch = 1000 }: Parameters<Required<Adapter>["removeExpired"]>[0] = {},
): Promise<number> {
  if (!Number.isSafeInteger(batch) || batch < 1) throw new TypeError(`Cannot remove ${batch} at a time`);
  const { dialect, tables } = db;
  const ended = dialect.codecs.date.encode(now);
  let total = 0;
  for (const table of [tables.sessions, tables.tokens, ...tablesWhere(tables, (kind) => kind.isEnding)]) {
    for (let removed = batch; removed === batch;) {
      removed = await toPresent(
        [table],
        async ([present]) => present ? await count(db, dialect.removeEnded(present, ended, batch)) : 0,
      );
      total += removed;
      // Lets timers and requests run in between, even if the database answers synchronously.
      await pause();
    }
  }
  return total;
}
