import assert from "node:assert/strict";
import { after, test } from "node:test";
import mysql from "npm:mysql2@3.24.5/promise";
// @ts-types="npm:@types/pg@8.15.5"
import pg from "npm:pg@8.23.1";
import { MySql } from "../../src/adapters/mysql.ts";
import { Postgres } from "../../src/adapters/postgres.ts";
import type { Adapter, AdapterUser, NewCredentials } from "../../src/adapters/types.ts";
import { startMariaDb, startPostgres } from "../adapters/_server.ts";
import { type Missing, startDatabases } from "./_databases.ts";

/** How many users are taken over, and how many of them at the same time. */
const [ROUNDS, AT_ONCE] = [150, 6];

/** A draw between 0 and 1. */
type Draw = () => number;

const LEVELS = ["read committed", "repeatable read", "serializable"] as const;

/** Databases with each level of isolation, as an application may have set it for its connections. */
async function startLevels(): Promise<
  readonly (readonly [string, (() => Promise<Required<Adapter>>) | Missing])[]
> {
  const postgres = await startPostgres();
  const mariadb = await startMariaDb();
  const pools: { end(): Promise<unknown> }[] = [];
  after(async () => {
    await Promise.all(pools.map((pool) => pool.end()));
    await postgres.stop();
    if (!("missing" in mariadb)) await mariadb.stop();
  });
  return LEVELS.flatMap((level, index) => {
    const prefix = `level${index}_`;
    const openPostgres = async () => {
      const options = `-c default_transaction_isolation=${level.replace(" ", "\\ ")}`;
      const pool = new pg.Pool({
        host: "127.0.0.1",
        port: postgres.port,
        user: "postgres",
        options,
        max: 20,
      });
      pools.push(pool);
      const adapter = Postgres(pool, { prefix });
      await adapter.migrate();
      return adapter;
    };
    const openMySql = async () => {
      if ("missing" in mariadb) throw new Error(mariadb.missing);
      const settings = { host: "127.0.0.1", port: mariadb.port, user: "root" };
      const setup = await mysql.createConnection(settings);
      await setup.query("CREATE DATABASE IF NOT EXISTS latchkey");
      await setup.end();
      const pool = mysql.createPool({ ...settings, database: "latchkey", connectionLimit: 20 });
      pools.push(pool);
      pool.on(
        "connection",
        (connection) =>
          void (connection as unknown as { query(text: string): void }).query(
            `SET SESSION TRANSACTION ISOLATION LEVEL ${level}`,
          ),
      );
      const adapter = MySql(pool, { prefix });
      await adapter.migrate();
      return adapter;
    };
    return [
      [`Postgres, ${level}`, openPostgres],
      [`MySql, ${level}`, "missing" in mariadb ? mariadb : openMySql],
    ] as const;
  });
}

// Before the first test: Deno ends with success when a module fails that has tests already.
const databases = [
  ...(await startDatabases())
    .map(([name, database]) => [name, "missing" in database ? database : database.open] as const),
  ...await startLevels(),
];

for (const [name, open] of databases) {
  const skip = "missing" in open ? open.missing : false;
  test(
    `takeOverUser() of ${name} removes all credentials of an attacker in ${ROUNDS} races (AL-16)`,
    { skip },
    async () => {
      const adapter = "missing" in open ? assert.fail() : await open();
      const seen = { added: 0, refused: 0 };
      for (let round = 0; round < ROUNDS; round += AT_ONCE) {
        const outcomes = await Promise.all(
          Array.from({ length: AT_ONCE }, (_, index) => takeOverInRace(adapter, drawsOf(round + index))),
        );
        for (const { added, refused } of outcomes) {
          seen.added += added;
          seen.refused += refused;
        }
      }
      // Else there was no race.
      assert.ok(seen.added > ROUNDS / 10 && seen.refused > ROUNDS / 10, JSON.stringify(seen));
    },
  );
}

