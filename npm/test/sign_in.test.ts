import assert from "node:assert/strict";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { Auth, type AuthConfig, customFetch, resolveSession } from "@latchkey/auth";
import { getToken } from "@latchkey/auth/jwt";
import { NodeAuth } from "@latchkey/auth/node";
import type { OIDCConfig } from "@latchkey/auth/providers";
import { type FakeProvider, fakeProvider, testBrowser, testPlatform } from "@latchkey/auth/testing";
import { test } from "vitest";

const app = "https://app.test";
const secret = "a secret of at least 32 characters, for tests";

test("a customer signs in, reads the session and signs out", async () => {
  const { browser, config } = open();
  const signIn = await browser.open(`${app}/auth/signin`);
  const home = await signIn.submit("/auth/signin/company");
  assert.equal(home.url, `${app}/`);
  assert.equal(home.text, "Hello, Ada Lovelace");

  const session = await (await browser.fetch(`${app}/auth/session`)).json();
  assert.equal(session.user.email, "ada@example.com");
  const cookie = browser.cookies(app).map(({ name, value }) => `${name}=${value}`).join("; ");
  const req = new Request(app, { headers: { cookie } });
  assert.equal((await getToken({ req, secret, secureCookie: true }))?.name, "Ada Lovelace");
  assert.equal((await resolveSession(req, config)).session?.user?.name, "Ada Lovelace");

  const signOut = await browser.open(`${app}/auth/signout`);
  assert.equal((await signOut.submit()).text, "Hello, stranger");
  assert.equal(await (await browser.fetch(`${app}/auth/session`)).json(), null);
});

test("a customer is told when the provider refuses", async () => {
  const { browser, provider } = open();
  provider.deny();
  const page = await (await browser.open(`${app}/auth/signin`)).submit("/auth/signin/company");
  assert.equal(new URL(page.url).pathname, "/auth/signin");
  assert.equal(new URL(page.url).searchParams.get("error"), "OAuthCallbackError");
});

test("a customer serves the library with node:http", async () => {
  const { config } = open();
  const server = createServer(NodeAuth(config, async (_req, res, auth) => {
    res.end(JSON.stringify(await auth()));
  }));
  await new Promise<void>((listening) => server.listen(0, "localhost", listening));
  try {
    const origin = `http://localhost:${(server.address() as AddressInfo).port}`;
    assert.equal(await (await fetch(origin)).json(), null);
    const { company } = await (await fetch(`${origin}/auth/providers`)).json();
    assert.equal(company.signinUrl, `${origin}/auth/signin/company`);
  } finally {
    server.closeAllConnections();
    await new Promise((closed) => server.close(closed));
  }
});

function open() {
  const platform = testPlatform();
  const provider = fakeProvider({ now: platform.now });
  const config = { providers: [company(provider)], secret, trustHost: true, platform } satisfies AuthConfig;
  platform.sites[provider.origin] = provider.fetch;
  platform.sites[app] = async (request) => {
    if (new URL(request.url).pathname.startsWith("/auth/")) {
      return await Auth(request, config);
    }
    const { session } = await resolveSession(request, config);
    return new Response(`Hello, ${session?.user?.name ?? "stranger"}`);
  };
  return { browser: testBrowser(platform.sites, { now: platform.now }), config, provider };
}

function company({ issuer, clientId, clientSecret, fetch }: FakeProvider): OIDCConfig {
  return {
    id: "company",
    name: "Company",
    type: "oidc",
    issuer,
    clientId,
    clientSecret,
    [customFetch]: fetch,
  };
}
