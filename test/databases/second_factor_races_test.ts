/**
 * Everything that concerns a second factor at the same time: Ada signs in, resets her password, changes her factor, on two
 * devices, while the database fails. A stranger who knows her password, and each code that was ever used, acts in between.
 * `deno task test races --seed N` makes many rounds, the same for the same seed.
 *
 * @module
 */

import assert from "node:assert/strict";
import { test } from "node:test";
import type { Adapter } from "../../src/adapters/contract/types.ts";
import type { Browser, Page } from "../../src/testing/mod.ts";
import type { Profile } from "../../src/values/types.ts";
import { chosenRounds, isNightly } from "../_nightly.ts";
import { withInstantScrypt } from "../_quick_scrypt.ts";
import type { Random } from "../_random.ts";
import { seeded } from "../_seeded.ts";
import { codeAt, codesIn, type FactorWorld, openFactors } from "../flows/_second_factor.ts";
import { send } from "../flows/_second_factor_ways.ts";
import { APP } from "../flows/_world.ts";
import { startDatabases } from "./_databases.ts";
import { jumbled, unlessGone } from "./_jumbled.ts";

const ROUNDS = chosenRounds({ here: 2, nightly: 60 });

/** Batches of a round, and the most that happens at the same time in one. */
const BATCHES = 8;
const AT_ONCE = 5;

/** Passwords of Ada. The stranger knows them all. */
const OWN = ["lovely engine weaves", "seven purple teapots"] as const;
const THIEF = "thief weaves lovely engines";

/** What Ada does with her factor. Where she turns it off, a stranger with her password may get in meanwhile. */
const KINDS = ["keeps it", "turns it off and on"] as const;

/** Bob, who uses a browser of Ada now and then. */
interface Neighbour {
  readonly email: string;
  readonly password: string;
}

type Step = () => Promise<Page | undefined>;

/** One account, its owner, a neighbour and a stranger. */
class Round {
  readonly steps: string[] = [];
  readonly ada: readonly Browser[];
  readonly stranger: Browser;
  /** Secrets that the app of Ada has: a page may have been lost after it was confirmed. */
  readonly secrets: string[] = [];
  /** Recovery codes that were shown. */
  readonly codes: string[] = [];
  /** Answers that have signed somebody in, by secret and step or by recovery code. */
  readonly accepted = new Map<string, number>();
  /** How many answers each sign-in has compared. */
  readonly compared = new Map<string, number>();
  /** The sign-ins that have finished. */
  readonly finished = new Set<string>();
  /** Whether a session of level 1 of Ada can be there: a device was remembered, or the factor was off. */
  mayBeLow = false;
  readonly world: FactorWorld;
  readonly email: string;
  readonly kind: typeof KINDS[number];
  readonly #random: Random;
  /** When the provider has answered all browsers that have asked. */
  #answered: Promise<void> = Promise.resolve();

  constructor(
    world: FactorWorld,
    { email, kind, random }: { email: string; kind: typeof KINDS[number]; random: Random },
  ) {
    this.world = world;
    this.email = email;
    this.kind = kind;
    this.ada = [world.visitor(), world.visitor()];
    this.stranger = world.visitor();
    this.#random = random;
  }

  /** Ada registers, and turns the factor on. */
  async begin(): Promise<void> {
    const [browser] = this.ada;
    const page = await this.world.signUp({ email: this.email, password: OWN[0] }, browser);
    await page.submit("/auth/callback/password", { code: this.world.mails.at(-1)!.code });
    await this.#setUp(browser!);
    assert.equal(this.codes.length, 10, this.world.log());
    this.world.platform.tick(60);
  }

  /** Sets up an app, unless the page asks for something else than a code of a mail. */
  async #setUp(browser: Browser): Promise<Page> {
    const page = await this.#confirmAddress(await this.#form(browser, "second-factor-setup"));
    const [, key] = /class="key"[^>]*>([A-Z2-7 ]+)</.exec(page.html) ?? [];
    if (!key) return page;
    const secret = key.replaceAll(" ", "");
    this.secrets.push(secret);
    const done = await page.submit("/auth/second-factor-setup", { code: this.#code(secret) });
    this.codes.push(...codesIn(done));
    return done;
  }

  /** Enters the code of the newest mail, if the page asks for one: a password alone sets up no factor. */
  async #confirmAddress(page: Page): Promise<Page> {
    if (!page.html.includes('name="mailCode"')) return page;
    const mail = this.world.mails.findLast(({ identifier }) => identifier === this.email);
    return await page.submit("/auth/second-factor-setup", { mailCode: mail?.code ?? "" });
  }

