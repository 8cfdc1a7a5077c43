/**
 * Rows about the metadata of the provider: whose they are, and which endpoints they may name.
 *
 * @module
 */

import assert from "node:assert/strict";
import { flood, type Respond } from "../../src/testing/mod.ts";
import { APP, count } from "../flows/_world.ts";
import { errorOf, type Group, refused, type Row, type Stage } from "./_row.ts";

const DISCOVERY = "OpenID Connect Discovery";

/** The browser was not sent away, and nothing but the metadata was asked for. */
const untouched = ({ browser, asked }: Stage) => {
  assert.deepEqual(asked.map((url) => new URL(url).pathname), ["/.well-known/openid-configuration"]);
  assert.deepEqual(browser.visited.filter((url) => !url.startsWith(APP)), []);
};

const read: readonly Row[] = [
  {
    id: "discovery",
    plan: "oidcc-client-test-discovery-openid-config",
    cites: `${DISCOVERY} §4`,
    title: "reads the endpoints from the metadata of the issuer",
    expected: "accepted",
    also: ({ asked }) => assert.equal(asked[0], "https://idp.test/.well-known/openid-configuration"),
  },
  {
    id: "discovery-jwks-uri",
    plan: "oidcc-client-test-discovery-jwks-uri-keys",
    cites: `${DISCOVERY} §3`,
    title: "reads the keys from the jwks_uri of the metadata",
    fault: async ({ idp, platform }) => {
      platform.sites["https://idp.test"] = (request) =>
        idp.fetch(request.url === "https://idp.test/keys/1" ? "https://idp.test/jwks" : request);
      const keys = await (await idp.fetch("https://idp.test/jwks")).json();
      return { metadata: { jwks_uri: "https://idp.test/keys/1" }, jwks: keys };
    },
    expected: "accepted",
    also: ({ asked }) => assert.ok(asked.includes("https://idp.test/keys/1")),
  },
  {
    id: "discovery-issuer-with-path",
    plan: "oidcc-client-test-discovery-openid-config",
    cites: `${DISCOVERY} §4.1`,
    title: "appends the well-known path to an issuer with a path",
    idp: { issuer: "https://idp.test/tenant" },
    expected: "accepted",
    also: ({ asked }) => assert.equal(asked[0], "https://idp.test/tenant/.well-known/openid-configuration"),
  },
  {
    id: "discovery-issuer-with-path-and-slash",
    cites: `${DISCOVERY} §4.1`,
    title: "removes the final slash of the issuer before it appends the well-known path",
    idp: { issuer: "https://idp.test/tenant/" },
    expected: "accepted",
    also: ({ asked }) => assert.equal(asked[0], "https://idp.test/tenant/.well-known/openid-configuration"),
  },
  {
    id: "discovery-unknown-members",
    cites: `${DISCOVERY} §3`,
    title: "ignores members of the metadata that it does not know",
    fault: { metadata: { service_documentation: 7, mtls_endpoint_aliases: null, "x-y": {} } },
    expected: "accepted",
  },
  {
    id: "discovery-null-members",
    cites: `${DISCOVERY} §3`,
    title: "takes null in the metadata for a member that is not there",
    fault: {
      metadata: {
        userinfo_endpoint: null,
        revocation_endpoint: null,
        end_session_endpoint: null,
        pushed_authorization_request_endpoint: null,
        require_pushed_authorization_requests: null,
        authorization_response_iss_parameter_supported: null,
        code_challenge_methods_supported: null,
        token_endpoint_auth_methods_supported: null,
      },
    },
    expected: "accepted",
  },
  {
    id: "discovery-without-S256",
    cites: "RFC 9700 §2.1.1",
    title: "sends a PKCE challenge of S256, although the metadata name plain alone (OA-20)",
    fault: { metadata: { code_challenge_methods_supported: ["plain"] } },
    expected: "accepted",
    also: ({ idp }) => {
      const { params } = idp.requests.find(({ endpoint }) => endpoint === "authorization")!;
      assert.equal(params.get("code_challenge_method"), "S256");
    },
  },
  {
    id: "discovery-charset",
    cites: `${DISCOVERY} §4.2`,
    title: "accepts metadata with a charset in the media type",
    fault: {
      respond: {
        metadata: async (_request, genuine) =>
          new Response(await (await genuine()).text(), {
            headers: { "content-type": "application/json;charset=UTF-8" },
          }),
      },
    },
    expected: "accepted",
  },
  {
    id: "discovery-issuer-twice-right",
    cites: "RFC 8259 §4",
    title: "reads the last value of an issuer that comes twice",
    fault: { respond: { metadata: prefixed('{"issuer":"https://evil.test",') } },
    expected: "accepted",
  },
];

