/**
 * A platform such as Workers ends a request when its client goes away: nothing that it has begun settles, and no timer of it fires.
 * Other requests in the same process wait for it for seconds, and then do it themselves.
 *
 * @module
 */

import assert from "node:assert/strict";
import { test } from "node:test";
import { setTimeout } from "node:timers/promises";
import { Memory } from "../../src/adapters/memory/memory.ts";
import { Passkey } from "../../src/providers/passkey.ts";
import { openTokens, renewals } from "./_access_tokens.ts";
import { openCookies } from "./_cookie_tokens.ts";
import { openDatabase } from "./_database.ts";
import { getAccessToken } from "./_outside.ts";
import { APP, open, type World } from "./_world.ts";

const NEVER = new Promise<never>(() => {});

/** Something that waits for ever, until its end. `reached` settles once a request waits for it. */
interface Hanging {
  readonly reached: Promise<unknown>;
  end(): void;
}

/**
 * Returns what sends a request that the platform ends in the middle, where `hang` makes it wait for ever. Called before the first
 * request: a config whose platform has changed is another one.
 */
function endings({ platform }: Pick<World, "platform">) {
  const { timer } = platform;
  let isEnding = false;
  Object.assign(platform, {
    timer: (...given: Parameters<typeof timer>) => isEnding ? () => {} : timer(...given),
  });
  return async (hang: () => Hanging, send: () => Promise<unknown>): Promise<void> => {
    const { reached, end } = hang();
    isEnding = true;
    void send().catch(() => {});
    await reached;
    await setTimeout(1);
    isEnding = false;
    end();
  };
}

/** Makes a function wait for ever between `hang` and its end. */
function hanging<Given extends unknown[], T>(work: (...given: Given) => T) {
  let reach: (() => void) | null = null;
  const hang = (): Hanging => {
    const reached = new Promise<void>((resolve) => void (reach = resolve));
    return { reached, end: () => void (reach = null) };
  };
  const run = (...given: Given): T | Promise<never> => {
    if (!reach) return work(...given);
    reach();
    return NEVER;
  };
  return { hang, run };
}

/** Lets a site answer nothing at a path. */
function hangAt({ platform, idp }: Pick<World, "platform" | "idp">, path: string): () => Hanging {
  const { fetch } = idp;
  const { hang, run } = hanging(fetch);
  platform.sites[idp.origin] = (request) => request.url.includes(path) ? run(request) : fetch(request);
  return hang;
}

/** Waits for an answer while the clock goes on. Returns it, and after how many seconds it has come. */
async function clocked<T>(
  { platform }: Pick<World, "platform">,
  work: Promise<T>,
): Promise<{ readonly value: T; readonly seconds: number }> {
  let isDone = false;
  const ended = () => void (isDone = true);
  work.then(ended, ended);
  for (let seconds = 0; seconds < 60; seconds++) {
    for (let turns = 0; turns < 25 && !isDone; turns++) await setTimeout(1);
    if (isDone) return { value: await work, seconds };
    platform.tick(1);
  }
  throw new Error("no answer within a minute");
}

for (const path of ["/.well-known/", "/jwks"]) {
  test(`users sign in after a request was ended that had asked for ${path} (DS-16)`, async () => {
    const world = open();
    const endOne = endings(world);
    await endOne(hangAt(world, path), () => world.signIn());
    const { value: page, seconds } = await clocked(world, world.signIn());
    assert.equal(page.url, `${APP}/home`, world.log());
    assert.ok(seconds <= 15, String(seconds));
  });
}

test("a mailed link answers after a request with it was ended", async () => {
  const memory = Memory();
  const { hang, run } = hanging((key: Parameters<typeof memory.useVerificationToken>[0]) =>
    memory.useVerificationToken(key)
  );
  const world = openDatabase({ adapter: { ...memory, useVerificationToken: run } });
  const endOne = endings(world);
  await world.ask();
  await endOne(hang, () => world.follow());
  const { value: page, seconds } = await clocked(world, world.follow());
  assert.equal(page.url, `${APP}/home`, world.log());
  assert.ok(seconds <= 15, String(seconds));
});

test("other users get their access tokens again after a renewal was ended, and nobody waits for long", async () => {
  const world = await openTokens();
  const endOne = endings(world);
  world.idp.login({ sub: "bob", name: "Bob", email: "bob@example.com" });
  const page = await world.visitor().open(`${APP}/auth/signin?callbackUrl=/home`);
  await page.submit("/auth/signin/idp");
  const bob = (await world.db.adapter.getUserByEmail("bob@example.com"))!;
  const ofBob = () =>
    getAccessToken({ userId: bob.id, provider: "idp" }, world.config)
      .then((token) => token.slice(0, 4), (error) => error.name);
  world.platform.tick(3600);
  await endOne(hangAt(world, "/token"), () => world.token());
  // Until the renewal is lost, another one could be lost as well.
  const { value: early, seconds } = await clocked(world, ofBob());
  assert.deepEqual([early, seconds], ["ProviderUnavailable", 5], world.log());
  world.platform.tick(20);
  const { value: later } = await clocked(world, ofBob());
  assert.equal(later, "fake", world.log());
  assert.equal(renewals(world).length, 2, "a probe, and Bob's");
  // The answer of Ada's renewal is lost, as with a process that was killed.
  const ada = await clocked(world, world.token().catch((error) => error.code));
  assert.equal(ada.value, "AnswerLost");
});

test("a browser whose renewal was ended learns that it has to connect again, and does not wait for ever", async () => {
  const world = openCookies();
  const endOne = endings(world);
  await world.signIn();
  world.platform.tick(3600);
  await endOne(hangAt(world, "idp.test/token"), () => world.token());
  const { value, seconds } = await clocked(world, world.token());
  assert.equal(value, "ReconnectRequired AnswerLost", world.log());
  assert.ok(seconds > 20 && seconds <= 31, String(seconds));
  const { seconds: next } = await clocked(world, world.token());
  assert.equal(next, 0);
});

test("passkeys are offered after a request was ended that had tried the database", async () => {
  // An adapter that does not say that it refuses a second row of the same key.
  const { addCredentials: _add, createUserWithAccount: _create, ...memory } = Memory();
  const { hang, run } = hanging((row: Parameters<typeof memory.createVerificationToken>[0]) =>
    memory.createVerificationToken(row)
  );
  const adapter = { ...memory, createVerificationToken: run };
  const world = openDatabase({ adapter, more: () => [Passkey()] });
  const endOne = endings(world);
  const ask = () => world.browser.fetch(`${APP}/auth/webauthn-options/passkey`);
  await endOne(hang, ask);
  const { value, seconds } = await clocked(world, ask());
  assert.equal(value.status, 200, world.log());
  assert.ok(seconds <= 15, String(seconds));
});
