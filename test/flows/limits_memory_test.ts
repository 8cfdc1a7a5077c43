/**
 * Limits in the memory of a process: what other configs of the process count, what is forgotten, and what a copy keeps.
 *
 * @module
 */

import assert from "node:assert/strict";
import { test } from "node:test";
import { Hono } from "npm:hono@4.13.19";
import { Memory } from "../../src/adapters/memory/memory.ts";
import type { Adapter } from "../../src/adapters/contract/types.ts";
import { Auth } from "../../src/core/auth.ts";
import { HonoAuth } from "../../src/integrations/hono/hono.ts";
import { fetchHandler } from "../../src/integrations/fetch/handler.ts";
import { memoryOf } from "../../src/limits/memory.ts";
import type { AuthConfig } from "../../src/model/auth_config.ts";
import type { Platform } from "../../src/platform/platform.ts";
import { Credentials } from "../../src/providers/credentials.ts";
import { testPlatform } from "../../src/testing/mod.ts";
import { withoutRows } from "../_with_rows.ts";

const SITE = "https://app.test";

/** A clock that several configs share, as those of a process do. */
function openProcess() {
  const { now, tick } = testPlatform();
  const logger = { warn() {}, error() {}, debug() {} };
  /** Makes a config anew, with all that is in it. */
  const make = (changes: Partial<AuthConfig> = {}, id = "credentials"): AuthConfig => ({
    secret: "a secret of at least thirty-two characters",
    trustHost: true,
    basePath: "/auth",
    platform: { now },
    logger,
    limits: { address: () => null, account: ({ name }) => String(name) },
    providers: [
      Credentials({
        id,
        credentials: { name: {}, password: { type: "password" } },
        authorize: ({ password }) => password === "right" ? { id: "1" } : null,
      }),
    ],
    ...changes,
  } as AuthConfig);
  return { make, tick };
}

/** An adapter that cannot count, with its own database. */
function ofAuthJs(): Adapter {
  return withoutRows(Memory());
}

const inTokens = { session: { strategy: "jwt" } } as const;

/** Tries a password. Returns the status of the answer. */
async function attempt(configOf: () => AuthConfig, options: Attempt = {}): Promise<number> {
  return (await Auth(toRequest(options), configOf())).status;
}

/** What is posted to a sign-in, and where. */
type Attempt = Parameters<typeof toRequest>[0];

function toRequest(
  { name = "ada", password = "wrong", path = "/auth", id = "credentials", cookie = "", token = "" } = {},
): Request {
  return new Request(`${SITE}${path}/callback/${id}`, {
    method: "POST",
    headers: { cookie, origin: SITE },
    body: new URLSearchParams({ csrfToken: token, name, password }),
  });
}

/** The token of a form, with its cookie. It needs no database. */
async function csrf({ adapter: _, ...config }: AuthConfig, path = "/auth") {
  const answer = await Auth(new Request(`${SITE}${path}/csrf`), config);
  const { csrfToken: token } = await answer.json();
  const cookie = answer.headers.getSetCookie().map((each) => each.split(";")[0]).join("; ");
  return { token, cookie };
}

/** How many of twelve wrong passwords are compared. */
async function compared(
  configOf: () => AuthConfig,
  options: Attempt = {},
): Promise<number> {
  const form = await csrf(configOf(), options?.path);
  let count = 0;
  for (let time = 0; time < 12; time++) {
    if (await attempt(configOf, { ...options, ...form }) !== 429) count++;
  }
  return count;
}

test("Ten wrong passwords stay counted, whatever is tried for other accounts (LM-13)", async () => {
  const { make } = openProcess();
  const config = make();
  const form = await csrf(config);
  assert.equal(await compared(() => config), 10);
  for (let index = 0; index < 100; index++) await attempt(() => config, { ...form, name: `user ${index}` });
  const others = memoryOf(config.platform as Pick<Platform, "now">);
  for (let index = 0; index < 60_000; index++) {
    others.count({ key: `other ${index}`, count: 1, expires: new Date(8.64e15) }, new Date(0), 10);
  }
  assert.equal(await attempt(() => config, { ...form, password: "right" }), 429);
});

test("A config that is copied, or made anew, for each request goes on counting (LM-14)", async () => {
  for (const kind of ["copied", "made", "with an adapter", "with other callbacks", "over http and https"]) {
    const { make } = openProcess();
    const config = make();
    const configOf: () => AuthConfig = {
      copied: () => ({ ...config }),
      made: () => make(),
      "with an adapter": () => make({ adapter: ofAuthJs(), ...inTokens }),
      "with other callbacks": () => make({ callbacks: { signIn: () => true }, events: { signIn() {} } }),
      "over http and https": () => make({ useSecureCookies: true }),
    }[kind]!;
    assert.equal(await compared(configOf), 10, kind);
  }
});

