import assert from "node:assert/strict";
import { test } from "node:test";
import { setTimeout } from "node:timers/promises";
import { ProviderUnavailable } from "../../src/errors/errors.ts";
import { resolveProvider } from "../../src/oauth/provider.ts";
import { prepareRenewal } from "../../src/oauth/refresh.ts";
import type { OAuthDefinition } from "../../src/oauth/types.ts";
import { takeTurn, type Turn } from "../../src/features/provider_tokens/turns.ts";
import { fakeProvider, testPlatform } from "../../src/testing/mod.ts";

type Answer = () => Response | Promise<Response>;

const RENEWS: Answer = () => Response.json({ access_token: "b", token_type: "bearer" });
const REFUSES: Answer = () => Response.json({ error: "invalid_grant" }, { status: 400 });
/** No connection: nothing was sent. */
const IS_DOWN: Answer = () =>
  Promise.reject(Object.assign(new TypeError("fetch failed"), { cause: { code: "ECONNREFUSED" } }));
/** The answer is lost, and says so with a status. */
const GATEWAY: Answer = () => new Response("", { status: 504 });
const BREAKS: Answer = () => Promise.reject(new TypeError("connection reset"));

/** Refresh tokens of one provider, which answers as `answer` says. */
async function world() {
  const platform = testPlatform();
  const idp = fakeProvider({ now: platform.now, signingAlgorithm: "ES256" });
  const sent: string[] = [];
  const opened = { answer: RENEWS };
  idp.tamper = {
    respond: {
      token: async (request) => {
        sent.push(new URLSearchParams(await request.text()).get("refresh_token")!);
        return await opened.answer();
      },
    },
  };
  platform.sites[idp.origin] = idp.fetch;
  const { issuer, clientId, clientSecret } = idp;
  const definition = { id: "own", name: "Own", type: "oidc", issuer, clientId, clientSecret };
  const resolve = (more: Partial<OAuthDefinition> = {}) =>
    resolveProvider({ ...definition, ...more } as OAuthDefinition, { platform });
  let looks = 0;
  // Whoever never waits looks at the clock for ever.
  const now = () => looks++ < 10_000 ? platform.now() : assert.fail("it never waits");
  const exchangeOf = (provider = resolve()) => prepareRenewal(provider, { ...platform, now });
  const exchange = await exchangeOf();
  /** Asks for a turn: `waits` until there is one, or it is refused. */
  const ask = (isSafe = false, of = exchange) => {
    const asked = {
      outcome: "waits",
      turn: takeTurn(of, isSafe),
    };
    asked.turn.then(() => asked.outcome = "sends", (error) => asked.outcome = error.name);
    return asked;
  };
  /** The outcome by now. */
  const outcomeOf = async (asked: ReturnType<typeof ask>) => {
    for (let turns = 0; turns < 4; turns++) await setTimeout(1);
    return asked.outcome;
  };
  const outcome = async (isSafe = false, of = exchange) => await outcomeOf(ask(isSafe, of));
  const send = async (answer: Answer, token = "r") => {
    opened.answer = answer;
    return (await (await takeTurn(exchange, true))(token)).kind;
  };
  return { platform, opened, sent, exchange, exchangeOf, resolve, ask, outcomeOf, outcome, send };
}

const isProbe = (token: string | undefined) => token?.startsWith("latchkey-probe-") ?? false;

test("takeTurn() sends a refresh token once there is a turn, and tells how that ended", async () => {
  const { send, sent } = await world();
  assert.equal(await send(RENEWS, "first"), "renewed");
  assert.equal(await send(REFUSES, "second"), "refused");
  assert.equal(await send(IS_DOWN, "third"), "unchanged");
  assert.equal(await send(GATEWAY, "fourth"), "unknown");
  assert.deepEqual(sent, ["first", "second", "third", "fourth"]);
});

test("takeTurn() lets one renewal go first, until it has ended or gives its turn back", async () => {
  for (const ends of [async (turn: Turn) => void await turn("r"), (turn: Turn) => turn.end!()]) {
    const { ask, outcomeOf, exchange } = await world();
    const turn = await takeTurn(exchange, false);
    const [next, safe] = [ask(), ask(true)];
    assert.equal(await outcomeOf(safe), "sends", "what may be sent twice waits for nothing");
    (await safe.turn).end!();
    assert.equal(await outcomeOf(next), "waits");
    await ends(turn);
    assert.equal(await outcomeOf(next), "sends");
  }
});

