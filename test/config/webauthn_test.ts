import assert from "node:assert/strict";
import { test } from "node:test";
import { Memory } from "../../src/adapters/memory/memory.ts";
import type { Adapter } from "../../src/adapters/contract/types.ts";
import { setupOf } from "../../src/config/setup.ts";
import type { ConfigOfAnyStrategy } from "../../src/model/auth_config.ts";
import type { ErrorType } from "../../src/errors/errors.ts";
import { Passkey } from "../../src/providers/passkey.ts";
import { WebAuthn } from "../../src/providers/webauthn.ts";

const BASE: ConfigOfAnyStrategy = {
  providers: [Passkey()],
  adapter: Memory(),
  secret: "a-secret-of-forty-characters-for-tests-0",
  trustHost: true,
  logger: { warn: () => {} },
};

/** Configs that cannot work, and what the error says to write instead. */
const MISTAKES: Readonly<
  Record<string, readonly [config: Partial<ConfigOfAnyStrategy>, type: ErrorType, advice: RegExp]>
> = {
  "WebAuthn without the flag (WA-22)": [
    { providers: [WebAuthn()] },
    "ExperimentalFeatureNotEnabled",
    /^Cannot use provider "webauthn": set `experimental: \{ enableWebAuthn: true \}`\n {2}see /,
  ],
  "WebAuthn after Passkey without the flag (WA-22)": [
    { providers: [Passkey(), WebAuthn({ id: "key", enableConditionalUI: false })] },
    "ExperimentalFeatureNotEnabled",
    /"key": set `experimental/,
  ],
  "Passkey with discoverable switched off afterwards, without the flag (WA-22)": [
    { providers: [{ ...Passkey(), discoverable: false }] },
    "ExperimentalFeatureNotEnabled",
    /"passkey": set `experimental/,
  ],
  "an experiment that is off (WA-22)": [
    { providers: [WebAuthn()], experimental: { enableWebAuthn: false } },
    "ExperimentalFeatureNotEnabled",
    /set `experimental/,
  ],
  "an experiment that is on as text (WA-22)": [
    { providers: [WebAuthn()], experimental: { enableWebAuthn: "true" as never } },
    "ExperimentalFeatureNotEnabled",
    /set `experimental/,
  ],
  "no adapter": [
    { adapter: undefined },
    "MissingAdapter",
    /"passkey": set `adapter`, which stores its passkeys/,
  ],
  "two providers with conditional UI": [
    { providers: [Passkey(), WebAuthn()], experimental: { enableWebAuthn: true } },
    "DuplicateConditionalUI",
    /"passkey" and "webauthn": set `enableConditionalUI: false`/,
  ],
  "no field for conditional UI": [
    { providers: [Passkey({ formFields: { email: { autocomplete: "username" } } })] },
    "MissingWebAuthnAutocomplete",
    /write `autocomplete: "username webauthn"`/,
  ],
  "a field whose autocomplete only looks like it": [
    { providers: [Passkey({ formFields: { email: { autocomplete: "nowebauthn" } } })] },
    "MissingWebAuthnAutocomplete",
    /formFields/,
  ],
  "an object that is not the package": [
    { providers: [Passkey({ simpleWebAuthn: {} as never })] },
    "Configuration",
    /`simpleWebAuthn` is not the module.*generateRegistrationOptions.*import \* as simpleWebAuthn from/,
  ],
  "half of the package": [
    {
      providers: [
        Passkey({ simpleWebAuthn: { ...Passkey().simpleWebAuthn, verifyRegistrationResponse: 1 as never } }),
      ],
    },
    "Configuration",
    /as it lacks verifyRegistrationResponse\. Write/,
  ],
  "no package": [
    { providers: [Passkey({ simpleWebAuthn: null as never })] },
    "Configuration",
    /`simpleWebAuthn` is not the module/,
  ],
  "an id without an origin (WA-28)": [
    { providers: [Passkey({ relayingParty: { id: "example.com" } })] },
    "Configuration",
    /"passkey" with only `relayingParty.id`: set AUTH_URL, or `relayingParty.origin`/,
  ],
  "several ids without an origin, of the second provider (WA-28)": [
    {
      providers: [
        Passkey(),
        WebAuthn({ enableConditionalUI: false, relayingParty: { id: ["a.test", "b.test"] } }),
      ],
      experimental: { enableWebAuthn: true },
    },
    "Configuration",
    /"webauthn" with only `relayingParty.id`/,
  ],
  "no field at all": [
    { providers: [Passkey({ formFields: {} })] },
    "MissingWebAuthnAutocomplete",
    /formFields/,
  ],
};

for (const [what, [config, type, advice]] of Object.entries(MISTAKES)) {
  test(`setupOf() throws ${type} where a config has ${what}`, () => {
    assert.throws(() => setupOf({ ...BASE, ...config }, "https"), { type, message: advice });
  });
}

for (
  const method of [
    "createVerificationToken",
    "useVerificationToken",
    "getAuthenticator",
    "createAuthenticator",
    "listAuthenticatorsByUserId",
    "updateAuthenticatorCounter",
  ] as const
) {
  test(`setupOf() throws MissingAdapterMethods for passkeys without ${method}`, () => {
    const adapter: Adapter = { ...Memory(), [method]: undefined };
    const message = new RegExp(`for passkeys: it lacks ${method}\n`);
    assert.throws(() => setupOf({ ...BASE, adapter }, "https"), { type: "MissingAdapterMethods", message });
  });
}

test("setupOf() accepts an id of the relying party if the config has an origin", () => {
  const id = "example.com";
  const own = () => ({ id, name: "Example", origin: "https://example.com" });
  const configs: Partial<ConfigOfAnyStrategy>[] = [
    { providers: [Passkey({ relayingParty: { id } })], url: "https://app.example.com" },
    { providers: [Passkey({ relayingParty: { id, origin: "https://app.example.com" } })] },
    { providers: [Passkey({ relayingParty: { id }, getRelayingParty: own })] },
  ];
  for (const config of configs) assert.ok(setupOf({ ...BASE, ...config }, "https"));
});

test("setupOf() accepts several providers, one of which has conditional UI", () => {
  const providers = [Passkey(), WebAuthn({ enableConditionalUI: false, formFields: {} })];
  assert.deepEqual([
    ...setupOf({ ...BASE, providers, experimental: { enableWebAuthn: true } }, "https").providers.keys(),
  ], ["passkey", "webauthn"]);
});

test("setupOf() enables conditional UI by default", () => {
  const { enableConditionalUI: _, ...provider } = Passkey();
  const setup = setupOf({
    ...BASE,
    providers: [{ ...provider, options: { enableConditionalUI: undefined } }],
  }, "https");
  const completed = setup.providers.get("passkey");
  assert.equal(completed?.type === "webauthn" && completed.enableConditionalUI, true);
});
