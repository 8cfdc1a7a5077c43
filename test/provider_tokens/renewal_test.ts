import assert from "node:assert/strict";
import { test } from "node:test";
import {
  AdapterError,
  ProviderUnavailable,
  type ReconnectReason,
  ReconnectRequired,
} from "../../src/errors/errors.ts";
import type { Renewal } from "../../src/oauth/refresh.ts";
import { type RenewalContext, renewedToken } from "../../src/features/provider_tokens/renewal.ts";
import type { ProviderTokens } from "../../src/features/provider_tokens/rows.ts";
import { ACCOUNT, openRow, SECRET, TOKENS } from "./_row.ts";
import { type OwnRows, withRows } from "../_with_rows.ts";

const RENEWED: Renewal = {
  kind: "renewed",
  tokens: { access_token: "b", refresh_token: "s" },
};
const REFUSED = { kind: "refused", error: new Error("refused") } as const;
const UNCHANGED = { kind: "unchanged", error: new Error("unchanged") } as const;
const UNKNOWN = { kind: "unknown", error: new Error("unknown") } as const;

/** An account whose access token has ended, unless `tokens` say otherwise. @param answer What the provider answers. */
async function openRenewal(
  tokens: Partial<ProviderTokens> = {},
  { answer = () => RENEWED, grace = 0, leasedFor = null, ...rest }: {
    readonly answer?: () => Renewal | Promise<Renewal>;
    readonly grace?: number;
    readonly leasedFor?: number | null;
    readonly newer?: RenewalContext["newer"];
  } = {},
) {
  const world = await openRow({ expiresAt: 1, ...tokens }, leasedFor);
  /** The refresh tokens that the provider has got. */
  const sent: string[] = [];
  const logged: unknown[] = [];
  const context: RenewalContext = {
    ...world.context,
    logger: { error: (error) => void logged.push(error) },
    prepare: () =>
      Promise.resolve(async (refreshToken) => {
        sent.push(refreshToken);
        return await answer();
      }),
    refreshGrace: grace,
    newer: () => Promise.resolve(null),
    ...rest,
  };
  const ask = (rejected?: string, changes: Partial<RenewalContext> = {}) =>
    renewedToken(ACCOUNT, rejected, { ...context, ...changes });
  return { ...world, sent, logged, ask };
}

/** The error of a call. */
async function thrownBy(call: Promise<unknown>): Promise<unknown> {
  return await call.then((value) => assert.fail(`it has not failed: ${value}`), (error) => error);
}

/** Asserts that a call has asked the user to connect again, for this reason. */
async function assertReconnect(call: Promise<unknown>, code: ReconnectReason) {
  const error = await thrownBy(call);
  assert(error instanceof ReconnectRequired, String(error));
  assert.equal(error.code, code);
}

test("renewedToken() returns a token that is not due, and asks nobody", async () => {
  for (const expiresAt of [null, Date.UTC(2030, 0, 2)]) {
    const { ask, sent, found } = await openRenewal({ expiresAt, issuedAt: Date.UTC(2030, 0, 1) });
    const { row } = await found();
    assert.equal(await ask(), "a");
    assert.equal(await ask("another"), "a");
    assert.deepEqual([sent, (await found()).row.version], [[], row.version]);
  }
});

test("renewedToken() needs an account with tokens", async () => {
  const { ask, store } = await openRenewal();
  await store.rows.remove("providerTokens", ACCOUNT);
  await assertReconnect(ask(), "NotConnected");
});

test("renewedToken() stores the answer before it returns the new token, and gives the lease back", async () => {
  const { ask, sent, found, platform } = await openRenewal();
  assert.equal(await ask(), "b");
  assert.deepEqual(sent, ["r"]);
  const { row, tokens } = await found();
  assert.equal(row.leaseUntil, null);
  assert.deepEqual(tokens, { ...TOKENS, accessToken: "b", refreshToken: "s", issuedAt: platform.now() });
});

