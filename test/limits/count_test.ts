import assert from "node:assert/strict";
import { test } from "node:test";
import type { AdapterAttempts } from "../../src/adapters/contract/types.ts";
import {
  AccessDenied,
  AdapterError,
  type AuthError,
  ConfigError,
  CredentialsSignin,
  EmailSignInError,
  InvalidPassword,
  RateLimited,
  ServerBusy,
  ServerError,
} from "../../src/errors/errors.ts";
import {
  type Attempter,
  countNotice,
  forgetCounted,
  limited,
  nameKindOf,
  runCounted,
} from "../../src/limits/count.ts";
import { isA } from "../../src/errors/thrown.ts";
import type { Counters } from "../../src/limits/counters.ts";
import { memoryOf } from "../../src/limits/memory.ts";
import { testPlatform } from "../../src/testing/mod.ts";

/** In seconds. */
const MINUTE = 60;
/** In seconds. */
const DAY = 24 * 60 * MINUTE;

const ADA: Attempter = {
  kind: "password",
  provider: "password",
  account: "ada@example.com",
  address: null,
  browser: null,
};
const EVE = { ...ADA, account: "eve@example.com" };

/** 256 bits in base64url. */
const KEY = /^[\w-]{43}$/;

/** Counts of a process, with attempts that fail and succeed. */
function openCounts(methods: Partial<Counters> = {}, secrets: readonly string[] = ["secret"]) {
  const platform = testPlatform();
  const memory = memoryOf(platform);
  const keys = new Set<string>();
  const logged: Error[] = [];
  const counters: Counters = {
    add: async (key, expires) => {
      keys.add(key);
      return await memory.count({ key, count: 1, expires }, new Date(platform.now()));
    },
    takeBack: async (key, count) => {
      assert.match(key, KEY);
      await memory.takeBack(key, count);
    },
    ...methods,
  };
  const context = {
    counters,
    secrets,
    platform,
    logger: { error: (error: Error) => void logged.push(error) },
  };
  const fail = async (
    attempter: Attempter,
    { count = 1, error = new CredentialsSignin("wrong") }: { count?: number; error?: Error } = {},
  ) => {
    for (let time = 0; time < count; time++) {
      await assert.rejects(
        runCounted(attempter, context, () => Promise.reject(error)),
        (thrown) => thrown === error,
      );
    }
  };
  const succeed = async (attempter: Attempter) =>
    assert.equal(await runCounted(attempter, context, () => Promise.resolve("in")), "in");
  /** How long the attempt has to wait, in seconds; 0 if it runs. */
  const waitOf = async (attempter: Attempter): Promise<number> => {
    let runs = 0;
    const wrong = new CredentialsSignin("wrong");
    try {
      await runCounted(attempter, context, () => {
        runs++;
        return Promise.reject(wrong);
      });
    } catch (error) {
      if (error === wrong) return 0;
      assert.ok(error instanceof RateLimited, String(error));
      assert.equal(runs, 0, "the attempt that is refused does not run");
      return error.retryAfter;
    }
    assert.fail("an attempt has succeeded");
  };
  return { context, platform, keys, logged, fail, succeed, waitOf };
}

test("runCounted() runs ten wrong passwords for an account in 15 minutes, and no eleventh", async () => {
  const { fail, waitOf, platform } = openCounts();
  await fail(ADA, { count: 10 });
  platform.tick(MINUTE);
  assert.equal(await waitOf(ADA), 14 * MINUTE);
  assert.equal(await waitOf(EVE), 0, "another account is free");
  platform.tick(14 * MINUTE);
  assert.equal(await waitOf(ADA), 0);
});

test("runCounted() counts attempts before they run: of twenty at the same time, ten run", async () => {
  const { context } = openCounts();
  let runs = 0;
  const guess = () =>
    runCounted(ADA, context, () => {
      runs++;
      return Promise.reject(new CredentialsSignin("wrong"));
    });
  await Promise.allSettled(Array.from({ length: 20 }, guess));
  assert.equal(runs, 10);
});

