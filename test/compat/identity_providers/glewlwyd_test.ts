import { exportJWK, generateKeyPair } from "jose";
import { test } from "node:test";
import { type Glewlwyd, glewlwyd } from "./_glewlwyd.ts";
import { CALLBACK, type Fetch } from "./_libraries.ts";
import { limitedFetch } from "./_limits.ts";
import { type Ground, type Row, testRows } from "./_rows.ts";

const SIGNED_IN = { ours: "signs in", theirs: "signs in" } as const;

/** It insists on a nonce, which is optional in the code flow (OpenID Connect §3.1.2.1). */
const NONCE = { checks: ["pkce", "nonce"] };

const SECRET = "a-client-secret-of-the-tests-at-Glewlwyd";

const assertion = await generateKeyPair("ES256");

const ROWS: readonly Row[] = [
  { name: "as documented", ours: "signs in", theirs: "fails" },
  { name: "client_secret_basic and a nonce", provider: NONCE, ...SIGNED_IN },
  {
    name: "client_secret_post",
    client: { token_endpoint_auth_method: ["client_secret_post"] },
    provider: { ...NONCE, client: { token_endpoint_auth_method: "client_secret_post" } },
    ...SIGNED_IN,
  },
  {
    name: "client_secret_basic with a character that it does not decode (RFC 6749 §2.3.1)",
    client: { client_secret: "a client secret" },
    provider: { ...NONCE, clientSecret: "a client secret" },
    ours: { error: "Configuration", log: /does not accept the client/ },
    theirs: "fails",
  },
  {
    name: "client_secret_jwt, whose audience it wants to be the token endpoint",
    client: { token_endpoint_auth_method: ["client_secret_jwt"], token_endpoint_signing_alg: "HS256" },
    provider: { ...NONCE, client: { token_endpoint_auth_method: "client_secret_jwt" } },
    ours: { error: "ProviderResponseError", log: /answered with status 403/ },
    theirs: "fails",
  },
  {
    name: "private_key_jwt, whose audience it wants to be the token endpoint",
    client: {
      client_secret: undefined,
      token_endpoint_auth_method: ["private_key_jwt"],
      token_endpoint_signing_alg: "ES256",
      jwks: { keys: [{ ...await exportJWK(assertion.publicKey), kid: "key-1", alg: "ES256" }] },
    },
    provider: {
      ...NONCE,
      clientSecret: undefined,
      token: { clientPrivateKey: { key: assertion.privateKey, kid: "key-1" } },
      client: { token_endpoint_auth_method: "private_key_jwt" },
    },
    ours: { error: "ProviderResponseError", log: /answered with status 403/ },
    theirs: "fails",
  },
  {
    name: "a public client",
    client: { confidential: false, client_secret: undefined, token_endpoint_auth_method: ["none"] },
    provider: { ...NONCE, clientSecret: undefined, client: { token_endpoint_auth_method: "none" } },
    ...SIGNED_IN,
  },
  ...[["nonce"], ["state", "nonce"], ["pkce", "state", "nonce"]].map((checks): Row => ({
    name: `checks: ${checks.join(", ")}`,
    provider: { checks },
    ...SIGNED_IN,
  })),
  {
    name: "form_post, whose `iss` is encoded twice",
    provider: {
      checks: ["nonce"],
      authorization: { params: { scope: "openid profile email", response_mode: "form_post" } },
    },
    ours: { error: "ProviderResponseError", log: /"iss"/ },
    theirs: "fails",
  },
  { name: "profile from userinfo", provider: { ...NONCE, idToken: false }, ...SIGNED_IN },
  {
    name: "profile from userinfo, signed",
    provider: { ...NONCE, idToken: false, userinfo: { params: { format: "jwt" } } },
    ...SIGNED_IN,
  },
  ...["PS256", "ES256", "ES384", "ES512"].map((kid): Row => ({
    name: `ID token ${kid}`,
    client: { sign_kid: kid },
    provider: NONCE,
    ...SIGNED_IN,
  })),
  {
    name: "ID token EdDSA, whose at_hash is of SHA-256",
    client: { sign_kid: "EdDSA" },
    provider: NONCE,
    ...SIGNED_IN,
  },
  {
    name: "encrypted access token, whose at_hash is that of the token inside",
    client: { enc: "A128CBC-HS256", alg: "A128KW", encrypt_at: "1" },
    provider: NONCE,
    ours: {
      error: "ProviderResponseError",
      log: /its "at_hash" does not match the access token, which is encrypted\. Register the client/,
    },
    theirs: "signs in",
    deliberate: "the token is not the one that the ID token names; Auth.js does not compare them",
  },
  {
    name: "encrypted ID token",
    client: { enc: "A128CBC-HS256", alg: "A128KW", encrypt_id_token: "1" },
    provider: NONCE,
    ours: { error: "ProviderResponseError", log: /it is encrypted/ },
    theirs: "fails",
  },
  {
    name: "`claims` as an object",
    provider: {
      ...NONCE,
      authorization: { params: { scope: "openid profile email", claims: { id_token: { name: null } } } },
    },
    ...SIGNED_IN,
  },
  {
    name: "login_hint and ui_locales",
    params: { login_hint: "ada", ui_locales: "de" },
    provider: NONCE,
    asks: { login_hint: "ada", ui_locales: "de" },
    ...SIGNED_IN,
  },
  {
    name: "prompt none, for which it wants an id_token_hint",
    params: { prompt: "none" },
    provider: NONCE,
    ours: { error: "OAuthCallbackError", log: /id_token mandatory/ },
    theirs: "fails",
  },
  {
    name: "DPoP",
    provider: { ...NONCE, client: { dpop_bound_access_tokens: true } },
    ...SIGNED_IN,
  },
  {
    name: "the redirect URI of another application",
    client: { redirect_uri: ["https://other.example/"] },
    provider: NONCE,
    ours: { error: "", log: /^403 .*\/oidc\/auth\?/m },
    theirs: "fails",
  },
  {
    name: "a wrong secret",
    provider: { ...NONCE, clientSecret: "not the secret that is registered there" },
    ours: { error: "Configuration", log: /does not accept the client/ },
    theirs: "fails",
  },
];

