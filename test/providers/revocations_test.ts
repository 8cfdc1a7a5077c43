import assert from "node:assert/strict";
import { test } from "node:test";
import { ProviderResponseError } from "../../src/errors/errors.ts";
import { resolveProvider } from "../../src/oauth/provider.ts";
import { revokerOf } from "../../src/features/provider_tokens/revoker.ts";
import { testPlatform } from "../../src/testing/mod.ts";
import { CLIENT, createProvider, type ProviderCase } from "./_catalogue.ts";
import { casesById, type Sent } from "./_renewal.ts";
import { revokeAt, TOKENS } from "./_revocation.ts";

const cases = await casesById();

const FORM = { "content-type": "application/x-www-form-urlencoded;charset=UTF-8" };
const AGENT = { "user-agent": "latchkey-auth" };
const OWN = { accept: "application/json", ...AGENT };
const BASIC = { authorization: `Basic ${btoa(`${CLIENT.clientId}:${CLIENT.clientSecret}`)}` };
const JSON_TYPE = { "content-type": "application/json" };
const CREDENTIALS = `client_id=${CLIENT.clientId}&client_secret=${CLIENT.clientSecret}`;
const IN_JSON = { client_id: CLIENT.clientId, client_secret: CLIENT.clientSecret };
const [ACCESS, FRESH, REFRESH] = ["access-token-1", "access-token-2", "refresh-token-1"];

/** The requests of RFC 7009 §2.1. */
function standard(url: string, auth: "basic" | "post" | "apple"): readonly Sent[] {
  const client =
    { basic: "", post: `&${CREDENTIALS}`, apple: "&client_id=client-1&client_secret=<JWT>" }[auth];
  return [["refresh_token", REFRESH], ["access_token", ACCESS]].map(([hint, token]) => ({
    request: `POST ${url}`,
    headers: { ...AGENT, ...FORM, ...(auth === "basic" && BASIC) },
    body: `token_type_hint=${hint}&token=${token}${client}`,
  }));
}

const post = (url: string, headers: object, body: string | object = ""): Sent => ({
  request: `POST ${url}`,
  headers: { ...OWN, ...headers },
  body: typeof body === "string" ? body : JSON.stringify(body),
});
const bearer = (request: string, token: string): Sent => ({
  request,
  headers: { ...OWN, authorization: `Bearer ${token}` },
  body: "",
});
const renewal = `grant_type=refresh_token&refresh_token=${REFRESH}`;
/** The requests of a provider whose refresh token is exchanged for an access token, which is revoked. */
const exchanged = (first: Sent, request: (token: string) => Sent) => [first, request(FRESH), request(ACCESS)];

