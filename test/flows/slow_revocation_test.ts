/**
 * A revocation at a provider that answers slowly: its lease outlives its requests, which have one limit together.
 *
 * @module
 */

import assert from "node:assert/strict";
import { test } from "node:test";
import type { AuthConfig } from "../../mod.ts";
import { ProviderUnavailable } from "../../src/entries/errors.ts";
import type { OAuthConfig } from "../../src/model/provider.ts";
import {
  assertReconnect,
  openTokens,
  ownerOf,
  rejection,
  renewals,
  type TokenWorld,
} from "./_access_tokens.ts";
import { revokeTokens } from "./_outside.ts";

/** A module that sends several requests for each token, as those that exchange a refresh token for an access token do. */
const IN_STEPS: OAuthConfig["revocation"] = {
  url: "https://idp.test/revoke",
  request: async ({ url, params, headers, fetch }) => {
    const init = { method: "POST", headers, body: params.toString() };
    await fetch(url, init);
    await fetch(url, init);
    return await fetch(url, init);
  },
};

/** A world whose provider answers each revocation after some seconds. */
async function openSlow(
  seconds: number,
  revocation: OAuthConfig["revocation"] = "https://idp.test/revoke",
) {
  const world = await openTokens({ revocation });
  let underWay = 0;
  /** Kinds of the tokens that were sent, and when: in seconds since the start. */
  const sent: (readonly [kind: string | null, second: number])[] = [];
  const start = world.platform.now();
  let delay = seconds;
  let isDone = () => true;
  world.idp.tamper = {
    respond: {
      revocation: async (request, genuine) => {
        const kind = new URLSearchParams(await request.clone().text()).get("token_type_hint");
        sent.push([kind, (world.platform.now() - start) / 1000]);
        underWay++;
        request.signal.addEventListener("abort", () => underWay--, { once: true });
        await new Promise<void>((resolve) => void world.platform.timer(delay * 1000, resolve));
        if (request.signal.aborted) return new Response();
        underWay--;
        return isDone() ? await genuine() : new Response();
      },
    },
  };
  return {
    ...world,
    sent,
    isAsked: () => underWay > 0,
    /** Lets the provider answer only, and revoke nothing. */
    pretend: () => void (isDone = () => false),
    answerAfter: (seconds: number) => void (delay = seconds),
    revoke: () => revokeTokens({ userId: world.user.id }, world.config as AuthConfig),
  };
}

async function rowOf({ db, user }: TokenWorld) {
  const [row] = await db.adapter.rows.list("providerTokens", { userId: user.id });
  return row!;
}

/** Lets the time pass until a call has ended. @param look Is called each second, before the timers of that second. */
async function bySeconds<T>(world: TokenWorld, call: Promise<T>, look = async () => {}): Promise<T> {
  let hasEnded = false;
  const watched = call.finally(() => hasEnded = true);
  watched.catch(() => {});
  for (let second = 0; second < 120; second++) {
    await new Promise((resolve) => setTimeout(resolve, 5));
    if (hasEnded) return await watched;
    await look();
    world.platform.tick(1);
  }
  throw new Error("The call has not ended after two minutes");
}

for (
  const [how, seconds, revocation] of [
    ["never answers", 1000, undefined],
    ["answers each request just in time", 9, undefined],
    ["answers each of many requests just in time", 9, IN_STEPS],
  ] as const
) {
  test(`the lease outlives each request to a provider that ${how} (TK-10)`, async () => {
    const world = await openSlow(seconds, revocation);
    let looks = 0;
    const revoking = world.revoke().catch((error) => error);
    await bySeconds(world, revoking, async () => {
      if (!world.isAsked()) return;
      looks++;
      const { leaseUntil } = await rowOf(world);
      // A second later, the request may still be under way.
      assert.ok(leaseUntil!.getTime() > world.platform.now() + 1000, `after ${looks} seconds`);
    });
    assert.ok(looks >= 9, String(looks));
    assert.equal(world.isAsked(), false);
    assert.equal((await rowOf(world)).leaseUntil, null);
  });
}

test("a revocation that has not ended after 20 seconds fails, the tokens stay, and the same call works later", async () => {
  const world = await openSlow(9, IN_STEPS);
  world.pretend();
  const error = await rejection(bySeconds(world, world.revoke()));
  assert(error instanceof ProviderUnavailable);
  assert.match(
    error.message,
    /^Cannot revoke the tokens of "idp": the provider did not answer within 20 seconds/,
  );
  // The third request began after 18 seconds; none began after the limit.
  assert.deepEqual(world.sent, [["refresh_token", 0], ["refresh_token", 9], ["refresh_token", 18]]);
  assert.equal(world.platform.lines.filter(({ level }) => level === "error").length, 0);

  assert.equal(await ownerOf(world, await world.token()), "ada");
  world.platform.tick(3600);
  assert.equal(await ownerOf(world, await world.token()), "ada");
  assert.equal(renewals(world).length, 1);

  world.answerAfter(1);
  await bySeconds(world, world.revoke());
  await assertReconnect(world.token(), "Revoked");
});

test("a renewal waits no longer for a slow revocation than for its requests", async () => {
  const world = await openSlow(1000);
  world.platform.tick(3600);
  const start = world.platform.now();
  const revoking = world.revoke().catch((error) => error);
  await new Promise((resolve) => setTimeout(resolve, 5));
  const token = await bySeconds(world, world.token());
  assert.equal(await ownerOf(world, token), "ada");
  assert.ok(world.platform.now() - start <= 12_000, String(world.platform.now() - start));
  assert((await revoking) instanceof ProviderUnavailable);
});