test("renewedToken() stores lease and intention before it sends the refresh token", async () => {
  const world = await openRenewal({}, {
    answer: async () => {
      const { row, tokens } = await world.found();
      const now = world.platform.now();
      assert.equal(row.leaseUntil?.getTime(), now + 30_000);
      assert.deepEqual(tokens, { ...TOKENS, expiresAt: 1, sent: { at: now, times: 1 } });
      return RENEWED;
    },
  });
  assert.equal(await world.ask(), "b");
});

test("renewedToken() renews a token that the API has refused, although it has not ended", async () => {
  const { ask, sent } = await openRenewal({ expiresAt: null });
  assert.equal(await ask("a"), "b");
  assert.equal(await ask("a"), "b");
  assert.equal(sent.length, 1);
});

test("renewedToken() sends no refresh token that has ended, that there is not, or whose answer may be lost", async () => {
  const at = Date.UTC(2030, 0, 1);
  const cases: readonly [Partial<ProviderTokens>, ReconnectReason][] = [
    [{ ended: "Refused" }, "Refused"],
    [{ ended: "Revoked" }, "Revoked"],
    [{ refreshToken: null }, "NoRefreshToken"],
    [{ sent: { at, times: 1 } }, "AnswerLost"],
  ];
  for (const [tokens, code] of cases) {
    const { ask, sent } = await openRenewal(tokens);
    await assertReconnect(ask(), code);
    assert.deepEqual(sent, []);
  }
});

test("renewedToken() returns a token that is due and works, if no other can be had", async () => {
  const { ask, platform } = await openRenewal({
    expiresAt: Date.UTC(2030, 0, 1, 0, 0, 30),
    issuedAt: Date.UTC(2029, 0, 1),
    refreshToken: null,
  });
  assert.equal(await ask(), "a");
  platform.tick(30);
  await assertReconnect(ask(), "NoRefreshToken");
});

test("renewedToken() sends a refresh token once more after a lost answer, while the provider accepts the old one", async () => {
  const at = Date.UTC(2030, 0, 1);
  for (
    const [age, times, isSent] of [[9_999, 1, true], [10_000, 1, false], [0, 2, false], [0, 1, true]] as const
  ) {
    const { ask, sent, found } = await openRenewal({ sent: { at: at - age, times } }, {
      grace: 10_000,
      answer: async () => {
        assert.deepEqual((await found()).tokens.sent, { at: at - age, times: times + 1 });
        return RENEWED;
      },
    });
    if (isSent) assert.equal(await ask(), "b");
    else await assertReconnect(ask(), "AnswerLost");
    assert.equal(sent.length, Number(isSent), `${age} ms, ${times} times`);
  }
});

test("renewedToken() sends a refresh token as often as it likes to a provider that does not replace it", async () => {
  const { ask, sent } = await openRenewal({ sent: { at: 0, times: 9 } }, { grace: Infinity });
  assert.equal(await ask(), "b");
  assert.equal(sent.length, 1);
});

test("renewedToken() takes a turn that is safe if the refresh token may be sent twice or was sent, and gives it back", async () => {
  const sent = { at: Date.UTC(2030, 0, 1), times: 1 };
  const cases = [
    [{}, 0, false],
    [{}, 10_000, false],
    [{}, Infinity, true],
    [{ isKept: true }, 0, true],
    [{ sent }, 10_000, true],
  ] as const;
  for (const [tokens, grace, isSafe] of cases) {
    const steps: unknown[] = [];
    const { ask } = await openRenewal(tokens, { grace });
    const prepare = (isSafe: boolean) => {
      const send = () => (steps.push("sent"), Promise.resolve(RENEWED));
      steps.push(isSafe);
      return Promise.resolve(Object.assign(send, { end: () => void steps.push("ended") }));
    };
    assert.equal(await ask(undefined, { prepare }), "b");
    assert.deepEqual(steps, [isSafe, "sent", "ended"]);
  }
});