/** One user, strangers who sign in and renew, two mails to the owner, and writes that the guard knows nothing of. */
async function takeOverInRace(
  adapter: Required<Adapter>,
  draw: Draw,
): Promise<{ added: number; refused: number }> {
  const id = crypto.randomUUID();
  const user = await adapter.createUser({ id, email: `${id}@example.com`, emailVerified: null });
  const old = credentialsOf(user, () => 1);
  await adapter.addCredentials(old);
  const seen = { added: 0, refused: 0 };
  const stranger = async () => {
    await pause(draw);
    for (let tries = 0; tries < 3; tries++) {
      if (await adapter.addCredentials(credentialsOf(user, draw))) seen.added++;
      else seen.refused++;
    }
  };
  const renewal = async () => {
    await pause(draw);
    const { account, session } = old;
    const later = new Date(session!.expires.getTime() + 1000);
    await adapter.prolongSession({ ...session!, expires: later, ifBefore: later });
    await adapter.updateAccount({ ...account!, access_token: "newer" });
    await adapter.updateSession({ sessionToken: session!.sessionToken, expires: later });
  };
  const emailVerified = new Date(1_900_000_000_000 + Math.floor(draw() * 1000));
  const own = credentialsOf({ ...user, emailVerified }, () => 1);
  const owner = async () => {
    await pause(draw);
    const taken = await adapter.takeOverUser({ id, email: user.email!, emailVerified });
    if (!taken) return false;
    assert.deepEqual([taken.id, taken.emailVerified], [id, emailVerified]);
    assert.equal(await adapter.addCredentials(own), true);
    return true;
  };
  const calls = shuffled([stranger, stranger, stranger, renewal, owner, owner], draw);
  const outcomes = await Promise.all(calls.map((call) => call()));
  assert.equal(outcomes.filter((outcome) => outcome === true).length, 1);
  await assertOnly(adapter, own);
  assert.equal(await adapter.addCredentials(credentialsOf(user, draw)), false);
  await assertOnly(adapter, own);
  return seen;
}

async function assertOnly(adapter: Required<Adapter>, own: NewCredentials): Promise<void> {
  const { userId, account, authenticator, session } = own;
  const [accounts, authenticators, sessions] = await Promise.all([
    adapter.listAccountsByUserId(userId),
    adapter.listAuthenticatorsByUserId(userId),
    adapter.listSessionsByUserId(userId),
  ]);
  assert.deepEqual(accounts.map((it) => it.providerAccountId), [account!.providerAccountId]);
  assert.deepEqual(authenticators.map((it) => it.credentialID), [authenticator!.credentialID]);
  assert.deepEqual(sessions.map((it) => it.sessionToken), [session!.sessionToken]);
}

/** Some or all kinds of what a user signs in with. */
function credentialsOf({ id: userId, emailVerified }: AdapterUser, draw: Draw): NewCredentials {
  const name = crypto.randomUUID();
  const parts = {
    account: { userId, type: "oidc", provider: "idp", providerAccountId: name, session_state: { a: 1 } },
    authenticator: {
      userId,
      credentialID: name,
      providerAccountId: name,
      credentialPublicKey: "key",
      counter: 1,
      credentialDeviceType: "singleDevice",
      credentialBackedUp: true,
    },
    session: { userId, sessionToken: name, expires: new Date(1_950_000_000_000) },
  } as const;
  const given = Object.entries(parts).filter(() => draw() > 0.4);
  return {
    userId,
    emailVerified,
    ...(given.length ? Object.fromEntries(given) : { session: parts.session }),
  };
}

function pause(draw: Draw): Promise<unknown> {
  return draw() < 0.3 ? Promise.resolve() : new Promise((resolve) => setTimeout(resolve, draw() * 8));
}

function shuffled<T>(list: readonly T[], draw: Draw): T[] {
  return list.map((it) => [draw(), it] as const).toSorted(([a], [b]) => a - b).map(([, it]) => it);
}

/** Draws of a seed, by Lehmer's generator. */
function drawsOf(seed: number): Draw {
  let state = (seed * 48_271 + 11) % 2_147_483_647;
  return () => (state = (state * 48_271) % 2_147_483_647) / 2_147_483_647;
}
