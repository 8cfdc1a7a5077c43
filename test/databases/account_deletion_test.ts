/**
 * The deletion of an account in real databases, whose calls overlap and fail as a seed says: requests, links that keep the account,
 * sign-ins and jobs at once. `test/flows/account_deletion_faults_test.ts` has each call of each of them.
 *
 * @module
 */

import assert from "node:assert/strict";
import { test } from "node:test";
import { type DeletionWorld, GRACE, openDeletion } from "../flows/_account_deletion.ts";
import { send } from "../flows/_send.ts";
import { chosenRounds, isNightly } from "../_nightly.ts";
import type { Random } from "../_random.ts";
import { seeded } from "../_seeded.ts";
import { startDatabases } from "./_databases.ts";
import { jumbled, unlessGone } from "./_jumbled.ts";

const ROUNDS = chosenRounds({ here: 4, nightly: 40 });

const databases = await startDatabases(isNightly ? undefined : ["Sqlite", "Redis"]);

for (const [part, [name, database]] of databases.entries()) {
  test(
    `An account is deleted when its time is over, or kept whole, whatever fails and overlaps, on ${name} (AD-05, AD-06)`,
    { skip: "missing" in database && database.missing },
    seeded(async (random) => {
      if ("missing" in database) return;
      for (let round = 0; round < ROUNDS; round++) {
        const faulty = jumbled(await database.open(), random);
        const world = await openDeletion({ adapter: faulty.adapter, session: { revocationDelay: "always" } });
        faulty.fails = true;
        await oneRound(world, random);
        faulty.fails = false;
        await assertWhole(world);
      }
    }, { part }),
  );
}

/** Some hours in which several things happen at once. */
async function oneRound(world: DeletionWorld, random: Random): Promise<void> {
  const { browser, platform, staff, mails } = world;
  const token = () => {
    const mail = mails.findLast(({ purpose }) => purpose === "deletionRequested");
    return mail ? new URL(mail.url).searchParams.get("token")! : "none";
  };
  const acts = [
    () => world.change({ action: "delete-account", confirm: "ada@example.com" }),
    () => send(browser, "account-deletion", { token: token() }),
    () => world.enter(world.visitor()).catch(unlessGone),
    () => staff.run(),
    () => staff.request(world.id),
  ];
  for (let hour = 0; hour < 8; hour++) {
    const chosen = Array.from({ length: 1 + random.below(4) }, () => random.pick(acts));
    // What fails is tried again by someone else.
    await Promise.allSettled(chosen.map((act) => act()));
    platform.tick(random.pick([10, 3600, GRACE / 2, GRACE + 1]));
  }
}

/** The account is there, with a way in, or gone with all that belonged to it; and nobody is signed in to one that is to be deleted. */
async function assertWhole(world: DeletionWorld): Promise<void> {
  const { db, staff, platform, id, log } = world;
  const row = await world.row();
  const visitor = world.visitor();
  await world.enter(visitor);
  const isIn = await world.sessionIn(visitor) !== null;
  const isThere = await db.adapter.getUser(id) !== null;
  if (row?.dueAt && isThere) assert.equal(isIn, false, log());
  platform.tick(GRACE + 901);
  await staff.run();
  const isLeft = await db.adapter.getUser(id) !== null;
  if (row?.dueAt) {
    assert.equal(isLeft, false, log());
    assert.deepEqual(await db.adapter.listAccountsByUserId(id), []);
    assert.equal(await world.row(), null);
  } else if (isThere) {
    assert.ok(isLeft && isIn, log());
  }
  if (!isLeft) assert.ok(world.erased.includes(id), "the application was asked to erase it");
}
