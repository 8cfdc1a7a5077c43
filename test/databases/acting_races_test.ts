/**
 * Administrators who act as users, while roles, bans and sessions change at the same time, in real databases whose calls overlap and
 * fail as a seed says.
 *
 * @module
 */

import assert from "node:assert/strict";
import { test } from "node:test";
import type { Adapter } from "../../src/adapters/contract/types.ts";
import type { Browser } from "../../src/testing/mod.ts";
import { type ActingWorld, openActing } from "../flows/_acting.ts";
import { GRACE } from "../flows/_administration.ts";
import { ADA, GOOD } from "../flows/_kept_passwords.ts";
import { chosenRounds, isNightly } from "../_nightly.ts";
import { withInstantScrypt } from "../_quick_scrypt.ts";
import type { Random } from "../_random.ts";
import { seeded } from "../_seeded.ts";
import { startDatabases } from "./_databases.ts";
import { jumbled } from "./_jumbled.ts";

const ROUNDS = chosenRounds({ here: 2, nightly: 40 });

/** Batches of a round, and the most that happens at the same time in one. */
const BATCHES = 10;
const AT_ONCE = 5;

/** The second one of staff. */
const HAL = "hal@example.com";

/** What somebody does, by its name. */
function actsOf(
  { ada, graceId, see, administration, admins, enter }: ActingWorld,
  { staff, hal, random }: {
    readonly staff: readonly Browser[];
    readonly hal: string;
    readonly random: Random;
  },
): Readonly<Record<string, () => unknown>> {
  const browser = random.pick(staff);
  const address = random.pick([GRACE, HAL]);
  const target = random.pick([ada, ada, ada, graceId, hal]);
  return {
    "acts": () =>
      see(browser, "administration.actAs", target, { reason: "x", maxAge: random.pick([60, 3600]) }),
    "acts again": () => see(browser, "administration.actAs", target, { reason: "x" }),
    "looks": () => see(browser),
    "stops": () => see(browser, "administration.stopActing"),
    "signs in": () => enter(GOOD, browser, address),
    "signs out": () => see(browser, "signOut"),
    "bans": () => administration.banUser(ada),
    "lets in": () => administration.unbanUser(ada),
    "ends sessions": () => administration.endSessions(target),
    "gets the role": () => admins.add(random.pick([ADA, GRACE, HAL])),
    "loses the role": () => admins.delete(random.pick([ADA, GRACE, HAL])),
  };
}

/** What must hold whenever nothing happens. */
async function check(
  { see, administration, admins, db, platform }: ActingWorld,
  staff: readonly Browser[],
): Promise<number> {
  let acting = 0;
  for (const browser of staff) {
    const { email, actor } = await see(browser);
    if (!actor) continue;
    acting++;
    const found = await administration.getUser((await db.adapter.getUserByEmail(email!))!.id);
    assert.equal(found?.ban, null, `${email} is banned`);
    assert.ok(!admins.has(email!), `${email} is an administrator`);
    assert.ok(admins.has(actor.email!), `${actor.email} is none`);
    const rows = await db.adapter.rows.list("actingSessions", { userId: String(found!.user.id) });
    assert.ok(
      rows.some(({ actorId, expires }) => actorId === actor.sub && expires.getTime() > platform.now()),
    );
  }
  return acting;
}

async function run(adapter: Required<Adapter>, random: Random): Promise<number> {
  const strategy = random.pick(["jwt", "database"] as const);
  const rows = jumbled(adapter.rows as never, random);
  const jumble = jumbled(Object.assign(Object.create(adapter), { rows: rows.adapter }), random);
  const world = await openActing({
    adapter: jumble.adapter,
    session: { strategy, ...(strategy === "jwt" && { revocationDelay: "always" }) },
  });
  const [more, other] = [world.visitor(), world.visitor()];
  const hal = await world.join(HAL, other);
  await world.enter(GOOD, more, GRACE);
  const staff = [world.grace, more, other];
  const steps: string[] = [];
  let acting = 0;
  try {
    for (let batch = 0; batch < BATCHES; batch++) {
      for (const address of [GRACE, HAL]) if (random.chance(0.7)) world.admins.add(address);
      if (random.chance(0.7)) world.admins.delete(ADA);
      if (random.chance(0.7)) {
        await world.administration.unbanUser(world.ada);
        await world.see(world.grace, "signOut");
        await world.enter(GOOD, world.grace, GRACE);
        await world.act();
      }
      jumble.fails = rows.fails = random.chance(0.4);
      const again: (() => unknown)[] = [];
      await Promise.all(Array.from({ length: 1 + random.below(AT_ONCE) }, async () => {
        const acts = actsOf(world, { staff, hal, random });
        const name = random.pick(Object.keys(acts));
        steps.push(name);
        const result = await Promise.resolve(acts[name]!()).catch((error) => error);
        // Whoever gets an error from a ban, or an end, tries again.
        if (result instanceof Error && /bans|ends/.test(name)) again.push(acts[name]!);
      }));
      jumble.fails = rows.fails = false;
      for (const run of again) {
        await Promise.resolve(run()).catch((error) => {
          if (error.type !== "AccessDenied") throw error;
        });
      }
      acting += await check(world, staff);
      if (random.chance(0.2)) {
        await world.administration.endSessions(world.ada);
        for (const browser of staff) assert.notEqual((await world.see(browser)).email, ADA);
      }
      world.platform.tick(random.pick([1, 40, 16 * 60]));
      await check(world, staff);
    }
    return acting;
  } catch (error) {
    const told = [strategy, ...steps].join("\n  ");
    throw new Error(`${(error as Error).message}\n  ${told}\n${world.log().slice(-1500)}`, { cause: error });
  }
}

const databases = await startDatabases(isNightly ? undefined : ["Memory", "Sqlite"]);

for (const [name, database] of databases) {
  test(
    `Nobody acts as an administrator, as a user who is banned, or once they are none, on ${name} (ADM-08, ADM-16)`,
    { skip: "missing" in database && database.missing },
    async () => {
      if ("missing" in database) assert.fail();
      let acting = 0;
      for (let part = 0; part < ROUNDS; part++) {
        const adapter = await database.open();
        await seeded(async (random) => {
          acting += await withInstantScrypt(() => run(adapter, random)) as number;
        }, { part })();
      }
      if (ROUNDS > 10) assert.ok(acting > ROUNDS, `only ${acting} times has somebody acted`);
    },
  );
}
