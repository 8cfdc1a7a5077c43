/**
 * Processes that ask for access tokens at the same time, of a real provider that rotates refresh tokens and ends the grant if one
 * is sent again. Each is killed between two steps of a renewal.
 *
 * @module
 */

import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import process from "node:process";
import { createInterface } from "node:readline";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { Memory } from "../../src/adapters/memory/memory.ts";
import type { Adapter } from "../../src/adapters/contract/types.ts";
import { AccessTokens } from "../../src/features/provider_tokens/access_tokens.ts";
import { isNightly } from "../_nightly.ts";
import { openReal } from "../flows/_oidc_provider.ts";
import { SECRET } from "../flows/_world.ts";
import { connect, SHARED } from "./_shared_databases.ts";
import { type Command, createAsker, type Start, type Step, STEPS } from "./_token_process.ts";

const CALLERS = 50;

/** The access token has ended by the clock of the processes. The provider has its own. */
const AHEAD = 700_000;

/** Longer than a lease. */
const AFTER_LEASE = 31_000;

/** Longer than an access token lives. */
const HOUR = 3_600_000;

/** How all callers end after the death of a process, by its step. */
const ENDINGS: Readonly<Record<Step, { readonly outcome: RegExp; readonly requests: number }>> = {
  "before the lease is stored": { outcome: /^[\w-]{20,}$/, requests: 1 },
  "after the lease is stored": { outcome: /^AnswerLost$/, requests: 0 },
  "before the request": { outcome: /^AnswerLost$/, requests: 0 },
  "while the provider works": { outcome: /^AnswerLost$/, requests: 1 },
  "before the answer is stored": { outcome: /^AnswerLost$/, requests: 1 },
  "after the answer is stored": { outcome: /^[\w-]{20,}$/, requests: 1 },
};

/** Steps at which the intention is stored, and the provider has not received the request. */
const UNSENT = ["after the lease is stored", "before the request"] as const;

/** To start a server and processes takes longer than all renewals. */
const CHOSEN: readonly Step[] = isNightly ? STEPS : ["before the answer is stored"];

const ONE = "one renewal, whichever process dies, and the user stays signed in";

test(`getAccessToken() with one memory and two adapters: ${ONE}`, async () => {
  const adapter = Memory();
  await using world = await openWorld(adapter, (start) => Promise.resolve(openMemory(adapter, start)));
  await world.allAtOnce();
  for (const step of STEPS) await world.killedAt(step);
  for (const step of UNSENT) await world.killedWithin(step, 60);
});

for (const [name, start] of Object.entries(SHARED)) {
  test(`getAccessToken() in processes with one ${name}: ${ONE}`, async (context) => {
    const database = await start();
    if ("missing" in database) return context.skip(database.missing);
    const { where } = database;
    const { adapter, close } = await connect(name, where);
    // Before the world, whose processes use the database to the end.
    await using _ = { [Symbol.asyncDispose]: async () => void (await close(), await database.close()) };
    if ("migrate" in adapter) await (adapter.migrate as () => Promise<void>)();
    await using world = await openWorld(adapter, (start) => openProcess({ ...start, database: name, where }));
    await world.allAtOnce();
    for (const step of CHOSEN) await world.killedAt(step);
    for (const step of isNightly ? UNSENT : []) await world.killedWithin(step, 60);
  });
}

/** A process that asks for tokens. */
interface Asking extends AsyncDisposable {
  tell(command: Command): void;
  /** What its callers get. */
  ask(command: Command): Promise<readonly string[]>;
  /** Waits until it stands at the step of its death, and does not go on. */
  stands(): Promise<void>;
  kill(): Promise<void>;
}

/** How a process of a world begins. */
type Begin = Omit<Start, "database" | "where">;

