import assert from "node:assert/strict";
import { test } from "node:test";
import { Auth, type AuthConfig, customFetch, skipCSRFCheck } from "../../mod.ts";
import { seeAlso } from "../../src/errors/help.ts";
import { AccountPage } from "../../src/features/account_page/account_page.ts";
import { SecondFactor } from "../../src/features/second_factor/second_factor.ts";
import { Memory } from "../../src/adapters/memory/memory.ts";
import { warningsOf } from "../../src/config/warnings.ts";
import { Apple } from "../../src/providers/apple.ts";
import { CodeHost } from "../../src/providers/codehost.ts";
import { Credentials } from "../../src/providers/credentials.ts";
import { GitHub } from "../../src/providers/github.ts";
import { Google } from "../../src/providers/google.ts";
import { Keycloak } from "../../src/providers/keycloak.ts";
import { Loops } from "../../src/providers/loops.ts";
import { Mailgun } from "../../src/providers/mailgun.ts";
import { MicrosoftEntraId } from "../../src/providers/microsoft_entra_id.ts";
import { Nodemailer } from "../../src/providers/nodemailer.ts";
import { Notion } from "../../src/providers/notion.ts";
import { Password } from "../../src/providers/password.ts";
import { Passkey } from "../../src/providers/passkey.ts";
import { Resend } from "../../src/providers/resend.ts";
import { TikTok } from "../../src/providers/tiktok.ts";
import { VideoApp } from "../../src/providers/videoapp.ts";
import { WebAuthn } from "../../src/providers/webauthn.ts";
import { testPlatform } from "../../src/testing/mod.ts";
import { seeded } from "../_seeded.ts";

const BASE = { secret: "a-secret-of-forty-characters-for-tests-0", trustHost: true };

/** Configs that JavaScript takes, and what the log says. */
const SLIPS: Readonly<Record<string, readonly [config: object, advice: string]>> = {
  "an option without its s": [
    { callback: {} },
    "The config has `callback`, which nothing reads. Did you mean `callbacks`?",
  ],
  "two letters in the other order": [
    { sesison: {} },
    "`sesison`, which nothing reads. Did you mean `session`?",
  ],
  "another case": [{ basepath: "/x" }, "`basepath`, which nothing reads. Did you mean `basePath`?"],
  "separators": [{ trust_host: true }, "`trust_host`, which nothing reads. Did you mean `trustHost`?"],
  "a callback": [
    { callbacks: { sign_in: () => true } },
    "`callbacks.sign_in`, which nothing reads. Did you mean `callbacks.signIn`?",
  ],
  "an event": [
    { events: { signedIn() {} } },
    "`events.signedIn`, which nothing reads. Did you mean `events.signIn`?",
  ],
  "a page": [{ pages: { signin: "/in" } }, "Did you mean `pages.signIn`?"],
  "an option of the session": [{ session: { maxage: 60 } }, "Did you mean `session.maxAge`?"],
  "an option of the token": [{ jwt: { encod() {} } }, "Did you mean `jwt.encode`?"],
  "a colour": [{ theme: { brandColour: "red" } }, "Did you mean `theme.brandColor`?"],
  "a link": [{ theme: { links: { term: "/terms" } } }, "Did you mean `theme.links.terms`?"],
  "an experiment": [
    { experimental: { enableWebauthn: true } },
    "Did you mean `experimental.enableWebAuthn`?",
  ],
  "a cookie": [{ cookies: { sessiontoken: {} } }, "Did you mean `cookies.sessionToken`?"],
  "an attribute of a cookie": [
    { cookies: { flow: { options: { samesite: "lax" } } } },
    "`cookies.flow.options.samesite`, which nothing reads. Did you mean `cookies.flow.options.sameSite`?",
  ],
  "an attribute beside the options": [
    { cookies: { mail: { domain: "x.test" } } },
    "The config has `cookies.mail.domain`",
  ],
  "an option that is like no other": [{ quota: 3 }, "`quota`, which nothing reads. Remove it"],
  "a secret of Auth.js 4": [
    { jwt: { secret: "hidden" } },
    "`jwt.secret`, which nothing reads. Write `secret` at the top",
  ],
  "a cookie of Auth.js": [{ cookies: { pkceCodeVerifier: {} } }, "Write `cookies.flow`"],
  "the text colour of a button of Auth.js": [
    { providers: [GitHub({ clientId: "id", clientSecret: "secret", style: { bg: "#fff", text: "#000" } })] },
    'Provider "github" has `style.text`, which nothing reads. Remove it',
  ],
  "an option of a provider": [
    { providers: [GitHub({ clientId: "id", clientSecret: "secret", client_secret: "hidden" } as object)] },
    'Provider "github" has `client_secret`, which nothing reads. Did you mean `clientSecret`?',
  ],
  "an option that only some providers have": [
    { providers: [GitHub({ clientId: "id", clientSecret: "secret", verifedEmail: true } as object)] },
    'Provider "github" has `verifedEmail`, which nothing reads. Did you mean `verifiedEmail`?',
  ],
  "an option of a provider of one's own": [
    {
      providers: [{
        id: "x",
        name: "X",
        type: "oidc",
        issuer: "https://x.test",
        clientId: "a",
        clientSecret: "b",
        check: [],
      }],
    },
    'Provider "x" has `check`, which nothing reads. Did you mean `checks`?',
  ],
  "a lifetime in milliseconds": [
    { session: { maxAge: 2_592_000_000 } },
    "suspicious-age: The option `session.maxAge` is 2592000000 seconds, more than ten years. Write seconds",
  ],
  "a scope beside the authorization": [
    { providers: [GitHub({ clientId: "id", clientSecret: "secret", scope: "user" } as object)] },
    "Write `authorization: { params: { scope:",
  ],
  "the redirect URI of a provider of Auth.js": [
    { providers: [Notion({ clientId: "id", clientSecret: "secret", redirectUri: "https://app.test/x" })] },
    'Provider "notion" has `redirectUri`, which nothing reads. It is always the URL of the callback',
  ],
};