test("runCounted() forgets the failures of an account when an attempt succeeds", async () => {
  const { fail, succeed, waitOf } = openCounts();
  for (let time = 0; time < 12; time++) {
    await fail(ADA, { count: 9 });
    await succeed(ADA);
  }
  await fail(ADA, { count: 9 });
  assert.equal(await waitOf(ADA), 0, "the tenth runs");
  assert.ok(await waitOf(ADA) > 0);
});

test("runCounted() lets an account wait for 30 days after 100 wrong passwords in a row", async () => {
  const { fail, waitOf, platform } = openCounts();
  for (let time = 0; time < 10; time++) {
    await fail(ADA, { count: 10 });
    platform.tick(15 * MINUTE);
  }
  assert.equal(await waitOf(ADA), 30 * DAY - 150 * MINUTE);
  platform.tick(DAY);
  assert.equal(
    await waitOf(ADA),
    29 * DAY - 150 * MINUTE,
    "an attempt that is refused makes the wait no longer",
  );
});

test("runCounted() runs 100 failures of a client in 15 minutes, whichever accounts it tries", async () => {
  const { fail, waitOf } = openCounts();
  for (let index = 0; index < 100; index++) {
    await fail({ ...ADA, account: `user${index}@example.com`, address: "8.8.8.8" });
  }
  assert.equal(await waitOf({ ...EVE, address: "8.8.8.8" }), 15 * MINUTE);
  assert.equal(await waitOf({ ...EVE, address: "8.8.4.4" }), 0, "another client is free");
});

test("runCounted() does not count against the account what it refuses to the client", async () => {
  const { fail, waitOf } = openCounts();
  for (let index = 0; index < 100; index++) {
    await fail({ ...ADA, account: `user${index}@example.com`, address: "8.8.8.8" });
  }
  for (let time = 0; time < 20; time++) assert.ok(await waitOf({ ...ADA, address: "8.8.8.8" }) > 0);
  assert.equal(await waitOf({ ...ADA, address: "8.8.4.4" }), 0);
});

test("runCounted() does not count against the client what it refuses to the account", async () => {
  const { fail, waitOf } = openCounts();
  await fail({ ...ADA, address: "8.8.8.8" }, { count: 10 });
  for (let time = 0; time < 200; time++) assert.ok(await waitOf({ ...ADA, address: "8.8.8.8" }) > 0);
  for (let time = 0; time < 90; time++) {
    assert.equal(await waitOf({ ...ADA, account: `user${time}@example.com`, address: "8.8.8.8" }), 0);
  }
  assert.ok(await waitOf({ ...EVE, address: "8.8.8.8" }) > 0);
});

test("runCounted() keeps the failures of a client that has one account of its own", async () => {
  const { fail, succeed, waitOf } = openCounts();
  for (let index = 0; index < 100; index++) {
    await fail({ ...ADA, account: `user${index}@example.com`, address: "8.8.8.8" });
    if (index < 99) await succeed({ ...EVE, address: "8.8.8.8" });
  }
  assert.ok(await waitOf({ ...EVE, address: "8.8.8.8" }) > 0);
});

test("runCounted() counts a known browser apart: a stranger does not lock the owner out", async () => {
  const { fail, waitOf } = openCounts();
  await fail(ADA, { count: 10 });
  const own = { ...ADA, browser: "laptop" };
  assert.equal(await waitOf(own), 0);
  await fail(own, { count: 9 });
  assert.equal(await waitOf(own), 15 * MINUTE);
  assert.equal(await waitOf({ ...ADA, browser: "phone" }), 0, "each known browser has ten");
  assert.equal(await waitOf({ ...EVE, browser: "laptop" }), 0, "for each account");
});

test("runCounted() counts 100 failures in a row for all known browsers of an account together", async () => {
  const { fail, waitOf } = openCounts();
  for (let index = 0; index < 10; index++) await fail({ ...ADA, browser: `browser ${index}` }, { count: 10 });
  assert.equal(await waitOf({ ...ADA, browser: "one more" }), 30 * DAY);
  assert.equal(await waitOf({ ...EVE, browser: "one more" }), 0);
  assert.equal(await waitOf(ADA), 0, "and apart from the unknown ones");
});

