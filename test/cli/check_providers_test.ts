import assert from "node:assert/strict";
import { test } from "node:test";
import { readClock } from "../../src/cli/clock.ts";
import { ProviderAnswer } from "../../src/http/provider_answer.ts";
import { application, check, ENV, listen, said } from "./_command.ts";

test("check finds nothing wrong with a provider that works", async () => {
  await using site = listen();
  const { findings, code } = await check({ ...site, ownProcess: true });
  assert.deepEqual(findings.filter(({ status }) => status !== "ok"), []);
  assert.equal(code, 0);
  assert.deepEqual(said(findings, "metadata"), [
    `ok: of ${site.issuer}, from ${site.issuer}/.well-known/openid-configuration`,
  ]);
  assert.deepEqual(said(findings, "client"), ["ok: the provider accepts client id and secret"]);
  assert.deepEqual(said(findings, "keys"), [`ok: ${site.issuer}/jwks has one key`]);
  assert.deepEqual(said(findings, "pkce"), ["ok: S256, which the provider supports"]);
  assert.deepEqual(said(findings, "callback"), [
    "ok: https://app.example/auth/callback/op must be registered at the provider",
  ]);
});

test("check says which addresses of a logout must be registered at the provider", async () => {
  await using plain = listen();
  await using full = listen();
  full.provider.tamper = {
    metadata: { end_session_endpoint: `${full.issuer}/logout`, backchannel_logout_supported: true },
  };
  const said = async ({ issuer, provider }: typeof plain, options: string) => {
    const { ".env": env } = application(issuer, provider.clientSecret);
    const config = `import { Memory } from "@latchkey/auth/adapters/memory";
      import { ProviderLogout } from "@latchkey/auth/provider-logout";
      const options = ${options};
      const providers = [{ id: "op", name: "OP", type: "oidc", issuer: ${JSON.stringify(issuer)} }];
      export const config = { adapter: Memory(), providers, ...options };`;
    const { findings, code } = await check({ files: { ".env": env!, "auth.ts": config } });
    assert.equal(code, 0);
    return findings.filter(({ name }) => ["logout", "back-channel"].includes(name)).map(({ text }) => text);
  };
  const both = "{ features: [ProviderLogout({ backchannel: true })] }";
  assert.deepEqual(await said(full, both), [
    "https://app.example/auth/post-logout must be registered at the provider, for users who sign out there",
    "https://app.example/auth/backchannel-logout/op must be registered at the provider, as back-channel logout URL",
  ]);
  assert.deepEqual(await said(plain, both), [
    "the provider names no page for it: a sign-out ends the session here alone",
    "https://app.example/auth/backchannel-logout/op is not for this provider: its metadata do not name " +
    "back-channel logout",
  ]);
  assert.equal((await said(full, "{ features: [ProviderLogout()] }")).length, 1);
  assert.deepEqual(await said(full, "{}"), []);
});

test("check says that the clock is wrong, by how much, and what to do", async () => {
  await using site = listen({ ahead: 600_000 });
  const { findings, code } = await check(site);
  const [clock] = said(findings, "clock");
  assert.match(
    clock!,
    /^wrong: this computer is 10 minutes behind localhost:\d+ → Let the computer set its clock, with NTP/,
  );
  assert.match(clock!, /more than 30 seconds/);
  assert.equal(code, 1);
});

test("check warns of a clock that ID tokens still allow", async () => {
  // Between 5 and 30 seconds, also where the answer comes late.
  await using site = listen({ ahead: -17_000 });
  const { findings, code } = await check(site);
  assert.match(
    said(findings, "clock")[0]!,
    /^warning: this computer is \d\d? seconds ahead of localhost:\d+/,
  );
  assert.equal(code, 0);
});

