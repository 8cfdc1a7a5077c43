/**
 * What we make of an authorization response and of a token response, beside oauth4webapi: on thousands of odd ones we
 * accept no more.
 *
 * @module
 */

import assert from "node:assert/strict";
import { test } from "node:test";
import {
  processAuthorizationCodeResponse,
  skipStateCheck,
  validateAuthResponse,
} from "npm:oauth4webapi@3.8.8";
import { parseCode } from "../../src/oauth/authorization_response.ts";
import { resolveProvider } from "../../src/oauth/provider.ts";
import { serverOf } from "../../src/oauth/server.ts";
import { redeemCode } from "../../src/oauth/tokens.ts";
import type { OAuthConfig } from "../../src/providers/types.ts";
import { testPlatform } from "../../src/testing/mod.ts";

const ISSUER = "https://idp.test";
const SERVER = { issuer: ISSUER, token_endpoint: `${ISSUER}/token` };
const CLIENT = { client_id: "client" };
const REDIRECT_URI = "https://app.test/auth/callback/idp";
const FLOW = {
  provider: "idp",
  state: "st",
  redirectUri: REDIRECT_URI,
  returnTo: "https://app.test/",
  userId: null,
  link: "none" as const,
};

const PARAMETERS = ["code", "state", "iss", "error", "id_token", "token", "access_token", "response", "x"];
const VALUES = ["", "c", "st", "ST", " st", ISSUER, `${ISSUER}/`, "https://evil.test", "null", "\0"];

const MEMBERS = [
  "access_token",
  "token_type",
  "expires_in",
  "refresh_token",
  "scope",
  "id_token",
  "error",
  "x",
];
const JSON_VALUES = [
  '"a"',
  '""',
  '"Bearer"',
  '"DPoP"',
  '"mac"',
  "1",
  "-1",
  "0",
  '"3600"',
  "1e999",
  "null",
  "true",
  "[]",
  "{}",
];
const BODIES = ["", "null", "[]", "1", '"a"', "{", "<html>", '{"access_token":"a","token_type":"bearer"} x'];

test("parseCode() accepts nothing that oauth4webapi refuses, of 20,000 odd authorization responses (OA-13)", async () => {
  const { provider, server } = await open(() => new Response());
  const context = { provider, redirectUri: REDIRECT_URI, sent: [], clientSecret: "secret", server };
  const random = seeded(11);
  let accepted = 0;
  for (let i = 0; i < 20_000; i++) {
    const pairs = Array.from({ length: random(5) }, () => [pick(PARAMETERS, random), pick(VALUES, random)]);
    const params = new URLSearchParams([...(random(3) ? [["code", "c"], ["state", "st"]] : []), ...pairs]);
    let code: string;
    try {
      code = parseCode(params, context);
    } catch {
      continue;
    }
    accepted++;
    const validated = validateAuthResponse(SERVER, CLIENT, new URLSearchParams(params), skipStateCheck);
    assert.equal(validated.get("code"), code, params.toString());
  }
  assert.ok(accepted > 500, `${accepted} accepted`);
});

test("redeemCode() accepts nothing that oauth4webapi refuses, of 3,000 odd token responses (OA-15)", async () => {
  const random = seeded(12);
  let [body, status] = ["", 200];
  const { provider, server, platform } = await open(() => new Response(body, { status }));
  let accepted = 0;
  for (let i = 0; i < 3000; i++) {
    body = random(20) ? oddTokens(random) : pick(BODIES, random);
    status = random(10) ? 200 : pick([201, 204, 302, 400, 401, 500], random);
    if (status === 204) body = "";
    const params = new URLSearchParams({ code: "c", state: "st" });
    const where = { flow: FLOW, redirectUri: REDIRECT_URI };
    const tokens = await redeemCode(params, where, { provider, server, platform })
      .then((redeemed) => redeemed.tokens, () => null);
    if (!tokens) continue;
    accepted++;
    // An ID token decides nothing with a provider of type `oauth`, and a number may be text.
    const { id_token: _, expires_in, ...members } = JSON.parse(body);
    const known = { ...members, ...(expires_in !== undefined && { expires_in: Number(expires_in) }) };
    const headers = { "content-type": "application/json" };
    const response = new Response(JSON.stringify(known), { status, headers });
    const theirs = await processAuthorizationCodeResponse(SERVER, CLIENT, response);
    assert.equal(theirs.access_token, tokens.access_token, body);
  }
  assert.ok(accepted > 100, `${accepted} accepted`);
});

function oddTokens(random: (limit: number) => number): string {
  const members = Array.from(
    { length: random(4) },
    () => `${JSON.stringify(pick(MEMBERS, random))}:${pick(JSON_VALUES, random)}`,
  );
  return `{${['"access_token":"a"', '"token_type":"bearer"', ...members].slice(random(4) ? 0 : 1).join()}}`;
}

async function open(answer: () => Response) {
  const platform = testPlatform({ sites: { [ISSUER]: () => Promise.resolve(answer()) } });
  const definition: OAuthConfig = {
    id: "idp",
    name: "Fake",
    type: "oauth",
    issuer: ISSUER,
    clientId: "client",
    clientSecret: "secret",
    checks: ["state"],
    authorization: `${ISSUER}/authorize`,
    token: `${ISSUER}/token`,
    userinfo: `${ISSUER}/userinfo`,
  };
  const provider = resolveProvider(definition, { platform });
  return { provider, server: await serverOf(provider, platform), platform };
}

function pick<T>(values: readonly T[], random: (limit: number) => number): T {
  return values[random(values.length)]!;
}

function seeded(seed: number): (limit: number) => number {
  let state = seed;
  return (limit) => {
    state = (state * 1_103_515_245 + 12_345) & 0x7fffffff;
    return (state >>> 8) % limit;
  };
}