test("renewedToken() says that the provider has refused the token, and never sends it again", async () => {
  for (const grace of [0, 10_000, Infinity]) {
    const { ask, sent, found, logged } = await openRenewal({}, { answer: () => REFUSED, grace });
    await assertReconnect(ask(), "Refused");
    assert.deepEqual(logged, [REFUSED.error]);
    const { row, tokens } = await found();
    assert.deepEqual([row.leaseUntil, tokens.ended, tokens.refreshToken], [null, "Refused", "r"]);
    await assertReconnect(ask(), "Refused");
    assert.equal(sent.length, 1);
  }
});

test("renewedToken() takes the intention back if the provider has not used the token: it may be sent again", async () => {
  const { ask, sent, found, logged } = await openRenewal({}, { answer: () => UNCHANGED });
  assert.equal(await thrownBy(ask()), UNCHANGED.error);
  assert.deepEqual(logged, []);
  const { row, tokens } = await found();
  assert.deepEqual([row.leaseUntil, tokens], [null, { ...TOKENS, expiresAt: 1 }]);
  await thrownBy(ask());
  assert.deepEqual(sent, ["r", "r"]);
});

test("renewedToken() keeps an earlier intention if the provider has not used the token the second time", async () => {
  const before = { at: Date.UTC(2030, 0, 1) - 1, times: 1 };
  const { ask, found } = await openRenewal({ sent: before }, { answer: () => UNCHANGED, grace: 10_000 });
  await thrownBy(ask());
  assert.deepEqual((await found()).tokens.sent, before);
});

test("renewedToken() gives the old token while it works, and logs why there is no new one", async () => {
  const expiresAt = Date.UTC(2030, 0, 1, 0, 0, 5);
  const { ask, logged } = await openRenewal({ expiresAt }, { answer: () => UNCHANGED });
  assert.equal(await ask(), "a");
  assert.deepEqual(logged, [UNCHANGED.error]);
});

test("renewedToken() asks the user to connect again after a lost answer, and logs why", async () => {
  const { ask, sent, found, logged } = await openRenewal({}, { answer: () => UNKNOWN });
  await assertReconnect(ask(), "AnswerLost");
  assert.deepEqual(logged, [UNKNOWN.error]);
  const { row, tokens } = await found();
  assert.deepEqual([row.leaseUntil, tokens.sent?.times, tokens.ended], [null, 1, null]);
  assert.equal(sent.length, 1);
});

test("renewedToken() fails after a lost answer of a provider that does not replace refresh tokens: the next call works", async () => {
  const { ask, sent } = await openRenewal({}, { answer: () => UNKNOWN, grace: Infinity });
  assert.equal(await thrownBy(ask()), UNKNOWN.error);
  assert.equal(sent.length, 1);
});

test("renewedToken() sends the token twice in one call if the provider accepts the old one for a while", async () => {
  const { ask, sent, found } = await openRenewal({}, { answer: () => UNKNOWN, grace: 10_000 });
  await assertReconnect(ask(), "AnswerLost");
  assert.deepEqual(sent, ["r", "r"]);
  assert.deepEqual((await found()).tokens.sent?.times, 2);
});

test("renewedToken() changes nothing if it cannot prepare the request", async () => {
  const { ask, found } = await openRenewal();
  const { row } = await found();
  const failure = new ProviderUnavailable("no metadata");
  assert.equal(await thrownBy(ask(undefined, { prepare: () => Promise.reject(failure) })), failure);
  assert.equal((await found()).row.version, row.version);
});

test("renewedToken() waits for the request of another process, and returns its token", async () => {
  const { ask, sent, waited, replace, platform, context } = await openRenewal({}, { leasedFor: 30_000 });
  const timer: typeof platform.timer = (milliseconds, callback) => {
    const isThird = waited.length === 2;
    return platform.timer(milliseconds, () => {
      if (isThird) void replace({ accessToken: "theirs", expiresAt: null }).then(callback);
      else callback();
    });
  };
  assert.equal(await ask(undefined, { platform: { ...context.platform, timer } }), "theirs");
  assert.deepEqual([sent, waited], [[], [50, 100, 200]]);
});

test("renewedToken() waits two seconds at most while the old token works", async () => {
  const expiresAt = Date.UTC(2030, 0, 1, 0, 0, 5);
  const { ask, sent, waited } = await openRenewal({ expiresAt }, { leasedFor: 30_000 });
  assert.equal(await ask(), "a");
  assert.deepEqual([sent, waited], [[], [50, 100, 200, 400, 400, 400, 400]]);
});

