import assert from "node:assert/strict";
import { test } from "node:test";
import { application, check, listen, said } from "./_command.ts";

const refuse = (error: string, status = 400) => () => Response.json({ error }, { status });

const PUBLIC = 'client: { token_endpoint_auth_method: "none" }';

test("check does not say that a provider accepts the secret if it answers the same to a wrong one", async () => {
  await using site = listen();
  const requests: string[] = [];
  site.provider.tamper = {
    respond: {
      token: (request) => {
        requests.push(request.headers.get("authorization")!);
        return refuse("invalid_grant")();
      },
    },
  };
  const { findings, code } = await check({ files: application(site.issuer, "the right secret") });
  assert.deepEqual(said(findings, "client"), [
    "skipped: the provider does not say whether it accepts the client: it answers the same to a wrong secret",
  ]);
  assert.deepEqual([code, requests.length, new Set(requests).size], [0, 2, 2]);
  assert.equal(site.provider.requests.filter(({ endpoint }) => endpoint === "metadata").length, 1);
});

test("check does not say that a provider accepts the secret if it answers a wrong one with another error", async () => {
  await using site = listen();
  const answers = ["invalid_grant", "invalid_request"];
  site.provider.tamper = { respond: { token: () => refuse(answers.shift()!)() } };
  const { findings } = await check({ files: application(site.issuer, "the right secret") });
  assert.match(said(findings, "client")[0]!, /^skipped: .*: it answers no refusal to a wrong secret$/);
});

test("check says of a public client only that its id is accepted", async () => {
  await using site = listen();
  const files = application(site.issuer, "", PUBLIC);
  const token = async (request: Request) => {
    const id = new URLSearchParams(await request.text()).get("client_id");
    return refuse(id === "fake-client" ? "invalid_grant" : "invalid_client")();
  };
  site.provider.tamper = { respond: { token } };
  const known = await check({ files });
  site.provider.tamper = { respond: { token: refuse("invalid_grant") } };
  const unsaid = await check({ files });
  assert.deepEqual(said(known.findings, "client"), ["ok: the provider accepts the client id"]);
  assert.match(said(unsaid.findings, "client")[0]!, /^skipped: .* the same to an unknown client id$/);
});

test("check signs the second request of a client with a key with another key", async () => {
  await using site = listen();
  const assertions: string[] = [];
  const token = async (request: Request) => {
    assertions.push(new URLSearchParams(await request.text()).get("client_assertion")!);
    return refuse(assertions.length === 1 ? "invalid_grant" : "invalid_client")();
  };
  site.provider.tamper = { respond: { token } };
  const files = application(
    site.issuer,
    "",
    `token: { clientPrivateKey: { kid: "k", key: (await crypto.subtle.generateKey(
      { name: "ECDSA", namedCurve: "P-256" }, false, ["sign", "verify"])).privateKey } }`,
  );
  const { findings } = await check({ files });
  assert.deepEqual(said(findings, "client"), ["ok: the provider accepts client id and key"]);
  assert.deepEqual(assertions.map((jwt) => JSON.parse(atob(jwt.split(".")[0]!)).kid), ["k", "k"]);
});

for (const status of [301, 302, 404, 405, 500, 503]) {
  test(`check says that the token endpoint is wrong if it answers with status ${status}`, async () => {
    await using site = listen();
    const headers = { location: "/elsewhere" };
    site.provider.tamper = { respond: { token: () => new Response("a page", { status, headers }) } };
    const { findings, code } = await check(site);
    assert.match(said(findings, "token")[0]!, new RegExp(`^wrong: .*/token answers with status ${status} →`));
    assert.deepEqual([said(findings, "client"), code], [[], 1]);
  });
}

test("check takes an error of RFC 6749 for an answer of the token endpoint, whatever its status", async () => {
  await using site = listen();
  site.provider.tamper = { respond: { token: refuse("invalid_request", 404) } };
  const { findings, code } = await check(site);
  assert.match(said(findings, "client")[0]!, /^skipped: .*"invalid_request"/);
  assert.equal(code, 0);
});

test("check warns of a token endpoint that accepts a code that does not exist", async () => {
  await using site = listen();
  const token = () => Response.json({ access_token: "a", token_type: "bearer" });
  site.provider.tamper = { respond: { token } };
  const oauth = `type: "oauth", authorization: "${site.issuer}/authorize", token: "${site.issuer}/token",
    userinfo: "${site.issuer}/userinfo", issuer: undefined`;
  const { findings, code } = await check({
    files: { ...site.files, ...application(site.issuer, site.provider.clientSecret, oauth) },
  });
  assert.match(said(findings, "token")[0]!, /^warning: the provider accepts a code that does not exist →/);
  assert.equal(code, 0);
});

test("check warns if the start of a sign-in leads to a page with an error", async () => {
  await using site = listen();
  const cases = [
    ["/login?error=invalid_client", '"invalid_client"'],
    ["/signin/oauth/error?authError=Cg5y", '"Cg5y"'],
    ["https://other.example/#error=unauthorized&error_description=No", '"unauthorized" \\(No\\)'],
    ["/oauth/error/12", "the page /oauth/error/12"],
  ] as const;
  for (const [location, reason] of cases) {
    const headers = { location };
    site.provider.tamper = { respond: { authorization: () => new Response("", { status: 302, headers }) } };
    const { findings, code } = await check(site);
    assert.match(
      said(findings, "authorization")[0]!,
      new RegExp(`^warning: .*redirect to an error: ${reason} → Sign in with a browser`),
    );
    assert.equal(code, 0);
  }
  for (const location of ["/login?error=", "/login?returnTo=/error", "/errors"]) {
    const headers = { location };
    site.provider.tamper = { respond: { authorization: () => new Response("", { status: 302, headers }) } };
    assert.match(said((await check(site)).findings, "authorization")[0]!, /^ok: /);
  }
});

test("check shortens what a provider says of an error", async () => {
  await using site = listen();
  site.provider.tamper = {
    authorization: { code: undefined, error: "invalid_scope", error_description: "x".repeat(5000) },
  };
  const { findings } = await check(site);
  assert.match(said(findings, "authorization")[0]!, /"invalid_scope" \(x{500}…\)$/);
});
