/**
 * Every released version of the tables, with rows in them, read by today's library. `UPDATE_GOLDEN=1` adds the newest
 * version to the fixtures if it is missing. What a released version has there never changes.
 *
 * @module
 */

import assert from "node:assert/strict";
import { test } from "node:test";
import { sqlAdapter } from "../../src/adapters/sql/adapter.ts";
import { TABLES, type Tables } from "../../src/adapters/sql/schema.ts";
import { schemaOf, tablesOf } from "../../src/adapters/sql/tables.ts";
import { tablesAt, upgradeOf, VERSIONS } from "../../src/adapters/sql/versions.ts";
import { DenoKv } from "../../src/adapters/deno_kv/deno_kv.ts";
import { Redis } from "../../src/adapters/redis/redis.ts";
import type { Adapter } from "../../src/adapters/contract/types.ts";
import { adapterCases } from "../../src/testing/adapter/adapter_cases.ts";
import { nightly } from "../_nightly.ts";
import { nextTables, TODAY } from "../adapters/_next_tables.ts";
import { type KvBelow, type RedisBelow, type SqlBelow, startDatabases } from "./_databases.ts";
import { catalogueOf, kvDump, loadKv, loadRedis, redisDump, sqlDump } from "./_dump.ts";
import { comparable, readRows, ROWS, type Rows, rowsOf, storeRows } from "./_rows.ts";
import { fixtureOf, readVersion } from "./_versions.ts";

/** The message of a test that finds a difference between the tables and a fixture. */
const ADVICE = 'released tables do not change: add a version, as CONTRIBUTING.md says in "Change a table"';

for (const [name, database] of await startDatabases()) {
  if ("missing" in database) {
    test(`the versions of the tables in ${name}`, { skip: database.missing }, () => {});
    continue;
  }
  const { below } = database;
  if (below?.kind === "sql") testSql(name, below);
  if (below?.kind === "redis") testRedis(name, below);
  if (below?.kind === "kv") testKv(name, below);
}

function testSql(name: string, below: SqlBelow): void {
  const { dialect, driver, run } = below;
  const today = tablesOf(dialect, {});

  for (const { number } of VERSIONS) {
    const isWritten = fixtureOf(
      `${dialect.name}.sql`,
      number,
      () => sqlDump(dialect, tablesAt(today, number), ROWS),
    );

    for (const way of ["the SQL that the command prints", "migrate()"]) {
      test(`rows of version ${number} are all there after ${way}, in ${name}`, async () => {
        const prefix = `v${number}_${way.length}_`;
        await isWritten;
        await load(below, number, prefix);
        const adapter = below.adapter(prefix);
        const tables = tablesOf(dialect, { prefix });
        if (way === "migrate()") await adapter.migrate();
        else await run(upgradeOf(dialect, tables, number));
        await assertFresh(below, tables, prefix);
        assert.deepEqual(comparable(await readRows(adapter)), comparable(rowsSince(number, today)));
      });
    }
  }

  for (const { number } of VERSIONS.slice(0, -1)) {
    test(`users and accounts are removed while the tables are those of version ${number}, in ${name}`, async () => {
      const prefix = `older${number}_`;
      await load(below, number, prefix);
      await removeSome(below.adapter(prefix), number);
    });
  }

  for (
    const way of ["the SQL that the command prints", "migrate()", "migrate() of several instances at once"]
  ) {
    test(`a made-up next version keeps all rows after ${way}, in ${name}`, async () => {
      const prefix = `next_${way.length}_`;
      await load(below, TODAY, prefix);
      const tables = nextTables(dialect, prefix);
      const next = () => sqlAdapter(driver, dialect, tables);
      if (way === "the SQL that the command prints") await run(upgradeOf(dialect, tables, TODAY));
      else await Promise.all(Array.from({ length: way === "migrate()" ? 1 : 4 }, () => next().migrate()));
      await assertFresh(below, tables, prefix);
      const { accounts, authenticators, ...others } = ROWS;
      const added = {
        ...others,
        accounts: accounts.map((account) => ({ ...account, region: "eu", isPrimary: false })),
        authenticators: authenticators.map((authenticator) => ({ ...authenticator, uses: 0 })),
      };
      assert.deepEqual(comparable(await readRows(next())), comparable(added));
    });
  }

  test(`the SQL of each made-up version in turn leads to the same tables in ${name}`, async () => {
    const prefix = "turn_";
    await load(below, TODAY, prefix);
    const newest = nextTables(dialect, prefix);
    await run(upgradeOf(dialect, tablesAt(newest, TODAY + 1), TODAY));
    await run(upgradeOf(dialect, newest, TODAY + 1));
    await assertFresh(below, newest, prefix);
  });

  // The contract on upgraded tables while both versions write: `rolling_test.ts`.
  nightly(`the contract of adapters holds on upgraded tables in ${name}`, async () => {
    const prefix = "contract_";
    await load(below, TODAY, prefix);
    const tables = nextTables(dialect, prefix);
    await run(upgradeOf(dialect, tables, TODAY));
    const cases = await adapterCases(() => Promise.resolve({ adapter: sqlAdapter(driver, dialect, tables) }));
    for (const { name, run } of cases) {
      await run().catch((cause) => assert.fail(new Error(name, { cause })));
    }
  });
}

