/**
 * Signed JWTs in compact serialization.
 *
 * @see {@link https://www.rfc-editor.org/rfc/rfc7515#section-5.2 | RFC 7515 §5.2}
 * @see {@link https://www.rfc-editor.org/rfc/rfc7519#section-7.2 | RFC 7519 §7.2}
 * @module
 */

import {
  JOSEAlgNotAllowed,
  JOSENotSupported,
  JWSInvalid,
  JWSSignatureVerificationFailed,
  JWTInvalid,
} from "jose/errors";
import { parseBase64Url, parseUtf8 } from "../crypto/bytes.ts";
import { findAlgorithm, type VerificationKey, verifySignature } from "../crypto/signature.ts";
import type { Awaitable } from "../types.ts";

/** The parameters of a protected header that select a key. */
export interface KeyParameters {
  /** Algorithm. */
  readonly alg: string;
  /** Id of the key, as in the token. */
  readonly kid?: unknown;
}

/** Finds the key that verifies a token. */
export type KeyFinder = (parameters: KeyParameters) => Awaitable<VerificationKey>;

/** A verified JWT. */
export interface VerifiedJwt {
  /** Algorithm of the signature. */
  readonly alg: string;
  /** Claims. */
  readonly claims: Readonly<Record<string, unknown>>;
}

/**
 * Verifies the signature of a JWT. It does not trust the header alone: the caller lists the accepted algorithms and
 * finds the key (RFC 8725 §3.1).
 *
 * @throws {JOSEError} if the token is malformed, has another algorithm or a critical extension, or a wrong signature.
 */
export async function verifyJwt(
  token: string,
  algorithms: readonly string[],
  findKey: KeyFinder,
): Promise<VerifiedJwt> {
  const [header, payload, signature, ...rest] = token.split(".");
  if (!header || payload === undefined || signature === undefined || rest.length) {
    throw new JWSInvalid("Invalid Compact JWS");
  }
  const parameters = parseObject(header);
  if (!parameters) throw new JWSInvalid("JWS Protected Header is invalid");
  const { alg, kid, crit } = parameters;
  // The library supports no extension, so none may be critical (RFC 7515 §4.1.11).
  if (crit !== undefined) throw new JOSENotSupported("a critical header parameter is not recognized");
  if (typeof alg !== "string" || !algorithms.includes(alg)) {
    throw new JOSEAlgNotAllowed('"alg" (Algorithm) Header Parameter value not allowed');
  }
  const algorithm = findAlgorithm(alg);
  if (!algorithm) throw new JOSENotSupported(`the algorithm "${alg}" is not supported`);
  const signed = parseBase64Url(signature);
  if (!signed) throw new JWSInvalid("the signature is not base64url");
  const key = await findKey({ alg, kid });
  if (!await verifySignature({ algorithm, key }, `${header}.${payload}`, signed)) {
    throw new JWSSignatureVerificationFailed();
  }
  const claims = parseObject(payload);
  if (!claims) throw new JWTInvalid("JWT Claims Set must be a top-level JSON object");
  return { alg, claims };
}

/** Decodes a JSON object in base64url; `null` if the text is anything else. */
function parseObject(text: string): Readonly<Record<string, unknown>> | null {
  const bytes = parseBase64Url(text);
  const json = bytes && parseUtf8(bytes);
  try {
    const value: unknown = JSON.parse(json ?? "");
    return value && typeof value === "object" && !Array.isArray(value)
      ? value as Record<string, unknown>
      : null;
  } catch {
    return null;
  }
}
