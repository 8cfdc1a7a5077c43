/**
 * A provider ends sessions while others begin, are prolonged, and end: in real databases, whose calls overlap as a seed says.
 * `test/flows/logout_races_test.ts` has each order of two requests.
 *
 * @module
 */

import assert from "node:assert/strict";
import { test } from "node:test";
import type { Adapter } from "../../src/adapters/contract/types.ts";
import { ALL_CAPABILITIES } from "../../src/core/capabilities.ts";
import { setupOf } from "../../src/config/setup.ts";
import type { Browser } from "../../src/testing/mod.ts";
import type { AuthConfig } from "../../mod.ts";
import { type LogoutWorld, openLogout } from "../flows/_provider_logout.ts";
import { APP } from "../flows/_world.ts";
import { chosenRounds, isNightly } from "../_nightly.ts";
import type { Random } from "../_random.ts";
import { seeded } from "../_seeded.ts";
import { startDatabases } from "./_databases.ts";
import { jumbled } from "./_jumbled.ts";

const ROUNDS = chosenRounds({ here: 4, nightly: 60 });

const databases = await startDatabases(isNightly ? undefined : ["Sqlite", "DenoKv"]);

for (const [part, [name, database]] of databases.entries()) {
  for (const strategy of ["database", "jwt"] as const) {
    test(
      `Logouts at a provider leave no session that they name, and none without a row, on ${name}, with strategy ${strategy}`,
      { skip: "missing" in database && database.missing },
      seeded(async (random) => {
        if ("missing" in database) return;
        const adapter = await database.open();
        const world = await openLogout({
          adapter: jumbled(adapter, random).adapter,
          session: { strategy, revocationDelay: "always", maxAge: 100_000, updateAge: 100 },
        });
        for (let round = 0; round < ROUNDS; round++) {
          await oneRound(world, { adapter, sub: `user ${round}`, strategy, random });
        }
      }, { part: 2 * part + (strategy === "jwt" ? 1 : 0) }),
    );
  }
}

async function oneRound(
  world: LogoutWorld,
  { adapter, sub, strategy, random }: {
    readonly adapter: Required<Adapter>;
    readonly sub: string;
    readonly strategy: "database" | "jwt";
    readonly random: Random;
  },
): Promise<void> {
  const { signInAs, isSignedIn, visitor, token, logout, platform, log } = world;
  const [old, phone, fresh] = [visitor(), visitor(), visitor()];
  await signInAs(sub, `${sub}-1`, old);
  await signInAs(sub, `${sub}-2`, phone);
  const before = [await keyOf(old, world), await keyOf(phone, world)];
  platform.tick(600);
  const by = random.pick(["sid", "sub"]);
  const claims = by === "sid" ? { sub, sid: `${sub}-1` } : { sub };
  const [first, second] = [
    await token({ ...claims, jti: `${sub} one` }),
    await token({ ...claims, jti: `${sub} two` }),
  ];
  // In the same session at the provider, or in another one.
  const sid = `${sub}-${random.pick([1, 3])}`;
  const posts = random.pick([[first, first], [first, first, second]]).map(async (each) =>
    (await logout(each)).status
  );
  const [statuses] = await Promise.all([
    Promise.all(posts),
    signInAs(sub, sid, fresh),
    isSignedIn(old),
    isSignedIn(phone),
  ]);
  const where = `by ${by}, ${sid}\n${log()}`;
  // One token twice at the same moment is one logout, and one later is a replay.
  const [one, again, other = 200] = statuses;
  assert.ok([one, again].includes(200) && [one, again].every((is) => is === 200 || is === 400), where);
  assert.deepEqual([other, (await logout(first)).status], [200, 400], where);
  const ended = by === "sub" ? [fresh, old, phone] : [old, ...sid.endsWith("-1") ? [fresh] : []];
  for (const browser of ended) assert.equal(await isSignedIn(browser), false, where);
  await assertRows(world, {
    adapter,
    sub,
    browsers: [fresh, old, phone],
    before: strategy === "jwt" ? before : null,
  });
  if (strategy === "database" && by === "sid") assert.equal(await isSignedIn(phone), true, where);
}

/**
 * Each session has a row: otherwise its provider could not end it. And each row has a session, but for one in a token that
 * began after a logout had listed the rows, and before it raised the generation of the user: it has ended with the others, and
 * its row stays until it expires.
 *
 * @param before With sessions in tokens: the keys of those that began before the logout.
 */
async function assertRows(
  world: LogoutWorld,
  { adapter, sub, browsers, before }: {
    readonly adapter: Required<Adapter>;
    readonly sub: string;
    readonly browsers: readonly Browser[];
    readonly before: readonly (string | null)[] | null;
  },
): Promise<void> {
  const keys: (string | null)[] = [];
  for (const browser of browsers) {
    const key = await keyOf(browser, world);
    if (await world.isSignedIn(browser)) keys.push(key);
  }
  const { id: userId } = (await adapter.getUserByAccount({ provider: "idp", providerAccountId: sub }))!;
  const ids = (await adapter.rows.list("providerSessions", { userId })).map(({ id }) => id);
  const rows = before ? ids.filter((id) => keys.includes(id) || before.includes(id)) : ids;
  assert.deepEqual(rows.sort(), keys.sort(), world.log());
  assert.ok(ids.length <= rows.length + 1, "only one session began at the same time");
}

/** The key of the session that a browser has a token of. */
async function keyOf(browser: Browser, { config }: LogoutWorld): Promise<string | null> {
  const { sessions } = setupOf(config as AuthConfig, "https", { capabilities: ALL_CAPABILITIES });
  return await sessions.keyOf(new Map(browser.cookies(APP).map(({ name, value }) => [name, value])));
}
