/**
 * Sign-up, user names, invitations and unknown browsers at the same time, in real databases whose calls overlap and fail as a seed says.
 * Three people want the same names, by each way to sign in, and a thief knows all their names, addresses and passwords, and has no
 * mailbox. `test/databases/password_races_test.ts` is about one account.
 *
 * @module
 */

import assert from "node:assert/strict";
import { test } from "node:test";
import type { Adapter } from "../../src/adapters/contract/types.ts";
import { hashPassword } from "../../src/crypto/password.ts";
import { SignUp } from "../../src/entries/sign_up.ts";
import { UserNames } from "../../src/entries/user_names.ts";
import type { Browser, Page } from "../../src/testing/mod.ts";
import { openPasswords, type PasswordWorld } from "../flows/_kept_passwords.ts";
import { namesOf } from "../flows/_user_names.ts";
import { APP } from "../flows/_world.ts";
import { chosenRounds, isNightly } from "../_nightly.ts";
import { withInstantScrypt } from "../_quick_scrypt.ts";
import type { Random } from "../_random.ts";
import { seeded } from "../_seeded.ts";
import { startDatabases } from "./_databases.ts";
import { jumbled, unlessGone } from "./_jumbled.ts";

const ROUNDS = chosenRounds({ here: 2, nightly: 40 });

/** Batches of a round, and the most that happens at the same time in one. */
const BATCHES = 10;
const AT_ONCE = 4;

/** Longer than any limit, and than a name is kept. In seconds. */
const LONG = 32 * 86_400;

/** What all want to be called: each is, or looks like, another one. */
const NAMES = ["ada", "Ada", "paul", "pau1", "grace_h"] as const;

/** What they type; the last one only beside a name without an address. */
const PASSWORDS = ["lovely engine weaves", "seven purple teapots"] as const;
const SECRET = "nobody knows this but eve";

/** Someone with a mailbox, an account of a provider, and two browsers. */
interface Person {
  readonly name: string;
  readonly email: string;
  readonly browsers: readonly Browser[];
}

/** What is set up in one way or another. */
interface Setup {
  readonly strategy: "jwt" | "database";
  readonly address: "required" | "optional";
  /** Whether everyone may sign up; otherwise all but Mallory. */
  readonly isOpen: boolean;
}

class Round {
  readonly steps: string[] = [];
  readonly people: readonly Person[];
  readonly thief: Browser;
  /** The addresses of users from before the round. */
  readonly #wasThere = new Set<string>();
  /** The last person at the provider. */
  #provider: Promise<unknown> = Promise.resolve();

  readonly world: PasswordWorld;
  readonly setup: Setup;
  readonly random: Random;

  constructor(
    { world, setup, random }: Pick<Round, "world" | "setup" | "random">,
    addresses: Readonly<Record<string, string>>,
  ) {
    [this.world, this.setup, this.random] = [world, setup, random];
    this.people = Object.entries(addresses).map(([name, email]) => ({
      name,
      email,
      browsers: [world.visitor(), world.visitor()],
    }));
    this.thief = world.visitor();
  }

  get names() {
    return namesOf(this.world);
  }

  /** The name of the user with an address; `null` if there is none. */
  async nameOf(email: string): Promise<string | null> {
    const user = await this.world.db.adapter.getUserByEmail(email);
    return user && ((await this.names.get(String(user.id)))?.name ?? null);
  }

  /** Makes some of them users, who have a password, and a name if another one doesn't have it. */
  async begin(): Promise<void> {
    const { db } = this.world;
    const passwordHash = await hashPassword(PASSWORDS[0]);
    for (const { email } of this.people.filter(() => this.random.chance(0.6))) {
      this.#wasThere.add(email);
      const user = { id: crypto.randomUUID(), name: null, email, emailVerified: new Date(0) };
      const { id: userId } = await db.adapter.createUser(user);
      const row = { userId, passwordHash, generation: 0, passwordIsProven: true, passwordSetAt: null };
      await db.adapter.rows!.store("security", row, null);
      await this.names.set(String(userId), this.random.pick(NAMES));
    }
  }

