/**
 * Reads session tokens with the `jwt.decode` of the application.
 *
 * @module
 */

import { propertyOf } from "../errors/thrown.ts";
import type { Decoded, JWTDecodeParams } from "../model/jwt.ts";
import type { JWTOptions } from "../model/options.ts";

/** Reads a token. What the application throws becomes part of the result. */
export async function decodeWithOwn(
  params: JWTDecodeParams,
  decode: NonNullable<JWTOptions["decode"]>,
): Promise<Decoded> {
  try {
    return { claims: await decode(params) };
  } catch (error) {
    return isExpiry(error) ? { claims: null, expired: true } : { claims: null, err: error as Error };
  }
}

/** Returns whether a decoder says that a token has expired: that of `./jwt`, jose, or jsonwebtoken. */
function isExpiry(error: unknown): boolean {
  return propertyOf(propertyOf(error, "cause"), "expired") === true ||
    propertyOf(error, "code") === "ERR_JWT_EXPIRED" || propertyOf(error, "name") === "TokenExpiredError";
}
