import assert from "node:assert/strict";
import { test } from "node:test";
import { Memory } from "../../src/adapters/memory/memory.ts";
import type { Adapter, VerificationToken } from "../../src/adapters/contract/types.ts";
import { Passkey } from "../../src/providers/passkey.ts";
import { WebAuthn } from "../../src/providers/webauthn.ts";
import { createRandom } from "../_random.ts";
import type { AnswerJson } from "./_authenticator.ts";
import { isRead } from "./_is_read.ts";
import { seenCalls } from "./_database.ts";
import { STORES } from "./_account_page.ts";
import { openWithAda } from "./_passkey_attacks.ts";
import { ADA, challengesOf, openPasskeys, type PasskeyWorld } from "./_passkeys.ts";
import { APP } from "./_world.ts";

for (const [name, open] of Object.entries(STORES)) {
  test(`GET webauthn-options writes nothing to the database, however often it comes (${name}) (WA-29)`, async () => {
    const { adapter, writes } = watched(await open() as Required<Adapter>);
    const world = openPasskeys({ adapter, providers: [Passkey(), WebAuthn({ enableConditionalUI: false })] });
    await world.register();
    const visitors = { ada: world, nobody: world.another() };
    writes.length = 0;
    const queries: Record<string, string>[] = [
      {},
      { action: "authenticate" },
      { action: "authenticate", ...ADA },
      { action: "register", email: "bob@example.com" },
    ];
    for (const person of Object.values(visitors)) {
      for (const provider of ["passkey", "webauthn"]) {
        for (let i = 0; i < 50; i++) {
          await (await person.options(queries[i % queries.length]!, provider)).body?.cancel();
        }
      }
    }
    assert.deepEqual(writes, []);
    assert.ok(challengesOf(visitors.nobody).length > 0);
  });

  test(`Auth() accepts one of 20 equal concurrent answers, and none later (${name}) (WA-11)`, async () => {
    const world = await openWithAda({ adapter: slow(await open() as Required<Adapter>) });
    const { answer, cookie } = await answered(world);
    const targets = await Promise.all(
      Array.from({ length: 20 }, async () => targetOf(await world.answer("authenticate", answer))),
    );
    assert.equal(targets.filter((target) => target === "/home").length, 1, targets.join());
    assert.equal(targets.filter((target) => target === "InvalidCheck").length, 19, targets.join());
    for (let i = 0; i < 5; i++) {
      const thief = world.another();
      putBack(thief, cookie);
      assert.equal(targetOf(await thief.answer("authenticate", answer)), "InvalidCheck");
      assert.equal(await thief.session(), null);
    }
  });

  test(`Auth() registers one of 20 equal concurrent answers, and none later (${name})`, async () => {
    const adapter = slow(await open() as Required<Adapter>);
    const world = openPasskeys({ adapter });
    const { options } = await world.ask({ action: "register", ...ADA });
    const [cookie] = challengesOf(world);
    const answer = await world.authenticator.create(options);
    const targets = await Promise.all(
      Array.from({ length: 20 }, async () => targetOf(await world.answer("register", answer))),
    );
    assert.equal(targets.filter((target) => target === "/home").length, 1, targets.join());
    const { id } = (await adapter.getUserByEmail(ADA.email))!;
    await adapter.deleteUser(id);
    const thief = world.another();
    putBack(thief, cookie!);
    assert.equal(targetOf(await thief.answer("register", answer)), "InvalidCheck");
    assert.equal(await adapter.getUserByEmail(ADA.email), null);
  });

  test(`Auth() remembers for as long as a challenge is open that it was answered (${name})`, async () => {
    const adapter = await open() as Required<Adapter>;
    const world = await openWithAda({ adapter });
    const { answer, cookie } = await answered(world);
    world.platform.tick(100);
    assert.equal(targetOf(await world.answer("authenticate", answer)), "/home");
    assert.deepEqual(challengesOf(world), []);
    for (const seconds of [0, 100, 99]) {
      world.platform.tick(seconds);
      await adapter.removeExpired({ now: new Date(world.platform.now()) });
      const thief = world.another();
      putBack(thief, cookie);
      assert.equal(targetOf(await thief.answer("authenticate", answer)), "InvalidCheck");
      assert.match(world.log(), /answered before/);
    }
    world.platform.tick(1);
    assert.ok(await adapter.removeExpired({ now: new Date(world.platform.now()) }) > 0);
    const late = world.another();
    putBack(late, cookie);
    assert.equal(targetOf(await late.answer("authenticate", answer)), "InvalidCheck");
  });
}

