import assert from "node:assert/strict";
import { test } from "node:test";
import { inspect } from "node:util";
import { Memory } from "../../src/adapters/memory/memory.ts";
import type { AdapterUser } from "../../src/adapters/contract/types.ts";
import type { UserinfoEndpointHandler } from "../../src/model/provider.ts";
import type { Tamper } from "../../src/testing/mod.ts";
import { openOAuth } from "./_oauth.ts";
import { assertRefused, count, open } from "./_world.ts";

const USERINFO = { sub: "ada", name: "Ada of the userinfo", email: "ada@example.com" };

/** A provider whose ID token has nothing but the subject. */
const BARE = {
  claims: (
    { name: _name, email: _email, email_verified: _verified, picture: _picture, ...rest }: Readonly<
      Record<string, unknown>
    >,
  ) => rest,
} satisfies Tamper;

test("Auth() asks for userinfo if the ID token says nothing about the user but its subject", async () => {
  const { signIn, session, idp, log } = open();
  idp.tamper = BARE;
  assert.equal((await signIn()).text, "Hello Ada Lovelace", log());
  assert.equal((await session())?.user.email, "ada@example.com");
  assert.equal(count(idp, "userinfo"), 1);
});

for (const [flagOfToken, flagOfUserinfo] of [[true, false], [true, undefined], [false, true]] as const) {
  test(`Auth() judges an address of the userinfo by its own flag ${flagOfUserinfo}, not by that of the ID token (AL-04)`, async () => {
    const seen: unknown[] = [];
    const { signIn, idp, log } = open({
      adapter: Memory(),
      events: { createUser: ({ user }) => void seen.push((user as AdapterUser).emailVerified) },
    });
    idp.tamper = {
      claims: (claims) => ({ ...BARE.claims(claims), email_verified: flagOfToken }),
      userinfo: { email_verified: flagOfUserinfo },
    };
    await signIn();
    assert.deepEqual(seen.map((date) => date instanceof Date), [flagOfUserinfo === true], log());
  });
}

test("Auth() refuses to add the userinfo of another user to an ID token, and signs in without (OI-14)", async () => {
  const { signIn, session, idp, log } = open();
  idp.tamper = { ...BARE, userinfo: { sub: "grace", name: "Grace" } };
  await signIn();
  assert.deepEqual((await session())?.user.name, null);
  assert.match(log(), /its "sub" is not that of the ID token/);
});

test("Auth() logs the error of a userinfo endpoint, as the provider's support asks for it, without tokens", async () => {
  const error = { code: "access_token_invalid", log_id: "2022-x", message: "", hint: "not for the log" };
  const { signIn, idp, log } = open();
  idp.tamper = {
    ...BARE,
    respond: {
      userinfo: (request: Request) => {
        const token = request.headers.get("authorization")!.slice("Bearer ".length);
        return Response.json({ data: {}, error: { ...error, message: `bad token ${token}` } }, {
          status: 401,
        });
      },
    },
  };
  await signIn();
  assert.match(
    log(),
    /its status is 401, not 200\n.*"code":"access_token_invalid","log_id":"2022-x","message":"bad token …"/,
  );
  assert.doesNotMatch(log(), /not for the log/);
});

test("Auth() signs in with the subject alone if the userinfo endpoint fails", async () => {
  const { signIn, session, idp, log } = open();
  idp.tamper = { ...BARE, respond: { userinfo: () => new Response("no", { status: 503 }) } };
  await signIn();
  assert.ok((await session())?.user.id, log());
  assert.match(log(), /its status is 503, not 200/);
});

test("Auth() passes the provider to userinfo.request, as modules of Auth.js read it", async () => {
  const seen: unknown[] = [];
  const { signIn, idp, log } = openOAuth({
    userinfo: {
      url: "https://idp.test/userinfo",
      params: { fields: "id" },
      async request({ provider, tokens, fetch }) {
        seen.push([provider.id, provider.clientId, provider.userinfo.url instanceof URL]);
        const headers = { authorization: `Bearer ${tokens.access_token}` };
        return await (await fetch(String(provider.userinfo.url), { headers })).json();
      },
    },
  });
  assert.equal((await signIn()).text, "Hello Ada Lovelace", log());
  assert.deepEqual(seen, [["idp", idp.clientId, true]]);
});

test("Auth() logs no access token that an error of userinfo.request carries", async () => {
  const logged: Error[] = [];
  const world = openOAuth({
    userinfo: {
      request: ({ tokens }) => {
        const sent = `Bearer ${tokens.access_token}`;
        throw Object.assign(new Error(`no answer to ${sent}`), {
          config: { headers: { authorization: sent } },
        });
      },
    },
  }, { logger: { error: (error) => void logged.push(error) } });
  await world.signIn();
  const shown = inspect(logged, { depth: 10, showHidden: true });
  assert.match(shown, /`userinfo.request` failed[^]*no answer to Bearer …/);
  assert.doesNotMatch(shown, /fake-access-/);
});

test("Auth() reads the token response as it is if token.conform returns nothing", async () => {
  const statuses: number[] = [];
  const token = {
    url: "https://idp.test/token",
    conform: ({ status }: Response) => void statuses.push(status),
  };
  const world = openOAuth({ token });
  assert.equal((await world.signIn()).text, "Hello Ada Lovelace", world.log());
  assert.deepEqual(statuses, [200]);
});