for (const [what, [config, advice]] of Object.entries(SLIPS)) {
  test(`Auth() warns of ${what} once, with http and with https`, async () => {
    const { lines, send } = open(config);
    for (
      const url of [
        "https://app.test/auth/csrf",
        "http://localhost/auth/csrf",
        "https://app.test/auth/session",
      ]
    ) {
      assert.equal((await send(url)).status, 200);
    }
    const [line, ...others] = await lines();
    const [, code] = /^\[latchkey\] ([a-z-]+): [A-Z].*[^.]\n/.exec(line!) ?? [];
    assert.ok(line!.endsWith(seeAlso(code!)), line!);
    assert.ok(line!.includes(advice), line!);
    assert.deepEqual(others, []);
    assert.doesNotMatch(line!, /hidden/);
  });
}

test("Auth() warns at start of the flag for experimental passkeys, and of no others", async () => {
  const keys = WebAuthn({ enableConditionalUI: false });
  const configs: readonly [Partial<AuthConfig>, boolean][] = [
    [{ providers: [Passkey], adapter: Memory() }, false],
    [{ providers: [Passkey()], adapter: Memory(), experimental: { enableWebAuthn: true } }, true],
    [{ providers: [Passkey(), keys], adapter: Memory(), experimental: { enableWebAuthn: true } }, true],
  ];
  for (const [config, isWarned] of configs) {
    const { lines, send } = open({ session: { strategy: "database" }, ...config });
    assert.equal((await send("https://app.test/auth/signin")).status, 200);
    const found = await lines();
    assert.deepEqual(
      found.filter((line) => !line.includes("experimental-webauthn: `WebAuthn` may change")),
      [],
    );
    assert.equal(found.length, Number(isWarned));
  }
});

test("Auth() warns of a slip in a config that cannot work because of it", async () => {
  const { lines, send } = open({ provider: [], providers: undefined });
  for (let times = 0; times < 3; times++) {
    assert.equal((await send("https://app.test/auth/csrf")).status, 500);
  }
  const warnings = (await lines()).filter((line) => line.includes("unknown-option"));
  assert.deepEqual(warnings, [
    "[latchkey] unknown-option: The config has `provider`, which nothing reads. Did you mean `providers`?" +
    seeAlso("unknown-option"),
  ]);
});

test("Auth() says once, in its error, that a feature was written as an option", async () => {
  const { lines, send } = open({ accessTokens: true, secondFactor: true });
  assert.equal((await send("https://app.test/auth/csrf")).status, 500);
  const found = await lines();
  assert.deepEqual(found.filter((line) => line.includes("unknown-option")), []);
  assert.equal(found.filter((line) => line.includes("Cannot use `accessTokens`: list")).length, 1);
});