const OTHER_ISSUERS: Readonly<Record<string, { readonly settings: object; readonly rows: readonly Row[] }>> =
  {
    pairwise: {
      settings: { "subject-type": "pairwise" },
      rows: [{ name: "pairwise subjects", provider: NONCE, ...SIGNED_IN }],
    },
    subject: {
      settings: { "name-claim": "no", "email-claim": "no" },
      rows: [{
        name: "nothing but a subject",
        provider: NONCE,
        ours: "signs in without a profile",
        theirs: "signs in without a profile",
      }],
    },
    pushed: {
      settings: {
        "oauth-par-allowed": true,
        "oauth-par-required": true,
        "oauth-par-duration": 90,
        "oauth-par-request_uri-prefix": "urn:ietf:params:oauth:request_uri:",
      },
      rows: [{
        name: "pushed authorization requests required",
        provider: NONCE,
        ours: "signs in",
        theirs: "fails",
      }],
    },
  };

/** A table at an issuer. */
interface Table {
  readonly name: string;
  readonly rows: readonly Row[];
  readonly ground: Ground;
}

/** Registers a client for each row, at an issuer of their own. */
async function createTable(
  server: Glewlwyd,
  name: string,
  { settings, rows }: { readonly settings: object; readonly rows: readonly Row[] },
): Promise<Table> {
  const issuer = await server.addIssuer(name, settings);
  const credentials = new Map(
    rows.map((row, index) => [row, { clientId: `${name}-${index}`, clientSecret: SECRET }]),
  );
  for (const [row, { clientId }] of credentials) {
    await server.addClient({
      client_id: clientId,
      client_secret: SECRET,
      redirect_uri: [CALLBACK],
      authorization_type: ["code", "refresh_token"],
      token_endpoint_auth_method: ["client_secret_basic"],
      ...row.client,
    });
  }
  return {
    name,
    rows,
    ground: { issuer, fetch: signedInAt(server), credentials: (row) => credentials.get(row)! },
  };
}

/** Its page for a session is a script, which adds this parameter as soon as there is one. */
function signedInAt({ cookie }: Glewlwyd): Fetch {
  return async (input, init) => {
    const url = new URL(String(input));
    const headers = new Headers(init?.headers);
    if (/\/auth\/?$/.test(url.pathname)) {
      url.searchParams.set("g_continue", "");
      headers.set("cookie", cookie.split(";")[0]!);
    }
    return await limitedFetch(url, { ...init, headers });
  };
}

const server = await glewlwyd();
if ("missing" in server) {
  console.log(`skip: ${server.missing}`);
  test("Glewlwyd signs in as its table says", { skip: true }, () => {});
} else {
  const issuers = { oidc: { settings: {}, rows: ROWS }, ...OTHER_ISSUERS };
  // All before the first test: Deno ends with success when a module fails that has tests already.
  const tables: Table[] = [];
  for (const [name, issuer] of Object.entries(issuers)) tables.push(await createTable(server, name, issuer));
  for (const { name, rows, ground } of tables) testRows(`Glewlwyd at the issuer ${name}`, rows, ground);
}
