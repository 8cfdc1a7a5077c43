/**
 * Sign-in by email, sent with Resend.
 *
 * @module
 */

import { mailService } from "./_mail_service.ts";
import type { EmailUserConfig, MailProvider } from "../model/provider.ts";

/** Options of `Resend()`. */
export type ResendOptions = EmailUserConfig & {
  /** Sender of the email: `Name <mail@example.com>`, or the address alone. Default: none: the log asks for it. */
  readonly from?: string | undefined;
};

/**
 * Describes sign-in by email, sent with Resend.
 *
 * - Environment: `AUTH_RESEND_KEY`, an API key that may send.
 * - `from` must use a domain that is verified at Resend.
 * - Leave click tracking off for the domain: a tracked link would lead through Resend's servers.
 *
 * @param options Settings of the application. They override the defaults.
 * @see {@link https://resend.com/docs/api-reference/emails/send-email | Send an e-mail}
 *
 * @example
 * ```ts
 * import { Resend } from "@latchkey/auth/providers/resend";
 *
 * const provider = Resend({ from: "Example <sign-in@example.com>" });
 * console.assert(provider.id === "resend");
 * ```
 */
export function Resend(options: ResendOptions): MailProvider {
  return mailService({ id: "resend", name: "Resend", options }, ({ mail, to, sender, key }) => ({
    url: "https://api.resend.com/emails",
    headers: { authorization: `Bearer ${key}` },
    body: { from: sender.from, to, ...mail },
  }));
}

export default Resend;
