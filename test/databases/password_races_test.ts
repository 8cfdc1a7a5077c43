/**
 * Everything that concerns one account at the same time: sign-ups, confirmations, resets, changes, sign-ins, takeovers,
 * linking, and a database that fails. A stranger acts in between, and has all but the mailbox. After each round, what must
 * hold is asked of the database. `deno task test races --seed N` makes many rounds, the same for the same seed.
 *
 * @module
 */

import assert from "node:assert/strict";
import { test } from "node:test";
import type { Adapter } from "../../src/adapters/contract/types.ts";
import { hashPassword, verifyPassword } from "../../src/crypto/password.ts";
import { Password } from "../../src/providers/password.ts";
import type { Browser, Page } from "../../src/testing/mod.ts";
import { APP } from "../flows/_world.ts";
import { type DatabaseWorld, openDatabase } from "../flows/_database.ts";
import { chosenRounds, isNightly } from "../_nightly.ts";
import { withInstantScrypt } from "../_quick_scrypt.ts";
import type { Random } from "../_random.ts";
import { seeded } from "../_seeded.ts";
import { startDatabases } from "./_databases.ts";
import { jumbled, unlessGone } from "./_jumbled.ts";

const ROUNDS = chosenRounds({ here: 2, nightly: 60 });

/** Batches of a round, and the most that happens at the same time in one. */
const BATCHES = 8;
const AT_ONCE = 4;

/** Passwords that Ada types, and one of the stranger's. */
const OWN = ["lovely engine weaves", "seven purple teapots", "gentle copper mornings"] as const;
const THIEF = "thief weaves lovely engines";

/** Who was there before the round. */
const BEFORE = ["nobody", "confirmed", "imported", "imported by the stranger"] as const;

/** What may change the password of a user whose address is confirmed. */
const TOUCHING: ReadonlySet<string> = new Set(["types the code", "opens a mail", "changes it"]);

/** One account, its owner and a stranger. */
class Round {
  readonly email: string;
  readonly world: DatabaseWorld;
  readonly ada: readonly Browser[];
  readonly stranger: Browser;
  /** What has happened, for the message of a failure. */
  readonly steps: string[] = [];
  /** Whether the owner has done something that may change the password. */
  #touches = false;
  readonly #random: Random;

  constructor(world: DatabaseWorld, email: string, random: Random) {
    this.world = world;
    this.email = email;
    this.ada = [world.visitor(), world.visitor()];
    this.stranger = world.visitor();
    this.#random = random;
  }

