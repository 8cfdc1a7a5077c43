import assert from "node:assert/strict";
import { test } from "node:test";
import type { AuthConfig } from "../../mod.ts";
import type { TokenRequestContext } from "../../src/model/provider.ts";
import { failNetwork, type Tamper } from "../../src/testing/mod.ts";
import { good, json, signInWhile } from "./_provider_faults.ts";
import { APP, oauth2, open, type World } from "./_world.ts";

/** Everything that hangs on a value, whatever a logger may do with it. */
function dump(value: unknown, seen = new Set<unknown>()): string {
  if (typeof value !== "object" && typeof value !== "function" || value === null) return String(value);
  if (seen.has(value)) return "";
  seen.add(value);
  const own = Reflect.ownKeys(value).map((key) => `${String(key)}: ${dump(Reflect.get(value, key), seen)}`);
  const entries = value instanceof Headers || value instanceof URLSearchParams || value instanceof Map
    ? [...value as Map<unknown, unknown>].map((entry) => dump(entry, seen))
    : [];
  const body = value instanceof Request || value instanceof Response
    ? [value.url, dump(value.headers, seen)]
    : [];
  return [...own, ...entries, ...body].join("\n");
}

/** What no log may hold, of a world that has been signed in to. */
function secretsOf({ idp, browser }: World, cookies: readonly string[]): readonly string[] {
  const values = idp.requests.flatMap(({ params, headers, url }) => [
    ...["code", "code_verifier", "state", "nonce", "client_secret", "client_assertion"].map((name) =>
      params.get(name)
    ),
    new URL(url).searchParams.get("code_challenge"),
    headers.get("authorization"),
  ]);
  const codes = browser.visited.map((url) => new URL(url).searchParams.get("code"));
  return [
    ...new Set([idp.clientSecret, encodeURIComponent(idp.clientSecret), ...values, ...codes, ...cookies]),
  ]
    .filter((value): value is string => Boolean(value));
}

const leaky: Readonly<Record<string, Tamper>> = {
  "all goes well": {},
  "the provider refuses": {
    authorization: (genuine) => ({ ...genuine, code: undefined, error: "access_denied" }),
  },
  "the code is refused": {
    respond: {
      token: async (request) => {
        const code = new URLSearchParams(await request.text()).get("code");
        return Response.json({ error: "invalid_grant", error_description: `${code} is unknown` }, {
          status: 400,
        });
      },
    },
  },
  "the token type is odd": { tokens: { token_type: "mac", refresh_token: "fake-refresh-token" } },
  "an access token is no text": {
    tokens: { access_token: ["fake-access-token"], refresh_token: "fake-refresh-token" },
  },
  "there is no ID token": { tokens: { id_token: undefined, refresh_token: "fake-refresh-token" } },
  "tokens come as form": {
    respond: { token: () => new Response("access_token=fake-access-token&refresh_token=fake-refresh-token") },
  },
  "the provider repeats all that it was sent": {
    respond: {
      token: async (request) => {
        const error_description = `${await request.text()} ${
          request.headers.get("authorization")
        } ey.ey.fake-access-`;
        return Response.json({ error: "server_error", error_description }, { status: 500 });
      },
    },
  },
  "the provider repeats the request in a refusal": {
    authorization: (genuine) => ({
      ...genuine,
      code: undefined,
      error: "invalid_request",
      error_description: `bad state ${genuine.state}`,
    }),
  },
  "tokens come as broken JSON": {
    respond: {
      token: () =>
        new Response('{"access_token":"fake-access-token', {
          headers: { "content-type": "application/json" },
        }),
    },
  },
  "tokens come with an error's status": {
    respond: { token: () => Response.json({ ...good, access_token: "fake-access-token" }, { status: 500 }) },
  },
  "the ID token is forged": { signingKey: "unpublished" },
  "the ID token is another's": { claims: { aud: "another" } },
  "the ID token has expired": { claims: { exp: 1 } },
  "the ID token is no JWT": { tokens: { id_token: "fake-access-token" } },
  "the nonce is wrong": { claims: { nonce: "another" } },
  "the userinfo is broken": { respond: { userinfo: () => new Response('{"secret":"fake-access-token') } },
  "the userinfo is refused": {
    respond: { userinfo: () => new Response("fake-access-token", { status: 401 }) },
  },
  "the userinfo is another's": { userinfo: { sub: "grace" } },
  "the network fails": { respond: { token: failNetwork } },
  "the issuer is another's": { authorization: { iss: "https://evil.test" } },
};

