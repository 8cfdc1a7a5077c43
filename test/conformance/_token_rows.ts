/**
 * Rows about the token response.
 *
 * @module
 */

import { failNetwork, flood, type Respond } from "../../src/testing/mod.ts";
import { errorOf, type Group, refused, type Row } from "./_row.ts";

const SUCCESS = "RFC 6749 §5.1";
const FAILURE = "RFC 6749 §5.2";

const JSON_TYPE = { "content-type": "application/json" };

/** The genuine answer, with another status or body. */
function changed(
  change: (body: string) => string,
  { status = 200, headers = JSON_TYPE }: { readonly status?: number; readonly headers?: HeadersInit } = {},
): Respond {
  return async (_request, genuine) =>
    new Response(change(await (await genuine()).text()), { status, headers });
}

function same(body: string): string {
  return body;
}

function failing(status: number, body: unknown, headers: HeadersInit = JSON_TYPE): Respond {
  return () => new Response(typeof body === "string" ? body : JSON.stringify(body), { status, headers });
}

const accepted: readonly Row[] = [
  ...Object.entries<Readonly<Record<string, unknown>>>({
    "type-BEARER": { token_type: "BEARER" },
    "type-bearer": { token_type: "bearer" },
    "no-lifetime": { expires_in: undefined },
    "lifetime-as-text": { expires_in: "3600" },
    "lifetime-zero": { expires_in: 0 },
    "lifetime-null": { expires_in: null },
    "lifetime-word": { expires_in: "soon" },
    "lifetime-with-unit": { expires_in: "3600abc" },
    "lifetime-hexadecimal": { expires_in: "0x10" },
    "lifetime-with-blanks": { expires_in: " 60 " },
    "lifetime-empty": { expires_in: "" },
    "lifetime-negative": { expires_in: -1 },
    "lifetime-huge": { expires_in: 1e300 },
    "lifetime-object": { expires_in: {} },
    "end-as-date": { expires_in: undefined, expires_at: "2030-01-01T00:00:00Z" },
    "scope-null": { scope: null },
    "scope-list": { scope: ["openid", "email"] },
    "refresh-token-null": { refresh_token: null },
    "refresh-token-empty": { refresh_token: "" },
    "error-null": { error: null, error_description: null },
    "no-scope": { scope: undefined },
    "refresh-token": { refresh_token: "r" },
    "unknown-members": { "not-before-policy": 0, session_state: "s", user: { id: 1 } },
  }).map(([id, tokens]): Row => ({
    id: `token-response-${id}`,
    ...(id === "type-bearer" && { plan: "oidcc-client-test" }),
    cites: SUCCESS,
    title: `accepts a token response of this kind: ${id}`,
    fault: { tokens },
    expected: "accepted",
  })),
  ...Object.entries<Respond>({
    "charset": changed(same, { headers: { "content-type": "application/json; charset=utf-8" } }),
    "white-space": changed((body) => `\r\n\t ${body} \n`),
    "member-twice": changed((body) => `{"token_type":"mac",${body.slice(1)}`),
    "cookies-and-challenge": changed(same, {
      headers: { ...JSON_TYPE, "set-cookie": "session-token=evil; Path=/", "www-authenticate": "Basic" },
    }),
  }).map(([id, token]): Row => ({
    id: `token-response-${id}`,
    cites: SUCCESS,
    title: `accepts a token response as some servers send it: ${id}`,
    fault: { respond: { token } },
    expected: "accepted",
  })),
];

