/**
 * Sign-in by mail, sent with Forward Email.
 *
 * @module
 */

import {
  assertService,
  basic,
  callMailService,
  keyOf,
  mailOf,
  recipientOf,
  senderOf,
} from "./_mail_service.ts";
import type { EmailConfig, EmailUserConfig, VerificationRequest } from "./types.ts";

/** Options of `ForwardEmail()`. */
export type ForwardEmailOptions = EmailUserConfig & {
  /** Sender of the mail: `Name <mail@example.com>`, or the address alone. */
  readonly from: string;
};

/**
 * Describes sign-in by mail, sent with Forward Email.
 *
 * - Environment: `AUTH_FORWARDEMAIL_KEY`, an API token.
 * - `from` must use a domain that is set up for outbound mail.
 *
 * @param options Settings of the application. They override the defaults.
 * @see {@link https://forwardemail.net/en/email-api | E-mail API}
 *
 * @example
 * ```ts
 * import { ForwardEmail } from "@latchkey/auth/providers/forwardemail";
 *
 * const provider = ForwardEmail({ from: "Example <sign-in@example.com>" });
 * console.assert(provider.id === "forwardemail");
 * ```
 */
export function ForwardEmail(options: ForwardEmailOptions): EmailConfig {
  return {
    id: "forwardemail",
    name: "Forward Email",
    type: "email",
    sendVerificationRequest: send,
    assertReady: assertService,
    options,
  };
}

export default ForwardEmail;

async function send(request: VerificationRequest): Promise<void> {
  const { provider } = request;
  await callMailService(request, {
    service: "Forward Email",
    url: "https://api.forwardemail.net/v1/emails",
    headers: { authorization: basic(keyOf(provider), "") },
    body: { from: senderOf(provider).from, to: recipientOf(request), ...mailOf(request) },
  });
}
