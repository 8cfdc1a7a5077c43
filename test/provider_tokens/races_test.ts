/**
 * Several processes renew the access token of one account at the same time, and one of them dies in the middle of it.
 *
 * @module
 */

import assert from "node:assert/strict";
import { test } from "node:test";
import { setImmediate } from "node:timers";
import type { AuthConfig } from "../../mod.ts";
import { ReconnectRequired } from "../../src/entries/errors.ts";
import { Memory } from "../../src/adapters/memory/memory.ts";
import type { Adapter } from "../../src/adapters/contract/types.ts";
import { AccessTokens } from "../../src/features/provider_tokens/access_tokens.ts";
import { fakeProvider, testPlatform } from "../../src/testing/mod.ts";
import { chosenRounds } from "../_nightly.ts";
import type { Random } from "../_random.ts";
import { seeded } from "../_seeded.ts";
import { getAccessToken } from "../flows/_outside.ts";
import { seenRows } from "../_with_rows.ts";

const USER = "1";

/** What a process does beside its computing: it asks the database, or the provider. Each of them may be its last. */
interface Process {
  readonly config: AuthConfig;
  /** Whether it has died. */
  isDead(): boolean;
}

/** A place at which a process dies: before or after its step with this number, counted from the first. */
interface Death {
  readonly step: number;
  readonly moment: "before" | "after";
}

/** Never settles: nobody waits for a process that has died. */
const FOREVER = new Promise<never>(() => {});

/** A database, a provider that rotates refresh tokens, and a clock that goes on by itself. */
async function openWorld(random: Random) {
  const platform = testPlatform();
  const idp = fakeProvider({ now: platform.now, refreshTokens: "rotated" });
  const adapter = Memory();
  const tokens = await signInAt(idp);
  await adapter.createUser({ id: USER, name: "Ada", email: null, emailVerified: null });
  const account = { userId: USER, type: "oauth", provider: "idp", providerAccountId: "ada" } as const;
  const expires_at = platform.now() / 1000 + 3600;
  await adapter.linkAccount({ ...account, ...tokens, expires_at });
  /** The refresh tokens that the provider has answered with new ones. */
  const answered: string[] = [];

  function openProcess(death: Death | null): Process {
    let steps = 0;
    let isDead = false;
    async function step<T>(work: () => T | Promise<T>): Promise<T> {
      const number = steps++;
      await pause(random);
      if (isDead || (death?.step === number && death.moment === "before")) return await die();
      const result = await work();
      if (death?.step === number && death.moment === "after") return await die();
      await pause(random);
      return isDead ? await FOREVER : result;
    }
    function die() {
      isDead = true;
      return FOREVER;
    }
    const { rows, ...methods } = adapter;
    const watched = {
      ...Object.fromEntries(
        Object.entries(methods).map(([name, method]) => [
          name,
          (...args: never[]) => step(() => (method as (...args: never[]) => unknown)(...args)),
        ]),
      ),
      rows: seenRows(rows, (_, run) => step(run)),
    } as Adapter;
    const fetch = (input: string, init?: RequestInit) =>
      step(async () => {
        const sent = new URLSearchParams(String(init?.body)).get("refresh_token");
        const answer = await idp.fetch(input, init);
        if (sent && answer.ok) answered.push(sent);
        return answer;
      });
    const { metadata, clientId, clientSecret } = idp;
    const config: AuthConfig = {
      // A clock of its own: by the clock, a process knows what it has found out.
      platform: { ...platform, now: () => platform.now(), fetch },
      adapter: watched,
      features: [AccessTokens()],
      secret: "a-secret-of-forty-characters-for-tests-0",
      url: "https://app.test",
      providers: [{
        id: "idp",
        name: "Fake",
        type: "oauth",
        clientId,
        clientSecret,
        authorization: metadata.authorization_endpoint,
        token: metadata.token_endpoint,
        userinfo: metadata.userinfo_endpoint,
      }],
    };
    return { config, isDead: () => isDead };
  }

  const sent = () =>
    idp.requests.flatMap(({ params }) =>
      params.get("grant_type") === "refresh_token" ? params.get("refresh_token")! : []
    );
  return { platform, openProcess, answered, sent };
}

