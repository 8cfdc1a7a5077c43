/**
 * Sign-in by mail, sent with Postmark.
 *
 * @module
 */

import { assertService, callMailService, keyOf, mailOf, recipientOf, senderOf } from "./_mail_service.ts";
import type { EmailConfig, EmailUserConfig, VerificationRequest } from "./types.ts";

/** Options of `Postmark()`. */
export type PostmarkOptions = EmailUserConfig & {
  /** Sender of the mail: `Name <mail@example.com>`, or the address alone. */
  readonly from: string;
};

/**
 * Describes sign-in by mail, sent with Postmark.
 *
 * - Environment: `AUTH_POSTMARK_KEY`, the API token of a server.
 * - `from` must be a confirmed sender signature, or use a confirmed domain.
 * - Mails use the message stream `outbound`. Click tracking is off, regardless of the server's settings: a tracked link
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
export function Postmark(options: PostmarkOptions): EmailConfig {
  return {
    id: "postmark",
    name: "Postmark",
    type: "email",
    sendVerificationRequest: send,
    assertReady: assertService,
    options,
  };
}

export default Postmark;

async function send(request: VerificationRequest): Promise<void> {
  const { provider } = request;
  const { subject, text, html } = mailOf(request);
  await callMailService(request, {
    service: "Postmark",
    url: "https://api.postmarkapp.com/email",
    headers: { "x-postmark-server-token": keyOf(provider) },
    body: {
      From: senderOf(provider).from,
      To: recipientOf(request),
      Subject: subject,
      TextBody: text,
      HtmlBody: html,
      MessageStream: "outbound",
      TrackLinks: "None",
    },
  });
}
