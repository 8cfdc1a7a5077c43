/**
 * What the adapters for SQL do beside the contract.
 *
 * @module
 */

import assert from "node:assert/strict";
import { test } from "node:test";
import type { Sql, SqlAdapter } from "../../src/adapters/sqlite/sqlite.ts";
import type { SqlDatabase } from "./_user_fields.ts";

/** A database that is there. */
export interface TestedDatabase extends SqlDatabase {
  /** Runs statements, as a function of the application's own does. */
  readonly sql: Sql;
  /** The tables as the database describes them, without their prefix. */
  tables(prefix: string): Promise<readonly string[]>;
}

/** An adapter. */
export interface TestedAdapter {
  /** Such as `Postgres`. */
  readonly name: string;
  /** Makes one. */
  make(client: Sql): SqlAdapter;
  /** A name as SQL quotes it. */
  quoted(name: string): string;
  /** Codes of errors, and how often a statement is tried that fails with one. */
  readonly tries?: Readonly<Record<string, number>>;
  /** Adapters whose server does not answer, by where that is looked for, and what ends their clients. */
  silent?(): Readonly<Record<string, readonly [adapter: SqlAdapter, end: () => Promise<unknown>]>>;
}

const nobody = (id: string) => ({ id, email: null, emailVerified: null });

/** Declares the tests. @param server `null`, if none is installed. */
export function testSqlDatabase(
  { name, make, quoted, tries, silent }: TestedAdapter,
  server: TestedDatabase | null,
): void {
  const check = (title: string, run: (server: TestedDatabase) => Promise<void>) =>
    test(
      `${name}() as each adapter for SQL: ${title}`,
      { skip: server ? false : "no server" },
      () => run(server!),
    );

  if (tries) {
    test(`${name}() repeats what a deadlock has undone, and only that`, async () => {
      for (const [code, times] of Object.entries(tries)) {
        let calls = 0;
        const adapter = make(() => {
          if (++calls < 3) return Promise.reject(Object.assign(new Error("refused"), { code }));
          return Promise.resolve([[[1]]]);
        });
        await Promise.allSettled([adapter.deleteSession("s")]);
        assert.equal(calls, times, code);
      }
    });
  }

  if (silent) {
    test(`${name}() says that the server does not answer`, async () => {
      for (const [what, [adapter, end]] of Object.entries(silent())) {
        for (
          const call of [() => adapter.getUser("1"), () => adapter.migrate(), () => adapter.deleteUser("1")]
        ) {
          await assert.rejects(async () => await call(), (error: Error) => {
            const expected = /^Cannot reach the database: the server does not answer \(E\w+\)\. /;
            assert.match(error.message, expected, what);
            assert.ok(error.cause instanceof Error, what);
            return true;
          });
        }
        await end();
      }
    });
  }

  check("a function of the application runs the statements", async ({ open, sql }) => {
    const user = {
      id: crypto.randomUUID(),
      name: null,
      email: null,
      emailVerified: new Date(1234),
      image: null,
    };
    await open({}).migrate();
    assert.deepEqual(await make(sql).createUser(user), user);
    assert.deepEqual(await open({}).getUser(user.id), user);
  });

  check("user fields are kept in columns of the application, below the prefix", async ({ open, run }) => {
    for (const options of [{}, { prefix: "own_" }]) await open(options).migrate();
    const [role, group] = ["Role", "group"].map(quoted);
    for (const column of [`${role} text DEFAULT 'reader'`, `${group} integer`]) {
      await run(`ALTER TABLE own_users ADD COLUMN ${column}`);
    }
    const adapter = open({ prefix: "own_", userFields: ["Role", "group"] });
    const user = { ...nobody("1"), name: null, image: null };
    const created = await adapter.createUser({ ...user, group: 7 });
    assert.deepEqual(created, { ...user, Role: "reader", group: 7 });
    assert.deepEqual(await adapter.getUser("1"), created);
    assert.equal(await open({}).getUser("1"), null);
  });

  check("migrate() creates what schema() says, and changes nothing that exists", async (server) => {
    for (const statement of server.schema("byhand_").split(";\n").filter((it) => it.trim())) {
      await server.run(statement);
    }
    const adapter = server.open({ prefix: "bycode_" });
    await adapter.migrate();
    await adapter.createUser(nobody("1"));
    await adapter.migrate();
    assert.ok(await adapter.getUser("1"));
    const tables = await server.tables("bycode_");
    assert.deepEqual(tables, await server.tables("byhand_"));
    assert.ok(tables.length > 4);
  });

  check("listUsers() lists each user once, in the order of ids", async ({ open }) => {
    const adapter = open({ prefix: "listed_" });
    await adapter.migrate();
    for (const id of ["3", "1", "2", "5", "4"]) await adapter.createUser(nobody(id));
    const ids: string[] = [];
    for (let after: string | null = null;;) {
      const { users, next } = await adapter.listUsers({ after, limit: 2 });
      ids.push(...users.map(({ id }) => id));
      if (next === null) break;
      after = next;
    }
    assert.deepEqual(ids, ["1", "2", "3", "4", "5"]);
  });

  check("several instances may call migrate() at once", async ({ open }) => {
    for (let round = 0; round < 5; round++) {
      const adapter = open({ prefix: `together${round}_` });
      await Promise.all(Array.from({ length: 10 }, () => adapter.migrate()));
      await adapter.createUser(nobody("1"));
    }
  });

  check("removeExpired() counts what it removes, in batches", async ({ open }) => {
    const adapter = open({ prefix: "ended_" });
    await adapter.migrate();
    await adapter.createUser(nobody("1"));
    for (let index = 1; index <= 25; index++) {
      await adapter.createSession({ sessionToken: `${index}`, userId: "1", expires: new Date(index * 1000) });
    }
    assert.equal(await adapter.removeExpired({ now: new Date(20_000), batch: 7 }), 20);
    assert.equal((await adapter.listSessionsByUserId("1")).length, 5);
  });
}
