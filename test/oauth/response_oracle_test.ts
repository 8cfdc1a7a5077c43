/**
 * What we make of an authorization response and of a token response, beside `oauth4webapi` alone: what we change before it
 * judges them lets no more through.
 *
 * @module
 */

import assert from "node:assert/strict";
import { test } from "node:test";
import {
  authorizationCodeGrantRequest,
  customFetch,
  None,
  nopkce,
  processAuthorizationCodeResponse,
  skipStateCheck,
  validateAuthResponse,
} from "oauth4webapi";
import { redeemCode } from "../../src/oauth/tokens.ts";
import type { OAuthConfig } from "../../src/model/provider.ts";
import { testPlatform } from "../../src/testing/mod.ts";
import { exchangeWith, REDIRECT_URI } from "./_exchange.ts";

const ISSUER = "https://idp.test";
const SERVER = { issuer: ISSUER, token_endpoint: `${ISSUER}/token` };
const GOOD = { access_token: "a", token_type: "bearer" };

type Answer = () => Response;

const PROVIDER: OAuthConfig = {
  id: "idp",
  name: "Fake",
  type: "oauth",
  issuer: ISSUER,
  clientId: "c",
  client: { token_endpoint_auth_method: "none" },
  authorization: `${ISSUER}/authorize`,
  token: `${ISSUER}/token`,
  userinfo: `${ISSUER}/userinfo`,
};

/** Whether `redeemCode` accepts what the browser and the token endpoint say. */
async function accepts(text: string, answer: Answer): Promise<boolean> {
  const platform = testPlatform({ sites: { [ISSUER]: answer } });
  const exchange = await exchangeWith(PROVIDER, platform, { params: new URLSearchParams(text) });
  return await redeemCode(exchange).then(() => true, () => false);
}

/** Whether oauth4webapi does. */
async function isConform(params: string, answer: Answer): Promise<boolean> {
  const client = { client_id: "c" };
  try {
    const validated = validateAuthResponse(SERVER, client, new URLSearchParams(params), skipStateCheck);
    const response = await authorizationCodeGrantRequest(
      SERVER,
      client,
      None(),
      validated,
      REDIRECT_URI,
      nopkce,
      { [customFetch]: () => Promise.resolve(answer()) },
    );
    await processAuthorizationCodeResponse(SERVER, client, response);
    return true;
  } catch {
    return false;
  }
}

const PARAMETERS = [
  ...[
    "code=c",
    "code=",
    "state=st",
    "state=x",
    "state=",
    "error=",
    "error=access_denied",
    "error_description=x",
  ],
  ...["iss=https%3A%2F%2Fidp.test", "iss=https%3A%2F%2Fidp.test%2F", "iss=https%3A%2F%2Fevil.test", "iss="],
  ...["access_token=x", "id_token=x", "id_token=", "token=x", "response=x", "__proto__=x", "State=st"],
];

test("redeemCode() accepts no authorization response that oauth4webapi refuses", async () => {
  let accepted = 0;
  for (const first of PARAMETERS) {
    for (const second of PARAMETERS) {
      for (const params of [`${first}&${second}`, `code=c&state=st&${first}&${second}`]) {
        const answer = () => Response.json(GOOD);
        const ours = await accepts(params, answer);
        if (ours) accepted++;
        assert.ok(!ours || await isConform(params, answer), params);
      }
    }
  }
  assert.ok(accepted > 10);
});

const VALUES = [
  ...["", " ", "x", "1", "1x", "-1", "1e3", "NaN", "Infinity", "Bearer", "DPoP", "mac", "BEARER "],
  ...[null, 0, 1, -1, 1.5, true, false, [], ["x"], [5], {}],
];
const FIELDS = ["access_token", "token_type", "expires_in", "refresh_token", "scope", "__proto__"];

/** Bodies of a token endpoint, of which few are right. */
const BODIES = [
  ...FIELDS.flatMap((field) =>
    VALUES.map((value) => JSON.stringify(Object.fromEntries([...Object.entries(GOOD), [field, value]])))
  ),
  ...FIELDS.slice(0, 2).map((field) => JSON.stringify({ ...GOOD, [field]: undefined })),
  ...["1e999", "-1e999", "-0"].map((number) => JSON.stringify(GOOD).replace("}", `,"expires_in":${number}}`)),
  ...[
    "",
    "null",
    "[]",
    "1",
    `"x"`,
    "<html>",
    "access_token=a&token_type=bearer",
    `[${JSON.stringify(GOOD)}]`,
  ],
  ...["\0", " ", "x"].flatMap((
    extra,
  ) => [extra + JSON.stringify(GOOD), JSON.stringify(GOOD) + extra]),
  `{"__proto__":${JSON.stringify(GOOD)}}`,
  JSON.stringify(GOOD).replace("}", `,"access_token":""}`),
];

/** A body without the optional members that are ignored, or read as servers mean them. */
function withoutLenient(body: string): string {
  try {
    const { expires_in: _, refresh_token, scope, ...others } = JSON.parse(body);
    const isList = Array.isArray(scope) && scope.every((each) => typeof each === "string");
    return JSON.stringify({
      ...others,
      ...(refresh_token && { refresh_token }),
      ...(scope !== null && !isList && { scope }),
    });
  } catch {
    return body;
  }
}

test("redeemCode() accepts no token response that oauth4webapi refuses, but for optional members", async () => {
  let accepted = 0;
  for (const body of BODIES) {
    for (const status of [200, 201, 302, 400, 401, 500]) {
      for (const type of ["application/json", "text/html"]) {
        const answer = (content = body) =>
          new Response(content, { status, headers: { "content-type": type } });
        const ours = await accepts("code=c&state=st", () => answer());
        if (ours) accepted++;
        assert.ok(
          !ours || await isConform("code=c&state=st", () => answer(withoutLenient(body))),
          `${status} ${type} ${body}`,
        );
      }
    }
  }
  assert.ok(accepted > 10);
});
