/**
 * The change of an address in real databases, whose calls overlap and fail as a seed says: Ada and the thief of a session ask for
 * addresses, prove them, undo and sign in at once. `test/flows/email_change_test.ts` has each call of an undo.
 *
 * @module
 */

import assert from "node:assert/strict";
import { test } from "node:test";
import type { Browser } from "../../src/testing/mod.ts";
import { type ChangeWorld, NEW, OLD, openChange } from "../flows/_email_change.ts";
import { chosenRounds, isNightly } from "../_nightly.ts";
import type { Random } from "../_random.ts";
import { seeded } from "../_seeded.ts";
import { startDatabases } from "./_databases.ts";
import { jumbled, unlessGone } from "./_jumbled.ts";

const ROUNDS = chosenRounds({ here: 4, nightly: 40 });

/** Whose mailbox the thief has. */
const THIEF = "eve@evil.example";

const databases = await startDatabases(isNightly ? undefined : ["Sqlite", "Redis"]);

for (const [part, [name, database]] of databases.entries()) {
  test(
    `The owner of the former mailbox gets the account back, whatever fails and overlaps, on ${name} (EC-02, EC-04, EC-05, EC-06)`,
    { skip: "missing" in database && database.missing },
    seeded(async (random) => {
      if ("missing" in database) return;
      for (let round = 0; round < ROUNDS; round++) {
        const faulty = jumbled(await database.open(), random);
        const strategy = random.pick(["database", "jwt"] as const);
        const world = await openChange({
          adapter: faulty.adapter,
          session: { strategy, revocationDelay: "always" },
        });
        const thief = await world.elsewhere();
        world.platform.tick(60);
        faulty.fails = true;
        await oneRound(world, thief, random);
        faulty.fails = false;
        await assertRestored(world, thief);
      }
    }, { part }),
  );
}

/** Some hours in which several things happen at once. */
async function oneRound(world: ChangeWorld, thief: Browser, random: Random): Promise<void> {
  const { browser, platform } = world;
  const acts = [
    () => move(world, browser, NEW),
    () => move(world, thief, THIEF),
    () => Promise.all([move(world, thief, THIEF), move(world, browser, NEW)]),
    () => press(world, world.visitor(), "emailChanged", OLD),
    () => press(world, world.visitor(), "emailChanged", random.pick([NEW, THIEF])),
    () => world.change({ action: "sign-out-others" }, random.pick([browser, thief])),
    () => enter(world, browser),
    // The thief takes a session again.
    () => enter(world, thief),
    () => enterByEmail(world, thief, THIEF),
    // Ada is surprised that it leads to a new account.
    () => enterByEmail(world, world.visitor(), OLD),
  ];
  for (let hour = 0; hour < 8; hour++) {
    const chosen = Array.from({ length: 2 + random.below(3) }, () => random.pick(acts));
    // What fails is tried again by someone else.
    await Promise.allSettled(chosen.map((act) => act()));
    platform.tick(random.pick([1, 600, 3600]));
  }
}

/** Asks for an address, and proves it. */
async function move(world: ChangeWorld, visitor: Browser, email: string): Promise<void> {
  await world.change({ action: "change-email", email }, visitor);
  await press(world, visitor, "emailChange", email);
}

/** Opens the newest email of a kind to a mailbox, and presses the button of its page, if it still has one. */
async function press(world: ChangeWorld, visitor: Browser, purpose: string, mailbox: string): Promise<void> {
  const mail = world.mails.findLast((each) => each.purpose === purpose && each.identifier === mailbox);
  if (!mail) return;
  const page = await visitor.open(mail.url);
  if (/Use this address\?|Get your old address back\?/.test(page.text)) await page.submit("/auth/account");
}

/** Ada signs in at the provider. */
async function enter({ idp }: ChangeWorld, visitor: Browser): Promise<void> {
  idp.login({ sub: "ada", name: "Ada Lovelace", email: OLD });
  const page = await visitor.open("https://app.test/auth/signin?callbackUrl=/home");
  await page.submit("/auth/signin/idp").catch(unlessGone);
}

/** Signs in by email: as the user who has the address, or as a new one. */
async function enterByEmail(world: ChangeWorld, visitor: Browser, mailbox: string): Promise<void> {
  const page = await visitor.open("https://app.test/auth/signin?callbackUrl=/home");
  await page.submit("/auth/signin/email", { email: mailbox }).catch(unlessGone);
  const mail = world.mails.findLast(({ purpose, identifier }) =>
    purpose === "signIn" && identifier === mailbox
  );
  if (mail) await visitor.open(mail.url);
}

/** Ada has an address that was proven, and her way in; and if it isn't the first one, its mailbox gets it back and ends the thief. */
async function assertRestored(world: ChangeWorld, thief: Browser): Promise<void> {
  const { db, id, log } = world;
  const address = await world.address();
  assert.ok([OLD, NEW, THIEF].includes(address!), `${address}`);
  if (address !== OLD) {
    await press(world, world.visitor(), "emailChanged", OLD);
    assert.equal(await world.address(), OLD, log());
    // Their own mailbox may have made them a user of their own.
    assert.notEqual((await world.sessionIn(thief))?.user.id, id, log());
  }
  assert.deepEqual(await db.accounts(), [`idp/ada: ${id}`], log());
  const visitor = world.visitor();
  await enter(world, visitor);
  assert.equal((await world.sessionIn(visitor))?.user.email, OLD, log());
}
