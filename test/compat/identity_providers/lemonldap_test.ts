import { test } from "node:test";
import type { Page } from "../../../src/testing/mod.ts";
import { startLemonLdap } from "./_lemonldap.ts";
import { CALLBACK } from "./_libraries.ts";
import { limitedFetch } from "./_limits.ts";
import { type Ground, type Row, testRows } from "./_rows.ts";
import { afterTests } from "../../_after.ts";

const SIGNED_IN = { ours: "signs in", theirs: "signs in" } as const;

const SECRET = "a-client-secret-of-the-tests-at-LemonLDAP-NG-of-at-least-sixty-four-bytes";

/** What the browser writes into the forms of the provider. */
const ANSWERS = { user: "dwho", password: "dwho" };

const authorization = (params: object) => ({
  authorization: { params: { scope: "openid profile email", ...params } },
});

/**
 * A client is set as most administrators do it, with claims in the ID token and RS256. `client` has further options, by
 * their short names.
 */
const ROWS: readonly Row[] = [
  { name: "client_secret_basic", ...SIGNED_IN },
  {
    name: "client_secret_post",
    provider: { client: { token_endpoint_auth_method: "client_secret_post" } },
    ...SIGNED_IN,
  },
  {
    name: "client_secret_basic with a character that it does not decode (RFC 6749 §2.3.1)",
    client: { ClientSecret: "a client secret" },
    provider: { clientSecret: "a client secret" },
    ours: { error: "Configuration", log: /does not accept the client/ },
    theirs: "fails",
  },
  {
    name: "client_secret_post with such a character",
    client: { ClientSecret: "a client secret" },
    provider: {
      clientSecret: "a client secret",
      client: { token_endpoint_auth_method: "client_secret_post" },
    },
    ...SIGNED_IN,
  },
  {
    name: "a public client",
    client: { Public: 1 },
    provider: { clientSecret: undefined, client: { token_endpoint_auth_method: "none" } },
    ...SIGNED_IN,
  },
  { name: "PKCE required", client: { RequirePKCE: 1 }, ...SIGNED_IN },
  ...[["state"], ["nonce"], ["pkce", "nonce"], ["pkce", "state", "nonce"]].map((checks): Row => ({
    name: `checks: ${checks.join(", ")}`,
    provider: { checks },
    ...SIGNED_IN,
  })),
  ...["RS384", "RS512"].map((alg): Row => ({
    name: `ID token ${alg}, not named`,
    client: { IDTokenSignAlg: alg },
    ...SIGNED_IN,
  })),
  ...["HS256", "HS512"].flatMap((alg): Row[] => [
    {
      name: `ID token ${alg}, named`,
      client: { IDTokenSignAlg: alg },
      provider: { client: { id_token_signed_response_alg: alg } },
      ...SIGNED_IN,
    },
    {
      name: `ID token ${alg}, not named`,
      client: { IDTokenSignAlg: alg },
      ours: { error: "ProviderResponseError", log: /set `client: \{ id_token_signed_response_alg/ },
      theirs: "signs in",
      deliberate: "Auth.js does not verify it; the message names the field to set",
    },
  ]),
  {
    name: "ID token without a signature",
    client: { IDTokenSignAlg: "none" },
    ours: { error: "ProviderResponseError", log: /Cannot accept an ID token/ },
    theirs: "fails",
  },
  {
    name: "claims at userinfo only, as a new client has it",
    client: { IDTokenForceClaims: 0 },
    ours: "signs in",
    theirs: "signs in without a profile",
  },
  {
    name: "profile from userinfo",
    client: { IDTokenForceClaims: 0 },
    provider: { idToken: false },
    ...SIGNED_IN,
  },
  ...["RS256", "RS512", "HS256"].map((alg): Row => ({
    name: `profile from userinfo, signed with ${alg}`,
    client: { IDTokenForceClaims: 0, UserInfoSignAlg: alg },
    provider: { idToken: false },
    ...SIGNED_IN,
  })),
  { name: "several audiences", client: { AdditionalAudiences: "https://api.example" }, ...SIGNED_IN },
  { name: "access token that is a JWT", client: { AccessTokenJWT: 1 }, ...SIGNED_IN },
  { name: "the address as subject", client: { UserIDAttr: "mail" }, ...SIGNED_IN },
  { name: "consent of the user", client: { BypassConsent: 0 }, ...SIGNED_IN },
  {
    name: "refresh tokens and offline access",
    client: { RefreshToken: 1, AllowOffline: 1 },
    provider: authorization({ scope: "openid profile email offline_access" }),
    ...SIGNED_IN,
  },
  ...Object.entries({
    max_age: "60",
    acr_values: "loa-2",
    login_hint: "dwho",
    ui_locales: "fr",
    prompt: "login",
  })
    .map(([name, value]): Row => ({
      name: `${name} from the config`,
      provider: authorization({ [name]: value }),
      asks: { [name]: value },
      ...SIGNED_IN,
    })),
  {
    name: "prompt none, which it ignores",
    params: { prompt: "none" },
    asks: { prompt: "none" },
    ...SIGNED_IN,
  },
  {
    name: "type oauth with all endpoints",
    client: { IDTokenForceClaims: 0 },
    provider: (issuer) => ({
      type: "oauth",
      authorization: { url: `${issuer}/oauth2/authorize`, params: { scope: "openid profile email" } },
      token: `${issuer}/oauth2/token`,
      userinfo: `${issuer}/oauth2/userinfo`,
      profile: ({ sub, name, email }: Record<string, string>) => ({ id: sub, name, email }),
    }),
    ...SIGNED_IN,
  },
  {
    name: "a wrong secret",
    provider: { clientSecret: "not-the-secret-that-is-registered" },
    ours: { error: "Configuration", log: /does not accept the client/ },
    theirs: "fails",
  },
  {
    name: "the redirect URI of another application",
    client: { RedirectUris: "https://other.example/" },
    ours: { error: "", log: /^200 http:\/\/127\.0\.0\.1:\d+\/oauth2\/authorize/m },
    theirs: "fails",
  },
];

/** Fills in the forms of the provider, until it sends the browser back. */
async function logIn(page: Page, issuer: string): Promise<Page> {
  const asksForPassword = page.html.includes('name="password"');
  const next = await page.submit(0, asksForPassword ? ANSWERS : {});
  const hasMore = next.url.startsWith(issuer) && /name="(confirm|password)"/.test(next.html);
  return hasMore ? await logIn(next, issuer) : next;
}

const clients = new Map(ROWS.map((row, index) => [row, `client-${index}`]));
const server = await startLemonLdap(Object.fromEntries(
  [...clients].map(([{ client }, id]) => [id, {
    options: {
      ClientID: id,
      ClientSecret: SECRET,
      RedirectUris: CALLBACK,
      BypassConsent: 1,
      IDTokenSignAlg: "RS256",
      IDTokenForceClaims: 1,
      ...client as Record<string, string>,
    },
    claims: { email: "mail", name: "cn", preferred_username: "uid" },
  }]),
));
if ("missing" in server) {
  console.log(`skip: ${server.missing}`);
  test("LemonLDAP::NG signs in as its table says", { skip: true }, () => {});
} else {
  afterTests(server.stop);
  const ground: Ground = {
    issuer: server.issuer,
    credentials: (row) => ({ clientId: clients.get(row)!, clientSecret: SECRET }),
    fetch: limitedFetch,
    logIn: (page) => logIn(page, server.issuer),
  };
  testRows("LemonLDAP::NG", ROWS, ground);
}