test("POST callback stores one row for an answer, and no further one when it comes again", async () => {
  const { adapter, tokens } = withTokens(Memory());
  const world = await openWithAda({ adapter });
  const before = tokens.size;
  const { answer, cookie } = await answered(world);
  await world.answer("authenticate", answer);
  assert.equal(tokens.size, before + 1);
  const stored = [...tokens.values()].at(-1)!;
  assert.equal(stored.identifier, "passkey challenge");
  assert.match(stored.token, /^[\da-f]{64}$/);
  assert.equal(stored.expires.getTime(), world.platform.now() + 300_000);
  for (let i = 0; i < 10; i++) {
    const thief = world.another();
    putBack(thief, cookie);
    await thief.answer("authenticate", answer);
  }
  assert.equal(tokens.size, before + 1);
});

for (const moment of ["before", "after"] as const) {
  test(`Auth() distinguishes a repeated answer from a failure of the database (${moment} it stores)`, async () => {
    const adapter = Memory();
    const { createVerificationToken } = adapter;
    let fails = false;
    adapter.createVerificationToken = async (token) => {
      if (fails && moment === "before") throw new Error("no more disk");
      await createVerificationToken(token);
      if (fails) throw new Error("no more disk");
    };
    const world = await openWithAda({ adapter });
    const { answer, cookie } = await answered(world);
    fails = true;
    const response = await world.answer("authenticate", answer);
    assert.equal(response.status, 503);
    assert.match(world.log(), /error \[latchkey\] AdapterError: .*createVerificationToken/);
    assert.match(world.log(), /no more disk/);
    assert.doesNotMatch(world.log(), /answered before/);
    assert.equal(await world.session(), null);
    fails = false;
    putBack(world, cookie);
    const again = targetOf(await world.answer("authenticate", answer));
    assert.equal(again, moment === "before" ? "/home" : "InvalidCheck");
  });
}

test("Auth() logs what the database said of an answer that comes again", async () => {
  const world = await openWithAda();
  const { answer, cookie } = await answered(world);
  await world.answer("authenticate", answer);
  const thief = world.another();
  putBack(thief, cookie);
  await thief.answer("authenticate", answer);
  assert.match(world.log(), /error \[latchkey\] InvalidCheck: .*answered before/);
  assert.match(world.log(), /stored already/);
});

/** An answer that is not sent yet, and the cookie of its challenge. */
async function answered(world: PasskeyWorld): Promise<{ answer: AnswerJson; cookie: Cookie }> {
  const { options } = await world.ask();
  const [cookie] = challengesOf(world);
  return { answer: await world.authenticator.get(options), cookie: cookie! };
}

type Cookie = ReturnType<typeof challengesOf>[number];

function putBack({ browser }: Pick<PasskeyWorld, "browser">, { name, value }: Cookie): void {
  browser.setCookie(APP, `${name}=${value}; Secure; Path=/`);
}

/** The path that an answer leads to, or the error that it names. */
function targetOf(response: Response): string {
  const { pathname, searchParams } = new URL(response.headers.get("location")!);
  return searchParams.get("error") ?? pathname;
}

/** A database whose methods that write are listed as they are called. */
function watched(inner: Required<Adapter>) {
  const writes: string[] = [];
  const adapter = wrap(inner, (method) => {
    if (!isRead(method)) writes.push(method);
    return Promise.resolve();
  });
  return { adapter, writes };
}

/** A database that answers in another order than it is asked. */
function slow(inner: Required<Adapter>): Required<Adapter> {
  const { below } = createRandom(1);
  return wrap(inner, async () => {
    await new Promise((resolve) => setTimeout(resolve, below(4)));
  });
}

/** A database whose tokens can be looked at. */
function withTokens(inner: Required<Adapter>) {
  const tokens = new Map<string, VerificationToken>();
  const adapter: Required<Adapter> = {
    ...inner,
    async createVerificationToken(token) {
      await inner.createVerificationToken(token);
      tokens.set(token.token, token);
    },
    async useVerificationToken(key) {
      const used = await inner.useVerificationToken(key);
      tokens.delete(key.token);
      return used;
    },
  };
  return { adapter, tokens };
}

function wrap(inner: Required<Adapter>, before: (method: string) => Promise<unknown>): Required<Adapter> {
  return seenCalls(inner, async (method, run) => {
    await before(method);
    return await run();
  });
}