/** Removes accounts, hands a user over, and removes another one. @param version That of the tables. */
async function removeSome(adapter: Required<Adapter>, version: number): Promise<void> {
  const [ada, { id, email }] = [ROWS.users[0]!, ROWS.users[1]!];
  const [first, second, third] = ROWS.accounts.map(({ provider, providerAccountId }) => ({
    provider,
    providerAccountId,
  }));
  await adapter.unlinkAccount(first!);
  assert.equal(await adapter.removeAccount({ userId: ada.id, account: second!, keeps: third! }), true);
  const left = await adapter.listAccountsByUserId(ada.id);
  assert.deepEqual(left.map(({ provider }) => provider), [third!.provider]);
  const emailVerified = new Date("2026-11-23T03:00:00.000Z");
  const taken = await adapter.takeOverUser({ id, email: email!, emailVerified });
  assert.deepEqual(taken?.emailVerified, emailVerified);
  assert.deepEqual(await adapter.listSessionsByUserId(id), []);
  await adapter.deleteUser(ada.id);
  assert.equal(await adapter.getUser(ada.id), null);
  assert.deepEqual(await adapter.listAccountsByUserId(ada.id), []);
  // Two tokens; since version 2 an attempt and a sign-in between its two steps, since version 3 a session at a
  // provider, since version 4 an activity, since version 7 an administrator who acts as a user.
  const ended = [2, 4, 5, 6, 6, 6][version - 1] ?? 7;
  assert.equal(await adapter.removeExpired({ now: new Date("2100-01-01T00:00:00.000Z") }), ended);
}

function testRedis(name: string, { command }: RedisBelow): void {
  for (const { number } of VERSIONS) {
    test(`version ${number} of the keys is read in ${name}, and written`, async () => {
      const written = `written${number}:`;
      await storeRows(Redis(command, { prefix: written }));
      const dump = await redisDump(command, written);
      const fixture = await fixtureOf("redis.jsonl", number, () => dump);
      if (number === TODAY) assert.equal(dump, fixture, ADVICE);
      await loadRedis(command, fixture, `read${number}:`);
      const adapter = Redis(command, { prefix: `read${number}:` });
      assert.deepEqual(comparable(await readRows(adapter)), comparable(kindsOf(number)));
    });
  }
}

function testKv(name: string, { kv }: KvBelow): void {
  for (const { number } of VERSIONS) {
    test(`version ${number} of the keys is read in ${name}, and written`, async () => {
      await storeRows(DenoKv(kv, { prefix: [`written${number}`] }));
      const dump = await kvDump(kv, `written${number}`);
      const fixture = await fixtureOf("deno_kv.jsonl", number, () => dump);
      if (number === TODAY) assert.equal(dump, fixture, ADVICE);
      await loadKv(kv, fixture, `read${number}`);
      const adapter = DenoKv(kv, { prefix: [`read${number}`] });
      assert.deepEqual(comparable(await readRows(adapter)), comparable(kindsOf(number)));
    });
  }
}

/** Creates the tables of a version, with their rows. */
async function load({ dialect, run }: SqlBelow, version: number, prefix: string): Promise<void> {
  const fixture = await readVersion(`${dialect.name}.sql`, version);
  await run(fixture.replaceAll("auth_", prefix));
}

/** Asserts that upgraded tables have the columns and indexes of new ones. */
async function assertFresh(below: SqlBelow, tables: Tables, prefix: string): Promise<void> {
  const fresh = `fresh_${prefix}`;
  const { dialect, run } = below;
  await run(schemaOf(dialect, tables).replaceAll(prefix, fresh));
  assert.deepEqual(await catalogueOf(below, prefix), await catalogueOf(below, fresh));
}

/** The rows of a version without columns: all fields of the kinds that it has. */
function kindsOf(version: number): Rows {
  const kinds = Object.entries(TABLES).filter(([, { since = 1 }]) => since <= version).map(([kind]) => kind);
  const rows = Object.entries(rowsOf(version)).map((
    [kind, rows],
  ) => [kind, kinds.includes(kind) ? rows : []]);
  return Object.fromEntries(rows);
}

/** The rows of a version as the newest one reads them: later columns have their default. */
function rowsSince(version: number, tables: Tables): Rows {
  const rows = Object.entries(rowsOf(version)).map(([kind, stored]: [string, readonly object[]]) => {
    const { since, columns } = tables[kind as keyof Rows];
    const later = columns.filter((column) => (column.since ?? since) > version);
    const defaults = Object.fromEntries(later.map(({ field, default: value }) => [field, value]));
    return [kind, since > version ? [] : stored.map((row) => ({ ...row, ...defaults }))];
  });
  return Object.fromEntries(rows);
}