test("runCounted() counts a mail also if it was sent: five for an address in 15 minutes", async () => {
  const { succeed, waitOf, fail } = openCounts();
  const mail = { ...ADA, kind: "mail" } as const;
  for (let time = 0; time < 5; time++) await succeed(mail);
  assert.equal(await waitOf(mail), 15 * MINUTE);
  await fail({ ...mail, account: EVE.account }, { count: 9, error: new EmailSignInError("not sent") });
  assert.equal(
    await waitOf({ ...mail, account: EVE.account }),
    0,
    "a mail that could not be sent does not count",
  );
});

test("runCounted() never refuses a mail to a known browser because of its address", async () => {
  const { succeed, waitOf } = openCounts();
  const mail = { ...ADA, kind: "mail", address: "8.8.8.8" } as const;
  for (let index = 0; index < 100; index++) await succeed({ ...mail, account: `user${index}@example.com` });
  assert.ok(await waitOf(mail) > 0);
  assert.equal(await waitOf({ ...mail, browser: "laptop" }), 0);
});

test("runCounted() counts nothing for an attempt without account and address", async () => {
  const { fail, keys } = openCounts();
  await fail({ ...ADA, account: null }, { count: 20 });
  assert.equal(keys.size, 0);
});

const NOT_COUNTED: readonly (readonly [name: string, error: Error])[] = [
  ["AdapterError", new AdapterError("down")],
  ["ConfigError", new ConfigError("wrong")],
  ["EmailSignInError", new EmailSignInError("not sent")],
  ["ServerBusy", new ServerBusy("busy")],
  ["ServerError", new ServerError("broken")],
  ["AbortError of a client that has disconnected", new DOMException("gone", "AbortError")],
];
for (const [name, error] of NOT_COUNTED) {
  test(`runCounted() does not count a failure that is not of the client: ${name}`, async () => {
    const { fail, waitOf } = openCounts();
    await fail({ ...ADA, address: "8.8.8.8" }, { count: 101, error });
    assert.equal(await waitOf({ ...ADA, address: "8.8.8.8" }), 0);
  });
}

const COUNTED: readonly (readonly [name: string, error: Error])[] = [
  ["CredentialsSignin", new CredentialsSignin("wrong")],
  ["InvalidPassword", new InvalidPassword("wrong")],
  ["an error of no known class", new Error("unknown")],
];
for (const [name, error] of COUNTED) {
  test(`runCounted() counts a failure of the client: ${name}`, async () => {
    const { fail, waitOf } = openCounts();
    await fail(ADA, { count: 10, error });
    assert.ok(await waitOf(ADA) > 0);
  });
}

test("runCounted() does not count a failure that the attempt forgives", async () => {
  const { fail, waitOf } = openCounts();
  const forgiving: Attempter = { ...ADA, forgives: (error) => isA(error, InvalidPassword) };
  await fail(forgiving, { count: 101, error: new InvalidPassword("too short") });
  await fail(forgiving, { count: 10, error: new CredentialsSignin("wrong") });
  assert.ok(await waitOf(ADA) > 0);
});

test("runCounted() counts AccessDenied for the client, who learns from it whom the application knows", async () => {
  const { fail, waitOf } = openCounts();
  const error = new AccessDenied("not invited");
  await fail({ ...ADA, address: "8.8.8.8" }, { count: 100, error });
  assert.equal(await waitOf(ADA), 0, "not for the account");
  assert.ok(await waitOf({ ...EVE, address: "8.8.8.8" }) > 0);
});

test("runCounted() counts an error of the application's own `authorize` as a wrong password", async () => {
  const { fail, waitOf } = openCounts();
  const typed = { ...ADA, kind: "credentials" } as const;
  await fail(typed, { count: 10, error: new ServerError("thrown by `authorize`") });
  assert.ok(await waitOf(typed) > 0);
});

