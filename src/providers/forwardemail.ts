/**
 * Sign-in by email, sent with Forward Email.
 *
 * @module
 */

import { basic, mailService } from "./_mail_service.ts";
import type { EmailUserConfig, MailProvider } from "../model/provider.ts";

/** Options of `ForwardEmail()`. */
export type ForwardEmailOptions = EmailUserConfig & {
  /** Sender of the email: `Name <mail@example.com>`, or the address alone. Default: none: the log asks for it. */
  readonly from?: string | undefined;
};

/**
 * Describes sign-in by email, sent with Forward Email.
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
export function ForwardEmail(options: ForwardEmailOptions): MailProvider {
  return mailService({ id: "forwardemail", name: "Forward Email", options }, ({ mail, to, sender, key }) => ({
    url: "https://api.forwardemail.net/v1/emails",
    headers: { authorization: basic(key, "") },
    body: { from: sender.from, to, ...mail },
  }));
}

export default ForwardEmail;