test("takeTurn() lets several renewals go for a second after an answer of any kind", async () => {
  for (const answer of [RENEWS, REFUSES]) {
    const { send, outcome, ask, outcomeOf, platform } = await world();
    await send(answer);
    for (let each = 0; each < 3; each++) assert.equal(await outcome(), "sends");
    platform.tick(0.999);
    assert.equal(await outcome(), "sends");
    platform.tick(0.001);
    const late = ask();
    assert.equal(await outcomeOf(late), "waits");
    platform.tick(5);
    assert.equal(await outcomeOf(late), "ProviderUnavailable");
  }
  const { send, outcome } = await world();
  await send(IS_DOWN);
  assert.deepEqual([await outcome(), await outcome()], ["sends", "waits"], "that is no answer");
});

test("takeTurn() waits five seconds for a turn, then refuses, and sends nothing", async () => {
  const { ask, outcomeOf, platform, exchange, sent } = await world();
  await takeTurn(exchange, false);
  const asked = ask();
  await outcomeOf(asked);
  platform.tick(4.999);
  assert.equal(await outcomeOf(asked), "waits");
  platform.tick(0.001);
  assert.equal(await outcomeOf(asked), "ProviderUnavailable");
  await assert.rejects(asked.turn, (error) => {
    assert.ok(error instanceof ProviderUnavailable);
    assert.match(error.message, /"own" has not answered another renewal\. Nothing was sent/);
    assert.equal(error.cause?.provider, "own");
    return true;
  });
  assert.deepEqual(sent, []);
});

test("takeTurn() probes a provider whose last answer was lost, and goes on once it answers", async () => {
  for (const lost of [GATEWAY, BREAKS]) {
    const { send, outcome, sent, platform } = await world();
    assert.equal(await send(lost), "unknown");
    assert.equal(await outcome(true), "sends", "what may be sent twice needs no probe");
    assert.equal(sent.length, 1);
    platform.tick(10);
    assert.equal(await outcome(), "waits", "a turn is under way");
  }
  for (const answer of [REFUSES, RENEWS]) {
    const { send, outcome, opened, sent, platform } = await world();
    await send(GATEWAY);
    opened.answer = answer;
    assert.equal(await outcome(), "sends");
    assert.deepEqual(sent, ["r", `latchkey-probe-${platform.now()}`]);
  }
});

test("takeTurn() takes the answer of a request that has not ended for lost after twenty seconds, and probes", async () => {
  const { outcome, exchange, opened, platform, sent } = await world();
  await takeTurn(exchange, false);
  opened.answer = REFUSES;
  platform.tick(19.999);
  assert.equal(await outcome(), "waits");
  assert.deepEqual(sent, []);
  platform.tick(0.001);
  assert.equal(await outcome(), "sends");
  assert.deepEqual(sent.map(isProbe), [true]);
});

test("takeTurn() refuses while probes are lost too, and probes again after five seconds", async () => {
  for (const lost of [GATEWAY, BREAKS, IS_DOWN]) {
    const { send, outcome, opened, sent, platform } = await world();
    await send(GATEWAY);
    opened.answer = lost;
    assert.equal(await outcome(), "ProviderUnavailable");
    assert.equal(await outcome(), "ProviderUnavailable");
    platform.tick(4.999);
    assert.equal(await outcome(), "ProviderUnavailable");
    assert.equal(sent.filter(isProbe).length, 1);
    platform.tick(0.001);
    assert.equal(await outcome(), "ProviderUnavailable");
    assert.equal(sent.filter(isProbe).length, 2);
    platform.tick(5);
    opened.answer = REFUSES;
    assert.equal(await outcome(), "sends");
  }
});

test("takeTurn() takes a probe that could not be sent for no answer", async () => {
  const { send, outcome, exchangeOf, resolve, opened, platform } = await world();
  await send(GATEWAY);
  const refused = Object.assign(new TypeError("fetch failed"), { cause: { code: "ECONNREFUSED" } });
  const unsent = await exchangeOf(resolve({ token: { refresh: () => Promise.reject(refused) } }));
  assert.equal(await outcome(false, unsent), "ProviderUnavailable");
  platform.tick(5);
  opened.answer = REFUSES;
  assert.equal(await outcome(), "sends", "a provider that answers clears what it owes");
});

