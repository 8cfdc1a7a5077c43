/**
 * Sign-in by mail, sent with SendGrid.
 *
 * @module
 */

import { assertService, callMailService, keyOf, mailOf, recipientOf, senderOf } from "./_mail_service.ts";
import type { EmailConfig, EmailUserConfig, VerificationRequest } from "./types.ts";

/** Options of `SendGrid()`. */
export type SendGridOptions = EmailUserConfig & {
  /** Sender of the mail: `Name <mail@example.com>`, or the address alone. */
  readonly from: string;
};

/**
 * Describes sign-in by mail, sent with SendGrid.
 *
 * - Environment: `AUTH_SENDGRID_KEY`, an API key that may send mail.
 * - `from` must be a verified sender, or use a verified domain.
 * - Click tracking is off, regardless of the account's settings: a tracked link would lead through SendGrid's servers.
 *
 * @param options Settings of the application. They override the defaults.
 * @see {@link https://www.twilio.com/docs/sendgrid/api-reference/mail-send/mail-send | Mail send}
 *
 * @example
 * ```ts
 * import { SendGrid } from "@latchkey/auth/providers/sendgrid";
 *
 * const provider = SendGrid({ from: "Example <sign-in@example.com>" });
 * console.assert(provider.id === "sendgrid");
 * ```
 */
export function SendGrid(options: SendGridOptions): EmailConfig {
  return {
    id: "sendgrid",
    name: "SendGrid",
    type: "email",
    sendVerificationRequest: send,
    assertReady: assertService,
    options,
  };
}

export default SendGrid;

async function send(request: VerificationRequest): Promise<void> {
  const { provider } = request;
  const { address, name } = senderOf(provider);
  const { subject, text, html } = mailOf(request);
  await callMailService(request, {
    service: "SendGrid",
    url: "https://api.sendgrid.com/v3/mail/send",
    headers: { authorization: `Bearer ${keyOf(provider)}` },
    body: {
      personalizations: [{ to: [{ email: recipientOf(request) }] }],
      from: { email: address, ...(name !== null && { name }) },
      subject,
      // SendGrid requires the plain text part first.
      content: [{ type: "text/plain", value: text }, { type: "text/html", value: html }],
      tracking_settings: { click_tracking: { enable: false, enable_text: false } },
    },
  });
}
