import assert from "node:assert/strict";
import { test } from "node:test";
import { ALL_CAPABILITIES } from "../../src/core/capabilities.ts";
import { Email } from "../../src/providers/email.ts";
import { ConfigError, MissingAuthorize } from "../../src/errors/errors.ts";
import { ForwardEmail } from "../../src/providers/forwardemail.ts";
import { Loops } from "../../src/providers/loops.ts";
import { Mailgun } from "../../src/providers/mailgun.ts";
import { Memory } from "../../src/adapters/memory/memory.ts";
import { testPlatform } from "../../src/testing/mod.ts";
import { Nodemailer } from "../../src/providers/nodemailer.ts";
import { Postmark } from "../../src/providers/postmark.ts";
import type { CredentialsConfig, EmailConfig, OAuthConfig, Provider } from "../../src/model/provider.ts";
import { completeProviders } from "../../src/config/providers.ts";
import { Resend } from "../../src/providers/resend.ts";
import { SendGrid } from "../../src/providers/sendgrid.ts";
import type { EmailProvider } from "../../src/setup/setup.ts";
import { bindAdapter } from "../../src/model/store.ts";

const OAUTH: OAuthConfig = {
  id: "idp",
  name: "IdP",
  type: "oauth",
  clientId: "id",
  clientSecret: "s",
  authorization: "https://idp.test/authorize",
  token: "https://idp.test/token",
  userinfo: "https://idp.test/userinfo",
};
const EMAIL: EmailConfig = { id: "email", name: "Email", type: "email", sendVerificationRequest: () => {} };
const CREDENTIALS: CredentialsConfig = {
  id: "password",
  name: "Password",
  type: "credentials",
  credentials: {},
  authorize: () => null,
};

/** The providers of a config with these. */
function complete(...providers: readonly unknown[]) {
  return completeAll(...providers).providers;
}

function completeAll(...providers: readonly unknown[]) {
  return completeProviders({ providers: providers as Provider[] }, {
    capabilities: ALL_CAPABILITIES,
    platform: testPlatform(),
    store: bindAdapter(Memory()),
  });
}

test("completeProviders() completes providers of each type, by id, in their order", () => {
  const providers = complete(EMAIL, CREDENTIALS, OAUTH);
  assert.deepEqual([...providers].map(([id, { type }]) => [id, type]), [
    ["email", "email"],
    ["password", "credentials"],
    ["idp", "oauth"],
  ]);
});

test("completeProviders() calls functions", () => {
  assert.deepEqual([...complete(() => EMAIL, () => OAUTH).keys()], ["email", "idp"]);
});

test("completeProviders() prefers the options of the application, except undefined ones", () => {
  const sendVerificationRequest = () => {};
  const providers = complete(
    {
      ...EMAIL,
      options: { id: "post", maxAge: 60, from: undefined, sendVerificationRequest },
      from: "us@app.test",
    },
    { ...CREDENTIALS, options: { name: "Staff", authorize: undefined } },
  );
  const email = providers.get("post") as EmailProvider;
  assert.deepEqual([email.maxAge, email.from], [60, "us@app.test"]);
  assert.equal(email.sendVerificationRequest, sendVerificationRequest);
  const staff = providers.get("password") as CredentialsConfig;
  assert.deepEqual([staff.name, staff.authorize], ["Staff", CREDENTIALS.authorize]);
});

test("completeProviders() passes senders of mail a fetch with limits", async () => {
  const platform = testPlatform({ sites: { "https://mail.test": () => new Promise(() => {}) } });
  const { fetch } = completeProviders({ providers: [EMAIL] }, {
    platform,
    capabilities: ALL_CAPABILITIES,
    store: bindAdapter(Memory()),
  })
    .providers.get(
      "email",
    ) as EmailProvider;
  await assert.rejects(fetch("http://mail.test"), /neither https nor on this machine/);
  const sending = fetch("https://mail.test");
  platform.tick(10);
  await assert.rejects(sending, /within 10 seconds/);
});

test("completeProviders() writes to no definition", () => {
  const definitions = [OAUTH, EMAIL, CREDENTIALS].map((definition) =>
    Object.freeze({ ...definition, options: Object.freeze({ name: "Other" }) })
  );
  assert.equal(complete(...definitions).size, 3);
});