test("takeTurn() sends one probe for all who wait, and counts the pause from its end", async () => {
  const { send, ask, outcome, outcomeOf, opened, sent, platform } = await world();
  await send(GATEWAY);
  let end = (_: Response) => {};
  opened.answer = () => new Promise<Response>((resolve) => end = resolve);
  const waiting = [ask(), ask(), ask()];
  for (const each of waiting) assert.equal(await outcomeOf(each), "waits");
  platform.tick(4);
  const later = ask();
  assert.equal(await outcomeOf(later), "waits");
  platform.tick(2);
  for (const each of waiting) assert.equal(await outcomeOf(each), "ProviderUnavailable");
  assert.equal(sent.filter(isProbe).length, 1);
  end(new Response("", { status: 504 }));
  assert.equal(await outcomeOf(later), "ProviderUnavailable");
  platform.tick(4);
  assert.equal(await outcome(), "ProviderUnavailable");
  assert.equal(sent.filter(isProbe).length, 1);
});

test("takeTurn() goes on ten minutes after a loss with a provider that answers probes with what cannot be read", async () => {
  for (const [probed, isTaken] of [[GATEWAY, true], [BREAKS, false], [IS_DOWN, false]] as const) {
    const { send, outcome, opened, platform } = await world();
    await send(GATEWAY);
    opened.answer = probed;
    platform.tick(300);
    // A later loss begins no new wait.
    assert.equal(await outcome(), "ProviderUnavailable");
    platform.tick(300);
    assert.equal(await outcome(), "ProviderUnavailable");
    platform.tick(5);
    assert.equal(await outcome(), isTaken ? "sends" : "ProviderUnavailable");
  }
});

test("takeTurn() lets no client lose an answer that a token endpoint owes to another one, whichever config it is asked with", async () => {
  const { send, outcome, resolve, exchangeOf, opened, sent } = await world();
  await send(GATEWAY);
  opened.answer = GATEWAY;
  assert.equal(await outcome(false, await exchangeOf()), "ProviderUnavailable", "a config made anew");
  assert.equal(await outcome(false, await exchangeOf(resolve({ id: "copy" }))), "ProviderUnavailable");
  const another = await exchangeOf(resolve({ clientId: "another" }));
  assert.equal(await outcome(false, another), "ProviderUnavailable", "it does not answer that client either");
  assert.match(sent.at(-1)!, /^latchkey-probe-/);
});

test("takeTurn() lets a client go on that a token endpoint answers, while it owes another one", async () => {
  const { send, outcome, resolve, exchangeOf, opened, platform, sent } = await world();
  await send(GATEWAY);
  opened.answer = REFUSES;
  const another = await exchangeOf(resolve({ clientId: "another" }));
  // Its probe is answered, and none is needed for a while.
  for (const seconds of [0, 4]) {
    platform.tick(seconds);
    (await takeTurn(another, false)).end!();
  }
  assert.equal(sent.filter((token) => token.startsWith("latchkey-probe-")).length, 1);
  opened.answer = GATEWAY;
  assert.equal(await outcome(), "ProviderUnavailable", "the first client finds out by itself");
});

test("takeTurn() lets renewals at another token endpoint go on, also of the same client", async () => {
  const { send, outcome, exchange, opened } = await world();
  await send(GATEWAY);
  opened.answer = GATEWAY;
  const server = { ...exchange.server, token_endpoint: "https://other.test/token" };
  assert.equal(await outcome(false, { ...exchange, server }), "sends");
  assert.equal(await outcome(), "ProviderUnavailable");
});

test("takeTurn() remembers an endpoint that owes an answer among thousands of others", async () => {
  const { send, outcome, exchangeOf, resolve, opened } = await world();
  await send(GATEWAY);
  for (let i = 0; i < 1100; i++) {
    (await takeTurn(await exchangeOf(resolve({ clientId: `tenant${i}` })), true)).end!();
  }
  opened.answer = GATEWAY;
  assert.equal(await outcome(false, await exchangeOf()), "ProviderUnavailable");
});

test("takeTurn() remembers a thousand endpoints and clients that owe no answer, and then forgets the oldest one", async () => {
  const { send, ask, outcomeOf, exchange } = await world();
  const others = async (from: number, to: number) => {
    for (let i = from; i < to; i++) {
      const client = { ...exchange.client, client_id: `tenant${i}` };
      (await takeTurn({ ...exchange, client }, true)).end!();
    }
  };
  /** Of two renewals at the same time: the second one goes if an answer of this second is remembered. */
  const outcomes = async () => {
    const both = [ask(), ask()];
    const ended = await Promise.all(both.map(outcomeOf));
    for (const { turn } of both) (await turn).end!();
    return ended;
  };
  await send(RENEWS);
  // With the client itself, and the endpoint.
  await others(0, 998);
  assert.deepEqual(await outcomes(), ["sends", "sends"]);
  await others(998, 999);
  assert.deepEqual(await outcomes(), ["sends", "waits"]);
});
