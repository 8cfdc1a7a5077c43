import assert from "node:assert/strict";
import { test } from "node:test";
import { credentials } from "../../src/sign_in/credentials/capability.ts";
import { capability } from "../../src/values/markers.ts";
import { Memory } from "../../src/adapters/memory/memory.ts";
import { completeProviders } from "../../src/config/providers.ts";
import { Credentials } from "../../src/providers/credentials.ts";
import type { CredentialsConfig } from "../../src/model/provider.ts";
import { bindAdapter } from "../../src/model/store.ts";
import { testPlatform } from "../../src/testing/mod.ts";

/** The provider as the library uses it. */
function completed(listed: CredentialsConfig): CredentialsConfig {
  const { providers } = completeProviders({ providers: [listed] }, {
    platform: testPlatform(),
    store: bindAdapter(Memory()),
  });
  return [...providers.values()][0] as CredentialsConfig;
}

test("credentials have a name, no form, and the application's check", () => {
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
});

test("the application's id, name and fields replace the defaults of credentials", () => {
  const credentials = { pin: { label: "PIN", type: "password" } };
  const provider = completed(Credentials({ id: "pin", name: "PIN", credentials, authorize: () => null }));
  assert.equal(provider.id, "pin");
  assert.equal(provider.name, "PIN");
  assert.deepEqual(provider.credentials, credentials);
});

test("the names of the fields of credentials are typed", () => {
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

test("credentials without a check cannot be used", () => {
  // @ts-expect-error -- there must be one
  const provider = Credentials({ credentials: { username: {} } });
  assert.throws(() => completed(provider), { name: "MissingAuthorize", message: /"credentials"/ });
});
