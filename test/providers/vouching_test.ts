/**
 * Servers that are not the one that a module knows: what they say of an address does not count, whatever they write.
 *
 * @module
 */

import assert from "node:assert/strict";
import { test } from "node:test";
import { setEnvDefaults } from "../../src/config/env.ts";
import { resolveProvider } from "../../src/oauth/provider.ts";
import type { OAuthDefinition, Vouching } from "../../src/oauth/types.ts";
import { Discord } from "../../src/providers/discord.ts";
import { GitHub } from "../../src/providers/github.ts";
import { GitLab } from "../../src/providers/gitlab.ts";
import { Google } from "../../src/providers/google.ts";
import { Keycloak } from "../../src/providers/keycloak.ts";
import { MicrosoftEntraId } from "../../src/providers/microsoft_entra_id.ts";
import { Vipps } from "../../src/providers/vipps.ts";
import { testPlatform } from "../../src/testing/mod.ts";
import type { UserinfoEndpointHandler } from "../../src/model/provider.ts";
import { APP, SECRET } from "../flows/_world.ts";
import { CLIENT, createProvider, movedTo, readCases, signIn } from "./_catalogue.ts";
import github from "./catalogue/github.ts";
import gitlab from "./catalogue/gitlab.ts";

/** A server that another person runs. */
const FOREIGN = "https://git.mallory.example";

const ALL: Vouching = { byIdToken: true, byUserinfo: true };
const NONE: Vouching = { byIdToken: false, byUserinfo: false };
const BY_ID_TOKEN: Vouching = { byIdToken: true, byUserinfo: false };

/** GitHub with its API at another server. */
const ENTERPRISE = movedTo(github, "https://api.github.com", `${FOREIGN}/api/v3`);

/** The options that lead to another server, and what still counts. */
const MOVED: readonly (readonly [what: string, options: object, counts: Vouching])[] = [
  ["issuer", { issuer: FOREIGN }, NONE],
  ["wellKnown", { wellKnown: `${FOREIGN}/.well-known/openid-configuration` }, NONE],
  ["token", { token: `${FOREIGN}/token` }, NONE],
  ["token.url", { token: { url: `${FOREIGN}/token` } }, NONE],
  ["jwks_endpoint", { jwks_endpoint: `${FOREIGN}/keys` }, NONE],
  ["userinfo", { userinfo: `${FOREIGN}/user` }, BY_ID_TOKEN],
  ["userinfo.url", { userinfo: { url: `${FOREIGN}/user` } }, BY_ID_TOKEN],
  ["userinfo.request", { userinfo: { request: () => ({}) } }, BY_ID_TOKEN],
];

/** The ways in which an application gives a provider other endpoints. */
const WAYS: Readonly<Record<string, (definition: OAuthDefinition, changes: object) => OAuthDefinition>> = {
  "options": withOptions,
  "a copy": (definition, changes) => ({ ...definition, ...changes }),
  "a change": (definition, changes) => Object.assign(definition, changes),
};

for (const [, each] of await readCases()) {
  const definition = createProvider(each);
  const { id, type, verifiedEmail = type === "oidc" } = definition;
  if (verifiedEmail === false) continue;
  const isOfApplication = each.required?.includes("issuer") === true;

  for (const [what, changes, counts] of MOVED) {
    if (isOfApplication || (what === "issuer" && definition.issuer === undefined)) continue;
    for (const [way, change] of Object.entries(WAYS)) {
      test(`${id} vouches for no address that another server states: ${what} in ${way} (AL-22)`, () => {
        assert.deepEqual(vouchingOf(change(createProvider(each), changes)), counts);
        const ofApplication = { ...changes, verifiedEmail: () => "ada@example.com" };
        assert.deepEqual(vouchingOf(change(createProvider(each), ofApplication)), ALL);
      });
    }
  }

  test(`${definition.id} still vouches where the application changes no server`, () => {
    const { issuer, token, userinfo } = definition;
    for (
      const options of [
        {},
        { authorization: { params: { scope: "openid" } }, token: { params: { audience: "a" } } },
        { ...(issuer?.startsWith("https") && { issuer: `${issuer}/` }), ...(token && { token }) },
        { ...(typeof userinfo === "string" && { userinfo: `${userinfo}?more=1` }) },
      ]
    ) {
      assert.deepEqual(vouchingOf(withOptions(definition, options)), ALL);
    }
  });
}

test("discord has no metadata: an issuer of its own moves no endpoint, but endpoints that are removed do (AL-22)", () => {
  const issuer = FOREIGN;
  assert.deepEqual(vouchingOf(Discord({ issuer })), ALL);
  assert.deepEqual(vouchingOf({ ...Discord(), issuer, token: undefined } as OAuthDefinition), NONE);
  assert.deepEqual(vouchingOf({ ...Discord(), issuer, userinfo: undefined } as OAuthDefinition), BY_ID_TOKEN);
});

test("an endpoint that is changed in place vouches for no address, either (AL-22)", () => {
  const definition = GitHub();
  Object.assign(definition.userinfo as object, { url: `${FOREIGN}/user` });
  assert.deepEqual(vouchingOf(definition), BY_ID_TOKEN);
});

test("a module whose server the application names leaves the verdict to it: Keycloak in a network of its own", () => {
  const options = {
    issuer: "https://login.example.com/realms/a",
    token: "http://127.0.0.1:8080/token",
    userinfo: "http://127.0.0.1:8080/userinfo",
    jwks_endpoint: "http://127.0.0.1:8080/keys",
  };
  assert.deepEqual(vouchingOf(withOptions(Keycloak(), options)), ALL);
  assert.deepEqual(vouchingOf(Keycloak(options)), ALL);
  assert.deepEqual(vouchingOf({ ...Keycloak(), ...options }), ALL);
});