for (const [what, tamper] of Object.entries(leaky)) {
  test(`Auth() logs no code, verifier, state, token, cookie or secret when ${what} (LG-01, LG-05)`, async () => {
    const heard: string[] = [];
    const logger: AuthConfig["logger"] = {
      error: (error) => void heard.push(dump(error)),
      warn: (code) => void heard.push(code),
      debug: (message, metadata) => void heard.push(`${message} ${dump(metadata)}`),
    };
    for (const options of [{ debug: true }, { logger }]) {
      const world = open({ ...options, provider: { idToken: false, checks: ["pkce", "nonce"] } });
      const tokens = new Set<string>();
      const cookies = new Set<string>();
      world.idp.tamper = {
        ...tamper,
        respond: {
          ...tamper.respond,
          token: async (request, genuine) => {
            const response =
              await (tamper.respond?.token ? tamper.respond.token(request, genuine) : genuine());
            for (const [token] of (await response.clone().text()).matchAll(/[\w.-]{20,}/g)) tokens.add(token);
            return response;
          },
          authorization: (request, genuine) => {
            for (const { value } of world.browser.cookies(APP)) cookies.add(value);
            return tamper.respond?.authorization ? tamper.respond.authorization(request, genuine) : genuine();
          },
        },
      };
      await world.signIn();
      for (const { value } of world.browser.cookies(APP)) cookies.add(value);
      const log = [world.log(), ...heard].join("\n");
      assert(log.length > 0);
      const secrets = [...secretsOf(world, [...cookies]), ...tokens, "fake-access-", "fake-refresh-"];
      assert(secrets.length > 8);
      for (const secret of secrets) {
        assert.equal(log.includes(secret), false, `the log has ${secret}\n${log}`);
      }
    }
  });
}

test("Auth() logs the provider, the step and the cause of a failure (LG-07)", async () => {
  const world = open();
  await signInWhile(world, { respond: { token: failNetwork } });
  const [{ level, text }] = world.platform.lines as [typeof world.platform.lines[0]];
  assert.equal(level, "error");
  assert.match(
    text,
    /^\[latchkey\] ProviderUnavailable: Cannot get "https:\/\/idp\.test\/token": it could not be reached/,
  );
  assert.match(text, /"action":"GET callback","provider":"idp"/);
  assert.match(text, /caused by TypeError: .*the connection was refused/);
});

test("Auth() logs which claim of an ID token was wrong, and why a token response was refused (LG-07)", async () => {
  const world = open();
  await signInWhile(world, { claims: { azp: "another" } });
  await signInWhile(world, { respond: { token: json({ error: "invalid_grant" }, { status: 400 }) } });
  assert.match(world.log(), /ProviderResponseError: Cannot accept an ID token: its "azp"/);
  assert.match(world.log(), /"status":400,"error":"invalid_grant"/);
});

/** Ways in which a request fails whose URL has a secret. */
const failures: Readonly<Record<string, Tamper["respond"]>> = {
  "the network fails": { userinfo: failNetwork },
  "the network fails for another reason": {
    userinfo: ({ url }) => {
      throw new TypeError("fetch failed", {
        cause: new Error(`no route to ${new URL(url).search} of ${url}`),
      });
    },
  },
  "the answer is an error": { userinfo: () => new Response("no", { status: 500 }) },
  "the answer is no JSON": { userinfo: () => new Response("no") },
  "the answer is too large": { userinfo: () => new Response(new Uint8Array(1_100_000)) },
  "the answer is no profile": { userinfo: json({ error: "no" }) },
  "the tokens are out of reach": { token: failNetwork },
};

const sendSecret = ({ url, params, headers, clientSecret, fetch }: TokenRequestContext) => {
  const query = new URLSearchParams({ secret: clientSecret ?? "" });
  return fetch(`${url}?${query}`, { method: "POST", body: params, headers });
};

for (const [what, respond] of Object.entries(failures)) {
  for (const how of ["", ", bound to a key"]) {
    test(`Auth() logs no token and no secret that a URL has${how} when ${what} (LG-08)`, async () => {
      const heard: string[] = [];
      const logger: AuthConfig["logger"] = { error: (error) => void heard.push(dump(error)) };
      for (const options of [{}, { logger }]) {
        const world = open({
          ...options,
          providers: (idp) => [
            oauth2(idp, {
              ...(how
                ? { client: { dpop_bound_access_tokens: true } }
                : { token: { url: idp.metadata.token_endpoint, redeem: sendSecret } }),
              userinfo: {
                url: `${idp.metadata.userinfo_endpoint}/{tokens.access_token}?first={tokens.access_token}`,
                params: { token: "{tokens.access_token}" },
              },
            }),
          ],
        });
        const tokens: string[] = [];
        const { fetch } = world.idp;
        world.platform.sites[world.idp.origin] = async (input: Request | string, init?: RequestInit) => {
          const request = new Request(input, init);
          const { origin, pathname, search } = new URL(request.url);
          if (!pathname.includes("userinfo")) return await fetch(request);
          tokens.push(pathname.split("/").at(-1)!);
          return await (respond?.userinfo
            ? respond.userinfo(request, () => fetch(request))
            : fetch(new Request(`${origin}/userinfo${search}`, request)));
        };
        world.idp.tamper = {
          ...(how && { tokens: { token_type: "DPoP" } }),
          respond: respond?.token ? { token: respond.token } : {},
        };
        await world.signIn();
        assert.equal(await world.session(), null);
        const log = [world.log(), ...heard].join("\n");
        assert.match(log, /ProviderUnavailable|ProviderResponseError|OAuthProfileParseError/);
        for (
          const secret of [...tokens, world.idp.clientSecret, encodeURIComponent(world.idp.clientSecret)]
        ) {
          assert.equal(log.includes(secret), false, `the log has ${secret}\n${log}`);
        }
        assert.equal(tokens.length > 0, !respond?.token);
      }
    });
  }
}
