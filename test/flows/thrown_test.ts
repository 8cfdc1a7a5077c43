import assert from "node:assert/strict";
import { test } from "node:test";
import { Auth, type AuthConfig, AuthError, CredentialsSignin, customFetch, raw } from "../../mod.ts";
import { AccessDenied } from "../../src/entries/errors.ts";
import { Memory } from "../../src/adapters/memory/memory.ts";
import { Passkey } from "../../src/providers/passkey.ts";
import type { Adapter } from "../../src/adapters/contract/types.ts";
import { isNightly } from "../_nightly.ts";
import { type DatabaseOptions, type DatabaseWorld, openDatabase, PASSWORD, storeUser } from "./_database.ts";
import { unhandledDuring } from "./_unhandled.ts";
import { APP, cookieHeader, errorPage, openPlain, request } from "./_world.ts";

/** Throws where a property is read. */
function getters(target: object, ...names: readonly string[]): object {
  // Node builds a stack when it is first asked for, with the message.
  void (target as Partial<Error>).stack;
  const get = (): never => {
    throw new RangeError("do not look");
  };
  return Object.defineProperties(
    target,
    Object.fromEntries(names.map((name) => [name, { get, enumerable: true }])),
  );
}

function circular(): Error {
  const error: Error & { cause?: unknown } = new Error("circular");
  error.cause = error;
  return error;
}

const HOSTILE_PROXY = new Proxy(class {}, {
  get: () => assert.fail("no get"),
  getPrototypeOf: () => assert.fail("no prototype"),
  ownKeys: () => assert.fail("no keys"),
  getOwnPropertyDescriptor: () => assert.fail("no property"),
});

/** What application code may throw. */
const VALUES: Readonly<Record<string, () => unknown>> = {
  undefined: () => undefined,
  null: () => null,
  "a string": () => "the disk is full",
  "an empty string": () => "",
  "a number": () => 0,
  "a BigInt": () => 1n,
  "a symbol": () => Symbol("s"),
  "a function": () => () => {},
  "an object without prototype": () => Object.create(null),
  "a frozen object": () => Object.freeze({ message: "frozen" }),
  "a promise that rejects": () => {
    const promise = Promise.reject(new Error("late"));
    promise.catch(() => {});
    return promise;
  },
  "a thenable that throws": () => getters({}, "then"),
  "an object whose getters throw": () => getters({}, "message", "stack", "cause", "name", "code", "toString"),
  "a Proxy whose traps throw": () => HOSTILE_PROXY,
  "a Proxy of an AuthError": () => new Proxy(new AccessDenied("no"), { get: () => assert.fail("no get") }),
  "an error": () => new TypeError("plain"),
  "a frozen error": () => Object.freeze(new Error("frozen")),
  "an error whose getters throw": () => getters(new Error("x"), "message", "stack", "cause", "name"),
  "an error that causes itself": circular,
  "an error with a BigInt in its cause": () => new Error("x", { cause: { n: 1n } }),
  "an error whose stack is a number": () => Object.assign(new Error("x"), { stack: 5 }),
  "an AuthError": () => new AccessDenied("no"),
  "a frozen AuthError": () => Object.freeze(new AccessDenied("no", { n: 1 })),
  "an AuthError with a frozen cause": () => new AccessDenied("no", Object.freeze({ n: 1n })),
  "an AuthError whose cause is circular": () => {
    const error = new AccessDenied("no");
    error.cause = { err: error };
    return error;
  },
  "an AuthError whose getters throw": () =>
    getters(new AccessDenied("no"), "message", "stack", "cause", "name"),
  "an AuthError whose facts throw": () =>
    new AccessDenied("no", getters({}, "err", "fact") as Record<string, unknown>),
  "a CredentialsSignin whose code throws": () => getters(new CredentialsSignin("no"), "code"),
  "a CredentialsSignin whose code is a symbol": () =>
    Object.assign(new CredentialsSignin("no"), { code: Symbol() }),
};

type Fail = () => never;

/** A place where application code runs: a config in which it fails, and what leads there. */
interface Place {
  readonly options: (fail: Fail) => DatabaseOptions;
  readonly run: (world: DatabaseWorld) => Promise<unknown>;
}

const JWT = { session: { strategy: "jwt" } } as const;
const byProvider = (world: DatabaseWorld) => world.signIn();
const byMail = async (world: DatabaseWorld) => {
  await world.ask();
  if (world.mails.length) await world.follow();
};
const byPassword = async (world: DatabaseWorld) => {
  await storeUser(world).catch(() => {});
  await world.typePassword();
};
const read = async (world: DatabaseWorld) => {
  await byPassword(world);
  await world.session();
  await world.browser.open(`${APP}/home`);
};
const update = async (world: DatabaseWorld) => {
  await byPassword(world);
  await world.post("session", { data: "x" });
};
const signOut = async (world: DatabaseWorld) => {
  await byPassword(world);
  await world.post("signout");
};

const withPasskeys = (provider: Parameters<typeof Passkey>[0]): DatabaseOptions => ({
  more: () => [Passkey(provider)],
});
const askForPasskey = (world: DatabaseWorld) =>
  world.browser.fetch(`${APP}/auth/webauthn-options/passkey?action=register&email=ada@example.com`);