test("Tenants whose configs differ in the adapter alone count apart, once it has been used for a minute (LM-14)", async () => {
  const { make, tick } = openProcess();
  const tenant = () => make({ adapter: ofAuthJs(), ...inTokens });
  const tenants = [tenant(), tenant(), tenant()] as const;
  for (const each of tenants) await compared(() => each, { name: "grace" });
  tick(60);
  const [first, second, third] = tenants;
  assert.equal(await compared(() => first), 10);
  assert.equal(await attempt(() => second, { ...await csrf(second), password: "right" }), 303);
  assert.equal(await compared(() => second), 10);
  assert.equal(await compared(() => ({ ...third })), 10, "a copy for each request");
  for (const each of tenants) {
    assert.equal(await compared(() => each), 0);
    assert.equal(await compared(() => make({ adapter: each.adapter!, ...inTokens })), 0, "its adapter");
  }
});

test("An application that uses its config, or its adapter, in several places has one count (LM-14)", async () => {
  for (const changes of [{}, { adapter: ofAuthJs(), ...inTokens }, { adapter: Memory() }]) {
    const { make, tick } = openProcess();
    const places = [make(changes), make(changes), { ...make(changes) }].map((config) => ({
      config,
      answer: fetchHandler(config, () => new Response("", { status: 404 }), {}),
    }));
    const form = await csrf(places[0]!.config);
    let count = 0;
    for (let time = 0; time < 24; time++) {
      // What was counted in the first minute stays counted.
      if (time === 7) tick(60);
      const { config, answer } = places[time % 3]!;
      const status = time % 2 ? await attempt(() => config, form) : (await answer(toRequest(form))).status;
      if (status !== 429) count++;
    }
    assert.equal(count, 10, JSON.stringify(Object.keys(changes)));
  }
});

test("A config as a function counts as one, whether it makes its adapter for each request or keeps it (LM-14)", async () => {
  for (const isKept of [false, true]) {
    const { make, tick } = openProcess();
    const tenant = () => {
      const adapter = ofAuthJs();
      const app = new Hono().use(
        HonoAuth(() => make({ adapter: isKept ? adapter : ofAuthJs(), ...inTokens })),
      );
      return async (request: Request) => await app.fetch(request);
    };
    const [first, second] = [tenant(), tenant()];
    const form = await csrf(make());
    const countOf = async (answer: typeof first, name?: string) => {
      let count = 0;
      for (let time = 0; time < 12; time++) {
        if ((await answer(toRequest({ ...form, name }))).status !== 429) count++;
      }
      return count;
    };
    for (const each of [first, second]) await countOf(each, "grace");
    tick(60);
    assert.equal(await countOf(first), 10);
    assert.equal(await countOf(second), isKept ? 10 : 0, "another tenant");
    assert.equal(await countOf(first), 0);
  }
});

test("An adapter that is made anew for every few requests counts with the others (LM-14)", async () => {
  for (const every of [2, 5, 50]) {
    const { make, tick } = openProcess();
    const tenant = () => make({ adapter: ofAuthJs(), ...inTokens });
    const form = await csrf(make());
    let [config, count] = [tenant(), 0];
    for (let time = 0; time < every * 12; time++) {
      if (time % every === 0) config = tenant();
      tick(1);
      if (await attempt(() => config, form) !== 429) count++;
    }
    assert.equal(count, 10, `every ${every}`);
  }
});

test("Tenants without a kept adapter share one count, and two adapters of one database have two (KL-32)", async () => {
  const { make, tick } = openProcess();
  for (const tenant of [() => make(), () => make({ adapter: ofAuthJs(), ...inTokens })]) {
    const name = crypto.randomUUID();
    assert.equal(await compared(tenant, { name }), 10);
    tick(60);
    assert.equal(await compared(tenant, { name }), 0, "another tenant");
    // With a URL of its own, a tenant has counts of its own.
    assert.equal(await compared(() => ({ ...tenant(), url: SITE }), { name }), 10);
  }
  const database = ofAuthJs();
  const configs = [
    make({ adapter: { ...database }, ...inTokens }),
    make({ adapter: { ...database }, ...inTokens }),
  ];
  for (const each of configs) await compared(() => each, { name: "ada" });
  tick(60);
  for (const each of configs) assert.equal(await compared(() => each, { name: "grace" }), 10);
});

test("Two applications of one process count apart, also with one secret (LM-14)", async () => {
  const { make } = openProcess();
  const first = make();
  assert.equal(await compared(() => first), 10);
  const others: readonly [AuthConfig, Attempt?][] = [
    [make({ secret: "another secret, of thirty-two characters" })],
    [make({ basePath: "/admin" }), { path: "/admin" }],
    [make({ url: "https://app.test" })],
    [make({}, "ldap"), { id: "ldap" }],
    [make({ cookies: { sessionToken: { name: "second.session" } } })],
  ];
  for (const [index, [config, options]] of others.entries()) {
    assert.equal(await compared(() => config, options), 10, `another application: ${index}`);
  }
  assert.equal(await compared(() => first), 0);
});
