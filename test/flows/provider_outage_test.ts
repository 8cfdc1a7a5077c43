/**
 * A provider that does not answer costs one user the connection at most, and one that replaces no refresh tokens costs none.
 *
 * @module
 */

import assert from "node:assert/strict";
import { test } from "node:test";
import { setTimeout } from "node:timers/promises";
import type { AuthConfig } from "../../mod.ts";
import { ReconnectRequired } from "../../src/entries/errors.ts";
import { answerRenewals, assertEachOnce, openTokens, renewals, type TokenWorld } from "./_access_tokens.ts";
import { APP } from "./_world.ts";
import { getAccessToken } from "./_outside.ts";

const HANG = () => new Promise<Response>(() => {});

const LOST: Readonly<Record<string, () => Response | Promise<Response>>> = {
  "hangs": HANG,
  "answers 504 of a gateway": () => new Response("", { status: 504 }),
  "answers 200 with a page": () =>
    new Response("<p>Back soon", { headers: { "content-type": "text/html; charset=utf-8" } }),
};

/** A world with this many users, whose access tokens have ended. */
async function openUsers(count: number) {
  const world = await openTokens();
  for (let i = 1; i < count; i++) {
    world.idp.login({ sub: `user${i}`, name: `User ${i}`, email: `user${i}@example.com` });
    const page = await world.visitor().open(`${APP}/auth/signin?callbackUrl=/home`);
    await page.submit("/auth/signin/idp");
  }
  const ids = (await world.db.users()).map(({ id }) => id);
  assert.equal(ids.length, count);
  world.platform.tick(3600);
  const getWith = (config: AuthConfig) => (id: string): Promise<string> =>
    getAccessToken({ userId: id, provider: "idp" }, config)
      .catch((error) => error instanceof ReconnectRequired ? error.code : error.name);
  return { ...world, ids, getWith, get: getWith(world.config as AuthConfig) };
}

/** What calls end with, while the clock goes on. @returns The outcomes, and the seconds that they took. */
async function settle({ platform }: Pick<TokenWorld, "platform">, calls: readonly Promise<string>[]) {
  let isDone = false;
  const all = Promise.all(calls).finally(() => isDone = true);
  const began = platform.now();
  for (let turns = 0; turns < 500 && !isDone; turns++) {
    await setTimeout(1);
    if (!isDone) platform.tick(0.25);
  }
  return { outcomes: await all, seconds: (platform.now() - began) / 1000 };
}

/** What the provider has got, without the probes. */
function sentBy(world: TokenWorld): readonly string[] {
  return renewals(world).filter((token) => !token.startsWith("latchkey-probe-"));
}

for (const [what, answer] of Object.entries(LOST)) {
  test(`a provider that ${what} costs one of twelve users the connection at most, and none later (TK-13)`, async () => {
    const world = await openUsers(12);
    answerRenewals(world, answer);
    const { outcomes } = await settle(world, world.ids.map(world.get));
    const lost = world.ids.filter((_, i) => outcomes[i] === "AnswerLost");
    assert.equal(lost.length, 1, String(outcomes));
    assert.equal(outcomes.filter((each) => each === "ProviderUnavailable").length, 11, String(outcomes));
    for (let minutes = 0; minutes < 10; minutes++) {
      world.platform.tick(45);
      const { outcomes, seconds } = await settle(world, world.ids.map(world.get));
      assert.equal(outcomes.filter((each) => each === "AnswerLost").length, 1);
      assert.ok(seconds <= 6, `${seconds} seconds`);
    }
    assert.equal(sentBy(world).length, 1);
    world.idp.tamper = {};
    world.platform.tick(6);
    const after = await settle(world, world.ids.map(world.get));
    assert.equal(after.outcomes.filter((each) => each.startsWith("fake-access-")).length, 11);
    assertEachOnce(world);
  });
}