  /** What anybody can do, in a browser. */
  #anybody(
    browser: Browser,
    passwords: readonly string[],
  ): Readonly<Record<string, () => Promise<Page | undefined>>> {
    const { email } = this;
    const form = (path: string) => browser.open(`${APP}/auth/${path}?callbackUrl=/home`);
    const password = this.#random.pick(passwords);
    return {
      "signs up": async () => await (await form("signup")).submit("/auth/signup", { email, password }),
      "signs in": async () =>
        await (await form("signin")).submit("/auth/callback/password", { email, password }),
      "forgets": async () => await (await form("forgot-password")).submit("/auth/forgot-password", { email }),
      "asks for a link": async () => await (await form("signin")).submit("/auth/signin/email", { email }),
      "guesses a code": async () => {
        const page = await browser.open(`${APP}/auth/verify-request`);
        if (!page.html.includes('name="code"')) return undefined;
        return await page.submit("/auth/callback/password", { code: "12345678" });
      },
      "changes it": async () => {
        const page = await browser.open(`${APP}/auth/password`);
        if (!page.html.includes('action="https://app.test/auth/password"')) return undefined;
        const current = this.#random.pick([...passwords]);
        const isChange = page.html.includes('name="current"');
        return await page.submit("/auth/password", { ...(isChange && { current }), password });
      },
    };
  }

  /** What the owner of the mailbox can do besides. */
  #owner(browser: Browser): Readonly<Record<string, () => Promise<Page | undefined>>> {
    const mails = this.world.mails.filter(({ identifier }) => identifier === this.email);
    const password = this.#random.pick(OWN);
    const mail = mails.length ? this.#random.pick(mails.slice(-3)) : null;
    return {
      ...this.#anybody(browser, OWN),
      "opens a mail": async () => {
        if (!mail) return undefined;
        const page = await browser.open(mail.url);
        if (page.html.includes("keep-password")) {
          const answer: Record<string, string> = this.#random.chance(0.5)
            ? { current: password }
            : { choice: "never" };
          return await page.submit("/auth/keep-password", answer);
        }
        if (page.html.includes('name="password"')) {
          const action = page.html.includes("/auth/signup") ? "/auth/signup" : "/auth/callback/password";
          return action === "/auth/signup" ? page : await page.submit(action, { password });
        }
        return page.html.includes("/auth/callback/email") ? await page.submit("/auth/callback/email") : page;
      },
      "types the code": async () => {
        if (mail?.code === undefined) return undefined;
        const page = await browser.open(`${APP}/auth/new-password`);
        const action = "/auth/callback/password";
        if (page.html.includes('name="password"') && page.html.includes('name="code"')) {
          return await page.submit(action, { code: mail.code, password });
        }
        const waiting = await browser.open(`${APP}/auth/verify-request`);
        const own = ["/auth/callback/password", "/auth/callback/email"].find((path) =>
          waiting.html.includes(path)
        );
        return own && waiting.html.includes('name="code"')
          ? await waiting.submit(own, { code: mail.code })
          : undefined;
      },
      "signs in at a provider": async () => {
        this.world.idp.login({ sub: this.email, name: "Ada", email: this.email, email_verified: true });
        return await (await browser.open(`${APP}/auth/signin?callbackUrl=/home`)).submit("/auth/signin/idp");
      },
      "signs out": async () => {
        const page = await browser.open(`${APP}/auth/signout`);
        return page.html.includes("<form") ? await page.submit("/auth/signout") : undefined;
      },
    };
  }

  /** Starts one thing that somebody does. */
  act(): () => Promise<void> {
    const isOwner = this.#random.chance(0.7);
    const browser = isOwner ? this.#random.pick(this.ada) : this.stranger;
    const actions = isOwner ? this.#owner(browser) : this.#anybody(browser, [THIEF]);
    const name = this.#random.pick(Object.keys(actions));
    this.#touches ||= isOwner && TOUCHING.has(name);
    return async () => {
      const page = await actions[name]!().catch(unlessGone);
      this.steps.push(`${isOwner ? "Ada" : "the stranger"} ${name}: ${page?.status} ${page?.url}`);
    };
  }

  /** What must hold whenever nothing happens. */
  async check(before: typeof BEFORE[number]): Promise<void> {
    const { world: { db }, email } = this;
    const user = await db.adapter.getUserByEmail(email);
    // Nobody is in without a proof: the stranger has typed no password that a proof has made Ada's.
    const session = await this.world.sessionIn(this.stranger);
    assert.equal(session, null, "the stranger is in");
    if (!user) return;
    const row = await db.adapter.rows.find("security", { userId: user.id });
    const works = async (password: string) =>
      row?.passwordHash ? await verifyPassword(password, row.passwordHash) : false;
    if (user.emailVerified && row?.passwordIsProven) {
      assert.equal(await works(THIEF), false, "the stranger's password stays");
    }
    if (before === "confirmed" && !this.#touches) {
      assert.equal(await works(OWN[0]), true, "a password is lost without an act of its owner");
    }
  }

  /** What must hold at the end: the owner of the mailbox gets in, with a password of their choice, and nobody else is in. */
  async end(): Promise<void> {
    const { world, email } = this;
    world.platform.tick(24 * 3600);
    const signedIn = world.visitor();
    await world.ask(email, signedIn);
    const answered = await world.follow(signedIn);
    if (answered.html.includes("/auth/keep-password")) {
      await answered.submit("/auth/keep-password", { choice: "never" });
    }
    assert.equal((await world.sessionIn(signedIn))?.user.email, email, `a mail signs in: ${answered.url}`);
    const others = [...this.ada, this.stranger, signedIn];
    const browser = world.visitor();
    const form = await world.visitor().open(`${APP}/auth/signin`);
    const guesses = await Promise.all(
      Array.from({ length: 12 }, () => form.submit("/auth/callback/password", { email, password: "wrong" })),
    );
    assert.equal(guesses.filter(({ status }) => status === 429).length, 2, "12 guesses at the same time");
    const forgot = await browser.open(`${APP}/auth/forgot-password?callbackUrl=/home`);
    const sent = world.mails.length;
    const asked = await forgot.submit("/auth/forgot-password", { email });
    assert.equal(world.mails.length, sent + 1, `no mail: ${asked.url}`);
    const mail = world.mails.at(-1)!;
    const user = (await world.db.adapter.getUserByEmail(email))!;
    assert.equal(mail.purpose, "reset");
    const page = await asked.submit("/auth/callback/password", { code: mail.code, password: OWN[0] });
    const last = new URL(page.url).pathname;
    assert.ok(["/home", "/auth/taken-over"].includes(last), `the owner gets in: ${page.url}`);
    assert.equal((await world.sessionIn(browser))?.user.email, email);
    for (const other of others) {
      assert.equal(await world.sessionIn(other), null, "a new password ends all sessions");
    }
    const second = world.visitor();
    const entry = await second.open(`${APP}/auth/signin?callbackUrl=/home`);
    await entry.submit("/auth/callback/password", { email, password: OWN[0] });
    assert.equal((await world.sessionIn(second))?.user.email, email, "the new password signs in");
    const change = await browser.open(`${APP}/auth/password`);
    await change.submit("/auth/password", { current: OWN[0], password: OWN[1] });
    assert.equal(await world.sessionIn(second), null, "a change ends all other sessions");
    assert.equal((await world.sessionIn(browser))?.user.email, email);
    const row = await world.db.adapter.rows.find("security", { userId: user.id });
    assert.equal(await verifyPassword(OWN[1], row!.passwordHash), true);
  }
}