test("renewedToken() takes over when a lease has ended", async () => {
  const { ask, sent, waited } = await openRenewal({}, { leasedFor: 350 });
  assert.equal(await ask(), "b");
  assert.deepEqual([sent, waited], [["r"], [50, 100, 200]]);
});

test("renewedToken() gives up after five seconds of looks at a lease that does not end", async () => {
  const { ask, sent, waited } = await openRenewal({}, { leasedFor: 1e9 });
  const error = await thrownBy(ask());
  assert(error instanceof ProviderUnavailable);
  assert.match(error.message, /^Cannot renew the access token of "idp": other requests keep changing it/);
  assert.deepEqual([sent, waited.length], [[], 14]);
  assert(waited.reduce((sum, wait) => sum + wait) < 5000);
});

test("renewedToken() gives up after twenty changes of others, and sends nothing", async () => {
  const { ask, sent, context, store } = await openRenewal();
  let writes = 0;
  const write = () => {
    writes++;
    return Promise.resolve(false);
  };
  const own = withRows(store, "providerTokens", { store: write });
  assert(await thrownBy(ask(undefined, { ...context, store: own })) instanceof ProviderUnavailable);
  assert.deepEqual([sent, writes], [[], 20]);
});

test("renewedToken() sends nothing if it was paused for so long that its lease may end before the answer", async () => {
  for (
    const [seconds, writes] of [[10, ["lease", "answer"]], [11, [
      "lease",
      "none",
      "lease",
      "answer",
    ]]] as const
  ) {
    const { ask, sent, store, platform, context, found } = await openRenewal();
    const stored: string[] = [];
    const write: OwnRows<"providerTokens">["store"] = async (row, version) => {
      const isStored = await store.rows.store("providerTokens", row, version);
      if (!stored.length) platform.tick(seconds);
      stored.push(row.leaseUntil ? "lease" : sent.length ? "answer" : "none");
      return isStored;
    };
    assert.equal(
      await ask(undefined, { ...context, store: withRows(store, "providerTokens", { store: write }) }),
      "b",
    );
    assert.deepEqual([sent, stored], [["r"], writes]);
    assert.equal((await found()).tokens.sent, null);
  }
});

test("renewedToken() takes tokens that a sign-in has left in the account row, if its own are of no use", async () => {
  const left = { ...TOKENS, accessToken: "left", origin: "of a later sign-in" };
  const newer: RenewalContext["newer"] = (tokens) =>
    Promise.resolve(tokens.origin === left.origin ? null : left);
  const { ask, sent, found } = await openRenewal({ ended: "Refused" }, { newer });
  assert.equal(await ask(), "left");
  assert.deepEqual([sent, (await found()).tokens], [[], left]);
});

test("renewedToken() leaves tokens alone that a sign-in has stored while the request was under way", async () => {
  for (const answer of [RENEWED, REFUSED, UNKNOWN]) {
    const world = await openRenewal({}, {
      answer: async () => {
        await world.replace({ accessToken: "new", refreshToken: "t", expiresAt: null, sent: null });
        return answer;
      },
    });
    assert.equal(await world.ask(), "new");
    const { tokens } = await world.found();
    assert.deepEqual(tokens, { ...TOKENS, accessToken: "new", refreshToken: "t" });
  }
});

test("renewedToken() stores an answer also if a sign-in has kept the refresh token, or another request holds the lease", async () => {
  for (const leaseUntil of [null, Date.UTC(2030, 0, 1, 1)]) {
    const world = await openRenewal({}, {
      answer: async () => {
        await world.replace({ accessToken: "new", scope: "more" }, leaseUntil);
        return RENEWED;
      },
    });
    assert.equal(await world.ask(), "b");
    const { tokens, row } = await world.found();
    assert.deepEqual([tokens.accessToken, tokens.refreshToken, tokens.scope], ["b", "s", "more"]);
    assert.equal(row.leaseUntil, null);
  }
});

