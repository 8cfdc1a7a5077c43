/**
 * The error for a JWT that cannot be accepted, or whose key cannot be used.
 *
 * @module
 */

/** The reason, by the name that `jose` has for it: operators search for it. */
export type JwtErrorCode =
  | "ERR_JOSE_ALG_NOT_ALLOWED"
  | "ERR_JOSE_NOT_SUPPORTED"
  | "ERR_JWKS_INVALID"
  | "ERR_JWKS_MULTIPLE_MATCHING_KEYS"
  | "ERR_JWKS_NO_MATCHING_KEY"
  | "ERR_JWS_INVALID"
  | "ERR_JWS_SIGNATURE_VERIFICATION_FAILED"
  | "ERR_JWT_INVALID";

/** A JWT cannot be accepted. `verifyIdToken` turns it into an error of the library. */
export class JwtError extends Error {
  /** The reason. */
  readonly code: JwtErrorCode;

  /** Creates an error. @param message The reason as a clause, without the token or a key. */
  constructor(code: JwtErrorCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}