/** An adapter of which one method fails. */
function failing(method: keyof Adapter, fail: Fail): Adapter {
  const adapter = Memory();
  // What stores Ada before the test is not what fails.
  let calls = 0;
  const own = method === "createUser" ? 0 : -1;
  return {
    ...adapter,
    [method]: (...args: never[]) => calls++ > own ? fail() : (adapter[method] as CallableFunction)(...args),
  };
}

const PLACES: Readonly<Record<string, Place>> = {
  "callbacks.signIn": { options: (signIn) => ({ callbacks: { signIn } }), run: byProvider },
  "callbacks.signIn, by mail": { options: (signIn) => ({ callbacks: { signIn } }), run: byMail },
  "callbacks.redirect": { options: (redirect) => ({ callbacks: { redirect } }), run: byProvider },
  "callbacks.jwt": { options: (jwt) => ({ ...JWT, callbacks: { jwt } }), run: read },
  "callbacks.session": { options: (session) => ({ callbacks: { session } }), run: read },
  "callbacks.session, jwt": { options: (session) => ({ ...JWT, callbacks: { session } }), run: update },
  "events.signIn": { options: (signIn) => ({ events: { signIn } }), run: byProvider },
  "events.signOut": { options: (signOut) => ({ events: { signOut } }), run: signOut },
  "events.session": { options: (session) => ({ events: { session } }), run: read },
  "events.createUser": { options: (createUser) => ({ events: { createUser } }), run: byProvider },
  "jwt.encode": { options: (encode) => ({ ...JWT, jwt: { encode } }), run: byPassword },
  "session.generateSessionToken": {
    options: (generateSessionToken) => ({ session: { generateSessionToken } }),
    run: byProvider,
  },
  profile: { options: (profile) => ({ oauth: { profile } }), run: byProvider },
  account: { options: (account) => ({ oauth: { account } }), run: byProvider },
  customFetch: { options: (fetch) => ({ oauth: { [customFetch]: fetch } }), run: byProvider },
  sendVerificationRequest: {
    options: (sendVerificationRequest) => ({ email: { sendVerificationRequest } }),
    run: byMail,
  },
  generateVerificationToken: {
    options: (generateVerificationToken) => ({ email: { generateVerificationToken } }),
    run: byMail,
  },
  normalizeIdentifier: {
    options: (normalizeIdentifier) => ({ email: { normalizeIdentifier } }),
    run: byMail,
  },
  clientSecret: { options: (clientSecret) => ({ oauth: { clientSecret } }), run: byProvider },
  "userinfo.request": { options: (request) => ({ oauth: { userinfo: { request } } }), run: byProvider },
  getUserInfo: { options: (getUserInfo) => withPasskeys({ getUserInfo }), run: askForPasskey },
  getRelayingParty: { options: (getRelayingParty) => withPasskeys({ getRelayingParty }), run: askForPasskey },
  authorize: { options: (authorize) => ({ password: { authorize } }), run: byPassword },
  ...Object.fromEntries(
    ([
      "addCredentials",
      "getSessionAndUser",
      "deleteSession",
      "createVerificationToken",
      "useVerificationToken",
    ] as const)
      .map((method): [string, Place] => [
        method,
        {
          options: (fail) => ({ adapter: failing(method, fail) }),
          run: method.includes("Verification") ? byMail : async (world) => {
            await read(world);
            await signOut(world);
          },
        },
      ]),
  ),
  ...Object.fromEntries(
    (["getUserByAccount", "getUserByEmail", "createUserWithAccount"] as const).map((
      method,
    ): [string, Place] => [
      method,
      { options: (fail) => ({ adapter: failing(method, fail) }), run: byProvider },
    ]),
  ),
};

/**
 * The ways in which code gives a value at a place: it throws the value at once, or rejects with it. Here each place has every
 * fourth of the values, each in one way, and the ways take turns: each value and each place has both. The nightly run tries all.
 */
function waysOf(turn: number): readonly boolean[] {
  if (isNightly) return [false, true];
  return turn % 4 ? [] : [turn % 8 === 4];
}

for (const [at, [place, { options, run }]] of Object.entries(PLACES).entries()) {
  test(`Auth() answers, and writes one entry to the log, whatever ${place} throws (DS-13)`, async () => {
    for (const [i, [what, make]] of Object.entries(VALUES).entries()) {
      for (const isAsync of waysOf(i + at)) {
        const value = make();
        const before = snapshot(value);
        const fail = isAsync ? () => Promise.reject(value) as never : () => {
          throw value;
        };
        const world = openDatabase(options(fail));
        const entries = countEntries(world);
        const unhandled = await unhandledDuring(() => run(world));
        assert.equal(unhandled.length, 0, `a rejection is not handled: ${what}`);
        const where = `${what}${isAsync ? ", later" : ""}\n${world.log()}`;
        assert.ok(entries.length > 0 && entries.every((count) => count <= 1), `${entries} entries: ${where}`);
        assert.ok(entries.includes(1), `no entry: ${where}`);
        assert.deepEqual(snapshot(value), before, `changed: ${where}`);
      }
    }
  });
}