const wrong: readonly Row[] = Object.entries<readonly [Readonly<Record<string, unknown>>, RegExp]>({
  "no-access-token": [{ access_token: undefined }, /access_token/],
  "empty-access-token": [{ access_token: "" }, /access_token/],
  "access-token-number": [{ access_token: 7 }, /access_token/],
  "access-token-null": [{ access_token: null }, /access_token/],
  "access-token-list": [{ access_token: ["t"] }, /access_token/],
  "no-token-type": [{ token_type: undefined }, /token_type/],
  "token-type-mac": [{ token_type: "mac" }, /token_type/],
  "token-type-N_A": [{ token_type: "N_A" }, /token_type/],
  "token-type-DPoP": [{ token_type: "DPoP" }, /token_type/],
  "token-type-number": [{ token_type: 1 }, /token_type/],
  "token-type-null": [{ token_type: null }, /token_type.*token\.conform/],
  "refresh-token-number": [{ refresh_token: 7 }, /refresh_token.*token\.conform/],
  "scope-number": [{ scope: 7 }, /scope.*token\.conform/],
  "scope-list-of-numbers": [{ scope: [7] }, /scope.*token\.conform/],
  "no-id-token": [{ id_token: undefined }, /ID token/i],
  "id-token-null": [{ id_token: null }, /ID token/i],
  "id-token-object": [{ id_token: { sub: "ada" } }, /ID token|id_token/i],
}).map(([id, [tokens, log]]): Row => ({
  id: `token-response-${id}`,
  cites: id.includes("id-token") ? "OpenID Connect Core §3.1.3.3" : SUCCESS,
  title: `refuses a token response that is wrong (${id}, ${id.includes("id-token") ? "OI-01" : "OA-15"})`,
  fault: { tokens },
  expected: refused(log),
}));

const answers: readonly Row[] = [
  ...Object.entries<readonly [Respond, RegExp?]>({
    "201": [changed(same, { status: 201 }), /201/],
    "204": [() => new Response(null, { status: 204 }), /204/],
    "205": [() => new Response(null, { status: 205 }), /205/],
    "304": [() => new Response(null, { status: 304 }), /304/],
    "400-with-tokens": [changed(same, { status: 400 }), /400/],
    "500-with-tokens": [changed(same, { status: 500 }), /500/],
    "400-invalid-grant": [failing(400, { error: "invalid_grant" }), /invalid_grant/],
    "400-unknown-error": [failing(400, { error: "made_up" }), /made_up/],
    "400-without-error": [failing(400, {}), /400/],
    "403-HTML": [failing(403, "<h1>Blocked</h1>", { "content-type": "text/html" }), /403/],
    "429": [failing(429, { error: "slow_down" }, { ...JSON_TYPE, "retry-after": "1" }), /429|slow_down/],
    "503": [failing(503, "", { "retry-after": "1" }), /503/],
    "error-with-200": [failing(200, { error: "invalid_grant", error_description: "no" })],
    "HTML": [failing(200, "<h1>Hello</h1>", { "content-type": "text/html" })],
    "form": [
      failing(200, "access_token=t&token_type=bearer", {
        "content-type": "application/x-www-form-urlencoded",
      }),
    ],
    "empty": [failing(200, "")],
    "broken": [changed((body) => body.slice(0, -1))],
    "list": [changed((body) => `[${body}]`)],
    "null": [failing(200, "null")],
    "JSON-in-text": [changed((body) => JSON.stringify(body))],
    "two-documents": [changed((body) => body + body)],
    "comment": [changed((body) => `// tokens\n${body}`)],
    "too-large": [flood().respond, /larger than 1 MiB/],
  }).map(([id, [token, log = /token response|redeem the code/]]): Row => ({
    id: `token-answer-${id}`,
    cites: /^[45]/.test(id) ? FAILURE : SUCCESS,
    title: `refuses this answer of the token endpoint: ${id} (OA-15)`,
    fault: { respond: { token } },
    expected: refused(log, errorOf(id)),
  })),
  ...Object.entries<Respond>({
    "401-invalid-client": failing(401, { error: "invalid_client" }),
    "401-challenge": failing(401, "", { "www-authenticate": 'Basic realm="idp"' }),
    "400-invalid-client": failing(400, { error: "invalid_client" }),
    "400-unauthorized-client": failing(400, { error: "unauthorized_client" }),
  }).map(([id, token]): Row => ({
    id: `token-answer-${id}`,
    cites: FAILURE,
    title: `says that the client is configured wrongly after this answer of the token endpoint: ${id}`,
    fault: { respond: { token } },
    expected: refused(/client/, "Configuration"),
  })),
  {
    id: "token-answer-none",
    cites: "RFC 6749 §4.1.3",
    title: "says that the provider is unavailable if the token endpoint cannot be reached",
    fault: { respond: { token: failNetwork } },
    expected: refused(/token.*reached/, "ProviderUnavailable"),
  },
];

/** The token response. */
export const TOKEN_GROUP: Group = { name: "Token response", rows: [...accepted, ...wrong, ...answers] };
