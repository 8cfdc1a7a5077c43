/**
 * Sign-in by email, sent with SendGrid.
 *
 * @module
 */

import { mailService } from "./_mail_service.ts";
import type { EmailUserConfig, MailProvider } from "../model/provider.ts";

/** Options of `SendGrid()`. */
export type SendGridOptions = EmailUserConfig & {
  /** Sender of the email: `Name <mail@example.com>`, or the address alone. Default: none: the log asks for it. */
  readonly from?: string | undefined;
};

/**
 * Describes sign-in by email, sent with SendGrid.
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
export function SendGrid(options: SendGridOptions): MailProvider {
  return mailService({ id: "sendgrid", name: "SendGrid", options }, ({ mail, to, sender, key }) => ({
    url: "https://api.sendgrid.com/v3/mail/send",
    headers: { authorization: `Bearer ${key}` },
    body: {
      personalizations: [{ to: [{ email: to }] }],
      from: { email: sender.address, ...(sender.name !== null && { name: sender.name }) },
      subject: mail.subject,
      // SendGrid requires the plain text part first.
      content: [{ type: "text/plain", value: mail.text }, { type: "text/html", value: mail.html }],
      tracking_settings: { click_tracking: { enable: false, enable_text: false } },
    },
  }));
}

export default SendGrid;