test("Auth() hands warnings to the application's logger", async () => {
  const warnings: string[] = [];
  const { lines, send } = open({
    callback: {},
    logger: { warn: (code: string) => void warnings.push(code) },
  });
  await send("https://app.test/auth/csrf");
  assert.deepEqual(await lines(), []);
  assert.deepEqual(warnings.map((warning) => warning.split(":")[0]), ["unknown-option"]);
});

test("Auth() does not warn of known options, unset ones, symbols, and further fields of loggers", async () => {
  const [client, mail] = [{ clientId: "id", clientSecret: "secret" }, { from: "a@b.test", apiKey: "key" }];
  const { lines, send } = open({
    skipCSRFCheck,
    adapter: Memory(),
    [Symbol("own")]: 1,
    callback: undefined,
    basePath: "/auth",
    useSecureCookies: true,
    redirectProxyUrl: undefined,
    debug: false,
    logger: { error() {}, info() {}, level: "warn" },
    platform: { now: Date.now, extra: true },
    session: {
      strategy: "database",
      maxAge: 60,
      updateAge: 10,
      freshAge: 5,
      generateSessionToken: () => "x",
    },
    jwt: { maxAge: 60 },
    callbacks: { signIn: () => true, redirect: () => "", jwt: () => null, session: () => ({}) },
    events: { signIn() {}, signOut() {}, createUser() {}, updateUser() {}, linkAccount() {}, session() {} },
    pages: {
      signIn: "/in",
      signOut: "/out",
      error: "/e",
      verifyRequest: "/v",
      newUser: "/n",
      link: "/l",
      confirmation: "/c",
      takenOver: "/t",
    },
    theme: {
      name: "Acme",
      colorScheme: "dark",
      logo: "/l.png",
      logoDark: "/d.png",
      brandColor: "red",
      buttonText: "blue",
      radius: "4px",
      font: "Inter",
      links: { terms: "/t", privacy: "/p", support: "/s", forgotPassword: "/f", signUp: "/u" },
    },
    cookies: {
      sessionToken: { name: "a", options: { domain: "app.test", partitioned: true } },
      flow: {},
      mail: {},
    },
    providers: [
      Apple(client),
      CodeHost({ ...client, enterprise: { baseUrl: "https://git.test" } }),
      GitHub({ ...client, [customFetch]: fetch, style: { brandColor: "red" }, checks: ["pkce"] }),
      Google({ ...client, authorization: { params: { scope: "openid" } } }),
      Keycloak({ ...client, issuer: "https://sso.test" }),
      MicrosoftEntraId({ ...client }),
      TikTok(client),
      VideoApp(client),
      Credentials({ credentials: { name: {} }, authorize: () => null, revoke: () => false }),
      Loops({ transactionalId: "1", apiKey: "key" }),
      Mailgun({ ...mail, region: "EU", maxAge: 60 }),
      Nodemailer({ ...mail, server: "smtp://localhost" }),
      Resend({ ...mail, generateVerificationToken: () => "x", normalizeIdentifier: (text) => text }),
      {
        id: "own",
        name: "Own",
        type: "oauth",
        ...client,
        authorization: "https://o.test",
        token: "https://o.test",
        userinfo: "https://o.test",
        region: "EU",
        realm: "main",
      },
    ],
  });
  const response = await send("https://app.test/auth/providers");
  assert.deepEqual([response.status, await lines()], [200, []]);
  const webauthn = { relayingParty: { name: "X" }, formFields: {}, getUserInfo: () => null };
  assert.deepEqual(warningsOf({ providers: [Passkey(webauthn), WebAuthn(webauthn)] }), []);
});

test(
  "warningsOf() suggests the known option that differs in one letter",
  seeded(({ below, pick }) => {
    const parts: Readonly<Record<string, readonly string[]>> = {
      "": [
        "providers",
        "adapter",
        "callbacks",
        "useSecureCookies",
        "redirectProxyUrl",
        "experimental",
        "theme",
      ],
      callbacks: ["signIn", "redirect", "session"],
      pages: ["signOut", "verifyRequest", "newUser"],
      session: ["strategy", "updateAge", "generateSessionToken"],
    };
    for (let times = 0; times < 500; times++) {
      const part = pick(Object.keys(parts));
      const name = pick(parts[part]!);
      const at = below(name.length);
      const letter = String.fromCharCode(97 + below(26));
      const slip = name.slice(0, at) + pick(["", letter, letter + name[at]]) + name.slice(at + 1);
      if (slip === name || slip.toLowerCase() === "signout") continue;
      const warnings = warningsOf(
        (part ? { [part]: { [slip]: 1 } } : { [slip]: 1 }) as unknown as AuthConfig,
      );
      assert.equal(warnings.length, 1, slip);
      assert.match(warnings[0]!, new RegExp(`Did you mean \`${part && `${part}\\.`}${name}\``), slip);
    }
  }),
);