test("a provider that hangs is known to each config of a process, also one that is made for each request (TK-13)", async () => {
  const world = await openUsers(6);
  answerRenewals(world, HANG);
  const anew = (own: object = {}) => ({
    ...world.config,
    providers: world.config.providers.map((each) => ({ ...each as object, ...own })),
  });
  const configs = [
    world.config,
    anew(),
    { ...world.config, useSecureCookies: false },
    anew(),
    // A client for each tenant, at one endpoint.
    anew({ clientId: "tenant-1" }),
    anew({ clientId: "tenant-2" }),
  ];
  const outcomes: string[] = [];
  for (const [i, config] of configs.entries()) {
    const asked = await settle(world, [world.getWith(config as AuthConfig)(world.ids[i]!)]);
    outcomes.push(...asked.outcomes);
  }
  assert.deepEqual(outcomes, ["AnswerLost", ...Array(5).fill("ProviderUnavailable")]);
});

test("twelve renewals at once are answered at once, while the provider answers", async () => {
  const world = await openUsers(12);
  const tokens = await Promise.all(world.ids.map(world.get));
  assert.ok(tokens.every((token) => token.startsWith("fake-access-")), String(tokens));
  assertEachOnce(world);
});

test("a provider that stops to answer under load costs those who are under way, and no one after", async () => {
  const world = await openUsers(12);
  const [first, second, ...others] = world.ids;
  assert.match(await world.get(first!), /^fake-access-/);
  answerRenewals(world, HANG);
  const pair = [world.get(second!)];
  await setTimeout(5);
  world.platform.tick(2);
  const { outcomes } = await settle(world, [...pair, ...others.map(world.get)]);
  assert.deepEqual(new Set(outcomes.slice(1)), new Set(["ProviderUnavailable"]));
  assert.equal(sentBy(world).length, 2);
});

test("a token that still works is returned within seconds while the provider hangs", async () => {
  const world = await openUsers(2);
  await settle(world, world.ids.map(world.get));
  world.platform.tick(3550);
  answerRenewals(world, HANG);
  const { outcomes } = await settle(world, world.ids.map(world.get));
  assert.ok(outcomes.every((each) => each.startsWith("fake-access-")), String(outcomes));
  assert.equal(sentBy(world).length, 3);
});

test("a provider that answers a probe with a page gets a refresh token again after ten minutes", async () => {
  const world = await openUsers(3);
  answerRenewals(world, LOST["answers 504 of a gateway"]!);
  await settle(world, world.ids.map(world.get));
  // To a token that it does not know, it answers with a page.
  world.idp.tamper = {
    respond: {
      token: async (request, genuine) =>
        (await request.clone().text()).includes("latchkey-probe")
          ? new Response("<p>", { status: 200 })
          : await genuine(),
    },
  };
  world.platform.tick(60);
  assert.equal(
    (await settle(world, world.ids.map(world.get))).outcomes.includes("AnswerLost"),
    true,
  );
  assert.equal(sentBy(world).length, 1);
  world.platform.tick(600);
  const { outcomes } = await settle(world, world.ids.map(world.get));
  assert.equal(outcomes.filter((each) => each.startsWith("fake-access-")).length, 2, String(outcomes));
});

for (const [what, answer] of Object.entries(LOST)) {
  for (const refreshTokens of ["kept", "rotated"] as const) {
    test(`after a renewal that left the refresh token (${refreshTokens}), one that ${what} is tried again`, async () => {
      const world = await openTokens({}, { refreshTokens });
      world.platform.tick(3600);
      await world.token();
      world.platform.tick(3600);
      answerRenewals(world, answer);
      const ask = () =>
        world.token().catch((error) =>
          error instanceof ReconnectRequired ? error.code : error.name as string
        );
      const { outcomes: [first] } = await settle(world, [ask()]);
      world.idp.tamper = {};
      const { outcomes: [second] } = await settle(world, [ask()]);
      if (refreshTokens === "rotated") assert.deepEqual([first, second], ["AnswerLost", "AnswerLost"]);
      else assert.match(`${first} ${second}`, /^Provider\w+ fake-access-/);
      // A sign-in does not forget it.
      await world.signIn();
      world.platform.tick(3600);
      answerRenewals(world, answer);
      await settle(world, [ask()]);
      world.idp.tamper = {};
      world.platform.tick(6);
      const { outcomes: [third] } = await settle(world, [ask()]);
      assert.match(third!, refreshTokens === "kept" ? /^fake-access-/ : /^AnswerLost|^ProviderUnavailable/);
    });
  }
}
