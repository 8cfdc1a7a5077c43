/**
 * Webhooks in real databases whose calls overlap and fail as a seed says: people sign in, staff changes, bans and removes them, runs
 * deliver at the same time, and the endpoint fails. In the end, its owner knows what the database has.
 *
 * @module
 */

import assert from "node:assert/strict";
import { test } from "node:test";
import type { Adapter } from "../../src/adapters/contract/types.ts";
import { chosenRounds, isNightly } from "../_nightly.ts";
import type { Random } from "../_random.ts";
import { seeded } from "../_seeded.ts";
import { assertKnown, readerOf } from "../flows/_webhook_reader.ts";
import {
  openWebhooks,
  type Received,
  type WebhooksWorld,
  withoutBeside,
  withoutOneStep,
} from "../flows/_webhooks.ts";
import { APP } from "../flows/_world.ts";
import { startDatabases } from "./_databases.ts";
import { jumbled } from "./_jumbled.ts";

const ROUNDS = chosenRounds({ here: 4, nightly: 60 });

/** Batches of a round, and the people in it: each does one thing at a time. */
const BATCHES = 12;
const PEOPLE = ["ada", "eve", "grace", "mallory"];

/** Runs of `deliver()` at the same time. */
const RUNS = 3;

/** What may happen to a person. */
function actsOf(email: string, world: WebhooksWorld, random: Random): Record<string, () => Promise<unknown>> {
  const { administration, db, platform } = world;
  const of = async (change: (id: string) => Promise<unknown>) => {
    const user = await db.adapter.getUserByEmail(email);
    return user && await change(String(user.id));
  };
  const until = random.chance(0.5) ? new Date(platform.now() + random.below(100) * 86_400_000) : null;
  return {
    "is created": () => administration.createUser({ email }),
    "has another name": () => of((id) => administration.updateUser(id, { name: `N${random.below(1000)}` })),
    "is banned": () => of((id) => administration.banUser(id, { until })),
    "is let in": () => of((id) => administration.unbanUser(id)),
    "is removed": () => of((id) => administration.removeUser(id)),
  };
}

async function signIn(email: string, { idp, visitor }: WebhooksWorld): Promise<unknown> {
  const page = await visitor().open(`${APP}/auth/signin?callbackUrl=/home`);
  idp.login({ sub: email, email, email_verified: true, name: "New" });
  return await page.submit("/auth/signin/idp");
}

let rounds = 0;

async function run(adapter: Required<Adapter>, random: Random): Promise<void> {
  const number = `${++rounds}-${random.seed}`;
  const kind = random.chance(0.4) ? random.pick([withoutBeside, withoutOneStep])(adapter) : adapter;
  const jumble = jumbled(kind, random);
  const world = openWebhooks({ adapter: jumble.adapter, session: { strategy: "jwt" } });
  const { platform, received, webhooks } = world;
  let fails = false;
  world.answer = () => new Response(null, { status: fails && random.chance(0.3) ? 500 : 204 });
  const steps: string[] = [];
  try {
    for (let batch = 0; batch < BATCHES; batch++) {
      jumble.fails = fails = random.chance(0.6);
      // The provider knows one person at a time.
      const atProvider = random.pick(PEOPLE);
      const acts = PEOPLE.map(async (person) => {
        const email = `${person}${number}@example.com`;
        const own = actsOf(email, world, random);
        const name = person === atProvider ? "signs in" : random.pick(Object.keys(own));
        steps.push(`${person} ${name}`);
        await (person === atProvider ? signIn(email, world) : own[name]!()).catch(() => {});
      });
      const runs = Array.from({ length: random.below(RUNS + 1) }, () => webhooks.deliver().catch(() => {}));
      await Promise.all([...acts, ...runs]);
      platform.tick(random.pick([1, 61, 700]));
    }
    jumble.fails = fails = false;
    for (let hours = 0; hours < 100; hours++) {
      platform.tick(3600);
      await Promise.all(Array.from({ length: RUNS }, () => webhooks.deliver()));
    }
    assert.deepEqual(await webhooks.list(), []);
    await assertKnown(readerOf(received), storedOf(adapter, number), "in the end");
    assertInOrder(received);
  } catch (error) {
    const told = [...steps, ...received.map(({ id, event }) => `${id} ${JSON.stringify(event)}`)].join(
      "\n  ",
    );
    throw new Error(`${(error as Error).message}\n  ${told}\n${world.log().slice(-1500)}`, { cause: error });
  }
}

/** What the database has of the people of a round: it may have stored someone, and not answered. */
function storedOf(adapter: Required<Adapter>, number: string) {
  const emails = PEOPLE.map((person) => `${person}${number}@example.com`);
  return {
    adapter,
    async users() {
      return (await Promise.all(emails.map((email) => adapter.getUserByEmail(email)))).flatMap((user) =>
        user ?? []
      );
    },
    async accounts() {
      const owned = emails.map(async (providerAccountId) => {
        const owner = await adapter.getUserByAccount({ provider: "idp", providerAccountId });
        return owner ? [`idp/${providerAccountId}: ${owner.id}`] : [];
      });
      return (await Promise.all(owned)).flat();
    },
  };
}

/** Asserts that the events of each person have come in the order of their ids, and were never overtaken. */
function assertInOrder(received: readonly Received[]): void {
  const last = new Map<string, string>();
  for (const { id, event } of received) {
    const userId = "userId" in event.data ? event.data.userId : event.data.id;
    assert.ok(id >= (last.get(userId as string) ?? ""), `${id} comes after ${last.get(userId as string)}`);
    last.set(userId as string, id);
  }
}

// To start a server takes as long as a dozen rounds.
const databases = await startDatabases(isNightly ? undefined : ["Memory", "Sqlite"]);

for (const [name, database] of databases) {
  test(
    `Whoever reads all events knows what is stored, whatever happens and fails at the same time, on ${name} (WH-06)`,
    { skip: "missing" in database && database.missing },
    async () => {
      if ("missing" in database) assert.fail();
      for (let part = 0; part < ROUNDS; part++) {
        const adapter = await database.open();
        await seeded((random) => run(adapter, random), { part })();
      }
    },
  );
}
