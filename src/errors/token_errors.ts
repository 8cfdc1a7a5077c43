/**
 * The errors of access tokens for the APIs of providers.
 *
 * @module
 */

import type { Refusal } from "../values/types.ts";
import { AuthError, own } from "./auth_error.ts";

/**
 * Why a user has to connect with a provider again: they have no account there (`NotConnected`), the provider has sent no
 * refresh token (`NoRefreshToken`), it no longer accepts it (`Refused`), its answer with the next one is lost (`AnswerLost`), or
 * `revokeTokens` has revoked it (`Revoked`).
 */
export type ReconnectReason = "NotConnected" | "NoRefreshToken" | "Refused" | "AnswerLost" | "Revoked";

/**
 * There is no access token for the API of a provider until the user signs in with it again. The session goes on. Send its
 * `answer`, lead users to its `signInUrl`, or call `auth.signIn({ providerId: error.provider })` in a form.
 */
export class ReconnectRequired extends AuthError {
  /** A class of the library. */ protected static override readonly own: symbol = own;
  /** Status of the answer, as in `MissingCSRF`. */ readonly status: number = 403;
  /** Its type. */ static override readonly type = "ReconnectRequired";
  /** Its type. */ declare readonly type: typeof ReconnectRequired.type;
  /** Its page. */ protected static override readonly kind = "signIn";
  /** Why. */ code: ReconnectReason = "NotConnected";
  /** Id of the provider. */ provider = "";
  /** Path or URL of the sign-in page, which leads back to the page of the request; empty outside of a request. */
  signInUrl = "";
  /** Leads pages to it; 403 for all else. */ answer: Refusal = { status: 403, headers: {}, body: null };

  /** Returns the answer as a response. Hono calls it. */
  getResponse(): Response {
    return new Response(this.answer.body, this.answer);
  }
}

/**
 * A sign-in has asked for more scopes, and the user has chosen another account at the provider than the one of the session.
 * Nothing was changed.
 */
export class OtherAccount extends AuthError {
  /** A class of the library. */ protected static override readonly own: symbol = own;
  /** Its type. */ static override readonly type = "OtherAccount";
  /** Its type. */ declare readonly type: typeof OtherAccount.type;
  /** Its page. */ protected static override readonly kind = "signIn";
}

/**
 * The access token has ended, and its successor cannot be stored here: the answer can set no cookie any more. The message says
 * where to ask for the token. Only with `AccessTokens({ keptIn: "cookie" })`.
 */
export class TokenNotWritable extends AuthError {
  /** A class of the library. */ protected static override readonly own: symbol = own;
  /** Its type. */ static override readonly type = "TokenNotWritable";
  /** Its type. */ declare readonly type: typeof TokenNotWritable.type;
}