test("runCounted() refuses if the database returns no number, and if it fails", async () => {
  const silent = openCounts({ add: () => Promise.resolve({} as AdapterAttempts) });
  const ran = () => assert.fail("the attempt runs");
  await assert.rejects(runCounted(ADA, silent.context, ran));
  const busy: AuthError = new ServerBusy("down");
  const down = openCounts({ add: () => Promise.reject(busy) });
  await assert.rejects(runCounted(ADA, down.context, ran), busy);
});

test("runCounted() returns the result of the attempt, and logs that the database cannot take it back", async () => {
  const error = new ServerBusy("down");
  const { succeed, fail, logged } = openCounts({ takeBack: () => Promise.reject(error) });
  await succeed(ADA);
  assert.deepEqual(logged, [error, error], "one for each rule");
  await fail(ADA, { error: new AdapterError("down") });
  assert.equal(logged.length, 4);
});

test("runCounted() stores keys that reveal nobody, and that depend on the newest secret alone", async () => {
  const { keys, fail } = openCounts({}, ["new", "old"]);
  await fail({ ...ADA, address: "8.8.8.8" });
  assert.equal(keys.size, 3);
  for (const key of keys) assert.match(key, KEY);
  const alone = openCounts({}, ["new"]);
  await alone.fail({ ...ADA, address: "8.8.8.8" });
  assert.deepEqual(alone.keys, keys);
  const old = openCounts({}, ["old"]);
  await old.fail({ ...ADA, address: "8.8.8.8" });
  assert.equal([...old.keys].some((key) => keys.has(key)), false);
});

test("runCounted() counts under the keys of earlier versions: an update forgets no attempt", async () => {
  const { keys, fail, context } = openCounts();
  await fail({ ...ADA, address: "8.8.8.8" });
  await fail({ ...ADA, browser: "laptop" });
  await fail({ ...ADA, kind: "credentials" });
  await countNotice({ purpose: "wayAdded", userId: "ada" }, context);
  assert.deepEqual([...keys], [
    "34O0cVpiYG_YGUvirihep90SRyv1u5YMb2fEbBxcqj4",
    "CY5U4B5LX6rEm3WnokhaIIebeEBUBlDkhxDLITzoy0w",
    "WKzB3kAy8ueeeW4zihtpBLFQqe-usywd6d7KYeHfuQY",
    "C9VvPKeCE-d_MMfP7jCmX4nq85Aj9DxHbfygksNkSzc",
    "L8hk91MA4c3Rs93a-O86CJkcZD3-xojqeA8iVII4iE8",
    "3PM52V4-Dw1I1eIvgji-rZPuiSn_URkWDIlk6cvGQnU",
    "n1jH1zUlYGoCKVvH-h0nPlfO8wXzWZzspFXJge2hgzY",
    "ZCPENVh_bWPd_PUAACNVEJyScFNSKvODvLbk2vZ8bY0",
  ]);
});

test("runCounted() counts an address, a user and each `Credentials` apart, whatever they are called", async () => {
  const { keys, fail } = openCounts();
  const tries = { ...ADA, kind: "secondFactor" } as const;
  await fail(tries);
  await fail({ ...tries, whose: ["address", ADA.account!] });
  await fail({ ...ADA, kind: "credentials", provider: "ldap" });
  await fail({ ...ADA, kind: "credentials", provider: "pam" });
  await fail(ADA);
  assert.equal(keys.size, 10, "two rules for each");
});

test("runCounted() never takes the address of a client for an account, nor a browser for one", async () => {
  const { keys, fail } = openCounts();
  await fail({ ...ADA, account: "x", address: "x" });
  await fail({ ...ADA, account: "x", browser: "account" });
  await fail({ ...ADA, account: "x", browser: "x" });
  // Two of the account, one of the address, two of the first browser, one of the second: the rest is shared.
  assert.equal(keys.size, 6);
});

test("forgetCounted() ends the wait of an account in unknown browsers and in the own one", async () => {
  const { context, fail, waitOf, logged } = openCounts();
  const own = { ...ADA, browser: "laptop" };
  const other = { ...ADA, browser: "phone" };
  for (const attempter of [ADA, own, other]) await fail(attempter, { count: 10 });
  await forgetCounted(own, context);
  assert.equal(await waitOf(ADA), 0);
  assert.equal(await waitOf(own), 0);
  assert.ok(await waitOf(other) > 0);
  assert.deepEqual(logged, []);
});

