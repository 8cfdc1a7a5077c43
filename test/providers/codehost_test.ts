import assert from "node:assert/strict";
import { test } from "node:test";
import { processAuthorizationCodeResponse, ResponseBodyError } from "npm:oauth4webapi@3.8.8";
import { setupOf } from "../../src/config/setup.ts";
import { CodeHost, type CodeHostOptions, type CodeHostProfile } from "../../src/providers/codehost.ts";
import { GitHub } from "../../src/providers/github.ts";
import { GitLab } from "../../src/providers/gitlab.ts";
import { Webex } from "../../src/providers/webex.ts";
import { Zoho } from "../../src/providers/zoho.ts";
import type { OAuthConfig, Provider, ProviderUser, TokenEndpointHandler } from "../../src/model/provider.ts";

const API = "https://api.github.com";

const CLIENT = { clientId: "id", clientSecret: "secret" };

const ada = {
  id: 1815,
  login: "ada",
  name: "Ada Lovelace",
  email: "ada@example.com",
  avatar_url: "https://avatars.example.com/1815",
} as CodeHostProfile;

/** Whatever an API answers, by URL; `undefined` makes the request fail. */
type Answers = Readonly<Record<string, () => Response>>;

interface Sent {
  readonly url: string;
  readonly headers: Headers;
}

async function readProfile(provider: OAuthConfig<CodeHostProfile>, answers: Answers) {
  const sent: Sent[] = [];
  const { userinfo } = provider;
  assert(typeof userinfo === "object" && userinfo.request);
  const profile = await userinfo.request({
    tokens: { access_token: "t0ken" },
    url: userinfo.url,
    provider: { ...provider, userinfo: { url: new URL(userinfo.url!) } },
    fetch(url, init) {
      sent.push({ url, headers: new Headers(init?.headers) });
      const answer = answers[url];
      return answer ? Promise.resolve(answer()) : Promise.reject(new TypeError("unreachable"));
    },
  });
  return { profile, sent };
}

function mapped(profile: unknown): ProviderUser {
  return CodeHost().profile!(profile as CodeHostProfile, {}) as ProviderUser;
}

function tokenEndpoint(options?: CodeHostOptions): TokenEndpointHandler {
  return CodeHost(options).token as TokenEndpointHandler;
}

test("CodeHost() has github.com's endpoints and issuer by default", () => {
  const provider = CodeHost();
  assert.equal(provider.id, "codehost");
  assert.equal(provider.name, "Code host");
  assert.equal(provider.type, "oauth");
  assert.equal(provider.issuer, "https://github.com/login/oauth");
  assert.deepEqual(provider.authorization, {
    url: "https://github.com/login/oauth/authorize",
    params: { scope: "read:user user:email" },
  });
  assert.equal(tokenEndpoint().url, "https://github.com/login/oauth/access_token");
  assert.equal((provider.userinfo as { url: string }).url, `${API}/user`);
});

for (const baseUrl of ["https://code.example.com", "https://code.example.com/"]) {
  test(`CodeHost() accepts an enterprise server at ${baseUrl}`, async () => {
    const provider = CodeHost({ enterprise: { baseUrl } });
    assert.equal(provider.issuer, "https://code.example.com/login/oauth");
    assert.equal(
      (provider.authorization as { url: string }).url,
      "https://code.example.com/login/oauth/authorize",
    );
    assert.equal(
      tokenEndpoint({ enterprise: { baseUrl } }).url,
      "https://code.example.com/login/oauth/access_token",
    );
    const api = "https://code.example.com/api/v3";
    const { sent } = await readProfile(provider, {
      [`${api}/user`]: () => Response.json({ ...ada, email: null }),
      [`${api}/user/emails`]: () => Response.json([]),
    });
    assert.deepEqual(sent.map(({ url }) => url), [`${api}/user`, `${api}/user/emails`]);
  });
}

test("CodeHost() keeps the options of the application as `options`", () => {
  const options: CodeHostOptions = { clientId: "id", clientSecret: "secret", checks: ["pkce", "state"] };
  const provider = CodeHost(Object.freeze(options));
  assert.equal(provider.options, options);
  assert.equal(provider.clientId, undefined);
});

