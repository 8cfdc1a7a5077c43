import assert from "node:assert/strict";
import { test } from "node:test";
import { resolveProvider } from "../../src/oauth/provider.ts";
import { testPlatform } from "../../src/testing/mod.ts";
import { CLIENT, createProvider, type ProviderCase, signIn } from "./_catalogue.ts";
import { casesById, NOW, REFRESH_TOKEN, renewAt } from "./_renewal.ts";

const cases = await casesById();

const FORM = "application/x-www-form-urlencoded;charset=UTF-8";
const BASE = { accept: "application/json", "content-type": FORM, "user-agent": "latchkey-auth" };
const BASIC = { ...BASE, authorization: `Basic ${btoa(`${CLIENT.clientId}:${CLIENT.clientSecret}`)}` };
const GRANT = `refresh_token=${REFRESH_TOKEN}&grant_type=refresh_token`;
const CREDENTIALS = `client_id=${CLIENT.clientId}&client_secret=${CLIENT.clientSecret}`;
const POSTED = { headers: BASE, body: `${GRANT}&${CREDENTIALS}` };
const WITH_BASIC = { headers: BASIC, body: GRANT };

/** The request that renews, of each provider whose module says something of renewals. */
const REQUESTS: Readonly<Record<string, { request: string; headers: object; body: string }>> = {
  apple: {
    request: "POST https://appleid.apple.com/auth/token",
    headers: BASE,
    body: `${GRANT}&client_id=${CLIENT.clientId}&client_secret=<JWT>`,
  },
  atlassian: { request: "POST https://auth.atlassian.com/oauth/token", ...POSTED },
  "azure-ad": {
    request: "POST https://login.microsoftonline.com/72f988bf-86f1-41af-91ab-2d7cd011db47/oauth2/v2.0/token",
    ...WITH_BASIC,
  },
  dropbox: { request: "POST https://api.dropboxapi.com/oauth2/token", ...WITH_BASIC },
  figma: {
    request: "POST https://api.figma.com/v1/oauth/refresh",
    headers: BASIC,
    body: `grant_type=refresh_token&refresh_token=${REFRESH_TOKEN}`,
  },
  gitea: { request: "POST https://git.example.com/login/oauth/access_token", ...WITH_BASIC },
  github: { request: "POST https://github.com/login/oauth/access_token", ...WITH_BASIC },
  google: { request: "POST https://oauth2.googleapis.com/token", ...WITH_BASIC },
  hubspot: { request: "POST https://api.hubapi.com/oauth/2026-03/token", ...POSTED },
  intuit: { request: "POST https://oauth.platform.intuit.com/oauth2/v1/tokens/bearer", ...WITH_BASIC },
  mattermost: { request: "POST https://chat.example.com/oauth/access_token", ...POSTED },
  "microsoft-entra-id": {
    request: "POST https://login.microsoftonline.com/common/oauth2/v2.0/token",
    ...WITH_BASIC,
  },
  nextcloud: {
    request: "POST https://cloud.example.com/index.php/apps/oauth2/api/v1/token",
    ...WITH_BASIC,
  },
  notion: {
    request: "POST https://api.notion.com/v1/oauth/token",
    headers: { ...BASIC, "content-type": "application/json", "notion-version": "2022-06-28" },
    body: JSON.stringify({ grant_type: "refresh_token", refresh_token: REFRESH_TOKEN }),
  },
  slack: { request: "POST https://slack.com/api/openid.connect.token", ...WITH_BASIC },
  startgg: {
    request: "POST https://api.start.gg/oauth/refresh",
    headers: BASE,
    body: "scope=user.identity+user.email&grant_type=refresh_token" +
      `&refresh_token=${REFRESH_TOKEN}&${CREDENTIALS}`,
  },
  tiktok: {
    request: "POST https://open.tiktokapis.com/v2/oauth/token/",
    headers: BASE,
    body: `client_key=${CLIENT.clientId}&${GRANT}&${CREDENTIALS}`,
  },
  twitch: { request: "POST https://id.twitch.tv/oauth2/token", ...POSTED },
  wechat: {
    request: `GET https://api.weixin.qq.com/sns/oauth2/refresh_token?appid=${CLIENT.clientId}` +
      `&grant_type=refresh_token&refresh_token=${REFRESH_TOKEN}`,
    headers: { accept: "application/json" },
    body: "",
  },
  withings: {
    request: "POST https://wbsapi.withings.net/v2/oauth2",
    headers: BASE,
    body: `action=requesttoken&${GRANT}&${CREDENTIALS}`,
  },
  zoho: { request: "POST https://accounts.zoho.com/oauth/v2/token", ...POSTED },
};

const ACCESS = { access_token: "access-token-2", expires_in: 3600 };
const BEARER = { ...ACCESS, token_type: "Bearer" };
const PAIR = { ...BEARER, refresh_token: "refresh-token-2" };

