/**
 * Signed JWTs in compact serialization.
 *
 * @see {@link https://www.rfc-editor.org/rfc/rfc7515#section-5.2 | RFC 7515 §5.2}
 * @see {@link https://www.rfc-editor.org/rfc/rfc7519#section-7.2 | RFC 7519 §7.2}
 * @module
 */

import { parseBase64Url, parseUtf8 } from "../crypto/bytes.ts";
import { findAlgorithm, type VerificationKey, verifySignature } from "../crypto/signature.ts";
import { parseJsonObject } from "../values/json_object.ts";
import type { Awaitable } from "../values/types.ts";
import { JwtError } from "./jwt_error.ts";

/** The parameters of a protected header that select a key. */
export interface KeyParameters {
  /** Algorithm. */
  readonly alg: string;
  /** Id of the key, as in the token. */
  readonly kid?: unknown;
}

/** Selects the key that verifies a token. Throws if there is none. */
export type KeySelector = (parameters: KeyParameters) => Awaitable<VerificationKey>;

/** A verified JWT. */
export interface VerifiedJwt {
  /** Algorithm of the signature. */
  readonly alg: string;
  /** Claims. */
  readonly claims: Readonly<Record<string, unknown>>;
}

/**
 * Verifies the signature of a JWT. It does not trust the header alone: the caller lists the accepted algorithms and
 * selects the key (RFC 8725 §3.1).
 *
 * @throws {JwtError} if the token is malformed, has another algorithm or a critical extension, or a wrong signature.
 */
export async function verifyJwt(
  token: string,
  algorithms: readonly string[],
  selectKey: KeySelector,
): Promise<VerifiedJwt> {
  const [header, payload, encodedSignature, ...rest] = token.split(".");
  if (!header || payload === undefined || encodedSignature === undefined || rest.length) {
    throw new JwtError("ERR_JWS_INVALID", "it does not have three parts");
  }
  const parameters = parseSegment(header);
  if (!parameters) throw new JwtError("ERR_JWS_INVALID", "its header is not a JSON object");
  const { alg, kid, crit } = parameters;
  // The library supports no extension, so none may be critical (RFC 7515 §4.1.11).
  if (crit !== undefined) {
    throw new JwtError("ERR_JOSE_NOT_SUPPORTED", "a critical header parameter is not recognized");
  }
  if (typeof alg !== "string" || !algorithms.includes(alg)) {
    throw new JwtError("ERR_JOSE_ALG_NOT_ALLOWED", "its algorithm is not accepted");
  }
  const algorithm = findAlgorithm(alg);
  if (!algorithm) throw new JwtError("ERR_JOSE_NOT_SUPPORTED", `the algorithm "${alg}" is not supported`);
  const signature = parseBase64Url(encodedSignature);
  if (!signature) throw new JwtError("ERR_JWS_INVALID", "the signature is not base64url");
  const key = await selectKey({ alg, kid });
  if (!await verifySignature({ algorithm, key }, `${header}.${payload}`, signature)) {
    throw new JwtError("ERR_JWS_SIGNATURE_VERIFICATION_FAILED", "its signature is wrong");
  }
  const claims = parseSegment(payload);
  if (!claims) throw new JwtError("ERR_JWT_INVALID", "its claims are not a JSON object");
  return { alg, claims };
}

/** Parses a part of a token: a JSON object in base64url; `null` if it is anything else. */
function parseSegment(segment: string): Readonly<Record<string, unknown>> | null {
  const bytes = parseBase64Url(segment);
  return parseJsonObject(bytes && parseUtf8(bytes));
}
