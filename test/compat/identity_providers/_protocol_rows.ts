/**
 * Configurations at `oidc-provider`: userinfo, parameters of the request, discovery, and what security profiles demand.
 *
 * @module
 */

import type { Fetch } from "./_libraries.ts";
import type { Row } from "./_rows.ts";

const SIGNED_IN = { ours: "signs in", theirs: "signs in" } as const;

const SCOPE = "openid profile email";

/** Alters what the provider answers at a path. */
function altering(path: string, alter: (body: string) => string): Fetch {
  return async (input, init) => {
    const response = await fetch(input, init);
    if (new URL(String(input)).pathname !== path) return response;
    const { status, headers } = response;
    return new Response(alter(await response.text()), { status, headers });
  };
}

/** Replaces a character in the middle of the signature of each JWT in a text. */
function forge(text: string): string {
  return text.replaceAll(
    /(ey[\w-]+\.ey[\w-]+\.[\w-]{20})([\w-])/g,
    (_, start, letter) => start + (letter === "A" ? "B" : "A"),
  );
}

/** Where the profile comes from. */
export const PROFILE_ROWS: readonly Row[] = [
  { name: "pairwise subjects", client: { subject_type: "pairwise" }, ...SIGNED_IN },
  { name: "profile from userinfo", provider: { idToken: false }, ...SIGNED_IN },
  ...["RS256", "ES256", "PS256", "EdDSA", "HS256"].map((alg): Row => ({
    name: `profile from userinfo, signed with ${alg}`,
    client: { userinfo_signed_response_alg: alg },
    provider: { idToken: false },
    ...SIGNED_IN,
  })),
  {
    name: "profile from userinfo, whose signature is forged",
    client: { userinfo_signed_response_alg: "RS256" },
    provider: { idToken: false },
    fetch: altering("/me", forge),
    ours: { error: "ProviderResponseError", log: /signature/ },
    theirs: "signs in",
    deliberate: "Auth.js does not verify it",
  },
  {
    name: "ID token whose signature is forged",
    fetch: altering("/token", forge),
    ours: { error: "ProviderResponseError", log: /its signature is not of the provider's key/ },
    theirs: "signs in",
    deliberate: "Auth.js does not verify it",
  },
  {
    name: "profile from `userinfo.request({ tokens, provider })`",
    provider: {
      idToken: false,
      userinfo: {
        request: async ({ tokens, provider }: {
          tokens: { access_token: string };
          provider: { userinfo?: { url?: URL | string }; issuer: string };
        }) => {
          const headers = { authorization: `Bearer ${tokens.access_token}` };
          return await (await fetch(`${provider.issuer}/me`, { headers })).json();
        },
      },
    },
    ...SIGNED_IN,
  },
  {
    name: "`profile()` without an id",
    provider: { profile: ({ name, email }: Record<string, string>) => ({ name, email, role: "user" }) },
    ...SIGNED_IN,
  },
];

/** Providers whose ID tokens have nothing but `sub`, as OpenID Connect §5.4 says for scopes. */
export const SUBJECT_ROWS: readonly Row[] = [
  {
    name: "ID token with nothing but sub",
    ours: "signs in",
    theirs: "signs in without a profile",
  },
  {
    name: "ID token with nothing but sub, profile from userinfo",
    provider: { idToken: false },
    ...SIGNED_IN,
  },
  {
    name: "ID token with nothing but sub, profile in `claims`",
    provider: {
      authorization: {
        params: { scope: SCOPE, claims: { id_token: { email: null, email_verified: null, name: null } } },
      },
    },
    ...SIGNED_IN,
  },
];

/** Parameters of the authorization request, of the config or of the browser. */
export const PARAMETER_ROWS: readonly Row[] = [
  {
    name: "`claims` as an object",
    provider: { authorization: { params: { scope: SCOPE, claims: { id_token: { nickname: null } } } } },
    asks: { claims: '{"id_token":{"nickname":null}}' },
    ...SIGNED_IN,
  },
  {
    name: "`claims` as text",
    provider: { authorization: { params: { scope: SCOPE, claims: '{"id_token":{"nickname":null}}' } } },
    asks: { claims: '{"id_token":{"nickname":null}}' },
    ours: "signs in",
    theirs: "fails",
  },
  {
    name: "authorization as text with parameters",
    provider: (issuer) => ({ authorization: `${issuer}/auth?scope=openid+email&ui_locales=de` }),
    asks: { scope: "openid email", ui_locales: "de" },
    ...SIGNED_IN,
  },
  ...Object.entries({
    acr_values: "gold",
    max_age: "60",
    prompt: "login",
    ui_locales: "de en",
    login_hint: "ada@example.com",
    display: "page",
  }).flatMap(([name, value]): Row[] => [
    {
      name: `${name} from the config`,
      provider: { authorization: { params: { scope: SCOPE, [name]: value } } },
      asks: { [name]: value, scope: SCOPE },
      ...SIGNED_IN,
    },
    { name: `${name} from the browser`, params: { [name]: value }, asks: { [name]: value }, ...SIGNED_IN },
  ]),
  {
    name: "an essential acr in `claims`",
    provider: {
      authorization: {
        params: { scope: SCOPE, claims: { id_token: { acr: { essential: true, values: ["gold"] } } } },
      },
    },
    ...SIGNED_IN,
  },
  {
    name: "offline_access with consent",
    client: { grant_types: ["authorization_code", "refresh_token"] },
    provider: { authorization: { params: { scope: `${SCOPE} offline_access`, prompt: "consent" } } },
    asks: { scope: `${SCOPE} offline_access`, prompt: "consent" },
    ...SIGNED_IN,
  },
  {
    name: "scope from the browser, dropped by ours",
    params: { scope: "openid" },
    asks: { scope: SCOPE },
    ours: "signs in",
    theirs: "signs in without a profile",
  },
  {
    name: "the user refuses",
    params: { login_hint: "refuse" },
    ours: { error: "OAuthCallbackError", log: /"access_denied"/ },
    theirs: "fails",
  },
];

/** Replaces a parameter of the response at the callback. */
function withResponseParam(name: string, value: string | null) {
  return (response: Response): Response => {
    const location = response.headers.get("location");
    if (!location?.startsWith("https://app.test/")) return response;
    const url = new URL(location);
    if (value === null) url.searchParams.delete(name);
    else url.searchParams.set(name, value);
    const headers = new Headers(response.headers);
    headers.set("location", url.href);
    return new Response(null, { status: response.status, headers });
  };
}

/** Where the endpoints come from. */
export const DISCOVERY_ROWS: readonly Row[] = [
  { name: "`iss` in the response", ...SIGNED_IN },
  {
    name: "a wrong `iss` in the response",
    tamper: withResponseParam("iss", "https://evil.example"),
    ours: { error: "ProviderResponseError", log: /"iss"/ },
    theirs: "fails",
  },
  {
    name: "no `iss` in the response, although announced",
    tamper: withResponseParam("iss", null),
    ours: { error: "ProviderResponseError", log: /"iss"/ },
    theirs: "fails",
  },
  {
    name: "a wrong state in the response",
    tamper: withResponseParam("state", "another"),
    ours: { error: "InvalidCheck", log: /no such sign-in under way/ },
    theirs: "fails",
    provider: { checks: ["pkce", "state"] },
  },
  {
    name: "wellKnown alone",
    provider: (issuer) => ({ issuer: undefined, wellKnown: `${issuer}/.well-known/openid-configuration` }),
    ours: "signs in",
    theirs: "fails",
  },
  {
    name: "wellKnown beside issuer",
    provider: (issuer) => ({ wellKnown: `${issuer}/.well-known/openid-configuration` }),
    ...SIGNED_IN,
  },
  { name: "issuer with a slash at its end", provider: (issuer) => ({ issuer: `${issuer}/` }), ...SIGNED_IN },
  {
    name: "type oauth with discovery alone",
    provider: { type: "oauth", authorization: { params: { scope: SCOPE } } },
    ours: "signs in",
    theirs: "fails",
  },
  {
    name: "type oauth with all endpoints",
    provider: (issuer) => ({
      type: "oauth",
      authorization: { url: `${issuer}/auth`, params: { scope: SCOPE } },
      token: `${issuer}/token`,
      userinfo: `${issuer}/me`,
      profile: (
        { sub, name, email }: Record<string, string>,
      ) => ({ id: sub, name, email }),
    }),
    ...SIGNED_IN,
  },
  {
    name: "type oidc with all endpoints",
    provider: (issuer) => ({
      authorization: { url: `${issuer}/auth`, params: { scope: SCOPE } },
      token: `${issuer}/token`,
      userinfo: `${issuer}/me`,
      jwks_endpoint: `${issuer}/jwks`,
    }),
    ...SIGNED_IN,
  },
  {
    name: "the issuer of another server",
    provider: (issuer) => ({
      issuer: "https://elsewhere.example",
      wellKnown: `${issuer}/.well-known/openid-configuration`,
    }),
    ours: { error: "ProviderResponseError", log: /issuer/ },
    theirs: "fails",
  },
];

/** What security profiles demand of clients. */
export const DEMAND_ROWS: readonly Row[] = [
  {
    name: "pushed authorization request, required of the client",
    client: { require_pushed_authorization_requests: true },
    provider: { client: { require_pushed_authorization_requests: true } },
    ours: "signs in",
    theirs: "fails",
  },
  {
    name: "DPoP-bound access tokens, profile from the ID token",
    client: { dpop_bound_access_tokens: true },
    provider: { client: { dpop_bound_access_tokens: true } },
    ours: "signs in",
    theirs: "fails",
  },
  {
    name: "DPoP-bound access tokens, profile from userinfo",
    client: { dpop_bound_access_tokens: true },
    provider: { idToken: false, client: { dpop_bound_access_tokens: true } },
    ours: "signs in",
    theirs: "fails",
  },
  {
    name: "DPoP required of a client whose config does not say so",
    client: { dpop_bound_access_tokens: true },
    ours: { error: "ProviderResponseError", log: /"invalid_grant"/ },
    theirs: "fails",
  },
  {
    name: "signed request objects required",
    client: { require_signed_request_object: true },
    ours: { error: "OAuthCallbackError", log: /"invalid_request".*Request Object must be used/ },
    theirs: "fails",
  },
  ...["jwt", "query.jwt"].map((response_mode): Row => ({
    name: `signed response, response_mode ${response_mode}`,
    provider: { authorization: { params: { scope: SCOPE, response_mode } } },
    ours: { error: "InvalidEndpoints", log: /response_mode/ },
    theirs: "fails",
  })),
];

/** A server that accepts pushed authorization requests only, and announces it. */
export const PUSHED_ROWS: readonly Row[] = [
  {
    name: "pushed authorization request, announced as required",
    ours: "signs in",
    theirs: "fails",
  },
];

/** A provider whose issuer has a path. */
export const PATH_ROWS: readonly Row[] = [
  { name: "issuer with a path", ...SIGNED_IN },
  { name: "issuer with a path, profile from userinfo", provider: { idToken: false }, ...SIGNED_IN },
];

/** A provider over http, on another machine. */
export const INSECURE_ROWS: readonly Row[] = [
  {
    name: "issuer over http on another machine",
    ours: { error: "InvalidEndpoints", log: /allowInsecureRequests/ },
    theirs: "signs in",
    deliberate: "anyone on the network could sign in as any user; the message names the field to set",
  },
  {
    name: "issuer over http on another machine, with allowInsecureRequests",
    provider: { allowInsecureRequests: true },
    ...SIGNED_IN,
  },
];
