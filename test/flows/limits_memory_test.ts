/**
 * Limits in the memory of a process: what other configs of the process count, what is forgotten, and what a copy keeps.
 *
 * @module
 */

import assert from "node:assert/strict";
import { test } from "node:test";
import { Auth } from "../../src/core/auth.ts";
import { memoryOf } from "../../src/limits/memory.ts";
import type { AuthConfig } from "../../src/model/auth_config.ts";
import type { Platform } from "../../src/platform/platform.ts";
import { Credentials } from "../../src/providers/credentials.ts";
import { testPlatform } from "../../src/testing/mod.ts";

const SITE = "https://app.test";

/** A clock that several configs share, as those of a process do. */
function openProcess() {
  const { now } = testPlatform();
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
  return { make };
}

/** Tries a password. Returns the status of the answer. */
async function attempt(
  configOf: () => AuthConfig,
  { name = "ada", password = "wrong", path = "/auth", id = "credentials", cookie = "", token = "" } = {},
): Promise<number> {
  const request = new Request(`${SITE}${path}/callback/${id}`, {
    method: "POST",
    headers: { cookie, origin: SITE },
    body: new URLSearchParams({ csrfToken: token, name, password }),
  });
  return (await Auth(request, configOf())).status;
}

/** The token of a form, with its cookie. */
async function csrf(config: AuthConfig, path = "/auth") {
  const answer = await Auth(new Request(`${SITE}${path}/csrf`), config);
  const { csrfToken: token } = await answer.json();
  const cookie = answer.headers.getSetCookie().map((each) => each.split(";")[0]).join("; ");
  return { token, cookie };
}

/** How many of twelve wrong passwords are compared. */
async function compared(
  configOf: () => AuthConfig,
  options: Parameters<typeof attempt>[1] = {},
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
    const [now, expires] = [new Date(0), new Date(8.64e15)];
    await others.countAttempts({ key: `other ${index}`, count: 1, now, expires }, 10);
  }
  assert.equal(await attempt(() => config, { ...form, password: "right" }), 429);
});

test("A config that is copied, or made anew, for each request goes on counting (LM-14)", async () => {
  for (const kind of ["copied", "made", "with other callbacks", "over http and https"]) {
    const { make } = openProcess();
    const config = make();
    const configOf: () => AuthConfig = {
      copied: () => ({ ...config }),
      made: () => make(),
      "with other callbacks": () => make({ callbacks: { signIn: () => true }, events: { signIn() {} } }),
      "over http and https": () => make({ useSecureCookies: true }),
    }[kind]!;
    assert.equal(await compared(configOf), 10, kind);
  }
});

test("Two applications of one process count apart, also with one secret (LM-14)", async () => {
  const { make } = openProcess();
  const first = make();
  assert.equal(await compared(() => first), 10);
  const others: readonly [AuthConfig, Parameters<typeof attempt>[1]?][] = [
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
