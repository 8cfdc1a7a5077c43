import assert from "node:assert/strict";
import { test } from "node:test";
import { ConfigError } from "../../src/errors/errors.ts";
import { authorizationUrl, setParams } from "../../src/oauth/authorize.ts";
import type { Flow } from "../../src/oauth/flow.ts";
import { resolveProvider } from "../../src/oauth/provider.ts";
import type { Server } from "../../src/oauth/server.ts";
import type { OAuthConfig } from "../../src/model/provider.ts";
import { testPlatform } from "../../src/testing/mod.ts";

const FLOW: Flow = {
  provider: "idp",
  state: "st",
  redirectUri: "https://app.test/auth/callback/idp",
  returnTo: "https://app.test/",
  userId: null,
  link: "none",
};

async function urlFor(
  { more = {}, flow = {}, query = "", endpoint = "as configured" as unknown } = {},
) {
  const definition: OAuthConfig = {
    id: "idp",
    name: "Fake",
    type: "oauth",
    clientId: "client",
    clientSecret: "s",
    authorization: "https://idp.test/authorize",
    token: "https://idp.test/token",
    userinfo: "https://idp.test/userinfo",
    ...more,
  };
  const provider = resolveProvider(definition, { platform: testPlatform() });
  const configured = endpoint === "as configured" ? provider.authorization.url : endpoint;
  const server = { authorization_endpoint: configured } as Server;
  return new URL(
    await authorizationUrl({ server, provider }, { ...FLOW, ...flow }, new URLSearchParams(query)),
  );
}

test("the query of a discovered authorization endpoint stays", async () => {
  const { searchParams } = await urlFor({ endpoint: "https://idp.test/authorize?policy=b2c" });
  assert.equal(searchParams.get("policy"), "b2c");
  assert.equal(searchParams.get("client_id"), "client");
});

test("parameters of the application replace the library's, but for those of the flow", async () => {
  const params = { client_id: "app", response_type: "code token", state: "x", redirect_uri: "x", nonce: "n" };
  const { searchParams } = await urlFor({
    more: { authorization: { url: "https://idp.test/authorize", params } },
  });
  assert.deepEqual(Object.fromEntries(searchParams), {
    client_id: "app",
    response_type: "code token",
    state: "st",
    redirect_uri: "https://app.test/auth/callback/idp",
    nonce: "n",
  });
});

test("the browser's query adds the parameters that are allowed, the last of equal names", async () => {
  const { searchParams } = await urlFor({
    query: "prompt=none&prompt=login&scope=admin&__proto__=x&PROMPT=x",
  });
  assert.deepEqual(searchParams.getAll("prompt"), ["login"]);
  assert.equal([...searchParams].length, 5);
});

test("a parameter is text, a number, a boolean, or an object as JSON, and undefined is left out", () => {
  const target = new URLSearchParams("kept=1&a=old");
  setParams(target, { a: "b c", b: 1, c: true, d: { e: [1] }, f: undefined });
  assert.equal(target.toString(), "kept=1&a=b+c&b=1&c=true&d=%7B%22e%22%3A%5B1%5D%7D");
});

const BOUND = { verifier: "v".repeat(43), nonce: "n" };

test("a provider's `authorization.request` may rename, remove, add and reorder parameters", async () => {
  const request = (params: URLSearchParams) => {
    const id = params.get("client_id")!;
    params.delete("client_id");
    return new URLSearchParams([["appid", id], ...[...params].reverse(), ["more", "a b"]]);
  };
  const url = await urlFor({
    more: { authorization: { url: "https://idp.test/authorize#end", request } },
    flow: BOUND,
  });
  assert.deepEqual([...url.searchParams.keys()], [
    "appid",
    "code_challenge_method",
    "code_challenge",
    "nonce",
    "state",
    "redirect_uri",
    "response_type",
    "more",
  ]);
  assert.equal(url.searchParams.has("client_id"), false);
  assert.equal(url.hash, "#end");
});

