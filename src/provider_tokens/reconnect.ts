/**
 * The error for a user who has to sign in with a provider again.
 *
 * @module
 */

import { type ReconnectReason, ReconnectRequired } from "../errors/errors.ts";
import type { OwnedAccount } from "./rows.ts";

const REASONS: Readonly<Record<ReconnectReason, string>> = {
  NotConnected: "the user has no account there whose tokens are stored",
  NoRefreshToken: "it has ended, and the provider has sent no refresh token at the sign-in",
  Refused: "the provider no longer accepts the refresh token",
  Revoked: "the application has revoked its tokens",
  AnswerLost: "an answer of the provider is lost, and with it perhaps the next refresh token",
};

/** Creates the error. */
export function reconnectRequired(
  { provider, userId }: Pick<OwnedAccount, "provider" | "userId">,
  code: ReconnectReason,
): ReconnectRequired {
  const message = `Cannot get an access token of "${provider}": ${
    REASONS[code]
  }. Ask the user to sign in with it again`;
  return Object.assign(new ReconnectRequired(message, { userId, code }), { code, provider });
}
