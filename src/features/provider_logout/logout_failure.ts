/**
 * The answer to a logout token that ends nothing.
 *
 * @see {@link https://openid.net/specs/openid-connect-backchannel-1_0.html#BCResponse | OpenID Connect Back-Channel Logout §2.8}
 * @module
 */

import { AdapterError, type AuthError, ProviderUnavailable, ServerError } from "../../errors/errors.ts";
import { isA } from "../../errors/thrown.ts";
import type { Outcome } from "../../http/types.ts";

/** 400 for a token that is refused, else 503: the provider may send it again. The answer does not reveal the reason. */
export function toLogoutFailure(error: AuthError): Outcome {
  const isOurs = isA(error, AdapterError) || isA(error, ServerError) || isA(error, ProviderUnavailable);
  return {
    status: isOurs ? 503 : 400,
    json: { error: isOurs ? "temporarily_unavailable" : "invalid_request" },
  };
}
