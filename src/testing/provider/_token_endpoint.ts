/**
 * The endpoints of a fake provider for tokens: they are issued, used and revoked.
 *
 * @module
 */

import type { CryptoKey } from "jose";
import { encode } from "jose/base64url";
import type { Profile } from "../../values/types.ts";
import { findCredentialProblem } from "./_client_authentication.ts";
import { createSigningKey, sign } from "./_signing_key.ts";
import { createToken, type Grant, keyAt, type RefreshableGrant, type World } from "./_world.ts";
import type { ReceivedRequest } from "./types.ts";
import { changed } from "./tamper.ts";

/** Answers a token request. @see {@link https://www.rfc-editor.org/rfc/rfc6749#section-4.1.3 | RFC 6749 §4.1.3} */
export async function redeem(world: World, { method, params, headers }: ReceivedRequest): Promise<Response> {
  if (method !== "POST") return refuse(405, "invalid_request", "the method is not POST");
  const stranger = await findCredentialProblem(world.client, { params, headers, now: world.now() });
  if (stranger) return refuseClient(stranger, headers);
  if (params.get("grant_type") === "refresh_token" && world.refreshing) return await refresh(world, params);
  if (params.get("grant_type") !== "authorization_code") {
    return refuse(400, "unsupported_grant_type", "grant_type is not authorization_code");
  }
  const code = params.get("code") ?? "";
  const grant = world.codes.get(code);
  world.codes.delete(code);
  if (!grant) return refuse(400, "invalid_grant", "the code is unknown, or was redeemed before");
  const problem = await findGrantProblem(grant, params, world.now());
  if (problem) return refuse(400, "invalid_grant", problem);
  const refreshToken = world.refreshing && rememberRefreshToken(world, { grant, newest: null });
  return await sendTokens(world, await issueTokens(world, grant), refreshToken);
}

/** Answers a request with a refresh token. @see {@link https://www.rfc-editor.org/rfc/rfc6749#section-6 | RFC 6749 §6} */
async function refresh(world: World, params: URLSearchParams): Promise<Response> {
  const sent = params.get("refresh_token") ?? "";
  const known = world.refreshTokens.get(sent);
  if (!known || known.newest === null) {
    return refuse(400, "invalid_grant", "the refresh token is unknown, or has ended");
  }
  if (known.newest !== sent) {
    known.newest = null;
    return refuse(400, "invalid_grant", "the refresh token was used before: the grant has ended");
  }
  const next = world.refreshing === "rotated" ? rememberRefreshToken(world, known) : null;
  const { id_token: _, ...tokens } = await issueTokens(world, known.grant);
  return await sendTokens(world, tokens, next);
}

function rememberRefreshToken(world: World, grant: RefreshableGrant): string {
  grant.newest = createToken("refresh");
  world.refreshTokens.set(grant.newest, grant);
  return grant.newest;
}

async function sendTokens(
  { tamper }: World,
  issued: Record<string, unknown>,
  refreshToken: string | null,
): Promise<Response> {
  const tokens = { ...issued, ...(refreshToken !== null && { refresh_token: refreshToken }) };
  return Response.json(await changed(tokens, tamper.tokens), { headers: { "cache-control": "no-store" } });
}

/** Answers a request that revokes a token. @see {@link https://www.rfc-editor.org/rfc/rfc7009#section-2 | RFC 7009 §2} */
export async function revoke(world: World, { method, params, headers }: ReceivedRequest): Promise<Response> {
  if (method !== "POST") return refuse(405, "invalid_request", "the method is not POST");
  const stranger = await findCredentialProblem(world.client, { params, headers, now: world.now() });
  if (stranger) return refuseClient(stranger, headers);
  const token = params.get("token");
  if (!token) return refuse(400, "invalid_request", "token is missing");
  world.accessTokens.delete(token);
  const known = world.refreshTokens.get(token);
  if (known) known.newest = null;
  return new Response(null);
}

