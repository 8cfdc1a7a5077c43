import assert from "node:assert/strict";
import { test } from "node:test";
import { Mailchimp } from "../../src/providers/mailchimp.ts";
import { Medium } from "../../src/providers/medium.ts";
import type { OAuthConfig, TokenEndpointHandler } from "../../src/model/provider.ts";
import { signIn } from "./_catalogue.ts";
import azureDevOps from "./catalogue/azure_devops.ts";
import etsy from "./catalogue/etsy.ts";
import eveOnline from "./catalogue/eveonline.ts";
import instagram from "./catalogue/instagram.ts";

/** The answer that the core parses. */
async function conform({ token }: OAuthConfig, answer: object): Promise<unknown> {
  const response = await (token as TokenEndpointHandler).conform!(Response.json(answer));
  return await response!.json();
}

test("azure-devops: an error of the token endpoint ends the sign-in", async () => {
  const json = { Error: "invalid_client", ErrorDescription: "Invalid client auth token." };
  const { user, log } = await signIn({
    ...azureDevOps,
    token: { ...azureDevOps.token, json, status: 400 },
  });
  assert.equal(user, null);
  assert.match(log, /400|invalid_client/);
});

test("etsy: an access token without the number of a user ends the sign-in", async () => {
  const json = { access_token: "opaque", token_type: "Bearer", expires_in: 3600 };
  const { user, log } = await signIn({ ...etsy, token: { ...etsy.token, json } });
  assert.equal(user, null);
  assert.match(log, /the token response has no "user_id"/);
});

for (
  const [name, payload] of [
    ["is not a JWT", null],
    ["is that of another subject", btoa('{"sub":"CORPORATION:EVE:98000001"}').replaceAll("=", "")],
    ["has claims that are not JSON", btoa("none").replaceAll("=", "")],
  ] as const
) {
  test(`eveonline: the sign-in fails if the access token ${name}`, async () => {
    const access_token = payload === null ? "opaque" : `e30.${payload}.c2lnbmVk`;
    const json = { access_token, token_type: "Bearer", expires_in: 1199 };
    const { user } = await signIn({ ...eveOnline, token: { ...eveOnline.token, json } });
    assert.equal(user, null);
  });
}

test("eveonline: the profile has the fields that Auth.js names", async () => {
  const { profile } = await signIn(eveOnline);
  assert.equal(profile?.CharacterID, 95465499);
  assert.equal(profile?.CharacterName, "Ada Lovelace");
  assert.equal(profile?.CharacterOwnerHash, "8PmzCeTKb4VFUDrHLc/AeZXDSWM=");
  assert.equal(profile?.Scopes, "publicData");
});

test("instagram: tokens that are not in a list are accepted, too", async () => {
  const json = {
    access_token: "access-token-1",
    user_id: 17841405793181500,
    permissions: ["instagram_business_basic"],
  };
  const { user, log } = await signIn({ ...instagram, token: { ...instagram.token, json } });
  assert.deepEqual(user, instagram.user, log);
});

test("mailchimp: a token that does not expire has no time of expiry", async () => {
  assert.deepEqual(await conform(Mailchimp(), { access_token: "a", expires_in: 0, scope: null }), {
    access_token: "a",
    token_type: "bearer",
  });
});

test("medium: a time of expiry in milliseconds or seconds becomes seconds", async () => {
  for (const expires_at of [1444186800000, 1444186800]) {
    assert.deepEqual(await conform(Medium(), { access_token: "a", scope: ["b", "c"], expires_at }), {
      access_token: "a",
      scope: "b c",
      expires_at: 1444186800,
    });
  }
});