test("renewedToken() stores no failure over what another request has stored since its lease has ended", async () => {
  for (const theirs of [null, Date.UTC(2030, 0, 1, 1)]) {
    const world = await openRenewal({}, {
      answer: async () => {
        await world.replace({ sent: { at: 5, times: 2 } }, theirs);
        return UNCHANGED;
      },
    });
    assert.equal(await thrownBy(world.ask()), UNCHANGED.error);
    const { row, tokens } = await world.found();
    assert.deepEqual([row.leaseUntil?.getTime() ?? null, tokens.sent], [theirs, { at: 5, times: 2 }]);
  }
});

test("renewedToken() stores no answer of an account that was removed while the request was under way", async () => {
  const world = await openRenewal({}, {
    answer: async () => {
      await world.store.rows.remove("providerTokens", ACCOUNT);
      return RENEWED;
    },
  });
  await assertReconnect(world.ask(), "NotConnected");
  assert.deepEqual(await world.store.rows.list("providerTokens", { userId: "1" }), []);
});

test("renewedToken() tries twenty times to store an answer that others get in the way of; it is lost then", async () => {
  const { ask, sent, store, context, platform } = await openRenewal();
  let writes = 0;
  const write: OwnRows<"providerTokens">["store"] = async (row, version) => {
    if (!sent.length) return await store.rows.store("providerTokens", row, version);
    writes++;
    return false;
  };
  const call = ask(undefined, { ...context, store: withRows(store, "providerTokens", { store: write }) });
  assert(await thrownBy(call) instanceof ProviderUnavailable);
  assert.deepEqual([sent.length, writes], [1, 20]);
  platform.tick(30);
  await assertReconnect(ask(), "AnswerLost");
});

test("renewedToken() stores the answer again if the database fails, and loses it after four times", async () => {
  for (const failures of [1, 3, 4]) {
    const { ask, sent, store, waited, context, found } = await openRenewal();
    let left = failures;
    const faulty: OwnRows<"providerTokens">["store"] = (row, version) => {
      if (sent.length && left-- > 0) return Promise.reject(new Error("down"));
      return store.rows.store("providerTokens", row, version);
    };
    const call = ask(undefined, { ...context, store: withRows(store, "providerTokens", { store: faulty }) });
    if (failures < 4) assert.equal(await call, "b");
    else assert.match(String(await thrownBy(call)), /down/);
    assert.deepEqual([sent.length, waited], [1, [100, 500, 2000].slice(0, failures)]);
    assert.equal((await found()).tokens.sent?.times, failures < 4 ? undefined : 1);
  }
});

test("renewedToken() notices that a column cuts the new tokens", async () => {
  const { ask, store, context } = await openRenewal();
  const cutting: OwnRows<"providerTokens">["store"] = (row, version) =>
    store.rows.store("providerTokens", {
      ...row,
      tokens: row.leaseUntil ? row.tokens : row.tokens.slice(0, 100),
    }, version);
  const error = await thrownBy(
    ask(undefined, { ...context, store: withRows(store, "providerTokens", { store: cutting }) }),
  );
  assert(error instanceof AdapterError);
  assert.match(error.message, /has kept 100 of \d+ characters/);
});

test("renewedToken() seals a row again with the newest secret, and leaves its lease", async () => {
  const { ask, context, found } = await openRenewal({ expiresAt: null }, { leasedFor: 5000 });
  const before = await found();
  const secrets = ["a-secret-of-forty-characters-for-tests-1", SECRET];
  assert.equal(await ask(undefined, { ...context, secrets }), "a");
  await assert.rejects(found(), /none of the values of `secret` has sealed them/);
  const [row] = await context.store.rows.list("providerTokens", { userId: "1" });
  assert.deepEqual([row?.version, row?.leaseUntil], [before.row.version + 1, before.row.leaseUntil]);
  assert.equal(await ask(undefined, { ...context, secrets }), "a");
  assert.equal((await context.store.rows.list("providerTokens", { userId: "1" }))[0]?.version, row?.version);
});
