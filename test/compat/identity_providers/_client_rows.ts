/**
 * Configurations at `oidc-provider`: how the client authenticates, which checks it makes, how ID tokens are signed.
 *
 * @module
 */

import { exportJWK, generateKeyPair } from "jose";
import type { Row } from "./_rows.ts";

const SIGNED_IN = { ours: "signs in", theirs: "signs in" } as const;

const ASSERTIONS = await Promise.all(["ES256", "RS256", "PS256", "EdDSA"].map(async (alg) => {
  const { privateKey, publicKey } = await generateKeyPair(alg);
  return { alg, key: privateKey, jwk: await exportJWK(publicKey) };
}));

const ED25519 = await generateKeyPair("EdDSA", { extractable: true });

const ENCRYPTION = await generateKeyPair("ECDH-ES").then(({ publicKey }) => exportJWK(publicKey));

/** Client authentication (OpenID Connect §9). */
export const AUTHENTICATION_ROWS: readonly Row[] = [
  { name: "client_secret_basic", ...SIGNED_IN },
  {
    name: "client_secret_post",
    client: { token_endpoint_auth_method: "client_secret_post" },
    provider: { client: { token_endpoint_auth_method: "client_secret_post" } },
    ...SIGNED_IN,
  },
  {
    name: "client_secret_jwt",
    client: { token_endpoint_auth_method: "client_secret_jwt" },
    provider: { client: { token_endpoint_auth_method: "client_secret_jwt" } },
    ...SIGNED_IN,
  },
  ...ASSERTIONS.flatMap(({ alg, key, jwk }) =>
    [undefined, "key-1"].map((kid): Row => ({
      name: `private_key_jwt ${alg}, ${kid ? "with" : "without"} a kid`,
      client: {
        token_endpoint_auth_method: "private_key_jwt",
        jwks: { keys: [{ ...jwk, ...(kid && { kid }) }] },
      },
      provider: {
        clientSecret: undefined,
        token: { clientPrivateKey: kid ? { key, kid } : key },
        client: { token_endpoint_auth_method: "private_key_jwt" },
      },
      ...SIGNED_IN,
    }))
  ),
  {
    name: "private_key_jwt with a key that is registered for EdDSA, and not for Ed25519",
    client: {
      token_endpoint_auth_method: "private_key_jwt",
      jwks: { keys: [{ ...await exportJWK(ED25519.publicKey), alg: "EdDSA" }] },
    },
    provider: {
      clientSecret: undefined,
      token: { clientPrivateKey: ED25519.privateKey },
      client: { token_endpoint_auth_method: "private_key_jwt" },
    },
    ours: { error: "Configuration", log: /does not accept the client \("invalid_client"\)/ },
    theirs: "fails",
  },
  {
    name: "a public client with PKCE",
    client: { token_endpoint_auth_method: "none", client_secret: undefined },
    provider: { clientSecret: undefined, client: { token_endpoint_auth_method: "none" } },
    ...SIGNED_IN,
  },
  {
    name: "a public client whose method the config does not say",
    client: { token_endpoint_auth_method: "none", client_secret: undefined },
    provider: { clientSecret: undefined },
    ours: { error: "InvalidEndpoints", log: /token_endpoint_auth_method: "none"/ },
    theirs: "fails",
  },
  {
    name: "special characters in id and secret, basic",
    client: {
      client_id: "a client:with%/+&=?",
      client_secret: "a secret:%20+/&=?#' of 40 characters, and more",
    },
    ...SIGNED_IN,
  },
  {
    name: "special characters in id and secret, post",
    client: {
      client_id: "a client:with%/+&=? too",
      client_secret: "a secret:%20+/&=?#' of 40 characters, and more",
      token_endpoint_auth_method: "client_secret_post",
    },
    provider: { client: { token_endpoint_auth_method: "client_secret_post" } },
    ...SIGNED_IN,
  },
  {
    name: "a wrong secret",
    provider: { clientSecret: "not the secret that is registered there" },
    ours: { error: "Configuration", log: /does not accept the client \("invalid_client"\)/ },
    theirs: "fails",
  },
  {
    name: "a redirect URI that is not registered",
    client: { redirect_uris: ["https://app.test/elsewhere"] },
    ours: { error: "", log: /invalid_redirect_uri/ },
    theirs: "fails",
  },
];

const CHECKS = [
  ["pkce"],
  ["state"],
  ["nonce"],
  ["pkce", "state"],
  ["pkce", "nonce"],
  ["state", "nonce"],
  ["pkce", "state", "nonce"],
  ["none"],
];

/** Checks, and the response mode `form_post`. */
export const CHECK_ROWS: readonly Row[] = [
  ...CHECKS.map((checks): Row => ({
    name: `checks: ${checks.join(", ")}`,
    provider: { checks },
    ...SIGNED_IN,
  })),
  {
    name: "form_post with PKCE",
    provider: { authorization: { params: { scope: "openid email profile", response_mode: "form_post" } } },
    ours: "signs in",
    theirs: "fails",
  },
  {
    name: "form_post with a nonce",
    provider: {
      checks: ["nonce"],
      authorization: { params: { scope: "openid email profile", response_mode: "form_post" } },
    },
    ...SIGNED_IN,
  },
  {
    name: "form_post with state",
    provider: {
      checks: ["state"],
      authorization: { params: { scope: "openid email profile", response_mode: "form_post" } },
    },
    ...SIGNED_IN,
  },
  {
    name: "response_mode query, said explicitly",
    provider: { authorization: { params: { scope: "openid email profile", response_mode: "query" } } },
    ...SIGNED_IN,
  },
];

const SIGNED = ["RS", "PS", "ES"].flatMap((kind) => ["256", "384", "512"].map((bits) => kind + bits));

/** How ID tokens are signed (RFC 7518 §3.1). */
export const ID_TOKEN_ROWS: readonly Row[] = [
  ...[...SIGNED, "EdDSA", "Ed25519"].map((alg): Row => ({
    name: `ID token ${alg}, not named`,
    client: { id_token_signed_response_alg: alg },
    ...SIGNED_IN,
  })),
  ...["PS256", "ES384", "HS256", "HS512"].map((alg): Row => ({
    name: `ID token ${alg}, named`,
    client: { id_token_signed_response_alg: alg },
    provider: { client: { id_token_signed_response_alg: alg } },
    ...SIGNED_IN,
  })),
  ...["HS256", "HS512"].map((alg): Row => ({
    name: `ID token ${alg}, not named`,
    client: { id_token_signed_response_alg: alg },
    ours: { error: "ProviderResponseError", log: /set `client: \{ id_token_signed_response_alg/ },
    theirs: "signs in",
    deliberate: "Auth.js does not verify it; the message names the field to set",
  })),
  {
    name: "ID token of another algorithm than the one named",
    client: { id_token_signed_response_alg: "ES256" },
    provider: { client: { id_token_signed_response_alg: "RS256" } },
    ours: { error: "ProviderResponseError", log: /algorithm/ },
    theirs: "fails",
  },
  {
    name: "encrypted ID token",
    client: {
      id_token_encrypted_response_alg: "ECDH-ES",
      jwks: { keys: [{ ...ENCRYPTION, use: "enc", alg: "ECDH-ES" }] },
    },
    ours: {
      error: "ProviderResponseError",
      log: /it is encrypted\. Register the client without `id_token_encrypted/,
    },
    theirs: "fails",
  },
];