/** Answers a userinfo request. @see {@link https://openid.net/specs/openid-connect-core-1_0.html#UserInfo | OpenID Connect §5.3} */
export async function tellProfile(world: World, { headers }: ReceivedRequest): Promise<Response> {
  const token = /^Bearer (.+)$/i.exec(headers.get("authorization") ?? "")?.[1] ?? "";
  const grant = world.accessTokens.get(token);
  if (!grant || world.now() >= grant.grantedAt + 3_600_000) {
    return new Response(null, {
      status: 401,
      headers: { "www-authenticate": 'Bearer error="invalid_token"' },
    });
  }
  const isOpenId = grant.scope.split(" ").includes("openid");
  const profile = isOpenId ? { ...grant.user, sub: subjectOf(grant.user) } : grant.user;
  return Response.json(await changed(profile, world.tamper.userinfo));
}

/** @see {@link https://www.rfc-editor.org/rfc/rfc6749#section-5.2 | RFC 6749 §5.2} */
function refuse(status: number, error: string, error_description: string): Response {
  return Response.json({ error, error_description }, { status });
}

/** A challenge is only required for a client that sent `Authorization`. */
function refuseClient(problem: string, headers: Headers): Response {
  const response = refuse(401, "invalid_client", problem);
  if (headers.has("authorization")) response.headers.set("www-authenticate", 'Basic realm="fake"');
  return response;
}

async function findGrantProblem(grant: Grant, params: URLSearchParams, now: number): Promise<string | null> {
  if (now >= grant.grantedAt + 600_000) return "the code is older than 10 minutes";
  if (params.get("redirect_uri") !== grant.redirectUri) return "redirect_uri differs";
  const verifier = params.get("code_verifier");
  if (grant.challenge === null) return verifier === null ? null : "a verifier without a challenge";
  if (!/^[\w.~-]{43,128}$/.test(verifier ?? "")) return "code_verifier is missing or malformed";
  return encode(await sha256(verifier!)) === grant.challenge
    ? null
    : "code_verifier does not fit the challenge";
}

async function issueTokens(world: World, grant: Grant): Promise<Record<string, unknown>> {
  const accessToken = createToken("access");
  world.accessTokens.set(accessToken, { ...grant, grantedAt: world.now() });
  const isOpenId = grant.scope.split(" ").includes("openid");
  return {
    access_token: accessToken,
    token_type: "Bearer",
    expires_in: 3600,
    scope: grant.scope,
    id_token: isOpenId ? await issueIdToken(world, grant, accessToken) : undefined,
  };
}

/** @see {@link https://openid.net/specs/openid-connect-core-1_0.html#IDToken | OpenID Connect §2} */
async function issueIdToken(world: World, grant: Grant, accessToken: string): Promise<string> {
  const { tamper, client, metadata, alg } = world;
  const issuedAt = Math.floor(world.now() / 1000);
  const claims = {
    ...grant.user,
    iss: metadata.issuer,
    sub: subjectOf(grant.user),
    aud: client.id,
    iat: issuedAt,
    exp: issuedAt + 3600,
    auth_time: Math.floor(grant.grantedAt / 1000),
    nonce: grant.nonce ?? undefined,
    at_hash: encode((await sha256(accessToken)).subarray(0, 16)),
  };
  const published = await keyAt(world, world.keys.length - 1);
  const header = await changed({ alg, kid: published.kid, typ: "JWT" }, tamper.header) as Record<
    string,
    unknown
  >;
  return await sign({ header, payload: await changed(claims, tamper.claims), key: await signingKey() });

  async function signingKey(): Promise<CryptoKey | Uint8Array> {
    if (tamper.signingKey === "unpublished") return (await createSigningKey(alg, published.kid)).privateKey;
    if (tamper.signingKey) return tamper.signingKey as CryptoKey | Uint8Array;
    return String(header.alg).startsWith("HS")
      ? new TextEncoder().encode(client.secret)
      : published.privateKey;
  }
}

function subjectOf({ sub, id }: Profile): string {
  return String(sub ?? id);
}

async function sha256(text: string): Promise<Uint8Array> {
  return new Uint8Array(await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text)));
}
