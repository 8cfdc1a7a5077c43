import assert from "node:assert/strict";
import { test } from "node:test";
import { Mailchimp } from "../../src/providers/mailchimp.ts";
import { Medium } from "../../src/providers/medium.ts";
import { Twitch } from "../../src/providers/twitch.ts";
import type { OAuthConfig, OIDCConfig, TokenEndpointHandler } from "../../src/model/provider.ts";
import { signIn } from "./_catalogue.ts";
import eveOnline from "./catalogue/eveonline.ts";
import instagram from "./catalogue/instagram.ts";

/** The answer that the core parses. */
async function conform(
  { token }: OAuthConfig | OIDCConfig,
  answer: object,
  status = 200,
): Promise<unknown> {
  const response = await (token as TokenEndpointHandler).conform!(Response.json(answer, { status }));
  assert.equal(response!.status, status);
  return await response!.json();
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

test("twitch: an error without a code gets one", async () => {
  const answer = { status: 400, message: "Invalid authorization code" };
  assert.deepEqual(await conform(Twitch(), answer, 400), {
    error: "invalid_request",
    error_description: "Invalid authorization code",
  });
});
