import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { test } from "node:test";
import { check, ENV, run, said } from "./_command.ts";

const { AUTH_SECRET: SECRET } = ENV;
const OTHER = "Zq8Lr3Nw5Xt7Vb9Mc2Kd4Jf6Hg1Ps0Ay-TeUi";

/** Checks a config, offline. @param config As text. */
async function checkConfig(
  config: string,
  env: Record<string, string> = ENV,
  files: Record<string, string> = {},
) {
  return await check({ env, files: { "auth.ts": `export const config = ${config};`, ...files } }, [
    "--offline",
  ]);
}

test("check names secret, origin, cookies and sessions of a config without faults", async () => {
  const { findings, code } = await checkConfig("{ providers: [], session: { maxAge: 7200 } }");
  assert.deepEqual(findings.map(({ name, status, text }) => [name, status, text]), [
    ["file", "ok", "auth.ts: `config`"],
    ["secret", "ok", "one, of 36 characters"],
    ["origin", "ok", "https://app.example; the library is at /auth"],
    ["cookies", "ok", "__Host-latchkey.session-token; Secure; HttpOnly; SameSite=lax; Path=/"],
    ["sessions", "ok", "in encrypted cookies, without a database; they end 2 hours after their last use"],
  ]);
  assert.equal(code, 0);
});