test("CodeHost() accepts only known options", () => {
  // @ts-expect-error -- no such option
  const misspelt: CodeHostOptions = { clientID: "id" };
  // @ts-expect-error -- the base URL is what makes it an enterprise server
  const empty: CodeHostOptions = { enterprise: {} };
  assert.notEqual(misspelt, empty);
});

test("CodeHost().userinfo.request() reads the user with the access token and a user agent", async () => {
  const { profile, sent } = await readProfile(CodeHost(), { [`${API}/user`]: () => Response.json(ada) });
  assert.deepEqual(profile, ada);
  assert.deepEqual(sent.map(({ url }) => url), [`${API}/user`, `${API}/user/emails`]);
  assert.equal(sent[0]?.headers.get("authorization"), "Bearer t0ken");
  assert.match(sent[0]?.headers.get("user-agent") ?? "", /./);
});

const listed = (email: string, verified: unknown) => ({ email, primary: false, verified });

const knowledge: Readonly<Record<string, readonly [readonly object[], boolean | undefined]>> = {
  "is verified": [[listed("else@example.com", false), listed("ada@example.com", true)], true],
  "is not verified": [[listed("else@example.com", true), listed("ada@example.com", false)], false],
  "is verified, in words only": [[listed("ada@example.com", "yes")], false],
  "is not listed": [[listed("else@example.com", true)], undefined],
  "differs in a letter that looks alike": [[listed("\u0430da@example.com", true)], undefined],
};

for (const [what, [addresses, expected]] of Object.entries(knowledge)) {
  test(`CodeHost().userinfo.request() learns that the public address ${what}`, async () => {
    const { profile } = await readProfile(CodeHost(), {
      // What the user endpoint itself says about the address counts for nothing.
      [`${API}/user`]: () => Response.json({ ...ada, email_verified: true }),
      [`${API}/user/emails`]: () => Response.json(addresses),
    });
    assert.deepEqual([profile.email, profile.email_verified], ["ada@example.com", expected]);
  });
}

test("CodeHost().verifiedEmail() is the address that github.com has verified, and never an enterprise server's", () => {
  const { verifiedEmail } = CodeHost();
  assert(typeof verifiedEmail === "function");
  assert.equal(verifiedEmail({ ...ada, email_verified: true }), "ada@example.com");
  assert.equal(verifiedEmail({ ...ada, email_verified: false }), null);
  assert.equal(verifiedEmail(ada), undefined);
  assert.equal(CodeHost({ enterprise: { baseUrl: "https://code.example.com" } }).verifiedEmail, false);
});

test("CodeHost().userinfo.request() finds the primary address of a user without a public one", async () => {
  const { profile, sent } = await readProfile(CodeHost(), {
    [`${API}/user`]: () => Response.json({ ...ada, email: null }),
    [`${API}/user/emails`]: () =>
      Response.json([
        { email: "old@example.com", primary: false, verified: true },
        { email: "ada@home.example", primary: true, verified: false },
      ]),
  });
  assert.deepEqual(profile, { ...ada, email: "ada@home.example", email_verified: false });
  assert.equal(sent[1]?.headers.get("authorization"), "Bearer t0ken");
  assert.match(sent[1]?.headers.get("user-agent") ?? "", /./);
});

test("CodeHost().userinfo.request() uses the first address if none is primary", async () => {
  const { profile } = await readProfile(CodeHost(), {
    [`${API}/user`]: () => Response.json({ ...ada, email: "" }),
    [`${API}/user/emails`]: () =>
      Response.json([
        { email: "first@example.com", primary: false, verified: true },
        { email: "second@example.com", primary: false, verified: true },
      ]),
  });
  assert.equal(profile.email, "first@example.com");
  assert.equal(profile.email_verified, true);
});

const emailFailures: Readonly<Record<string, (() => Response) | undefined>> = {
  "are not permitted": () => Response.json({ message: "Not Found" }, { status: 404 }),
  "cannot be reached": undefined,
  "are not JSON": () => new Response("<html>"),
  "are not a list": () => Response.json({ message: "Moved" }),
  "are none": () => Response.json([]),
};