/** Opens a provider, and two processes that stay alive. */
async function openWorld(adapter: Required<Adapter>, openProcess: (start: Begin) => Promise<Asking>) {
  const real = await openReal({
    client: { grant_types: ["authorization_code", "refresh_token"] },
    settings: {
      issueRefreshToken: () => true,
      rotateRefreshToken: true,
      expiresWithSession: () => false,
      ttl: {
        AccessToken: 600,
        AuthorizationCode: 60,
        Grant: 6000,
        IdToken: 600,
        RefreshToken: 6000,
        Session: 6000,
      },
    },
    config: { adapter, features: [AccessTokens()], session: { strategy: "jwt" } },
  });
  let ahead = AHEAD;
  const open = (death: Step | null) => openProcess({ issuer: real.issuer, secret: SECRET, ahead, death });
  const living = await Promise.all([open(null), open(null)]);
  const renewals = () => real.requests.filter((each) => each.startsWith("POST /token")).length;

  /** Ada signs in. Returns her id. */
  async function signIn(): Promise<string> {
    await real.signIn();
    assert.equal(await real.name(), "Ada Lovelace", real.log());
    const { id } = (await adapter.getUserByAccount({ provider: "idp", providerAccountId: "ada" }))!;
    return id;
  }
  function tick(milliseconds: number): void {
    ahead += milliseconds;
    for (const each of living) each.tell({ tick: milliseconds });
  }
  const askAll = (command: Command) =>
    Promise.all(living.map((each) => each.ask({ callers: CALLERS, ...command })));

  /** Asserts that all got the same token, with which the API of the provider answers. */
  async function assertToken(outcomes: readonly string[]): Promise<string> {
    const [token, ...others] = new Set(outcomes);
    assert.deepEqual(others, []);
    const headers = { authorization: `Bearer ${token}` };
    const answer = await fetch(`${real.issuer}/me`, { headers });
    assert.equal(answer.status, 200, `${token}: ${await answer.text()}`);
    return token!;
  }

  /** Asserts that the provider has not ended the grant. */
  async function assertGranted(userId: string, rejected: string): Promise<void> {
    const again = await assertToken((await askAll({ userId, rejected })).flat());
    assert.notEqual(again, rejected);
  }

  async function dies(step: Step, command: Command): Promise<readonly string[]> {
    await using dying = await open(step);
    dying.tell({ callers: CALLERS, ...command });
    await dying.stands();
    const asked = askAll(command);
    // They meet the lease of the process that dies.
    await new Promise((resolve) => setTimeout(resolve, 200));
    await dying.kill();
    tick(AFTER_LEASE);
    return (await asked).flat();
  }

  return {
    async allAtOnce() {
      const userId = await signIn();
      const before = renewals();
      const outcomes = (await askAll({ userId })).flat();
      assert.equal(outcomes.length, 2 * CALLERS);
      const token = await assertToken(outcomes);
      assert.equal(renewals() - before, 1);
      await assertGranted(userId, token);
      assert.equal(renewals() - before, 2);
      assert.equal(await real.name(), "Ada Lovelace");
    },
    async killedAt(step: Step) {
      const userId = await signIn();
      const before = renewals();
      const outcomes = await dies(step, { userId });
      const { outcome, requests } = ENDINGS[step];
      assert.equal(outcomes.length, 2 * CALLERS, step);
      for (const each of new Set(outcomes)) assert.match(each, outcome, step);
      assert.equal(renewals() - before, requests, step);
      if (outcomes[0] === "AnswerLost") {
        assert.deepEqual(new Set((await askAll({ userId })).flat()), new Set(["AnswerLost"]));
      } else await assertGranted(userId, await assertToken(outcomes));
      assert.equal(await real.name(), "Ada Lovelace", "the session goes on");
      // Connected again, all is as before.
      await signIn();
      tick(HOUR);
      await assertGranted(userId, await assertToken((await askAll({ userId })).flat()));
    },
    /** The process dies before the provider has got the request, and accepts a token that it has replaced. */
    async killedWithin(step: Step, refreshGrace: number) {
      const userId = await signIn();
      const before = renewals();
      const token = await assertToken(await dies(step, { userId, refreshGrace }));
      assert.equal(renewals() - before, 1, step);
      await assertGranted(userId, token);
    },
    async [Symbol.asyncDispose]() {
      for (const each of living) await each[Symbol.asyncDispose]();
      await real[Symbol.asyncDispose]();
    },
  };
}

/** A process that is none: it has the memory of the others, and ends by never going on. */
function openMemory(adapter: Required<Adapter>, { death, ...start }: Begin): Asking {
  const [standing, begin] = signal();
  const reach = (step: Step) => step === death ? (begin(), new Promise<never>(() => {})) : Promise.resolve();
  const { tick, ask } = createAsker({ ...start, adapter: { ...adapter }, reach });
  const nothing = () => Promise.resolve();
  return {
    tell(command) {
      tick(command.tick ?? 0);
      void ask(command);
    },
    ask,
    stands: () => standing,
    kill: nothing,
    [Symbol.asyncDispose]: nothing,
  };
}

function signal(): readonly [Promise<void>, () => void] {
  let begin = () => {};
  const promise = new Promise<void>((resolve) => begin = resolve);
  return [promise, begin];
}

async function openProcess(start: Start): Promise<Asking> {
  const script = fileURLToPath(new URL("_token_process.ts", import.meta.url));
  const args = ["run", "-A", "--no-check", "--unstable-kv", script, JSON.stringify(start)];
  const child = spawn(process.execPath, args, { stdio: ["pipe", "pipe", "inherit"] });
  const kill = () => child.kill("SIGKILL");
  process.once("exit", kill);
  const ended = new Promise<void>((resolve) => child.once("exit", () => resolve()));
  const lines = createInterface(child.stdout)[Symbol.asyncIterator]();
  const next = async () => {
    const { done, value } = await lines.next();
    assert(!done, "the process has ended");
    return JSON.parse(value);
  };
  const tell = (command: Command) => void child.stdin.write(`${JSON.stringify(command)}\n`);
  await next();
  return {
    tell,
    async ask(command) {
      tell(command);
      return (await next()).outcomes;
    },
    async stands() {
      assert.equal((await next()).at, start.death);
    },
    async kill() {
      kill();
      await ended;
    },
    async [Symbol.asyncDispose]() {
      kill();
      await ended;
      process.off("exit", kill);
    },
  };
}
