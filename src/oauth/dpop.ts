/**
 * DPoP: binds access tokens to a key. Each request with one has a proof that its sender owns the key.
 *
 * @see {@link https://www.rfc-editor.org/rfc/rfc9449 | RFC 9449}
 * @module
 */

import {
  allowInsecureRequests,
  customFetch,
  DPoP,
  type DPoPHandle,
  modifyAssertion,
  protectedResourceRequest,
  type ProtectedResourceRequestBody,
  WWWAuthenticateChallengeError,
} from "oauth4webapi";
import type { Platform } from "../platform/platform.ts";
import { answerOf, twice, withNonce } from "./conform.ts";
import type { BoundedRequest } from "../http/bounded_request.ts";
import type { OAuthProvider } from "./types.ts";

/** Proves the possession of the key of one sign-in. */
export interface Prover {
  /** Signs the proofs, and keeps the nonce of each origin. */
  readonly handle: DPoPHandle;
  /**
   * Returns a function for requests with the access token. A request with the token in `Authorization` gets a proof and
   * the scheme `DPoP`, whatever its scheme is; other requests are sent as they are.
   */
  withToken(accessToken: string): BoundedRequest;
}

/** The algorithm of a pair that the library makes (RFC 7518 §3.4): ES256. */
const ES256 = { name: "ECDSA", namedCurve: "P-256" };

/**
 * Creates the prover of a sign-in, with the provider's `dpopKeyPair` or with a new pair.
 *
 * @throws {TypeError} if `dpopKeyPair` is not a pair that signs.
 */
export async function createProver(provider: OAuthProvider, platform: Platform): Promise<Prover> {
  const pair = (provider.token.dpopKeyPair ??
    await crypto.subtle.generateKey(ES256, false, ["sign", "verify"])) as CryptoKeyPair;
  assertSigns(pair);
  const handle = DPoP({}, pair, {
    [modifyAssertion]: (_header, claims) => {
      claims.iat = Math.floor(platform.now() / 1000);
    },
  });
  return {
    handle,
    withToken: (accessToken) => async (url, init = {}) => {
      const { method = "GET", body, shown } = init;
      const headers = new Headers(init.headers);
      const [scheme = "", token] = headers.get("authorization")?.split(" ") ?? [];
      if (token !== accessToken || !/^(?:bearer|dpop)$/i.test(scheme)) return provider.request(url, init);
      headers.delete("authorization");
      const options = {
        DPoP: handle,
        [allowInsecureRequests]: true,
        [customFetch]: async (target: string, signed: object) =>
          withNonce(await provider.request(target, { ...signed, shown })),
      };
      const sent = body as ProtectedResourceRequestBody;
      const send = () => protectedResourceRequest(accessToken, method, new URL(url), headers, sent, options);
      return await answerOf(await twice(send).catch(responseOf));
    },
  };
}

/** The caller judges an answer with a challenge, as it does all others. */
function responseOf(error: unknown): Response {
  if (error instanceof WWWAuthenticateChallengeError) return error.response;
  throw error;
}

function assertSigns({ privateKey, publicKey }: CryptoKeyPair): void {
  const [own, other] = [privateKey, publicKey].map(({ algorithm }) => JSON.stringify(algorithm));
  if (own === other && privateKey.usages.includes("sign")) return;
  throw new TypeError("Cannot sign a DPoP proof: `dpopKeyPair` is not a pair of keys that sign");
}
