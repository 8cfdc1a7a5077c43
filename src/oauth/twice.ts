/**
 * The second try of a request whose answer demands a nonce for DPoP.
 *
 * @module
 */

import { isDPoPNonceError, type ResponseBodyError } from "oauth4webapi";

/** Sends a request, and once more if the server demands a nonce and sends one (RFC 9449 §8, §9). */
export async function twice<T>(send: () => Promise<T>): Promise<T> {
  try {
    return await send();
  } catch (error) {
    if (!isDPoPNonceError(error) || !(error as ResponseBodyError).response.headers.has("dpop-nonce")) {
      throw error;
    }
    return await send();
  }
}
