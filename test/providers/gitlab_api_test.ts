/**
 * GitLab with its API and without OpenID Connect, as applications of Auth.js are registered.
 *
 * @module
 */

import assert from "node:assert/strict";
import { test } from "node:test";
import { setEnvDefaults } from "../../mod.ts";
import { GitLab } from "../../src/providers/gitlab.ts";
import { type ProviderCase, signIn } from "./_catalogue.ts";

type Options = Readonly<Record<string, unknown>>;

const SELF = "https://git.example.com/code";
const READ_USER = { params: { scope: "read_user" } };

/** A server that knows no `openid`: the answers of its API. */
function caseOf(server: string, options: Options, create: ProviderCase["create"] = GitLab): ProviderCase {
  return {
    create,
    options,
    token: {
      request: `POST ${server}/oauth/token`,
      auth: "basic",
      json: { access_token: "access-token-1", token_type: "Bearer", expires_in: 7200, scope: "read_user" },
    },
    profile: [{
      request: `GET ${server}/api/v4/user`,
      json: {
        id: 181510,
        username: "countess",
        name: "Ada Lovelace",
        email: "ada@example.com",
        confirmed_at: "2020-12-07T10:00:00.000Z",
        avatar_url: `${server}/ada.png`,
      },
    }],
    user: {
      id: "181510",
      name: "Ada Lovelace",
      email: "ada@example.com",
      verified: false,
      image: `${server}/ada.png`,
    },
  };
}

const WRITTEN_OUT = { token: `${SELF}/oauth/token`, userinfo: `${SELF}/api/v4/user` };

/** What applications write, and their server. */
const RECIPES: Readonly<Record<string, readonly [server: string, options: Options]>> = {
  "the endpoints and the scope of a server of one's own": [SELF, {
    ...WRITTEN_OUT,
    authorization: { url: `${SELF}/oauth/authorize`, ...READ_USER },
  }],
  "the endpoints as text, with the scope in the URL": [SELF, {
    ...WRITTEN_OUT,
    authorization: `${SELF}/oauth/authorize?scope=read_user`,
  }],
  "the endpoints without a scope": [SELF, { ...WRITTEN_OUT, authorization: `${SELF}/oauth/authorize` }],
  "the endpoints as objects": [SELF, {
    token: { url: WRITTEN_OUT.token },
    userinfo: { url: WRITTEN_OUT.userinfo },
    authorization: { url: `${SELF}/oauth/authorize` },
  }],
  "the scope alone": ["https://gitlab.com", { authorization: READ_USER }],
  "the scope and baseUrl": [SELF, { baseUrl: `${SELF}/`, authorization: READ_USER }],
  "the scope and issuer": [SELF, { issuer: SELF, authorization: READ_USER }],
  "two scopes": ["https://gitlab.com", { authorization: { params: { scope: "read_user read_api" } } }],
};

for (const [what, [server, options]] of Object.entries(RECIPES)) {
  test(`GitLab() signs in with the API, where the options have ${what}`, async () => {
    const expected = caseOf(server, options);
    const { user, problems, log, authorizationUrl } = await signIn(expected);
    assert.deepEqual(problems, [], log);
    assert.deepEqual(user, expected.user);
    assert.ok(authorizationUrl.href.startsWith(`${server}/oauth/authorize?`), authorizationUrl.href);
    assert.match(authorizationUrl.searchParams.get("scope")!, /^read_user\b/);
  });
}

test("GitLab() hands profile() what the API sends", async () => {
  const own = ({ id, username, avatar_url }: Record<string, unknown>) => ({
    id: String(id),
    name: String(username),
    image: String(avatar_url),
    email: "ada@example.com",
  });
  const options = { authorization: READ_USER, profile: own };
  const { user, log } = await signIn({ ...caseOf("https://gitlab.com", options) });
  assert.deepEqual([user?.id, user?.name], ["181510", "countess"], log);
});

test("GitLab() with the API takes its server from AUTH_GITLAB_ISSUER", async () => {
  const config = { providers: [GitLab({ authorization: READ_USER })] };
  setEnvDefaults({ AUTH_GITLAB_ISSUER: SELF, AUTH_GITLAB_ID: "id", AUTH_GITLAB_SECRET: "secret" }, config);
  const [listed] = config.providers;
  const create = (options: object) => ({ ...listed!, options: { ...listed!.options, ...options } }) as never;
  const { user, problems, log } = await signIn(caseOf(SELF, {}, create));
  assert.deepEqual(problems, [], log);
  assert.equal(user?.id, "181510");
});

for (
  const [what, options] of Object.entries({
    "nothing": {},
    "a server": { baseUrl: SELF },
    "openid in the scope": { authorization: { params: { scope: "openid read_user" } } },
    "openid in the URL": { authorization: `${SELF}/oauth/authorize?scope=openid+email` },
    "a parameter beside the scope": { authorization: { params: { prompt: "login" } } },
    "parameters of a function": { authorization: { params: () => ({ scope: "read_user" }) } },
    "the userinfo of OpenID": { userinfo: `${SELF}/oauth/userinfo` },
  })
) {
  test(`GitLab() stays OpenID Connect, where the options have ${what}`, () => {
    assert.equal(GitLab(options as object).type, "oidc");
  });
}
