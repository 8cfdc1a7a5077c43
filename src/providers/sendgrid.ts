/**
 * Sign-in by mail, sent with SendGrid.
 *
 * @module
 */

import { assertService, callMailService, keyOf, mailOf, recipientOf, senderOf } from "./_mail_service.ts";
import type { EmailConfig, EmailUserConfig, VerificationRequest } from "./types.ts";

/** What an application may write for SendGrid. */
export type SendGridOptions = EmailUserConfig & {
  /** Sender of the mail: `Name <mail@example.com>`, or the address alone. */
  readonly from: string;
};

/**
 * Describes sign-in by mail, sent with SendGrid.
 *
 * - Environment: `AUTH_SENDGRID_KEY`, an API key that may send mail.
 * - `from` has to be a verified sender, or of a verified domain.
 * - Clicks are not tracked, whatever the account's settings are: the link would lead through SendGrid's servers.
 *
 * @param options What the application sets itself; it wins over the defaults.
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
      // The plain part has to be the first.
      content: [{ type: "text/plain", value: text }, { type: "text/html", value: html }],
      tracking_settings: { click_tracking: { enable: false, enable_text: false } },
    },
  });
}
