/**
 * Visitors with a user who sign up at the same time, in several tabs, while a job removes anonymous users, in real databases whose calls
 * overlap and fail as a seed says.
 *
 * @module
 */

import assert from "node:assert/strict";
import { test } from "node:test";
import type { Adapter } from "../../src/adapters/contract/types.ts";
import type { Browser, Page } from "../../src/testing/mod.ts";
import { type AnonymousWorld, openAnonymous } from "../flows/_anonymous_users.ts";
import { APP } from "../flows/_world.ts";
import { chosenRounds, isNightly } from "../_nightly.ts";
import { withInstantScrypt } from "../_quick_scrypt.ts";
import type { Random } from "../_random.ts";
import { seeded } from "../_seeded.ts";
import { startDatabases } from "./_databases.ts";
import { jumbled, unlessGone } from "./_jumbled.ts";

const ROUNDS = chosenRounds({ here: 2, nightly: 40 });

/** Visitors of a round. */
const VISITORS = 4;

/** A visitor with a user, and a tab for each way to sign up. */
interface Visitor {
  readonly id: string;
  readonly email: string;
  readonly tabs: readonly Browser[];
}

/** Opens the shop in a browser, and copies its cookies into those of the other tabs. */
async function visit(world: AnonymousWorld, email: string): Promise<Visitor> {
  const tabs = [world.visitor(), world.visitor(), world.visitor()] as const;
  const id = await world.enterShop(tabs[0]);
  for (const { name, value } of tabs[0].cookies(APP)) {
    for (const tab of tabs.slice(1)) tab.setCookie(APP, `${name}=${value}; Path=/; Secure; HttpOnly`);
  }
  return { id, email, tabs };
}

/** What a visitor does in a tab. The provider knows one person at a time. */
function actsOf(world: AnonymousWorld, { email, tabs }: Visitor, turn: { last: Promise<unknown> }) {
  const [first, second, third] = tabs as [Browser, Browser, Browser];
  const provide = (visitor: Browser, provider: string) => async (): Promise<Page> => {
    const form = await visitor.open(`${APP}/auth/signin?callbackUrl=/home`);
    const done = turn.last.catch(() => {}).then(() => {
      world.idp.login({ sub: `${email} at ${provider}`, email: null as never });
      return form.submit(`/auth/signin/${provider}`);
    });
    turn.last = done;
    return await done;
  };
  const byMail = async () => {
    const page = await world.ask(email, third);
    const mail = world.mails.findLast(({ identifier }) => identifier === email);
    return mail && await page.submit("/auth/callback/email", { code: mail.code });
  };
  return [provide(first, "idp"), provide(second, "other"), byMail];
}

let rounds = 0;

async function run(adapter: Required<Adapter>, random: Random): Promise<void> {
  const number = `${++rounds}-${random.seed}`;
  const strategy = random.pick(["jwt", "database"] as const);
  const jumble = jumbled(adapter, random);
  const world = openAnonymous({
    adapter: jumble.adapter,
    session: { strategy, ...(strategy === "jwt" && { revocationDelay: "always" }) },
  });
  const visitors: Visitor[] = [];
  for (let i = 0; i < VISITORS; i++) visitors.push(await visit(world, `visitor${i}.${number}@example.com`));
  const turn = { last: Promise.resolve() as Promise<unknown> };
  world.platform.tick(60);
  const removes = random.chance(0.5);
  const createdBefore = new Date(world.platform.now());
  const acts = visitors.flatMap((each) => actsOf(world, each, turn).filter(() => random.chance(0.7)));
  jumble.fails = random.chance(0.5);
  const job = removes ? [() => world.anonymousUsers.remove({ createdBefore })] : [];
  await Promise.all([...acts, ...job].map((act) => Promise.resolve(act()).catch(unlessGone)));
  jumble.fails = false;
  for (const { id, email, tabs } of visitors) {
    const seen = await Promise.all(tabs.map((tab) => world.see(tab)));
    const told = `${strategy} ${email} ${id}: ${JSON.stringify(seen)}\n${world.log().slice(-1500)}`;
    // Whoever has signed up in a tab is in it alone: no session of the visitor goes on beside it.
    const members = seen.filter((each) => each.id !== null && !each.isAnonymous).map((each) => each.id);
    assert.equal(new Set(members).size, members.length, told);
    const user = await adapter.getUser(id);
    const accounts = await adapter.listAccountsByUserId(id);
    if (user?.email) assert.equal(user.email, email, told);
    assert.ok(accounts.length + (user?.email ? 1 : 0) <= 1, `two tabs have got one id: ${told}`);
    if (!removes) assert.ok(user, `the user is lost: ${told}`);
    // A job removes nobody who can sign in.
    for (const each of members) assert.ok(await adapter.getUser(each!), told);
  }
  // Until all sessions have ended.
  world.platform.tick(31 * 86_400);
  await world.anonymousUsers.remove({ createdBefore: new Date(world.platform.now()) });
  for (const { id } of visitors) {
    const user = await adapter.getUser(id);
    const accounts = await adapter.listAccountsByUserId(id);
    assert.equal(
      user !== null,
      Boolean(user?.email) || accounts.length > 0,
      `an anonymous user stays: ${id}`,
    );
  }
}

// To start a server takes as long as a dozen rounds.
const databases = await startDatabases(isNightly ? undefined : ["Memory", "Sqlite"]);

for (const [name, database] of databases) {
  test(
    `Of several tabs, one keeps the id of a visitor, and no job removes who signs up, on ${name} (AN-05, AN-06)`,
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
