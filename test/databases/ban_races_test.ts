/**
 * Bans at the same time as sign-ins, in real databases whose calls overlap and fail as a seed says: three people come by each way, while
 * two of staff ban them, let them in again, end their sessions and remove them.
 *
 * @module
 */

import assert from "node:assert/strict";
import { test } from "node:test";
import type { Adapter } from "../../src/adapters/contract/types.ts";
import { hashPassword } from "../../src/crypto/password.ts";
import type { Browser, Page } from "../../src/testing/mod.ts";
import { type AdministrationWorld, openAdministration } from "../flows/_administration.ts";
import { GOOD } from "../flows/_kept_passwords.ts";
import { APP } from "../flows/_world.ts";
import { chosenRounds, isNightly } from "../_nightly.ts";
import { withInstantScrypt } from "../_quick_scrypt.ts";
import type { Random } from "../_random.ts";
import { seeded } from "../_seeded.ts";
import { startDatabases } from "./_databases.ts";
import { jumbled, unlessGone } from "./_jumbled.ts";

const ROUNDS = chosenRounds({ here: 2, nightly: 40 });

/** Batches of a round, and the most that happens at the same time in one. */
const BATCHES = 8;
const AT_ONCE = 5;

/** Someone with a password, a mailbox, an account of a provider, and two browsers. */
interface Person {
  readonly email: string;
  readonly browsers: readonly Browser[];
}

class Round {
  readonly steps: string[] = [];
  readonly world: AdministrationWorld;
  readonly random: Random;
  readonly people: readonly Person[];
  /** What failed, and is to be repeated: whoever gets an error does so. */
  #again: (() => Promise<unknown>)[] = [];
  /** The last person at the provider. */
  #provider: Promise<unknown> = Promise.resolve();

  constructor(world: AdministrationWorld, random: Random, people: readonly Person[]) {
    [this.world, this.random, this.people] = [world, random, people];
  }

  async begin(): Promise<void> {
    const { db } = this.world;
    const passwordHash = await hashPassword(GOOD);
    for (const { email } of this.people) {
      const user = { id: crypto.randomUUID(), name: null, email, emailVerified: new Date(0) };
      const { id: userId } = await db.adapter.createUser(user);
      const account = { userId, type: "oauth", provider: "idp", providerAccountId: email } as const;
      await db.adapter.linkAccount(account);
      const row = { userId, passwordHash, generation: 0, passwordIsProven: true, passwordSetAt: null };
      await db.adapter.rows.store("security", row, null);
    }
  }

