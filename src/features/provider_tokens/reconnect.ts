/**
 * The error for a user who has to sign in with a provider again.
 *
 * @module
 */

import { type ReconnectReason, ReconnectRequired } from "../../errors/errors.ts";
import { acceptsPage } from "../../http/incoming.ts";
import { PRIVATE } from "../../http/caches.ts";
import type { OwnedAccount } from "./rows.ts";
import type { CallVisit } from "../../setup/call.ts";
import type { Refusal } from "../../values/types.ts";

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

/**
 * The answer to a request that needs a provider to be connected again: a page is led to the sign-in page, everything else gets
 * 403.
 */
export function toReconnectAnswer(
  { method, headers: sent }: Pick<CallVisit, "method" | "headers">,
  location: string,
): Refusal {
  const headers = { ...PRIVATE, vary: "Accept, Cookie" };
  if ((method === "GET" || method === "HEAD") && acceptsPage((name) => sent.get(name))) {
    return { status: 303, headers: { ...headers, location }, body: null };
  }
  const body = JSON.stringify({ message: "Connect with the provider again." });
  return { status: 403, headers: { ...headers, "content-type": "application/json" }, body };
}