/** What is sent for a refresh token and an access token, by each provider whose module has `revocation`. */
const REQUESTS: Readonly<Record<string, readonly Sent[]>> = {
  apple: standard("https://appleid.apple.com/auth/revoke", "apple"),
  autodesk: standard("https://developer.api.autodesk.com/authentication/v2/revoke", "basic"),
  box: standard("https://api.box.com/oauth2/revoke", "post"),
  coinbase: exchanged(
    post("https://login.coinbase.com/oauth2/token", FORM, `${CREDENTIALS}&${renewal}`),
    (token) => ({
      request: "POST https://login.coinbase.com/oauth2/revoke",
      headers: { ...OWN, ...FORM, authorization: `Bearer ${token}` },
      body: token === FRESH ? `${CREDENTIALS}&token=${token}` : `token=${token}&${CREDENTIALS}`,
    }),
  ),
  discord: standard("https://discord.com/api/oauth2/token/revoke", "basic"),
  dropbox: exchanged(
    post("https://api.dropboxapi.com/oauth2/token", { ...FORM, ...BASIC }, renewal),
    (token) => bearer("POST https://api.dropboxapi.com/2/auth/token/revoke", token),
  ),
  eveonline: [post(
    "https://login.eveonline.com/v2/oauth/revoke",
    { ...FORM, ...BASIC },
    `token_type_hint=refresh_token&token=${REFRESH}`,
  )],
  freshbooks: [post("https://api.freshbooks.com/auth/oauth/revoke", JSON_TYPE, {
    token: REFRESH,
    ...IN_JSON,
  })],
  github: [{
    request: `DELETE https://api.github.com/applications/${CLIENT.clientId}/token`,
    headers: { ...AGENT, ...JSON_TYPE, ...BASIC, accept: "application/vnd.github+json" },
    body: JSON.stringify({ access_token: ACCESS }),
  }],
  hubspot: [post(
    "https://api.hubapi.com/oauth/2026-03/token/revoke",
    FORM,
    `token_type_hint=refresh_token&token=${REFRESH}&${CREDENTIALS}`,
  )],
  intuit: [REFRESH, ACCESS].map((token) =>
    post("https://developer.api.intuit.com/v2/oauth2/tokens/revoke", { ...JSON_TYPE, ...BASIC }, { token })
  ),
  kick: [
    post(`https://id.kick.com/oauth/revoke?token=${REFRESH}&token_hint_type=refresh_token`, FORM),
    post(`https://id.kick.com/oauth/revoke?token=${ACCESS}&token_hint_type=access_token`, FORM),
  ],
  lichess: [bearer("DELETE https://lichess.org/api/token", ACCESS)],
  line: [post("https://api.line.me/oauth2/v2.1/revoke", FORM, `${CREDENTIALS}&access_token=${ACCESS}`)],
  linear: standard("https://api.linear.app/oauth/revoke", "post"),
  mastodon: standard("https://social.example.com/oauth/revoke", "basic"),
  naver: exchanged(
    post("https://nid.naver.com/oauth2.0/token", FORM, `${CREDENTIALS}&${renewal}`),
    (token) =>
      post(
        "https://nid.naver.com/oauth2.0/token",
        FORM,
        `${CREDENTIALS}&grant_type=delete&access_token=${token}&service_provider=NAVER`,
      ),
  ),
  netsuite: [post(
    "https://1234567.suitetalk.api.netsuite.com/services/rest/auth/oauth2/v1/revoke",
    { ...FORM, ...BASIC },
    `token_type_hint=refresh_token&token=${REFRESH}`,
  )],
  notion: [post(
    "https://api.notion.com/v1/oauth/revoke",
    { ...JSON_TYPE, ...BASIC, "notion-version": "2022-06-28" },
    { token: ACCESS },
  )],
  osu: exchanged(
    post("https://osu.ppy.sh/oauth/token", FORM, `${CREDENTIALS}&${renewal}`),
    (token) => bearer("DELETE https://osu.ppy.sh/api/v2/oauth/tokens/current", token),
  ),
  pipedrive: standard("https://oauth.pipedrive.com/oauth/revoke", "basic"),
  polar: standard("https://api.polar.sh/v1/oauth2/revoke", "post"),
  reddit: standard("https://www.reddit.com/api/v1/revoke_token", "basic"),
  shikimori: standard("https://shikimori.one/oauth/revoke", "post"),
  slack: [bearer("POST https://slack.com/api/auth.revoke", ACCESS)],
  strava: [["refresh_token", REFRESH], ["access_token", ACCESS]].map(([hint, token]) =>
    post(
      "https://www.strava.com/oauth/revoke",
      { ...FORM, ...BASIC },
      `token_type_hint=${hint}&token=${token}`,
    )
  ),
  tiktok: exchanged(
    post(
      "https://open.tiktokapis.com/v2/oauth/token/",
      FORM,
      `client_key=${CLIENT.clientId}&${CREDENTIALS}&${renewal}`,
    ),
    (token) =>
      post(
        "https://open.tiktokapis.com/v2/oauth/revoke/",
        FORM,
        `client_key=${CLIENT.clientId}&client_secret=${CLIENT.clientSecret}&token=${token}`,
      ),
  ),
  todoist: [post("https://api.todoist.com/api/v1/revoke", { ...JSON_TYPE, ...BASIC }, {
    token: ACCESS,
    token_type_hint: "access_token",
  })],
  trakt: [post("https://auth.trakt.tv/oauth/revoke", JSON_TYPE, { token: ACCESS, ...IN_JSON })],
  twitch: [
    post("https://id.twitch.tv/oauth2/revoke", FORM, `client_id=${CLIENT.clientId}&token=${ACCESS}`),
  ],
  twitter: standard("https://api.x.com/2/oauth2/revoke", "basic"),
  zoho: [REFRESH, ACCESS].map((token) =>
    post(`https://accounts.zoho.com/oauth/v2/token/revoke?token=${token}`, FORM)
  ),
  zoom: exchanged(
    post("https://zoom.us/oauth/token", { ...FORM, ...BASIC }, renewal),
    (token) => post("https://zoom.us/oauth/revoke", { ...FORM, ...BASIC }, `token=${token}`),
  ),
};