/** The answer of success, as the documentation of the provider shows it. Default: a new pair (RFC 6749 §5.1). */
const SUCCESSES: Readonly<Record<string, unknown>> = {
  apple: { ...BEARER, id_token: "not.read.here" },
  dropbox: { ...BEARER, token_type: "bearer" },
  figma: ACCESS,
  github: { ...PAIR, refresh_token_expires_in: 15_897_600, scope: "", token_type: "bearer" },
  google: { ...BEARER, scope: "openid https://www.googleapis.com/auth/calendar.readonly" },
  intuit: { ...PAIR, x_refresh_token_expires_in: 8_726_400 },
  nextcloud: { ...PAIR, user_id: "ada" },
  notion: {
    access_token: ACCESS.access_token,
    token_type: "bearer",
    refresh_token: PAIR.refresh_token,
    bot_id: "bot-1",
    workspace_icon: null,
  },
  slack: { ok: true, ...PAIR },
  tiktok: { ...PAIR, open_id: "1", refresh_expires_in: 15_552_000, scope: "user.info.basic,video.list" },
  twitch: { ...PAIR, scope: ["openid", "user:read:email"], token_type: "bearer" },
  wechat: { ...ACCESS, refresh_token: PAIR.refresh_token, openid: "1", scope: "snsapi_base,snsapi_userinfo" },
  withings: { status: 0, body: { ...PAIR, userid: "363", scope: "user.info" } },
  zoho: { ...BEARER, api_domain: "https://www.zohoapis.com" },
};

type Answer = readonly [status: number, json: unknown];

/** Answers for a refresh token that has ended, beside the one of RFC 6749 §5.2. */
const DEAD: readonly (readonly [id: string, ...Answer])[] = [
  ["gitea", 400, {
    error: "unauthorized_client",
    error_description: "unable to parse refresh token",
  }],
  ["gitea", 400, { error: "unauthorized_client", error_description: "token was already used" }],
  ["github", 200, {
    error: "bad_refresh_token",
    error_description: "The refresh token passed is incorrect or expired.",
  }],
  ["github", 401, { error: "bad_refresh_token" }],
  ["hubspot", 400, { status: "BAD_REFRESH_TOKEN", message: "missing or invalid refresh token" }],
  ["mattermost", 404, {
    id: "api.oauth.get_access_token.refresh_token.app_error",
    message: "invalid_grant: Invalid refresh token.",
    status_code: 404,
  }],
  ["nextcloud", 400, { error: "invalid_request" }],
  ["slack", 200, { ok: false, error: "invalid_refresh_token" }],
  ["twitch", 400, { error: "Bad Request", status: 400, message: "Invalid refresh token" }],
  ["wechat", 200, { errcode: 40030, errmsg: "invalid refresh_token, rid: 6114eeb9-0032c16a" }],
];

/** Answers for other failures: the refresh token works on. */
const OTHERS: readonly (readonly [id: string, ...Answer])[] = [
  // Apple refuses a second renewal on one day in this way.
  ["apple", 400, { error: "invalid_client" }],
  ["apple", 400, { error: "invalid_request" }],
  ["gitea", 400, { error: "unauthorized_client", error_description: "invalid client secret" }],
  ["gitea", 400, { error: "invalid_client", error_description: "token was already used" }],
  ["github", 200, { error: "incorrect_client_credentials" }],
  ["hubspot", 400, { status: "BAD_CLIENT_SECRET", message: "missing or unknown client secret" }],
  ["mattermost", 404, { id: "api.oauth.get_access_token.credentials.app_error", status_code: 404 }],
  ["nextcloud", 400, { error: "invalid_client" }],
  ["slack", 200, { ok: false, error: "bad_client_secret" }],
  ["twitch", 403, { status: 403, message: "invalid client secret" }],
  ["twitch", 400, { status: 400, message: "missing client id" }],
  ["wechat", 200, { errcode: 40013, errmsg: "invalid appid" }],
  ["wechat", 200, { errcode: 45009, errmsg: "reach max api daily quota limit" }],
  ["withings", 200, { status: 601, body: {}, error: "Too Many Requests" }],
];