const REQUESTS: readonly (readonly [string, Partial<UserinfoEndpointHandler<never>>, object])[] = [
  ["a GET by default", {}, { method: "GET", body: "", scheme: "Bearer", accept: "application/json" }],
  ["a POST without a body", { method: "POST" }, { method: "POST", body: "", scheme: "Bearer" }],
  [
    "a form that has a field of the token response",
    { form: { type: "{tokens.token_type}" } },
    {
      method: "POST",
      body: "type=bearer",
      "content-type": "application/x-www-form-urlencoded;charset=UTF-8",
    },
  ],
  [
    "JSON",
    { json: { query: "{ viewer { id } }" } },
    { method: "POST", body: '{"query":"{ viewer { id } }"}', "content-type": "application/json" },
  ],
  [
    "headers of its own",
    { headers: { authorization: "OAuth {tokens.token_type}", "x-api": "1" } },
    { authorization: "OAuth bearer", "x-api": "1" },
  ],
  ["no access token in a header", { headers: { authorization: undefined } }, { scheme: undefined }],
];

for (const [what, userinfo, expected] of REQUESTS) {
  test(`Auth() can ask the userinfo endpoint with ${what}`, async () => {
    const world = openOAuth({ userinfo: { url: "https://api.test/me", ...userinfo } });
    const seen: Record<string, unknown>[] = [];
    world.platform.sites["https://api.test"] = async (request) => {
      const [scheme] = request.headers.get("authorization")?.split(" ") ?? [];
      const { method, headers } = request;
      const sent = { ...Object.fromEntries(headers), scheme, method, body: await request.text() };
      seen.push(sent);
      return Response.json({ sub: "ada", name: "Ada" });
    };
    assert.equal((await world.signIn()).text, "Hello Ada", world.log());
    const compared = Object.keys(expected).map((name) => [name, seen[0]?.[name]]);
    assert.deepEqual(Object.fromEntries(compared), expected);
  });
}

for (
  const [what, challenge, log] of [
    [
      "quoted",
      'Bearer realm="idp", error="invalid_token", error_description="The token has ended"',
      /"error":"invalid_token","error_description":"The token has ended"/,
    ],
    [
      "bare",
      'DPoP error=insufficient_scope, scope="openid email"',
      /"error":"insufficient_scope","scope":"openid email"/,
    ],
    [
      "names in another case, and white space",
      'Bearer Error = "invalid_token" , ERROR_DESCRIPTION= "ended"',
      /"error":"invalid_token","error_description":"ended"/,
    ],
    [
      "quoted pairs",
      String.raw`Bearer error="invalid_token", error_description="it \"ended\", \\ today"`,
      /"error_description":"it \\"ended\\", \\\\ today"/,
    ],
    [
      "error_uri",
      'Bearer error="invalid_token", error_uri="https://idp.test/why"',
      /"error_uri":"https:\/\/idp\.test\/why"/,
    ],
    [
      "after a parameter that quotes one",
      'Basic realm="error=no", Bearer error="invalid_token"',
      /"error":"invalid_token"/,
    ],
  ] as const
) {
  test(`Auth() writes what a challenge of the userinfo endpoint says into the log (${what})`, async () => {
    const world = openOAuth();
    world.idp.tamper = {
      respond: {
        userinfo: () => new Response("", { status: 401, headers: { "www-authenticate": challenge } }),
      },
    };
    await assertRefused(world, await world.signIn(), "ProviderResponseError");
    assert.match(world.log(), log);
  });
}

test("Auth() writes what a challenge inside userinfo.request says into the log", async () => {
  const world = openOAuth({
    userinfo: {
      request: async ({ fetch, tokens }) => {
        const headers = { authorization: `Bearer ${tokens.access_token}` };
        return await (await fetch("https://api.test/me", { headers })).json();
      },
    },
  });
  world.platform.sites["https://api.test"] = (asked) => {
    const token = asked.headers.get("authorization")!.split(" ")[1];
    const challenge = `Bearer error="invalid_token", error_description="${token} has ended"`;
    return new Response("", { status: 401, headers: { "www-authenticate": challenge } });
  };
  await assertRefused(world, await world.signIn(), "ProviderResponseError");
  assert.match(world.log(), /"status":401,"error":"invalid_token","error_description":"… has ended"/);
});

test("Auth() writes no token of a challenge into the log, and prefers the error in the body", async () => {
  const world = openOAuth();
  world.idp.tamper = {
    respond: {
      userinfo: (request) => {
        const token = request.headers.get("authorization")!.split(" ")[1];
        const headers = { "www-authenticate": `Bearer error="first", error_description="bad ${token}"` };
        return Response.json({ error: "second" }, { status: 403, headers });
      },
    },
  };
  await assertRefused(world, await world.signIn(), "ProviderResponseError");
  assert.match(world.log(), /"error":"second","error_description":"bad …"/);
});

test("Auth() takes null in an ID token for a claim that is not there, and asks the userinfo endpoint", async () => {
  const world = open();
  world.idp.tamper = { claims: { name: null, email: null, picture: null }, userinfo: USERINFO };
  assert.equal((await world.signIn()).text, "Hello Ada of the userinfo", world.log());
});
