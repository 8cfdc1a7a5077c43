/**
 * Options that lead a provider to other endpoints, or make it ask for something else.
 *
 * @module
 */

import assert from "node:assert/strict";
import { test } from "node:test";
import { ADA, movedTo, type ProviderCase, signIn } from "./_catalogue.ts";
import fusionauth from "./catalogue/fusionauth.ts";
import github from "./catalogue/github.ts";
import paypal from "./catalogue/paypal.ts";
import twitter from "./catalogue/twitter.ts";
import wechat from "./catalogue/wechat.ts";
import zoho from "./catalogue/zoho.ts";

/** What the application sets. */
interface Row {
  /** The case whose answers these options yield. */
  readonly each: ProviderCase;
  readonly options: object;
  /** Host and path of the authorization URL. */
  readonly authorization: string;
  /** Parameters of it; `null`: without the parameter. */
  readonly params?: Readonly<Record<string, string | null>>;
  /** The user, where it is not that of the case. */
  readonly user?: object;
}

const ENTERPRISE = "https://code.example.com";
const enterprise = movedTo(
  movedTo(github, "https://api.github.com", `${ENTERPRISE}/api/v3`),
  "https://github.com",
  ENTERPRISE,
);
const confirmed: ProviderCase = {
  ...twitter,
  profile: [{
    request: "GET https://api.x.com/2/users/me?user.fields=profile_image_url%2Cconfirmed_email",
    json: { data: { ...twitter.profile[0]!.json.data, confirmed_email: ADA.email } },
  }],
};

const ROWS: Readonly<Record<string, Row>> = {
  "fusionauth without `tenantId` reads the metadata of the issuer, and sends no `tenantId`": {
    each: { ...fusionauth, discovery: undefined },
    options: { issuer: fusionauth.metadata.issuer, tenantId: undefined },
    authorization: "auth.example.com/oauth2/authorize",
    params: { tenantId: null },
  },
  ...Object.fromEntries([ENTERPRISE, `${ENTERPRISE}/`].map((baseUrl) => [
    `github sends all requests to the enterprise server ${baseUrl}, which vouches for no address`,
    {
      each: enterprise,
      options: { enterprise: { baseUrl } },
      authorization: "code.example.com/login/oauth/authorize",
      user: { verified: false },
    },
  ])),
  "paypal sends all requests to the sandbox with environment: sandbox": {
    each: movedTo(paypal, "api-m.paypal.com", "api-m.sandbox.paypal.com"),
    options: { environment: "sandbox" },
    authorization: "www.sandbox.paypal.com/signin/authorize",
  },
  "twitter asks for the confirmed address, which counts as verified": {
    each: confirmed,
    options: {
      authorization: { params: { scope: "users.read tweet.read users.email" } },
      userinfo: { params: { "user.fields": "profile_image_url,confirmed_email" } },
    },
    authorization: "x.com/i/oauth2/authorize",
    params: { scope: "users.read tweet.read users.email" },
    user: { email: ADA.email, verified: true },
  },
  "wechat sends users of a website application to the page with the QR code": {
    each: wechat,
    options: { platformType: "WebsiteApp" },
    authorization: "open.weixin.qq.com/connect/qrconnect",
    params: { scope: "snsapi_login" },
  },
  "zoho sends all requests to the data centre of the option domain": {
    each: movedTo(zoho, "accounts.zoho.com", "accounts.zoho.eu"),
    options: { domain: "zoho.eu" },
    authorization: "accounts.zoho.eu/oauth/v2/auth",
  },
};

for (const [what, { each, options, authorization, params = {}, user }] of Object.entries(ROWS)) {
  test(`an option leads elsewhere: ${what}`, async () => {
    const found = await signIn({ ...each, options: { ...each.options, ...options } });
    assert.deepEqual(found.problems, [], found.log);
    assert.deepEqual(found.user, { ...each.user, ...user });
    const { host, pathname, searchParams } = found.authorizationUrl;
    assert.equal(host + pathname, authorization);
    for (const [name, value] of Object.entries(params)) assert.equal(searchParams.get(name), value, name);
  });
}

test("zoho: the server that the authorization response names gets no secret", async () => {
  const response = { location: "xx", "accounts-server": "https://attacker.example" };
  const { user, problems } = await signIn({ ...zoho, response });
  assert.deepEqual(problems, []);
  assert.deepEqual(user, zoho.user);
});
