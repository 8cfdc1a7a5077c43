/**
 * Renewals, sign-ins, revocations, removed accounts, new secrets and failures of the database at the same time, in random orders.
 * Whatever happens, no refresh token that the provider has answered is sent again, no user gets the token of another one, and
 * tokens that were revoked are given to no one.
 *
 * @module
 */

import assert from "node:assert/strict";
import { test } from "node:test";
import { setImmediate } from "node:timers";
import { Auth, type AuthConfig } from "../../mod.ts";
import { ReconnectRequired } from "../../src/entries/errors.ts";
import { Memory } from "../../src/adapters/memory/memory.ts";
import type { Adapter } from "../../src/adapters/contract/types.ts";
import { ALL_CAPABILITIES } from "../../src/core/capabilities.ts";
import { setupFor } from "../../src/core/answer.ts";
import { AccessTokens } from "../../src/features/provider_tokens/access_tokens.ts";
import { SEALED_TOKENS } from "../../src/features/provider_tokens/reseal.ts";
import { type Browser, fakeProvider, testBrowser, testPlatform } from "../../src/testing/mod.ts";
import { chosenRounds } from "../_nightly.ts";
import type { Random } from "../_random.ts";
import { seeded } from "../_seeded.ts";
import { getAccessToken, revokeTokens } from "../flows/_outside.ts";
import { seenRows } from "../_with_rows.ts";

const APP = "https://app.test";
const SECRETS = ["a-secret-of-forty-characters-for-tests-0", "a-secret-of-forty-characters-for-tests-1"];
const NAMES = ["ada", "bob"] as const;

type Name = (typeof NAMES)[number];

/** Three processes with one database, in which Ada and Bob have signed in. */
function openWorld(random: Random) {
  const platform = testPlatform();
  const idp = fakeProvider({ now: platform.now, refreshTokens: "rotated" });
  const adapter = Memory();
  let [isFailing, strips] = [false, false];
  /** By refresh token: how often the provider has received it, and whether it has answered with tokens. */
  const sent: { readonly token: string; readonly isAnswered: boolean }[] = [];
  idp.tamper = {
    respond: {
      token: async (request, genuine) => {
        const params = new URLSearchParams(await request.clone().text());
        const answer = await genuine();
        await pause(random);
        const token = params.get("refresh_token");
        const { access_token, refresh_token } = await answer.clone().json();
        steps.push(`${token ?? "code"}: ${answer.status} ${access_token} ${refresh_token}`);
        if (token !== null) sent.push({ token, isAnswered: answer.ok });
        else if (strips && random.chance(0.4)) {
          return Response.json({ ...await answer.json(), refresh_token: undefined });
        }
        return answer;
      },
    },
  };
  /** What has happened, for a failure. */
  const steps: string[] = [];
  async function disturbed(name: string, run: () => unknown): Promise<unknown> {
    await pause(random);
    if (isFailing && random.chance(0.03)) throw new Error(`before ${name}`);
    const result = await run();
    if (isFailing && random.chance(0.03)) throw new Error(`after ${name}`);
    await pause(random);
    return result;
  }
  function faulty(): Adapter {
    const { rows, ...methods } = adapter;
    const faults = Object.entries(methods).map(([name, method]) => [
      name,
      (...args: never[]) => disturbed(name, () => (method as (...args: never[]) => unknown)(...args)),
    ]);
    return { ...Object.fromEntries(faults), rows: seenRows(rows, disturbed) };
  }
  const { metadata, clientId, clientSecret } = idp;
  const fetch: typeof platform.fetch = async (input, init) => {
    const answer = await idp.fetch(input, init);
    if (isFailing && random.chance(0.2)) throw new TypeError("connection reset");
    return answer;
  };
  // As while a new secret, and sealed accounts, are spread to the processes.
  const configs = Array.from({ length: 3 }, (_, index): AuthConfig => ({
    accounts: { encrypt: index > 0 },
    platform: { ...platform, fetch },
    adapter: faulty(),
    features: [AccessTokens()],
    secret: index > 1 ? SECRETS.toReversed() : SECRETS,
    url: APP,
    limits: { address: () => null },
    logger: { error: (error) => void steps.push(`log: ${error.message}`) },
    session: { strategy: "jwt" },
    providers: [{
      id: "idp",
      name: "Fake",
      type: "oauth",
      clientId,
      clientSecret,
      authorization: metadata.authorization_endpoint,
      token: metadata.token_endpoint,
      revocation: metadata.revocation_endpoint,
      userinfo: metadata.userinfo_endpoint,
    }],
  }));

  /** One sign-in at a time goes through the provider, which signs in who was named last. */
  let turn: Promise<unknown> = Promise.resolve();
  async function signIn(name: Name): Promise<void> {
    const config = random.pick(configs);
    const browser: Browser = testBrowser(
      { [APP]: (request) => Auth(request, config), [idp.origin]: idp.fetch },
      { now: platform.now },
    );
    const page = await browser.open(`${APP}/auth/signin?callbackUrl=/auth/session`);
    const before = turn;
    let next = () => {};
    turn = new Promise<void>((resolve) => next = resolve);
    await before;
    // Without an address, an account that was removed can come back to another user.
    idp.login({ sub: name, name });
    const { url } = await page.submit("/auth/signin/idp").finally(next);
    steps.push(`${name} signs in: ${url}`);
  }
  const keyOf = (name: Name) => ({ provider: "idp", providerAccountId: name });
  async function token(name: Name, rejected?: string): Promise<string> {
    const user = await adapter.getUserByAccount(keyOf(name));
    if (!user) return "NotConnected";
    try {
      return await getAccessToken({ userId: user.id, provider: "idp", rejected }, random.pick(configs));
    } catch (error) {
      return error instanceof ReconnectRequired ? error.code : (error as { type: string }).type;
    }
  }
  async function ownerOf(token: string): Promise<string> {
    const headers = { authorization: `Bearer ${token}` };
    const answer = await idp.fetch(metadata.userinfo_endpoint, { headers });
    return answer.ok ? (await answer.json()).sub : "revoked";
  }
  return {
    platform,
    sent,
    steps,
    signIn,
    token,
    ownerOf,
    async revoke(name: Name) {
      const user = await adapter.getUserByAccount(keyOf(name));
      if (user) await revokeTokens({ userId: user.id }, random.pick(configs));
      steps.push(`${name} is revoked`);
    },
    reseal: () => SEALED_TOKENS.reseal(setupFor({ url: APP }, random.pick(configs), ALL_CAPABILITIES)),
    async remove(name: Name) {
      await adapter.unlinkAccount(keyOf(name));
      steps.push(`${name} is removed`);
    },
    disturb: (fails: boolean) => void (isFailing = strips = fails),
  };
}

