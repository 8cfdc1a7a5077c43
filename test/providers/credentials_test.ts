import assert from "node:assert/strict";
import { test } from "node:test";
import { credentials } from "../../src/sign_in/credentials/capability.ts";
import { capability } from "../../src/values/markers.ts";
import { Memory } from "../../src/adapters/memory/memory.ts";
import { completeProviders } from "../../src/config/providers.ts";
import { hashPassword, verifyPassword } from "../../src/crypto/password.ts";
import CredentialsByDefault, { Credentials } from "../../src/providers/credentials.ts";
import type { CredentialsConfig } from "../../src/model/provider.ts";
import { bindAdapter } from "../../src/model/store.ts";
import { testPlatform } from "../../src/testing/mod.ts";

const request = new Request("https://example.com/auth/callback/credentials", {
  headers: { "x-real-ip": "192.0.2.1" },
});

/** The provider as the library uses it. */
function completed(listed: CredentialsConfig): CredentialsConfig {
  const { providers } = completeProviders({ providers: [listed] }, {
    platform: testPlatform(),
    store: bindAdapter(Memory()),
  });
  return [...providers.values()][0] as CredentialsConfig;
}

test("Credentials() has a name, no form, and the application's check", () => {
  const authorize = () => null;
  const options = { authorize };
  assert.deepEqual(Credentials(options), {
    id: "credentials",
    name: "Password",
    type: "credentials",
    credentials: {},
    authorize,
    options,
    [capability]: credentials,
  });
  assert.equal(CredentialsByDefault, Credentials);
});

test("Credentials() keeps the options of the application", () => {
  const credentials = { pin: { label: "PIN", type: "password" } };
  const provider = completed(Credentials({ id: "pin", name: "PIN", credentials, authorize: () => null }));
  assert.equal(provider.id, "pin");
  assert.equal(provider.name, "PIN");
  assert.deepEqual(provider.credentials, credentials);
});

test("Credentials() hands fields and request to the application, and its user back", async () => {
  const hash = await hashPassword("secret", { ln: 4 });
  const provider = completed(Credentials({
    credentials: { username: {}, password: { type: "password" } },
    async authorize({ username, password }, { headers }) {
      const right = username === "ada" && await verifyPassword(password, hash);
      return right ? { id: "1", name: headers.get("x-real-ip") } : null;
    },
  }));
  const user = await provider.authorize({ username: "ada", password: "secret" }, request);
  assert.deepEqual(user, { id: "1", name: "192.0.2.1" });
  assert.equal(await provider.authorize({ username: "ada", password: "guess" }, request), null);
  assert.equal(await provider.authorize({}, request), null);
});

test("Credentials() types the names of its fields", () => {
  Credentials({
    credentials: { username: {} },
    // @ts-expect-error -- there is no such field
    authorize: ({ user }) => ({ id: String(user) }),
  });
  Credentials({
    credentials: { username: {} },
    // @ts-expect-error -- what was typed may be anything
    authorize: ({ username }) => ({ id: username }),
  });
  Credentials({ authorize: ({ anything }) => ({ id: String(anything) }) });
});

test("Credentials() without a check cannot be used", () => {
  // @ts-expect-error -- there must be one
  const provider = Credentials({ credentials: { username: {} } });
  assert.throws(() => completed(provider), { name: "MissingAuthorize", message: /"credentials"/ });
});
