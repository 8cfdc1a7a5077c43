import assert from "node:assert/strict";
import { test } from "node:test";
import { readFlow } from "../../src/migrate/flows.ts";
import type { OlderCallback } from "../../src/model/migration.ts";
import { testPlatform } from "../../src/testing/mod.ts";

const platform = testPlatform();
const EXP = platform.now() / 1000 + 900;

/** The checks of a sign-in, and what each cookie is encrypted from. */
interface Begun {
  readonly state?: unknown;
  readonly pkceCodeVerifier?: unknown;
  readonly nonce?: unknown;
  readonly callbackUrl?: string;
  readonly type?: string;
  /** `state` of the response. Default: that of the sign-in. */
  readonly received?: string | null;
}

const check = (value: unknown, claims: object = {}) => ({ value, provider: "idp", exp: EXP, ...claims });

/** Reads a sign-in whose cookies hold their claims as JSON, each with the name of its cookie as salt. */
async function read({ type = "oidc", received, callbackUrl, ...checks }: Begun) {
  const own = (checks.state as { value?: string } | undefined)?.value;
  const cookies = new Map(Object.entries(checks).map(([field, claims]) => [field, JSON.stringify(claims)]));
  if (callbackUrl !== undefined) cookies.set("callbackUrl", callbackUrl);
  const callback: OlderCallback = {
    ...{ provider: { id: "idp", type }, cookies, secure: true },
    state: received === undefined ? own ?? null : received,
  };
  return await readFlow(callback, {
    format: {
      ...{ library: "Auth.js", cookies: "authjs", sessionSalt: (name) => name },
      decrypt: (token, { salts }) => Promise.resolve(cookies.get(salts[0]!) === token ? token : null),
    },
    secrets: ["secret"],
    cookiesOf: (field) => [{ name: field, options: { path: "/" } }],
    platform,
  });
}

const removed = (name: string) => ({ name, value: "", options: { path: "/", maxAge: 0 } });

test("readFlow() gives each check that the sign-in had, and none that it had not", async () => {
  const rest = (...names: readonly string[]) => ({ returnTo: null, consumed: names.map(removed) });
  assert.deepEqual(await read({ state: check("s") }), { state: "s", ...rest("state") });
  assert.deepEqual(await read({ pkceCodeVerifier: check("v") }), {
    verifier: "v",
    ...rest("pkceCodeVerifier"),
  });
  assert.deepEqual(await read({ nonce: check("n") }), { nonce: "n", ...rest("nonce") });
  const all = { state: check("s"), pkceCodeVerifier: check("v"), nonce: check("n"), callbackUrl: "/home" };
  const names = ["state", "pkceCodeVerifier", "nonce", "callbackUrl"];
  const whole = { state: "s", verifier: "v", nonce: "n", returnTo: "/home", consumed: names.map(removed) };
  assert.deepEqual(await read(all), whole);
});

test("readFlow() finds no sign-in that nothing binds to the browser (MI-12)", async () => {
  for (const type of ["oidc", "oauth"]) {
    assert.equal(await read({ type }), null);
    assert.equal(await read({ type, callbackUrl: "/home" }), null);
  }
  assert.equal(await read({ type: "oauth", nonce: check("n") }), null);
});

test("readFlow() compares the state of a response, where either has one (MI-12)", async () => {
  for (const received of ["t", "", null]) assert.equal(await read({ state: check("s"), received }), null);
  assert.equal(await read({ pkceCodeVerifier: check("v"), received: "s" }), null);
});

test("readFlow() refuses checks that have ended, have no end, or are of another provider (MI-02, MI-03)", async () => {
  const now = platform.now() / 1000;
  for (
    const claims of [{ exp: now }, { exp: now - 1 }, { exp: undefined }, { exp: String(EXP) }, {
      provider: "other",
    }]
  ) {
    assert.equal(await read({ pkceCodeVerifier: check("v", claims) }), null, JSON.stringify(claims));
  }
  for (const value of [7, "", null, ["v"]]) {
    assert.equal(await read({ pkceCodeVerifier: check(value) }), null);
  }
  assert.ok(await read({ pkceCodeVerifier: check("v", { exp: now + 1 }) }));
});