async function pause(random: Random): Promise<void> {
  for (let turns = random.below(4); turns > 0; turns--) await turn();
}

async function turn(): Promise<void> {
  await new Promise<void>((resolve) => void setImmediate(resolve));
}

/** Waits for all, while the clock goes on. */
async function settled(
  { platform }: Pick<ReturnType<typeof openWorld>, "platform">,
  work: readonly Promise<unknown>[],
): Promise<void> {
  let isDone = false;
  const all = Promise.allSettled(work).then(() => isDone = true);
  for (let turns = 0; turns < 100_000 && !isDone; turns++) {
    platform.tick(0.01);
    await turn();
  }
  assert(isDone, "a caller waits without end");
  await all;
}

test(
  "whatever happens at the same time, each refresh token is answered once, and each user gets their own tokens",
  seeded(async (random) => {
    for (let round = 0; round < chosenRounds({ here: 8, nightly: 400 }); round++) {
      const world = openWorld(random);
      const got: (readonly [name: Name, token: string])[] = [];
      const seen = new Map<Name, string>();
      for (const name of NAMES) await world.signIn(name);
      const ask = async (name: Name) => {
        const token = await world.token(name, random.chance(0.5) ? seen.get(name) : undefined);
        if (!token.startsWith("fake-access-")) return;
        seen.set(name, token);
        got.push([name, token]);
        assert([name, "revoked"].includes(await world.ownerOf(token)), `round ${round}`);
      };
      const failures: unknown[] = [];
      for (let batch = 0; batch < 8; batch++) {
        if (random.chance(0.8)) world.platform.tick(3600);
        world.disturb(random.chance(0.5));
        const work = Array.from({ length: 8 }, () => {
          const [name, what] = [random.pick(NAMES), random.below(20)];
          if (what === 0) return world.remove(name);
          // A failure of the database ends a sign-in, on a page that says so.
          if (what < 4) return world.signIn(name).catch(() => {});
          if (what < 6) return world.revoke(name).catch(() => {});
          if (what === 6) return world.reseal().catch(() => {});
          return ask(name).catch((error) => failures.push(error));
        });
        await settled(world, work);
        world.disturb(false);
        assert.deepEqual(failures, [], `round ${round}`);
        if (random.chance(0.7)) continue;
        const revoked = random.pick(NAMES);
        // After the lease of a request that has failed.
        world.platform.tick(60);
        await world.revoke(revoked);
        const token = await world.token(revoked);
        assert.doesNotMatch(token, /^fake-access-/, `round ${round}: ${world.steps.join("\n")}`);
      }
      const answered = world.sent.filter(({ isAnswered }) => isAnswered).map(({ token }) => token);
      assert.equal(new Set(answered).size, answered.length, `round ${round}: answered twice`);
      for (const [index, { token }] of world.sent.entries()) {
        const before = world.sent.slice(0, index).some((each) => each.token === token && each.isAnswered);
        assert(!before, `round ${round}: sent again after an answer: ${token}`);
      }
      // Whoever signs in again has tokens again, for as long as they like.
      for (const name of NAMES) {
        await world.signIn(name);
        for (let hour = 0; hour < 2; hour++) {
          world.platform.tick(3600);
          const token = await world.token(name);
          assert.match(token, /^fake-access-/, `round ${round}, hour ${hour}: ${world.steps.join("\n")}`);
        }
      }
    }
  }),
);
