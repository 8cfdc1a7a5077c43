/**
 * Each message about a config stands in the log once, however often the config is copied: next-auth does so at each
 * request.
 *
 * @module
 */

import assert from "node:assert/strict";
import { test } from "node:test";
import { Auth, type AuthConfig, setEnvDefaults } from "../../mod.ts";
import { Memory } from "../../src/adapters/memory/memory.ts";
import { warningsOf } from "../../src/config/warnings.ts";
import { mount } from "../../src/integrations/mount/integration.ts";
import { GitHub } from "../../src/providers/github.ts";
import { GitLab } from "../../src/providers/gitlab.ts";
import { Google } from "../../src/providers/google.ts";
import { Nodemailer } from "../../src/providers/nodemailer.ts";
import { testPlatform } from "../../src/testing/mod.ts";

const SECRET = "a-secret-of-forty-characters-for-tests-0";
const client = { clientId: "id", clientSecret: "secret" };

/** As next-auth copies a config to read the session. */
function copyOf(config: AuthConfig): AuthConfig {
  const session = (params: { readonly session: object }) => ({ ...params.session });
  return { ...config, callbacks: { ...config.callbacks, session } } as AuthConfig;
}

/** A config with a mistake of each kind that the library finds at start, and where the log goes. */
function mistaken(log: Partial<AuthConfig>): AuthConfig {
  const config: object = {
    secret: SECRET,
    trustHost: true,
    adapter: Memory(),
    session: { strategy: "jwt", maxAge: 2_592_000_000 },
    callback: {},
    theme: { brandColor: "rot" },
    messages: { de: { signIn: { headin: "Hallo" } } },
    providers: [
      GitHub(client),
      GitLab({ clientId: "id" }),
      Google({ clientSecret: "secret" }),
      Nodemailer({ server: "smtp://localhost", from: "a@b.test" }),
      {
        ...{ id: "plain", name: "Plain", type: "oauth", ...client, allowInsecureRequests: true },
        authorization: "http://o.test/a",
        token: "http://o.test/t",
        userinfo: "http://o.test/u",
      },
    ],
    ...log,
  };
  return config as AuthConfig;
}

const REQUESTS = [
  "http://localhost/auth/session",
  "https://app.test/auth/session",
  "https://app.test/auth/csrf",
];

for (const [where, open] of Object.entries({ "the platform": openPlatform, "its logger": openLogger })) {
  test(`Auth() writes each message to ${where} once, for a config that is copied for each request`, async () => {
    const { log, texts } = open();
    const config = mistaken(log);
    for (const url of REQUESTS) await Auth(new Request(url), config);
    await settled();
    const first = [...texts];
    assert.equal(new Set(first).size, first.length, first.join("\n"));
    const codes = new Set(first.map((text) => /([a-z-]+): |ConfigError/.exec(text)?.[1] ?? "error"));
    for (const code of ["unknown-option", "suspicious-age", "unknown-color", "insecure-provider"]) {
      assert.ok(codes.has(code), `${code} in ${[...codes]}`);
    }
    assert.equal(first.filter((text) => /gitlab|google/.test(text)).length, 2, first.join("\n"));
    for (const url of [...REQUESTS, ...REQUESTS]) {
      await Auth(new Request(url), copyOf(config));
      await Auth(new Request(url), mistaken(log));
    }
    await settled();
    assert.deepEqual(texts.slice(first.length), []);
  });
}

test("setEnvDefaults() writes each of its warnings once", () => {
  const { log, texts } = openPlatform();
  for (let times = 0; times < 3; times++) {
    setEnvDefaults({ AUTH_TRUST_HOST: "yes", AUTH_URL: "https://app.test/x" }, {
      providers: [],
      basePath: "/auth",
      ...log,
    });
  }
  assert.deepEqual(texts.map((text) => /([a-z-]+): /.exec(text)?.[1]).sort(), [
    "env-trust-host",
    "env-url-basepath-mismatch",
  ]);
});

test("Auth() writes the same message to each log", async () => {
  const logs = [openPlatform(), openLogger(), openLogger()];
  for (const { log } of logs) await Auth(new Request(REQUESTS[0]!), mistaken(log));
  await settled();
  const counts = logs.map(({ texts }) => texts.length);
  assert.ok(counts[0]! > 5);
  assert.deepEqual(counts, [counts[0], counts[0], counts[0]]);
});

test("Auth() does not warn of more than a hundred mistakes of one kind", async () => {
  const { log, texts } = openLogger();
  for (let i = 0; i < 300; i++) {
    await Auth(new Request(REQUESTS[0]!), {
      ...{ secret: SECRET, trustHost: true, providers: [], [`unheard${i}`]: 1, ...log },
    });
  }
  await settled();
  assert.equal(texts.filter((text) => text.startsWith("unknown-option: ")).length, 100);
});

test("warningsOf() does not name what an integration of Auth.js reads", () => {
  const authorized = ({ auth }: { readonly auth: unknown }) => !!auth;
  const config = { providers: [], callbacks: { authorized }, prefix: "/api/auth" } as AuthConfig;
  assert.deepEqual(warningsOf(config), []);
});

test("mount() warns once of a guard that only Next calls, and does not say to remove it", () => {
  const { log, texts } = openLogger();
  const config = {
    providers: [],
    callbacks: { authorized: () => false },
    secret: SECRET,
    ...log,
  } as AuthConfig;
  for (let times = 0; times < 2; times++) mount(config, { AUTH_URL: "https://app.test" });
  assert.equal(texts.length, 1);
  assert.match(texts[0]!, /^unknown-option: `callbacks\.authorized` has no effect here/);
  assert.doesNotMatch(texts[0]!, /[Rr]emove/);
});

function openPlatform() {
  const platform = testPlatform();
  const texts: string[] = [];
  const log = { platform: { ...platform, log: (_level: string, text: string) => void texts.push(text) } };
  return { log, texts };
}

function openLogger() {
  const texts: string[] = [];
  const write = (entry: unknown) => void texts.push(String(entry));
  return { log: { logger: { error: write, warn: write, debug() {} } }, texts };
}

/** Warnings are looked for beside the request. */
async function settled(): Promise<void> {
  for (let turns = 0; turns < 20; turns++) await new Promise((resolve) => setTimeout(resolve, 1));
}