test("forgetCounted() ends the long wait of all known browsers also from an unknown one", async () => {
  const { context, fail, waitOf } = openCounts();
  for (let index = 0; index < 10; index++) await fail({ ...ADA, browser: `browser ${index}` }, { count: 10 });
  await forgetCounted(ADA, context);
  assert.equal(await waitOf({ ...ADA, browser: "one more" }), 0);
});

test("forgetCounted() takes one mail back for the client, and keeps its failures", async () => {
  const { context, fail, succeed, waitOf } = openCounts();
  const mail = { ...ADA, kind: "mail", address: "8.8.8.8" } as const;
  for (let index = 0; index < 100; index++) await succeed({ ...mail, account: `user${index}@example.com` });
  await forgetCounted({ ...mail, account: "user0@example.com" }, context);
  assert.equal(await waitOf(mail), 0);
  assert.ok(await waitOf({ ...mail, account: EVE.account }) > 0);
  await fail({ ...ADA, account: null, address: "8.8.8.8" }, { count: 100 });
  await forgetCounted({ ...ADA, address: "8.8.8.8" }, context);
  assert.ok(await waitOf({ ...EVE, address: "8.8.8.8" }) > 0);
});

test("forgetCounted() ends the wait for mails of each purpose that are sent to an address, and for no other", async () => {
  const { context, succeed, waitOf } = openCounts();
  const mail = { ...ADA, kind: "mail" } as const;
  const purposes = [undefined, "reset", "noAccount"] as const;
  const sendAll = async () => {
    for (const about of purposes) for (let time = 0; time < 5; time++) await succeed({ ...mail, about });
  };
  await sendAll();
  await forgetCounted({ ...ADA, kind: "code" }, context);
  for (const about of purposes) assert.ok(await waitOf({ ...mail, about }) > 0, "a code is no mail");
  await forgetCounted(mail, context);
  for (const about of purposes) assert.equal(await waitOf({ ...mail, about }), 0, String(about));
});

test("countNotice() counts five mails of a purpose in an hour, for each user and purpose apart", async () => {
  const { context, platform, keys } = openCounts();
  const notice = { purpose: "wayAdded", userId: "ada" } as const;
  const isRefused = async (of: Parameters<typeof countNotice>[0] = notice) =>
    await countNotice(of, context).then(() => false, (error) => error instanceof RateLimited);
  for (let time = 0; time < 5; time++) assert.equal(await isRefused(), false);
  assert.equal(await isRefused(), true);
  assert.equal(await isRefused({ ...notice, userId: "eve" }), false);
  assert.equal(await isRefused({ ...notice, purpose: "wayRemoved" }), false);
  platform.tick(60 * MINUTE);
  assert.equal(await isRefused(), false);
  assert.equal(keys.size, 3);
});

test("nameKindOf() says what the account of an attempt is", () => {
  const kinds: readonly (readonly [Parameters<typeof nameKindOf>[0], ReturnType<typeof nameKindOf>])[] = [
    ["credentials", "credentials"],
    ["passkey", "passkey"],
    ["secondFactor", "user"],
    ["recoveryCode", "user"],
    ["password", "address"],
    ["code", "address"],
    ["mail", "address"],
    ["signUp", "address"],
  ];
  for (const [kind, name] of kinds) assert.equal(nameKindOf(kind), name, kind);
});

test("limited() says the wait in whole seconds: at least one, at most a year", () => {
  const waits: readonly (readonly [milliseconds: number, seconds: number])[] = [
    [1, 1],
    [0, 1],
    [-5000, 1],
    [1001, 2],
    [60_000, 60],
    [1e12, 31_536_000],
    [Infinity, 31_536_000],
    [NaN, 31_536_000],
  ];
  for (const [milliseconds, seconds] of waits) {
    const error = limited(milliseconds);
    assert.ok(error instanceof RateLimited);
    assert.equal(error.retryAfter, seconds);
    assert.deepEqual(error.headers, { "retry-after": String(seconds) });
  }
});