/** Providers that cannot be used, and what to write instead. */
const MISTAKES: Readonly<Record<string, readonly [unknown[], RegExp, typeof ConfigError?]>> = {
  "without an id": [[{ ...EMAIL, id: undefined }], /without an `id`/],
  "that is nothing": [[undefined], /without an `id`/],
  "that a function forgot to return": [[() => undefined], /without an `id`/],
  "with an id that is no text": [[{ ...EMAIL, id: 1 }], /without an `id`/],
  "with an id with a slash": [[{ ...OAUTH, id: "a/b" }], /use only A-Z a-z 0-9 \. _ -/],
  "with an empty id": [[{ ...CREDENTIALS, id: "" }], /use only A-Z a-z 0-9 \. _ -/],
  "with an id beyond ASCII": [[{ ...EMAIL, id: "ä" }], /use only A-Z a-z 0-9 \. _ -/],
  "with a bad id among its options": [[{ ...EMAIL, options: { id: "a b" } }], /use only A-Z a-z 0-9 \. _ -/],
  "that is listed twice": [[EMAIL, { ...OAUTH, id: "email" }], /"email": it is listed twice/],
  "of no type": [[{ id: "x", name: "X", type: "saml" }], /"x": there is no type "saml"/],
  "without `authorize`": [
    [{ ...CREDENTIALS, authorize: undefined }],
    /"password": write its `authorize`/,
    MissingAuthorize,
  ],
  "without a sender": [
    [{ ...EMAIL, sendVerificationRequest: undefined }],
    /"email": write its `sendVerificationRequest: async \(\{ identifier, url \}\) => …`/,
  ],
  ...Object.fromEntries(
    [NaN, Infinity, -1, 0, 0.5, null as never].flatMap((maxAge) =>
      [
        { ...EMAIL, maxAge },
        { ...EMAIL, options: { maxAge } },
        Resend({ from: "Acme <hello@example.com>", maxAge }),
        Loops({ transactionalId: "cm0abc123example", maxAge }),
        Nodemailer({ server: "smtp://localhost", from: "hello@example.com", maxAge }),
      ].map((provider, index) => [
        `of mail (${index}) whose links live ${maxAge} seconds`,
        [[provider], /`maxAge` must be a number of seconds, at least 1/] as const,
      ])
    ),
  ),
  "of a colour that is none": [
    [{ ...OAUTH, style: { brandColor: "red;" } }],
    /`style\.brandColor` "red;" is not a CSS colour/,
  ],
  "with a logo that is none": [
    [{ ...OAUTH, style: { logo: "javascript:1" } }],
    /`style\.logo` "javascript:1" is not the URL/,
  ],
  "with a mark that is not loaded by a function": [
    [{ ...OAUTH, style: { mark: { viewBox: "0 0 1 1", paths: [{ d: "M0 0" }] } as never } }],
    /`style\.mark` must be a function, such as `\(\) => import\("\.\/mark\.ts"\)`/,
  ],
};

for (const [what, [providers, advice, kind = ConfigError]] of Object.entries(MISTAKES)) {
  test(`a config refuses a provider ${what}, and says what to write`, () => {
    assert.throws(() => complete(...providers), (error) => {
      assert.ok(error instanceof kind);
      assert.match(error.message, advice);
      return true;
    });
  });
}

const SERVER_OR_FUNCTION =
  /set its `server`, such as "smtps:.+", and its `from`, such as ".+"; or send .+ `mails: "both", sendVerificationRequest: async \(/;

/** Providers that lack a setting, and what the log says. */
const INCOMPLETE: Readonly<Record<string, readonly [object, RegExp]>> = {
  "an OAuth provider without a client": [{ ...OAUTH, clientId: undefined }, /set `clientId`, or AUTH_/],
  "an OAuth provider without a secret": [
    { ...OAUTH, clientSecret: undefined },
    /set `clientSecret`, or AUTH_/,
  ],
  "an OpenID provider without an issuer": [
    { id: "sso", name: "SSO", type: "oidc", clientId: "a", clientSecret: "b" },
    /"sso": set `issuer`/,
  ],
  "an OpenID provider that is asked without encryption": [
    { id: "sso", name: "SSO", type: "oidc", clientId: "a", clientSecret: "b", issuer: "http://sso:8080" },
    /set `allowInsecureRequests: true`/,
  ],
  ...Object.fromEntries(
    [ForwardEmail, Mailgun, Postmark, Resend, SendGrid].flatMap((service) => [
      [`${service.name} without a key`, [service({ from: "us@example.com" }), /": set AUTH_[A-Z]+_KEY/]],
      [`${service.name} without a sender`, [
        service({ from: undefined, apiKey: "key" }),
        /": set its `from`/,
      ]],
    ]),
  ),
  "Loops without a key": [Loops({ transactionalId: "a" }), /"loops": set AUTH_LOOPS_KEY/],
  "Loops without its mail": [
    Loops({ transactionalId: undefined, apiKey: "key" }),
    /"loops": set its `transactionalId`/,
  ],
  "Nodemailer without a server": [
    Nodemailer({ server: undefined, from: "us@example.com" }),
    /"nodemailer": set its `server`/,
  ],
  "Nodemailer with a server that is not one": [
    Nodemailer({ server: "smtp.example.com", from: "us@example.com" }),
    /"nodemailer": set its `server`/,
  ],
  "Nodemailer without a sender": [
    Nodemailer({ server: "smtp://localhost" }),
    /"nodemailer": set its `from`/,
  ],
  "Email without a server": [
    Email({ server: undefined, from: "us@example.com" }),
    /"email": set its `server`/,
  ],
  "Email without any option": [Email({}), SERVER_OR_FUNCTION],
  "Nodemailer without any option": [Nodemailer({}), SERVER_OR_FUNCTION],
};

for (const [what, [provider, advice]] of Object.entries(INCOMPLETE)) {
  test(`a config switches off ${what}, keeps the others, and says what to write`, () => {
    const { providers, incomplete } = completeAll(CREDENTIALS, provider);
    assert.deepEqual([...providers.keys()], ["password"]);
    assert.equal(incomplete.length, 1);
    assert.match(incomplete[0]!.message, advice);
  });
}
