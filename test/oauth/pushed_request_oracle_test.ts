/**
 * What we make of the answer to a pushed authorization request, beside oauth4webapi: of odd ones we accept no more.
 *
 * @module
 */

import assert from "node:assert/strict";
import { test } from "node:test";
import { processPushedAuthorizationResponse } from "npm:oauth4webapi@3.8.8";
import { ProviderResponseError } from "../../src/errors/errors.ts";
import { resolveProvider } from "../../src/oauth/provider.ts";
import { pushAuthorizationRequest } from "../../src/oauth/pushed_request.ts";
import type { Server } from "../../src/oauth/server.ts";
import { testPlatform } from "../../src/testing/mod.ts";

const ISSUER = "https://idp.test";
const REQUEST_URI = "urn:ietf:params:oauth:request_uri:6esc";
const SERVER: Server = {
  issuer: ISSUER,
  knownIssuer: ISSUER,
  authorization_endpoint: `${ISSUER}/authorize`,
  pushed_authorization_request_endpoint: `${ISSUER}/par`,
};

const URIS = [REQUEST_URI, "", "x", 1, null, [], {}, undefined];
const LIFETIMES = [60, 1, 0.5, 0, -1, "60", "60s", "x", "", null, true, [], {}, undefined];
const STATUSES = [200, 201, 202, 204, 302, 400, 401, 500];

/** What our function makes of an answer; `null` if it refuses it. */
async function read(answer: () => Response): Promise<string | null> {
  const platform = testPlatform({ sites: { [ISSUER]: answer } });
  const provider = resolveProvider({
    id: "idp",
    name: "Fake",
    type: "oauth",
    issuer: ISSUER,
    clientId: "client",
    clientSecret: "secret",
  }, { platform });
  const flow = { redirectUri: "https://app.test/auth/callback/idp" };
  const url = `${ISSUER}/authorize?client_id=client`;
  try {
    const target = await pushAuthorizationRequest(url, flow, { provider, server: SERVER, platform });
    return new URL(target).searchParams.get("request_uri");
  } catch (error) {
    assert(error instanceof ProviderResponseError, String(error));
    return null;
  }
}

test("pushAuthorizationRequest() accepts nothing that oauth4webapi refuses, of 900 odd answers (OA-35)", async () => {
  const bodies = URIS.flatMap((request_uri) =>
    LIFETIMES.map((expires_in) => JSON.stringify({ request_uri, expires_in }))
  );
  let accepted = 0;
  for (const status of STATUSES) {
    for (const body of [...bodies, "", "null", "[]", "{", "<html>"]) {
      const headers = { "content-type": "application/json" };
      const answer = () => new Response(status === 204 ? null : body, { status, headers });
      const ours = await read(answer);
      if (ours === null) continue;
      accepted++;
      const theirs = await processPushedAuthorizationResponse(
        { issuer: ISSUER },
        { client_id: "client" },
        answer(),
      );
      assert.equal(ours, theirs.request_uri, `${status} ${body}`);
    }
  }
  // Two URIs, and five lifetimes that are positive.
  assert.equal(accepted, 10);
});