  /** What anybody can do about somebody: a thief knows as much as the owner does. */
  #known(browser: Browser, { email }: Person): Record<string, () => Promise<Page | undefined>> {
    const [password, isByName] = [this.random.pick(PASSWORDS), this.random.chance(0.5)];
    const form = (path: string) => browser.open(`${APP}/auth/${path}?callbackUrl=/home`);
    const fields = { username: this.random.pick(NAMES), email, password };
    return {
      "signs up": async () => await (await form("signup")).submit("/auth/signup", fields),
      "signs in": async () => {
        const name = isByName ? await this.nameOf(email).catch(() => null) : null;
        return await this.world.enter(password, browser, name ?? email);
      },
      "forgets": async () => await (await form("forgot-password")).submit("/auth/forgot-password", { email }),
      "asks for an email": async () => await (await form("signin")).submit("/auth/signin/email", { email }),
      "guesses a code": async () => await this.#type("12345678", browser),
      "renames": async () => {
        const page = await browser.open(`${APP}/auth/account/profile`);
        const change = { action: "change-username", username: fields.username };
        return page.html.includes("change-username") ? await page.submit("/auth/account", change) : undefined;
      },
    };
  }

  /** What only the owner of a mailbox and of an account of the provider can do. */
  #owned(browser: Browser, person: Person): Record<string, () => Promise<Page | undefined>> {
    const { world, random, setup: { address } } = this;
    const mails = world.mails.filter(({ identifier }) => identifier === person.email);
    const mail = mails.length ? random.pick(mails.slice(-2)) : null;
    return {
      "types the code": async () =>
        mail?.code === undefined ? undefined : await this.#type(mail.code, browser),
      "opens an email": async () => mail ? await this.#settle(await browser.open(mail.url)) : undefined,
      "comes from the provider": async () => {
        const form = await browser.open(`${APP}/auth/signin?callbackUrl=/home`);
        // The provider knows one person at a time.
        const page = this.#provider.catch(() => {}).then(() => {
          world.idp.login({ sub: person.email, email: person.email, email_verified: true });
          return form.submit("/auth/signin/idp");
        });
        this.#provider = page;
        return await this.#settle(await page);
      },
      "signs out": async () => {
        const page = await browser.open(`${APP}/auth/signout`);
        return page.html.includes("<form") ? await page.submit("/auth/signout") : undefined;
      },
      ...(person.name === "Eve" && address === "optional" && {
        "signs up without an address": async () => {
          const page = await browser.open(`${APP}/auth/signup?callbackUrl=/home`);
          return await page.submit("/auth/signup", {
            username: random.pick(NAMES),
            email: "",
            password: SECRET,
          });
        },
      }),
    };
  }

  /** Types a code where the browser waits for one. */
  async #type(code: string, browser: Browser): Promise<Page | undefined> {
    for (const path of ["verify-request", "new-password"]) {
      const page = await browser.open(`${APP}/auth/${path}`);
      if (!page.html.includes('name="code"')) continue;
      const action = ["password", "email"].map((id) => `/auth/callback/${id}`)
        .find((each) => page.html.includes(each));
      if (!action) continue;
      const password = page.html.includes('name="password"') && { password: this.random.pick(PASSWORDS) };
      return await this.#settle(await page.submit(action, { code, ...password }));
    }
    return undefined;
  }

  /** Answers the pages behind a proof. */
  async #settle(page: Page): Promise<Page> {
    const posts = (path: string) => page.html.includes(`action="${APP}/auth/${path}"`);
    if (posts("finish-signup")) {
      const next = await page.submit("/auth/finish-signup", { username: this.random.pick(NAMES) });
      // The name is taken: they leave, or choose another one.
      return next.html.includes("/auth/finish-signup") && this.random.chance(0.5)
        ? await next.submit("/auth/finish-signup", { username: `other_${this.random.below(1000)}` })
        : next;
    }
    if (posts("keep-password")) return await page.submit("/auth/keep-password", { choice: "never" });
    const isSignIn = new URL(page.url).pathname === "/auth/signin";
    if (isSignIn) return page;
    if (posts("callback/email")) return await this.#settle(await page.submit("/auth/callback/email"));
    if (!posts("callback/password") || !page.html.includes('name="password"')) return page;
    return await page.submit("/auth/callback/password", { password: this.random.pick(PASSWORDS) });
  }

  /** Starts one thing that somebody does. */
  act(): () => Promise<void> {
    const person = this.random.pick(this.people);
    const isThief = this.random.chance(0.3);
    const browser = isThief ? this.thief : this.random.pick(person.browsers);
    const known = this.#known(browser, person);
    const acts = isThief ? known : { ...known, ...this.#owned(browser, person) };
    const name = this.random.pick(Object.keys(acts));
    return async () => {
      const page = await acts[name]!().catch(unlessGone);
      const who = isThief ? `the thief, about ${person.name},` : person.name;
      this.steps.push(`${who} ${name}: ${page?.status} ${page?.url}`);
    };
  }

  /** What must hold whenever nothing happens. */
  async check(): Promise<void> {
    const { world, names, setup } = this;
    assert.equal(await world.sessionIn(this.thief), null, "a password lets the thief in");
    for (const { name, email, browsers } of this.people) {
      for (const browser of browsers) {
        const session = await world.sessionIn(browser);
        const mine: unknown[] = [email, ...(name === "Eve" && setup.address === "optional" ? [null] : [])];
        if (session) assert.ok(mine.includes(session.user.email ?? null), `${name} is ${session.user.email}`);
      }
    }
    const users = await world.db.users();
    const addresses = users.map(({ email }) => email).filter((email) => email !== null);
    assert.equal(new Set(addresses).size, addresses.length, "two users have one address");
    const uninvited = this.people.find(({ name }) => name === "Mallory")!.email;
    if (!setup.isOpen && !this.#wasThere.has(uninvited)) {
      assert.equal(addresses.includes(uninvited), false, "who isn't invited signs up");
    }
    for (const each of NAMES) {
      const id = await names.find(each);
      const own = id === null ? null : await names.get(id);
      if (id !== null) assert.ok(own, `${each} is of nobody`);
    }
    const [ada, looksLikeAda] = [await names.find("paul"), await names.find("pau1")];
    if (ada && looksLikeAda) assert.equal(ada, looksLikeAda, "two users have names that look alike");
  }

  /** What must hold at the end: who has a mailbox gets in, and in a new browser by the name, with one code. */
  async end(): Promise<void> {
    const { world } = this;
    world.platform.tick(LONG);
    for (const { email, name } of this.people) {
      const user = await world.db.adapter.getUserByEmail(email);
      if (!user) continue;
      const browser = world.visitor();
      const asked = await world.forget(browser, email);
      const [password, { code = "" }] = [PASSWORDS[0], world.mails.at(-1)!];
      await asked.submit("/auth/callback/password", { code, password });
      assert.equal((await world.sessionIn(browser))?.user.email, email, `${name} gets in: ${asked.url}`);
      const [fresh, identifier] = [world.visitor(), await this.nameOf(email) ?? email];
      const page = await world.enter(password, fresh, identifier);
      assert.match(page.url, /again=unknownBrowser/, `${name}, by ${identifier}: ${page.url}`);
      assert.equal(page.html.includes(email), identifier === email, "a name tells its address");
      await page.submit("/auth/callback/password", { code: world.mails.at(-1)!.code ?? "" });
      assert.equal((await world.sessionIn(fresh))?.user.email, email, `${name} has typed the code`);
      await (await fresh.open(`${APP}/auth/signout`)).submit("/auth/signout");
      const again = await world.enter(password, fresh, identifier);
      assert.equal((await world.sessionIn(fresh))?.user.email, email, `the browser is known: ${again.url}`);
    }
    assert.equal(await world.sessionIn(this.thief), null);
  }
}