  #code(secret: string, steps = 0): string {
    return codeAt(secret, this.#step() + steps);
  }

  #step(): number {
    return Math.floor(this.world.platform.now() / 30_000);
  }

  /** Answers the second step that a page asks for, and counts what that does. */
  async #answer(page: Page, browser: Browser, fields: Record<string, string>, name: string): Promise<Page> {
    const { pathname, searchParams } = new URL(page.url);
    const question = searchParams.get("question");
    if (pathname !== "/auth/second-factor" || question === null) return page;
    const response = await send(browser, "second-factor", { question, ...fields });
    const to = response.headers.get("location");
    if (!to) return page;
    const isIn = response.headers.getSetCookie().some((each) =>
      each.includes("session-token=") && !each.includes("Max-Age=0")
    );
    if (isIn) {
      const times = (this.accepted.get(name) ?? 0) + 1;
      this.accepted.set(name, times);
      assert.equal(times, 1, `${name} counts twice`);
      assert.ok(!this.finished.has(question), "a sign-in finishes twice");
      this.finished.add(question);
    }
    if (isIn || /error=InvalidSecondFactor/.test(to)) {
      const compared = (this.compared.get(question) ?? 0) + 1;
      this.compared.set(question, compared);
      assert.ok(compared <= 5, "more than five tries in a sign-in");
    }
    return { ...page, url: to };
  }

  /** Ada's answers: of the app, a recovery code, a wrong one. */
  async #right(page: Page, browser: Browser): Promise<Page> {
    const { pick, below } = this.#random;
    const kind = pick(["app", "app", "app", "remember", "recovery", "wrong"]);
    const secret = this.secrets[Math.max(0, this.secrets.length - 1 - below(2))]!;
    const drift = below(3) - 1;
    const recoveryCode = pick(this.codes);
    if (kind === "wrong") return await this.#answer(page, browser, { code: "000000" }, "wrong");
    if (kind === "recovery") return await this.#answer(page, browser, { recoveryCode }, recoveryCode);
    if (kind === "remember") this.mayBeLow = true;
    const name = `${secret} ${this.#step() + drift}`;
    const fields = { code: this.#code(secret, drift), ...(kind === "remember" && { remember: "true" }) };
    return await this.#answer(page, browser, fields, name);
  }

  /** Takes the first step with the password of Ada, whichever it is. */
  async #enter(browser: Browser): Promise<Page> {
    const [first, second] = this.#random.chance(0.5) ? OWN : OWN.toReversed();
    const page = await this.world.enter(first, browser, this.email);
    return page.url.includes("error=") ? await this.world.enter(second, browser, this.email) : page;
  }

  async #form(browser: Browser, path: string): Promise<Page> {
    return await browser.open(`${APP}/auth/${path}?callbackUrl=/home`);
  }

  /** Goes to the provider and back as a user who is signed in there. */
  async #atProvider(browser: Browser, user: Profile, fields: Record<string, string> = {}): Promise<Page> {
    const begun = await send(browser, "signin/idp", { callbackUrl: "/home", ...fields });
    const url = begun.headers.get("location");
    // While the database is away, a script gets 503.
    if (url === null) return await browser.open(`${APP}/auth/error?error=ServerError`);
    const answer = this.#answered.then(async () => {
      // The fake provider knows one user at a time, whichever browser asks.
      this.world.idp.login(user);
      return await browser.fetch(url, { redirect: "manual" });
    });
    this.#answered = answer.then(() => {}, () => {});
    return await browser.open(new URL((await answer).headers.get("location") ?? url, url).href);
  }

  /** Raises the session of a browser, if it has one. */
  async #stepUp(browser: Browser, fields: Record<string, string>): Promise<void> {
    await send(browser, "second-factor", { ...fields, callbackUrl: "/home" });
  }

  #owner(browser: Browser): Readonly<Record<string, Step>> {
    const { world, email } = this;
    const password = this.#random.pick(OWN);
    const enter = () => this.#enter(browser);
    return {
      "signs in": async () => await this.#right(await enter(), browser),
      "signs in with two tabs": async () => {
        const page = await enter();
        await Promise.all([this.#right(page, browser), this.#right(page, browser)]);
        return page;
      },
      "signs in with a mail": async () => {
        await world.ask(email, browser);
        const mail = world.mails.findLast(({ identifier, purpose }) =>
          identifier === email && purpose === "signIn"
        );
        return mail && await this.#right(await browser.open(mail.url), browser);
      },
      "signs in at a provider": async () => {
        const page = await this.#atProvider(browser, { sub: email, name: "Ada", email });
        return await this.#right(page, browser);
      },
      "resets the password": async () => {
        const page = await world.forget(browser, email);
        const mail = world.mails.findLast(({ identifier, purpose }) =>
          identifier === email && purpose === "reset"
        );
        if (!mail) return page;
        const chosen = await page.submit("/auth/callback/password", { code: mail.code, password });
        return await this.#right(chosen, browser);
      },
      "proves the factor": async () =>
        void await this.#stepUp(browser, { code: this.#code(this.secrets.at(-1)!) }),
      "sets up another app": async () => await this.#setUp(browser),
      "gets new codes": async () => {
        const response = await send(browser, "second-factor-setup", {
          action: "codes",
          callbackUrl: "/home",
        });
        this.codes.push(...codesIn({ html: await response.text() } as Page));
        return undefined;
      },
      "links an account": () =>
        this.#atProvider(browser, { sub: email, name: "Ada", email }, { link: "true" }),
      "signs out": async () => void await send(browser, "signout", {}),
      ...this.kind === "keeps it" ? {} : {
        "turns it off": async () => {
          this.mayBeLow = true;
          await send(browser, "second-factor-setup", { action: "off", callbackUrl: "/home" });
          return undefined;
        },
      },
    };
  }

  #stranger(): Readonly<Record<string, Step>> {
    const { email, stranger } = this;
    const password = this.#random.pick(OWN);
    const enter = () => this.#enter(stranger);
    const seen = this.#random.pick([...this.accepted.keys(), ""]);
    const answers = async (page: Page) => {
      if (seen.includes("-")) return await this.#answer(page, stranger, { recoveryCode: seen }, seen);
      const [secret = "", step = ""] = seen.split(" ");
      const code = step ? codeAt(secret, Number(step)) : "123456";
      return await this.#answer(page, stranger, { code }, seen || "guessed");
    };
    const keeps: Readonly<Record<string, Step>> = {
      "changes everything": async () => {
        for (const action of ["off", "codes", "passkeys"]) {
          await send(stranger, "second-factor-setup", { action, callbackUrl: "/home" });
        }
        await send(stranger, "password", { current: password, password: THIEF });
        return await this.#form(stranger, "second-factor-setup");
      },
      "links an account": async () => {
        const eve = { sub: `thief ${email}`, name: "Eve", email: `eve.${email}` };
        const page = await this.#atProvider(stranger, eve, { link: "true" });
        // The stranger gets an account of their own, unless they are somebody else.
        await send(stranger, "signout", {});
        return page;
      },
    };
    return {
      "signs in with a code that was used": async () => await answers(await enter()),
      "answers often": async () => {
        const page = await enter();
        await Promise.all(Array.from({ length: 7 }, () => answers(page)));
        return page;
      },
      "answers without a code": async () => await this.#answer(await enter(), stranger, {}, "nothing"),
      ...this.kind === "keeps it" ? keeps : {},
    };
  }

  /** Starts one thing that somebody does. */
  act(bob: Neighbour): () => Promise<void> {
    const { pick, below } = this.#random;
    const who = ["Ada", "Ada", "Ada", "the stranger", "the stranger", "Bob"][below(6)]!;
    const browser = pick(this.ada);
    const actions: Readonly<Record<string, Step>> = who === "Ada"
      ? this.#owner(browser)
      : who === "Bob"
      ? { "signs in": () => this.world.enter(bob.password, browser, bob.email) }
      : this.#stranger();
    const name = pick(Object.keys(actions));
    return async () => {
      const page = await actions[name]!().catch(unlessGone);
      this.steps.push(`${who} ${name}: ${page?.url}`);
    };
  }

  async #rowOf() {
    const { adapter } = this.world.db;
    const user = (await adapter.getUserByEmail(this.email))!;
    return { user, row: await adapter.rows.find("secondFactors", { userId: user.id }) };
  }

  /** What must hold whenever nothing happens. */
  async check(): Promise<void> {
    const { world, kind, email } = this;
    const { user, row } = await this.#rowOf();
    const session = await world.sessionIn(this.stranger) as unknown as {
      aal: number;
      user: { email: string };
    } | null;
    if (session?.user.email === email) {
      assert.notEqual(kind, "keeps it", "the stranger is in");
      assert.equal(session.aal, 1, "the stranger has proven the factor");
    }
    if (kind === "keeps it") {
      assert.ok(row?.enabledAt && row.totpSecret, "the factor is lost");
      const linked = (await world.db.accounts()).filter((each) => each.endsWith(`: ${user.id}`));
      assert.ok(linked.every((each) => !each.includes("thief")), `linked: ${linked}`);
    }
    for (const browser of this.ada) {
      const own = await world.sessionIn(browser) as unknown as
        | { aal: number; user: { email: string } }
        | null;
      if (own?.user.email !== email || own.aal === 2) continue;
      assert.ok(this.mayBeLow, "a session of level 1 without a remembered device");
    }
  }

  /** Ada turns it on again, where it is off. */
  async turnOn(): Promise<void> {
    const { row } = await this.#rowOf();
    if (this.kind === "keeps it" || row?.enabledAt) return;
    const [browser] = this.ada;
    await send(browser!, "signout", {});
    for (const password of OWN) await this.world.enter(password, browser, this.email);
    await this.#setUp(browser!);
    assert.ok((await this.#rowOf()).row?.enabledAt, "it cannot be turned on");
  }

  /** What must hold at the end: Ada gets in, with what she has, and the stranger does not. */
  async end(): Promise<void> {
    const { world, email } = this;
    world.platform.tick(24 * 3600);
    const browser = world.visitor();
    await world.ask(email, browser);
    const page = await world.follow(browser);
    assert.match(page.url, /\/auth\/second-factor\?/, "a mail alone signs nobody in");
    let done: Page | null = null;
    for (const secret of [...new Set(this.secrets)].slice(-4).reverse()) {
      done = await this.#answer(page, browser, { code: this.#code(secret) }, `${secret} ${this.#step()}`);
      if (await world.sessionIn(browser)) break;
    }
    assert.equal((await world.sessionIn(browser))?.user.email, email, `the app signs in: ${done?.url}`);
    // Ten new codes, of which each signs in once.
    const fresh = codesIn({
      html: await (await send(browser, "second-factor-setup", { action: "codes" })).text(),
    } as Page);
    assert.equal(fresh.length, 10);
    const three = [world.visitor(), world.visitor(), world.visitor()];
    const asked = await Promise.all(three.map((each) => this.#enter(each)));
    await Promise.all(
      three.map((each, index) => this.#answer(asked[index]!, each, { recoveryCode: fresh[0]! }, fresh[0]!)),
    );
    const sessions = await Promise.all(three.map((each) => world.sessionIn(each)));
    assert.equal(sessions.filter(Boolean).length, 1, "a recovery code signs in once");
    for (const old of this.codes.slice(0, 3)) {
      const other = world.visitor();
      await world.ask(email, other);
      await this.#answer(await world.follow(other), other, { recoveryCode: old }, `old ${old}`);
      assert.equal(await world.sessionIn(other), null, "an old recovery code");
    }
  }
}

// To start a server takes as long as a dozen rounds.
const databases = await startDatabases(isNightly ? undefined : ["Memory"]);

for (const [name, database] of databases) {
  const skip = "missing" in database ? database.missing : false;
  test(
    `Auth() with the database ${name}: whatever happens at the same time, nobody is in without the second factor`,
    {
      skip,
    },
    async () => {
      if ("missing" in database) assert.fail();
      for (let part = 0; part < ROUNDS; part++) {
        const adapter = await database.open();
        await seeded((random) => withInstantScrypt(() => run(adapter, random)), { part })();
      }
    },
  );
}

let addresses = 0;

async function run(adapter: Adapter, random: Random): Promise<void> {
  const number = ++addresses;
  const strategy = random.pick(["jwt", "database"] as const);
  const kind = random.pick(KINDS);
  const jumble = jumbled(adapter, random);
  const world = openFactors({
    adapter: jumble.adapter,
    session: { strategy, ...(strategy === "jwt" && { revocationDelay: "always" }) },
  });
  const bob = { email: `bob${number}-${random.seed}@example.com`, password: "gentle copper mornings" };
  const round = new Round(world, { email: `ada${number}-${random.seed}@example.com`, kind, random });
  try {
    const page = await world.signUp(bob);
    await page.submit("/auth/callback/password", { code: world.mails.at(-1)!.code });
    await round.begin();
    for (let batch = 0; batch < BATCHES; batch++) {
      jumble.fails = random.chance(0.5);
      await Promise.all(Array.from({ length: 1 + random.below(AT_ONCE) }, () => round.act(bob)()));
      jumble.fails = false;
      world.platform.tick(16 * 60);
      await round.check();
      await round.turnOn();
    }
    await round.end();
  } catch (error) {
    const told = [`${strategy}, ${kind}`, ...round.steps].join("\n  ");
    throw new Error(`${(error as Error).message}\n  ${told}\n${world.log().slice(-1500)}`, { cause: error });
  }
}