test("check reports secret, host and provider in one run, though the library stops at the first", async () => {
  const { findings, code } = await checkConfig(
    '{ providers: [{ id: "op", type: "oidc", issuer: "https://op.example" }] }',
    {
      AUTH_SECRET: "short",
      NEXTAUTH_SECRET: "also short",
    },
  );
  assert.match(said(findings, "secret")[0]!, /^wrong: Cannot use a secret of fewer than 32 characters/);
  assert.match(said(findings, "origin")[0]!, /^wrong: Cannot trust the request's host: set AUTH_URL/);
  assert.match(
    said(findings, "options")[0]!,
    /^wrong: Cannot use provider "op": set `clientId`, or AUTH_OP_ID/,
  );
  assert.equal(code, 1);
});

test("check reports each option that is wrong in one run", async () => {
  const { findings, code } = await checkConfig(
    "{ providers: [], session: { maxAge: 0 }, theme: { logo: 'x', links: { terms: 7 } }, pages: { signIn: 'javascript:1' } }",
    { AUTH_SECRET: "short", AUTH_URL: "https://app.example" },
  );
  assert.match(said(findings, "secret")[0]!, /^wrong: Cannot use a secret of fewer than 32 characters/);
  assert.deepEqual(said(findings, "config").map((text) => text.split(":").slice(0, 2).join(":")), [
    "wrong: Cannot use `session.maxAge`",
    "wrong: Cannot use `theme.logo`",
    "wrong: Cannot use `theme.links.terms`",
    "wrong: Cannot use `pages.signIn`",
  ]);
  assert.equal(code, 1);
});

test("check and reseal name the one of several secrets that cannot be used", async () => {
  const list = "{ providers: [], secret: [process.env.NEW_SECRET, process.env.OLD_SECRET] }";
  for (
    const [OLD_SECRET, fault] of [[undefined, "undefined"], ["", "empty"], ["short", "too short"]] as const
  ) {
    const env = { ...ENV, NEW_SECRET: OTHER, ...(OLD_SECRET === undefined ? {} : { OLD_SECRET }) };
    const { findings } = await checkConfig(list, env);
    const [text = ""] = said(findings, "secret");
    assert.ok(text.includes(`→ \`secret[1]\` is ${fault}: take it out of the list`), text);
  }
  const { findings } = await checkConfig("{ providers: [] }", { ...ENV, AUTH_SECRET_1: "short" });
  assert.match(said(findings, "secret")[0]!, /→ AUTH_SECRET_1 is too short: remove the variable$/);
});

test("check shows rotated secrets, and warns of one that looks typed", async () => {
  const rotated = await checkConfig("{ providers: [] }", { ...ENV, AUTH_SECRET_1: OTHER });
  assert.match(said(rotated.findings, "secret")[0]!, /^ok: 2 secrets: the newest seals and signs/);
  const told = await checkConfig("{ providers: [] }", {
    ...ENV,
    AUTH_SECRET_1: OTHER,
    AUTH_SECRET_2: ENV.AUTH_SECRET,
  });
  assert.deepEqual(said(told.findings, "secret"), said(rotated.findings, "secret"));
  for (
    const AUTH_SECRET of [
      "abababababababababababababababababababab",
      "please-change-me-before-production-0123456789",
    ]
  ) {
    const { findings, code } = await checkConfig("{ providers: [] }", { ...ENV, AUTH_SECRET });
    assert.match(
      said(findings, "secret")[0]!,
      /^warning: A secret looks typed.*→.*`npx @latchkey\/auth secret`/,
    );
    assert.equal(code, 0);
  }
});

test("check says where requests get their origin from", async () => {
  const trusted = await checkConfig("{ providers: [], trustHost: true }", { AUTH_SECRET: SECRET });
  assert.match(
    said(trusted.findings, "origin")[0]!,
    /^warning: the Host header of each request.*`trustHost`.*links in mails.*→ Set AUTH_URL/,
  );
  for (const platform of ["VERCEL", "CF_PAGES", "DENO_DEPLOYMENT_ID"]) {
    const { findings } = await checkConfig("{ providers: [] }", { AUTH_SECRET: SECRET, [platform]: "1" });
    assert.match(said(findings, "origin")[0]!, /^ok: the Host header of each request.*`trustHost`/);
  }
  const plain = await checkConfig("{ providers: [] }", {
    AUTH_SECRET: SECRET,
    AUTH_URL: "http://app.example/shop",
  });
  assert.match(said(plain.findings, "origin")[0]!, /^warning: http:\/\/app\.example has no TLS/);
  const invalid = await checkConfig("{ providers: [] }", { AUTH_SECRET: SECRET, AUTH_URL: "app.example" });
  assert.match(said(invalid.findings, "config")[0]!, /^wrong: Cannot use `url` "app\.example" \(AUTH_URL\)/);
  assert.deepEqual([trusted, plain, invalid].map(({ code }) => code), [0, 0, 1]);
});

test("check asks for AUTH_URL also where Express or Fastify may trust a proxy (CFG-01)", async () => {
  for (const name of ["express", "fastify"]) {
    const { findings, code } = await checkConfig("{ providers: [] }", { AUTH_SECRET: SECRET }, {
      "package.json": JSON.stringify({ dependencies: { [name]: "5.0.0" } }),
    });
    assert.match(said(findings, "origin")[0]!, /^wrong: Cannot trust the request's host: set AUTH_URL/);
    assert.equal(code, 1);
  }
});

test("check uses the path of the library for Next, where the package is a dependency", async () => {
  const { findings } = await checkConfig("{ providers: [], callbacks: { authorized: () => true } }", ENV, {
    "package.json": '{ "dependencies": { "next": "16.0.0" } }',
  });
  assert.deepEqual(said(findings, "origin"), ["ok: https://app.example; the library is at /api/auth"]);
  assert.deepEqual(findings.filter(({ status }) => status !== "ok"), []);
});

const COOKIES: readonly (readonly [string, Record<string, string>, RegExp])[] = [
  [
    "{ providers: [], useSecureCookies: true }",
    { ...ENV, AUTH_URL: "http://app.example" },
    /the site has no TLS/,
  ],
  [
    '{ providers: [], cookies: { sessionToken: { options: { domain: "other.example" } } } }',
    ENV,
    /its domain is "other/,
  ],
  [
    '{ providers: [], cookies: { csrfToken: { name: "__Host-a", options: { path: "/auth" } } } }',
    ENV,
    /`cookies.csrfToken`.*__Host-/,
  ],
  [
    '{ providers: [], cookies: { csrfToken: { name: "__Secure-a", options: { secure: false } } } }',
    ENV,
    /__Secure-/,
  ],
  [
    '{ providers: [], cookies: { link: { name: "a", options: { sameSite: "none", secure: false } } } }',
    ENV,
    /sameSite: "none"/,
  ],
  [
    "{ providers: [], cookies: { link: { name: 'a', options: { partitioned: true, secure: false } } } }",
    ENV,
    /partitioned/,
  ],
  ['{ providers: [], cookies: { flow: { options: { sameSite: "strict" } } } }', ENV, /`Strict` cookie/],
  [
    '{ providers: [], cookies: { sessionToken: { name: "__Host-app" }, lastUsed: { name: "__Host-app" } } }',
    ENV,
    /"__Host-app" is the name of `cookies\.(?:sessionToken|lastUsed)` as well/,
  ],
];
for (const [config, env, reason] of COOKIES) {
  test(`check finds the cookie that browsers refuse in ${config}`, async () => {
    const { findings, code } = await checkConfig(config, env);
    assert.match(said(findings, "cookies")[0]!, reason);
    assert.match(said(findings, "cookies")[0]!, /^wrong: .* → /);
    assert.equal(code, 1);
  });
}

test("check finds nothing wrong with a cookie for the domain above the origin", async () => {
  const { findings } = await checkConfig(
    '{ providers: [], cookies: { sessionToken: { options: { domain: ".app.example" } } } }',
    { ...ENV, AUTH_URL: "https://www.app.example" },
  );
  assert.match(
    said(findings, "cookies")[0]!,
    /^ok: __Secure-latchkey\.session-token; .*Domain=\.app\.example/,
  );
});

test("check repeats the warnings of the library", async () => {
  const { findings } = await checkConfig(
    "{ providers: [], callback: {}, session: { maxAge: 2592000000 }, messages: { de: { signin: {} } } }",
  );
  const warnings = said(findings, "config").map((text) => text.split(":", 2).join(":")).sort();
  assert.deepEqual(warnings, [
    "warning: suspicious-age",
    "warning: unknown-message",
    "warning: unknown-option",
  ]);
});

test("check names the variables that look as if the library read them", async () => {
  const { findings } = await checkConfig(
    '{ providers: [{ id: "op", type: "oidc", issuer: "https://op.example" }] }',
    {
      ...ENV,
      AUTH_OP_ID: "1",
      AUTH_OP_CLIENT_SECRET: "2",
      AUTH_OP_SCOPE: "3",
      OP_CLIENT_ID: "4",
      OP_ISSUER: "https://op.example",
      AUTH_GITHUB_ID: "5",
      AUTH_SECRET_4: OTHER,
      AUTH_MAIL_FROM: "the application's own",
      NEXTAUTH_URL: "https://app.example",
      NEXTAUTH_SECRET: OTHER,
      NEXTAUTH_URL_INTERNAL: "http://localhost",
      AUTH_TRUSTED_HOST: "1",
    },
  );
  assert.deepEqual(
    findings.filter(({ name }) => name === "environment").map((
      { text, advice },
    ) => [text.split(" ")[0], advice]),
    [
      ["AUTH_GITHUB_ID", 'No provider of the config has the id "github"'],
      ["AUTH_OP_CLIENT_SECRET", "Rename it to AUTH_OP_SECRET"],
      [
        "AUTH_OP_SCOPE",
        'Remove it: of the provider "op" the library reads AUTH_OP_ID, AUTH_OP_SECRET, AUTH_OP_ISSUER',
      ],
      ["AUTH_SECRET_4", "Secrets are AUTH_SECRET and AUTH_SECRET_1 to AUTH_SECRET_3, the newest"],
      ["AUTH_TRUSTED_HOST", "Rename it to AUTH_TRUST_HOST"],
      ["NEXTAUTH_SECRET", "Remove it: AUTH_SECRET is set, and counts"],
      ["NEXTAUTH_URL", "Remove it: AUTH_URL is set, and counts"],
      ["NEXTAUTH_URL_INTERNAL", "Remove it: the library sends no requests to itself"],
      ["OP_ISSUER", "Rename it to AUTH_OP_ISSUER"],
    ],
  );
});

test("check says that an id of a provider is wrong whatever its characters, and sends none to the terminal", async () => {
  for (const id of ["a\u001b[31m\n::error::x", "(", "[", "a+", "*", "\\", "a.b", "constructor", "\u202e"]) {
    const config = `{ providers: [{ id: ${
      JSON.stringify(id)
    }, type: "oidc", issuer: "https://op.example", clientId: "a", clientSecret: "b" }] }`;
    const files = { "auth.ts": `export const config = ${config};` };
    const { out, errors, code } = await run(["check", "--offline", "auth.ts"], {
      files,
      env: { ...ENV, AAB_ID: "x", OTHER_ID: "y", AUTH_AAB_SECRET: "z", A_B_ID: "w" },
    });
    assert.equal(errors, "", id);
    // deno-lint-ignore no-control-regex -- these control a terminal
    assert.doesNotMatch(out, /[\x00-\x09\x0b-\x1f\x7f-\x9f\u202e]|^::/m, id);
    assert.doesNotMatch(out, /Rename it to AUTH_A\+|A\.B/);
    if (/^[\w.-]+$/.test(id)) assert.equal(code, 0, out);
    else assert.match(out, /its `id` is part of URLs/, id);
  }
});

test("check warns of each attribute that weakens the session cookie", async () => {
  const weak = await checkConfig(
    '{ providers: [], cookies: { sessionToken: { name: "s", options: { httpOnly: false, secure: false } } } }',
  );
  assert.deepEqual(said(weak.findings, "cookies").map((text) => text.split(", so ")[0]), [
    "warning: `cookies.sessionToken`: it is not `HttpOnly`",
    "warning: `cookies.sessionToken`: it is not `Secure`",
  ]);
  const plain = await checkConfig("{ providers: [], useSecureCookies: false }");
  assert.match(said(plain.findings, "cookies")[0]!, /^warning: .*not `Secure`.*→ Leave `secure` and `useSec/);
  const none = await checkConfig(
    '{ providers: [], cookies: { sessionToken: { options: { sameSite: "none" } } } }',
  );
  assert.match(said(none.findings, "cookies")[0]!, /^warning: .*`sameSite` is "none"/);
  const local = await checkConfig("{ providers: [] }", { ...ENV, AUTH_URL: "http://localhost:3000" });
  assert.match(said(local.findings, "cookies")[0]!, /^ok: /);
  assert.deepEqual([weak, plain, none].map(({ code }) => code), [0, 0, 0]);
});

test("check prints the statement that marks verified addresses, for a database of Auth.js whose users a mail refuses", async () => {
  const methods = [
    "createUser",
    "getUser",
    "getUserByEmail",
    "getUserByAccount",
    "updateUser",
    "linkAccount",
  ];
  const more = ["createVerificationToken", "useVerificationToken"];
  const adapter = `{ ${[...methods, ...more].map((name) => `${name}() { return null; }`).join(", ")} }`;
  const oauth = (id: string) =>
    `{ id: "${id}", name: "A", type: "oauth", clientId: "a", clientSecret: "b", authorization: "https://a.example/a", ` +
    `token: "https://a.example/t", userinfo: "https://a.example/u" }`;
  const mail = '{ id: "email", name: "E", type: "email", sendVerificationRequest() {} }';
  const configOf = (...providers: string[]) =>
    `{ session: { strategy: "jwt" }, adapter: ${adapter}, providers: [${providers}] }`;
  const page = await readFile(new URL("../../docs/migration/auth_js.md", import.meta.url), "utf8");
  const [, statement = ""] = /```sql\n(UPDATE [^]*?)```/.exec(page) ?? [];
  const both = await checkConfig(configOf(oauth("google"), oauth("apple"), oauth("discord"), mail));
  const [finding] = both.findings.filter(({ name }) => name === "addresses");
  assert.equal(finding!.status, "warning");
  assert.match(finding!.advice!, /those of Prisma are "User" and "Account"/);
  assert.ok(finding!.advice!.endsWith(statement.replaceAll(/\s+/g, " ").trim()), finding!.advice!);
  const one = await checkConfig(configOf(oauth("google"), mail));
  assert.match(one.findings.find(({ name }) => name === "addresses")!.advice!, /NOT IN \('google'\)/);
  for (const config of [configOf(oauth("google")), configOf(oauth("discord"), mail)]) {
    const { findings } = await checkConfig(config);
    assert.deepEqual(findings.filter(({ name }) => name === "addresses"), []);
  }
});

test("check refuses the tag of a language where the integration has all code in one file", async () => {
  const config = '{ providers: [], languages: ["en", "de"] }';
  const worker = { "wrangler.jsonc": "{}" };
  const hono = { "package.json": JSON.stringify({ dependencies: { hono: "4" } }) };
  const kit = { ...worker, "package.json": JSON.stringify({ dependencies: { "@sveltejs/kit": "3" } }) };
  const isRefused = async (files: Record<string, string>) => {
    const { findings } = await checkConfig(config, ENV, files);
    const wrong = findings.filter(({ status }) => status === "wrong");
    for (const { text } of wrong) {
      assert.match(text, /there are no messages in "de": write `languages: \[en, de\]`/);
    }
    return wrong.length === 1;
  };
  assert.deepEqual(await Promise.all([{}, kit, worker, hono].map(isRefused)), [false, false, true, true]);
});

test("check names a plain object that a worker refuses, and nothing of it elsewhere", async () => {
  const client = 'clientId: "id", clientSecret: "secret"';
  const plain = [
    '{ id: "login", name: "Login", type: "credentials", credentials: {}, authorize: () => null }',
    `{ id: "login", name: "Login", type: "oidc", issuer: "https://login.example", ${client} }`,
  ];
  const worker = { "wrangler.jsonc": "{}" };
  const hono = { ...worker, "package.json": JSON.stringify({ dependencies: { hono: "4" } }) };
  const named = async (config: string, files: Record<string, string>, code = "") => {
    const own = { "auth.ts": `${code}; export const config = ${config};`, ...files };
    const { findings } = await check({ env: ENV, files: own }, ["--offline"]);
    return findings.filter(({ text }) => /it is a plain object/.test(text)).map(({ status }) => status);
  };
  for (const each of plain) {
    const config = `{ providers: [${each}] }`;
    assert.deepEqual(await named(config, worker), ["warning"]);
    assert.deepEqual([...await named(config, {}), ...await named(config, hono)], []);
  }
  const gitHub = 'import { GitHub } from "@latchkey/auth/providers/github"';
  assert.deepEqual(await named(`{ providers: [GitHub({ ${client} }), ${plain[1]}] }`, worker, gitHub), []);
});

test("check names providers that are experimental, and not Passkey", async () => {
  const code = `
    import { Memory } from "@latchkey/auth/adapters/memory";
    import { Passkey } from "@latchkey/auth/providers/passkey";
    import { WebAuthn } from "@latchkey/auth/providers/webauthn";
    export const config = {
      providers: [Passkey, WebAuthn({ id: "keys", enableConditionalUI: false })],
      adapter: Memory(),
      experimental: { enableWebAuthn: true },
    };`;
  const report = await check({ env: ENV, files: { "auth.ts": code } }, ["--offline"]);
  const experiments = report.findings.filter(({ text }) => /experimental/.test(text));
  assert.deepEqual(experiments.map(({ status, text }) => `${status}: ${text}`), [
    'warning: provider "keys" is experimental: it may change with any version',
  ]);
  assert.equal(report.code, 0);
});

/** Options beside a provider of mail, and whether users are told what happens to their account. */
const NOTICES: readonly (readonly [mail: string, more: string, isSaid: boolean])[] = [
  ["", "features: [SecondFactor()]", true],
  ["", "", true],
  ["notices: true", "features: [SecondFactor()]", false],
  ["", "features: [SecondFactor()], securityMails: false", false],
];

for (const [mail, more, isSaid] of NOTICES) {
  test(`check ${isSaid ? "names" : "does not name"} mails that nobody sends: ${mail || "no notices"}, ${more}`, async () => {
    const config = `
      import { Memory } from "@latchkey/auth/adapters/memory";
      import { Email } from "@latchkey/auth/providers/email";
      import { Password } from "@latchkey/auth/providers/password";
      import { SecondFactor } from "@latchkey/auth/second-factor";
      const mail = Email({ mails: "both", sendVerificationRequest() {}, ${mail} });
      export const config = { adapter: Memory(), providers: [Password(), mail], ${more} };`;
    const { findings } = await check({ env: ENV, files: { "auth.ts": config } }, ["--offline"]);
    const found = said(findings, "config").filter((text) => /no mail tells users/.test(text));
    assert.equal(found.length, isSaid ? 1 : 0, found.join());
    if (isSaid) {
      assert.match(found[0]!, /provider "email" sends only links and codes → Write `notices: true`/);
    }
  });
}

test("check does not ask for mails about accounts of an application without passwords and second factors", async () => {
  const config = `
    import { Memory } from "@latchkey/auth/adapters/memory";
    import { Email } from "@latchkey/auth/providers/email";
    export const config = { providers: [Email({ sendVerificationRequest() {} })], adapter: Memory() };`;
  const { findings } = await check({ env: ENV, files: { "auth.ts": config } }, ["--offline"]);
  assert.deepEqual(said(findings, "config"), []);
});

test("check names NIST SP 800-63B-4 where short passwords are the only factor", async () => {
  const files = {
    "auth.ts": `
      import { Password } from "@latchkey/auth/providers/password";
      import { Resend } from "@latchkey/auth/providers/resend";
      import { Memory } from "@latchkey/auth/adapters/memory";
      import { SecondFactor } from "@latchkey/auth/second-factor";
      const required = process.env.REQUIRED === "yes";
      const short = Password({ minLength: 8 });
      export const config = {
        adapter: Memory(),
        providers: [process.env.COPIED ? { ...Password(), minLength: 12 } : short, Resend({ from: "a@app.example" })],
        features: [SecondFactor({ required })],
      };`,
  };
  const findings = async (env: Record<string, string>) =>
    said(
      (await check({ env: { ...ENV, AUTH_RESEND_KEY: "re_1", ...env }, files }, ["--offline"])).findings,
      "config",
    )
      .filter((text) => text.includes("short-passwords"));
  assert.match((await findings({}))[0]!, /^warning: .*new passwords of 8 characters.*NIST SP 800-63B-4/);
  assert.match((await findings({ COPIED: "yes" }))[0]!, /new passwords of 12 characters/);
  assert.deepEqual(await findings({ REQUIRED: "yes" }), []);
});
