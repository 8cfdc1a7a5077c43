import assert from "node:assert/strict";
import { test } from "node:test";
import { Twitch } from "../../src/providers/twitch.ts";
import type { TokenEndpointHandler } from "../../src/model/provider.ts";
import { signIn } from "./_catalogue.ts";
import twitch from "./catalogue/twitch.ts";

const token = Twitch().token as TokenEndpointHandler;

async function conform(response: Response): Promise<Response> {
  return await token.conform!(response) ?? response;
}

test("Twitch().token.conform() joins the list of scopes", async () => {
  const { scope } = await (await conform(Response.json({ scope: ["openid", "user:read:email"] }))).json();
  assert.equal(scope, "openid user:read:email");
});

test("Twitch().token.conform() gives an error its code", async () => {
  const response = await conform(
    Response.json({ status: 400, message: "Invalid authorization code" }, { status: 400 }),
  );
  assert.equal(response.status, 400);
  assert.deepEqual(await response.json(), {
    error: "invalid_request",
    error_description: "Invalid authorization code",
  });
});

test("Twitch().token.conform() does not change an error that is not JSON", async () => {
  const response = new Response("Bad gateway", { status: 502 });
  assert.equal(await conform(response), response);
});

test("Twitch(): a wrong client secret is an error of the config", async () => {
  const json = { status: 403, message: "invalid client secret" };
  const { user, log } = await signIn({
    ...twitch,
    claims: undefined,
    token: { ...twitch.token, json, status: 403 },
  });
  assert.equal(user, null);
  assert.match(log, /does not accept the client/);
});