for (const [what, answer] of Object.entries(emailFailures)) {
  test(`CodeHost().userinfo.request() leaves the address null if the addresses ${what}`, async () => {
    const { profile, sent } = await readProfile(CodeHost(), {
      [`${API}/user`]: () => Response.json({ ...ada, email: null }),
      ...(answer && { [`${API}/user/emails`]: answer }),
    });
    assert.equal(sent.length, 2);
    assert.deepEqual(profile, { ...ada, email: null });
  });
}

for (const status of [401, 403, 500]) {
  test(`CodeHost().userinfo.request() refuses status ${status} without repeating the body`, async () => {
    const answers = { [`${API}/user`]: () => Response.json({ ...ada, message: "s3cret" }, { status }) };
    await assert.rejects(readProfile(CodeHost(), answers), (error: Error) => {
      assert.match(error.message, new RegExp(`\\b${status}\\b`));
      assert.doesNotMatch(error.message, /s3cret/);
      return true;
    });
  });
}

test("CodeHost().userinfo.request() follows a URL that the application has set", async () => {
  const provider = CodeHost();
  const { userinfo } = provider;
  assert(typeof userinfo === "object");
  const moved = { ...provider, userinfo: { ...userinfo, url: "https://api.octo.example/user" } };
  const { profile, sent } = await readProfile(moved, {
    "https://api.octo.example/user": () => Response.json({ ...ada, email: null }),
    "https://api.octo.example/user/emails": () =>
      Response.json([{ email: "a@b.example", primary: true, verified: true }]),
  });
  assert.equal(profile.email, "a@b.example");
  assert.equal(sent.length, 2);
});

test("CodeHost().profile() maps a user", () => {
  assert.deepEqual(mapped(ada), {
    id: 1815,
    name: "Ada Lovelace",
    email: "ada@example.com",
    image: "https://avatars.example.com/1815",
  });
});

test("CodeHost().profile() falls back to the account name", () => {
  assert.equal(mapped({ ...ada, name: null }).name, "ada");
  assert.equal(mapped({ ...ada, name: "" }).name, "ada");
});

test("CodeHost().profile() makes up no id", () => {
  assert.equal(mapped({ message: "Bad credentials" }).id, undefined);
});

test("CodeHost().token.conform() turns an error sent with status 200 into one of RFC 6749", async () => {
  const answer = Response.json({ error: "bad_verification_code", error_description: "expired" });
  const conformed = await tokenEndpoint().conform!(answer) as Response;
  const as = { issuer: "https://github.com/login/oauth" };
  await assert.rejects(
    processAuthorizationCodeResponse(as, { client_id: "id" }, conformed),
    (error) => error instanceof ResponseBodyError && error.error === "bad_verification_code",
  );
});

/** Providers of servers that an empty variable should name, and the option to set. */
const NAMELESS: readonly (readonly [provider: Provider, option: string])[] = [
  ...[undefined!, "", " ", "/"].map((baseUrl) =>
    [CodeHost({ ...CLIENT, enterprise: { baseUrl } }), "baseUrl"] as const
  ),
  [GitHub({ ...CLIENT, enterprise: { baseUrl: "" } }), "baseUrl"],
  [GitLab({ ...CLIENT, baseUrl: "" }), "baseUrl"],
  [GitLab({ ...CLIENT, baseUrl: "", authorization: { params: { scope: "read_user" } } }), "baseUrl"],
  [Webex({ ...CLIENT, apiBaseUrl: "" }), "apiBaseUrl"],
  [Zoho({ ...CLIENT, domain: "" as "zoho.eu" }), "domain"],
];
for (const [index, [provider, option]] of NAMELESS.entries()) {
  test(`a server whose variable is missing or empty is never another one: the error says what to set, ${index}`, () => {
    const config = { providers: [provider], secret: "a secret for tests, of 32 characters or more" };
    assert.throws(() => setupOf({ ...config, url: "https://app.test" }, "https"), {
      message: new RegExp(`Cannot use provider "\\w+": set \`${option}\`(?:\n|$)`),
    });
  });
}
