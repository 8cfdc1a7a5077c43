/**
 * Answers of providers with which no one may be signed in, though each is sent as if it were a success, or in a form of the
 * provider's own.
 *
 * @module
 */

import assert from "node:assert/strict";
import { test } from "node:test";
import { type ProviderCase, signIn, withAnswers } from "./_catalogue.ts";
import azureDevOps from "./catalogue/azure_devops.ts";
import bitbucket from "./catalogue/bitbucket.ts";
import etsy from "./catalogue/etsy.ts";
import eveOnline from "./catalogue/eveonline.ts";
import github from "./catalogue/github.ts";
import hubspot from "./catalogue/hubspot.ts";
import lichess from "./catalogue/lichess.ts";
import nextcloud from "./catalogue/nextcloud.ts";
import notion from "./catalogue/notion.ts";
import slack from "./catalogue/slack.ts";
import twitch from "./catalogue/twitch.ts";
import vk from "./catalogue/vk.ts";
import wechat from "./catalogue/wechat.ts";
import withings from "./catalogue/withings.ts";
import zoho from "./catalogue/zoho.ts";

/** The case with another answer of the token endpoint. */
const tokens = (each: ProviderCase, json: unknown, status = 200): ProviderCase => ({
  ...each,
  claims: undefined,
  token: { ...each.token, json, status },
});

/** The case with another answer to its first request for the profile. */
const profile = (each: ProviderCase, json: unknown): ProviderCase => {
  const [first, ...more] = each.profile!;
  return { ...each, profile: [{ ...first!, json }, ...more] };
};

/** The case without a field, wherever its answers have it. */
const without = (each: ProviderCase, name: string): ProviderCase =>
  withAnswers(
    each,
    (answer) => JSON.parse(JSON.stringify(answer, (key, value) => key === name ? undefined : value)),
  );

const ofEve = (access_token: string) =>
  tokens(eveOnline, { access_token, token_type: "Bearer", expires_in: 1199 });
const payload = (text: string) => btoa(text).replaceAll("=", "");

/** What is answered, by which case, and what the log says. */
const REFUSED: Readonly<Record<string, readonly [each: ProviderCase, log: RegExp]>> = {
  "azure-devops: an error in words of its own": [
    tokens(azureDevOps, { Error: "invalid_client", ErrorDescription: "Invalid client auth token." }, 400),
    /400|invalid_client/,
  ],
  "bitbucket: no account": [profile(bitbucket, new Response("{}", { status: 401 })), /status 401/],
  "etsy: an access token without the number of a user": [
    tokens(etsy, { access_token: "opaque", token_type: "Bearer", expires_in: 3600 }),
    /the token response has no "user_id"/,
  ],
  "eveonline: an access token that is not a JWT": [ofEve("opaque"), /eveonline/],
  "eveonline: an access token of another subject": [
    ofEve(`e30.${payload('{"sub":"CORPORATION:EVE:98000001"}')}.c2lnbmVk`),
    /eveonline/,
  ],
  "eveonline: an access token with claims that are not JSON": [
    ofEve(`e30.${payload("none")}.c2lnbmVk`),
    /eveonline/,
  ],
  "github: an error with status 200": [
    tokens(github, { error: "bad_verification_code" }),
    /bad_verification_code/,
  ],
  "hubspot: a token that is not active": [
    withAnswers(
      hubspot,
      (answer) => Object.hasOwn(answer as object, "active") ? { ...answer as object, active: false } : answer,
    ),
    /returned no `id`/,
  ],
  "hubspot, which needs a client secret for the profile, to a client without one": [
    {
      ...hubspot,
      options: { clientSecret: undefined, client: { token_endpoint_auth_method: "none" } },
      token: { ...hubspot.token, auth: "none" },
    },
    /Cannot read the profile of "hubspot": `userinfo.form` needs `clientSecret`/,
  ],
  "lichess: no account": [profile(lichess, new Response("{}", { status: 401 })), /status 401/],
  "nextcloud: a user with another status than 200": [
    profile(nextcloud, new Response("{}", { status: 401 })),
    /status 401/,
  ],
  "nextcloud: a user that is not JSON, and is not logged": [
    profile(nextcloud, new Response("<ocs>hidden</ocs>")),
    /^(?![^]*hidden)[^]*is not a JSON object/,
  ],
  "nextcloud: no user": [
    profile(nextcloud, { ocs: { meta: { status: "failure", statuscode: 404 }, data: [] } }),
    /nextcloud/,
  ],
  "notion: the bot of an internal integration, which has no user": [
    profile(notion, { object: "user", id: "bot-1", type: "bot", bot: { owner: { type: "workspace" } } }),
    /Make the integration public/,
  ],
  "slack: an error with status 200": [tokens(slack, { ok: false, error: "invalid_code" }), /"invalid_code"/],
  "twitch: a wrong client secret, which is an error of the config": [
    tokens(twitch, { status: 403, message: "invalid client secret" }, 403),
    /does not accept the client/,
  ],
  "vk: an error with status 200": [
    tokens(vk, { error: "invalid_request", error_description: "device_id is missing" }),
    /invalid_request/,
  ],
  "wechat: a code that was used before, with status 200": [
    tokens(wechat, { errcode: 40163, errmsg: "code been used" }),
    /errcode_40163/,
  ],
  "wechat: a wrong secret, which is a mistake in the config": [
    tokens(wechat, { errcode: 40125, errmsg: "invalid appsecret" }),
    /AUTH_WECHAT_SECRET/,
  ],
  "wechat: a user without unionid, who could not be found again": [
    profile(wechat, { ...wechat.profile[0]!.json, unionid: undefined }),
    /returned no `id`/,
  ],
  "withings: an error with status 200": [
    tokens(withings, { status: 503, body: {}, error: "Invalid Params: invalid code" }),
    /status_503/,
  ],
  "withings: tokens of a user without id": [without(withings, "userid"), /returned no `id`/],
  "withings: an answer without a status": [without(withings, "status"), /withings/],
  "zoho: an error with status 200": [tokens(zoho, { error: "invalid_code" }), /invalid_code/],
};

for (const [what, [each, expected]] of Object.entries(REFUSED)) {
  test(`no one is signed in by an answer of ${what}`, async () => {
    const { user, log } = await signIn(each);
    assert.equal(user, null);
    assert.match(log, expected);
  });
}

test("nextcloud: tokens that name no account are refused, and none is asked for", async () => {
  const { user, problems, log } = await signIn(without(nextcloud, "user_id"));
  assert.equal(user, null);
  assert.deepEqual(problems, [`no request: ${nextcloud.profile[0]!.request}`]);
  assert.match(log, /has no `user_id`/);
});
