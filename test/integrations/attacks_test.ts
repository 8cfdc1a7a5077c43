/**
 * Attacks on what several integrations have in common.
 *
 * @module
 */

import assert from "node:assert/strict";
import { test } from "node:test";
import { ALL_CAPABILITIES } from "../../src/core/capabilities.ts";
import { CredentialsSignin } from "../../src/errors/errors.ts";
import { mountSource } from "../../src/integrations/mount/config_source.ts";
import { NextAuth, type NextRequest } from "../../src/integrations/next/next.ts";
import { mount } from "../../src/integrations/mount/integration.ts";
import { Credentials } from "../../src/providers/credentials.ts";
import { fakeProvider, testPlatform } from "../../src/testing/mod.ts";
import { oidc } from "../flows/_world.ts";
import { config } from "./_application.ts";

const options = { caller: "TestAuth", capabilities: ALL_CAPABILITIES, env: () => ({}) };
const page = { url: "https://app.test/", headers: new Headers() };

test("signIn() throws for a wrong password, whatever other fields the form has (CR-18)", async () => {
  const password = Credentials({ credentials: {}, authorize: () => null });
  const auth = mount({ ...config, url: "https://app.test", providers: [password] }, {});
  for (const fields of [{}, { json: "true" }] as Record<string, string>[]) {
    await assert.rejects(
      auth.signIn(page, { providerId: "credentials", fields }),
      CredentialsSignin,
      JSON.stringify(fields),
    );
  }
});

test("mountSource() does not share metadata of which one config has overridden an endpoint with another config", async () => {
  const idp = fakeProvider({ issuer: "https://idp.test" });
  const answer = async (request: Request) => {
    if (!request.url.endsWith("/openid-configuration")) return await idp.fetch(request);
    const metadata = await (await idp.fetch(request)).json();
    return Response.json({ ...metadata, userinfo_endpoint: "https://10.0.0.1/userinfo" });
  };
  const platform = testPlatform({ sites: { "https://idp.test": answer } });
  const create = (userinfo: string | undefined) => ({
    ...config,
    platform,
    providers: [oidc(idp, userinfo === undefined ? {} : { userinfo })],
  });
  const strict = mountSource(create, options);
  await assert.rejects(
    (await strict(undefined)).signIn(page, { providerId: "idp" }),
    /./,
    "alone, it is refused",
  );
  const mounted = mountSource(create, options);
  await (await mounted(idp.metadata.userinfo_endpoint)).signIn(page, { providerId: "idp" });
  await assert.rejects((await mounted(undefined)).signIn(page, { providerId: "idp" }));
});

test("mountSource() does not log a warning for each Host that a client invents", async () => {
  const warnings: string[] = [];
  const logger = { error() {}, warn: (code: string) => void warnings.push(code) };
  const mounted = mountSource(() => ({ ...config, url: "https://app.test", logger }), options);
  for (let i = 0; i < 600; i++) {
    await (await mounted(null)).answer(new Request(`https://h${i}.evil.test/auth/session`));
  }
  const before = warnings.length;
  for (let i = 0; i < 3; i++) {
    await (await mounted(null)).answer(new Request("https://again.evil.test/auth/session"));
  }
  assert.ok(before <= 10, String(before));
  assert.equal(warnings.length, before);
});

test("mountSource() shares metadata also after 500 other providers", async () => {
  const idp = fakeProvider({ issuer: "https://idp.test" });
  const platform = testPlatform({ sites: { [idp.origin]: idp.fetch } });
  const create = (issuer: string) => ({
    ...config,
    platform,
    providers: [oidc(idp, { issuer })],
  });
  const mounted = mountSource(create, options);
  for (let i = 0; i < 500; i++) await mounted(`https://tenant-${i}.test`);
  for (let i = 0; i < 3; i++) await (await mounted(idp.issuer)).signIn(page, { providerId: "idp" });
  assert.equal(idp.requests.filter(({ endpoint }) => endpoint === "metadata").length, 1);
});

test("NextAuth() answers a request whose Host is no valid host", async () => {
  const { handlers } = NextAuth(config);
  for (const host of ["999.999.999.999", "app.example:99999", "xn--80.com"]) {
    const response = await handlers.GET(requestFor("/api/auth/session", { headers: { host } }));
    assert.ok(response.status < 500, host);
  }
});

/** A request as Next hands it over. */
function requestFor(path: string, init: RequestInit = {}): NextRequest {
  const request = new Request(`http://localhost:3000${path}`, init);
  const headers = new Headers(init.headers);
  const nextUrl = Object.assign(new URL(request.url), { basePath: "" });
  const cookies = { set() {}, delete() {} };
  return {
    method: "GET",
    url: request.url,
    headers,
    nextUrl,
    cookies,
    body: null,
    bodyUsed: false,
  } as unknown as NextRequest;
}