// To start a server takes as long as a dozen rounds.
const databases = await startDatabases(isNightly ? undefined : ["Memory", "Sqlite"]);

for (const [name, database] of databases) {
  const skip = "missing" in database ? database.missing : false;
  test(`Auth() with the database ${name}: whatever happens at the same time, an account stays its owner's`, {
    skip,
  }, async () => {
    if ("missing" in database) assert.fail();
    for (let part = 0; part < ROUNDS; part++) {
      // The random bytes of each world are the same, and so are its keys.
      const adapter = await database.open();
      await seeded((random) => withInstantScrypt(() => run(adapter, random)), { part })();
    }
  });
}

let addresses = 0;

async function run(adapter: Required<Adapter>, random: Random): Promise<void> {
  const email = `ada${++addresses}-${random.seed}@example.com`;
  const strategy = random.pick(["jwt", "database"] as const);
  const before = random.pick(BEFORE);
  const jumble = jumbled(adapter, random);
  const world = openDatabase({
    adapter: jumble.adapter,
    session: { strategy, ...(strategy === "jwt" && { revocationDelay: "always" }) },
    password: null,
    oauth: { verifiedEmail: true, allowDangerousEmailAccountLinking: false },
    more: () => [Password({ unknownBrowsers: "allow" })],
  });
  if (before !== "nobody") {
    const emailVerified = before === "confirmed" ? new Date(0) : null;
    const { id: userId } = await adapter.createUser({
      id: crypto.randomUUID(),
      name: "Ada",
      email,
      emailVerified,
    });
    const passwordHash = await hashPassword(before === "imported by the stranger" ? THIEF : OWN[0]);
    const row = {
      userId,
      passwordHash,
      generation: 0,
      passwordIsProven: emailVerified !== null,
      passwordSetAt: null,
    };
    await adapter.rows.store("security", row, null);
  }
  const round = new Round(world, email, random);
  try {
    for (let batch = 0; batch < BATCHES; batch++) {
      jumble.fails = random.chance(0.5);
      await Promise.all(Array.from({ length: 1 + random.below(AT_ONCE) }, () => round.act()()));
      jumble.fails = false;
      // A failure in memory of the process, such as a count, is over as well.
      world.platform.tick(16 * 60);
      await round.check(before);
    }
    await round.end();
  } catch (error) {
    const told = [`${strategy}, ${before}`, ...round.steps].join("\n  ");
    throw new Error(`${(error as Error).message}\n  ${told}\n${world.log().slice(-1500)}`, { cause: error });
  }
}