for (const [at, level] of (["error", "debug"] as const).entries()) {
  test(`Auth() answers whatever logger.${level} throws, and says once that the log does not work`, async () => {
    for (const [i, [what, make]] of Object.entries(VALUES).entries()) {
      // By day one function throws the value at once, and the other one rejects with it.
      for (const isAsync of isNightly ? [false, true] : [(i + at) % 2 === 1]) {
        const logger = {
          [level]: isAsync ? () => Promise.reject(make()) : () => {
            throw make();
          },
        };
        const world = openDatabase({ logger, callbacks: { signIn: () => false } });
        const entries = countEntries(world);
        let url = "";
        const unhandled = await unhandledDuring(async () => ({ url } = await world.signIn()));
        assert.equal(unhandled.length, 0, what);
        assert.equal(url, errorPage("AccessDenied"), what);
        assert.ok(entries.includes(1), what);
        assert.match(world.log(), /Cannot write to the log: /, what);
      }
    }
  });
}

test("Auth() answers whatever the platform's log throws", async () => {
  for (const make of Object.values(VALUES)) {
    const { platform, config } = openPlain();
    const log = () => {
      throw make();
    };
    const own = { ...config, platform: { ...platform, log }, debug: true };
    assert.equal((await Auth(request("/auth/callback/idp?state=x"), own)).status, 302);
  }
});

test("Auth() answers 500 for a config whose parts throw when they are looked at", async () => {
  for (const [what, make] of Object.entries(VALUES)) {
    const provider = () => {
      throw make();
    };
    const lines: string[] = [];
    const config = {
      ...openPlain().config,
      providers: [provider],
      platform: { log: (_: string, text: string) => void lines.push(text) },
    };
    for (const accept of ["text/html", "application/json"]) {
      const response = await Auth(
        request("/auth/session", { headers: { accept } }),
        config as unknown as AuthConfig,
      );
      assert.equal(response.status, 500, what);
    }
    assert.equal(lines.length, 2, what);
  }
});

test("Auth() answers 500, and logs, what callbacks.session returns and JSON cannot hold", async () => {
  const circle: Record<string, unknown> = {};
  circle.self = circle;
  for (const value of [{ n: 1n }, circle, getters({}, "fact"), { toJSON: () => assert.fail("no JSON") }]) {
    const world = openDatabase({ callbacks: { session: () => value } });
    await storeUser(world);
    await world.typePassword();
    world.platform.lines.length = 0;
    const response = await world.browser.fetch(`${APP}/auth/session`);
    assert.deepEqual([response.status, await response.json()], [500, { message: "Internal error." }]);
    assert.equal(world.platform.lines.length, 1, world.log());
  }
});

test("Auth() writes where a shared error came up each time, and leaves the error alone", async () => {
  const shared = Object.freeze(new AccessDenied("not today", { list: "beta" }));
  const seen: Error[] = [];
  const world = openPlain({
    callbacks: {
      signIn: () => {
        throw shared;
      },
    },
    logger: { error: (error) => void seen.push(error) },
  });
  await world.signIn();
  await world.signIn();
  assert.equal(seen.length, 2);
  for (const error of seen) {
    assert.ok(error instanceof AccessDenied && error instanceof Error);
    assert.equal(Object.prototype.toString.call(error), "[object Error]");
    assert.deepEqual([error.type, error.name, error.message, error.stack], [
      "AccessDenied",
      "AccessDenied",
      "not today",
      shared.stack,
    ]);
    assert.deepEqual(error.cause, { list: "beta", action: "GET callback", provider: "idp" });
  }
  assert.deepEqual(shared.cause, { list: "beta" });
});

test("Auth() with raw rejects with an AuthError, whatever was thrown", async () => {
  for (const [what, make] of Object.entries(VALUES)) {
    const world = openDatabase({
      password: {
        authorize: () => {
          throw make();
        },
      },
    });
    const { csrfToken } = await (await world.browser.fetch(`${APP}/auth/csrf`)).json();
    const cookie = cookieHeader(world.browser);
    const body = new URLSearchParams({ csrfToken, password: PASSWORD });
    const post = request("/auth/callback/password", { method: "POST", body, headers: { cookie } });
    await assert.rejects(Auth(post, { ...world.config, raw }), AuthError, what);
  }
});

/** How many errors each request has written to the log. */
function countEntries({ platform }: DatabaseWorld): number[] {
  const app = platform.sites[APP]!;
  const counts: number[] = [];
  platform.sites[APP] = async (request) => {
    const before = platform.lines.length;
    const response = await app(request);
    counts.push(platform.lines.slice(before).filter(({ level }) => level === "error").length);
    return response;
  };
  return counts;
}

/** What of a value could have been changed. */
function snapshot(value: unknown): unknown {
  try {
    const { cause } = value as { cause?: unknown };
    return [Object.entries(Object.getOwnPropertyDescriptors(value)), { ...cause as object }];
  } catch {
    return null;
  }
}