  /** What a person does. */
  #acts(person: Person): Record<string, () => Promise<Page | undefined>> {
    const { world, random } = this;
    const { email } = person;
    const browser = random.pick(person.browsers);
    const mail = world.mails.findLast(({ identifier }) => identifier === email);
    const form = (path: string) => browser.open(`${APP}/auth/${path}?callbackUrl=/home`);
    return {
      "signs in": () => world.enter(GOOD, browser, email),
      "asks for an email": async () => await (await form("signin")).submit("/auth/signin/email", { email }),
      "forgets": async () => await (await form("forgot-password")).submit("/auth/forgot-password", { email }),
      "opens an email": async () => {
        const page = mail && await browser.open(mail.url);
        const [action, fields] = page?.html.includes('name="password"')
          ? ["/auth/callback/password", { password: GOOD }] as const
          : ["/auth/callback/email", {}] as const;
        return page?.html.includes(action) ? await page.submit(action, fields) : page;
      },
      "comes from the provider": async () => {
        const page = await form("signin");
        // The provider knows one person at a time.
        const done = this.#provider.catch(() => {}).then(() => {
          world.idp.login({ sub: email, email, email_verified: true });
          return page.submit("/auth/signin/idp");
        });
        this.#provider = done;
        return await done;
      },
    };
  }

  /** What staff does with somebody. */
  #staffs({ email }: Person): Record<string, () => Promise<unknown>> {
    const { administration, db, platform } = this.world;
    const until = this.random.chance(0.3) ? new Date(platform.now() + 10 * 60_000) : null;
    const of = async (change: (id: string) => Promise<unknown>) => {
      const user = await db.adapter.getUserByEmail(email);
      return user && await change(user.id);
    };
    return {
      "bans": () => of((id) => administration.banUser(id, { until })),
      "bans again": () => of((id) => administration.banUser(id)),
      "lets in": () => of((id) => administration.unbanUser(id)),
      "signs out": () => of((id) => administration.endSessions(id)),
      ...this.random.chance(0.1) && { "removes": () => of((id) => administration.removeUser(id)) },
    };
  }

  /** Starts one thing that somebody does. */
  act(): () => Promise<void> {
    const person = this.random.pick(this.people);
    const isStaff = this.random.chance(0.4);
    const acts: Record<string, () => Promise<unknown>> = isStaff ? this.#staffs(person) : this.#acts(person);
    const name = this.random.pick(Object.keys(acts));
    const run = acts[name]!;
    return async () => {
      this.steps.push(`${isStaff ? `staff ${name} ${person.email}` : `${person.email} ${name}`}`);
      if (!isStaff) return void await run().catch(unlessGone);
      try {
        await run();
      } catch (error) {
        const { type } = error as { type?: string };
        if (type !== "AccessDenied") this.#again.push(run);
      }
    };
  }

  /** Repeats what has failed. */
  async settle(): Promise<void> {
    for (const run of this.#again.splice(0)) {
      await run().catch((error) => {
        if ((error as { type?: string }).type !== "AccessDenied") throw error;
      });
    }
  }

  /** What must hold whenever nothing happens. */
  async check(admins: readonly string[], before: ReadonlyMap<string, string>): Promise<void> {
    const { world } = this;
    for (const { email, browsers } of this.people) {
      const user = await world.db.adapter.getUserByEmail(email);
      const found = user && await world.administration.getUser(user.id);
      const isOut = !found || found.ban !== null;
      for (const browser of browsers) {
        const session = await world.sessionIn(browser);
        if (session) assert.equal(session.user.email, email);
        assert.ok(
          !isOut || session === null,
          `${email} is ${found ? "banned" : "removed"}, and has a session`,
        );
      }
      if (admins.includes(email)) {
        assert.equal(JSON.stringify(found?.ban ?? null), before.get(email), `${email} was an administrator`);
      }
    }
  }

  /** The bans, by address. */
  async bans(): Promise<ReadonlyMap<string, string>> {
    const bans = await Promise.all(this.people.map(async ({ email }) => {
      const user = await this.world.db.adapter.getUserByEmail(email);
      const found = user && await this.world.administration.getUser(user.id);
      return [email, JSON.stringify(found?.ban ?? null)] as const;
    }));
    return new Map(bans);
  }

  /** What must hold at the end: who is banned gets in by no way, and everyone else does. */
  async end(): Promise<void> {
    const { world } = this;
    for (const { email } of this.people) {
      const user = await world.db.adapter.getUserByEmail(email);
      if (!user) continue;
      const found = (await world.administration.getUser(user.id))!;
      const isIn = async () => {
        const browser = world.visitor();
        // One who was removed may have come back without a password.
        const page = await world.forget(browser, email);
        const { code = "" } = world.mails.at(-1)!;
        await page.submit("/auth/callback/password", { code, password: GOOD });
        return await world.sessionIn(browser) !== null;
      };
      // A limit would keep anybody out.
      world.platform.tick(31 * 86_400);
      const isStill = (await world.administration.getUser(user.id))!.ban !== null;
      assert.equal(await isIn(), !isStill, `${email}: ${JSON.stringify(found.ban)}`);
      await world.administration.unbanUser(user.id);
      assert.equal(await isIn(), true, `${email} was let in again`);
    }
  }
}

let rounds = 0;

async function run(adapter: Required<Adapter>, random: Random): Promise<void> {
  const number = `${++rounds}-${random.seed}`;
  const emails = ["ada", "eve", "mallory"].map((name) => `${name}${number}@example.com`);
  const strategy = random.pick(["jwt", "database"] as const);
  const admins = new Set<string>();
  const jumble = jumbled(adapter, random);
  const world = openAdministration({
    adapter: jumble.adapter,
    isAdmin: ({ email }) => admins.has(email ?? ""),
    session: { strategy, ...(strategy === "jwt" && { revocationDelay: "always" }) },
  });
  const people = emails.map((email) => ({ email, browsers: [world.visitor(), world.visitor()] }));
  const round = new Round(world, random, people);
  await round.begin();
  try {
    for (let batch = 0; batch < BATCHES; batch++) {
      admins.clear();
      if (random.chance(0.4)) admins.add(random.pick(emails));
      const before = await round.bans();
      jumble.fails = random.chance(0.5);
      const acts = Array.from({ length: 1 + random.below(AT_ONCE) }, () => round.act());
      // A ban of an administrator that is there stays only if staff doesn't take it back: that may be done.
      await Promise.all(acts.map((act) => act()));
      jumble.fails = false;
      await round.settle();
      await round.check([...admins].filter((email) => before.get(email) === "null"), before);
      world.platform.tick(16 * 60);
    }
    admins.clear();
    await round.end();
  } catch (error) {
    const told = [strategy, ...round.steps].join("\n  ");
    throw new Error(`${(error as Error).message}\n  ${told}\n${world.log().slice(-1500)}`, { cause: error });
  }
}

// To start a server takes as long as a dozen rounds.
const databases = await startDatabases(isNightly ? undefined : ["Memory", "Sqlite"]);

for (const [name, database] of databases) {
  test(
    `Whoever is banned has no session, whatever happens at the same time, and no administrator is, on ${name} (ADM-02, ADM-03)`,
    { skip: "missing" in database && database.missing },
    async () => {
      if ("missing" in database) assert.fail();
      for (let part = 0; part < ROUNDS; part++) {
        const adapter = await database.open();
        await seeded((random) => withInstantScrypt(() => run(adapter, random)), { part })();
      }
    },
  );
}