/** Signs Ada in at the provider, as a client of it. */
async function signInAt(idp: ReturnType<typeof fakeProvider>) {
  const redirect_uri = "https://app.test/auth/callback/idp";
  const query = new URLSearchParams({
    response_type: "code",
    client_id: idp.clientId,
    redirect_uri,
    scope: "profile",
  });
  const { headers } = await idp.fetch(`${idp.metadata.authorization_endpoint}?${query}`, {
    redirect: "manual",
  });
  const code = new URL(headers.get("location")!).searchParams.get("code")!;
  const basic = [idp.clientId, idp.clientSecret].map(encodeURIComponent).join(":");
  const answer = await idp.fetch(idp.metadata.token_endpoint, {
    method: "POST",
    headers: { authorization: `Basic ${btoa(basic)}` },
    body: new URLSearchParams({ grant_type: "authorization_code", code, redirect_uri }),
  });
  const { access_token, refresh_token } = await answer.json();
  return { access_token, refresh_token };
}

/** A random time in which others run. */
async function pause(random: Random): Promise<void> {
  for (let turns = random.below(4); turns > 0; turns--) await turn();
}

/** Lets others run. */
async function turn(): Promise<void> {
  await new Promise<void>((resolve) => void setImmediate(resolve));
}

/** Waits for all callers whose process lives, while the clock goes on. */
async function outcomesOf(
  { platform }: Pick<Awaited<ReturnType<typeof openWorld>>, "platform">,
  callers: readonly { readonly process: Process; readonly token: Promise<string> }[],
): Promise<readonly string[]> {
  const outcomes: string[] = [];
  const waiting = new Set(callers);
  for (const caller of callers) {
    void caller.token.catch((error) => error instanceof ReconnectRequired ? error.code : String(error))
      .then((outcome) => {
        outcomes.push(outcome);
        waiting.delete(caller);
      });
  }
  const isDone = () => [...waiting].every(({ process }) => process.isDead());
  for (let turns = 0; turns < 3000 && !isDone(); turns++) {
    platform.tick(0.05);
    await turn();
  }
  return outcomes;
}

test(
  "callers of several processes cause one renewal, in whichever order their steps are taken (TK-01)",
  seeded(async (random) => {
    for (let round = 0; round < chosenRounds({ here: 100, nightly: 3000 }); round++) {
      const world = await openWorld(random);
      const processes = [world.openProcess(null), world.openProcess(null), world.openProcess(null)];
      world.platform.tick(3600);
      const callers = Array.from({ length: 12 }, (_, i) => {
        const process = processes[i % processes.length]!;
        return { process, token: getAccessToken({ userId: USER, provider: "idp" }, process.config) };
      });
      const outcomes = await outcomesOf(world, callers);
      assert.equal(outcomes.length, 12);
      assert.equal(new Set(outcomes).size, 1, `round ${round}: ${[...new Set(outcomes)]}`);
      assert.match(outcomes[0]!, /^fake-access-/);
      assert.equal(world.sent().length, 1, `round ${round}`);
    }
  }),
);

test(
  "a process that dies at any step of a renewal costs no token that an answer has replaced (TK-02)",
  seeded(async (random) => {
    for (let round = 0; round < chosenRounds({ here: 200, nightly: 5000 }); round++) {
      const world = await openWorld(random);
      const death: Death = { step: random.below(10), moment: random.below(2) ? "before" : "after" };
      const dying = world.openProcess(death);
      const living = world.openProcess(null);
      world.platform.tick(3600);
      const callers = Array.from({ length: 6 }, (_, i) => {
        const process = i < 2 ? dying : living;
        return { process, token: getAccessToken({ userId: USER, provider: "idp" }, process.config) };
      });
      const what = `round ${round}: died ${death.moment} step ${death.step}`;
      const outcomes = await outcomesOf(world, callers);
      assert(outcomes.length >= 4, `${what}: ${outcomes.length} callers have got an answer`);
      const [outcome, ...others] = new Set(outcomes);
      assert.deepEqual(others, [], what);
      assert.match(outcome!, /^(?:fake-access-.*|AnswerLost|ProviderUnavailable: .*)$/, what);
      // No refresh token is sent again, and the provider has ended no grant.
      assert.equal(new Set(world.sent()).size, world.sent().length, what);
      // An answer is lost only if its process has died before it was stored.
      if (!outcome!.startsWith("fake")) assert(dying.isDead(), what);
      // For as long as its lease lasts, callers are told within seconds to come again.
      const isHeld = outcome!.startsWith("ProviderUnavailable");
      if (isHeld) world.platform.tick(30);
      // After it, each caller gets the same: nobody is asked to connect again for nothing.
      const later = getAccessToken({ userId: USER, provider: "idp" }, world.openProcess(null).config);
      const [again] = await outcomesOf(world, [{ process: living, token: later }]);
      assert.equal(again, isHeld ? "AnswerLost" : outcome, what);
    }
  }),
);