test("readClock() compares the date of an answer with the middle of the request", async () => {
  const times = [Date.UTC(2030, 0, 1, 0, 0, 10), Date.UTC(2030, 0, 1, 0, 0, 30)];
  const date = new Date(Date.UTC(2030, 0, 1)).toUTCString();
  const answer = new ProviderAnswer("{}", { status: 200, headers: { date, age: "5" } });
  const provider = { request: () => Promise.resolve(answer) };
  const now = () => times.shift()!;
  const { reading } = await readClock("https://idp.test/keys", provider, { now });
  assert.deepEqual(reading, { ahead: 15, host: "idp.test" });
});

test("check takes into account for how long a cache has kept an answer", async () => {
  await using site = listen({ ahead: -600_000, age: 600 });
  const { findings } = await check(site);
  assert.match(said(findings, "clock")[0]!, /^ok: within 5 seconds of that of localhost:\d+/);
});

test("check blames the clock of one provider if another agrees with this computer", async () => {
  await using late = listen({ ahead: -3_600_000 });
  await using right = listen();
  const files = {
    ...late.files,
    "auth.ts": `export const config = { providers: [
      { id: "op", name: "OP", type: "oidc", issuer: "${late.issuer}" },
      { id: "right", name: "R", type: "oidc", issuer: "${right.issuer}", clientId: "fake-client",
        clientSecret: ${JSON.stringify(right.provider.clientSecret)} },
    ] };`,
  };
  const { findings } = await check({ files });
  assert.deepEqual(
    findings.filter(({ name }) => name === "clock").map(({ part, status }) => [part, status]),
    [
      ["Config", "ok"],
      ["Provider op", "warning"],
    ],
  );
});

test("check says that the provider does not accept the client", async () => {
  await using site = listen();
  const { findings, code, text } = await check({
    files: application(site.issuer, "a wrong secret of the client"),
    ownProcess: true,
  });
  assert.match(
    said(findings, "client")[0]!,
    /^wrong: Cannot sign in with "op": the provider does not accept the client \("invalid_client"\)\. .*AUTH_OP_SECRET/,
  );
  assert.equal(code, 1);
  assert.ok(!text.includes("a wrong secret"));
});

test("check does not take an error about the code for one about the client", async () => {
  await using site = listen();
  const answers = [
    {
      error: "invalid_request",
      error_description: "appid/redirect uri does not match the authorization code",
    },
    { error: "invalid_request", error_description: "the code is malformed" },
    { error: { message: "no such code", code: 100 } },
  ];
  for (const answer of answers) {
    site.provider.tamper = { respond: { token: () => Response.json(answer, { status: 400 }) } };
    const { findings, code } = await check(site);
    assert.match(
      said(findings, "client")[0]!,
      /^skipped: the provider does not say whether it accepts the client: /,
    );
    assert.equal(code, 0);
  }
});

test("check says which metadata, keys and endpoints of a provider cannot be used", async () => {
  await using site = listen();
  site.provider.tamper = { metadata: { issuer: "https://another.example" } };
  const other = await check(site);
  site.provider.tamper = { metadata: { jwks_uri: undefined } };
  const keyless = await check(site);
  site.provider.tamper = { jwks: { keys: [] } };
  const empty = await check(site);
  site.provider.tamper = { respond: { authorization: () => new Response("", { status: 404 }) } };
  const absent = await check(site);
  assert.match(
    said(other.findings, "metadata")[0]!,
    /^wrong: .*their issuer is "https:\/\/another\.example", expected/,
  );
  assert.match(said(keyless.findings, "keys")[0]!, /^wrong: .*jwks_uri.*→.*`jwks_endpoint`/);
  assert.match(said(empty.findings, "keys")[0]!, /^wrong: .*without a JSON Web Key Set/);
  assert.match(
    said(absent.findings, "authorization")[0]!,
    /^warning: .*\/authorize answers the start of a sign-in with status 404/,
  );
  assert.deepEqual([other, keyless, empty, absent].map(({ code }) => code), [1, 1, 1, 0]);
});

