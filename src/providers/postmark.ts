/**
 * Sign-in by email, sent with Postmark.
 *
 * @module
 */

import { mailService } from "./_mail_service.ts";
import type { EmailUserConfig, MailProvider } from "../model/provider.ts";

/** Options of `Postmark()`. */
export type PostmarkOptions = EmailUserConfig & {
  /** Sender of the email: `Name <mail@example.com>`, or the address alone. Default: none: the log asks for it. */
  readonly from?: string | undefined;
};

/**
 * Describes sign-in by email, sent with Postmark.
 *
 * - Environment: `AUTH_POSTMARK_KEY`, the API token of a server.
 * - `from` must be a confirmed sender signature, or use a confirmed domain.
 * - Emails use the message stream `outbound`. Click tracking is off, regardless of the server's settings: a tracked link
 *   would lead through Postmark's servers.
 *
 * @param options Settings of the application. They override the defaults.
 * @see {@link https://postmarkapp.com/developer/api/email-api | Email API}
 *
 * @example
 * ```ts
 * import { Postmark } from "@latchkey/auth/providers/postmark";
 *
 * const provider = Postmark({ from: "Example <sign-in@example.com>" });
 * console.assert(provider.id === "postmark");
 * ```
 */
export function Postmark(options: PostmarkOptions): MailProvider {
  return mailService({ id: "postmark", name: "Postmark", options }, ({ mail, to, sender, key }) => ({
    url: "https://api.postmarkapp.com/email",
    headers: { "x-postmark-server-token": key },
    body: {
      From: sender.from,
      To: to,
      Subject: mail.subject,
      TextBody: mail.text,
      HtmlBody: mail.html,
      MessageStream: "outbound",
      TrackLinks: "None",
    },
  }));
}

export default Postmark;
