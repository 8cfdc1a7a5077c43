/**
 * Sign-ins, renewals, logouts at the provider and failures of the database at the same time, in random orders. Whatever happens, a
 * logout that was accepted ends each session whose ID token is older, and none of another user.
 *
 * @module
 */

import assert from "node:assert/strict";
import { test } from "node:test";
import { setImmediate } from "node:timers";
import { decodeJwt } from "jose";
import { Memory } from "../../src/adapters/memory/memory.ts";
import type { Browser } from "../../src/testing/mod.ts";
import { openLogout } from "../flows/_provider_logout.ts";
import { chosenRounds } from "../_nightly.ts";
import type { Random } from "../_random.ts";
import { seeded } from "../_seeded.ts";
import { seenRows } from "../_with_rows.ts";
import { chosen } from "../_short.ts";

const NAMES = ["ada", "bob"] as const;
const APP = "https://app.test";

type Name = (typeof NAMES)[number];

/** Whom a logout names. */
type Named = { readonly sub: string } | { readonly sid: string };

async function openWorld(strategy: "jwt" | "database", random: Random) {
  const adapter = Memory();
  let isFailing = false;
  async function jittery(name: string, run: () => unknown): Promise<unknown> {
    await pause(random);
    if (isFailing && random.chance(0.03)) throw new Error(`before ${name}`);
    const result = await run();
    if (isFailing && random.chance(0.03)) throw new Error(`after ${name}`);
    await pause(random);
    return result;
  }
  const { rows, ...methods } = adapter;
  const faults = Object.entries(methods).map(([name, method]) => [
    name,
    (...args: never[]) => jittery(name, () => (method as (...args: never[]) => unknown)(...args)),
  ]);
  const world = await openLogout({
    adapter: { ...Object.fromEntries(faults), rows: seenRows(rows, jittery) },
    session: { strategy, maxAge: 86_400, updateAge: 60 },
    limits: { address: () => null },
  });
  const { idp, platform } = world;
  let count = 0;
  /** By session at the provider: whose it is, and the number of the step in which its ID token was issued. */
  const issued = new Map<string, { readonly name: Name; readonly step: number }>();
  let step = 0;
  /** The logouts that were accepted, and the number of the step in which the provider decided on them. */
  const logouts: { readonly step: number; readonly of: Named }[] = [];
  /** What has happened, for a failure. */
  const steps: string[] = [];
  idp.tamper = {
    ...idp.tamper,
    respond: {
      token: async (_, genuine) => {
        const answer = await genuine();
        const { id_token } = await answer.clone().json();
        const { sid, sub } = decodeJwt(id_token);
        issued.set(sid as string, { name: sub as Name, step: step++ });
        await pause(random);
        return answer;
      },
    },
  };
  /** One sign-in at a time goes through the provider, which signs in who was named last. */
  let turn: Promise<unknown> = Promise.resolve();
  async function signIn(name: Name, browser: Browser): Promise<void> {
    const page = await browser.open(`${APP}/auth/signin?callbackUrl=/home`);
    const before = turn;
    let next = () => {};
    turn = new Promise<void>((resolve) => next = resolve);
    await before;
    const sid = `session-${count++}`;
    idp.login({ sub: name, name, email: `${name}@example.com`, email_verified: true, sid });
    const { url } = await page.submit("/auth/signin/idp").finally(next);
    steps.push(`${name} signs in with ${sid}: ${url}`);
  }
  async function logout(of: Named): Promise<number> {
    // Its time has no fractions of seconds.
    platform.tick(1);
    const mine = step++;
    const token = await world.token(of);
    let status = 503;
    for (let tries = 0; tries < 20 && status === 503; tries++) ({ status } = await world.logout(token));
    if (status === 200) logouts.push({ step: mine, of });
    steps.push(`logout ${JSON.stringify(of)}: ${status}`);
    return status;
  }
  return {
    ...world,
    db: adapter,
    issued,
    logouts,
    steps,
    signIn,
    logout,
    disturb: (fails: boolean) => void (isFailing = fails),
  };
}

type RaceWorld = Awaited<ReturnType<typeof openWorld>>;

/** The rows of sessions whose ID token is older than a logout that names them, and was accepted. */
async function survivors({ db, issued, logouts }: RaceWorld) {
  const users = await Promise.all(
    NAMES.map((name) => db.getUserByAccount!({ provider: "idp", providerAccountId: name })),
  );
  const rows = await Promise.all(
    users.map((user) => user ? db.rows!.list("providerSessions", { userId: user.id }) : []),
  );
  return rows.flat().filter(({ sid }) => {
    const began = issued.get(sid!)!;
    return logouts.some(({ step, of }) =>
      step > began.step && ("sid" in of ? of.sid === sid : of.sub === began.name)
    );
  });
}

async function pause(random: Random): Promise<void> {
  for (let turns = random.below(4); turns > 0; turns--) await turn();
}

async function turn(): Promise<void> {
  await new Promise<void>((resolve) => void setImmediate(resolve));
}

async function userIn(browser: Browser): Promise<Name | null> {
  const session = await (await browser.fetch(`${APP}/auth/session`)).json();
  return session?.user?.name ?? null;
}

for (const strategy of chosen(["jwt", "database"] as const)) {
  test(
    `whatever happens at the same time, an accepted logout ends the older sessions, with strategy ${strategy}`,
    seeded(async (random) => {
      for (let round = 0; round < chosenRounds({ here: 4, nightly: 400 }); round++) {
        const world = await openWorld(strategy, random);
        const browsers = Array.from({ length: 4 }, () => world.visitor());
        const said = () => `round ${round}: ${world.steps.join("\n")}`;
        for (let batch = 0; batch < 6; batch++) {
          // A session in a token goes on if a sign-in over it fails, and a database that fails twice then keeps no row of it.
          world.disturb(strategy === "database" && random.chance(0.4));
          world.platform.tick(random.below(200));
          const work = Array.from({ length: 8 }, async () => {
            const [name, browser, what] = [random.pick(NAMES), random.pick(browsers), random.below(10)];
            if (what < 4) return await world.signIn(name, browser);
            if (what < 5) return await userIn(browser);
            const sids = [...world.issued.keys()];
            await world.logout(what < 6 || !sids.length ? { sub: name } : { sid: random.pick(sids) });
          });
          await Promise.allSettled(work);
          world.disturb(false);
          for (const { id, sid } of await survivors(world)) {
            const isLive = strategy === "jwt" || await world.db.getSessionAndUser!(id);
            assert(!isLive, `${sid} lives on, ${said()}`);
          }
          const before = await Promise.all(browsers.map(userIn));
          const ended = random.pick(NAMES);
          assert.equal(await world.logout({ sub: ended }), 200);
          // Longer than `session.revocationDelay`.
          world.platform.tick(120);
          const after = await Promise.all(browsers.map(userIn));
          assert.deepEqual(after, before.map((name) => name === ended ? null : name), said());
        }
      }
    }),
  );
}
