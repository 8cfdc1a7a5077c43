import assert from "node:assert/strict";
import { test } from "node:test";
import { Auth, type AuthConfig, setEnvDefaults } from "../../mod.ts";
import { AccountPage } from "../../src/features/account_page/account_page.ts";
import { AccountDeletion } from "../../src/features/account_deletion/account_deletion.ts";
import { Administration } from "../../src/features/administration/administration.ts";
import { SignUp } from "../../src/features/sign_up/sign_up.ts";
import { SecondFactor } from "../../src/features/second_factor/second_factor.ts";
import { Memory } from "../../src/adapters/memory/memory.ts";
import { de, en } from "../../src/messages/languages.ts";
import { Credentials } from "../../src/providers/credentials.ts";
import { Passkey } from "../../src/providers/passkey.ts";
import { Resend } from "../../src/providers/resend.ts";
import type { Provider } from "../../src/entries/providers.ts";
import * as config from "../../tools/settings/example_config.ts";
import * as passwords from "../../tools/settings/example_passwords.ts";
import * as providers from "../../tools/settings/example_providers.ts";

/** A config that an example is added to. */
const BASE: AuthConfig = {
  providers: [Credentials({ authorize: () => null })],
  secret: "at-least-32-characters-from-a-random-source",
  url: "https://example.com",
  basePath: "/auth",
};

/** With mails, which show logos in fewer formats than pages. */
const MAILS = { adapter: Memory(), providers: [Resend({ apiKey: "key", from: "a@example.com" })] };

/** Other fields that an example needs. */
const BESIDE: Readonly<Record<string, object>> = {
  "config.language": { languages: [de] },
  "config.messages": { languages: [en, de] },
  "config.providers": { adapter: Memory() },
  "config.redirectProxyUrl": { redirectProxySecret: "another-secret-of-at-least-32-characters" },
  "config.redirectProxySecret": { redirectProxyUrl: "https://auth.example.com/auth" },
  "pages.account": { features: [AccountPage()] },
  "pages.finishSignUp": { adapter: Memory(), features: [SignUp()] },
  "pages.secondFactor": { adapter: Memory(), features: [SecondFactor()] },
  "pages.accountDeletion": { adapter: Memory(), features: [AccountDeletion()] },
  "pages.acting": { adapter: Memory(), features: [Administration({ isAdmin: () => false })] },
  "pages.admin": { adapter: Memory(), features: [Administration({ isAdmin: () => false })] },
  "pages.secondFactorSetup": { adapter: Memory(), features: [SecondFactor()] },
  "session.generateSessionToken": { adapter: Memory() },
  "theme.logo": MAILS,
};

const NESTED = [
  "session",
  "jwt",
  "callbacks",
  "events",
  "cookies",
  "pages",
  "theme",
  "logger",
  "platform",
  "experimental",
] as const;

const examples: readonly (readonly [name: string, example: object])[] = [
  ...Object.entries(config.config).map(([field, value]) => [`config.${field}`, { [field]: value }] as const),
  ...NESTED.flatMap((part) =>
    Object.entries(config[part]).map(([field, value]) =>
      [`${part}.${field}`, { [part]: { [field]: value } }] as const
    )
  ),
  ...Object.entries(config.links).map(([field, value]) =>
    [`links.${field}`, { theme: { links: { [field]: value } } }] as const
  ),
  ["migration", config.objects],
];

for (const [name, example] of examples) {
  test(`the example of ${name} in docs/settings is a config that answers without a warning`, async () => {
    // The flag says at each start what it is.
    const isExpected = (text: string) =>
      name === "experimental.enableWebAuthn" && /^experimental-webauthn: /.test(text);
    const problems = await problemsOf({ ...BESIDE[name], ...example });
    assert.deepEqual(problems.filter((text) => !isExpected(String(text))), []);
  });
}

