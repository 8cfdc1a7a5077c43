/**
 * DPoP: binds access tokens to a key. Each request with one has a proof that its sender owns the key.
 *
 * @see {@link https://www.rfc-editor.org/rfc/rfc9449 | RFC 9449}
 * @module
 */

import { toBase64Url } from "../crypto/bytes.ts";
import { sha256 } from "../crypto/hash.ts";
import { findAlgorithmOf, parsePublicJwk } from "../crypto/signature.ts";
import { parseJsonObject } from "../values/json_object.ts";
import type { Platform } from "../platform/platform.ts";
import type { Awaitable } from "../values/types.ts";
import type { Answer, BoundedRequest } from "./fetch.ts";
import { type Signer, signJwt } from "./sign_jwt.ts";
import type { OAuthProvider } from "./types.ts";

/** Sends the requests of one sign-in with proofs. */
export interface Prover {
  /**
   * Sends a request that asks for a token. If the server demands a nonce, it sends a second one.
   *
   * @param createInit Called for each of the two: a client assertion works once.
   */
  request(url: string, createInit: () => Awaitable<RequestInit>): Promise<Answer>;
  /**
   * Returns a function for requests with the access token. A request with the token in `Authorization` gets a proof and
   * the scheme `DPoP`, whatever its scheme is; other requests are sent as they are.
   */
  withToken(accessToken: string): BoundedRequest;
}

/** The state of a prover. */
interface Possession {
  readonly provider: OAuthProvider;
  readonly platform: Platform;
  readonly signer: Signer;
  /** The public key. */
  readonly jwk: JsonWebKey;
  /** The latest nonce of each origin: servers of tokens and of resources have their own (RFC 9449 §9). */
  readonly nonces: Map<string, string>;
}

/** The algorithm of a pair that the library makes (RFC 7518 §3.4): ES256. */
const ES256 = { name: "ECDSA", namedCurve: "P-256" };

/** A nonce, as RFC 9449 §8.1 defines it. Two headers are joined with a space, and are not one nonce. */
const NONCE = /^[!#-[\]-~]+$/;

/**
 * Creates the prover of a sign-in, with the provider's `dpopKeyPair` or with a new pair.
 *
 * @throws {TypeError} if `dpopKeyPair` is not a pair that signs.
 */
export async function createProver(provider: OAuthProvider, platform: Platform): Promise<Prover> {
  const pair = provider.token.dpopKeyPair ??
    await crypto.subtle.generateKey(ES256, false, ["sign", "verify"]);
  const [key, publicKey] = [pair.privateKey as CryptoKey, pair.publicKey as CryptoKey];
  const algorithm = findAlgorithmOf(key);
  if (!algorithm || algorithm !== findAlgorithmOf(publicKey)) {
    throw new TypeError("Cannot sign a DPoP proof: `dpopKeyPair` is not a pair of keys that sign");
  }
  const jwk = parsePublicJwk(await crypto.subtle.exportKey("jwk", publicKey), algorithm);
  const possession = { provider, platform, signer: { key, algorithm }, jwk, nonces: new Map() };
  return {
    request: (url, createInit) => sendTwice(possession, url, { createInit }),
    withToken: (accessToken) => (url, init) => sendWithToken(possession, url, { init, accessToken }),
  };
}

function sendWithToken(
  possession: Possession,
  url: string,
  { init, accessToken }: { readonly init: RequestInit | undefined; readonly accessToken: string },
): Promise<Answer> {
  const headers = new Headers(init?.headers);
  const [scheme, token] = headers.get("authorization")?.split(" ") ?? [];
  const hasToken = token === accessToken && /^(?:bearer|dpop)$/i.test(scheme!);
  if (!hasToken) return possession.provider.request(url, init);
  headers.set("authorization", `DPoP ${accessToken}`);
  return sendTwice(possession, url, { createInit: () => ({ ...init, headers }), accessToken });
}

interface Draft {
  readonly createInit: () => Awaitable<RequestInit>;
  readonly accessToken?: string;
}

/** Sends a request, and once more if the server demands a nonce (RFC 9449 §8, §9). */
async function sendTwice(possession: Possession, url: string, draft: Draft): Promise<Answer> {
  const first = await sendOnce(possession, url, draft);
  return first.hasNonce && demandsNonce(first.answer)
    ? (await sendOnce(possession, url, draft)).answer
    : first.answer;
}

/** @returns Also whether the answer has a nonce for the next request. */
async function sendOnce(
  possession: Possession,
  url: string,
  { createInit, accessToken }: Draft,
): Promise<{ readonly answer: Answer; readonly hasNonce: boolean }> {
  const { provider, nonces } = possession;
  const { headers, ...init } = await createInit();
  const dpop = await signProof(possession, url, { method: init.method ?? "GET", accessToken });
  const answer = await provider.request(url, {
    ...init,
    headers: { ...Object.fromEntries(new Headers(headers)), dpop },
  });
  const nonce = answer.headers.get("dpop-nonce") ?? "";
  const hasNonce = NONCE.test(nonce);
  if (hasNonce) nonces.set(new URL(url).origin, nonce);
  return { answer, hasNonce };
}

/** The server of tokens says it in the body, that of a resource in a challenge. */
function demandsNonce({ status, headers, text }: Answer): boolean {
  return (status === 400 && parseJsonObject(text)?.error === "use_dpop_nonce") ||
    (status === 401 && /\berror="?use_dpop_nonce\b/i.test(headers.get("www-authenticate") ?? ""));
}

/** Signs the proof of a request (RFC 9449 §4.2). */
async function signProof(
  { platform, signer, jwk, nonces }: Possession,
  url: string,
  { method, accessToken }: { readonly method: string; readonly accessToken: string | undefined },
): Promise<string> {
  const { origin, pathname } = new URL(url);
  const claims = {
    jti: toBase64Url(platform.random(16)),
    htm: method,
    htu: origin + pathname,
    iat: Math.floor(platform.now() / 1000),
    nonce: nonces.get(origin),
    ath: accessToken && toBase64Url(await sha256(accessToken)),
  };
  return await signJwt({ typ: "dpop+jwt", jwk }, claims, signer);
}