test("check says that the provider refuses to begin a sign-in", async () => {
  await using site = listen();
  site.provider.tamper = {
    authorization: { code: undefined, error: "invalid_scope", error_description: "no email" },
  };
  const scope = await check(site);
  site.provider.deny("login_required");
  site.provider.tamper = {};
  const user = await check(site);
  site.provider.tamper = { metadata: { require_pushed_authorization_requests: true } };
  const pushed = await check(site);
  assert.match(
    said(scope.findings, "authorization")[0]!,
    /^wrong: .*refuses the sign-in: "invalid_scope" \(no email\)/,
  );
  assert.match(said(user.findings, "authorization")[0]!, /^ok: /);
  assert.match(said(pushed.findings, "authorization")[0]!, /^wrong: .*pushed_authorization_request_endpoint/);
  const [request] = site.provider.requests.filter(({ endpoint }) => endpoint === "authorization");
  assert.equal(request!.params.get("redirect_uri"), "https://app.example/auth/callback/op");
});

test("check warns if the metadata list neither PKCE nor the method of the client", async () => {
  await using site = listen();
  site.provider.tamper = {
    metadata: {
      code_challenge_methods_supported: ["plain"],
      token_endpoint_auth_methods_supported: ["tls_client_auth"],
    },
  };
  const { findings } = await check(site);
  assert.match(
    said(findings, "pkce")[0]!,
    /^warning: .*S256, which the metadata do not list → .*checks: \["state"\]/,
  );
  assert.match(said(findings, "method")[0]!, /^warning: .*client_secret_basic.*"tls_client_auth"/);
});

test("check says that discovery answers with a page", async () => {
  const server = Deno.serve(
    { hostname: "localhost", port: 0, onListen() {} },
    () =>
      new Response("<!doctype html><title>Not here</title>", { headers: { "content-type": "text/html" } }),
  );
  const { findings, code } = await check({
    files: application(`http://localhost:${server.addr.port}`, "unused secret"),
  });
  await server.shutdown();
  assert.match(
    said(findings, "metadata")[0]!,
    /^wrong: Cannot read the answer of ".*openid-configuration": it is not a JSON object/,
  );
  assert.match(said(findings, "clock")[0]!, /^skipped/);
  assert.equal(code, 1);
});

test("check says that a provider is down, and why", async () => {
  const { findings, code } = await check({ files: application(await closed(), "unused secret") });
  assert.match(
    said(findings, "metadata")[0]!,
    /^wrong: Cannot get ".*": it could not be reached \(.*refused/i,
  );
  assert.equal(code, 1);
});

test("check --offline sends no request", async () => {
  await using site = listen();
  const { findings, code } = await check(
    site,
    ["--offline"],
  );
  assert.deepEqual(site.provider.requests, []);
  assert.deepEqual(said(findings, "network"), ["skipped: no request was sent (--offline)"]);
  assert.deepEqual(said(findings, "clock"), []);
  assert.equal(code, 0);
});

test("check reports each provider that lacks options, in the order of the config", async () => {
  const { findings } = await check({
    env: { ...ENV, AUTH_GITHUB_ID: "1" },
    files: {
      "auth.ts": `
        import { GitHub } from "@latchkey/auth/providers/github";
        import { Google } from "@latchkey/auth/providers/google";
        export const config = { providers: [Google, GitHub] };`,
    },
  }, ["--offline"]);
  assert.deepEqual(
    findings.filter(({ name }) => name === "options").map(({ part, text }) => [part, text.split(",")[0]]),
    [
      ["Provider google", 'Cannot use provider "google": set `clientId`'],
      ["Provider github", 'Cannot use provider "github": set `clientSecret`'],
    ],
  );
});

/** The URL of a port on which nothing listens. */
async function closed(): Promise<string> {
  const server = Deno.serve({ hostname: "localhost", port: 0, onListen() {} }, () => new Response());
  const url = `http://localhost:${server.addr.port}`;
  await server.shutdown();
  return url;
}