for (
  const issuer of [
    "https://login.microsoftonline.com/72f988bf-86f1-41af-91ab-2d7cd011db47/v2.0",
    "https://login.microsoftonline.us/organizations/v2.0",
    "https://login.partner.microsoftonline.cn/common/v2.0",
    "https://contoso.ciamlogin.com/72f988bf-86f1-41af-91ab-2d7cd011db47/v2.0",
  ]
) {
  test(`microsoft-entra-id also vouches at an issuer of Microsoft's: ${issuer}`, () => {
    const wellKnown = `${issuer}/.well-known/openid-configuration`;
    assert.deepEqual(vouchingOf(MicrosoftEntraId({ issuer })), ALL);
    assert.deepEqual(vouchingOf(MicrosoftEntraId({ issuer, wellKnown })), ALL);
  });
}

test("vipps also vouches in its environment for tests", () => {
  assert.deepEqual(
    vouchingOf(Vipps({ issuer: "https://apitest.vipps.no/access-management-1.0/access/" })),
    ALL,
  );
});

for (
  const issuer of [
    "https://login.microsoftonline.com.mallory.example/common/v2.0",
    "https://login.microsoftonline.com@mallory.example/common/v2.0",
    "https://mallory.example/https://login.microsoftonline.com/common/v2.0",
    "http://127.0.0.1/login.microsoftonline.com/common/v2.0",
  ]
) {
  test(`microsoft-entra-id does not vouch at ${issuer}`, () => {
    assert.deepEqual(vouchingOf(MicrosoftEntraId({ issuer })), NONE);
  });
}

test("AUTH_GOOGLE_ISSUER of another server takes the module's word away (AL-22)", () => {
  const config = { secret: SECRET, providers: [Google] };
  setEnvDefaults({ ...ENV, AUTH_GOOGLE_ISSUER: FOREIGN }, config);
  assert.deepEqual(vouchingOf(config.providers[0] as unknown as OAuthDefinition), NONE);
  const same = { secret: SECRET, providers: [Google] };
  setEnvDefaults({ ...ENV, AUTH_GOOGLE_ISSUER: "https://accounts.google.com" }, same);
  assert.deepEqual(vouchingOf(same.providers[0] as unknown as OAuthDefinition), ALL);
});

for (
  const [how, options] of [
    ["issuer", { issuer: FOREIGN }],
    ["baseUrl", { baseUrl: FOREIGN }],
    ["baseUrl with a path", { baseUrl: new URL(`${FOREIGN}/gitlab.com/`) }],
  ] as const
) {
  test(`gitlab: a self-managed server that says it is gitlab.com verifies no address: ${how} (AL-22)`, async () => {
    // The claims, with `profile: "https://gitlab.com/countess"`, stay as those of gitlab.com.
    const server = "baseUrl" in options ? String(GitLab(options).issuer) : FOREIGN;
    const { user, problems, log } = await signIn({
      ...movedTo(gitlab, "https://gitlab.com", server),
      options,
    });
    assert.deepEqual(problems, [], log);
    assert.deepEqual([user?.email, user?.verified], ["ada@example.com", false]);
  });
}

test("gitlab: a copy of the module with another issuer verifies no address, either (AL-22)", async () => {
  const create = (options: object) => ({ ...GitLab(options), issuer: FOREIGN });
  const { user, log } = await signIn({ ...movedTo(gitlab, "https://gitlab.com", FOREIGN), create });
  assert.deepEqual([user?.email, user?.verified], ["ada@example.com", false], log);
});

for (
  const [how, options] of [
    ["userinfo", { userinfo: `${FOREIGN}/api/v3/user` }],
    ["userinfo.url", { userinfo: { url: `${FOREIGN}/api/v3/user` } }],
  ] as const
) {
  test(`github: the API of an Enterprise Server verifies no address: ${how} (AL-22)`, async () => {
    const { user, problems, log } = await signIn({ ...ENTERPRISE, options });
    assert.deepEqual(problems, [], log);
    assert.deepEqual([user?.email, user?.verified], [github.user.email, false]);
  });
}

test("github: a copy of the module with the API of another server verifies no address, either (AL-22)", async () => {
  const { request } = GitHub().userinfo as UserinfoEndpointHandler<unknown>;
  const userinfo = { url: `${FOREIGN}/api/v3/user`, request };
  const create = (options: object) => ({ ...GitHub(options), userinfo });
  const { user, problems, log } = await signIn({ ...ENTERPRISE, create });
  assert.deepEqual(problems, [], log);
  assert.deepEqual([user?.email, user?.verified], [github.user.email, false]);
});

test("github: an application that knows its server says so with `verifiedEmail`", async () => {
  const options = {
    userinfo: `${FOREIGN}/api/v3/user`,
    verifiedEmail: GitHub().verifiedEmail,
  };
  const { user } = await signIn({ ...ENTERPRISE, options });
  assert.equal(user?.verified, github.user.verified);
});

const ENV = { AUTH_URL: APP, AUTH_GOOGLE_ID: "c", AUTH_GOOGLE_SECRET: "s" };

function withOptions(definition: OAuthDefinition, options: object): OAuthDefinition {
  return { ...definition, options: { ...definition.options, ...options } } as OAuthDefinition;
}

function vouchingOf(definition: OAuthDefinition): Vouching {
  const options = { ...CLIENT, ...definition.options };
  return resolveProvider({ ...definition, options } as OAuthDefinition, { platform: testPlatform() })
    .vouching;
}