let rounds = 0;

async function run(adapter: Required<Adapter>, random: Random): Promise<void> {
  const setup: Setup = {
    strategy: random.pick(["jwt", "database"]),
    address: random.pick(["required", "optional"]),
    isOpen: random.chance(0.5),
  };
  const number = `${++rounds}-${random.seed}`;
  const addresses = Object.fromEntries(
    ["Ada", "Eve", "Mallory"].map((name) => [name, `${name.toLowerCase()}${number}@example.com`]),
  );
  const jumble = jumbled(adapter, random);
  const world = openPasswords({
    adapter: jumble.adapter,
    session: { strategy: setup.strategy, ...(setup.strategy === "jwt" && { revocationDelay: "always" }) },
    oauth: { verifiedEmail: true, allowDangerousEmailAccountLinking: false },
    options: { unknownBrowsers: "prove" },
    features: [
      UserNames({ address: setup.address, renameAfter: 60 }),
      SignUp({ fields: ["username"], allow: ({ email }) => setup.isOpen || email !== addresses.Mallory }),
    ],
  });
  const round = new Round({ world, setup, random }, addresses);
  await round.begin();
  try {
    for (let batch = 0; batch < BATCHES; batch++) {
      jumble.fails = random.chance(0.5);
      await Promise.all(Array.from({ length: 1 + random.below(AT_ONCE) }, () => round.act()()));
      jumble.fails = false;
      world.platform.tick(16 * 60);
      await round.check();
    }
    await round.end();
  } catch (error) {
    const told = [JSON.stringify(setup), ...round.steps].join("\n  ");
    throw new Error(`${(error as Error).message}\n  ${told}\n${world.log().slice(-1500)}`, { cause: error });
  }
}

// To start a server takes as long as a dozen rounds.
const databases = await startDatabases(isNightly ? undefined : ["Memory", "Sqlite"]);

for (const [name, database] of databases) {
  test(
    `Whoever signs up at the same time, names have one user, and a password opens no unknown browser, on ${name} (PW-11, UN-03)`,
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