/** Answers to what was sent: a renewal yields a fresh access token, a revocation the JSON. */
const answering = (json: unknown, status = 200) => ({ body }: Sent) =>
  body.includes("grant_type=refresh_token")
    ? { access_token: FRESH, token_type: "Bearer", refresh_token: "refresh-token-2" }
    : Response.json(json, { status });

for (const [id, expected] of Object.entries(REQUESTS)) {
  const each = cases.get(id)!;

  test(`${id} revokes with the requests that its documentation shows`, async () => {
    const { sent, error } = (await revokeAt(each, answering({ ok: true })))!;
    const bodies = sent.map((one) => ({
      ...one,
      body: one.body.replace(/(?<=client_secret=)ey[\w.-]+$/, "<JWT>"),
    }));
    assert.deepEqual(bodies, expected);
    assert.equal(error, null);
  });

  test(`${id}: an answer without a body is a success`, async () => {
    const renewed = answering({});
    const answer = (one: Sent) =>
      one.body.includes("grant_type=refresh_token") ? renewed(one) : new Response(null, { status: 204 });
    assert.equal((await revokeAt(each, answer))!.error, null);
  });

  test(`${id}: an answer with an error is not taken for a success`, async () => {
    for (
      const [json, status] of [[{ error: "invalid_client" }, 401], [{ message: "Overloaded" }, 503]] as const
    ) {
      const { error } = (await revokeAt(each, answering(json, status)))!;
      assert.ok(error instanceof Error, id);
    }
  });
}

test("what a provider revokes tokens of one kind with is not asked for the other kind, and that is an error", async () => {
  const kinds: Record<string, readonly string[]> = {};
  for (const id of Object.keys(REQUESTS)) {
    for (const kind of ["accessToken", "refreshToken"] as const) {
      const { sent, error } =
        (await revokeAt(cases.get(id)!, answering({}), { ...NONE, [kind]: TOKENS[kind] }))!;
      if (sent.length) {
        assert.equal(error, null);
        continue;
      }
      assert.match(String(error), /the provider revokes no token of this kind/);
      kinds[kind] = [...kinds[kind] ?? [], id];
    }
  }
  assert.deepEqual(kinds, {
    accessToken: ["eveonline", "freshbooks", "hubspot", "netsuite"],
    refreshToken: ["github", "lichess", "line", "notion", "slack", "todoist", "trakt", "twitch"],
  });
});

const NONE = { accessToken: null, refreshToken: null };

type Row = readonly [id: string, status: number, json: unknown];

/** Answers for an access token that has ended already. */
const ENDED: readonly Row[] = [
  ["github", 404, { message: "Not Found" }],
  ["reddit", 400, { error: "invalid_token" }],
  ["slack", 200, { ok: false, error: "token_revoked" }],
  ["slack", 200, { ok: false, error: "token_expired" }],
  ["twitch", 400, { status: 400, message: "Invalid token" }],
  ["zoho", 400, { status: "failure" }],
];

/** Answers for other failures: the token works on. */
const OTHERS: readonly Row[] = [
  ["github", 401, { message: "Bad credentials" }],
  ["github", 422, { message: "Validation Failed" }],
  ["naver", 200, { error: "invalid_request", error_description: "no valid data" }],
  ["slack", 200, { ok: false, error: "ratelimited" }],
  ["slack", 200, { ok: false, error: "invalid_auth" }],
  ["tiktok", 200, { error: "invalid_client", error_description: "Client key is incorrect." }],
  ["twitch", 404, { status: 404, message: "client does not exist" }],
  ["twitch", 400, { status: 400, message: "missing client id" }],
  ["twitch", 400, null],
  ["zoho", 200, { error: "general_error" }],
];

