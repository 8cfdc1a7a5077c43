/**
 * Sign-in by email with a function of the application, or with Nodemailer.
 *
 * @module
 */

import { Nodemailer, type NodemailerOptions } from "./nodemailer.ts";
import type { MailProvider } from "../model/provider.ts";

/**
 * Describes sign-in by email, with the id `email`: sent with `sendVerificationRequest` of the application, or, without one, with
 * Nodemailer. The id is that of Auth.js 4.
 *
 * @param options Settings of the application. They override the defaults.
 *
 * @example
 * ```ts
 * import { Email } from "@latchkey/auth/providers/email";
 *
 * const provider = Email({
 *   server: "smtps://user:password@smtp.example.com",
 *   from: "Example <sign-in@example.com>",
 * });
 * console.assert(provider.id === "email");
 * ```
 */
export function Email(options: NodemailerOptions): MailProvider {
  return { ...Nodemailer(options), id: "email", name: "Email" };
}

export default Email;
