/**
 * The shape of sign-in by email: its functions.
 *
 * @module
 */

import type { FunctionsShape } from "./shape.ts";

/** The functions of `auth.email`, and outside of requests. */
export const EMAIL_FUNCTIONS = { calls: ["send"], outside: ["send"] } as const satisfies FunctionsShape;

/** An email of the application, in the look of those that sign in. */
export interface OwnMail {
  /** The recipient: one address. */
  readonly to: string;
  /** Subject and heading, in the language of the recipient. `{app}` is the name of the application. */
  readonly subject: string;
  /** The text, with an empty line between paragraphs. It is no HTML. `{app}` as above. */
  readonly text: string;
  /** What to do: the button, and the address that it opens, of http or https. Default: nothing. */
  readonly button?: { readonly label: string; readonly url: string };
  /** Why the recipient gets it, at the end. Default: nothing. */
  readonly reason?: string;
  /** Language of what the library adds, a tag such as `de` (RFC 5646). Default: that of the request, else that of the application. */
  readonly language?: string;
}

/** The functions of `auth.email`, and of `outside(config).email`. */
export interface EmailCalls {
  /**
   * Sends an email of the application with the first provider of email, in the look and with the sender of those that sign in.
   * Resolves when the service has taken it. Limits do not count it.
   *
   * Throws `InvalidEmail` if the address is none, or the mail server refuses it; `EmailSignInError` if the email cannot be sent; and
   * `ConfigError` if no provider can send it, or a field is missing.
   */
  send(mail: OwnMail): Promise<void>;
}