const issuers: readonly Row[] = Object.entries<unknown>({
  "other": "https://evil.test",
  "subdomain": "https://sub.idp.test",
  "suffix": "https://idp.test.evil.test",
  "http": "http://idp.test",
  "path": "https://idp.test/tenant",
  "query": "https://idp.test?a",
  "capitals": "https://IDP.test",
  "missing": undefined,
  "empty": "",
  "list": ["https://idp.test"],
  "null": null,
}).map(([id, issuer]): Row => ({
  id: `discovery-issuer-${id}`,
  plan: "oidcc-client-test-discovery-issuer-mismatch",
  cites: `${DISCOVERY} §4.3`,
  title: `refuses metadata whose issuer is wrong (${id}, OA-19)`,
  fault: { metadata: { issuer } },
  expected: refused(/\bissuer\b/),
  also: untouched,
}));

const endpoints: readonly Row[] = [
  ["authorization_endpoint", "token_endpoint", "userinfo_endpoint", "jwks_uri"].flatMap((name): Row[] => [
    ...Object.entries<unknown>({
      "http": "http://idp.test/x",
      "relative": "/x",
      "script": "javascript:alert(1)",
      "file": "file:///etc/passwd",
      "empty": "",
      "number": 5,
      "list": ["https://idp.test/x"],
      "loopback": "https://127.0.0.1/x",
      "private": "https://10.0.0.1/x",
    }).map(([id, url]): Row => ({
      id: `discovery-${name}-${id}`,
      cites: `${DISCOVERY} §3, RFC 9700 §2.6`,
      title: `refuses metadata whose ${name} must not be used (${id}, OA-19)`,
      provider: { idToken: false },
      fault: { metadata: { [name]: url } },
      expected: refused(new RegExp(name)),
      also: untouched,
    })),
  ]),
  ["authorization_endpoint", "token_endpoint", "jwks_uri"].map((name): Row => ({
    id: `discovery-${name}-missing`,
    cites: `${DISCOVERY} §3`,
    title: `refuses metadata without ${name} when it is needed`,
    fault: { metadata: { [name]: undefined } },
    expected: refused(new RegExp(name)),
  })),
].flat();

const documents: readonly Row[] = [
  ...Object.entries<readonly [Respond, RegExp?]>({
    "not-JSON": [text("{")],
    "HTML": [text("<h1>Welcome</h1>", 200, "text/html")],
    "list": [text("[]")],
    "null": [text("null")],
    "text": [text('"https://idp.test"')],
    "empty": [text("")],
    "404": [text("{}", 404)],
    "500": [text("{}", 500)],
    "204": [() => new Response(null, { status: 204 })],
    "issuer-twice": [suffixed(',"issuer":"https://evil.test"}')],
    "algorithms-text": [
      suffixed(',"id_token_signing_alg_values_supported":"ES256"}'),
      /id_token_signing_alg/,
    ],
  }).map(([id, [metadata, log = /openid-configuration/]]): Row => ({
    id: `discovery-answer-${id}`,
    cites: `${DISCOVERY} §4.2`,
    title: `refuses this answer in the place of metadata: ${id} (OA-19)`,
    fault: { respond: { metadata } },
    expected: refused(log, errorOf(id)),
    also: ({ idp }) => assert.equal(count(idp, "authorization"), 0),
  })),
  {
    id: "discovery-answer-too-large",
    cites: `${DISCOVERY} §4.2`,
    title: "refuses metadata of 48 MB",
    fault: () => ({ respond: { metadata: flood().respond } }),
    expected: refused(/larger than 1 MiB/),
  },
];

/** Metadata of the provider. */
export const DISCOVERY_GROUP: Group = {
  name: "Discovery",
  rows: [...read, ...issuers, ...endpoints, ...documents],
};

function text(body: string, status = 200, type = "application/json"): Respond {
  return () => new Response(body, { status, headers: { "content-type": type } });
}

/** The genuine answer with other first characters. */
function prefixed(start: string): Respond {
  return async (_request, genuine) =>
    new Response(start + (await (await genuine()).text()).slice(1), JSON_TYPE);
}

/** The genuine answer with other last characters. */
function suffixed(end: string): Respond {
  return async (_request, genuine) =>
    new Response((await (await genuine()).text()).slice(0, -1) + end, JSON_TYPE);
}

const JSON_TYPE = { headers: { "content-type": "application/json" } };