for (const [rows, isEnded] of [[ENDED, true], [OTHERS, false]] as const) {
  for (const [id, status, json] of rows) {
    const what = isEnded ? "counts as revoked" : "is an error";
    test(`${id}: an access token that is answered with ${status} ${JSON.stringify(json)} ${what}`, async () => {
      const tokens = { ...NONE, accessToken: ACCESS };
      const { error } = (await revokeAt(cases.get(id)!, answering(json, status), tokens))!;
      if (isEnded) assert.equal(error, null);
      else assert.ok(error instanceof Error);
    });
  }
}

/** The providers at which a refresh token is exchanged first. */
const EXCHANGED = ["coinbase", "dropbox", "naver", "osu", "tiktok", "zoom"];

for (const id of EXCHANGED) {
  const each = cases.get(id)!;
  const renewing = (json: unknown, status: number, revocation: unknown = {}) => ({ body }: Sent) =>
    body.includes("grant_type=refresh_token") ? Response.json(json, { status }) : revocation;

  test(`${id}: a refresh token that has ended is revoked, and the access token is sent once`, async () => {
    const { sent, error } = (await revokeAt(each, renewing({ error: "invalid_grant" }, 400)))!;
    assert.equal(error, null);
    assert.equal(sent.length, 2);
  });

  test(`${id}: a stored access token that has ended is no failure`, async () => {
    const answer = (one: Sent) => {
      if (one.body.includes("grant_type=refresh_token")) return { access_token: FRESH };
      const isFresh = JSON.stringify(one).includes(FRESH);
      return Response.json(isFresh ? {} : { error: "expired_access_token" }, { status: isFresh ? 200 : 401 });
    };
    assert.equal((await revokeAt(each, answer))!.error, null);
  });

  test(`${id}: a renewal that fails, or yields no token, is an error`, async () => {
    for (
      const [json, status] of [[{ error: "invalid_client" }, 401], [{ error: "x" }, 200], [[], 200]] as const
    ) {
      const { sent, error } = (await revokeAt(each, renewing(json, status)))!;
      assert.ok(error instanceof Error);
      assert.equal(sent.length, 1);
    }
  });

  test(`${id}: the fresh access token that the provider repeats in its refusal is not in the error`, async () => {
    const refusal = () =>
      Response.json({ error: "invalid_request", error_description: `what is ${FRESH}?` }, { status: 400 });
    const answer = (one: Sent) =>
      one.body.includes("grant_type=refresh_token") ? { access_token: FRESH } : refusal();
    const { error } = (await revokeAt(each, answer))!;
    assert.ok(error instanceof ProviderResponseError);
    assert.match(JSON.stringify(error.cause), /what is …\?/);
    assert.doesNotMatch(JSON.stringify(error.cause), new RegExp(FRESH));
  });
}

test("without `revocation` in its module, nor metadata, a provider's tokens are forgotten, and the log warns", async () => {
  const platform = testPlatform();
  const forgetful: string[] = [];
  for (const [id, each] of cases) {
    const provider = resolveProvider(createProvider(each), { platform });
    if (provider.revocation.url !== undefined) assert.ok(REQUESTS[id], `${id} has no row in REQUESTS`);
    if (provider.revocation.url !== undefined || provider.discoveryUrl) continue;
    const warnings: string[] = [];
    const logger = { warn: (message: string) => warnings.push(message) } as never;
    assert.equal(await revokerOf(provider, { platform, logger }), null);
    assert.equal(warnings.length, 1, id);
    assert.match(warnings[0]!, new RegExp(`^no-revocation-endpoint: the provider "${id}" has no endpoint`));
    forgetful.push(id);
  }
  assert.ok(forgetful.includes("spotify") && forgetful.length > 40, `${forgetful.length} providers`);
});

test("GitHub() revokes at the API of an Enterprise Server, and where the application says that it is", async () => {
  const github = cases.get("github")!;
  const at = async (options: ProviderCase["options"]) => {
    const { sent: [sent] } = (await revokeAt({ ...github, options }, answering({})))!;
    return sent!.request;
  };
  const enterprise = { baseUrl: "https://code.example.com" };
  assert.equal(
    await at({ enterprise }),
    "DELETE https://code.example.com/api/v3/applications/client-1/token",
  );
  const url = "https://api.octocorp.ghe.com/applications/{clientId}/token";
  assert.equal(
    await at({ revocation: { url } }),
    "DELETE https://api.octocorp.ghe.com/applications/client-1/token",
  );
});