test("the example of callbacks.redirect returns to the page, and answers the same about its own answer", () => {
  const { redirect } = config.callbacks;
  const baseUrl = "https://example.com";
  const asked = [
    "/welcome",
    `${baseUrl}/welcome`,
    "https://shop.example.com/cart",
    "https://evil.example/",
    "//evil.example",
  ];
  const answers = asked.map((url) => String(redirect({ url, baseUrl })));
  assert.deepEqual(answers, [...asked.slice(0, 3), baseUrl, baseUrl]);
  assert.deepEqual(answers.map((url) => redirect({ url, baseUrl })), answers);
});

test("the example of callbacks.signIn admits only a verified address of the company", async () => {
  const admits = async (profile?: object) =>
    await config.callbacks.signIn({ profile } as Parameters<typeof config.callbacks.signIn>[0]);
  assert.equal(await admits({ email: "ada@example.com", email_verified: true }), true);
  for (
    const profile of [
      undefined,
      {},
      { email: "ada@example.com" },
      { email: "ada@example.com", email_verified: false },
      { email: "ada@example.com.evil.example", email_verified: true },
    ]
  ) assert.equal(await admits(profile), false, JSON.stringify(profile));
});

const PROXY_SECRET = "another-secret-of-at-least-32-characters";

/** A provider of the application's own, which an example is added to. */
const OAUTH = {
  id: "company",
  name: "Company",
  type: "oidc",
  issuer: "https://login.example.com",
  clientId: "my-client",
  clientSecret: "the-secret-from-the-console-of-the-provider",
} as const;

for (const [field, value] of [...Object.entries(providers.oauth), ...Object.entries(PARTS())]) {
  test(`the example of ${field} of an OAuth provider in docs/settings is valid`, async () => {
    const provider = { ...OAUTH, [field.split(".")[0]!]: value } as Provider;
    assert.deepEqual(await problemsOf({ providers: [provider], redirectProxySecret: PROXY_SECRET }), []);
  });
}

for (const [field, value] of Object.entries(providers.email)) {
  test(`the example of ${field} of an email provider in docs/settings is valid`, async () => {
    const provider = Resend({ from: "sign-in@example.com", apiKey: "key", [field]: value });
    assert.deepEqual(await problemsOf({ adapter: Memory(), providers: [provider] }), []);
  });
}

for (const [field, value] of Object.entries(providers.webauthn)) {
  test(`the example of ${field} of a passkey provider in docs/settings is valid`, async () => {
    const provider = Passkey({ [field]: value });
    const beside = { adapter: Memory() };
    assert.deepEqual(await problemsOf({ ...beside, providers: [provider] }), []);
  });
}

test("the examples of the options of Credentials() in docs/settings check a password", async () => {
  const request = new Request("https://example.com");
  const typed = { email: "Ada@Example.com ", password: "secret" };
  const { authorize } = passwords.credentials;
  assert.deepEqual(await authorize(typed, request), { id: "1", email: "Ada@Example.com " });
  assert.equal(await authorize({ ...typed, password: "wrong" }, request), null);
});

/** The examples of the options that are objects. */
function PARTS(): Readonly<Record<string, object>> {
  const parts = {
    authorization: providers.authorization,
    userinfo: providers.userinfo,
    style: providers.style,
  };
  return Object.fromEntries(
    Object.entries(parts).flatMap(([part, fields]) =>
      Object.entries(fields).map(([field, value]) => [`${part}.${field}`, { [field]: value }])
    ),
  );
}

/** Answers a request with a config. Returns the log, and the status if it is not 200. */
async function problemsOf(example: object): Promise<readonly string[]> {
  const problems: string[] = [];
  const logger = {
    error: (error: Error) => problems.push(`${error.name}: ${error.message}`),
    warn: (code: string) => problems.push(code),
    debug: () => {},
  };
  const merged = { ...BASE, logger, ...example } as AuthConfig;
  setEnvDefaults({ AUTH_GITHUB_ID: "id", AUTH_GITHUB_SECRET: "secret" }, merged, true);
  const answer = await Auth(new Request(`https://example.com${merged.basePath}/providers`), merged) as {
    readonly status?: number;
  };
  if ((answer.status ?? 200) !== 200) problems.push(`status ${answer.status}`);
  return problems;
}