test("a provider's `authorization.request` may return the text of a query, which is sent as it is", async () => {
  const request = (params: URLSearchParams) => Promise.resolve(`?scope=a%20b&${params}`);
  const url = await urlFor({ more: { authorization: { url: "https://idp.test/authorize", request } } });
  assert.match(url.search, /^\?scope=a%20b&response_type=code&client_id=client&redirect_uri=/);
});

test("the application's `authorization.request` replaces the module's, which stays without one", async () => {
  const authorization = {
    url: "https://idp.test/authorize",
    request: () => new URLSearchParams({ redirect_uri: FLOW.redirectUri, state: FLOW.state, of: "module" }),
  };
  const kept = await urlFor({ more: { authorization, options: { authorization: { params: { a: "b" } } } } });
  assert.equal(kept.searchParams.get("of"), "module");
  const own = { request: (params: URLSearchParams) => (params.set("of", "application"), params) };
  const replaced = await urlFor({ more: { authorization, options: { authorization: own } } });
  assert.equal(replaced.searchParams.get("of"), "application");
});

for (const name of ["redirect_uri", "state", "nonce", "code_challenge", "code_challenge_method"]) {
  const changes: Readonly<Record<string, (params: URLSearchParams) => unknown>> = {
    "lost": (params) => params.delete(name),
    "changed": (params) => params.set(name, "other"),
    "doubled": (params) => params.append(name, params.get(name)!),
    "emptied": (params) => params.set(name, ""),
  };
  for (const [how, change] of Object.entries(changes)) {
    test(`what binds the answer to the browser cannot be lost by authorization.request(): ${name}, ${how} (OA-36)`, async () => {
      for (const toResult of [(params: URLSearchParams) => params, String]) {
        const request = (params: URLSearchParams) => (change(params), toResult(params));
        const more = { authorization: { url: "https://idp.test/authorize", request } };
        await assert.rejects(urlFor({ more, flow: BOUND }), (error) => {
          assert.ok(error instanceof ConfigError);
          assert.match(
            error.message,
            new RegExp(`"idp": \`authorization.request\` lost or changed "${name}"`),
          );
          return true;
        });
      }
    });
  }
}

for (const result of [undefined, null, {}, 42, "https://idp.test/authorize?state=st"]) {
  test(`the result of authorization.request() must be parameters, not ${JSON.stringify(result)}`, async () => {
    const more = { authorization: { url: "https://idp.test/authorize", request: () => result as never } };
    await assert.rejects(urlFor({ more }), /`authorization.request` returned neither URLSearchParams nor/);
  });
}

test("an `authorization.request` that throws is a mistake in the config", async () => {
  const request = () => {
    throw new Error("unready");
  };
  const more = { authorization: { url: "https://idp.test/authorize", request } };
  await assert.rejects(urlFor({ more }), (error) => {
    assert.ok(error instanceof ConfigError);
    assert.match(error.message, /`authorization.request` failed/);
    return true;
  });
});

test("a URL in the options keeps its fragment and its order, and its parameters are filled in", async () => {
  const written =
    "https://idp.test/connect?appid=1&redirect_uri=REDIRECT&response_type=code&scope=s&state=STATE#redirect";
  const module = { url: "https://idp.test/authorize", params: { prompt: "login", scope: "base" } };
  for (const authorization of [written, { url: written }]) {
    const url = await urlFor({ more: { authorization: module, options: { authorization } } });
    assert.equal(
      url.href,
      "https://idp.test/connect?appid=1&redirect_uri=https%3A%2F%2Fapp.test%2Fauth%2Fcallback%2Fidp&response_type=code" +
        "&scope=s&state=st&client_id=client&prompt=login#redirect",
    );
  }
});

test("a parameter of the URL that the options set to undefined is left out", async () => {
  const authorization = { url: "https://idp.test/a?b=1&c=2", params: { b: undefined } };
  const { searchParams } = await urlFor({ more: { options: { authorization } } });
  assert.deepEqual([searchParams.has("b"), searchParams.get("c")], [false, "2"]);
});