for (const [id, expected] of Object.entries(REQUESTS)) {
  const each = cases.get(id)!;

  test(`${id} renews with the request that its documentation shows`, async () => {
    const json = SUCCESSES[id] ?? PAIR;
    const { renewal, sent: [sent, ...more] } = await renewAt(each, { json });
    assert.ok(sent);
    const body = sent.body.replace(/(?<=client_secret=)ey[\w.-]+$/, "<JWT>");
    assert.deepEqual({ ...sent, body }, expected);
    assert.deepEqual(more, []);
    assert.equal(renewal.kind, "renewed");
    const { tokens } = renewal as Extract<typeof renewal, { kind: "renewed" }>;
    const own = id === "withings" ? (json as { body: typeof PAIR }).body : json as Partial<typeof PAIR>;
    const { access_token, refresh_token, expires_at } = tokens;
    assert.deepEqual([access_token, refresh_token], ["access-token-2", own.refresh_token]);
    assert.equal(expires_at, id === "notion" ? undefined : NOW + 3600);
  });

  test(`${id}: the error invalid_grant says that the refresh token has ended`, async () => {
    const { renewal } = await renewAt(each, { json: { error: "invalid_grant" }, status: 400 });
    assert.equal(renewal.kind, "refused");
  });

  test(`${id}: the error invalid_client leaves the refresh token as it was`, async () => {
    const { renewal } = await renewAt(each, { json: { error: "invalid_client" }, status: 401 });
    assert.equal(renewal.kind, "unchanged");
  });
}

for (const [id, status, json] of DEAD) {
  test(`${id}: ${status} ${JSON.stringify(json)} says that the refresh token has ended`, async () => {
    const { renewal } = await renewAt(cases.get(id)!, { json, status });
    assert.equal(renewal.kind, "refused");
  });
}

for (const [id, status, json] of OTHERS) {
  test(`${id}: ${status} ${JSON.stringify(json)} leaves the refresh token as it was`, async () => {
    const { renewal } = await renewAt(cases.get(id)!, { json, status });
    assert.equal(renewal.kind, "unchanged");
  });
}

test("Startgg() sends the redirect URI of the options with a renewal, and that of the sign-in with a code", async () => {
  const redirect_uri = "https://app.test/auth/callback/startgg";
  const startgg: ProviderCase = {
    ...cases.get("startgg")!,
    options: { token: { params: { redirect_uri } } },
  };
  const { sent: [sent] } = await renewAt(startgg, { json: PAIR });
  const { refresh_token: _, ...params } = Object.fromEntries(new URLSearchParams(sent?.body));
  assert.deepEqual(params, {
    scope: "user.identity user.email",
    redirect_uri,
    grant_type: "refresh_token",
    client_id: CLIENT.clientId,
    client_secret: CLIENT.clientSecret,
  });
  const another = { token: { params: { redirect_uri: "https://another.example/" } } };
  assert.deepEqual((await signIn({ ...startgg, options: another })).problems, []);
});

test("the endpoint for renewals is beside the one for codes, wherever the application sets that", async () => {
  for (const [id, path] of [["figma", "refresh"], ["startgg", "refresh"], ["wechat", "refresh_token"]]) {
    const each = cases.get(id!)!;
    const token = "https://proxy.example/oauth/token";
    const { sent } = await renewAt({
      ...each,
      options: { token },
      token: { ...each.token, request: `POST ${token}` },
    }, { json: PAIR });
    assert.equal(
      sent[0]?.request.replace(/^\w+ /, "").replace(/\?.*/, ""),
      `https://proxy.example/oauth/${path}`,
    );
  }
});

test("only these providers accept a refresh token after a renewal, for so many seconds", () => {
  const platform = testPlatform();
  const graces = [...cases].flatMap(([id, each]) => {
    const { token: { refreshGrace } } = resolveProvider(createProvider(each), { platform });
    return refreshGrace === undefined ? [] : [[id, refreshGrace]];
  });
  assert.deepEqual(Object.fromEntries(graces), {
    apple: Infinity,
    atlassian: 600,
    "azure-ad": Infinity,
    dropbox: Infinity,
    figma: Infinity,
    google: Infinity,
    intuit: 86_400,
    "microsoft-entra-id": Infinity,
    withings: 28_800,
    zoho: Infinity,
  });
});

/** Providers that send no refresh tokens: with them, `conform` never reads an answer to a renewal. */
const WITHOUT = ["boxyhq-saml", "facebook", "instagram", "mailchimp", "mastodon", "simplelogin", "threads"];

test("each provider renews with a standard answer, with and without a new refresh token", async () => {
  for (const [id, each] of cases) {
    if (WITHOUT.includes(id)) continue;
    for (const tokens of [PAIR, BEARER]) {
      const json = id === "withings" ? { status: 0, body: tokens } : tokens;
      const { renewal, sent } = await renewAt(each, { json });
      assert.equal(renewal.kind, "renewed", `${id}: ${renewal.kind !== "renewed" && renewal.error}`);
      const { access_token, refresh_token, expires_at } = renewal.tokens;
      const expected = { ...tokens, refresh_token: (tokens as Partial<typeof PAIR>).refresh_token };
      assert.deepEqual(
        [access_token, refresh_token, expires_at],
        [expected.access_token, expected.refresh_token, NOW + 3600],
        id,
      );
      const [{ request, body }] = sent as [typeof sent[number]];
      assert.ok(`${request} ${body}`.includes(REFRESH_TOKEN), id);
    }
  }
});