test("Auth() answers whatever a config holds, and no promise is left without an answer", async () => {
  const rejected: unknown[] = [];
  const note = (event: PromiseRejectionEvent) => void (event.preventDefault(), rejected.push(event.reason));
  globalThis.addEventListener?.("unhandledrejection", note);
  const throwing = new Proxy({}, {
    ownKeys: () => {
      throw new Error("no keys");
    },
  });
  const odd = [
    null,
    0,
    1n,
    "text",
    [],
    [null],
    () => {},
    throwing,
    { ["__proto__x"]: 1 },
    { constructor: 1 },
    new Map(),
  ];
  const names = [
    "session",
    "jwt",
    "callbacks",
    "events",
    "cookies",
    "pages",
    "theme",
    "experimental",
    "toString",
    "x",
  ];
  for (const name of names) {
    for (const value of odd) {
      const { send, lines } = open({ [name]: value });
      const response = await send("https://app.test/auth/csrf");
      assert.ok([200, 500].includes(response.status), `${name}: ${typeof value}`);
      await lines();
    }
  }
  globalThis.removeEventListener?.("unhandledrejection", note);
  assert.deepEqual(rejected, []);
});

/** An application, and its log once all is written. */
function open(other: object) {
  const platform = testPlatform();
  const config = { ...BASE, providers: [], platform, ...other } as unknown as AuthConfig;
  if ("platform" in other) Object.assign(config, { platform: { ...platform, ...other.platform as object } });
  return {
    send: (url: string) => Auth(new Request(url), config) as Promise<Response>,
    async lines() {
      // What is loaded on demand has been by then, and has said what it has to say.
      await import("../../src/config/warnings.ts");
      await new Promise((resolve) => setTimeout(resolve, 1));
      return platform.lines.map(({ text }) => text);
    },
  };
}

test("warningsOf() says what a short `minLength` accepts, and nothing of one that is refused", () => {
  const warningsFor = (minLength: unknown) =>
    warningsOf({ providers: [Password({ minLength } as { minLength: number })] });
  for (const minLength of [8, 14]) {
    assert.match(
      warningsFor(minLength).join(),
      new RegExp(`accepts new passwords of ${minLength} characters`),
    );
  }
  for (const minLength of [7, 0, 8.5, NaN, null, 15, 1024, 1025]) {
    assert.deepEqual(warningsFor(minLength), [], String(minLength));
  }
});

test("warningsOf() names the pages of features that the config does not have", () => {
  const pages = { account: "/me", secondFactorSetup: "/factor", signUp: "/join" };
  const config = { ...BASE, providers: [], pages: { ...pages, secondFactor: undefined } };
  const missing = (code: string) => `missing-feature: ${code} to \`features\``;
  assert.deepEqual(warningsOf(config), [
    missing("`pages.account`: add `AccountPage()`"),
    missing("`pages.secondFactorSetup`: add `SecondFactor()`"),
  ]);
  assert.deepEqual(warningsOf({ ...config, features: [SecondFactor()] }), [
    missing("`pages.account`: add `AccountPage()`"),
  ]);
  assert.deepEqual(warningsOf({ ...config, features: [AccountPage(), SecondFactor()] }), []);
});

test("warningsOf() names a colour of the theme or of a provider that does not exist", () => {
  const provider = { id: "idp", name: "Fake", type: "oauth", style: { brandColor: "gren" } } as const;
  const config = { theme: { brandColor: "bleu", buttonText: "White" }, providers: [provider] };
  const colors = warningsOf(config as AuthConfig).filter((warning) => warning.startsWith("unknown-color: "));
  assert.deepEqual(colors.map((warning) => /is "(\w+)"/.exec(warning)?.[1]), ["bleu", "gren"]);
});
